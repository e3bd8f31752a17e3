"""The files written of a tournament: its table and its games, for spreadsheets, for programs and for people."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from kibitz.arena.game_task import FinishedGame
from kibitz.arena.pairings import Pairing, find_pairings
from kibitz.arena.plan import Plan
from kibitz.arena.reports.rating_plot import draw_ratings, plot_ratings
from kibitz.arena.reports.tournament_report import APP, write_report
from kibitz.arena.standings import Standing, Standings, compute_standings
from kibitz.core.errors import BadOption
from kibitz.core.game import Game
from kibitz.core.loading import load_game

COLUMNS = [field.name for field in fields(Standing) if field.name != "against"]


@dataclass(frozen=True)
class TournamentResults:
    """All that a file is written from. `app`: where the links in it find the web app."""

    plan: Plan
    game: Game
    pairings: Sequence[Pairing]
    played: Mapping[int, FinishedGame]
    standings: Standings
    app: str = APP


@dataclass(frozen=True)
class Export:
    """One file, and how its content is made."""

    name: str
    media_type: str
    write: Callable[[TournamentResults], str | bytes]


def game_lines(plan: Plan, pairings: Sequence[Pairing], played: Mapping[int, FinishedGame]) -> Iterator[dict[str, Any]]:
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
                "efforts": [
                    {"boards_evaluated": effort.boards_evaluated, **asdict(effort)} for effort in finished.efforts
                ],
            }


def _table_csv(results: TournamentResults) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    players = results.standings.players
    writer.writerow([*COLUMNS, *(f"against {line.name}" for line in players)])
    for line in players:
        values = [getattr(line, column) for column in COLUMNS]
        values = [round(value, 3) if isinstance(value, float) else value for value in values]
        writer.writerow([*values, *("" if met is None else f"{met[0]:g}/{met[1]}" for met in line.against)])
    return out.getvalue()


def _games_jsonl(results: TournamentResults) -> str:
    plan = results.plan
    lines = ({"game": plan.game, **line} for line in game_lines(plan, results.pairings, results.played))
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _games_text(results: TournamentResults) -> str:
    return "".join(results.played[number].text for number in sorted(results.played))


def _ratings_svg(results: TournamentResults) -> str:
    return plot_ratings(results.standings)


def _ratings_pdf(results: TournamentResults) -> bytes:
    return draw_ratings(results.standings, "pdf")


def _table_json(results: TournamentResults) -> str:
    return json.dumps(asdict(results.standings), ensure_ascii=False, indent=2) + "\n"


def _report_html(results: TournamentResults) -> str:
    lines = list(game_lines(results.plan, results.pairings, results.played))
    return write_report(results.standings, lines, results.game, app=results.app)


def _plan_toml(results: TournamentResults) -> str:
    return results.plan.toml()


EXPORTS = {
    "csv": Export("table.csv", "text/csv", _table_csv),
    "json": Export("table.json", "application/json", _table_json),
    "jsonl": Export("games.jsonl", "application/jsonl", _games_jsonl),
    "games": Export("tournament.games", "text/plain", _games_text),
    "svg": Export("ratings.svg", "image/svg+xml", _ratings_svg),
    "pdf": Export("ratings.pdf", "application/pdf", _ratings_pdf),
    "html": Export("report.html", "text/html", _report_html),
    "toml": Export("tournament.toml", "application/toml", _plan_toml),
}
# What `kibitz tournament` writes into the folder of a tournament.
FOLDER_EXPORTS = tuple(export for kind, export in EXPORTS.items() if kind in ("csv", "jsonl", "games", "svg", "html"))


def export_file(plan: Plan, played: Mapping[int, FinishedGame], kind: str, *, app: str) -> str | bytes:
    """The content of one of `EXPORTS`; `app`: where its links find the web app."""
    if kind not in EXPORTS:
        raise BadOption(f"A tournament has no file of the kind '{kind}'; choose one of {', '.join(EXPORTS)}.")
    pairings, _ = find_pairings(plan, played)
    standings = compute_standings(plan, pairings, played)
    return EXPORTS[kind].write(TournamentResults(plan, load_game(plan.game), pairings, played, standings, app))
