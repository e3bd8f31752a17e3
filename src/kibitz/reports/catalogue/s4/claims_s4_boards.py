"""What S4 says in passing about its boards: the chances of the centre, and what alpha-beta alone can do."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.game import find_game
from kibitz.games.lines import LineGame
from kibitz.lab.design import Cell, Column, Plot, Row, Values, number
from kibitz.lab.tools.growth import count_nodes_by_ply
from kibitz.lab.verdict import ClaimPart, Verdict, judge_parts
from kibitz.reports.measuring.claims import CheckedClaim, rows_with
from kibitz.reports.measuring.searches import search_with

REPORT = "Tic-tac-toe with a graphical interface"
KINDS = {"centre": (1, 1), "corner": (0, 0), "edge": (0, 1)}
BOARDS = {"3x3": ("tic-tac-toe", (9,)), "5x5": ("mnk:width=5,height=5,k=4", (2, 3, 4, 5))}
QUICKLY = 100_000  # nodes a move
GREAT = 10  # times fewer nodes


class FourMoreChances(CheckedClaim):
    id = "S4-7b"
    title = "The chances of the centre cell"
    source = f"{REPORT}, heuristic improvement"
    says = "The center cell can lead to 4 more chances of winning than other cells."
    assumes = "A chance of winning is a line of three that goes through the cell."
    columns = (Column("lines"),)

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [Cell(name, {"cell": name}) for name in KINDS]

    def measure(self, cell: Cell, seed: int) -> Values:
        game = find_game("tic-tac-toe")
        assert isinstance(game, LineGame)
        bit = 1 << game.bit(*KINDS[cell.name])
        return {"lines": sum(bool(line & bit) for line in game.winning_lines)}

    def decide(self, rows: Sequence[Row]) -> Verdict:
        centre, corner, edge = (number(row.measured, "lines") for row in rows)
        return judge_parts(
            ClaimPart(
                "the centre has four more lines than any other cell",
                centre - max(corner, edge) >= 4,
                f"{centre:.0f} lines through the centre, {corner:.0f} through a corner, {edge:.0f} through an edge",
                f"the centre has {centre:.0f} lines in all, {centre - corner:.0f} more than a corner and "
                f"{centre - edge:.0f} more than an edge",
            )
        )


class AlphaBetaAlone(CheckedClaim):
    id = "S4-5b"
    title = "What alpha-beta alone can do on 3x3 and on 5x5"
    source = f"{REPORT}, alpha-beta pruning"
    says = (
        "Alpha-beta is already good enough to play on 3x3 both smartly and quickly; for a 5x5 map the performance "
        "still hasn't improved significantly."
    )
    assumes = (
        f"Quickly means fewer than {QUICKLY:,} nodes for the first move, which readable Python searches in a second or "
        f"two; smartly, a search to the end of the game; significantly, {GREAT} times fewer nodes than minimax. On 5x5 "
        "four in a row win, as S4's scores suggest; moves are in natural order and the horizon is worth 0, as in S4."
    )
    columns = (
        Column("minimax nodes"),
        Column("alpha-beta nodes"),
        Column("saving"),
        Column("seconds", "s", exact=False),
    )
    plot = Plot("lines", x="depth", y=("minimax nodes", "alpha-beta nodes"), by="board", log=True)

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [
            Cell(f"{board}, depth {depth}", {"board": board, "depth": depth})
            for board, (_, depths) in BOARDS.items()
            for depth in (depths[:-1] if quick and board == "5x5" else depths)
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        game, depth = find_game(BOARDS[str(cell.settings["board"])][0]), cell.whole("depth")
        found = search_with(f"alphabeta:depth={depth},eval=zero,backend=reference", game)
        everything = sum(nodes for nodes, _ in count_nodes_by_ply(game, game.initial(), depth))
        return {
            "minimax nodes": everything,
            "alpha-beta nodes": found.stats.nodes,
            "saving": everything / found.stats.nodes,
            "seconds": found.stats.seconds,
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        small, large = rows_with(rows, board="3x3")[-1], rows_with(rows, board="5x5")[-1]
        (whole, saved_small), (part, saving) = (
            (number(row.measured, "alpha-beta nodes"), number(row.measured, "saving")) for row in (small, large)
        )
        depth, to_the_end = large.cell.whole("depth"), find_game(BOARDS["5x5"][0]).max_plies
        return judge_parts(
            ClaimPart(
                "alpha-beta alone plays 3x3 perfectly and quickly",
                whole < QUICKLY,
                f"3x3 to the end, {small.cell.whole('depth')} plies: {whole:,.0f} of "
                f"{number(small.measured, 'minimax nodes'):,.0f} nodes, {saved_small:.0f} times fewer than minimax; "
                f"5x5, {depth} of {to_the_end} plies: {part:,.0f} of "
                f"{number(large.measured, 'minimax nodes'):,.0f} nodes, {saving:.0f} times fewer",
                "alpha-beta alone takes too long for 3x3",
            ),
            ClaimPart(
                "on 5x5 it saves little",
                saving < GREAT,
                "",
                f"on 5x5 it saves even more; 5x5 stays slow because {whole:,.0f} nodes are the whole game on 3x3, but "
                f"{part:,.0f} are only {depth} of {to_the_end} plies on 5x5",
            ),
        )
