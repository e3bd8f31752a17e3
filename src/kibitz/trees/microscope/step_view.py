"""The steps of a recorded search, each with a sentence and the path as it stands then."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.score import INFINITY
from kibitz.core.searching import NodeKind
from kibitz.trees.labels import KIND_WORDS, points_text, side_to_move, value_text
from kibitz.trees.microscope.node_cards import NodeCard, describe_node
from kibitz.trees.recording import Recording
from kibitz.trees.replay import OpenNode, ReplayStep
from kibitz.trees.search_tree import NO_NODE, SearchTree

__all__ = ["MAX_STEPS", "StepView", "seek_step", "view_step", "view_steps"]

MAX_STEPS = 300


@dataclass(frozen=True)
class OpenNodeView:
    """A node on the path at a step: numbers for the side to move there, texts for Max. `moves`: how many are legal."""

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
    tried: int
    moves: int


@dataclass(frozen=True)
class StepView:
    """One step of a search; see `ReplayStep`. `card` is the node of the step, if it was asked for."""

    step: int
    of_pass: int
    event: str
    node: int
    line: str
    then: str
    changed: str
    sentence: str
    path: tuple[OpenNodeView, ...]
    card: NodeCard | None = None


def view_step(recording: Recording, step: int) -> StepView:
    """What happens at a step."""
    return _view(recording, recording.replay.describe(step), with_card=True)


def view_steps(recording: Recording, first: int, count: int) -> tuple[StepView, ...]:
    """Several steps, for playing them."""
    replay = recording.replay
    end = min(replay.steps, first + min(count, MAX_STEPS))
    return tuple(_view(recording, replay.describe(step), with_card=False) for step in range(first, end))


def seek_step(recording: Recording, step: int, direction: int, kind: str, what: str = "") -> StepView | None:
    """The nearest step at which something happens; None if there is none."""
    found = recording.replay.seek(step, direction, kind, what)
    return None if found is None else view_step(recording, found)


def _view(recording: Recording, step: ReplayStep, *, with_card: bool) -> StepView:
    return StepView(
        step=step.step,
        of_pass=recording.tree.pass_of(step.node),
        event=step.event,
        node=step.node,
        line=step.line,
        then=step.then,
        changed=step.changed,
        sentence=_sentence(recording.tree, step),
        path=tuple(_view_open_node(recording.tree, node) for node in step.path),
        card=describe_node(recording, step.node) if with_card else None,
    )


def _view_open_node(tree: SearchTree, open_node: OpenNode) -> OpenNodeView:
    node, best = open_node.node, open_node.best
    low, high = (open_node.alpha, open_node.beta) if tree.is_max(node) else (-open_node.beta, -open_node.alpha)
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
        best_text="" if best is None else points_text(best if tree.is_max(node) else -best),
        tried=open_node.tried,
        moves=len(tree.game.moves(tree.state(node))),
    )


def _finite(number: int) -> int | None:
    return None if abs(number) >= INFINITY else number


def _sentence(tree: SearchTree, step: ReplayStep) -> str:
    node, here = step.node, step.path[-1]
    move = "" if tree.parent[node] == NO_NODE else tree.game.move_name(tree.move[node])
    if step.event == "enter":
        again = " again" if tree.is_research(node) else ""
        return f"{side_to_move(tree, tree.parent[node])} tries {move}{again}." if move else "The search begins."
    kind = NodeKind(tree.kind[node])
    if kind == NodeKind.STOPPED:
        return "A limit ended the search here."
    what = move or "The root"
    if step.event == "cut":
        skipped = len(tree.ghosts(node))
        rest = "the last move did it" if not skipped else f"{skipped} move{'s' * (skipped > 1)} not searched"
        return f"{what} is cut off: {side_to_move(tree, node)} has {points_text(here.best or 0)} here; {rest}."
    said = f"{what} is worth {value_text(tree, node)}"
    return f"{said} ({KIND_WORDS[kind]})." if kind != NodeKind.INNER else f"{said}."
