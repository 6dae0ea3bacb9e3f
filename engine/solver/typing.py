"""Types of the kernels. Their scalars are machine numbers, whose arithmetic only numba follows."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Number: TypeAlias = Any
"""An int64, or a uint64 where it is a key or a set of cards; never mixed in one expression."""
Keys: TypeAlias = NDArray[np.uint64]
State: TypeAlias = NDArray[np.uint16]
Ints: TypeAlias = NDArray[np.int64]
Moves: TypeAlias = NDArray[np.int32]
AnyArray: TypeAlias = NDArray[Any]
