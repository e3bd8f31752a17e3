"""ABPruningBot against MinimaxBot: the same game every time, and what a sample of different games shows instead."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.lab.catalogue.s1.s1_09_against_random import DEPTHS, GAME, QUICK_DEPTHS, REPORT
from kibitz.lab.design import BoardLink, Cell, Column, Experiment, Kind, Row, Values, Verdict, number
from kibitz.lab.measuring.matches import estimate_share_of_pairs, play_match, play_one_game

__all__ = ["IdenticalGames"]

BLACK, WHITE, PAIRED = "alpha-beta is Black", "alpha-beta is White", "paired openings"


class IdenticalGames(Experiment):
    id = "S1-15"
    title = "ABPruningBot against MinimaxBot, both colours"
    source = f"{REPORT}, section V.B"
    says = "ABPruningBot won irrespective of who went first; they play the same moves in each game."
    columns = (
        Column("games"),
        Column("different games"),
        Column("alpha-beta wins"),
        Column("points", "%"),
        Column("points low", "%"),
        Column("points high", "%"),
    )

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        """At the depths that S1's bots reached; with a clock, two games could differ."""
        depths = QUICK_DEPTHS if quick else DEPTHS
        shared = {**depths, "backend": "reference" if quick else "auto"}
        again, games = (2, 4) if quick else (5, 100)
        return [
            Cell(BLACK, {**shared, "games": again}),
            Cell(WHITE, {**shared, "games": again}),
            Cell(PAIRED, {**shared, "games": games}),
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        settings, games = cell.settings, cell.whole("games")
        plain, pruned = (f"{name}:depth={settings[name]},eval=discs,backend={settings['backend']}" for name in DEPTHS)
        if cell.name == PAIRED:
            result = play_match(GAME, pruned, plain, games, seed)
            share = estimate_share_of_pairs(result)
            return {
                "games": games,
                "different games": result.distinct_games,
                "alpha-beta wins": result.wins,
                "points": share.percent,
                "points low": share.low,
                "points high": share.high,
            }
        players = (pruned, plain) if cell.name == BLACK else (plain, pruned)
        records = [play_one_game(GAME, *players, seeds=(seed + n, seed - n)) for n in range(games)]
        wins = sum((record.outcome or 0) * (1 if cell.name == BLACK else -1) > 0 for record in records)
        return {
            "games": games,
            "different games": len({record.moves for record in records}),
            "alpha-beta wins": wins,
            "points": 100 * wins / games,
        }

    def app_links(self, row: Row) -> Sequence[BoardLink]:
        plain, pruned = (f"{name}:depth={row.cell.settings[name]},eval=discs" for name in DEPTHS)
        players = (plain, pruned) if row.cell.name == WHITE else (pruned, plain)
        return () if row.cell.name == PAIRED else (BoardLink("watch their game", GAME, *players),)

    def judge(self, rows: Sequence[Row]) -> Verdict:
        found = {row.cell.name: row.measured for row in rows if row.measured is not None}
        parts, held = [], []
        for name in (BLACK, WHITE):
            if name in found:
                games, different = (number(found[name], column) for column in ("games", "different games"))
                won = number(found[name], "alpha-beta wins") == games
                held += [different == 1, won]
                parts.append(f"{name}: {different:.0f} different of {games:.0f} games, {'won' if won else 'not won'}")
        if PAIRED in found:
            percent, low, high = (number(found[PAIRED], f"points{end}") for end in ("", " low", " high"))
            held.append(low > 50)
            parts.append(f"over different openings alpha-beta has {percent:.0f} % ({low:.0f} to {high:.0f})")
        kind = Kind.HOLDS if all(held) else Kind.CONDITION if any(held) else Kind.WRONG
        return Verdict(kind, "; ".join(parts) + ".")
