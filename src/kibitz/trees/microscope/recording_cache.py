"""The recordings a server keeps in memory, so that a search is recorded once and then looked at in many ways."""

from __future__ import annotations

import threading
from collections import OrderedDict

from kibitz.trees.recording import Recording
from kibitz.trees.tree_comparison import Alignment, align

MAX_MEMORY = 512 << 20  # bytes
ALIGNMENTS_KEPT = 4


class RecordingCache:
    """The recordings used last, by name; older ones are dropped and must be made again. Safe for many threads."""

    def __init__(self, max_memory: int = MAX_MEMORY) -> None:
        self.max_memory = max_memory
        self._recordings: OrderedDict[str, Recording] = OrderedDict()
        self._pinned: set[str] = set()
        self._alignments: OrderedDict[tuple[str, str], Alignment] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, recording: Recording, *, pinned: bool = False) -> Recording:
        """Keep a recording, for good if it is pinned. Those used least recently are dropped when memory is short."""
        with self._lock:
            self._recordings[recording.name] = recording
            self._recordings.move_to_end(recording.name)
            if pinned:
                self._pinned.add(recording.name)
            for name in [name for name in self._recordings if name not in self._pinned and name != recording.name]:
                if sum(kept.memory for kept in self._recordings.values()) <= self.max_memory:
                    break
                del self._recordings[name]
                self._alignments.clear()
        return recording

    def drop_half(self) -> None:
        """Drop what was used least recently, until half of the memory is free."""
        self._drop_down_to(self.memory // 2)

    def drop_all(self) -> None:
        """Drop everything but what is pinned."""
        self._drop_down_to(0)

    @property
    def memory(self) -> int:
        """Bytes that all recordings take."""
        with self._lock:
            return sum(kept.memory for kept in self._recordings.values())

    def _drop_down_to(self, memory: int) -> None:
        with self._lock:
            self._alignments.clear()
            for name in [name for name in self._recordings if name not in self._pinned]:
                if sum(kept.memory for kept in self._recordings.values()) <= memory:
                    break
                del self._recordings[name]

    def find(self, name: str) -> Recording | None:
        with self._lock:
            if name in self._recordings:
                self._recordings.move_to_end(name)
            return self._recordings.get(name)

    def align(self, a: Recording, b: Recording) -> Alignment:
        """Two recordings side by side: the last complete pass of each."""
        key = (a.name, b.name)
        with self._lock:
            found = self._alignments.get(key)
            swapped = self._alignments.get(key[::-1])
        if found is None:
            found = swapped.swapped() if swapped else align(a.tree, b.tree, a.root, b.root)
            with self._lock:
                self._alignments[key] = found
                while len(self._alignments) > ALIGNMENTS_KEPT:
                    self._alignments.popitem(last=False)
        return found
