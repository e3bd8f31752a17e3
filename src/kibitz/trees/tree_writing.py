"""Recording a search and writing its tree to a file; and opening such a file again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kibitz.core.errors import BadFile
from kibitz.core.game import Game
from kibitz.core.searching import find_search
from kibitz.play.players import SearchPlayer
from kibitz.play.positions import record_at
from kibitz.trees.formats.html_page import write_page
from kibitz.trees.formats.kbz import SUFFIX, write_recording
from kibitz.trees.labels import value_text
from kibitz.trees.microscope.recordings import Recorded, open_recording, record_search
from kibitz.trees.tree_files import formats, write_tree

__all__ = ["READABLE", "ConvertedTree", "WrittenTree", "convert_tree", "load_tree", "write_search_tree"]

PAGE_SUFFIX = ".html"
READABLE = (SUFFIX, *(suffix for suffix, known in sorted(formats().items()) if known.read))


@dataclass(frozen=True)
class WrittenTree:
    """What went into files: the nodes of the search, and how many of them were beyond what is recorded.

    `file` has the tree in the form its extension asks for, `recording` all of it for the microscope; each is None if
    it was not asked for.
    """

    game: str
    searcher: str
    file: str | None
    move: str
    score: int
    nodes: int
    missed: int
    recording: str | None = None


def write_search_tree(
    game: Game,
    searcher: str,
    file: str | None = None,
    *,
    recording: str | None = None,
    moves: str | None = None,
    position: str | None = None,
) -> WrittenTree:
    """Search a position and write the tree in the form the file's extension asks for, and as a recording."""
    if file is not None:
        _check_writable(Path(file))
    if recording is not None:
        _check_writable(Path(recording), (SUFFIX,))
    before = record_at(game, moves=moves, position=position)
    recorded = record_search(before, SearchPlayer(*find_search(searcher)))
    result = recorded.result
    assert result is not None, "it was searched just now"
    assert result.move is not None, "only a finished game has no move"
    for name in filter(None, (file, recording)):
        _write(recorded, name)
    return WrittenTree(
        game=str(game),
        searcher=searcher,
        file=file,
        move=game.move_name(result.move),
        score=result.score.points,
        nodes=result.stats.nodes,
        missed=recorded.tree.missed,
        recording=recording,
    )


@dataclass(frozen=True)
class ConvertedTree:
    game: str
    searcher: str
    file: str
    value: str
    nodes: int
    missed: int


def convert_tree(source: str, file: str) -> ConvertedTree:
    """The tree of one file written in the form of another."""
    _check_writable(Path(file))
    recorded = load_tree(source)
    _write(recorded, file)
    tree = recorded.tree
    return ConvertedTree(str(tree.game), tree.searcher, file, value_text(tree, recorded.root), len(tree), tree.missed)


def load_tree(file: str) -> Recorded:
    """The tree in a recording, a move-tree log or JSON."""
    if Path(file).suffix.lower() not in READABLE:
        raise BadFile(f"'{file}' is no tree that can be opened; its name must end in one of: {' '.join(READABLE)}.")
    try:
        return open_recording(Path(file).read_bytes(), Path(file).name)
    except OSError as error:
        raise BadFile(f"{file} cannot be read: {error.strerror}.") from None


def _write(recorded: Recorded, file: str) -> None:
    path = Path(file)
    if path.suffix.lower() == SUFFIX:
        data = write_recording(recorded.tree)
    elif path.suffix.lower() == PAGE_SUFFIX:
        data = write_page(recorded).encode()
    else:
        data = write_tree(recorded.tree, path.suffix).encode()
    try:
        path.write_bytes(data)
    except OSError as error:
        raise BadFile(f"{file} cannot be written: {error.strerror}.") from None


def _check_writable(path: Path, suffixes: tuple[str, ...] = (*formats(), SUFFIX, PAGE_SUFFIX)) -> None:
    """Refuse before a long search what would fail after it."""
    if path.is_dir():
        raise BadFile(f"{path} is a folder; give the name of a file.")
    if path.suffix.lower() not in suffixes:
        endings = " ".join(sorted(suffixes))
        raise BadFile(f"'{path}' does not say how to write the tree; its name must end in one of: {endings}.")
    if not path.parent.is_dir():
        raise BadFile(f"{path} cannot be written: there is no folder {path.parent}.")
