"""Two machine instructions numba does not offer by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic

from engine.solver.typing import Number


def _lowest(typing: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate


def _count(typing: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


lowest: Final[Callable[[Number], Number]] = cast(Any, intrinsic(_lowest))
"""The index of the lowest set bit of a uint64 (64 if there is none), as int64."""
count: Final[Callable[[Number], Number]] = cast(Any, intrinsic(_count))
"""How many bits of a uint64 are set, as int64."""
