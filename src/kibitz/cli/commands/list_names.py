"""`kibitz games`, `players`, `evals` and `methods`: lists of everything that can be named, with its parameters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

from kibitz.cli.terminal.common import echo_json, json_option, make_console
from kibitz.cli.terminal.formatting import format_option
from kibitz.core.spec import value_text

if TYPE_CHECKING:
    from rich.console import Console

    from kibitz.learn.method_list import MethodListing
    from kibitz.play.catalogue import EvaluatorInfo, GameInfo, OptionInfo


@click.command()
@click.option("--openspiel", is_flag=True, help="List the games of OpenSpiel, if it is installed.")
@json_option
def games(openspiel: bool, as_json: bool) -> None:
    """List the games and their parameters."""
    from kibitz.play.catalogue import group_by_family, list_games, list_open_spiel_games

    infos = list_open_spiel_games() if openspiel else list_games()
    if as_json:
        echo_json(infos)
        return
    console = make_console()
    for heading, family in group_by_family(infos).items():
        console.print(f"\n[bold underline]{heading}[/]")
        for info in family:
            _print_game(console, info)
    example = "openspiel:hex:board_size=5" if openspiel else "connect-four:width=5,height=4"
    console.print(f"\nWrite a game as name:parameter=value,…, such as {example}")


def _print_game(console: Console, info: GameInfo) -> None:
    _print_heading(console, info.name, f"{info.title}; {info.players[0]} moves first, then {info.players[1]}")
    _print_rows(console, _format_options(info.options))
    others = [name for name in info.evaluators if name != info.evaluator]
    rows = [("also", f"{alias} for {spec}") for alias, spec in info.aliases.items()]
    rows.append(("heuristics", ", ".join([f"{info.evaluator} (default)", *others])))
    _print_rows(console, rows)


@click.command()
@json_option
def players(as_json: bool) -> None:
    """List the players and searchers and their options."""
    from kibitz.play.catalogue import list_players

    infos = list_players()
    if as_json:
        echo_json(infos)
        return
    console = make_console()
    for info in infos:
        aliases = [(alias, f"short for {spec}") for alias, spec in info.aliases.items()]
        _print_rows(console, [(info.name, info.about), *aliases], indent=0)
    takers: dict[OptionInfo, list[str]] = {}
    for info in infos:
        for o in info.options:
            takers.setdefault(o, []).append(info.name)
    searchers = [info.name for info in infos if info.searches]
    for names in dict.fromkeys(map(tuple, takers.values())):
        who = "all searches" if list(names) == searchers else ", ".join(names)
        _print_heading(console, f"Options of {who}")
        _print_rows(console, _format_options(o for o, those in takers.items() if tuple(those) == names))
    console.print("\nWrite a player as name:option=value,…, such as alphabeta:depth=6,eval=threes")


@click.command()
@json_option
def evals(as_json: bool) -> None:
    """List the heuristics, their games and their weights."""
    from kibitz.play.catalogue import list_evaluators

    infos = list_evaluators()
    more = [[("for", ", ".join(info.games))] for info in infos]
    advice = "Choose one with eval=, and change its weights: alphabeta:depth=4,eval=windows/two=5"
    _print_list(infos, more, advice, as_json=as_json)


@click.command()
@json_option
def methods(as_json: bool) -> None:
    """List the methods of learning and their settings."""
    from kibitz.learn.method_list import list_methods

    infos = list_methods()
    more = [[("needs", "PyTorch: pip install torch")] if info.needs_torch else [] for info in infos]
    advice = "Train a player with one: kibitz learn connect-four td:games=200000 --out mine.kbm"
    _print_list(infos, more, advice, as_json=as_json)


def _print_list(
    infos: Sequence[EvaluatorInfo | MethodListing],
    more: Sequence[list[tuple[str, str]]],
    advice: str,
    *,
    as_json: bool,
) -> None:
    """Each with its options and `more` rows of its own, then the advice; as JSON only what they are."""
    if as_json:
        echo_json(infos)
        return
    console = make_console()
    for info, rows in zip(infos, more, strict=True):
        _print_heading(console, info.name, info.about)
        _print_rows(console, [*_format_options(info.options), *rows])
    console.print(f"\n{advice}")


def _print_heading(console: Console, name: str, about: str = "") -> None:
    from rich.text import Text

    console.print()
    console.print(Text.assemble((name, "bold"), f"  {about}"))


def _format_options(options: Iterable[OptionInfo]) -> list[tuple[str, str]]:
    return [(f"{o.name}={value_text(o.default)}", format_option(o)) for o in options]


def _print_rows(console: Console, rows: Iterable[tuple[str, str]], *, indent: int = 2) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(min_width=18 - indent, no_wrap=True)
    for name, about in rows:
        table.add_row(Text(" " * indent + name, "" if indent else "bold"), Text(about))
    console.print(table)
