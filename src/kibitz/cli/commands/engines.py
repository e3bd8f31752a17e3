"""`kibitz engine` and `kibitz check-engine`: Kibitz as an engine, and whether another engine keeps to its protocol."""

from __future__ import annotations

import sys

import click

from kibitz.cli.terminal.check_results import print_check_results
from kibitz.cli.terminal.common import GameCommand, game_argument, json_option


@click.command(cls=GameCommand)
@game_argument
@click.argument("player")
@click.option("--protocol", default="gtp", metavar="NAME", help="gtp, ugi, nboard or gomocup; default: gtp.")
def engine(game: str, player: str, protocol: str) -> None:
    """Let another program use PLAYER as an engine.

    The other program, a graphical interface or a tournament manager, starts this command and speaks the protocol over
    standard input and output.
    """
    from kibitz.cli.terminal.progress_bar import end_preparation
    from kibitz.core.loading import load_game
    from kibitz.engines.protocols.engine_protocol import answer_lines

    loaded = load_game(game)
    end_preparation()
    answer_lines(protocol, loaded, player, sys.stdin.buffer, sys.stdout)


@click.command("check-engine", cls=GameCommand)
@game_argument
@click.argument("player")
@click.option("--games", type=click.IntRange(1, 1000), default=3, metavar="N", help="Games to play; default: 3.")
@json_option
def check_engine(game: str, player: str, games: int, as_json: bool) -> None:
    """Check that a program follows its protocol.

    PLAYER is an outside program, such as gtp:program=./bot, that plays GAME. One line per test: ok, or what is wrong.
    The exit status is 1 if anything is wrong.
    """
    from kibitz.check.check_engine import check_engine as check
    from kibitz.core.loading import load_game

    found = check(load_game(game), player, games=games)
    print_check_results(f"testing {player}", found, lambda one: one.test, ("test failed", "tests failed"), as_json)
