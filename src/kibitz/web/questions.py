"""Questions answered at once: what there is, and what a position looks like."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request

from kibitz import __version__
from kibitz.app.catalogue import PlayerInfo, list_players
from kibitz.app.gallery import GameCard, Level, list_cards, list_levels
from kibitz.app.showing import Shown, show
from kibitz.web.models import At, Health, TheGame, refusals
from kibitz.web.pool import Pool

__all__ = ["router"]

router = APIRouter(prefix="/api", responses=refusals(400, 403, 414))


@dataclass(frozen=True)
class Players:
    """`levels`: for this game, in plain words, from the weakest; `players`: everybody, with all options."""

    levels: tuple[Level, ...]
    players: tuple[PlayerInfo, ...]


@router.get("/games")
def games() -> tuple[GameCard, ...]:
    """Every game there is, with its parameters, variants, heuristics and a picture."""
    return list_cards()


@router.get("/players", responses=refusals(422))
def players(game: TheGame) -> Players:
    """Who can play a game."""
    return Players(list_levels(game), list_players())


@router.get("/position", responses=refusals(422))
def position(at: At) -> Shown:
    """A position: the board, the legal moves, the game so far, and how it ended."""
    return show(at)


@router.get("/health")
def health(request: Request) -> Health:
    """Whether the server is well, and how busy it is."""
    pool: Pool = request.app.state.pool
    return Health(True, __version__, pool.running, pool.waiting)
