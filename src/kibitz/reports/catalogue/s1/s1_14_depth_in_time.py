"""How deep S1's two searches get in 2 s per move, averaged over a game against a random player.

What 2 s are worth depends on machine and language, so both searches are also given equally many nodes. Alpha-beta as S1
prints it calls minimax (S1-24b); that program is measured too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kibitz.lab.design import BoardLink, Cell, Column, Experiment, Row, Values, number
from kibitz.lab.verdict import Kind, Verdict
from kibitz.reports.catalogue.s1.s1_09_against_random import BOTS, GAME, HEURISTICS, NO_WEIGHTS, REPORT
from kibitz.reports.measuring.matches import play_one_game

__all__ = ["DepthInTime"]

PRINTED = {"minimax": 5.3, "alphabeta": 6.7}
AS_PRINTED = "replica-s1-alphabeta"
NAMES = {**BOTS, AS_PRINTED: "ABPruningBot as its pseudo-code is printed"}
BY_TIME = {"reference": "by time in Python", "compiled": "by time, compiled"}
BY_NODES = "equal nodes"
NEAR = 0.5  # plies: a depth this close to the printed one is called the same


class DepthInTime(Experiment):
    id = "S1-14"
    title = "Average depth in 2 s per move"
    source = f"{REPORT}, section V.A"
    says = (
        "With 2 seconds for each move Minimax explored an average depth of 5.3 whereas ABPruning explored an average "
        "depth of 6.7."
    )
    assumes = (
        "The depth of a move is that of the last search that was finished in time, averaged over a game against random "
        f"play. Print does not say with which heuristic, so both are measured. {NO_WEIGHTS} Equal nodes are 100,000 a "
        "move for both."
    )
    needs_full_rows = True
    columns = (Column("average depth", exact=False), Column("nodes a second", exact=False), Column("moves"))

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        seconds, nodes = (0.02, 1_000) if quick else (2, 100_000)
        by_time = [
            Cell(
                f"{NAMES[search]}, {HEURISTICS[heuristic]}, {BY_TIME[backend]}",
                {"search": search, "eval": heuristic, "backend": backend, "time": seconds},
                f"{seconds} s a move" if quick else "",
            )
            for backend in (("reference",) if quick else BY_TIME)
            for heuristic in HEURISTICS
            for search in (*PRINTED, AS_PRINTED)
            if not (search == AS_PRINTED and backend == "compiled")
        ]
        by_nodes = [
            Cell(
                f"{NAMES[search]}, {HEURISTICS[heuristic]}, {BY_NODES}",
                {"search": search, "eval": heuristic, "backend": "reference", "nodes": nodes},
                f"{nodes:,} nodes a move" if quick else "",
            )
            for heuristic in HEURISTICS
            for search in PRINTED
        ]
        return by_time + by_nodes

    def reported(self, cell: Cell) -> Values:
        return {"average depth": PRINTED.get(str(cell.settings["search"]))} if "time" in cell.settings else {}

    def measure(self, cell: Cell, seed: int) -> Values:
        effort = play_one_game(GAME, _bot(cell.settings), "random", seeds=(seed, seed + 1)).effort(0)
        return {
            "average depth": effort.average_depth,
            "nodes a second": effort.nodes / effort.seconds,
            "moves": effort.moves,
        }

    def app_links(self, row: Row) -> Sequence[BoardLink]:
        return (BoardLink("play against it", GAME, "human", _bot(row.cell.settings)),)

    def judge(self, rows: Sequence[Row]) -> Verdict:
        """The claim is about the difference; the depth itself depends on the machine, and is shown where it agrees."""
        depths: dict[tuple[str, str], dict[str, float]] = {}
        for row in rows:
            limit = BY_NODES if "nodes" in row.cell.settings else BY_TIME[str(row.cell.settings["backend"])]
            found = depths.setdefault((HEURISTICS[str(row.cell.settings["eval"])], limit), {})
            found[str(row.cell.settings["search"])] = number(row.measured, "average depth")
        pairs = {place: found for place, found in depths.items() if PRINTED.keys() <= found.keys()}
        if not pairs:
            return Verdict(Kind.OPEN, "")
        gains = [found["alphabeta"] - found["minimax"] for found in pairs.values()]
        figures = "; ".join(
            f"{heuristic}, {limit}: {found['minimax']:.2f} and {found['alphabeta']:.2f}"
            + (f" (as printed {found[AS_PRINTED]:.2f})" if AS_PRINTED in found else "")
            for (heuristic, limit), found in pairs.items()
        )
        figures = f"average depths of minimax and alpha-beta: {figures}; printed 5.3 and 6.7"
        if max(gains) <= 0:
            return Verdict(Kind.WRONG, "In the same time alpha-beta does not search deeper than minimax.", figures)
        if min(gains) <= 0:
            deeper = [", ".join(place) for place, gain in zip(pairs, gains, strict=True) if gain > 0]
            sentence = "In the same time alpha-beta searches deeper than minimax in some settings only."
            return Verdict(Kind.CONDITION, sentence, figures, f"only with {'; '.join(deeper)}")
        deeper_by = f"alpha-beta searches {min(gains):.1f} to {max(gains):.1f} plies deeper than minimax"
        if near := _find_printed_depths(pairs):
            sentence = f"The printed depths come out again: {near}; {deeper_by}."
        else:
            sentence = f"In the same time, and with equally many nodes, {deeper_by}."
        return Verdict(Kind.HOLDS, sentence, figures)


def _bot(settings: Values) -> str:
    limit = "nodes" if "nodes" in settings else "time"
    return f"{settings['search']}:{limit}={settings[limit]},eval={settings['eval']},backend={settings['backend']}"


def _find_printed_depths(pairs: Mapping[tuple[str, str], Mapping[str, float]]) -> str:
    """The setting by time that comes nearest to both printed depths, in words; empty if none comes near."""
    by_time = {place: found for place, found in pairs.items() if place[1] != BY_NODES}

    def distance(place: tuple[str, str]) -> float:
        return max(abs(by_time[place][search] - depth) for search, depth in PRINTED.items())

    place = min(by_time, key=distance, default=None)
    if place is None or distance(place) > NEAR:
        return ""
    found = by_time[place]
    return (
        f"{found['minimax']:.2f} and {found['alphabeta']:.2f} plies ({', '.join(place)}), where S1 has "
        f"{PRINTED['minimax']} and {PRINTED['alphabeta']}"
    )
