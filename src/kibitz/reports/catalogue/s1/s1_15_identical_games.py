"""ABPruningBot against MinimaxBot: the same game every time, and what a sample of different games shows instead."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.lab.design import BoardLink, Cell, Column, Experiment, Row, Value, Values, number
from kibitz.lab.verdict import ClaimPart, Kind, Verdict, join_words, judge_parts
from kibitz.reports.catalogue.s1.s1_09_against_random import GAME, HEURISTICS, NO_WEIGHTS, REPORT
from kibitz.reports.measuring.claims import rows_with
from kibitz.reports.measuring.matches import estimate_share_of_pairs, play_match, play_one_game

BLACK, WHITE, PAIRED = "ABPruningBot is Black", "ABPruningBot is White", "paired openings"
DEPTHS = ((5, 6), (5, 7))  # of MinimaxBot and of ABPruningBot; on average 2 s a move gave them 5.3 and 6.7
QUICK_DEPTHS = ((1, 2),)


class IdenticalGames(Experiment):
    id = "S1-15"
    title = "ABPruningBot against MinimaxBot, both colours"
    source = f"{REPORT}, section V.B"
    says = "ABPruningBot won over MinimaxBot irrespective of who went first; they play the same moves in each game."
    assumes = (
        "Print leaves open with which heuristic, so both are measured, and at which depths: 5.3 and 6.7 plies on "
        "average are taken as 5 against 6 and as 5 against 7. A clock is not used, as with one two games could differ. "
        f"{NO_WEIGHTS}"
    )
    needs_full_rows = True
    columns = (
        Column("games"),
        Column("different games"),
        Column("alpha-beta wins"),
        Column("points", "%"),
        Column("points low", "%"),
        Column("points high", "%"),
    )

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        again, games, backend = (2, 4, "reference") if quick else (5, 100, "auto")
        cells = []
        for heuristic, name in HEURISTICS.items():
            for plain, pruned in QUICK_DEPTHS if quick else DEPTHS:
                shared: dict[str, Value] = {"heuristic": heuristic, "minimax": plain, "alphabeta": pruned}
                for kind in (BLACK, WHITE, PAIRED):
                    count = games if kind == PAIRED else again
                    settings = {**shared, "backend": backend, "kind": kind, "games": count}
                    fewer = f"depth {plain} v {pruned}, {count} games" if quick else ""
                    cells.append(Cell(f"{name}, {plain} v {pruned} plies, {kind}", settings, fewer))
        return cells

    def measure(self, cell: Cell, seed: int) -> Values:
        settings, games, kind = cell.settings, cell.whole("games"), cell.settings["kind"]
        plain, pruned = _bots(settings)
        if kind == PAIRED:
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
        players = (pruned, plain) if kind == BLACK else (plain, pruned)
        records = [play_one_game(GAME, *players, seeds=(seed + n, seed - n)) for n in range(games)]
        wins = sum((record.outcome or 0) * (1 if kind == BLACK else -1) > 0 for record in records)
        return {
            "games": games,
            "different games": len({record.moves for record in records}),
            "alpha-beta wins": wins,
            "points": 100 * wins / games,
        }

    def app_links(self, row: Row) -> Sequence[BoardLink]:
        plain, pruned = _bots({**row.cell.settings, "backend": "auto"})
        players = (plain, pruned) if row.cell.settings["kind"] == WHITE else (pruned, plain)
        return () if row.cell.settings["kind"] == PAIRED else (BoardLink("watch their game", GAME, *players),)

    def judge(self, rows: Sequence[Row]) -> Verdict:
        single = [row for row in rows if row.cell.settings["kind"] != PAIRED]
        if not single:
            return Verdict(Kind.OPEN, "")
        repeated = sum(number(row.measured, "different games") == 1 for row in single)
        won = [row for row in single if number(row.measured, "alpha-beta wins") == number(row.measured, "games")]
        lost = [row for row in single if row not in won]
        shares = [
            f"{_setting(row)} {number(row.measured, 'points'):.0f} % "
            f"({number(row.measured, 'points low'):.0f} to {number(row.measured, 'points high'):.0f})"
            for row in rows_with(rows, kind=PAIRED)
        ]
        sample = f"points of ABPruningBot over different openings: {'; '.join(shares)}" if shares else ""
        return judge_parts(
            ClaimPart(
                "the two bots play the same game every time",
                repeated == len(single),
                f"{repeated} of {len(single)} series repeat one game",
                "the two bots do not always play the same game",
            ),
            ClaimPart(
                "ABPruningBot wins with either side moving first",
                not lost,
                "; ".join(filter(None, (f"{len(won)} of {len(single)} series won", sample))),
                f"ABPruningBot wins {len(won)} of {len(single)} series",
            ),
            condition=f"except where ABPruningBot is {_list_by_colour(lost)}" if lost and won else "",
        )


def _setting(row: Row) -> str:
    """As in "netPlayerCoins at 5 v 6 plies"."""
    settings = row.cell.settings
    return f"{HEURISTICS[str(settings['heuristic'])]} at {settings['minimax']} v {settings['alphabeta']} plies"


def _list_by_colour(rows: Sequence[Row]) -> str:
    """As in "Black with … at 5 v 6 plies; White with … at 5 v 6 and 5 v 7 plies, or with … at 5 v 6 plies"."""
    by_colour: dict[str, dict[str, list[str]]] = {}
    for row in rows:
        settings = row.cell.settings
        by_heuristic = by_colour.setdefault("Black" if settings["kind"] == BLACK else "White", {})
        depths = by_heuristic.setdefault(HEURISTICS[str(settings["heuristic"])], [])
        depths.append(f"{settings['minimax']} v {settings['alphabeta']}")
    return "; ".join(
        f"{colour} " + ", or ".join(f"with {name} at {join_words(depths)} plies" for name, depths in found.items())
        for colour, found in by_colour.items()
    )


def _bots(settings: Values) -> tuple[str, str]:
    plain, pruned = (
        f"{name}:depth={settings[name]},eval={settings['heuristic']},backend={settings['backend']}"
        for name in ("minimax", "alphabeta")
    )
    return plain, pruned
