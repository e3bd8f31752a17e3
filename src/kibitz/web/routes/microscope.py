"""The routes of the microscope: a search is recorded once, and then every route shows it in another way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from kibitz.core.errors import Unsuited
from kibitz.core.game import Game
from kibitz.core.searching import StopFlag
from kibitz.play.players import SearchPlayer
from kibitz.trees.find_nodes import check_node
from kibitz.trees.microscope.comparison_view import SearchComparison, compare_searches
from kibitz.trees.microscope.download import list_download_formats, make_download
from kibitz.trees.microscope.drawing_view import MAX_DRAWN, TreeDrawing, draw_subtree
from kibitz.trees.microscope.example_searches import EXAMPLES, ExampleSearch
from kibitz.trees.microscope.explanation_view import NodeExplanation, explain_node, explain_replay_step
from kibitz.trees.microscope.found_nodes import FoundNodes, list_found_nodes
from kibitz.trees.microscope.icicle_view import IcicleView, view_icicle
from kibitz.trees.microscope.node_cards import NodeCard, describe_nodes
from kibitz.trees.microscope.node_view import NodeDetails, view_node
from kibitz.trees.microscope.point_of_view import PointOfView
from kibitz.trees.microscope.recording_cache import RecordingCache
from kibitz.trees.microscope.recording_summary import RecordingSummary, summarize_recording
from kibitz.trees.microscope.search_behind import (
    ANALYSIS,
    SearchBehind,
    find_analysis_search,
    find_search_behind,
)
from kibitz.trees.microscope.step_view import (
    MAX_KNOWN,
    MAX_STEPS,
    NodeAtStep,
    StepView,
    seek_step,
    view_known,
    view_step,
    view_steps,
)
from kibitz.trees.recording import Recording, name_recording, record_search, recorded_spec
from kibitz.trees.replay import CONDITIONS
from kibitz.trees.tree_comparison import Alignment
from kibitz.trees.tree_files import list_readable_suffixes, read_recording
from kibitz.trees.tree_statistics import TreeStatistics
from kibitz.web.models import Client, RequestedPosition, Seed, document_refusals, refuse_if_invalid
from kibitz.web.pool import Event, SearchJob
from kibitz.web.safety import Uploads
from kibitz.web.server_limits import find_game_within_limits, find_player_within_limits
from kibitz.web.streaming import EventStream, stream

router = APIRouter(prefix="/api/tree", responses=document_refusals(400, 403, 410, 422))

FARTHEST = float(1 << 40)

TreeName = Annotated[str, Query(pattern="^[0-9a-f]{16}$", description="The name of a recording, as /record gives it")]
OtherName = Annotated[
    str, Query(pattern="^([0-9a-f]{16})?$", description="Another recording of the position, to mark what it lacks")
]
Node = Annotated[int, Query(ge=0, le=1 << 40, description="A node's number: its place in the order of the search")]
Side = Annotated[
    PointOfView, Query(description="Whom values are for: the side to move at the root, or the side to move at the node")
]
SearcherSpec = Annotated[
    str, Query(max_length=300, min_length=1, description="A searcher's spec", examples=["alphabeta:depth=5"])
]


class Gone(Exception):
    """A recording that is not in memory any more, or never was."""


def _find_cache(request: Request) -> RecordingCache:
    cache: RecordingCache = request.app.state.recordings
    return cache


Recordings = Annotated[RecordingCache, Depends(_find_cache)]


def find_recording(cache: RecordingCache, name: str) -> Recording:
    found = cache.find(name)
    if found is None:
        raise Gone(name)
    return found


@dataclass(frozen=True)
class RecordingRequest:
    """A request for a recording, which is looked up only when all other parameters are known to be valid."""

    cache: RecordingCache
    name: str
    other: str = ""
    pov: PointOfView = PointOfView.ROOT

    @property
    def recording(self) -> Recording:
        return find_recording(self.cache, self.name)

    @property
    def beside(self) -> Alignment | None:
        """How it compares with the other recording, if one is named."""
        if not self.other:
            return None
        with refuse_if_invalid("other"):
            return self.cache.align(self.recording, find_recording(self.cache, self.other))


async def _find_request(tree: TreeName, cache: Recordings) -> RecordingRequest:
    return RecordingRequest(cache, tree)


async def _find_request_from_side(tree: TreeName, cache: Recordings, pov: Side = PointOfView.ROOT) -> RecordingRequest:
    return RecordingRequest(cache, tree, pov=pov)


async def _find_request_beside(tree: TreeName, cache: Recordings, other: OtherName = "") -> RecordingRequest:
    return RecordingRequest(cache, tree, other)


Of = Annotated[RecordingRequest, Depends(_find_request)]
OfSide = Annotated[RecordingRequest, Depends(_find_request_from_side)]
OfTwo = Annotated[RecordingRequest, Depends(_find_request_beside)]


@dataclass(frozen=True)
class ExampleSearches:
    examples: tuple[ExampleSearch, ...]


@router.get("/examples")
def examples() -> ExampleSearches:
    """Searches worth a look, with what to look for."""
    return ExampleSearches(tuple(EXAMPLES.values()))


@router.get("/record", response_class=EventStream, responses=document_refusals(400, 403, 410, 422, 503, streamed=True))
async def record(
    request: Request, at: RequestedPosition, searcher: SearcherSpec, cache: Recordings, client: Client = ""
) -> EventStream:
    """Search a position and keep the tree, up to a million nodes of it.

    Events: `queued`, `compiling`, `progress` with nodes and seconds, then `recorded`, or `failed`.
    """
    before = await run_in_threadpool(at.record)
    with refuse_if_invalid("searcher"):
        player = _searcher(searcher, before.game)
    name = name_recording(before, recorded_spec(player))

    def work(stop: StopFlag) -> Iterator[Event]:
        known = cache.find(name)
        recording = known or cache.add(record_search(before, player, stop=stop))
        yield Event("recorded", summarize_recording(recording))

    def progress(job: SearchJob) -> dict[str, Any] | None:
        return {"nodes": job.stop.nodes, "seconds": round(job.stop.seconds, 1)} if job.stop.nodes else None

    return stream(request, client, work, progress)


def _searcher(spec: str, game: Game) -> SearchPlayer:
    player = find_player_within_limits(spec, game)
    if not isinstance(player, SearchPlayer):
        raise Unsuited(f"{spec} does not search, so it has no tree; take alphabeta, pvs or mcts.")
    return player


@router.get("/behind")
def behind(
    at: RequestedPosition,
    player: Annotated[str, Query(max_length=300, min_length=1, description=f"A player, or {ANALYSIS}")],
    seed: Seed = None,
) -> SearchBehind:
    """Which search to record to see why a player moves as it does in a position: its own, or the nearest to it."""
    before = at.record()
    if player == ANALYSIS:
        return find_analysis_search(before)
    with refuse_if_invalid("player"):
        return find_search_behind(find_player_within_limits(player, before.game, seed=seed), before)


@router.post("/open", responses=document_refusals(408, 413, 503))
async def open_file(
    request: Request,
    cache: Recordings,
    name: Annotated[
        str, Query(max_length=200, description=f"The file's name, ending in {' or '.join(list_readable_suffixes())}")
    ] = "tree.kbz",
) -> RecordingSummary:
    """Look into a file: a recording, a move-tree log or a tree as JSON. The body is the file itself."""
    uploads: Uploads = request.app.state.uploads

    def opened(data: bytes) -> RecordingSummary:
        with uploads.reading:
            recording = read_recording(data, name)
            find_game_within_limits(recording.tree.game.spec(full=True))
            return summarize_recording(cache.add(recording))

    with uploads.receive() as data:
        await data.receive(request.stream())
        with refuse_if_invalid("file"):
            return await run_in_threadpool(opened, data.take())


@router.get("/about")
def about(of: Of) -> RecordingSummary:
    """What a recording holds."""
    return summarize_recording(of.recording)


@router.get("/icicle")
def icicle(
    of: OfTwo,
    root: Annotated[int | None, Query(ge=0, le=1 << 40, description="The node shown on top")] = None,
    x0: Annotated[float, Query(ge=0, le=FARTHEST, description="Left edge, in nodes from the root shown")] = 0,
    x1: Annotated[float, Query(ge=0, le=FARTHEST, description="Right edge; 0 for all")] = 0,
    width: Annotated[float, Query(ge=1, le=20_000, description="Pixels from x0 to x1")] = 1_000,
    plies: Annotated[int | None, Query(ge=0, le=10_000, description="Rows below the root shown")] = None,
) -> IcicleView:
    """The nodes in view, at most 2,000; narrower ones are merged."""
    top = of.recording.root if root is None else root
    with refuse_if_invalid("root"):
        return view_icicle(of.recording, top, x0, x1 or FARTHEST, width, plies=plies, other=of.beside)


@dataclass(frozen=True)
class NodeCards:
    nodes: tuple[NodeCard, ...]


@router.get("/nodes")
def nodes(
    of: OfTwo,
    ids: Annotated[str, Query(max_length=1_600, pattern="^[0-9]+(,[0-9]+)*$", examples=["0,1,2"])],
) -> NodeCards:
    """Up to 200 nodes, each with its board."""
    with refuse_if_invalid("ids"):
        return NodeCards(describe_nodes(of.recording, [int(number) for number in ids.split(",")], of.beside))


@router.get("/drawing")
def drawing(
    of: OfTwo,
    root: Annotated[int | None, Query(ge=0, le=1 << 40, description="The node on top")] = None,
    levels: Annotated[int, Query(ge=0, le=60, description="Plies to draw")] = 3,
    most: Annotated[int, Query(ge=1, le=MAX_DRAWN, description="Nodes to draw")] = 150,
    node_width: Annotated[float, Query(ge=10, le=600, description="Of a card")] = 96,
    node_height: Annotated[float, Query(ge=10, le=600, description="Of a card")] = 120,
) -> TreeDrawing:
    """The top of a subtree as a textbook draws it."""
    top = of.recording.root if root is None else root
    with refuse_if_invalid("root"):
        return draw_subtree(
            of.recording, top, levels=levels, most=most, node_width=node_width, node_height=node_height, other=of.beside
        )


@router.get("/node")
def node(of: OfTwo, node: Node, pov: Side = PointOfView.ROOT) -> NodeDetails:
    """One node with the way to it, its children and the moves never searched."""
    with refuse_if_invalid("node"):
        return view_node(of.recording, node, of.beside, pov=pov)


Step = Annotated[int, Query(ge=0, le=1 << 41, description="A step: every node is entered at one and left at another")]


@router.get("/step")
def step(of: OfSide, step: Step) -> StepView:
    """What happens at a step, and how alpha and beta stand then."""
    with refuse_if_invalid("step"):
        return view_step(of.recording, step, pov=of.pov)


@dataclass(frozen=True)
class Steps:
    moments: tuple[StepView, ...]


@router.get("/steps")
def steps(
    of: OfSide,
    first: Annotated[int, Query(alias="from", ge=0, le=1 << 41, description="The first step")] = 0,
    count: Annotated[int, Query(ge=1, le=MAX_STEPS, description="How many")] = 100,
) -> Steps:
    """Several steps, for playing them."""
    return Steps(view_steps(of.recording, first, count, pov=of.pov))


@dataclass(frozen=True)
class KnownNodes:
    nodes: tuple[NodeAtStep, ...]


@router.get("/known")
def known(
    of: Of,
    step: Step,
    ids: Annotated[str, Query(max_length=8 * MAX_KNOWN, pattern="^[0-9]+(,[0-9]+)*$", examples=["0,1,2"])],
) -> KnownNodes:
    """What a search that does not go depth first (mcts, proof) knew of up to 400 nodes at a step."""
    with refuse_if_invalid("step" if step >= of.recording.replay.steps else "ids"):
        return KnownNodes(view_known(of.recording, step, [int(number) for number in ids.split(",")]))


@dataclass(frozen=True)
class SoughtStep:
    """Where it happens; `moment` is None, and `sentence` says so, where it does not."""

    found: bool
    moment: StepView | None
    sentence: str


@router.get("/seek")
def seek(
    of: OfSide,
    step: Step,
    kind: Annotated[str, Query(alias="for", max_length=20, description=", ".join(CONDITIONS))],
    direction: Annotated[Literal["1", "-1"], Query(description="1 for later, -1 for earlier")] = "1",
    what: Annotated[str, Query(max_length=40, description="The move, depth or value")] = "",
) -> SoughtStep:
    """The nearest step at which something happens."""
    with refuse_if_invalid("for" if kind not in CONDITIONS else "what"):
        moment = seek_step(of.recording, step, int(direction), kind, what, pov=of.pov)
    if moment is None:
        return SoughtStep(False, None, f"It does not happen {'after' if direction == '1' else 'before'} this step.")
    return SoughtStep(True, moment, moment.sentence)


@router.get("/why")
def why(of: OfSide, node: Node, question: Annotated[Literal["cut", "value"], Query()]) -> NodeExplanation:
    """Why a node was cut off, or where its value comes from."""
    with refuse_if_invalid("node"):
        return explain_node(of.recording, node, question, pov=of.pov)


@router.get("/why-step")
def why_step(of: OfSide, step: Step) -> NodeExplanation:
    """Why the search does what it does at a step: tries this move, cuts here, or gives the node this value."""
    with refuse_if_invalid("step"):
        return explain_replay_step(of.recording, step, pov=of.pov)


@router.get("/statistics")
def statistics(of: Of, node: Annotated[int | None, Query(ge=0, le=1 << 40)] = None) -> TreeStatistics:
    """Cut-offs, what they saved, and how far the ordering was from perfect."""
    with refuse_if_invalid("node"):
        return of.recording.statistics(check_node(of.recording.tree, of.recording.root if node is None else node))


@router.get("/find")
def find(of: Of, text: Annotated[str, Query(min_length=1, max_length=500, examples=["=3"])]) -> FoundNodes:
    """Nodes by number (#12), by moves (4 4 5) or by value for Max (=3, >=2, <-1)."""
    with refuse_if_invalid("text"):
        return list_found_nodes(of.recording, text)


@router.get("/compare")
def compare(cache: Recordings, a: TreeName, b: TreeName) -> SearchComparison:
    """Two searches of one position."""
    with refuse_if_invalid("b"):
        return compare_searches(cache, find_recording(cache, a), find_recording(cache, b))


@router.get("/export", response_class=Response)
def export_file(
    of: Of,
    format: Annotated[str, Query(max_length=10, description=" ".join(list_download_formats()))],
    node: Annotated[int | None, Query(ge=0, le=1 << 40, description="The node on top; all passes if none")] = None,
) -> Response:
    """A subtree as a file."""
    with refuse_if_invalid("format" if format not in list_download_formats() else "node"):
        made = make_download(of.recording, format, node)
    return Response(
        made.data, media_type=made.media_type, headers={"Content-Disposition": f'attachment; filename="{made.name}"'}
    )
