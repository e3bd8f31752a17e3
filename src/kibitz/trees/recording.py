"""A recorded search: its tree, the game that led to it, and what follows from them and is asked for again and again.

A recording is named by a digest of what was asked (game, position, searcher), so that the same question always means
the same recording, whether it is still in memory or made again.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from functools import cached_property

from kibitz.core.errors import Unsuited
from kibitz.core.pseudocode import NO_PSEUDOCODE, Pseudocode
from kibitz.core.searching import SEARCHERS, SearchResult, StopFlag, search_spec
from kibitz.core.spec import split_spec
from kibitz.play.players import SearchPlayer
from kibitz.play.records import GameRecord, state_text
from kibitz.trees.event_replay import make_event_replay
from kibitz.trees.fault_marks import FaultCount, FaultMarks
from kibitz.trees.labels import has_windows
from kibitz.trees.recorder import MAX_RECORDED, record
from kibitz.trees.replay import AnyReplay, Replay
from kibitz.trees.search_tree import SearchTree
from kibitz.trees.tree_statistics import TreeStatistics, count_statistics

STATISTICS_KEPT = 64


class Recording:
    """A recorded search. A tree alone makes one, too: then the game is taken to begin at its root.

    `before`: the game that led to the root; `result`: the answer of the search, None for a tree from a file.
    """

    def __init__(self, tree: SearchTree, before: GameRecord | None = None, result: SearchResult | None = None) -> None:
        if not len(tree):
            raise Unsuited(
                "This search left no tree, so there is nothing to show or to write; record it with a watcher."
            )
        self.tree = tree
        self.before = before or GameRecord.begin(tree.game, ("", ""), start=tree.root_state)
        self.result = result
        self.name = name_recording(self.before, tree.searcher)
        self._statistics: OrderedDict[int, TreeStatistics] = OrderedDict()

    @cached_property
    def root(self) -> int:
        """The root of the last complete pass, of the first pass if none is complete."""
        complete = [root for root in self.tree.roots if self.tree.is_complete(root)]
        return complete[-1] if complete else self.tree.roots[0]

    @cached_property
    def lines(self) -> frozenset[int]:
        """The nodes on the principal line of any pass."""
        return frozenset(node for root in self.tree.roots for node in self.tree.line(root))

    @cached_property
    def pass_heights(self) -> dict[int, int]:
        """For the root of every pass, how many plies its tree has, the root's included."""
        tree = self.tree
        return {root: max(tree.ply[root : root + tree.size[root]]) + 1 for root in tree.roots}

    @cached_property
    def pseudocode(self) -> Pseudocode:
        """That of the search in this game; empty if this installation does not know the searcher."""
        name = split_spec(self.tree.searcher)[0]
        if name not in SEARCHERS.classes and name not in SEARCHERS.aliases:
            return NO_PSEUDOCODE
        searcher = SEARCHERS.classes.get(SEARCHERS.resolve(self.tree.searcher)[0])
        code = searcher.pseudocode if searcher else NO_PSEUDOCODE
        return code if self.tree.game.moves_again else code.without("same")

    @cached_property
    def replay(self) -> AnyReplay:
        """All steps of the search; none if it did not go depth first and its order was not recorded."""
        if self.tree.is_depth_first:
            return self.depth_first_replay
        return make_event_replay(self.tree, self.pseudocode)

    @cached_property
    def depth_first_replay(self) -> Replay:
        return Replay(self.tree, self.pseudocode)

    @cached_property
    def fault_marks(self) -> FaultMarks:
        """Where faults of a published program act."""
        return FaultMarks(self.tree)

    @cached_property
    def fault_counts(self) -> tuple[FaultCount, ...]:
        return self.fault_marks.count()

    @cached_property
    def has_windows(self) -> bool:
        return has_windows(self.tree)

    def statistics(self, node: int) -> TreeStatistics:
        if node not in self._statistics:
            self._statistics[node] = count_statistics(self.tree, node)
            while len(self._statistics) > STATISTICS_KEPT:
                self._statistics.popitem(last=False)
        return self._statistics[node]

    @property
    def memory(self) -> int:
        return self.tree.memory


def name_recording(before: GameRecord, searcher: str) -> str:
    """The digest that names a recording; `searcher` as `search_spec` writes it."""
    start = "" if before.start is None else state_text(before.game, before.start)
    asked = "\n".join((before.game.spec(full=True), start, before.moves_text, searcher))
    return hashlib.sha256(asked.encode()).hexdigest()[:16]


def recorded_spec(player: SearchPlayer) -> str:
    """The searcher of a player as the tree of its recording names it."""
    return search_spec(player.searcher, player.limits)


def record_search(
    before: GameRecord, player: SearchPlayer, *, limit: int = MAX_RECORDED, stop: StopFlag | None = None
) -> Recording:
    """Search the position a game has come to, and keep the tree."""
    limits = player.limits.at(len(before.moves))
    result, tree = record(before.game, before.state, player.searcher, limits, player.backend, limit=limit, stop=stop)
    tree.searcher = recorded_spec(player)
    return Recording(tree, before, result)
