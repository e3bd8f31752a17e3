"""The steps of a recorded search, each with a sentence and the path as it stands then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.core.errors import BadOption
from kibitz.core.score import INFINITY
from kibitz.core.searching import NodeKind
from kibitz.trees.event_replay import EventReplay, ProofReplay, SimulationReplay
from kibitz.trees.find_nodes import check_node
from kibitz.trees.labels import (
    KIND_WORDS,
    NodeNumbers,
    numbers_text,
    points_text,
    side_name,
    side_to_move,
    value_at_step_text,
    value_text,
)
from kibitz.trees.microscope.node_cards import NodeCard, describe_node
from kibitz.trees.microscope.node_merit import rate_numbers
from kibitz.trees.microscope.point_of_view import PointOfView
from kibitz.trees.recording import Recording
from kibitz.trees.replay import OpenNode, ReplayStep
from kibitz.trees.search_tree import NO_NODE, SearchTree

MAX_STEPS = 300
MAX_KNOWN = 400  # nodes whose numbers at a step are asked for at once


@dataclass(frozen=True)
class OpenNodeView:
    """A node on the path at a step: numbers for the side to move there, texts for the side `viewer`.

    `moves`: how many are legal; `tried`: how many of them have been searched, or are in the tree. `closed`: why the
    window is empty, if it is: the best value met the bound.
    """

    node: int
    move: str
    ply: int
    size: int
    alpha: int | None
    beta: int | None
    best: int | None
    alpha_text: str
    beta_text: str
    best_text: str
    closed: str
    tried: int
    moves: int
    to_move: int
    viewer: int


@dataclass(frozen=True)
class NodeAtStep:
    """What a search that does not go depth first knew of a node at a step: texts for Max, and the same for Min.

    `merit`: what the moves to nodes are sorted by, as it stood then; None without a value.
    """

    node: int
    there: bool
    value: str
    note: str
    merit: int | None
    value_for_min: str
    note_for_min: str


@dataclass(frozen=True)
class StepView:
    """One step of a search; see `ReplayStep`. `card` is the node of the step.

    `known`: what a search that does not go depth first then knew of the nodes on the path, and of those below the
    last; `changes_all`: whether a new question has set back the numbers of all other nodes.
    """

    step: int
    of_pass: int
    event: str
    node: int
    line: str
    then: str
    changed: str
    sentence: str
    path: tuple[OpenNodeView, ...]
    card: NodeCard
    known: tuple[NodeAtStep, ...] = ()
    changes_all: bool = False


def view_step(recording: Recording, step: int, *, pov: PointOfView = PointOfView.ROOT) -> StepView:
    """What happens at a step."""
    return _view(recording, recording.replay.describe(step), pov)


def view_steps(
    recording: Recording, first: int, count: int, *, pov: PointOfView = PointOfView.ROOT
) -> tuple[StepView, ...]:
    """Several steps, for playing them."""
    end = min(recording.replay.steps, first + min(count, MAX_STEPS))
    return tuple(view_step(recording, step, pov=pov) for step in range(first, end))


def seek_step(
    recording: Recording, step: int, direction: int, kind: str, what: str = "", *, pov: PointOfView = PointOfView.ROOT
) -> StepView | None:
    """The nearest step at which something happens; None if there is none."""
    found = recording.replay.seek(step, direction, kind, what)
    return None if found is None else view_step(recording, found, pov=pov)


def view_known(recording: Recording, step: int, nodes: Sequence[int]) -> tuple[NodeAtStep, ...]:
    """What a search that does not go depth first knew of some nodes at a step."""
    tree, replay = recording.tree, recording.replay
    if len(nodes) > MAX_KNOWN:
        raise BadOption(f"{len(nodes)} nodes were requested at once; request {MAX_KNOWN} at most.")
    if not isinstance(replay, EventReplay):
        raise BadOption("This search is depth first: its state at a step follows from the order of its nodes.")
    known = replay.numbers(step, [check_node(tree, node) for node in nodes])
    return tuple(
        NodeAtStep(
            node=each.node,
            there=each.is_there,
            value=value_at_step_text(tree, each),
            note=numbers_text(tree, each),
            merit=rate_numbers(tree, each),
            value_for_min=value_at_step_text(tree, each, for_max=False),
            note_for_min=numbers_text(tree, each, for_max=False),
        )
        for each in known
    )


def _view(recording: Recording, step: ReplayStep, pov: PointOfView) -> StepView:
    tree, replay = recording.tree, recording.replay
    for_max = pov.is_for_max(tree, step.node)
    known: tuple[NodeAtStep, ...] = ()
    numbers: tuple[NodeNumbers, ...] = ()
    changes_all = False
    if isinstance(replay, EventReplay):
        path = [at.node for at in step.path]
        below = tree.children(step.node) if isinstance(replay, ProofReplay) else ()
        known = view_known(recording, step.step, [*path, *below][:MAX_KNOWN])
        numbers = replay.numbers(step.step, path)
        changes_all = isinstance(replay, ProofReplay) and len(path) == 1 and replay.is_first_look(step.step)
    return StepView(
        step=step.step,
        of_pass=tree.pass_of(step.node),
        event=step.event,
        node=step.node,
        line=step.line,
        then=step.then,
        changed=step.changed,
        sentence=write_sentence(recording, step, for_max=for_max),
        path=tuple(
            view_open_node(tree, node, pov.is_for_max(tree, node.node), numbers[place] if numbers else None)
            for place, node in enumerate(step.path)
        ),
        card=describe_node(recording, step.node, for_max=for_max),
        known=known,
        changes_all=changes_all,
    )


def view_open_node(
    tree: SearchTree, open_node: OpenNode, for_max: bool, numbers: NodeNumbers | None = None
) -> OpenNodeView:
    """A node on the path; texts are for Max, or else for Min. `numbers`: of a search that does not go depth first."""
    node, best = open_node.node, open_node.best
    is_viewers, first = tree.is_max(node) == for_max, tree.max_side
    low, high = (open_node.alpha, open_node.beta) if is_viewers else (-open_node.beta, -open_node.alpha)
    best_text = "" if best is None else points_text(best if is_viewers else -best)
    return OpenNodeView(
        node=node,
        move="" if tree.parent[node] == NO_NODE else tree.game.move_name(tree.move[node]),
        ply=tree.ply[node],
        size=tree.size[node],
        alpha=_finite(open_node.alpha),
        beta=_finite(open_node.beta),
        best=best,
        alpha_text=points_text(low),
        beta_text=points_text(high),
        best_text=best_text if numbers is None else _numbers_texts(tree, numbers, for_max),
        closed=_why_closed(open_node, is_viewers),
        tried=open_node.tried,
        moves=len(tree.legal_moves(node)),
        to_move=tree.game.to_move(tree.state(node)),
        viewer=first if for_max else 1 - first,
    )


def _why_closed(node: OpenNode, is_viewers: bool) -> str:
    """Why a window is empty, for the side to move or for the other one; nothing where it is open."""
    if not node.is_closed or node.best is None:
        return ""
    if is_viewers:
        return f"closed: best {points_text(node.best)} ≥ beta {points_text(node.beta)}"
    return f"closed: best {points_text(-node.best)} ≤ alpha {points_text(-node.beta)}"


def _numbers_texts(tree: SearchTree, numbers: NodeNumbers, for_max: bool) -> str:
    note = numbers_text(tree, numbers, for_max=for_max)
    if numbers.visits is None:
        return note
    return f"{value_at_step_text(tree, numbers, for_max=for_max)}, {note}"


def _finite(number: int) -> int | None:
    return None if abs(number) >= INFINITY else number


def write_sentence(recording: Recording, step: ReplayStep, *, for_max: bool) -> str:
    """What happens at a step, with values for Max, or else for Min."""
    tree, replay = recording.tree, recording.replay
    if isinstance(replay, SimulationReplay):
        return _describe_simulation(tree, replay, step.step)
    if isinstance(replay, ProofReplay):
        return _describe_look(tree, replay, step.step, for_max)
    node, viewer = step.node, side_name(tree, for_max=for_max)
    move = _move_name(tree, node)
    if step.event == "enter":
        again = " again" if tree.is_research(node) else ""
        return f"{side_to_move(tree, tree.parent[node])} tries {move}{again}." if move else _begin(tree, node)
    kind = NodeKind(tree.kind[node])
    if kind == NodeKind.STOPPED:
        return "A limit ended the search here."
    value = f"{value_text(tree, node, for_max=for_max)} for {viewer}"
    if step.event == "cut":
        skipped = len(tree.ghosts(node))
        rest = f"{skipped} move{'s' * (skipped > 1)} not searched"
        return f"Cut-off at {move or 'the root'}: it is worth {value}; {rest}."
    said = f"{move or 'The root'} is worth {value}"
    if tree.meets_beta(node) and not tree.lacks_nodes(node):
        return f"{said}; its last move met the bound, so nothing was left to cut."
    return f"{said} ({KIND_WORDS[kind]})." if kind != NodeKind.INNER else f"{said}."


def _begin(tree: SearchTree, root: int) -> str:
    count = len(tree.roots)
    return "The search begins." if count == 1 else f"Pass {tree.pass_of(root) + 1} of {count} begins."


def _describe_simulation(tree: SearchTree, replay: SimulationReplay, step: int) -> str:
    path = replay.path_at(step)
    moves = " ".join(_move_name(tree, node) for node in path[1:])
    end, result, game = path[-1], replay.result_at(step), tree.game
    mover = game.to_move(tree.state(end))
    ends = "a draw" if result == 0 else f"{game.sides[mover if result > 0 else 1 - mover]} wins"
    where = f"goes {moves}" if moves else "starts at the root"
    if tree.kind[end] == NodeKind.TERMINAL:
        said = f"Simulation {step + 1} {where}, where the game is over: {ends}."
    else:
        adds = f", adds {_move_name(tree, end)} to the tree" if replay.is_new(step) else ""
        said = f"Simulation {step + 1} {where}{adds} and plays on at random: {ends}."
    proven = replay.proofs_at(step)
    if proven:
        names = ", ".join(_move_name(tree, node) or "the root" for node in proven)
        said += f" More is certain now of {names}."
    return said


def _describe_look(tree: SearchTree, replay: ProofReplay, step: int, for_max: bool) -> str:
    node, viewer = replay.node_at(step), side_name(tree, for_max=for_max)
    (known,) = replay.numbers(step, (node,))
    name = _move_name(tree, node) or "the root"
    verb = "Works on" if replay.is_first_look(step) else "Back at"
    said = f"{verb} {name}: proof and disproof {numbers_text(tree, known, for_max=for_max)} for {viewer}"
    return f"{said}, so it is settled." if 0 in (known.proof, known.disproof) else f"{said}."


def _move_name(tree: SearchTree, node: int) -> str:
    return "" if tree.parent[node] == NO_NODE else tree.game.move_name(tree.move[node])
