"""The faults of the published programs, for people: what each does, where it shows, and how to play there."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from kibitz.core.game import Game
from kibitz.core.notation import moves_text
from kibitz.lab.faults.exhibits import Exhibit, smallest_exhibit
from kibitz.search.replicas.faults import FAULTS, find_fault

__all__ = ["FaultLine", "FaultShown", "list_faults", "show_fault"]


@dataclass(frozen=True)
class FaultLine:
    """A fault in brief: its id, what it is, the replicas that have it, and the option that puts it right."""

    id: str
    title: str
    replicas: tuple[str, ...]
    switch: str


@dataclass(frozen=True)
class Answered:
    """What a program answers where the fault shows: its spec, its move, and what comes of it in words."""

    player: str
    move: str
    asked_for: str | None
    nodes: int
    outcome: str


@dataclass(frozen=True)
class FaultShown:
    """A fault and the smallest position it shows in.

    `said`: the report's own words, empty where its author noticed nothing. `board`: the rows, with the names of the
    columns. `results`: every legal move with its result, best play from there on. `page`: the path of the web app
    where one plays against the faulty program from this position.
    """

    id: str
    title: str
    replicas: tuple[str, ...]
    switch: str
    does: str
    right: str
    said: str
    game: str
    moves: str
    to_move: str
    board: tuple[str, ...]
    columns: tuple[str, ...]
    results: dict[str, str]
    faulty: Answered
    correct: Answered
    page: str


def list_faults() -> tuple[FaultLine, ...]:
    return tuple(
        FaultLine(fault.id, fault.title, tuple(cls.name for cls in replicas), fault.switch)
        for fault, replicas in map(find_fault, sorted(FAULTS))
    )


def show_fault(fault_id: str) -> FaultShown:
    """A fault by its id, upper or lower case."""
    fault, replicas = find_fault(fault_id)
    exhibit = smallest_exhibit(fault.id)
    game, view = exhibit.game, exhibit.game.view(exhibit.state)
    return FaultShown(
        id=fault.id,
        title=fault.title,
        replicas=tuple(cls.name for cls in replicas),
        switch=fault.switch,
        does=fault.does,
        right=fault.right,
        said=fault.said,
        game=str(game),
        moves=moves_text(game, exhibit.moves),
        to_move=game.players[game.to_move(exhibit.state)],
        board=view.rows,
        columns=view.columns,
        results={game.move_name(move): _words(game, result) for move, result in exhibit.results.items()},
        faulty=_answered(exhibit, is_faulty=True),
        correct=_answered(exhibit, is_faulty=False),
        page=_page(exhibit),
    )


def _answered(exhibit: Exhibit, *, is_faulty: bool) -> Answered:
    game, result = exhibit.game, exhibit.faulty_answer if is_faulty else exhibit.right_answer
    assert result.move is not None
    return Answered(
        player=exhibit.faulty if is_faulty else exhibit.right,
        move=game.move_name(result.move),
        asked_for=None if result.refused is None else game.move_name(result.refused),
        nodes=result.stats.nodes,
        outcome=_words(game, exhibit.results[result.move]),
    )


def _words(game: Game, result: int) -> str:
    if result == 0:
        return "a draw"
    by = f" by {abs(result)}" if game.max_result > 1 else ""
    return ("a win" if result > 0 else "a loss") + by


def _page(exhibit: Exhibit) -> str:
    sides = ["human", "human"]
    sides[exhibit.game.to_move(exhibit.state)] = exhibit.faulty
    asked = {
        "game": str(exhibit.game),
        "first": sides[0],
        "second": sides[1],
        "moves": moves_text(exhibit.game, exhibit.moves),
    }
    return f"/play?{urlencode({key: text for key, text in asked.items() if text}, safe=':,=/')}"
