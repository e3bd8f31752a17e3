"""A search of a small tree, right or faulty, as a recording that the microscope shows."""

from __future__ import annotations

from typing import Any

from kibitz.core.score import INFINITY, MAX_RESULT, WIN
from kibitz.core.searching import NodeKind
from kibitz.doctor.report import Report, Run
from kibitz.games.numbers import make_numbers
from kibitz.trees.recording import Recording
from kibitz.trees.search_tree import NO_MOVE, NO_NODE, SearchTree

MEAN = 1_000  # what the mean of play-outs is multiplied by


def make_recording(run: Run, searcher: str, *, is_max: bool) -> Recording | None:
    """The recording of a run; None if it cannot be one: the root is a leaf, or a leaf is worth more than a game can be.

    `searcher`: its name; that of a search of ours brings its pseudocode along.
    """
    if not can_record(run):
        return None
    return Recording(_Filling(run, searcher, is_max).tree)


def can_record(run: Run) -> bool:
    return len(run.nodes) > 1 and all(abs(node.static or 0) <= MAX_RESULT for node in run.nodes)


def name_wrong_run(report: Report) -> str:
    """What the program of a report is called as a searcher: by its fault."""
    return report.faults[0].id if report.faults else "this-program"


def name_right_run(run: Run) -> str:
    """The search of ours that a right run is one of."""
    if run.is_sampled:
        return "mcts"
    return "minimax" if run.nodes[0].alpha is None else "alphabeta"


class _Filling:
    """Fills a tree with the nodes of a run, in the order of its leaves."""

    def __init__(self, run: Run, searcher: str, is_max: bool) -> None:
        self._run, self._is_max = run, is_max
        self._below: list[list[int]] = [[] for _ in run.nodes]
        for place, node in enumerate(run.nodes):
            if node.parent >= 0:
                self._below[node.parent].append(place)
        self._first = {number: turn for turn, number in reversed(list(enumerate(run.leaves or ())))}
        game = make_numbers(self._to_lists(0), max_first=is_max)
        self.tree = SearchTree(game, game.initial(), searcher)
        self._add(0, NO_NODE, NO_MOVE, 0)

    def _to_lists(self, place: int) -> Any:
        static = self._run.nodes[place].static
        below = [self._to_lists(child) for child in self._below[place]]
        return int(static or 0) if static is not None or not below else below

    def _height(self, place: int) -> int:
        return 1 + max((self._height(child) for child in self._below[place]), default=-1)

    def _turn(self, place: int) -> float:
        """When the search first looked at a leaf below a node."""
        own = self._first.get(self._run.nodes[place].number, float("inf"))
        return min([own, *(self._turn(child) for child in self._below[place])])

    def _add(self, place: int, parent: int, move: int, ply: int) -> None:
        node, sign = self._run.nodes[place], 1 if self._run.is_movers or (ply % 2 == 0) == self._is_max else -1
        alpha, beta = _scale(node.alpha, -INFINITY), _scale(node.beta, INFINITY)
        if sign < 0:
            alpha, beta = -beta, -alpha
        added = self.tree.add(parent, move, self._height(place), alpha, beta)
        if node.visits is not None:
            self.tree.note(added, "visits", node.visits)
            self.tree.note(added, "mean", -sign * round(MEAN * (node.value or 0)))
        searched = [child for child in self._below[place] if self._run.nodes[child].state != "skipped"]
        for child in sorted(searched, key=self._turn):
            self._add(child, added, child, ply + 1)
        if node.value is None:
            self.tree.close(added, 0, NodeKind.STOPPED)
        elif node.static is None and node.visits is not None:
            self.tree.close(added, sign * round(MEAN * node.value), NodeKind.INNER)
        else:
            kind = NodeKind.TERMINAL if node.static is not None else NodeKind.INNER if searched else NodeKind.TABLE
            self.tree.close(added, sign * _scale(node.value, 0), kind)


def _scale(value: float | None, missing: int) -> int:
    if value is None:
        return missing
    return int(max(-INFINITY, min(INFINITY, value * WIN)))
