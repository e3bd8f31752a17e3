"""S4-9 and S4-19: a depth that grows as the board fills, and a horizon beyond which everything is worth 0."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.game import find_game
from kibitz.lab.design import Cell, Column, Plot, Row, Value, Values
from kibitz.lab.verdict import ClaimPart, Verdict, judge_parts
from kibitz.reports.catalogue.s4.s4_03_depth_aware_score import REPORT
from kibitz.reports.catalogue.s4.s4_06_move_ordering import BOARDS
from kibitz.reports.measuring.claims import CheckedTable, read_column, rows_with, sample_positions
from kibitz.reports.measuring.searches import search_with

BOARD = "5x5, k=4"


class GrowingDepth(CheckedTable):
    id = "S4-9"
    title = "A depth that grows with the game"
    source = f"{REPORT}, section 3.c"
    says = "On 5x5 the limit for the depth gradually increases as the game gets closer to the end."
    assumes = (
        "S4 prints no schedule; here the depth is 3 at first and grows by a ply every four moves, with four in a row. "
        "Much slower would be ten times the nodes of the first move."
    )
    columns = (Column("depth"), Column("nodes"), Column("nodes at the first depth"))
    plot = Plot("lines", x="played", y=("nodes", "nodes at the first depth"), log=True)

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        first, grow = (2, 6) if quick else (3, 4)
        return [
            Cell(
                f"after {played} moves",
                {"played": played, "first": first, "grow": grow, "positions": 3 if quick else 20},
                f"3 positions, from depth {first}" if quick else "",
            )
            for played in range(0, 21, 4)
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        """Alpha-beta with S4's move ordering on random positions. S4 prints no schedule; this one is ours."""
        played, first, grow = (cell.whole(name) for name in ("played", "first", "grow"))
        game, depth = find_game(BOARDS[BOARD]), first + played // grow
        count = cell.whole("positions")
        states = sample_positions(game, count, seed, played) if played else [game.initial()]
        grown, fixed = (
            sum(
                search_with(
                    f"alphabeta:depth={d},eval=reported-cells,order=heuristic,backend=reference", game, state
                ).stats.nodes
                for state in states
            )
            / len(states)
            for d in (depth, first)
        )
        return {"depth": depth, "nodes": grown, "nodes at the first depth": fixed}

    def decide(self, rows: Sequence[Row]) -> Verdict:
        nodes, fixed, depths = (read_column(rows, name) for name in ("nodes", "nodes at the first depth", "depth"))
        return judge_parts(
            ClaimPart(
                "the depth can grow as the game gets closer to the end, without a move becoming much slower",
                max(nodes) < 10 * nodes[0],
                f"from depth {depths[0]:.0f} to {depths[-1]:.0f}, a move takes at most {max(nodes) / nodes[0]:.1f} "
                f"times the nodes of the first one ({nodes[0]:,.0f}); at a fixed depth the last takes {fixed[-1]:,.0f}",
                "if the depth grows as the game gets closer to the end, moves become much slower",
            )
        )


class BlindHorizon(CheckedTable):
    id = "S4-19"
    title = "Blind beyond the horizon"
    source = f"{REPORT}, section 3.a"
    says = "If the depth limit is reached, return 0."
    assumes = (
        "The report states this as a step of its program; what is judged is our remark on it, that such a search "
        "cannot tell moves apart unless a game ends within its reach. Random positions with four in a row."
    )
    covers = ("S4-2",)
    columns = (Column("positions"), Column("all moves equal"), Column("share", "%"))
    plot = Plot("bars", x="depth", y=("share",), by="horizon")

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        count, deepest, backend = (12, 3, "reference") if quick else (100, 4, "auto")
        shared: dict[str, Value] = {"positions": count, "backend": backend}
        fewer = f"{count} positions" if quick else ""
        return [
            Cell(f"{name}, depth {depth}", {"horizon": name, "eval": heuristic, "depth": depth, **shared}, fewer)
            for name, heuristic in (("0", "zero"), ("windows", "windows"))
            for depth in range(1, deepest + 1)
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        """Positions 6 to 12 moves into the game in which the search rates all moves equal."""
        game, asked, blind = find_game(BOARDS[BOARD]), 0, 0
        spec = ",".join(f"{key}={cell.settings[key]}" for key in ("depth", "eval", "backend"))
        for state in sample_positions(game, cell.whole("positions"), seed, 6, 8, 10, 12):
            asked += 1
            blind += len({root.score.value for root in search_with(f"minimax:{spec}", game, state).roots}) == 1
        return {"positions": asked, "all moves equal": blind, "share": 100 * blind / asked}

    def decide(self, rows: Sequence[Row]) -> Verdict:
        blind, seeing = (read_column(rows_with(rows, horizon=name), "share") for name in ("0", "windows"))
        return judge_parts(
            ClaimPart(
                "a search that returns 0 at its depth limit often rates all moves equal",
                min(blind) > max(seeing),
                f"all moves look alike in {blind[0]:.0f} % of the positions at depth 1 and in {blind[-1]:.0f} % at "
                f"depth {len(blind)}; with open windows at the limit, in {seeing[0]:.0f} and {seeing[-1]:.0f} %",
                "a search that gives 0 at its depth limit tells moves apart as well as one that evaluates",
            )
        )
