"""The microscope's questions: a search is recorded once, and then looked at in as many ways as there are routes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal
from uuid import uuid4

from fastapi import APIRouter, Depends, HTTPException, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from kibitz.core.errors import Unsuited
from kibitz.core.game import Game
from kibitz.core.searching import StopFlag
from kibitz.play.players import SearchPlayer
from kibitz.play.server_limits import bounded_game, bounded_player
from kibitz.trees.find_nodes import check_node
from kibitz.trees.microscope import replay_views as replaying
from kibitz.trees.microscope import views as viewing
from kibitz.trees.microscope.download import EXPORTS, export
from kibitz.trees.microscope.recordings import (
    Recorded,
    Recording,
    Shelf,
    open_recording,
    record_search,
    recording_name,
    searcher_text,
)
from kibitz.trees.microscope.replay_views import MAX_MOMENTS, Compared, Found, MomentShown, Why
from kibitz.trees.microscope.views import MAX_DRAWN, Card, Drawing, IcicleShown, NodeShown
from kibitz.trees.replay import CONDITIONS
from kibitz.trees.tree_comparison import Alignment
from kibitz.trees.tree_statistics import Statistics
from kibitz.web.models import Client, RequestedPosition, document_refusals, refuse_if_invalid
from kibitz.web.pool import Event, Pool, SearchJob
from kibitz.web.streaming import EventStream, stream

__all__ = ["router"]

router = APIRouter(prefix="/api/tree", responses=document_refusals(400, 403, 410, 422))

MAX_BYTES = 64 << 20  # of a file that is opened
FARTHEST = float(1 << 40)

TreeName = Annotated[str, Query(pattern="^[0-9a-f]{16}$", description="The name of a recording, as /record gives it")]
OtherName = Annotated[
    str, Query(pattern="^([0-9a-f]{16})?$", description="Another recording of the position, to mark what it lacks")
]
Node = Annotated[int, Query(ge=0, le=1 << 40, description="A node's number: its place in the order of the search")]
SearcherSpec = Annotated[
    str, Query(max_length=300, min_length=1, description="A searcher's spec", examples=["alphabeta:depth=5"])
]


class Gone(Exception):
    """A recording that is not on the shelf any more, or never was."""


def _shelf(request: Request) -> Shelf:
    shelf: Shelf = request.app.state.shelf
    return shelf


OnShelf = Annotated[Shelf, Depends(_shelf)]


def find_recording(shelf: Shelf, name: str) -> Recorded:
    found = shelf.find(name)
    if found is None:
        raise Gone(name)
    return found


@dataclass(frozen=True)
class Wanted:
    """A recording that is asked about, looked up only when all parameters of the question are known to be good."""

    shelf: Shelf
    name: str
    other: str = ""

    @property
    def recorded(self) -> Recorded:
        return find_recording(self.shelf, self.name)

    @property
    def beside(self) -> Alignment | None:
        """How it lies beside the other recording, if one is named."""
        if not self.other:
            return None
        with refuse_if_invalid("other"):
            return self.shelf.aligned(self.recorded, find_recording(self.shelf, self.other))


async def _wanted(tree: TreeName, shelf: OnShelf) -> Wanted:
    return Wanted(shelf, tree)


async def _wanted_beside(tree: TreeName, shelf: OnShelf, other: OtherName = "") -> Wanted:
    return Wanted(shelf, tree, other)


Of = Annotated[Wanted, Depends(_wanted)]
OfTwo = Annotated[Wanted, Depends(_wanted_beside)]


@router.get("/record", response_class=EventStream, responses=document_refusals(400, 403, 410, 422, 503, streamed=True))
async def record(
    request: Request, at: RequestedPosition, searcher: SearcherSpec, shelf: OnShelf, client: Client = ""
) -> EventStream:
    """Search a position and keep the tree, up to a million nodes of it.

    Events: `queued`, `compiling`, `progress` with nodes and seconds, then `recorded`, or `failed`.
    """
    before = await run_in_threadpool(at.record)
    with refuse_if_invalid("searcher"):
        player = _searcher(searcher, before.game)
    name = recording_name(before, searcher_text(player))

    def work(stop: StopFlag) -> Iterator[Event]:
        known = shelf.find(name)
        yield Event("recorded", (known or shelf.put(record_search(before, player, stop=stop))).recording)

    def progress(job: SearchJob) -> dict[str, Any] | None:
        return {"nodes": job.stop.nodes, "seconds": round(job.stop.seconds, 1)} if job.stop.nodes else None

    pool: Pool = request.app.state.pool
    return stream(pool, client or uuid4().hex, work, progress)


def _searcher(spec: str, game: Game) -> SearchPlayer:
    player = bounded_player(spec, game)
    if not isinstance(player, SearchPlayer):
        raise Unsuited(f"{spec} does not search, so that it has no tree; take alphabeta, pvs or mcts.")
    return player


@router.post("/open", responses=document_refusals(413))
async def open_file(
    request: Request,
    shelf: OnShelf,
    name: Annotated[str, Query(max_length=200, description="The file's name; .kbz, .txt or .json")] = "tree.kbz",
) -> Recording:
    """Look into a file: a recording, a move-tree log or a tree as JSON. The body is the file itself."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > MAX_BYTES:
            raise HTTPException(413, f"A file may have {MAX_BYTES >> 20} MiB here")

    def opened() -> Recording:
        recorded = open_recording(bytes(data), name)
        bounded_game(recorded.tree.game.spec(full=True))
        return shelf.put(recorded).recording

    with refuse_if_invalid("file"):
        return await run_in_threadpool(opened)


@router.get("/about")
def about(of: Of) -> Recording:
    """What a recording holds."""
    return of.recorded.recording


@router.get("/icicle")
def icicle(
    of: OfTwo,
    root: Annotated[int | None, Query(ge=0, le=1 << 40, description="The node shown on top")] = None,
    x0: Annotated[float, Query(ge=0, le=FARTHEST, description="Left edge, in nodes from the root shown")] = 0,
    x1: Annotated[float, Query(ge=0, le=FARTHEST, description="Right edge; 0 for all")] = 0,
    width: Annotated[float, Query(ge=1, le=20_000, description="Pixels from x0 to x1")] = 1_000,
    plies: Annotated[int | None, Query(ge=0, le=10_000, description="Rows below the root shown")] = None,
) -> IcicleShown:
    """The nodes in view, at most 2,000; narrower ones are merged."""
    top = of.recorded.root if root is None else root
    with refuse_if_invalid("root"):
        return viewing.show_icicle(of.recorded, top, x0, x1 or FARTHEST, width, plies=plies, other=of.beside)


@dataclass(frozen=True)
class Cards:
    nodes: tuple[Card, ...]


@router.get("/nodes")
def nodes(
    of: OfTwo,
    ids: Annotated[str, Query(max_length=1_600, pattern="^[0-9]+(,[0-9]+)*$", examples=["0,1,2"])],
) -> Cards:
    """Nodes close by, at most 200, each with its board."""
    with refuse_if_invalid("ids"):
        return Cards(viewing.cards(of.recorded, [int(number) for number in ids.split(",")], of.beside))


@router.get("/drawing")
def drawing(
    of: OfTwo,
    root: Annotated[int | None, Query(ge=0, le=1 << 40, description="The node on top")] = None,
    levels: Annotated[int, Query(ge=0, le=60, description="Plies to draw")] = 3,
    most: Annotated[int, Query(ge=1, le=MAX_DRAWN, description="Nodes to draw")] = 150,
    node_width: Annotated[float, Query(ge=10, le=600, description="Of a card")] = 96,
    node_height: Annotated[float, Query(ge=10, le=600, description="Of a card")] = 120,
) -> Drawing:
    """The top of a subtree as a textbook draws it."""
    top = of.recorded.root if root is None else root
    with refuse_if_invalid("root"):
        return viewing.draw(
            of.recorded, top, levels=levels, most=most, node_width=node_width, node_height=node_height, other=of.beside
        )


@router.get("/node")
def node(of: OfTwo, node: Node) -> NodeShown:
    """One node with the way to it, its children and the moves never searched."""
    with refuse_if_invalid("node"):
        return viewing.show_node(of.recorded, node, of.beside)


Step = Annotated[int, Query(ge=0, le=1 << 41, description="A step: every node is entered at one and left at another")]


@router.get("/step")
def step(of: Of, step: Step) -> MomentShown:
    """What happens at a step, and how alpha and beta stand then."""
    with refuse_if_invalid("step"):
        return replaying.show_moment(of.recorded, step)


@dataclass(frozen=True)
class Moments:
    moments: tuple[MomentShown, ...]


@router.get("/steps")
def steps(
    of: Of,
    first: Annotated[int, Query(alias="from", ge=0, le=1 << 41, description="The first step")] = 0,
    count: Annotated[int, Query(ge=1, le=MAX_MOMENTS, description="How many")] = 100,
) -> Moments:
    """Several steps, without the boards, for playing them."""
    return Moments(replaying.show_moments(of.recorded, first, count))


@dataclass(frozen=True)
class Sought:
    """Where it happens; `moment` is None, and `sentence` says so, where it does not."""

    found: bool
    moment: MomentShown | None
    sentence: str


@router.get("/seek")
def seek(
    of: Of,
    step: Step,
    kind: Annotated[str, Query(alias="for", max_length=20, description=", ".join(CONDITIONS))],
    direction: Annotated[Literal["1", "-1"], Query(description="1 for later, -1 for earlier")] = "1",
    what: Annotated[str, Query(max_length=40, description="The move, depth or value")] = "",
) -> Sought:
    """The nearest step at which something happens."""
    with refuse_if_invalid("for" if kind not in CONDITIONS else "what"):
        moment = replaying.seek(of.recorded, step, int(direction), kind, what)
    if moment is None:
        return Sought(False, None, f"It does not happen {'after' if direction == '1' else 'before'} this step.")
    return Sought(True, moment, moment.sentence)


@router.get("/why")
def why(of: Of, node: Node, question: Annotated[Literal["cut", "value"], Query()]) -> Why:
    """Why a node was cut off, or where its value comes from."""
    with refuse_if_invalid("node"):
        return replaying.why(of.recorded, node, question)


@router.get("/statistics")
def statistics(of: Of, node: Annotated[int | None, Query(ge=0, le=1 << 40)] = None) -> Statistics:
    """Cut-offs, what they saved, and how far the ordering was from perfect."""
    with refuse_if_invalid("node"):
        return of.recorded.statistics(check_node(of.recorded.tree, of.recorded.root if node is None else node))


@router.get("/find")
def find(of: Of, text: Annotated[str, Query(min_length=1, max_length=500, examples=["=3"])]) -> Found:
    """Nodes by number (#12), by moves (4 4 5) or by value for Max (=3, >=2, <-1)."""
    with refuse_if_invalid("text"):
        return replaying.find(of.recorded, text)


@router.get("/compare")
def compare(shelf: OnShelf, a: TreeName, b: TreeName) -> Compared:
    """Two searches of one position."""
    with refuse_if_invalid("b"):
        return replaying.compare(shelf, find_recording(shelf, a), find_recording(shelf, b))


@router.get("/export", response_class=Response)
def export_file(
    of: Of,
    format: Annotated[str, Query(max_length=10, description=" ".join(EXPORTS))],
    node: Annotated[int | None, Query(ge=0, le=1 << 40, description="The node on top; all passes if none")] = None,
) -> Response:
    """A subtree as a file."""
    with refuse_if_invalid("format" if format not in EXPORTS else "node"):
        made = export(of.recorded, format, node)
    return Response(
        made.data, media_type=made.media_type, headers={"Content-Disposition": f'attachment; filename="{made.name}"'}
    )
