"""Tables of compiled searches, made from a description of an entry's bit fields.

Entries stand in buckets of 64 bytes, each of which is one line of the processor's cache. Most have two words:

    word 0   key xor data
    word 1   data: the fields, the last one in the lowest bits

Threads share such a table without a lock. Two that write one entry at the same time may leave halves of different
entries behind; then word 0 xor word 1 is no key that anybody looks for [Hyatt & Mann, "A lock-less transposition-table
implementation for parallel search chess engines", 2002].

An entry of another generation is an empty place: a new generation forgets everything without touching the memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.kernels.compiler.bridge import subkernel
from kibitz.kernels.compiler.intrinsics import prefetch

ENTRY, BUCKET = 2, 8  # words
BUCKET_BYTES = 64

Field = tuple[int, int]  # bits; what is added to a value so that none is negative

_ZERO, _32 = np.uint64(0), np.uint64(32)


def aligned(size: int) -> NDArray[np.uint64]:
    """Zeros, so many bytes, that begin where a line of the processor's cache begins: one bucket is one line."""
    words = np.zeros((size + BUCKET_BYTES) // 8, np.uint64)
    skip = -words.ctypes.data % BUCKET_BYTES // 8
    return words[skip : skip + size // 8]


# Fields.


def make_readers(*fields: Field) -> list[Any]:
    """For each field a function that reads it from an entry's data."""
    return [
        _make_reader(bits, offset, sum(bits for bits, _ in fields[index + 1 :]))
        for index, (bits, offset) in enumerate(fields)
    ]


def _make_reader(bits: int, offset: int, shift: int) -> Any:
    step, mask = np.uint64(shift), np.uint64((1 << bits) - 1)

    @subkernel
    def read(data: Any) -> Any:
        return np.int64(data >> step & mask) - offset

    return read


def make_packer(*fields: Field) -> Any:
    """A function that makes an entry's data of the values of the fields, in their order."""
    (_, offset), *others = fields
    step = np.uint64(sum(bits for bits, _ in others))

    @subkernel
    def pack_last(value: Any) -> Any:
        return np.uint64(np.int64(value) + offset)

    if not others:
        return pack_last
    pack_others = make_packer(*others)

    @subkernel
    def pack(value: Any, *values: Any) -> Any:
        return np.uint64(np.int64(value) + offset) << step | pack_others(*values)

    return pack


@subkernel
def work_of(nodes: int, halvings: int, most: int) -> int:
    """The logarithm of the nodes that an entry has cost, to the base of 2 to the number of halvings."""
    work, left = 0, nodes
    while left > 1 and work < most:
        work, left = work + 1, left >> halvings
    return work


# Entries of two words.


@subkernel
def bucket_of(table: Any, key: Any) -> Any:
    """Where the bucket of a key begins: the upper bits of the key choose it, in a table of any number of buckets."""
    return np.int64((np.uint64(key) >> _32) * np.uint64(len(table) // BUCKET) >> _32) * BUCKET


@subkernel
def prefetch_bucket(table: Any, key: Any) -> None:
    """Have the bucket of a key fetched while there is other work to do."""
    prefetch(table, bucket_of(table, key))


def make_lookup(generation_of: Any, worth_of: Any, bucket_of: Callable[[Any, Any], Any] = bucket_of) -> tuple[Any, Any]:
    """The functions `find` and `store` of a table, by what they read from an entry's data."""

    @subkernel
    def find(table: Any, generation: Any, key: Any) -> Any:
        """The data stored under a key in this generation, 0 if there is none."""
        bucket = bucket_of(table, key)
        for at in range(bucket, bucket + BUCKET, ENTRY):
            data = table[at + 1]
            if table[at] ^ data == np.uint64(key) and generation_of(data) == np.int64(generation):
                return data
        return _ZERO

    @subkernel
    def store(table: Any, key: Any, data: Any) -> None:
        """Keep an entry: in its old place, else in an empty one, else in that of the least worth."""
        bucket = bucket_of(table, key)
        place, least = bucket, 1 << 62
        for at in range(bucket, bucket + BUCKET, ENTRY):
            old, worth = table[at + 1], -1
            if generation_of(old) == generation_of(data):
                if table[at] ^ old == np.uint64(key):
                    place = at
                    break
                worth = worth_of(old)
            if worth < least:
                place, least = at, worth
        table[place], table[place + 1] = np.uint64(key) ^ data, data

    return find, store
