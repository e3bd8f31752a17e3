"""How deep S1's two searches get in 2 s per move, averaged over a game against a random player.

What 2 s are worth depends on machine and language, so both searches are also given equally many nodes, and only what
alpha-beta gains with these is judged. Alpha-beta as S1 prints it calls minimax (S1-24b); that program is measured too.
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.lab.design import BoardLink, Cell, Column, Experiment, Row, Values, number
from kibitz.lab.verdict import Kind, Verdict, join_words
from kibitz.reports.catalogue.s1.s1_09_against_random import BOTS, GAME, HEURISTICS, NO_WEIGHTS, REPORT
from kibitz.reports.measuring.matches import play_one_game

PRINTED = {"minimax": 5.3, "alphabeta": 6.7}
AS_PRINTED = "replica-s1-alphabeta"
NAMES = {**BOTS, AS_PRINTED: "ABPruningBot as its pseudo-code is printed"}
BY_TIME = {"reference": "by time in Python", "compiled": "by time, compiled"}
BY_NODES = "equal nodes"
NEAR = 1  # ply: a gain this close to the printed one is called about as large


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
        "move for both; only these are judged, as how deep a search comes in 2 s depends on the machine."
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
        """The gain of alpha-beta with equally many nodes is judged; the depths by time are the machine's."""
        depths: dict[tuple[str, str], dict[str, float]] = {}
        for row in rows:
            limit = BY_NODES if "nodes" in row.cell.settings else BY_TIME[str(row.cell.settings["backend"])]
            found = depths.setdefault((HEURISTICS[str(row.cell.settings["eval"])], limit), {})
            found[str(row.cell.settings["search"])] = number(row.measured, "average depth")
        pairs = {place: found for place, found in depths.items() if PRINTED.keys() <= found.keys()}
        gains = {
            heuristic: found["alphabeta"] - found["minimax"]
            for (heuristic, limit), found in pairs.items()
            if limit == BY_NODES
        }
        if not gains:
            return Verdict(Kind.OPEN, "")
        figures = "; ".join(
            f"{heuristic}, {limit}: {found['minimax']:.2f} and {found['alphabeta']:.2f}"
            + (f" (with the mistake in S1's pseudo-code {found[AS_PRINTED]:.2f})" if AS_PRINTED in found else "")
            for (heuristic, limit), found in pairs.items()
        )
        figures = f"average depths of minimax and alpha-beta: {figures}"
        printed = PRINTED["alphabeta"] - PRINTED["minimax"]
        compared = f"in print {printed:.1f}, from {PRINTED['minimax']} to {PRINTED['alphabeta']}"
        shown = " and ".join(f"{gain:.1f} plies with {name}" for name, gain in gains.items())
        near = [name for name, gain in gains.items() if gain > 0 and abs(gain - printed) <= NEAR]
        if max(gains.values()) <= 0:
            sentence = "With equally many nodes a move, alpha-beta does not search deeper than minimax"
            return Verdict(Kind.WRONG, f"{sentence}; {compared}.", figures)
        sentence = f"With equally many nodes a move, alpha-beta gains {shown} over minimax; {compared}."
        if len(near) == len(gains):
            return Verdict(Kind.HOLDS, sentence, figures)
        condition = f"only with {join_words(near)}" if near else "only that alpha-beta searches deeper, not by how much"
        return Verdict(Kind.CONDITION, sentence, figures, condition)


def _bot(settings: Values) -> str:
    limit = "nodes" if "nodes" in settings else "time"
    return f"{settings['search']}:{limit}={settings[limit]},eval={settings['eval']},backend={settings['backend']}"
