"""What S2 says in passing about strength: that depth makes stronger, that a fast evaluation is the solution, and that
Monte Carlo tree search is as much faster as it has cores.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from kibitz.lab.design import Cell, Column, Plot, Row, Values, number
from kibitz.lab.verdict import ClaimPart, Verdict, judge_parts
from kibitz.reports.catalogue.s2.claims_s2_search import REPORT
from kibitz.reports.measuring.claims import CheckedClaim, rows_with
from kibitz.reports.measuring.matches import estimate_share_of_pairs, play_match
from kibitz.reports.measuring.searches import search_with

__all__ = ["DepthMakesStronger", "FastEvaluation", "ManyCores"]

GAME = "connect-four"
POINTS = (Column("games"), Column("points", "%"), Column("points low", "%"), Column("points high", "%"))
HEURISTICS = ("zero", "columns", "longest", "threes", "windows")  # from the quickest to the slowest
SECONDS = 0.1  # a move
FAIR = 0.15  # the share by which a time may miss its proportion


class DepthMakesStronger(CheckedClaim):
    id = "S2-14b"
    title = "More depth plays better"
    source = f"{REPORT}, discussion; S0, section 5, and S1, section IV, say the same"
    says = "If we increase the depth for both algorithms it will have a more accurate result."
    assumes = (
        "More accurate is taken as winning more points. Alpha-beta with S2's heuristic plays itself one ply deeper, in "
        "pairs of games from different openings."
    )
    columns = POINTS
    needs_full_rows = True
    plot = Plot("bars", x="depth", y=("points",), title="Points of a depth against the one before")

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        depths, games = ((2, 3), 10) if quick else ((2, 3, 4, 5, 6, 7), 200)
        return [
            Cell(
                f"depth {depth} against depth {depth - 1}",
                {"depth": depth, "games": games},
                f"{games} games" if quick else "",
            )
            for depth in depths
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        deep, shallow = (f"alphabeta:depth={cell.whole('depth') - less},eval=threes,order=centre" for less in (0, 1))
        return _points(deep, shallow, cell.whole("games"), seed)

    def decide(self, rows: Sequence[Row]) -> Verdict:
        better = [row for row in rows if number(row.measured, "points low") > 50]
        worse = [row for row in rows if number(row.measured, "points high") < 50]
        shown = ", ".join(f"{row.cell.name} {number(row.measured, 'points'):.0f} %" for row in rows)
        names = ", ".join(row.cell.name for row in worse)
        return judge_parts(
            ClaimPart(
                "every ply more wins points",
                True if len(better) == len(rows) else False if worse else None,
                f"{shown} of the points",
                f"some plies more lose points ({names})" if names else "",
                "more games for the steps that are not clear",
            )
        )


class FastEvaluation(CheckedClaim):
    id = "S2-13b"
    title = "A fast evaluation function"
    source = f"{REPORT}, discussion"
    says = "The tree is huge, so the solution to the problem is to use a fast evaluation function."
    assumes = (
        f"Five heuristics for Connect Four, from the quickest to the slowest, in the same alpha-beta, {SECONDS:g} s a "
        "move; a solution is the one that wins most points against windows, the slowest."
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
        return {**cost, **_points(f"{spec}{heuristic}", f"{spec}windows", cell.whole("games"), seed)}

    def decide(self, rows: Sequence[Row]) -> Verdict:
        by_name = {row.cell.name: row.measured for row in rows}
        best = max(by_name, key=lambda name: number(by_name[name], "points"))
        deepest = max(by_name, key=lambda name: number(by_name[name], "depth reached"))
        shown = ", ".join(
            f"{name} {number(values, 'points'):.0f} % at depth {number(values, 'depth reached'):.0f}"
            for name, values in by_name.items()
        )
        return judge_parts(
            ClaimPart(
                "the heuristic that searches deepest plays best",
                best == deepest,
                f"points against windows, and depth of the first move: {shown}",
                f"the heuristic that plays best ({best}) is not the one that searches deepest ({deepest})",
            )
        )


class ManyCores(CheckedClaim):
    id = "S2-16b"
    title = "Monte Carlo tree search on several cores"
    source = f"{REPORT}, other methods"
    says = "The time complexity of Monte Carlo tree search is O(mkI/C), with I iterations on C cores."
    assumes = (
        "m, the moves tried at a node, and k, the nodes of an iteration, are those of Connect Four; each core grows a "
        "tree of its own with its share of the iterations (threads)."
    )
    columns = (Column("simulations"), Column("cores"), Column("time", "s", exact=False))
    needs_full_rows = True

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        counts = (20_000, 40_000) if quick else (100_000, 200_000, 400_000)
        cores = sorted({1, min(2, os.cpu_count() or 1)})
        return [
            Cell(
                f"{count:,} simulations, {used} {'core' if used == 1 else 'cores'}",
                {"simulations": count, "cores": used},
                f"{count:,} simulations" if quick else "",
            )
            for count in counts
            for used in cores
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        count, cores = cell.whole("simulations"), cell.whole("cores")
        spec = f"mcts:simulations={count},threads={cores},seed={seed}"
        search_with(f"mcts:simulations=100,threads={cores}", GAME)  # compiles
        found = search_with(spec, GAME)
        return {"simulations": found.stats.terminals, "cores": cores, "time": found.stats.seconds}

    def decide(self, rows: Sequence[Row]) -> Verdict:
        alone = rows_with(rows, cores=1)
        each = [number(row.measured, "time") / number(row.measured, "simulations") for row in alone]
        steady = max(each) / min(each) < 1 + FAIR
        parts = [
            ClaimPart(
                "the time is in proportion to the simulations",
                steady,
                f"{1e6 * min(each):.1f} to {1e6 * max(each):.1f} µs a simulation on one core",
                "a simulation takes longer the more there are, since the tree grows deeper and out of the cache",
            )
        ]
        pairs = [(row, rows_with(rows, simulations=row.cell.whole("simulations"), cores=2)) for row in alone]
        gains = [number(one.measured, "time") / number(two[0].measured, "time") for one, two in pairs if two]
        parts.append(
            ClaimPart(
                "twice the cores take half the time",
                min(gains) > 2 * (1 - FAIR) if gains else None,
                f"two cores are {min(gains):.2f} to {max(gains):.2f} times as fast" if gains else "",
                "twice the cores do not take half the time",
                "a machine with two cores",
            )
        )
        return judge_parts(*parts)


def _points(first: str, second: str, games: int, seed: int) -> Values:
    result = play_match(GAME, first, second, games, seed)
    return dict(zip((column.name for column in POINTS), (result.games, *estimate_share_of_pairs(result)), strict=True))
