"""Questions answered at once: what there is, and what a position looks like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query, Request

from kibitz import __version__
from kibitz.core.game import Game
from kibitz.play.analysis import eval_explanation as explaining
from kibitz.play.analysis.eval_explanation import Explanation
from kibitz.play.catalogue import PlayerInfo, list_players
from kibitz.play.game_cards import GameCard, Level, adviser, list_cards, list_levels
from kibitz.play.position_view import PositionView, view_game
from kibitz.play.positions import record_from
from kibitz.play.records import GameRecord
from kibitz.web.models import At, GameSpec, Health, find_allowed_game, refusals, refused_over
from kibitz.web.pool import Pool

__all__ = ["router"]

router = APIRouter(prefix="/api", responses=refusals(400, 403))


@dataclass(frozen=True)
class Players:
    """`levels`: for this game, in plain words, from the weakest; `players`: everybody, with all options.

    `hint`: whom to ask for advice.
    """

    levels: tuple[Level, ...]
    players: tuple[PlayerInfo, ...]
    hint: str


@dataclass(frozen=True)
class Setup:
    """A position and who can play on from it."""

    position: PositionView
    players: Players


@dataclass(frozen=True)
class Games:
    """`start`: what a page shows before anything was chosen, the first game where it begins."""

    games: tuple[GameCard, ...]
    start: Setup


@router.get("/games")
def games() -> Games:
    """Every game there is, with its parameters, variants, heuristics and a picture."""
    cards = list_cards()
    return Games(cards, _setup(record_from(find_allowed_game(cards[0].presets[0].spec), None, "")))


@router.get("/setup", responses=refusals(422))
def setup(at: At) -> Setup:
    """What a table needs to begin with, in one answer: `position` and `players`."""
    return _setup(at.record())


@router.get("/players", responses=refusals(422))
def players(game: GameSpec) -> Players:
    """Who can play a game."""
    return _players(find_allowed_game(game))


def _setup(record: GameRecord) -> Setup:
    return Setup(view_game(record), _players(record.game))


def _players(game: Game) -> Players:
    return Players(list_levels(game), list_players(outside=False), adviser(game))


@router.get("/position", responses=refusals(422))
def position(at: At) -> PositionView:
    """A position: the board, the legal moves, the game so far, and how it ended."""
    return view_game(at.record())


@router.get("/explain", responses=refusals(422))
def explain(
    at: At,
    evaluator: Annotated[
        str,
        Query(
            alias="eval", max_length=300, description="A heuristic's spec, such as windows:two=5", examples=["windows"]
        ),
    ] = "",
) -> Explanation:
    """What a heuristic says about a position, term by term, and where on the board."""
    record = at.record()
    with refused_over("eval"):
        return explaining.explain(record, evaluator)


@router.get("/health")
async def health(request: Request) -> Health:
    """Whether the server is well, and how busy it is."""
    pool: Pool = request.app.state.pool
    return Health(True, __version__, pool.running, pool.waiting)
