"""What the commands share: the GAME argument, the options that name a position, JSON, and the terminal."""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TypeVar

import click

if TYPE_CHECKING:
    from rich.console import Console

__all__ = [
    "GameCommand",
    "at_position",
    "echo_json",
    "game_argument",
    "json_option",
    "make_console",
    "tell_findings",
    "to_json",
]

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T", bound="Finding")


class Finding(Protocol):
    """What came of one test among several; `problem` is empty if all is well."""

    @property
    def problem(self) -> str: ...


class GameCommand(click.Command):
    """A command whose first argument is a game; `--game FILE.py:Class` may stand in for it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, _game_first(args))


def _game_first(args: list[str]) -> list[str]:
    """The arguments with the value of --game moved to the place of GAME."""
    for i, arg in enumerate(args):
        if arg == "--game" and i + 1 < len(args):
            return [args[i + 1], *args[:i], *args[i + 2 :]]
        if arg.startswith("--game="):
            return [arg.removeprefix("--game="), *args[:i], *args[i + 1 :]]
    return args


def game_argument(command: F) -> F:
    """GAME, and `--game` for the help text; `GameCommand` turns the one into the other."""
    option = click.option(
        "--game",
        "own_game",
        metavar="FILE.py:Class",
        expose_value=False,
        help="A game of your own, in place of GAME.",
    )
    return click.argument("game")(option(command))


def at_position(command: F) -> F:
    """The options that name a position: `moves` and `position`."""
    moves = click.option("--moves", metavar="M", help="The moves that lead to the position, as in 4455 or f5d6c3.")
    position = click.option("--position", metavar="P", help="The position written out, and the side to move.")
    return moves(position(command))


def json_option(command: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help="The answer as JSON.")(command)


def to_json(answer: Any) -> Any:
    """An answer as JSON knows it; what was not asked for (a field that stayed None by default) is left out."""
    if isinstance(answer, (tuple, list)):
        return [to_json(item) for item in answer]
    if not dataclasses.is_dataclass(answer):
        return answer
    values = {field: getattr(answer, field.name) for field in dataclasses.fields(answer)}
    return {
        field.name: to_json(value) for field, value in values.items() if value is not None or field.default is not None
    }


def echo_json(answer: Any) -> None:
    click.echo(json.dumps(to_json(answer), indent=2, ensure_ascii=False))


def tell_findings(findings: Iterable[T], name: Callable[[T], str], failed: tuple[str, str], as_json: bool) -> NoReturn:
    """A line for each test as it ends, ok or what is wrong; exit status 1 if anything is.

    `failed`: what one of them and what several are said to be, as in ("law broken", "laws broken").
    """
    results = []
    for found in findings:
        results.append(found)
        if not as_json:
            click.echo(f"{'wrong' if found.problem else 'ok':<7}{name(found)}")
            if found.problem:
                click.echo(f"       {found.problem}")
    wrong = sum(bool(found.problem) for found in results)
    if as_json:
        echo_json(results)
    else:
        click.echo(f"{wrong or 'no'} {failed[wrong != 1]} of {len(results)}")
    sys.exit(1 if wrong else 0)


def make_console() -> Console:
    """Where everything but JSON is printed: in colour on a terminal, plain into a file."""
    from rich.console import Console

    return Console(highlight=False)
