"""The routes that answer at once: games, players, a position, its evaluation, the health of the server."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import PlainTextResponse

from kibitz import __version__
from kibitz.analysis import eval_explanation as explaining
from kibitz.analysis.eval_explanation import Explanation
from kibitz.core.game import Game
from kibitz.drawing.game_cards import GameCard, Level, list_cards, list_levels
from kibitz.drawing.position_view import PositionView, view_game
from kibitz.play.catalogue import PlayerInfo
from kibitz.play.files.game_files import SavedGame, write_games
from kibitz.play.opponents import recommend_players
from kibitz.play.positions import record_from
from kibitz.play.records import GameRecord
from kibitz.play.variations import TreeView, view_tree
from kibitz.search.common.free_memory import memory_in_use
from kibitz.web.background_compiler import BackgroundCompiler
from kibitz.web.memory import MemoryGuard
from kibitz.web.models import (
    GameSpec,
    Health,
    RequestedPosition,
    document_refusals,
    find_allowed_game,
    refuse_if_invalid,
)
from kibitz.web.pool import Pool
from kibitz.web.server_limits import list_players_within_limits

router = APIRouter(prefix="/api", responses=document_refusals(400, 403))

RecordedPlayer = Annotated[str, Query(max_length=300, description="Who played, as the file is to say")]


@dataclass(frozen=True)
class PlayerChoices:
    """Who can play a game.

    `levels`: opponents in plain words, the weakest first; `players`: every player with its options; `hint`: the player
    who gives advice.
    """

    levels: tuple[Level, ...]
    players: tuple[PlayerInfo, ...]
    hint: str


@dataclass(frozen=True)
class GameSetup:
    """A position and who can play on from it."""

    position: PositionView
    players: PlayerChoices


@dataclass(frozen=True)
class GameCatalogue:
    """Every game; `start`: the first game at its start, which a page shows before anything is chosen."""

    games: tuple[GameCard, ...]
    start: GameSetup


@router.get("/games")
def games() -> GameCatalogue:
    """Every game, with its parameters, variants, heuristics and a picture."""
    cards = list_cards()
    return GameCatalogue(cards, _setup(record_from(find_allowed_game(cards[0].presets[0].spec), None, "")))


@router.get("/setup", responses=document_refusals(422))
def setup(request: Request, at: RequestedPosition) -> GameSetup:
    """What a page needs to start a game, in one answer: `position` and `players`."""
    record = at.record()
    compiler: BackgroundCompiler | None = request.app.state.compiler
    if compiler is not None:
        compiler.expect(record.game)
    return _setup(record)


@router.get("/players", responses=document_refusals(422))
def players(game: GameSpec) -> PlayerChoices:
    """Who can play a game."""
    return _players(find_allowed_game(game))


def _setup(record: GameRecord) -> GameSetup:
    return GameSetup(view_game(record), _players(record.game))


def _players(game: Game) -> PlayerChoices:
    return PlayerChoices(list_levels(game), list_players_within_limits(), recommend_players(game, wait=False).adviser)


@router.get("/position", responses=document_refusals(422))
def position(at: RequestedPosition) -> PositionView:
    """A position: the board, the legal moves, the game so far, and how it ended."""
    return view_game(at.record())


@router.get("/variations", responses=document_refusals(422))
def variations(at: RequestedPosition) -> TreeView:
    """A game with its variations: every move with the move before it and the side that makes it."""
    return view_tree(at.tree())


@router.get("/legal-start", responses=document_refusals(422))
def legal_start(at: RequestedPosition) -> PositionView:
    """The position before the first move that cannot be played; of a game with variations, on its main line."""
    return view_game(at.legal_start())


@router.get("/record", response_class=PlainTextResponse, responses=document_refusals(400, 403, 422, streamed=True))
def record(
    at: RequestedPosition,
    first: RecordedPlayer = "",
    second: RecordedPlayer = "",
    resigned: Annotated[int | None, Query(ge=0, le=1, description="The side that gave up, 0 or 1")] = None,
) -> PlainTextResponse:
    """The game as a file of Kibitz's own format (.games), with its variations."""
    tree = at.tree()
    game = tree.record.game
    headers = {"Result": f"{game.players[1 - resigned]} wins by resignation"} if resigned is not None else {}
    saved = SavedGame(replace(tree.record, players=(first, second)), headers, tree.variations)
    name = f"{game.name}.games"
    return PlainTextResponse(
        write_games([saved], ".games"), headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@router.get("/explain", responses=document_refusals(422))
def explain(
    at: RequestedPosition,
    evaluator: Annotated[
        str,
        Query(
            alias="eval", max_length=300, description="A heuristic's spec, such as windows:two=5", examples=["windows"]
        ),
    ] = "",
) -> Explanation:
    """What a heuristic says about a position, term by term, and where on the board."""
    record = at.record()
    with refuse_if_invalid("eval"):
        return explaining.explain(record, evaluator)


@router.get("/health")
async def health(request: Request) -> Health:
    """Whether the server is well, and how busy it is."""
    pool: Pool = request.app.state.pool
    memory: MemoryGuard = request.app.state.memory
    return Health(True, __version__, pool.running, pool.waiting, memory_in_use() >> 20, memory.limit >> 20)
