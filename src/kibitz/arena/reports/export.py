"""What is written of a tournament: its table and its games, for spreadsheets, for programs and for people."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from kibitz.arena.game_task import Finished
from kibitz.arena.pairings import Pairing, Standing, Standings
from kibitz.arena.plan import Plan
from kibitz.arena.reports.rating_plot import plot_ratings
from kibitz.arena.reports.tournament_report import write_report
from kibitz.core.game import Game

__all__ = ["EXPORTS", "Export", "game_lines"]

COLUMNS = [field.name for field in fields(Standing) if field.name != "against"]


@dataclass(frozen=True)
class Export:
    """A file of a tournament's folder, and how its text is made."""

    name: str
    write: Callable[[Plan, Game, Sequence[Pairing], Mapping[int, Finished], Standings], str]


def game_lines(plan: Plan, pairings: Sequence[Pairing], played: Mapping[int, Finished]) -> Iterator[dict[str, Any]]:
    """Each game played as plain values, by number. `first` began; `points` are its points."""
    for pairing in pairings:
        names = (plan.players[pairing.one].name, plan.players[pairing.other].name)
        for index in range(plan.games):
            finished = played.get(pairing.number * plan.games + index)
            if finished is None:
                continue
            first, second = names if index % 2 == 0 else (names[1], names[0])
            yield {
                "number": finished.number,
                "first": first,
                "second": second,
                "points": finished.points,
                "result": finished.result,
                "fault": finished.fault,
                "moves": finished.moves,
                "efforts": [asdict(effort) for effort in finished.efforts],
            }


def _games_jsonl(
    plan: Plan, game: Game, pairings: Sequence[Pairing], played: Mapping[int, Finished], table: Standings
) -> str:
    lines = ({"game": plan.game, **line} for line in game_lines(plan, pairings, played))
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _games_text(
    plan: Plan, game: Game, pairings: Sequence[Pairing], played: Mapping[int, Finished], table: Standings
) -> str:
    return "".join(played[number].text for number in sorted(played))


def _table_csv(
    plan: Plan, game: Game, pairings: Sequence[Pairing], played: Mapping[int, Finished], table: Standings
) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*COLUMNS, *(f"against {line.name}" for line in table.players)])
    for line in table.players:
        values = [getattr(line, column) for column in COLUMNS]
        values = [round(value, 3) if isinstance(value, float) else value for value in values]
        writer.writerow([*values, *("" if met is None else f"{met[0]:g}/{met[1]}" for met in line.against)])
    return out.getvalue()


def _ratings_svg(
    plan: Plan, game: Game, pairings: Sequence[Pairing], played: Mapping[int, Finished], table: Standings
) -> str:
    return plot_ratings(table)


def _report_html(
    plan: Plan, game: Game, pairings: Sequence[Pairing], played: Mapping[int, Finished], table: Standings
) -> str:
    return write_report(table, list(game_lines(plan, pairings, played)), game)


EXPORTS = (
    Export("table.csv", _table_csv),
    Export("games.jsonl", _games_jsonl),
    Export("tournament.games", _games_text),
    Export("ratings.svg", _ratings_svg),
    Export("report.html", _report_html),
)
