"""Array types of the kernels."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Keys: TypeAlias = "NDArray[np.uint64]"
State: TypeAlias = "NDArray[np.int16]"
Ints: TypeAlias = "NDArray[np.int64]"
Moves: TypeAlias = "NDArray[np.int32]"
Bytes: TypeAlias = "NDArray[np.uint8]"
AnyArray: TypeAlias = "NDArray[Any]"
