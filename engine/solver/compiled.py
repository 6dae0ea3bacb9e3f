"""The one way kernels are compiled: ahead of their first call, kept on disk.

Numba notices a change in a kernel's own file, not in those it calls. So all kernels of one
version lie in a directory named after a digest of every source file here and of numba's version;
older ones may be deleted at any time. It is made below ``NUMBA_CACHE_DIR`` if that is set, else
below ``__pycache__`` beside the sources.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
from numba.core import config

_HERE: Final = Path(__file__).resolve().parent
_SHOWN: Final = 12

Function = TypeVar("Function", bound=Callable[..., Any])


def version() -> str:
    """Names this solver: a digest of its sources and of what compiles them."""
    digest = sha256(numba.__version__.encode())
    for path in sorted(_HERE.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:_SHOWN]


def _cache_directory() -> Path:
    root = os.environ.get("NUMBA_CACHE_DIR")
    return (Path(root) if root else _HERE / "__pycache__") / f"kernels-{version()}"


def kernel(function: Function) -> Function:
    """Compile ``function`` for the types it is first called with, without Python's lock.

    It may make no arrays: so none need be counted as they are handed on, which took a third of a
    search's time.
    """
    return cast(Function, cast(Any, numba.njit)(cache=True, nogil=True, _nrt=False)(function))


def making_kernel(function: Function) -> Function:
    """The same for one that makes arrays."""
    return cast(Function, numba.njit(cache=True, nogil=True)(function))


# Read whenever a function is decorated, so before the first kernel.
vars(config)["CACHE_DIR"] = str(_cache_directory())
