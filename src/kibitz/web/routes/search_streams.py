"""Questions that take a search, answered as a stream of events."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import asdict, replace
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool

from kibitz.analysis import move_scores as analysing
from kibitz.analysis.best_move import answer, describe
from kibitz.analysis.coach.game_review import REVIEW_SECONDS, TOTAL_SECONDS, GameReview
from kibitz.analysis.exact_scores import is_in_book
from kibitz.analysis.hints.hint import give_hint
from kibitz.analysis.move_scores import ANALYSE_SECONDS
from kibitz.analysis.score_scale import usual_search
from kibitz.core.errors import KibitzError, Unsuited
from kibitz.core.game import Game
from kibitz.core.searching import StopFlag, find_search
from kibitz.drawing.position_view import view_game
from kibitz.kernels.compiler.compile_events import announce_compiling
from kibitz.play.levels.level_player import vary_openings
from kibitz.play.opponents import recommend_players
from kibitz.play.players import SearchPlayer, take_turn
from kibitz.play.records import Choice, GameRecord
from kibitz.play.search_progress import look_at
from kibitz.web.background_compiler import BackgroundCompiler
from kibitz.web.meanwhile import UntilReady, answer_meanwhile
from kibitz.web.models import (
    Client,
    PlayerSpec,
    RefusedParameter,
    RequestedPosition,
    Seed,
    document_refusals,
    refuse_if_invalid,
)
from kibitz.web.pool import Event, SearchJob
from kibitz.web.server_limits import MAX_OPTIONS, find_player_within_limits
from kibitz.web.streaming import EventStream, stream

router = APIRouter(
    prefix="/api", responses=document_refusals(400, 403, 422, 503, streamed=True), default_response_class=EventStream
)

MEANWHILE_REVIEW = 10.0  # seconds for a review by a readable search
MEANWHILE_SECONDS = 60.0  # of a readable search, at most, while the compiler works


@router.get("/think")
async def think(
    request: Request, at: RequestedPosition, player: PlayerSpec, seed: Seed = None, client: Client = ""
) -> EventStream:
    """What a player would do, for its own move or as a hint.

    Events: `queued`, `compiling`, `progress` with depth, score, line, nodes, speed and seconds, then `move` with the
    whole answer and in `after` the position it leads to, or `failed`.
    """
    record = await run_in_threadpool(at.record)
    with refuse_if_invalid("player"):
        chosen_by = vary_openings(find_player_within_limits(player, record.game, seed=seed), record.game)

    compiler = _compiler(request)

    def work(stop: StopFlag) -> Iterator[Event]:
        now = chosen_by
        if compiler is not None and not compiler.are_ready(record.game, chosen_by.find_searchers(record)):
            now = chosen_by.stand_in(record.game)
        if record.is_over:
            best, after = answer(record, now), None
        else:
            choice = take_turn(record, now, stop=stop)
            best, after = describe(record, str(now), choice), asdict(view_game(record.after(Choice(choice.move))))
        yield Event("move", {**asdict(best), "after": after})

    return stream(request, client, work, lambda job: look_at(record.game, job.stop))


@router.get("/analyse")
async def analyse(
    request: Request,
    at: RequestedPosition,
    player: Annotated[str, Query(max_length=300, description="Who searches; a solver or the engine if empty")] = "",
    time: Annotated[float, Query(ge=0.1, le=MAX_OPTIONS["time"], description="Seconds at most")] = ANALYSE_SECONDS,
    client: Client = "",
) -> EventStream:
    """What every legal move is worth: at once where a solver knows, else deeper and deeper.

    Events: `queued`, `compiling`, `scores` again and again, then `done`, or `failed`.
    """
    record = await run_in_threadpool(at.record)
    with refuse_if_invalid("player"):
        searcher = _searcher(player, record.game) if player else None

    compiler = _compiler(request)

    def work(stop: StopFlag) -> Iterator[Event]:
        if compiler is not None and (yield from _scores_meanwhile(compiler, record, searcher, stop)):
            return
        for scores in analysing.analyse(record, player=searcher, seconds=time, stop=stop):
            yield Event("scores", scores)

    return stream(request, client, work)


@router.get("/review")
async def review(
    request: Request,
    at: RequestedPosition,
    time: Annotated[float, Query(ge=0.05, le=5, description="Seconds for each position at most")] = REVIEW_SECONDS,
    client: Client = "",
) -> EventStream:
    """Every position of the game in turn, and what each move lost; then how both sides played, and where it turned.

    Events: `queued`, `compiling`, `ply` for every position from the start on, `summary`, then `done`, or `failed`. What
    a readable search finds while the compiler works is `provisional`; the plies and the summary come again then.
    """
    record = await run_in_threadpool(at.record)

    def work(stop: StopFlag) -> Iterator[Event]:
        def look(compiled: bool, until: StopFlag) -> Generator[Event, None, bool]:
            total = TOTAL_SECONDS if compiled else MEANWHILE_REVIEW
            game_review = GameReview(record, seconds=time, total=total, compiled=compiled, stop=until)
            is_exact = True
            for reviewed in game_review.plies():
                is_exact &= reviewed.exact
                yield Event("ply", reviewed)
            is_whole = not until.raised
            if compiled or stop.raised or is_whole:
                yield Event("summary", game_review.summary())
            return is_exact and is_whole

        yield from answer_meanwhile(_compiler(request), record.game, stop, look)

    return stream(request, client, work)


@router.get("/hint")
async def hint(request: Request, at: RequestedPosition, client: Client = "") -> EventStream:
    """A hint in three steps, so that a person can ask for as much help as they want.

    Events: `queued`, `compiling`, then `hint` with `where` and `cells` (where to look), `kind` (what the move does),
    `move`, `proven` and `by`, or `failed`. A `provisional` hint, from a readable search while the compiler works, is
    followed by another.
    """
    record = await run_in_threadpool(at.record)
    if record.is_over:
        raise RefusedParameter("moves", "There is nothing to advise: the game is over.")

    def work(stop: StopFlag) -> Iterator[Event]:
        def advise(compiled: bool, until: StopFlag) -> Generator[Event, None, bool]:
            hint = give_hint(record, compiled=compiled, stop=until)
            yield Event("hint", replace(hint, kind=record.game.name_by_colour(hint.kind)))
            return hint.proven

        yield from answer_meanwhile(_compiler(request), record.game, stop, advise)

    return stream(request, client, work)


@router.get("/compare")
async def compare(
    request: Request, at: RequestedPosition, a: PlayerSpec, b: PlayerSpec, seed: Seed = None, client: Client = ""
) -> EventStream:
    """Two players on one position, one after the other so that neither disturbs the other.

    Events: `queued`, `compiling`, `progress` and `result`, each with its `side`, "a" or "b"; `failed` for a side that
    could not answer; then `done`.
    """
    record = await run_in_threadpool(at.record)
    players = {}
    for side, spec in (("a", a), ("b", b)):
        with refuse_if_invalid(side):
            players[side] = find_player_within_limits(spec, record.game, seed=seed)
    now = {"side": "a"}

    def work(stop: StopFlag) -> Iterator[Event]:
        for side, chosen_by in players.items():
            now["side"] = side
            try:
                yield Event("result", {"side": side, **asdict(answer(record, chosen_by, stop=stop))})
            except KibitzError as error:
                yield Event("failed", {"side": side, "error": str(error)})

    def progress(job: SearchJob) -> dict[str, Any] | None:
        seen = look_at(record.game, job.stop)
        return None if seen is None else now | asdict(seen)

    return stream(request, client, work, progress)


def _scores_meanwhile(
    compiler: BackgroundCompiler, record: GameRecord, searcher: SearchPlayer | None, stop: StopFlag
) -> Generator[Event, None, bool]:
    """Scores from a readable search while what is wanted is being compiled; whether they are exact, and so enough."""
    game, player = record.game, searcher or usual_search(record.game, wait=False)
    if record.is_over or (searcher is None and is_in_book(game, record.state)):
        return False
    needed = list(player.find_searchers(record))
    perfect = "" if searcher else recommend_players(game, wait=False).perfect
    if perfect:
        needed += SearchPlayer(*find_search(perfect)).find_searchers(record)
    if compiler.are_ready(game, needed):
        return False
    announce_compiling(str(game))
    until_ready, stand_in = UntilReady(compiler, game, needed, stop), player.stand_in(game)
    assert isinstance(stand_in, SearchPlayer)
    for scores in analysing.analyse(record, player=stand_in, seconds=MEANWHILE_SECONDS, stop=until_ready):
        yield Event("scores", scores)
        if scores.exact:
            return True
    until_ready.wait()
    return stop.raised


def _compiler(request: Request) -> BackgroundCompiler | None:
    compiler: BackgroundCompiler | None = request.app.state.compiler
    return compiler


def _searcher(spec: str, game: Game) -> SearchPlayer:
    player = find_player_within_limits(spec, game)
    if not isinstance(player, SearchPlayer):
        raise Unsuited(f"{spec} does not search, so that it has no scores; take the engine, alphabeta or mcts.")
    return player
