"""`kibitz engine` and `kibitz check-engine`: Kibitz speaks to other programs, and finds out how well they do."""

from __future__ import annotations

import sys

import click

from kibitz.cli.terminal.common import GameCommand, game_argument, json_option, tell_findings

__all__ = ["check_engine", "engine"]


@click.command(cls=GameCommand)
@game_argument
@click.argument("player")
@click.option("--protocol", default="gtp", metavar="NAME", help="gtp, ugi or nboard; gtp unless told.")
def engine(game: str, player: str, protocol: str) -> None:
    """Let PLAYER answer another program, on standard input and output.

    The other program, a graphical interface or a tournament manager, starts this command and speaks the protocol.
    """
    from kibitz.core.loading import load_game
    from kibitz.play.protocols.engine_protocol import answer_lines

    answer_lines(protocol, load_game(game), player, sys.stdin.buffer, sys.stdout)


@click.command("check-engine", cls=GameCommand)
@game_argument
@click.argument("player")
@click.option("--games", type=click.IntRange(1, 1000), default=3, metavar="N", help="Games to play; 3 unless told.")
@json_option
def check_engine(game: str, player: str, games: int, as_json: bool) -> None:
    """Whether PLAYER, a program from outside such as gtp:program=./bot, keeps to its protocol in GAME.

    Each test is a line: ok, or what is wrong. Exit status 1 if anything is wrong.
    """
    from kibitz.check.check_engine import check_engine as check
    from kibitz.core.loading import load_game

    found = check(load_game(game), player, games=games)
    tell_findings(found, lambda one: one.test, ("test failed", "tests failed"), as_json)
