"""The faults of the published programs in words: what each does, where it shows, and a link to play there."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from kibitz.core.game import Game
from kibitz.core.notation import moves_text
from kibitz.core.publications import find_publication
from kibitz.lab.faults.fault_positions import FaultPosition, find_fault_position
from kibitz.search.replica import ProgramFault, find_fault, list_fault_ids


@dataclass(frozen=True)
class FaultSummary:
    """A fault in brief: what it is, the replicas that have it, and the option that switches it off.

    `report`: the publication whose program it is of, by short name and title; empty if that is unknown.
    """

    id: str
    title: str
    report: str
    replicas: tuple[str, ...]
    switch: str


@dataclass(frozen=True)
class FaultAnswer:
    """What a program answers in that position: its spec, its move, and the outcome in words."""

    player: str
    move: str
    asked_for: str | None
    nodes: int
    outcome: str


@dataclass(frozen=True)
class FaultDetails:
    """A fault and the smallest position in which it shows.

    `report`: as in a `FaultSummary`. `said`: the report's own words, empty if its author noticed nothing. `board`: the
    rows; `columns`: the column names. `results`: every legal move with its result under best play. `page`: the address
    in the web app to play against the faulty program from this position.
    """

    id: str
    title: str
    report: str
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
    faulty: FaultAnswer
    correct: FaultAnswer
    page: str


def list_faults() -> tuple[FaultSummary, ...]:
    return tuple(
        FaultSummary(fault.id, fault.title, _find_report(fault), tuple(cls.name for cls in replicas), fault.switch)
        for fault, replicas in map(find_fault, list_fault_ids())
    )


def _find_report(fault: ProgramFault) -> str:
    return str(find_publication(fault.id) or "")


def describe_fault(fault_id: str) -> FaultDetails:
    """A fault by its id, upper or lower case."""
    fault, replicas = find_fault(fault_id)
    shown = find_fault_position(fault.id)
    game, view = shown.game, shown.game.view(shown.state)
    return FaultDetails(
        id=fault.id,
        title=fault.title,
        report=_find_report(fault),
        replicas=tuple(cls.name for cls in replicas),
        switch=fault.switch,
        does=fault.does,
        right=fault.right,
        said=fault.said,
        game=str(game),
        moves=moves_text(game, shown.moves),
        to_move=game.players[game.to_move(shown.state)],
        board=view.rows,
        columns=view.columns,
        results={game.move_name(move): _describe_result(game, result) for move, result in shown.results.items()},
        faulty=_describe_answer(shown, is_faulty=True),
        correct=_describe_answer(shown, is_faulty=False),
        page=_make_address(shown),
    )


def _describe_answer(shown: FaultPosition, *, is_faulty: bool) -> FaultAnswer:
    game, result = shown.game, shown.faulty_answer if is_faulty else shown.right_answer
    assert result.move is not None
    return FaultAnswer(
        player=shown.faulty if is_faulty else shown.right,
        move=game.move_name(result.move),
        asked_for=None if result.refused is None else game.move_name(result.refused),
        nodes=result.stats.nodes,
        outcome=_describe_result(game, shown.results[result.move]),
    )


def _describe_result(game: Game, result: int) -> str:
    if result == 0:
        return "a draw"
    by = f" by {abs(result)}" if game.max_result > 1 else ""
    return ("a win" if result > 0 else "a loss") + by


def _make_address(shown: FaultPosition) -> str:
    sides = ["human", "human"]
    sides[shown.game.to_move(shown.state)] = shown.faulty
    asked = {
        "game": str(shown.game),
        "first": sides[0],
        "second": sides[1],
        "moves": moves_text(shown.game, shown.moves),
    }
    return f"/play?{urlencode({key: text for key, text in asked.items() if text}, safe=':,=/')}"
