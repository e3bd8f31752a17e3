"""What the commands share: the GAME argument, the options that name a position, JSON, and the terminal."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import click

if TYPE_CHECKING:
    from rich.console import Console

    from kibitz.cli.terminal.text_table import TextTable


F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R")

UNBROKEN = 100_000  # columns: as wide as any line
INTERRUPTED = 130  # the exit status a shell expects of a program ended by the interrupt key


class CommandGroup(click.Group):
    """A group that lists its commands in the order in which they were added."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


class GameCommand(click.Command):
    """A command whose first argument is a game; `--game FILE.py:Class` may be given instead.

    A game of the user's own whose rules cannot work is refused with the rule that is wrong.
    """

    takes_any_rules: ClassVar[bool] = False

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        from kibitz.check.broken_rule import refuse_broken_rules
        from kibitz.cli.terminal.progress_bar import show_preparation
        from kibitz.core.loading import load_game
        from kibitz.core.spec import split_user_file

        rest = super().parse_args(ctx, _move_game_first(args))
        game = ctx.params["game"]
        if split_user_file(game) is not None:  # its rules may not end
            ctx.with_resource(show_preparation(f"preparing {game}"))
            if not self.takes_any_rules:
                refuse_broken_rules(load_game(game))
        return rest


def _move_game_first(args: list[str]) -> list[str]:
    """Move the value of --game to where GAME is expected."""
    for i, arg in enumerate(args):
        if arg == "--game" and i + 1 < len(args):
            return [args[i + 1], *args[:i], *args[i + 2 :]]
        if arg.startswith("--game="):
            return [arg.removeprefix("--game="), *args[:i], *args[i + 1 :]]
    return args


def game_argument(command: F) -> F:
    """Add the argument GAME, and `--game` to the help text; `GameCommand` turns the second into the first."""
    option = click.option(
        "--game",
        "own_game",
        metavar="FILE.py:Class",
        expose_value=False,
        help="Your own game, instead of GAME.",
    )
    return click.argument("game")(option(command))


def position_options(command: F) -> F:
    """Add the options that name a position: `moves` and `position`."""
    moves = click.option("--moves", metavar="M", help="The moves that lead to the position, as in 4455 or f5d6c3.")
    position = click.option("--position", metavar="P", help="The position as text, with the side to move.")
    return moves(position(command))


def seed_option(about: str) -> Callable[[F], F]:
    """Add the option `--seed`; `about` says what the seed is for."""
    help_text = f"Random seed {about}; default: 0."
    return click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, metavar="S", help=help_text)


def json_option(command: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")(command)


def to_json(answer: Any) -> Any:
    """Convert an answer to lists, dicts and plain values, without optional fields that were not asked for (None)."""
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


def print_and_draw(
    found: R, picture: str | None, as_json: bool, *, draw: Callable[[R, str], object], show: Callable[[R], None]
) -> None:
    """Draw what was found to the file `picture`, if one is given, and print it, as JSON or with `show`."""
    if picture is not None:
        draw(found, picture)
    if as_json:
        echo_json(found)
        return
    show(found)
    if picture is not None:
        click.echo(f"drawn to {picture}")


def make_console() -> Console:
    """The console for everything but JSON: colour on a terminal, plain text elsewhere, where no line is broken."""
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = UNBROKEN
    return console


def make_text_table(*, gap: int = 2) -> TextTable:
    """A table without lines, its columns `gap` spaces apart."""
    from kibitz.cli.terminal.text_table import TextTable

    return TextTable(gap)
