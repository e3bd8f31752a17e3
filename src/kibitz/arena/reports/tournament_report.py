"""A tournament as one self-contained page of HTML: table, crosstable, rating plot, and every game.

A game's number is a link that opens it in the web app (`kibitz serve` on this machine), at its last position and with
its players, from where the search behind each move can be looked at again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any
from urllib.parse import urlencode

from kibitz.arena.reports.rating_plot import plot_ratings
from kibitz.arena.standings import Standing, Standings
from kibitz.core.game import Game

APP = "http://127.0.0.1:8017"  # where the web app listens by default

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; font: 16px/1.45 system-ui, sans-serif; }}
body {{ max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }}
table {{ border-collapse: collapse; margin: 1rem 0; }}
th, td {{ padding: .25rem .7rem; text-align: right; border-bottom: 1px solid #8884; }}
th:nth-child(2), td:nth-child(2), .games td, .games th {{ text-align: left; }}
.moves {{ font-family: ui-monospace, monospace; overflow-wrap: anywhere; }}
figure {{ margin: 1rem 0; background: #fff; display: inline-block; }}
.wide {{ overflow-x: auto; }}
</style>
<h1>{title}</h1>
<p>{summary}</p>
<h2>Table</h2>
<div class="wide">{table}</div>
<h2>Head-to-head scores</h2>
<div class="wide">{cross}</div>
<h2>What it cost</h2>
<div class="wide">{costs}</div>
<h2>Ratings</h2>
<figure>{drawing}</figure>
<h2>Games</h2>
<p>A number opens the game in the web app; start it with <code>kibitz serve</code>.</p>
<div class="wide">{games}</div>
</html>
"""


def game_link(game: str, moves: str, first: str = "", second: str = "") -> str:
    """The address in the web app of a game after these moves."""
    known = {"game": game, "first": first, "second": second, "moves": moves}
    return "/play?" + urlencode({key: value for key, value in known.items() if value}, safe=":,=/")


def write_report(table: Standings, games: Sequence[Mapping[str, Any]], game: Game, *, app: str = APP) -> str:
    """The whole page; `app`: where its links find the web app."""
    same = table.games - table.distinct_games
    repeated = f" {same} of them repeated an earlier one." if same else ""
    drawing = plot_ratings(table)
    specs = {line.name: line.spec for line in table.players}
    return _PAGE.format(
        title=escape(f"{table.kind.capitalize()}: {game.known_as}"),
        summary=escape(f"{game}; {table.games} games.{repeated}"),
        table=_rows(
            ("", "player", "points", "games", "+", "=", "−", "Elo", "95 %", "faults"), map(_line, table.players)
        ),
        cross=_rows(
            ("", "player", *(str(line.rank) for line in table.players)),
            ([line.rank, line.name, *map(_met, line.against)] for line in table.players),
        ),
        costs=_rows(
            ("", "player", "moves", "boards evaluated", "nodes", "cut-offs", "depth", "memory (KiB)", "time (s)"),
            map(_cost, table.players),
        ),
        drawing=drawing[drawing.index("<svg") :],
        games=_games(table.game, games, specs, app),
    )


def _line(line: Standing) -> list[object]:
    interval = f"{line.elo_low:+.0f} to {line.elo_high:+.0f}"
    counts = (line.wins, line.draws, line.losses)
    return [line.rank, line.name, f"{line.points:g}", line.games, *counts, f"{line.elo:+.0f}", interval, line.forfeits]


def _cost(line: Standing) -> list[object]:
    counts = (f"{count:,}" for count in (line.moves, line.boards_evaluated, line.nodes, line.cutoffs))
    depth = "–" if line.average_depth is None else f"{line.average_depth:.1f}"
    memory = f"{line.memory / 2**10:,.1f}" if line.memory else "–"
    return [line.rank, line.name, *counts, depth, memory, f"{line.seconds:,.2f}"]


def _met(met: tuple[float, int] | None) -> str:
    return "–" if met is None else f"{met[0]:g} / {met[1]}"


def _rows(head: Sequence[object], rows: Any) -> str:
    cells = "".join(f"<th>{escape(str(cell))}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>\n" for row in rows)
    return f"<table>\n<tr>{cells}</tr>\n{body}</table>"


def _games(game: str, games: Sequence[Mapping[str, Any]], specs: Mapping[str, str], app: str) -> str:
    rows = []
    for line in games:
        address = app + game_link(game, line["moves"], specs[line["first"]], specs[line["second"]])
        names = f"<td>{escape(line['first'])}</td><td>{escape(line['second'])}</td><td>{escape(line['result'])}</td>"
        link = f'<td><a href="{escape(address)}">{line["number"] + 1}</a></td>'
        rows.append(f'<tr>{link}{names}<td class="moves">{escape(line["moves"])}</td></tr>\n')
    head = "<tr><th>game</th><th>began</th><th>against</th><th>result</th><th>moves</th></tr>\n"
    return f'<table class="games">\n{head}{"".join(rows)}</table>'
