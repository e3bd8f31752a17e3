"""Recorded searches as a face shows them: what was recorded, and a shelf that keeps a few of them at hand.

A recording is named by a digest of what was asked (game, position, searcher), so that the same question always means
the same recording, whether it is still on the shelf or made again.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property

from kibitz.core.errors import BadFile, Unsuited
from kibitz.core.pseudocode import NO_PSEUDOCODE, Pseudocode
from kibitz.core.searching import SEARCHERS, SearchResult, StopFlag, search_spec
from kibitz.core.spec import split_spec
from kibitz.play.players import SearchPlayer
from kibitz.play.position_view import show
from kibitz.play.records import GameRecord
from kibitz.trees.formats.kbz import MAGIC, SUFFIX, read_recording
from kibitz.trees.labels import game_name, has_windows, points_text, value_text
from kibitz.trees.recorder import MAX_RECORDED, record, why_it_stopped
from kibitz.trees.replay import Replay
from kibitz.trees.search_tree import SearchTree
from kibitz.trees.tree_comparison import Alignment, align
from kibitz.trees.tree_files import read_tree, state_text
from kibitz.trees.tree_statistics import Statistics, statistics

__all__ = ["BoardNames", "Pass", "Recorded", "Recording", "Shelf", "open_recording", "record_search", "recording_name"]

SHELF_BYTES = 512 << 20
STATISTICS_KEPT = 64


@dataclass(frozen=True)
class Pass:
    """One time over the tree. `whole`: it was finished and every node of it was recorded."""

    root: int
    depth: int
    nodes: int
    height: int
    value: str
    whole: bool
    label: str


@dataclass(frozen=True)
class BoardNames:
    """The names along the edges of the board."""

    columns: tuple[str, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Recording:
    """What there is to know of a recorded search before one looks into it.

    `to_move` is the side to move at the root, called Max: texts of values and windows are for that side. `note`: a
    sentence if not everything was recorded. `names`: the moves of the game by their number. `line`: the nodes of the
    principal line of the last whole pass, whose root is `root`.
    """

    tree: str
    game: str
    name: str
    title: str
    look: str
    players: tuple[str, str]
    to_move: int
    moves: str
    start: str | None
    searcher: str
    algorithm: str
    nodes: int
    missed: int
    limit: int
    memory: int
    note: str
    root: int
    move: str | None
    value: str
    steps: int
    passes: tuple[Pass, ...]
    has_windows: bool
    columns: tuple[str, ...]
    line: tuple[int, ...]
    pseudocode: Pseudocode
    board: BoardNames
    names: tuple[str, ...]


class Recorded:
    """A tree on the shelf, with what follows from it and is asked for again and again."""

    def __init__(self, tree: SearchTree, before: GameRecord | None = None, result: SearchResult | None = None) -> None:
        """`before`: the game that led to the root, if it is known; `result`: the answer of the search."""
        if not len(tree):
            raise Unsuited("This search left no tree, so that there is nothing to look at.")
        self.tree = tree
        self.before = before or GameRecord.begin(tree.game, ("", ""), start=tree.root_state)
        self.result = result
        self.name = recording_name(self.before, tree.searcher)
        self._statistics: OrderedDict[int, Statistics] = OrderedDict()

    @cached_property
    def root(self) -> int:
        """Of the last pass that is whole, of the first if none is."""
        whole = [root for root in self.tree.roots if self.tree.is_whole(root)]
        return whole[-1] if whole else self.tree.roots[0]

    @cached_property
    def lines(self) -> frozenset[int]:
        """The nodes on the principal line of any pass."""
        return frozenset(node for root in self.tree.roots for node in self.tree.line(root))

    @cached_property
    def code(self) -> Pseudocode:
        searcher = SEARCHERS.classes.get(SEARCHERS.resolve(self.tree.searcher)[0]) if self._is_known else None
        return searcher.pseudocode if searcher else NO_PSEUDOCODE

    @property
    def _is_known(self) -> bool:
        name = split_spec(self.tree.searcher)[0]
        return name in SEARCHERS.classes or name in SEARCHERS.aliases

    @cached_property
    def replay(self) -> Replay:
        return Replay(self.tree, self.code)

    @cached_property
    def has_windows(self) -> bool:
        return has_windows(self.tree)

    def statistics(self, node: int) -> Statistics:
        if node not in self._statistics:
            self._statistics[node] = statistics(self.tree, node)
            while len(self._statistics) > STATISTICS_KEPT:
                self._statistics.popitem(last=False)
        return self._statistics[node]

    @property
    def memory(self) -> int:
        return self.tree.memory

    @cached_property
    def recording(self) -> Recording:
        tree, game, shown = self.tree, self.tree.game, show(self.before)
        line = tree.line(self.root)
        view = game.view(tree.root_state)
        return Recording(
            tree=self.name,
            game=game.spec(full=True),
            name=game_name(game),
            title=shown.title,
            look=shown.look,
            players=game.players,
            to_move=game.to_move(tree.root_state),
            moves=shown.moves_text,
            start=shown.start,
            searcher=tree.searcher,
            algorithm=split_spec(tree.searcher)[0],
            nodes=len(tree),
            missed=tree.missed,
            limit=MAX_RECORDED,
            memory=tree.memory,
            note=self._note(),
            root=self.root,
            move=game.move_name(tree.move[line[1]]) if len(line) > 1 else None,
            value=value_text(tree, self.root),
            steps=self.replay.steps,
            passes=tuple(self._passes()),
            has_windows=self.has_windows,
            columns=tuple(tree.notes),
            line=line,
            pseudocode=self.code,
            board=BoardNames(view.columns, view.lines),
            names=game.move_names,
        )

    def _note(self) -> str:
        said = why_it_stopped(self.tree)
        if self.result is not None and self.result.stopped_by:
            said = f"The search was ended early ({self.result.stopped_by}). {said}".strip()
        return said

    def _passes(self) -> list[Pass]:
        tree = self.tree
        return [
            Pass(
                root=root,
                depth=tree.depth[root],
                nodes=tree.size[root],
                height=max(tree.ply[root : root + tree.size[root]]) + 1,
                value=value_text(tree, root),
                whole=tree.is_whole(root),
                label=self._label(root),
            )
            for root in tree.roots
        ]

    def _label(self, root: int) -> str:
        """What sets a pass apart from the others."""
        tree = self.tree
        if len(tree.roots) == 1:
            return ""
        alpha, beta = tree.alpha[root], tree.beta[root]
        if beta - alpha == 1:
            return f"test ≥ {points_text(beta)}"
        return f"depth {tree.depth[root]}"


def recording_name(before: GameRecord, searcher: str) -> str:
    """The digest by which a recording is asked for; `searcher` as `search_spec` writes it."""
    start = "" if before.start is None else state_text(before.game, before.start)
    asked = "\n".join((before.game.spec(full=True), start, before.moves_text, searcher))
    return hashlib.sha256(asked.encode()).hexdigest()[:16]


def searcher_text(player: SearchPlayer) -> str:
    """The searcher of a recording as its tree names it."""
    return search_spec(player.searcher, player.limits)


def record_search(
    before: GameRecord, player: SearchPlayer, *, limit: int = MAX_RECORDED, stop: StopFlag | None = None
) -> Recorded:
    """Search where a game stands, and keep the tree."""
    limits = player.limits.at(len(before.moves))
    result, tree = record(before.game, before.state, player.searcher, limits, player.backend, limit=limit, stop=stop)
    tree.searcher = searcher_text(player)
    return Recorded(tree, before, result)


def open_recording(data: bytes, name: str) -> Recorded:
    """The tree in a file's bytes: a recording, or a move-tree log or JSON by the ending of its name."""
    suffix = "." + name.rpartition(".")[2].lower()
    if suffix == SUFFIX or data.startswith(MAGIC):
        return Recorded(read_recording(data))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadFile(f"{name} is neither a recording of Kibitz (.kbz) nor text; give a .kbz, .txt or .json.") from None
    return Recorded(read_tree(text, suffix))


class Shelf:
    """A few recordings at hand, the latest used; others must be made again. For many threads."""

    def __init__(self, room: int = SHELF_BYTES) -> None:
        self.room = room
        self._kept: OrderedDict[str, Recorded] = OrderedDict()
        self._pinned: set[str] = set()
        self._aligned: OrderedDict[tuple[str, str], Alignment] = OrderedDict()
        self._lock = threading.Lock()

    def put(self, recorded: Recorded, *, pinned: bool = False) -> Recorded:
        """Keep a recording, for good if it is pinned; what was not asked for the longest time makes way."""
        with self._lock:
            self._kept[recorded.name] = recorded
            self._kept.move_to_end(recorded.name)
            if pinned:
                self._pinned.add(recorded.name)
            for name in [name for name in self._kept if name not in self._pinned and name != recorded.name]:
                if sum(kept.memory for kept in self._kept.values()) <= self.room:
                    break
                del self._kept[name]
                self._aligned.clear()
        return recorded

    def find(self, name: str) -> Recorded | None:
        with self._lock:
            if name in self._kept:
                self._kept.move_to_end(name)
            return self._kept.get(name)

    def aligned(self, a: Recorded, b: Recorded) -> Alignment:
        """Two recordings side by side: the last whole pass of each."""
        key = (a.name, b.name)
        with self._lock:
            found = self._aligned.get(key)
            turned = self._aligned.get(key[::-1])
        if found is None:
            found = turned.turned() if turned else align(a.tree, b.tree, a.root, b.root)
            with self._lock:
                self._aligned[key] = found
                while len(self._aligned) > 4:
                    self._aligned.popitem(last=False)
        return found
