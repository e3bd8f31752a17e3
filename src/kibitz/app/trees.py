"""Recording a search and writing its tree to a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kibitz.app.positions import record_at
from kibitz.arena.players import the_search
from kibitz.core.errors import BadFile
from kibitz.core.game import Game
from kibitz.explore.export import FORMATS, write_tree
from kibitz.explore.record import record

__all__ = ["WrittenTree", "write_search_tree"]


@dataclass(frozen=True)
class WrittenTree:
    """What went into a file: the nodes of the search, and how many of them were beyond what is recorded."""

    game: str
    searcher: str
    file: str
    move: str
    score: int
    nodes: int
    missed: int


def write_search_tree(
    game: Game, searcher: str, file: str, *, moves: str | None = None, position: str | None = None
) -> WrittenTree:
    """Search a position and write the tree in the form the file's extension asks for."""
    path = Path(file)
    _check_writable(path)
    state = record_at(game, moves=moves, position=position).state
    result, tree = record(game, state, *the_search(searcher))
    assert result.move is not None, "only a finished game has no move"
    try:
        path.write_text(write_tree(tree, path.suffix), encoding="utf-8")
    except OSError as error:
        raise BadFile(f"{file} cannot be written: {error.strerror}.") from None
    return WrittenTree(
        game=str(game),
        searcher=searcher,
        file=file,
        move=game.move_name(result.move),
        score=result.score.points,
        nodes=result.stats.nodes,
        missed=tree.missed,
    )


def _check_writable(path: Path) -> None:
    """Refuse before a long search what would fail after it."""
    if path.is_dir():
        raise BadFile(f"{path} is a folder; give the name of a file.")
    if path.suffix.lower() not in FORMATS:
        endings = " ".join(sorted(FORMATS))
        raise BadFile(f"'{path}' does not say how to write the tree; its name must end in one of: {endings}.")
    if not path.parent.is_dir():
        raise BadFile(f"{path} cannot be written: there is no folder {path.parent}.")
