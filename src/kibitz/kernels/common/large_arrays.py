"""Memory for large tables, taken into use page by page.

The system hands memory out when it is first written to, in pages of up to 2 MiB that it has to clear: a millisecond
each where things go badly. A kernel that writes all over a new table would meet hundreds of them between two looks at
its stop cell.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from kibitz.kernels.common.control import STOP

PAGE = 1 << 21  # bytes, the largest kind in common use


def clear(array: NDArray[Any], cells: NDArray[Any]) -> bool:
    """Fill an array with zeros; False if told to stop before it was done."""
    flat = array.reshape(-1)
    step = PAGE // array.itemsize
    for start in range(0, len(flat), step):
        if cells[STOP]:
            return False
        flat[start : start + step] = 0
    return True
