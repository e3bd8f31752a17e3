"""How deep S1's two searches get in 2 s per move, averaged over a game against a random player.

Alpha-beta as S1 prints it calls minimax (S1-24b); that program is measured too.
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.lab.catalogue.s1.s1_09_against_random import GAME, REPORT
from kibitz.lab.design import BoardLink, Cell, Column, Experiment, Kind, Row, Values, Verdict, number
from kibitz.lab.measuring.matches import play_one_game

__all__ = ["DepthInTime"]

PRINTED = {"minimax": 5.3, "alphabeta": 6.7}
AS_PRINTED = "replica-s1-alphabeta"


class DepthInTime(Experiment):
    id = "S1-14"
    title = "Average depth in 2 s per move"
    source = f"{REPORT}, section V.A"
    columns = (Column("average depth", exact=False), Column("nodes a second", exact=False), Column("moves"))

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        seconds = 0.02 if quick else 2
        return [
            Cell(
                f"{search}, {heuristic}, {backend}",
                {"search": search, "eval": heuristic, "backend": backend, "time": seconds},
            )
            for backend in (("reference",) if quick else ("reference", "compiled"))
            for heuristic in ("discs", "phased")
            for search in (*PRINTED, AS_PRINTED)
            if not (search == AS_PRINTED and backend == "compiled")
        ]

    def reported(self, cell: Cell) -> Values:
        return {"average depth": PRINTED.get(str(cell.settings["search"]))}

    def measure(self, cell: Cell, seed: int) -> Values:
        settings = cell.settings
        bot = f"{settings['search']}:time={settings['time']},eval={settings['eval']},backend={settings['backend']}"
        effort = play_one_game(GAME, bot, "random", seeds=(seed, seed + 1)).effort(0)
        return {
            "average depth": effort.average_depth,
            "nodes a second": effort.nodes / effort.seconds,
            "moves": effort.moves,
        }

    def app_links(self, row: Row) -> Sequence[BoardLink]:
        settings = row.cell.settings
        bot = f"{settings['search']}:time={settings['time']},eval={settings['eval']},backend={settings['backend']}"
        return (BoardLink("play against it", GAME, "human", bot),)

    def judge(self, rows: Sequence[Row]) -> Verdict:
        """The claim is about the difference; the depth itself depends on the machine."""
        depth = {
            tuple(str(row.cell.settings[name]) for name in ("eval", "backend", "search")): number(
                row.measured, "average depth"
            )
            for row in rows
            if row.measured is not None
        }
        gains = {
            (search, f"{heuristic}, {backend}"): found - depth[heuristic, backend, "minimax"]
            for (heuristic, backend, search), found in depth.items()
            if search != "minimax" and (heuristic, backend, "minimax") in depth
        }
        real = [gain for (search, _), gain in gains.items() if search == "alphabeta"]
        if not real:
            return Verdict(Kind.OPEN, "")
        words = "; ".join(f"{search} with {setting} {gain:+.1f} plies" for (search, setting), gain in gains.items())
        kind = Kind.HOLDS if min(real) > 0 else Kind.CONDITION if max(real) > 0 else Kind.WRONG
        claimed = PRINTED["alphabeta"] - PRINTED["minimax"]
        return Verdict(kind, f"Compared with minimax in the same time: {words}; reported {claimed:+.1f}.")
