"""Trees in files: a search recorded and written, and a file opened again. The extension says which format it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePath

from kibitz.core.errors import BadFile
from kibitz.core.files.named_file import MAX_DATA_BYTES, check_output, explain_errors, read_bytes
from kibitz.core.game import Game
from kibitz.core.searching import StopFlag, find_search
from kibitz.play.players import SearchPlayer
from kibitz.play.positions import record_at
from kibitz.search.common.free_memory import free_memory
from kibitz.trees.labels import value_text
from kibitz.trees.merged_tree import merge_symmetric
from kibitz.trees.recording import Recording, record_search
from kibitz.trees.search_tree import SearchTree
from kibitz.trees.tree_format import TREE_FORMATS, TreeFormat

MERGED_SUFFIXES = (".svg", ".dot")  # for looking at: what is read back must be a tree that was searched
TEXT_MEMORY = 24  # bytes for a byte of JSON at worst: empty objects


@dataclass(frozen=True)
class WrittenTree:
    """What was written: the nodes of the search, and how many of them were beyond what is recorded.

    `file` has the tree in the format of its extension, `recording` has all of it; each is None if it was not asked
    for. `drawn`: the nodes that are left in `file` when symmetric ones are merged, else None. `stopped_by`: the
    limit that ended the search early ("stop" if it was stopped by hand), None if there was none.
    """

    game: str
    searcher: str
    file: str | None
    move: str
    score: int
    nodes: int
    missed: int
    recording: str | None = None
    stopped_by: str | None = None
    drawn: int | None = None
    to_move: str = ""  # whose view the score is


def write_search_tree(
    game: Game,
    searcher: str,
    file: str | None = None,
    *,
    recording: str | None = None,
    moves: str | None = None,
    position: str | None = None,
    merge: bool = False,
    stop: StopFlag | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> WrittenTree:
    """Search a position and write the tree to a file in the format of its extension, and to a file with all passes.

    A search that the flag ends is written as far as it came. `merge`: draw one node for positions that are images of
    each other. `tell` hears what is done after the search.
    """
    if file is not None:
        _check_writable(Path(file), MERGED_SUFFIXES if merge else TREE_FORMATS.suffixes())
    if recording is not None:
        _check_writable(Path(recording), TREE_FORMATS.suffixes(_keeps_everything))
    before = record_at(game, moves=moves, position=position)
    recorded = record_search(before, SearchPlayer(*find_search(searcher)), stop=stop)
    result = recorded.result
    assert result is not None, "it was searched just now"
    assert result.move is not None, "only a finished game has no move"
    drawn = Recording(merge_symmetric(recorded.tree, recorded.root)) if merge else recorded
    for name, written in ((file, drawn), (recording, recorded)):
        if name is not None:
            tell(f"writing {name}, {len(written.tree):,} nodes")
            write_recording(written, name)
    return WrittenTree(
        game=str(game),
        searcher=searcher,
        file=file,
        move=game.move_name(result.move),
        score=result.score.points,
        nodes=result.stats.nodes,
        drawn=len(drawn.tree) if merge else None,
        missed=recorded.tree.missed,
        recording=recording,
        stopped_by=result.stopped_by or None,
        to_move=game.players[before.to_move],
    )


@dataclass(frozen=True)
class ConvertedTree:
    game: str
    searcher: str
    file: str
    value: str
    nodes: int
    missed: int


def convert_tree(source: str, file: str, *, tell: Callable[[str], None] = lambda text: None) -> ConvertedTree:
    """Write the tree of one file to another, in the format of its extension; `tell` hears when it is written."""
    _check_writable(Path(file), TREE_FORMATS.suffixes())
    recording = load_recording(source)
    tell(f"writing {file}, {len(recording.tree):,} nodes")
    write_recording(recording, file)
    tree = recording.tree
    return ConvertedTree(str(tree.game), tree.searcher, file, value_text(tree, recording.root), len(tree), tree.missed)


def list_readable_suffixes() -> tuple[str, ...]:
    """The extensions of the files that can be opened again; first of those that keep everything."""
    complete = TREE_FORMATS.suffixes(_keeps_everything)
    return (*complete, *(suffix for suffix in TREE_FORMATS.suffixes(_is_readable) if suffix not in complete))


def load_recording(file: str) -> Recording:
    """The recording in a file."""
    readable = list_readable_suffixes()
    if Path(file).suffix.lower() not in readable:
        raise BadFile(f"'{file}' is not a tree that can be opened; its name must end in one of: {' '.join(readable)}.")
    return read_recording(read_bytes(Path(file), MAX_DATA_BYTES), Path(file).name)


def read_recording(data: bytes, name: str) -> Recording:
    """The recording in a file's bytes, by the signature they begin with or else by the extension of its name."""
    signed = next((made for made in TREE_FORMATS.formats if made.signature and data.startswith(made.signature)), None)
    if signed is None and TEXT_MEMORY * len(data) > free_memory():
        raise BadFile(
            f"{name} is too large for the {free_memory() >> 20:,} MiB of memory that are free here: text takes up to "
            f"{TEXT_MEMORY} times its size when it is read; write the tree as a .kbz file."
        )
    try:
        return Recording(_read(data, signed or TREE_FORMATS.find_for(PurePath(name))))
    except UnicodeDecodeError:
        *others, last = list_readable_suffixes()
        raise BadFile(
            f"{name} is neither a recording of Kibitz nor text; give a file that ends in {', '.join(others)} or {last}."
        ) from None


def _is_readable(made: TreeFormat) -> bool:
    return made.is_readable


def _keeps_everything(made: TreeFormat) -> bool:
    """Whether a recording can be read back with all its passes."""
    return made.is_readable and made.all_passes


def _read(data: bytes, made: TreeFormat) -> SearchTree:
    from kibitz.kernels.tree_columns import find_fault_in_shape  # which loads NumPy

    if made.read is None:
        readable = " ".join(TREE_FORMATS.suffixes(_is_readable))
        raise BadFile(
            f"A {made.suffix} file is only a picture and cannot be read back as a tree; these can: {readable}."
        )
    tree = made.read(data)
    fault = find_fault_in_shape(tree.roots, tree.parent, tree.ply, tree.size)
    if fault:
        raise BadFile(f"The recording is not a search tree: {fault}; record it again.")
    return tree


def write_recording(recording: Recording, file: str) -> None:
    """Write a recording to a file, in the format of its extension."""
    data = TREE_FORMATS.find_for(file).write(recording)
    is_special = Path(file).exists() and not Path(file).is_file()  # such as /dev/stdout, which cannot be replaced
    unfinished = Path(file if is_special else f"{file}.part")
    try:
        with explain_errors(Path(file), "written"):
            unfinished.write_bytes(data)
            if not is_special:
                unfinished.replace(file)  # whoever stops the writing leaves no half a file
    except BadFile:
        if not is_special:
            unfinished.unlink(missing_ok=True)
        raise


def _check_writable(path: Path, suffixes: tuple[str, ...]) -> None:
    """Refuse before a long search what would fail after it."""
    check_output(path)
    if path.suffix.lower() not in suffixes:
        endings = " ".join(suffixes)
        raise BadFile(f"'{path}' does not say how to write the tree; its name must end in one of: {endings}.")
