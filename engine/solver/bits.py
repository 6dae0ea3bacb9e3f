"""Machine instructions numba does not offer by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic

from engine.solver.typing import Keys, Number


def _lowest(typing: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate


def _count(typing: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


def _fetch(typing: Any, table: Any, slot: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        place = builder.bitcast(builder.gep(data, [arguments[1]]), ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [place.type, number, number, number])
        name = "llvm.prefetch.p0i8"
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        builder.call(function, [place, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(table, types.uint64), generate


lowest: Final[Callable[[Number], Number]] = cast(Any, intrinsic(_lowest))
"""The index of the lowest set bit of a uint64 (64 if there is none), as int64."""
count: Final[Callable[[Number], Number]] = cast(Any, intrinsic(_count))
"""How many bits of a uint64 are set, as int64."""
fetch: Final[Callable[[Keys, Number], None]] = cast(Any, intrinsic(_fetch))
"""Begin to load a slot of a table: no more than a hint."""
