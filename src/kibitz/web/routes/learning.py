"""The API of the Learn page: train a player, watch it, stop it, go on, and look into what it has learned.

What changes something is a POST, so that no link and no image can do it. Games and methods are those known by name, and
a training has a name of its own: no parameter ever names a file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.concurrency import run_in_threadpool

from kibitz.core.game import find_game
from kibitz.core.spec import split_spec
from kibitz.learned.kept_trainings import TRAINING_NAME
from kibitz.web.hosting.folder_host import RUNNING
from kibitz.web.hosting.learning_host import LearningHost
from kibitz.web.hosting.model_questions import Mistakes, SelfPlayGame, TablePage
from kibitz.web.hosting.training_limits import MAX_TOTAL, MethodInfo, list_methods_within_limits
from kibitz.web.hosting.training_overview import TrainingCurve, TrainingOverview
from kibitz.web.models import Client, GameSpec, Seed, document_refusals, find_allowed_game, refuse_if_invalid
from kibitz.web.pool import Event
from kibitz.web.server_limits import MAX_MOVES_TEXT
from kibitz.web.streaming import EventStream
from kibitz.web.watching import Look, watch_run

router = APIRouter(prefix="/api/learn", responses=document_refusals(400, 403))

Name = Annotated[
    str, Query(alias="training", pattern=f"^{TRAINING_NAME}$", description="The name from /start or the list")
]
At = Annotated[int, Query(ge=0, le=10**9, description="Checkpoint, as a number of games; 0: the latest player")]
First = Annotated[int, Query(ge=0, le=10**9, description="Number of entries to skip")]
Total = Annotated[int | None, Query(ge=1, le=MAX_TOTAL, description="Total of games, or positions, to learn from")]


def _find_host(request: Request) -> LearningHost:
    host: LearningHost = request.app.state.learning
    return host


Host = Annotated[LearningHost, Depends(_find_host)]


@dataclass(frozen=True)
class Methods:
    methods: tuple[MethodInfo, ...]


@dataclass(frozen=True)
class Trainings:
    trainings: list[TrainingOverview]


@dataclass(frozen=True)
class LearnedPlayer:
    """Somebody to ask about a game: the spec, and how it came about in a few words."""

    player: str
    about: str


@dataclass(frozen=True)
class LearnedPlayers:
    """`game`: its whole spec."""

    game: str
    players: list[LearnedPlayer]


@dataclass(frozen=True)
class TrainingReport:
    """A training and its curve."""

    overview: TrainingOverview
    curve: TrainingCurve


@router.get("/methods")
def methods() -> Methods:
    """Every method of learning with its settings, and what it needs to be installed."""
    return Methods(list_methods_within_limits())


@router.get("/list")
def trainings(host: Host) -> Trainings:
    """Every training that was ever begun here and not removed, the latest first."""
    return Trainings(host.list_all())


@router.get("/players", responses=document_refusals(422))
def players(game: GameSpec, host: Host) -> LearnedPlayers:
    """Who has learned a game: the player that comes with it, if one does, then those of the trainings here."""
    from kibitz.learned.find_model import list_shipped

    spec, found = find_allowed_game(game).spec(), list[LearnedPlayer]()
    if (shipped := list_shipped().get(spec)) is not None:
        by = shipped.training
        found.append(LearnedPlayer("learned", f"comes with Kibitz: {split_spec(by.method)[0]}, {by.done:,} {by.unit}"))
    for one in host.list_all():
        if one.is_shown and find_game(one.game).spec() == spec:
            about = f"{split_spec(one.method)[0]}, {one.done:,} {one.unit}, begun {one.begun[:10]}"
            found.append(LearnedPlayer(one.player, about))
    return LearnedPlayers(spec, found)


@router.get("/training", responses=document_refusals(404, 422))
def training(name: Name, host: Host) -> TrainingReport:
    """How far a training is, and how good its player was at each moment when it was measured."""
    return TrainingReport(host.overview(name), host.curve(name))


@router.post("/start", responses=document_refusals(422, 503))
def start(
    game: GameSpec,
    method: Annotated[
        str, Query(min_length=1, max_length=300, description="A method's spec, such as q-learning:alpha=0.1")
    ],
    host: Host,
    total: Total = None,
    seed: Seed = None,
    client: Client = "",
) -> TrainingOverview:
    """Begin a training, which runs at the lowest priority; `total` and `seed` take the place of what the spec says."""
    find_allowed_game(game)
    with refuse_if_invalid("method"):
        return host.start(game, method, client, total=total, seed=seed)


@router.post("/stop", responses=document_refusals(404, 422))
def stop(name: Name, host: Host) -> TrainingOverview:
    """Interrupt a training; what was learned is saved first."""
    return host.stop(name)


@router.post("/go-on", responses=document_refusals(404, 422, 503))
def go_on(name: Name, host: Host, total: Total = None, client: Client = "") -> TrainingOverview:
    """Continue a training where it was stopped; with a larger `total`, also one that has finished."""
    with refuse_if_invalid("total"):
        return host.go_on(name, client, total)


@router.post("/remove", responses=document_refusals(404, 422, 503))
def remove(name: Name, host: Host) -> Trainings:
    """Delete a training with all its players; lists the others."""
    host.remove(name)
    return Trainings(host.list_all())


@router.get("/mistakes", responses=document_refusals(404, 422, 503))
def mistakes(
    name: Name,
    host: Host,
    at: At = 0,
    first: First = 0,
    count: Annotated[int, Query(ge=1, le=50, description="How many at most")] = 12,
) -> Mistakes:
    """Positions in which the player's move does not keep the result, the worst first, with links to the analysis."""
    with refuse_if_invalid("training"):
        return host.mistakes(name, at=at, first=first, count=count)


@router.get("/table", responses=document_refusals(404, 422, 503))
def table(
    name: Name,
    host: Host,
    at: At = 0,
    first: First = 0,
    count: Annotated[int, Query(ge=1, le=50, description="How many rows at most")] = 12,
    moves: Annotated[
        str | None,
        Query(max_length=MAX_MOVES_TEXT, description="Only the row of the position that these moves lead to"),
    ] = None,
) -> TablePage:
    """What is in the table of a player that learned one: positions, and of each move its value and its visits."""
    with refuse_if_invalid("training" if moves is None else "moves"):
        return host.table(name, at=at, first=first, count=count, moves=moves)


@router.get("/selfplay", responses=document_refusals(404, 422, 503))
def self_play(name: Name, host: Host, at: At = 0, seed: Seed = None) -> SelfPlayGame:
    """A game that the player plays against itself after an opening of random moves; another seed, another game."""
    with refuse_if_invalid("training"):
        return host.self_play(name, at=at, seed=seed or 0)


@router.get("/watch", response_class=EventStream, responses=document_refusals(404, 422, 503, streamed=True))
async def watch(request: Request, name: Name, host: Host) -> EventStream:
    """A training while it runs.

    Events: `overview`, how far it is, and `curve` whenever it was measured; then `done`, at once if it does not run.
    """
    await run_in_threadpool(host.overview, name)  # refused before the stream begins
    return watch_run(request, _TrainingWatcher(host, name).look)


class _TrainingWatcher:
    """What a page that watches a training has been sent so far."""

    def __init__(self, host: LearningHost, name: str) -> None:
        self.host, self.name = host, name
        self._sent: dict[str, object] = {}  # the last event of each name

    def look(self) -> Look:
        overview = self.host.overview(self.name)
        now = (Event("overview", overview), Event("curve", self.host.curve(self.name)))
        events = [event for event in now if self._sent.get(event.name) != event.data]
        self._sent.update(events)
        return Look(events, overview.state != RUNNING)
