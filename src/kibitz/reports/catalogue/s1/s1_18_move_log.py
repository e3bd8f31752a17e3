"""The log of three moves: how many lines S1's files have at depth 3, counted by watching the search itself.

The files themselves are what `kibitz tree othello alphabeta:depth=3,eval=discs --moves … --out log.txt` writes, in S1's
format; each row names the moves.
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.game import Game, Move, State, find_game
from kibitz.core.limits import REFERENCE
from kibitz.core.notation import moves_text
from kibitz.core.random_games import random_line, random_states
from kibitz.core.rng import Rng
from kibitz.core.searching import NodeKind, Nodes, find_searcher
from kibitz.lab.design import Cell, Column, Experiment, Row, TreeLink, Values, number
from kibitz.lab.verdict import Kind, Verdict, join_words
from kibitz.reports.catalogue.s1.s1_09_against_random import GAME, REPORT

DEPTH = 3
PLIES = {1: 10, 2: 20, 3: 30}  # where the three moves are taken from; Black is to move
MANY = 150  # nodes: S1-19 judges whether a tree of so many can be made


class LineCounter:
    """A watcher that counts the lines of S1's log: a node, the start and end of its children, what got pruned."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.room = 1 << 30
        self.nodes = self.explored = self.cuts = self.pruned = 0
        self._open: list[tuple[State, int, int]] = []  # state, beta, children seen

    def begin(self, depth: int) -> None: ...

    def enter(self, state: State, move: Move, depth: int, alpha: int, beta: int) -> None:
        if self._open:
            parent, bound, children = self._open[-1]
            self._open[-1] = (parent, bound, children + 1)
        self._open.append((state, beta, 0))
        self.nodes += 1

    def leave(self, value: int, kind: NodeKind) -> None:
        state, beta, children = self._open.pop()
        self.explored += kind == NodeKind.INNER
        remaining = len(self.game.moves(state)) - children
        if kind == NodeKind.INNER and value >= beta and remaining:
            self.cuts += 1
            self.pruned += remaining

    def note(self, column: str, number: int) -> None: ...
    def take(self, nodes: Nodes) -> None: ...
    def skip(self, count: int) -> None: ...

    @property
    def lines(self) -> int:
        """One when a node is entered and one when it is left, START before its children, PRUNED after a cut."""
        return 2 * self.nodes + self.explored + self.cuts


class MoveLogs(Experiment):
    id = "S1-18"
    title = "The move-tree log of three moves, at depth 3"
    source = f"{REPORT}, section IV"
    says = "Other than few of the starting moves, all moves explore more than 150 nodes on average with depth just 3."
    assumes = "S1's files are lost with their link; the three moves are those of Black in one random game."
    columns = (
        Column("nodes"),
        Column("explored"),
        Column("cut-offs"),
        Column("moves pruned"),
        Column("lines"),
        Column("after"),
    )

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [
            Cell(f"{search}, move {move}", {"search": search, "plies": plies})
            for search in ("minimax", "alphabeta")
            for move, plies in PLIES.items()
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        game, least = find_game(GAME), number(cell.settings, "plies")
        states = enumerate(random_states(game, Rng(seed)))
        plies = next(ply for ply, state in states if ply >= least and game.to_move(state) == 0)
        moves, state = random_line(game, Rng(seed), plies)
        spec = f"{cell.settings['search']}:depth={DEPTH},eval=discs"
        searcher, limits = find_searcher(spec)
        counter = LineCounter(game)
        searcher.search(game, state, limits, backend=REFERENCE, watcher=counter)
        return {
            "nodes": counter.nodes,
            "explored": counter.explored,
            "cut-offs": counter.cuts,
            "moves pruned": counter.pruned,
            "lines": counter.lines,
            "after": moves_text(game, moves),
        }

    def app_links(self, row: Row) -> Sequence[TreeLink]:
        if row.measured is None:
            return ()
        spec = f"{row.cell.settings['search']}:depth={DEPTH},eval=discs"
        return (TreeLink("its tree", GAME, spec, str(row.measured["after"])),)

    def judge(self, rows: Sequence[Row]) -> Verdict:
        nodes = {
            search: [
                number(row.measured, "nodes") for row in rows if row.measured and row.cell.settings["search"] == search
            ]
            for search in ("minimax", "alphabeta")
        }
        means = {search: sum(counts) / len(counts) for search, counts in nodes.items() if counts}
        figures = join_words([f"{mean:,.0f} nodes with {search}" for search, mean in means.items()])
        figures = f"{figures}, averages over the logged moves; printed more than {MANY}"
        enough = [search for search, mean in means.items() if mean > MANY]
        if len(enough) == len(means):
            return Verdict(Kind.HOLDS, f"A move explores more than {MANY} nodes at depth {DEPTH} on average.", figures)
        if not enough:
            return Verdict(Kind.WRONG, f"A move explores fewer than {MANY} nodes at depth {DEPTH}.", figures)
        sentence = f"A move explores more than {MANY} nodes at depth {DEPTH} with one of the two searches."
        return Verdict(Kind.CONDITION, sentence, figures, f"only with {enough[0]}")
