"""What S2 says in passing about strength: depth, a fast evaluation, and Monte Carlo tree search on several cores."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.lab.design import Cell, Column, Plot, Row, Values, number
from kibitz.lab.verdict import ClaimPart, Verdict, judge_parts
from kibitz.reports.catalogue.s2.claims_s2_search import REPORT
from kibitz.reports.measuring.claims import CheckedClaim, rows_with
from kibitz.reports.measuring.deeper import POINTS, DeeperWins, measure_points
from kibitz.reports.measuring.searches import search_with

GAME = "connect-four"
HEURISTICS = ("zero", "columns", "longest", "threes", "windows")  # from the quickest to the slowest
SECONDS = 0.1  # a move
PLIES_LOST = 1  # by an evaluation that is called fast
FAIR = 0.1  # the share by which work may miss its proportion


class DepthMakesStronger(DeeperWins):
    id = "S2-14b"
    title = "More depth plays better"
    source = f"{REPORT}, discussion"
    says = "If we increase the depth for both algorithms it will have a more accurate result."
    assumes = (
        "More accurate is taken as winning more points. Alpha-beta with S2's heuristic plays itself two plies deeper, "
        "in pairs of games from different openings. S2 does not claim that every single ply helps, so matches of one "
        "ply more are shown and decide nothing."
    )
    game, heuristics, order = GAME, {"threes": ""}, "centre"


class FastEvaluation(CheckedClaim):
    id = "S2-13b"
    title = "A fast evaluation function"
    source = f"{REPORT}, discussion"
    says = "The tree is huge, so the solution to the problem is to use a fast evaluation function."
    assumes = (
        "Alpha-beta with no heuristic and with four heuristics for Connect Four, from the quickest to the slowest, "
        f"{SECONDS:g} s a move. S2 says that an evaluation function, and a fast one, takes the place of the whole "
        "tree; it does not say that the fastest is the best."
    )
    columns = (Column("time a position", "µs", exact=False), Column("depth reached", exact=False), *POINTS)
    needs_full_rows = True
    plot = Plot("bars", x="heuristic", y=("points",), title="Points against windows at equal time")

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        seconds, games = (0.01, 4) if quick else (SECONDS, 100)
        return [
            Cell(
                heuristic,
                {"heuristic": heuristic, "seconds": seconds, "games": games},
                f"{seconds:g} s a move, {games} games" if quick else "",
            )
            for heuristic in HEURISTICS
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        heuristic, seconds = str(cell.settings["heuristic"]), number(cell.settings, "seconds")
        spec = f"alphabeta:time={seconds:g},order=centre,eval="
        found = search_with(f"{spec}{heuristic}", GAME)
        cost = {
            "time a position": 1e6 * found.stats.seconds / max(found.stats.nodes, 1),
            "depth reached": found.stats.depth,
        }
        return {**cost, **measure_points(GAME, f"{spec}{heuristic}", f"{spec}windows", cell.whole("games"), seed)}

    def decide(self, rows: Sequence[Row]) -> Verdict:
        by_name = {row.cell.name: row.measured for row in rows}
        none, slowest = by_name["zero"], by_name["windows"]
        points, depth = (
            {name: number(values, column) for name, values in by_name.items()} for column in ("points", "depth reached")
        )
        low, high = number(none, "points low"), number(none, "points high")
        shown = ", ".join(f"{name} {points[name]:.0f} % at depth {depth[name]:.0f}" for name in by_name)
        best = max((name for name in by_name if name != "windows"), key=lambda name: points[name])
        return judge_parts(
            ClaimPart(
                "in the same time alpha-beta plays better with the evaluation function windows than with none",
                True if high < 50 else False if low > 50 else None,
                f"points against windows, and depth of the first move: {shown} (zero is none); the best of the others "
                f"is {best}",
                "in the same time alpha-beta plays no better with the evaluation function windows than with none",
                "more games",
            ),
            ClaimPart(
                f"it is fast enough, though the slowest of the four, to cost at most {PLIES_LOST} ply of depth",
                depth["zero"] - number(slowest, "depth reached") <= PLIES_LOST,
                "",
                f"it costs more than {PLIES_LOST} ply of depth",
            ),
        )


class ManyCores(CheckedClaim):
    id = "S2-16b"
    title = "Monte Carlo tree search on several cores"
    source = f"{REPORT}, other methods"
    says = "The time complexity of Monte Carlo tree search is O(mkI/C): it shrinks with the computers, C."
    assumes = (
        "Cores stand for the computers. Each core grows its own tree with its share of the iterations (threads). "
        "The work is counted in positions visited by each core; the time is shown, but depends on what else the "
        "machine does. The other letters are judged in S2-16 (I) and S2-16f (m and k)."
    )
    columns = (Column("simulations"), Column("positions"), Column("cores"), Column("time", "s", exact=False))

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        counts = (20_000, 40_000) if quick else (100_000, 200_000, 400_000)
        return [
            Cell(
                f"{count:,} simulations, {used} {'core' if used == 1 else 'cores'}",
                {"simulations": count, "cores": used},
                f"{count:,} simulations" if quick else "",
            )
            for count in counts
            for used in (1, 2)
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        count, cores = cell.whole("simulations"), cell.whole("cores")
        spec = f"mcts:simulations={count},threads={cores},seed={seed}"
        search_with(f"mcts:simulations=100,threads={cores}", GAME)  # compiles
        stats = search_with(spec, GAME).stats
        return {"simulations": stats.terminals, "positions": stats.nodes, "cores": cores, "time": stats.seconds}

    def decide(self, rows: Sequence[Row]) -> Verdict:
        alone = rows_with(rows, cores=1)
        pairs = [(row, rows_with(rows, simulations=row.cell.whole("simulations"), cores=2)[0]) for row in alone]
        work = [number(two.measured, "positions") / 2 / number(one.measured, "positions") for one, two in pairs]
        times = [number(two.measured, "time") / number(one.measured, "time") for one, two in pairs]
        return judge_parts(
            ClaimPart(
                "with twice the cores each core does half the work",
                all(abs(share - 0.5) <= FAIR / 2 for share in work),
                f"each of two cores visits {100 * min(work):.1f} to {100 * max(work):.1f} % of the positions that one "
                f"core visits alone; the time here is {100 * min(times):.0f} to {100 * max(times):.0f} %, which "
                "depends on the machine",
                "with twice the cores each core does not do half the work",
            )
        )
