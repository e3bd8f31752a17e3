"""S0-47: what it costs to build a tree for every move of the root and to throw it away."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable, Sequence

from kibitz.core.evaluation import Evaluator, find_evaluator
from kibitz.core.game import Game, find_game
from kibitz.core.limits import Limits
from kibitz.lab.design import Cell, Column, Plot, Row, TreeLink, Values, number
from kibitz.lab.verdict import ClaimPart, Verdict, judge_parts
from kibitz.reports.catalogue.s0.claims_s0_growth import REPORT
from kibitz.reports.measuring.claims import CheckedClaim, read_column, rows_with
from kibitz.search.game_tree import GameTree
from kibitz.search.minimax import Minimax

GAME, EVAL = "connect-four", "longest"
PER_MOVE, ONE, NONE = WAYS = ("a tree for every move", "one tree for all", "no tree")
KB = 1_000  # bytes
SMALL = 1 / 4  # so much of the memory or less is called a small part
SAME = 2  # memory that grows by less than this factor over all depths is called the same


class TreePerMove(CheckedClaim):
    id = "S0-47"
    title = "The cost of one tree per root move"
    source = f"{REPORT}, section 4.2"
    says = "For each legal move I create a new board and a new tree based on that board."
    assumes = (
        "The report states this as a step of its program, and measures neither its time nor its memory; what is judged "
        "is our remark on what it costs, beside one tree for all moves and beside a walk that stores nothing. Minimax "
        "with S0's longest line looks at the empty 7x6 board; its depth is counted below a move of the root, as S0 "
        "does. Memory is the most that Python holds for the search at a time, time that of the processor. Trees are "
        "columns of numbers here; S0's, of objects, took more memory. S0's deepest test, 6, has seven times the nodes "
        "of the last row."
    )
    columns = (Column("nodes"), Column("memory", "kB", exact=False), Column("time", "ms", exact=False))
    plot = Plot("lines", x="depth", y=("memory",), by="way", log=True, title="Connect Four: memory of a first move")

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [
            Cell(f"depth {depth}, {way}", {"depth": depth, "way": way})
            for depth in range(2, 4 if quick else 6)
            for way in WAYS
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        search, depth = _SEARCHES[str(cell.settings["way"])], cell.whole("depth")
        game = find_game(GAME)
        evaluator = find_evaluator(EVAL, game)
        search(game, evaluator, 1)  # what is made once, such as the cached rules of the game, is no cost of the search
        began = time.thread_time()
        nodes = search(game, evaluator, depth)
        seconds = time.thread_time() - began
        tracemalloc.start()  # apart from the time, as it slows the search down
        try:
            search(game, evaluator, depth)
            memory = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        return {"nodes": nodes, "memory": memory / KB, "time": 1_000 * seconds}

    def app_links(self, row: Row) -> Sequence[TreeLink]:
        depth = row.cell.whole("depth")
        return (TreeLink("the tree", GAME, f"replica-s0-minimax:depth={depth}"),) if depth <= 4 else ()

    def decide(self, rows: Sequence[Row]) -> Verdict:
        """Judged by the greatest depth that was measured."""
        depth = max(row.cell.whole("depth") for row in rows)
        found = {way: rows_with(rows, depth=depth, way=way)[0].measured for way in WAYS}
        nodes, memory, time_taken = (
            {way: number(values, column) for way, values in found.items()} for column in ("nodes", "memory", "time")
        )
        share, walks = memory[PER_MOVE] / memory[ONE], read_column(rows_with(rows, way=NONE), "memory")
        return judge_parts(
            ClaimPart(
                "a tree for every move costs no more nodes than one tree for all of them",
                nodes[PER_MOVE] <= nodes[ONE],
                f"at depth {depth} below a move, {nodes[PER_MOVE]:,.0f} nodes in the trees of all moves together and "
                f"{nodes[ONE]:,.0f} in one tree",
                "a tree for every move builds more nodes than one tree for all of them",
            ),
            ClaimPart(
                "it needs a small part of the memory, since each is thrown away before the next is built",
                share <= SMALL,
                f"{memory[PER_MOVE]:,.0f} kB at most with a tree for every move, {100 * share:.0f} % of the "
                f"{memory[ONE]:,.0f} kB of one tree",
                "it needs most of the memory, although each is thrown away before the next is built",
            ),
            ClaimPart(
                "a walk that stores nothing needs hardly any memory at any depth",
                max(walks) < SAME * min(walks) and max(walks) < memory[PER_MOVE],
                f"{min(walks):.1f} to {max(walks):.1f} kB without a tree, over all depths",
                "the memory of a walk that stores nothing grows with the depth, too",
            ),
            ClaimPart(
                "such a traversal is the fastest",
                time_taken[NONE] < min(time_taken[PER_MOVE], time_taken[ONE]),
                f"{time_taken[PER_MOVE]:,.0f} ms with a tree for every move, {time_taken[ONE]:,.0f} ms with one tree, "
                f"{time_taken[NONE]:,.0f} ms without",
                "such a traversal takes as much time as building trees",
            ),
        )


def _search_trees(game: Game, evaluator: Evaluator, depth: int) -> int:
    """S0's way, its faults put right: a tree on the board after every move. Returns the nodes, the root included."""
    nodes = 1
    for move in game.moves(game.initial()):
        tree = GameTree.build(game, game.play(game.initial(), move), depth, evaluator=evaluator)
        tree.minimax()
        nodes += tree.nodes
        del tree  # before the next is built, or two would be there at a time
    return nodes


def _search_one_tree(game: Game, evaluator: Evaluator, depth: int) -> int:
    tree = GameTree.build(game, game.initial(), depth + 1, evaluator=evaluator)
    tree.minimax()
    return tree.nodes


def _search_without_tree(game: Game, evaluator: Evaluator, depth: int) -> int:
    return Minimax(eval=EVAL).search_reference(game, game.initial(), Limits(depth=depth + 1)).stats.nodes


_SEARCHES: dict[str, Callable[[Game, Evaluator, int], int]] = {
    PER_MOVE: _search_trees,
    ONE: _search_one_tree,
    NONE: _search_without_tree,
}
