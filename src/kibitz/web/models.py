"""What the API takes and says that is not a use case's own answer: the parameters, errors, health."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Query

from kibitz.core.errors import InputError
from kibitz.core.game import Game
from kibitz.play.positions import record_from
from kibitz.play.records import GameRecord
from kibitz.play.server_limits import MAX_MOVES_TEXT, find_game_within_limits

__all__ = [
    "At",
    "Client",
    "Error",
    "GameSpec",
    "Health",
    "PlayerSpec",
    "Refused",
    "Seed",
    "find_allowed_game",
    "refusals",
    "refused_over",
]


@dataclass(frozen=True)
class Error:
    """Why a request was refused, in one sentence; `field` is the parameter at fault, if it is one."""

    error: str
    field: str | None = None


@dataclass(frozen=True)
class Health:
    """`running` and `waiting` count searches."""

    ok: bool
    version: str
    running: int
    waiting: int


class Refused(Exception):
    """A parameter that cannot be used."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(why)
        self.field = field


@contextmanager
def refused_over(field: str) -> Iterator[None]:
    """Turn wrong input into a refusal that names the parameter."""
    try:
        yield
    except InputError as error:
        raise Refused(field, str(error)) from None


PlayerSpec = Annotated[
    str, Query(max_length=300, min_length=1, description="A player's spec, such as engine:time=2", examples=["engine"])
]
Seed = Annotated[int | None, Query(ge=0, le=2**53 - 1, description="For players that draw lots and name no seed")]
Client = Annotated[
    str,
    Query(
        max_length=64,
        pattern="^[A-Za-z0-9-]*$",
        description="Any word of the client's own; searches with the same word take turns with everybody else's",
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
class Asked:
    """The position a request is about, as text; what it means is worked out by whoever has the time."""

    spec: str
    moves: str
    position: str | None

    def record(self) -> GameRecord:
        game = find_allowed_game(self.spec)
        if self.position is not None:
            with refused_over("position"):
                game.parse_position(self.position)
        with refused_over("moves"):
            return record_from(game, self.position, self.moves)


def find_allowed_game(spec: str) -> Game:
    with refused_over("game"):
        return find_game_within_limits(spec)


async def _asked(
    game: GameSpec,
    moves: Annotated[
        str, Query(max_length=MAX_MOVES_TEXT, description="The moves as people write them", examples=["4455"])
    ] = "",
    position: Annotated[
        str | None, Query(max_length=1_000, description="Where the game began, if not at its usual start")
    ] = None,
) -> Asked:
    return Asked(game, moves, position)


At = Annotated[Asked, Depends(_asked)]


def refusals(*statuses: int, streamed: bool = False) -> dict[int | str, dict[str, Any]]:
    """For OpenAPI: the statuses with which a route refuses; as JSON, even where it would answer with a stream."""
    words = {
        400: "Not a name of this server, or an address too long",
        403: "A page of another origin asked",
        404: "There is nothing here",
        410: "The recording is not at hand any more; make it again",
        413: "The file is too large",
        422: "A parameter cannot be used",
        503: "Too much at once; try again after the seconds in Retry-After",
    }
    said: dict[str, Any] = {"model": Error}
    if streamed:
        said = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}
    return {status: {**said, "description": words[status]} for status in statuses}
