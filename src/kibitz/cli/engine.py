"""`kibitz engine` and `kibitz check-engine`: Kibitz speaks to other programs, and finds out how well they do."""

from __future__ import annotations

import sys

import click

from kibitz.cli.common import GameCommand, echo_json, game_argument, json_option

__all__ = ["check_engine", "engine"]


@click.command(cls=GameCommand)
@game_argument
@click.argument("player")
@click.option("--protocol", default="gtp", metavar="NAME", help="gtp, ugi or nboard; gtp unless told.")
def engine(game: str, player: str, protocol: str) -> None:
    """Let PLAYER answer another program, on standard input and output.

    The other program, a graphical interface or a tournament manager, starts this command and speaks the protocol.
    """
    from kibitz.app.engine.speaking import speak
    from kibitz.app.loading import load_game

    speak(protocol, load_game(game), player, sys.stdin.buffer, sys.stdout)


@click.command("check-engine", cls=GameCommand)
@game_argument
@click.argument("player")
@click.option("--games", type=click.IntRange(1, 1000), default=3, metavar="N", help="Games to play; 3 unless told.")
@json_option
def check_engine(game: str, player: str, games: int, as_json: bool) -> None:
    """Whether PLAYER, a program from outside such as gtp:program=./bot, keeps to its protocol in GAME.

    Each test is a line: ok, or what is wrong. Exit status 1 if anything is wrong.
    """
    from kibitz.app.engine_check import check_engine as check
    from kibitz.app.loading import load_game

    results = []
    for found in check(load_game(game), player, games=games):
        results.append(found)
        if not as_json:
            click.echo(f"{'wrong' if found.problem else 'ok':<7}{found.test}")
            if found.problem:
                click.echo(f"       {found.problem}")
    wrong = sum(bool(found.problem) for found in results)
    if as_json:
        echo_json(results)
    else:
        click.echo(f"{wrong or 'no'} test{'' if wrong == 1 else 's'} failed of {len(results)}")
    sys.exit(1 if wrong else 0)
