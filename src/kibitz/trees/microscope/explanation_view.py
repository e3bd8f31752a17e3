"""Why a node was cut off or where its value comes from, with the moves and nodes that the answer points at."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.analysis.eval_explanation import TermShown, explain
from kibitz.core.errors import BadOption
from kibitz.core.searching import NodeKind, find_searcher
from kibitz.play.records import GameRecord
from kibitz.search.replica import Replica
from kibitz.trees.explain_cutoff import explain_cutoff
from kibitz.trees.explain_step import explain_step
from kibitz.trees.explain_value import explain_value
from kibitz.trees.find_nodes import check_node
from kibitz.trees.labels import points_text
from kibitz.trees.microscope.point_of_view import PointOfView
from kibitz.trees.recording import Recording


@dataclass(frozen=True)
class Refutation:
    """The move that met the bound, and how the game would go on."""

    node: int
    move: str
    line: tuple[str, ...]


@dataclass(frozen=True)
class BoundMet:
    """What was met, for the side that the answer is for.

    `side` holds it, at the node `holder` by a move; both are None if the search began with it.
    """

    text: str
    side: int
    holder: int | None
    holder_move: str | None


@dataclass(frozen=True)
class NodeExplanation:
    """An answer in a sentence, and what it points at. `path`: the nodes to show one after the other.

    `terms` are those of the heuristic at `leaf`, for the side to move there, and `total` their sum.
    """

    question: str
    node: int
    sentence: str
    path: tuple[int, ...]
    refutation: Refutation | None = None
    bound: BoundMet | None = None
    leaf: int | None = None
    total: int | None = None
    terms: tuple[TermShown, ...] = ()


def explain_node(
    recording: Recording, node: int, question: str, *, pov: PointOfView = PointOfView.ROOT, has_terms: bool = True
) -> NodeExplanation:
    """Why a node was cut off ("cut"), or where its value comes from ("value"), if wanted with the heuristic's terms."""
    for_max = pov.is_for_max(recording.tree, check_node(recording.tree, node))
    if question == "cut":
        return _explain_cutoff(recording, node, for_max)
    if question == "value":
        return _explain_value(recording, node, for_max, has_terms=has_terms)
    raise BadOption(f"'{question}' is not a question; ask cut or value.")


def explain_replay_step(recording: Recording, step: int, *, pov: PointOfView = PointOfView.ROOT) -> NodeExplanation:
    """Why the search does what it does at a step."""
    for_max = pov.is_for_max(recording.tree, recording.replay.describe(step).node)
    found = explain_step(recording.tree, recording.replay, step, for_max=for_max)
    if found.about in ("cut", "value"):
        return explain_node(recording, found.node, found.about, pov=pov)
    return NodeExplanation(found.about, found.node, found.sentence, found.path)


def _explain_cutoff(recording: Recording, node: int, for_max: bool) -> NodeExplanation:
    tree, game = recording.tree, recording.tree.game
    found = explain_cutoff(tree, node, recording.depth_first_replay, for_max=for_max)
    if found.refutation is None or found.holder is None:
        return NodeExplanation("cut", node, found.sentence, (node,))
    holder = found.holder
    line = tuple(game.move_name(tree.move[step]) for step in found.line)
    met = BoundMet(
        text=points_text(holder.value if tree.is_max(node) == for_max else -holder.value),
        side=1 - game.to_move(tree.state(node)),
        holder=holder.node,
        holder_move=None if holder.child is None else game.move_name(tree.move[holder.child]),
    )
    refutation = Refutation(found.refutation, game.move_name(tree.move[found.refutation]), line)
    return NodeExplanation("cut", node, found.sentence, (node, *found.line), refutation, met, leaf=found.line[-1])


def _explain_value(recording: Recording, node: int, for_max: bool, *, has_terms: bool) -> NodeExplanation:
    tree = recording.tree
    found = explain_value(tree, node, for_max=for_max)
    leaf = found.path[-1]
    if tree.kind[leaf] != NodeKind.HORIZON or tree.notes:
        return NodeExplanation("value", node, found.sentence, found.path, leaf=leaf)
    terms = explain_leaf(recording, leaf) if has_terms else ()
    if not terms:
        return NodeExplanation("value", node, found.sentence, found.path, leaf=leaf)
    return NodeExplanation("value", node, found.sentence, found.path, leaf=leaf, total=tree.value[leaf], terms=terms)


def explain_leaf(recording: Recording, leaf: int) -> tuple[TermShown, ...]:
    """What the heuristic of the search counts at a leaf; nothing where a faulty program judges otherwise."""
    tree = recording.tree
    searcher = find_searcher(tree.searcher)[0]
    evaluator = searcher.evaluator(tree.game)
    is_replica = isinstance(searcher, Replica)
    if is_replica and evaluator is None:
        return ()
    at = GameRecord.begin(tree.game, ("", ""), start=tree.state(leaf))
    terms = explain(at, "" if evaluator is None else str(evaluator)).terms
    return () if is_replica and sum(term.value for term in terms) != tree.value[leaf] else terms
