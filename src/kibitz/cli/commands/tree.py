"""`kibitz tree`: the tree of a search as a file, or in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kibitz.cli.terminal.common import GameCommand, echo_json, game_argument, json_option, position_options

if TYPE_CHECKING:
    from kibitz.trees.microscope.recording_cache import RecordingCache

__all__ = ["tree"]


@click.command(cls=GameCommand)
@game_argument
@click.argument("searcher", required=False)
@position_options
@click.option(
    "--out",
    metavar="FILE",
    help="Write the tree to a file; the extension sets the format: .html .svg .txt .dot .json .kbz",
)
@click.option("--record", metavar="FILE.kbz", help="Save a recording, which `kibitz tree FILE.kbz` opens.")
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    metavar="P",
    help="Port of the web app; default: 8017, or a free one if that is taken.",
)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@json_option
def tree(
    game: str,
    searcher: str | None,
    moves: str | None,
    position: str | None,
    out: str | None,
    record: str | None,
    port: int | None,
    no_browser: bool,
    as_json: bool,
) -> None:
    """Show or write the tree of a search.

    The tree includes pruned branches. It is written to a file, or else shown in the browser. Instead of GAME SEARCHER,
    name a recording (.kbz) or a tree written as .txt or .json.
    """
    if searcher is None:
        _convert_or_show(game, out, port, no_browser, as_json)
    elif out is not None or record is not None:
        _write(game, searcher, moves, position, out, record, as_json)
    else:
        _show_search(game, searcher, moves, position, port, no_browser)


def _write(
    game: str,
    searcher: str,
    moves: str | None,
    position: str | None,
    out: str | None,
    record: str | None,
    as_json: bool,
) -> None:
    from kibitz.cli.terminal.formatting import format_points, plural
    from kibitz.cli.terminal.thinking_line import show_thinking
    from kibitz.core.loading import load_game
    from kibitz.trees.tree_files import write_search_tree

    with show_thinking(f"{searcher} is searching …"):
        written = write_search_tree(load_game(game), searcher, out, recording=record, moves=moves, position=position)
    if as_json:
        echo_json(written)
        return
    files = " and ".join(filter(None, (written.file, written.recording)))
    click.echo(f"{files}: {plural(written.nodes, 'node')}, move {written.move}, score {format_points(written.score)}")
    if written.missed:
        click.echo(f"{plural(written.missed, 'node')} beyond the first million were searched but not recorded.")


def _convert_or_show(file: str, out: str | None, port: int | None, no_browser: bool, as_json: bool) -> None:
    """Convert a stored tree to another format, or show it."""
    from kibitz.cli.terminal.formatting import plural
    from kibitz.trees.tree_files import convert_tree, list_readable_suffixes, load_recording

    readable = list_readable_suffixes()
    if not file.lower().endswith(readable):
        raise click.UsageError(f"Missing argument 'SEARCHER'; {file} is not a recording ({' '.join(readable)}) either.")
    if out is not None:
        written = convert_tree(file, out)
        if as_json:
            echo_json(written)
        else:
            click.echo(f"{written.file}: {plural(written.nodes, 'node')}, value {written.value}")
        return
    from kibitz.trees.microscope.recording_cache import RecordingCache

    recordings = RecordingCache()
    name = recordings.add(load_recording(file), pinned=True).name
    _show(f"tree?tree={name}", recordings, port, no_browser)


def _show_search(
    game: str, searcher: str, moves: str | None, position: str | None, port: int | None, no_browser: bool
) -> None:
    """Show the search in the web app, which runs it."""
    from urllib.parse import urlencode

    from kibitz.core.loading import load_game
    from kibitz.core.searching import find_search
    from kibitz.play.positions import record_at

    loaded = load_game(game)
    find_search(searcher)
    record_at(loaded, moves=moves, position=position)
    asked = {"game": str(loaded), "moves": moves, "position": position, "searcher": searcher}
    _show(f"tree?{urlencode({key: text for key, text in asked.items() if text})}", None, port, no_browser)


def _show(page: str, recordings: RecordingCache | None, port: int | None, no_browser: bool) -> None:
    from kibitz.web.running import listen, open_browser, run

    listening = listen("127.0.0.1", port)
    click.echo(f"The tree is at {listening.address}{page} (Ctrl-C stops it)")

    def show() -> None:
        if not open_browser(listening.address, page=page):
            click.echo("No browser was found on this machine; open that address in one.")

    run(listening, when_ready=(lambda: None) if no_browser else show, recordings=recordings)
    click.echo("\nGood-bye.")
