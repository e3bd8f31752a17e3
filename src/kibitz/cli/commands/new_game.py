"""`kibitz new-game`: write the skeleton of a game of one's own, with a test beside it."""

from __future__ import annotations

from pathlib import Path

import click

from kibitz.cli.terminal.common import echo_json, json_option


@click.command("new-game")
@click.argument("name")
@click.option("--folder", default=".", metavar="DIR", help="The folder to write to; default: the current one.")
@json_option
def new_game(name: str, folder: str, as_json: bool) -> None:
    """Write the skeleton of a new game.

    For NAME fox-and-geese, this writes a working game to fox_and_geese.py, with comments that say what to change,
    and a test to test_fox_and_geese.py. Existing files are never replaced.
    """
    from kibitz.check.new_game.write_skeleton import write_skeleton

    written = write_skeleton(name, Path(folder))
    if as_json:
        echo_json(written)
        return
    click.echo(f"{written.game_file}: a working game, to change into yours; each TODO says what to change")
    click.echo(f"{written.test_file}: its test")
    click.echo(f"\nNext: kibitz check {written.game_file}\n      kibitz play {written.game_file}")
