"""`kibitz tree`: the tree of a search as a file, or in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kibitz.cli.terminal.common import GameCommand, echo_json, game_argument, json_option, position_options

if TYPE_CHECKING:
    from kibitz.core.game import Game
    from kibitz.trees.microscope.recording_cache import RecordingCache
    from kibitz.trees.tree_files import WrittenTree


WRITING = 30.0  # seconds that the tree of a search that was stopped may take to be written


@click.command(cls=GameCommand)
@game_argument
@click.argument("searcher", required=False)
@position_options
@click.option(
    "--out",
    metavar="FILE",
    help="Write the tree to a file; the extension sets the format: .html .svg .txt .dot .json .kbz",
)
@click.option(
    "--merge-symmetric",
    "merge",
    is_flag=True,
    help="Draw positions that are rotations or mirror images of each other as one node, with their number.",
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
    merge: bool,
    record: str | None,
    port: int | None,
    no_browser: bool,
    as_json: bool,
) -> None:
    """Show or write the tree of a search.

    The tree includes pruned branches. It is written to a file, or else shown in the browser. Instead of GAME SEARCHER,
    name a recording (.kbz) or a tree written as .txt or .json.
    """
    if merge and (searcher is None or out is None):
        raise click.UsageError("--merge-symmetric draws a search into a file; give GAME SEARCHER and --out FILE.svg.")
    if as_json and out is None and (searcher is None or record is None):
        raise click.UsageError("--json describes the file that is written; give --out FILE, or --record FILE.kbz.")
    if searcher is None:
        _convert_or_show(game, out, port, no_browser, as_json)
    elif out is not None or record is not None:
        _write(game, searcher, moves, position, out, record, merge, as_json)
    else:
        _show_search(game, searcher, moves, position, port, no_browser)


def _write(
    game: str,
    searcher: str,
    moves: str | None,
    position: str | None,
    out: str | None,
    record: str | None,
    merge: bool,
    as_json: bool,
) -> None:
    from kibitz.cli.terminal.effort_warning import warn_of_effort
    from kibitz.cli.terminal.interrupt import Interrupted, run_stoppable
    from kibitz.cli.terminal.progress_bar import WorkLine, show_work
    from kibitz.core.loading import load_game
    from kibitz.core.searching import StopFlag, find_search
    from kibitz.play.players import SearchPlayer
    from kibitz.play.positions import record_at
    from kibitz.trees.tree_files import WrittenTree, write_search_tree

    loaded, stop = load_game(game), StopFlag()
    warn_of_effort(SearchPlayer(*find_search(searcher)), record_at(loaded, moves=moves, position=position))
    doing: list[str] = []  # what is done after the search

    def watch(line: WorkLine) -> None:
        line.update(0, doing[-1] if doing else f"{searcher} is searching, {stop.nodes:,} nodes")

    def write(stop: StopFlag) -> WrittenTree:
        return write_search_tree(
            loaded,
            searcher,
            out,
            recording=record,
            moves=moves,
            position=position,
            merge=merge,
            stop=stop,
            tell=doing.append,
        )

    try:
        with show_work(f"{searcher} is searching", watch=watch):
            written = run_stoppable(write, stop, patience=WRITING)
    except Interrupted as pressed:
        if not isinstance(pressed.known, WrittenTree):
            raise Interrupted(sentence="stopped; no tree was written.") from None
        _print_written(pressed.known, loaded, as_json)
        raise Interrupted(sentence="stopped; the tree shows the search as far as it came.") from None
    _print_written(written, loaded, as_json)


def _print_written(written: WrittenTree, game: Game, as_json: bool) -> None:
    from kibitz.analysis.score_words import name_worth
    from kibitz.cli.terminal.formatting import format_points, plural

    if as_json:
        echo_json(written)
        return
    files = " and ".join(filter(None, (written.file, written.recording)))
    drawn = "" if written.drawn is None else f", {written.drawn:,} of them drawn"
    score = format_points(written.score)
    if worth := name_worth(game, written.to_move, written.score):
        score += f" for {written.to_move}, {worth}"
    click.echo(f"{files}: {plural(written.nodes, 'node')}{drawn}, move {written.move}, score {score}")
    if written.missed:
        click.echo(f"{plural(written.missed, 'node')} beyond the first million were searched but not recorded.")


def _convert_or_show(file: str, out: str | None, port: int | None, no_browser: bool, as_json: bool) -> None:
    """Convert a stored tree to another format, or show it."""
    from kibitz.cli.terminal.formatting import plural
    from kibitz.trees.tree_files import convert_tree, list_readable_suffixes, load_recording

    readable = list_readable_suffixes()
    if not file.lower().endswith(readable):
        raise click.UsageError(f"Missing argument 'SEARCHER'; {file} is not a recording ({' '.join(readable)}) either.")
    from kibitz.cli.terminal.interrupt import Interrupted, run_stoppable
    from kibitz.cli.terminal.progress_bar import show_work
    from kibitz.core.searching import StopFlag

    if out is not None:
        doing = [f"reading {file}"]
        try:
            with show_work(doing[0], watch=lambda line: line.update(0, doing[-1])):
                written = run_stoppable(lambda stop: convert_tree(file, out, tell=doing.append), StopFlag())
        except Interrupted as pressed:
            what = f"{out} was written before" if pressed.known else "no tree was written"
            raise Interrupted(sentence=f"stopped; {what}.") from None
        if as_json:
            echo_json(written)
        else:
            click.echo(f"{written.file}: {plural(written.nodes, 'node')}, value {written.value}")
        return
    from kibitz.trees.microscope.recording_cache import RecordingCache

    recordings = RecordingCache()
    with show_work(f"reading {file}"):
        recording = run_stoppable(lambda stop: load_recording(file), StopFlag(), patience=0)
    name = recordings.add(recording, pinned=True).name
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
    from kibitz.cli.terminal.progress_bar import end_preparation
    from kibitz.web.running import listen, open_browser, run

    end_preparation()
    listening = listen("127.0.0.1", port)
    click.echo(f"The tree is at {listening.address}{page} (Ctrl-C stops it)")

    def show() -> None:
        if not open_browser(listening.address, page=page):
            click.echo("No browser was found on this machine; open that address in one.")

    run(listening, when_ready=(lambda: None) if no_browser else show, recordings=recordings)
    click.echo("\nGood-bye.")
