"""What all routes of the API share: their parameters, the answer to a refused request, and the health of the server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Any

from fastapi import Depends, Query

from kibitz.core.errors import InputError
from kibitz.core.game import Game, State
from kibitz.play.positions import NOBODY
from kibitz.play.records import Choice, GameRecord
from kibitz.play.variations import GameWithVariations, parse_legal_main_line
from kibitz.web.server_limits import MAX_MOVES_TEXT, find_game_within_limits, parse_tree_within_limits

READ = 64  # games kept that were read: a page asks several questions about one


@dataclass(frozen=True)
class ErrorAnswer:
    """Why a request was refused, in one sentence; `field` is the parameter at fault, if it is one."""

    error: str
    field: str | None = None


@dataclass(frozen=True)
class Health:
    """`running` and `waiting` count searches; `memory_mib` is what the server uses, of `memory_limit_mib` at most."""

    ok: bool
    version: str
    running: int
    waiting: int
    memory_mib: int
    memory_limit_mib: int


@dataclass(frozen=True)
class NamedRecording:
    """A search that the microscope can show from now on."""

    tree: str


class RefusedParameter(Exception):
    """A parameter of a request that cannot be used."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(why)
        self.field = field


@contextmanager
def refuse_if_invalid(field: str) -> Iterator[None]:
    """Turn wrong input into a refusal that names the parameter."""
    try:
        yield
    except InputError as error:
        raise RefusedParameter(field, str(error)) from None


PlayerSpec = Annotated[
    str, Query(max_length=300, min_length=1, description="A player's spec, such as engine:time=2", examples=["engine"])
]
Seed = Annotated[
    int | None,
    Query(ge=0, le=2**53 - 1, description="Random seed for players without one"),
]
Client = Annotated[
    str,
    Query(
        max_length=64,
        pattern="^[A-Za-z0-9-]*$",
        description="Any word that identifies the client; searches with the same word share one turn in the queue",
    ),
]


GameSpec = Annotated[
    str,
    Query(
        max_length=300,
        min_length=1,
        description="A game's spec, such as connect-four:width=5,height=4",
        examples=["connect-four"],
    ),
]


@dataclass(frozen=True)
class PositionRequest:
    """The position that a request is about, still as text: a route parses it off the event loop."""

    spec: str
    moves: str
    position: str | None

    def record(self) -> GameRecord:
        """The game as it was played: of one with variations, its main line."""
        return _read_record(find_allowed_game(self.spec), self.moves, self.position)

    def tree(self) -> GameWithVariations:
        """The game with its variations."""
        return _read_tree(find_allowed_game(self.spec), self.moves, self.position)

    def legal_start(self) -> GameRecord:
        """The main line up to its first move that cannot be played."""
        game = find_allowed_game(self.spec)
        start = _read_start(game, self.position)
        return GameRecord(game, NOBODY, tuple(map(Choice, parse_legal_main_line(game, self.moves, start))), start=start)


@lru_cache(READ)
def _read_record(game: Game, moves: str, position: str | None) -> GameRecord:
    record = _read_tree(game, moves, position).record
    return replace(record, given=len(record.choices))


@lru_cache(READ)
def _read_tree(game: Game, moves: str, position: str | None) -> GameWithVariations:
    start = _read_start(game, position)
    with refuse_if_invalid("moves"):
        return parse_tree_within_limits(game, moves, start)


def _read_start(game: Game, position: str | None) -> State | None:
    if position is None:
        return None
    with refuse_if_invalid("position"):
        return game.parse_position(position)


def find_allowed_game(spec: str) -> Game:
    with refuse_if_invalid("game"):
        return find_game_within_limits(spec)


async def _read_position(
    game: GameSpec,
    moves: Annotated[
        str,
        Query(
            max_length=MAX_MOVES_TEXT,
            description="The moves in the usual notation, variations in parentheses",
            examples=["4455"],
        ),
    ] = "",
    position: Annotated[
        str | None, Query(max_length=1_000, description="The start of the game, if not the usual one")
    ] = None,
) -> PositionRequest:
    return PositionRequest(game, moves, position)


RequestedPosition = Annotated[PositionRequest, Depends(_read_position)]


def document_refusals(*statuses: int, streamed: bool = False) -> dict[int | str, dict[str, Any]]:
    """Describe for OpenAPI the statuses with which a route refuses: as JSON, even if its answer is a stream."""
    words = {
        400: "Not a name of this server, or the address is too long",
        403: "The request came from a page of another origin",
        404: "There is nothing here",
        408: "The file did not arrive in time",
        410: "The recording is no longer stored; record it again",
        413: "The file is too large",
        422: "A parameter is invalid",
        503: "Too many requests at once; try again after the seconds in Retry-After",
    }
    said: dict[str, Any] = {"model": ErrorAnswer}
    if streamed:
        said = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}}}
    return {status: {**said, "description": words[status]} for status in statuses}
