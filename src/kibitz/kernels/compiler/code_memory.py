"""How much memory compiled code takes in a server, which can never give it back, and when no more of it is loaded.

Measured with Numba 0.68 on Linux: code that was kept on disk takes 7 times the size of its file when it is loaded
(the engine 3 MiB for a board, other searches 1 MiB or less), and forgetting it frees nothing. Compiling it in this
process takes some 15 MiB more, which is why a server has it done by children. The boards that everybody plays are
always compiled; the number of other boards has an end.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable, Iterable
from typing import NamedTuple

from kibitz.core.game import Game

LOADED, COMPILED = 7, 40  # bytes of memory for a byte of the file
NO_ROOM = "this server has compiled as many boards as its memory allows, until it is started again"


class _Limit(NamedTuple):
    bytes: int
    always: frozenset[Game]  # the boards that are compiled however much there is already


class _Code:
    bytes = 0
    limit: _Limit | None = None
    lock = threading.Lock()


_let_in: set[tuple[Game, Hashable]] = set()


def limit_code_memory(limit: int, always: Iterable[Game] = ()) -> None:
    """Load no more code once there is so much, in bytes, except that of the boards in `always`."""
    _Code.limit = _Limit(limit, frozenset(always))


def has_room_for(game: Game, search: Hashable) -> bool:
    """Whether code for a game may be loaded; `search` names the code. What was let in once is there for good."""
    limit = _Code.limit
    if limit is None or game in limit.always or (game, search) in _let_in:
        return True
    if _Code.bytes >= limit.bytes:
        return False
    _let_in.add((game, search))
    return True


def code_memory() -> int:
    """Bytes that compiled code takes, by the sizes of its files."""
    return _Code.bytes


def count_loaded_code(size: int) -> None:
    """Count code that was loaded from a file of that size."""
    with _Code.lock:
        _Code.bytes += LOADED * size


def count_compiled_code(size: int) -> None:
    """Count code that was compiled here and filled a file of that size."""
    with _Code.lock:
        _Code.bytes += COMPILED * size
