"""The table of a board of more than 64 bits. The data of an entry (`common/bucket_table.py`) are

    lower bound 10 bits | upper bound 10 | best move 5 | work 4 | generation 35

A position does not fit into an entry. The key is a hash of its words, 64 bits, so that two positions could be mistaken
for each other: a look-up of a position that is not there meets the key of another with a probability of the number of
entries by 2 to the 64. With 256 MiB, 16.8 million entries, that is once in 1.1 million million look-ups; a search of a
thousand million nodes is wrong somewhere with a probability of some 1 %, and its answer with a much smaller one.

A layout is how many bits of the key choose the bucket, and how many are left. `table.py` says what the functions do.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.games.connect_four import ConnectFour
from kibitz.kernels.common import transposition_table
from kibitz.kernels.common.bucket_table import ENTRY, make_lookup, make_packer, make_readers
from kibitz.kernels.compiler.bridge import subkernel
from kibitz.kernels.compiler.wide_ints import flatten
from kibitz.kernels.solvers.connect_four.exact_table import logarithm
from kibitz.kernels.solvers.connect_four.words import U

KEY_BITS = 64
OFFSET = 512  # scores are -338 … 338: a board has at most 676 cells
GENERATION_BITS = 35
_FIELDS = (10, OFFSET), (10, OFFSET), (5, 0), (4, 0), (GENERATION_BITS, 0)

_mix = transposition_table.mixed
lower, upper, move_of, _work, _generation_of = make_readers(*_FIELDS)
_find, _keep = make_lookup(_generation_of, _work)
_pack = make_packer(*_FIELDS)


def least_index_bits(game: ConnectFour) -> int:
    """A table may be as small as one likes: an entry holds the whole key."""
    return 0


def make_layout(game: ConnectFour, index_bits: int) -> tuple[int, int]:
    """The layout of a table of 2 to that number of buckets."""
    return index_bits, KEY_BITS - index_bits


@subkernel
def generation_bits(layout: Any) -> int:
    return GENERATION_BITS


@subkernel
def mixed(key: Any, layout: Any) -> Any:
    words: Any = flatten((key,))  # type: ignore[call-arg]  # the context is not passed by hand
    total = np.int64(0)
    for index in range(len(words)):
        total = _mix(total, words[index])
    return U(total)


@subkernel
def find(table: Any, layout: Any, generation: Any, key: Any) -> Any:
    return _find(table, generation, key)


@subkernel
def store(table: Any, layout: Any, generation: Any, key: Any, low: int, high: int, move: int, nodes: int) -> None:
    _keep(table, key, _pack(low, high, move, logarithm(nodes), generation))


@subkernel
def move_up(small: Any, small_layout: Any, large: Any, large_layout: Any, old: Any, new: Any) -> None:
    for at in range(0, len(small), ENTRY):
        data = small[at + 1]
        if _generation_of(data) == np.int64(old):
            _keep(large, small[at] ^ data, _pack(lower(data), upper(data), move_of(data), _work(data), new))
