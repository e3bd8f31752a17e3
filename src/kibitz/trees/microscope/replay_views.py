"""A recorded search in time, and in words: its steps, why it cut, where a value comes from, how two searches differ."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from kibitz.core.errors import BadOption
from kibitz.core.score import INFINITY
from kibitz.core.searching import NodeKind, find_searcher
from kibitz.play.analysis.eval_explanation import TermShown, explain
from kibitz.play.records import GameRecord
from kibitz.trees.find_nodes import check_node, find_nodes
from kibitz.trees.labels import KIND_WORDS, mover, points_text, value_text
from kibitz.trees.microscope.recordings import Recorded, Shelf
from kibitz.trees.microscope.views import Card, card
from kibitz.trees.replay import Moment, OpenNode
from kibitz.trees.search_tree import NO_NODE, SearchTree
from kibitz.trees.tree_comparison import Alignment, PlyCompared
from kibitz.trees.why import why_cut, why_value

__all__ = [
    "MAX_FOUND",
    "MAX_MOMENTS",
    "Compared",
    "Found",
    "MomentShown",
    "Why",
    "compare",
    "find",
    "seek",
    "show_moment",
    "show_moments",
    "why",
]

MAX_MOMENTS = 300
MAX_FOUND = 50


@dataclass(frozen=True)
class OpenShown:
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
class MomentShown:
    """One step of a search; see `explore.replay.Moment`. `card` is the node of the step, if it was asked for."""

    step: int
    of_pass: int
    event: str
    node: int
    line: str
    then: str
    changed: str
    sentence: str
    path: tuple[OpenShown, ...]
    card: Card | None = None


def show_moment(recorded: Recorded, step: int) -> MomentShown:
    """What happens at a step."""
    return _shown(recorded, recorded.replay.moment(step), with_card=True)


def show_moments(recorded: Recorded, first: int, count: int) -> tuple[MomentShown, ...]:
    """Several steps, for playing them."""
    replay = recorded.replay
    end = min(replay.steps, first + min(count, MAX_MOMENTS))
    return tuple(_shown(recorded, replay.moment(step), with_card=False) for step in range(first, end))


def seek(recorded: Recorded, step: int, direction: int, kind: str, what: str = "") -> MomentShown | None:
    """The nearest step at which something happens; None if it does not happen any more."""
    found = recorded.replay.seek(step, direction, kind, what)
    return None if found is None else show_moment(recorded, found)


def _shown(recorded: Recorded, moment: Moment, *, with_card: bool) -> MomentShown:
    return MomentShown(
        step=moment.step,
        of_pass=recorded.tree.pass_of(moment.node),
        event=moment.event,
        node=moment.node,
        line=moment.line,
        then=moment.then,
        changed=moment.changed,
        sentence=_sentence(recorded.tree, moment),
        path=tuple(_open(recorded.tree, node) for node in moment.path),
        card=card(recorded, moment.node) if with_card else None,
    )


def _open(tree: SearchTree, standing: OpenNode) -> OpenShown:
    node, best = standing.node, standing.best
    low, high = (standing.alpha, standing.beta) if tree.is_max(node) else (-standing.beta, -standing.alpha)
    return OpenShown(
        node=node,
        move="" if tree.parent[node] == NO_NODE else tree.game.move_name(tree.move[node]),
        ply=tree.ply[node],
        size=tree.size[node],
        alpha=_finite(standing.alpha),
        beta=_finite(standing.beta),
        best=best,
        alpha_text=points_text(low),
        beta_text=points_text(high),
        best_text="" if best is None else points_text(best if tree.is_max(node) else -best),
        tried=standing.tried,
        moves=len(tree.game.moves(tree.state(node))),
    )


def _finite(number: int) -> int | None:
    return None if abs(number) >= INFINITY else number


def _sentence(tree: SearchTree, moment: Moment) -> str:
    node, here = moment.node, moment.path[-1]
    move = "" if tree.parent[node] == NO_NODE else tree.game.move_name(tree.move[node])
    if moment.event == "enter":
        again = " again" if tree.is_research(node) else ""
        return f"{mover(tree, tree.parent[node])} tries {move}{again}." if move else "The search begins."
    kind = NodeKind(tree.kind[node])
    if kind == NodeKind.STOPPED:
        return "A limit ended the search here."
    what = move or "The root"
    if moment.event == "cut":
        skipped = len(tree.ghosts(node))
        rest = "the last move did it" if not skipped else f"{skipped} move{'s' * (skipped > 1)} not searched"
        return f"{what} is cut off: {mover(tree, node)} has {points_text(here.best or 0)} here; {rest}."
    said = f"{what} is worth {value_text(tree, node)}"
    return f"{said} ({KIND_WORDS[kind]})." if kind != NodeKind.INNER else f"{said}."


# In words.


@dataclass(frozen=True)
class Refutation:
    """The move that met the bound, and how the game would go on."""

    node: int
    move: str
    line: tuple[str, ...]


@dataclass(frozen=True)
class BoundMet:
    """What was met, for Max; `side` holds it, at the node `holder` by a move, both None if the search began with it."""

    text: str
    side: int
    holder: int | None
    holder_move: str | None


@dataclass(frozen=True)
class Why:
    """An answer in a sentence, and what it points at. `path`: the nodes to walk along.

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


def why(recorded: Recorded, node: int, question: str) -> Why:
    """Why a node was cut off ("cut"), or where its value comes from ("value")."""
    check_node(recorded.tree, node)
    if question == "cut":
        return _why_cut(recorded, node)
    if question == "value":
        return _why_value(recorded, node)
    raise BadOption(f"'{question}' cannot be asked; ask cut or value.")


def _why_cut(recorded: Recorded, node: int) -> Why:
    tree, game = recorded.tree, recorded.tree.game
    found = why_cut(tree, node, recorded.replay)
    if found.refutation is None or found.holder is None:
        return Why("cut", node, found.sentence, (node,))
    holder = found.holder
    line = tuple(game.move_name(tree.move[step]) for step in found.line)
    met = BoundMet(
        text=points_text(holder.value if tree.is_max(node) else -holder.value),
        side=1 - game.to_move(tree.state(node)),
        holder=holder.node,
        holder_move=None if holder.child is None else game.move_name(tree.move[holder.child]),
    )
    refutation = Refutation(found.refutation, game.move_name(tree.move[found.refutation]), line)
    return Why("cut", node, found.sentence, (node, *found.line), refutation, met, leaf=found.line[-1])


def _why_value(recorded: Recorded, node: int) -> Why:
    tree = recorded.tree
    found = why_value(tree, node)
    leaf = found.path[-1]
    if tree.kind[leaf] != NodeKind.HORIZON or tree.notes:
        return Why("value", node, found.sentence, found.path, leaf=leaf)
    terms = leaf_terms(recorded, leaf)
    return Why("value", node, found.sentence, found.path, leaf=leaf, total=tree.value[leaf], terms=terms)


def leaf_terms(recorded: Recorded, leaf: int) -> tuple[TermShown, ...]:
    """What the heuristic of the search counts at a leaf."""
    tree = recorded.tree
    evaluator = find_searcher(tree.searcher)[0].evaluator(tree.game)
    at = GameRecord.begin(tree.game, ("", ""), start=tree.state(leaf))
    return explain(at, "" if evaluator is None else str(evaluator)).terms


@dataclass(frozen=True)
class FoundNode:
    node: int
    moves: tuple[str, ...]
    ply: int
    value: str


@dataclass(frozen=True)
class Found:
    """The first nodes that fit, and whether there are more."""

    found: tuple[FoundNode, ...]
    more: bool


def find(recorded: Recorded, text: str) -> Found:
    """Nodes by number, moves or value; see `explore.finding`."""
    tree = recorded.tree
    nodes = list(islice(find_nodes(tree, text, recorded.root), MAX_FOUND + 1))
    shown = tuple(
        FoundNode(node, tuple(map(tree.game.move_name, tree.moves_to(node))), tree.ply[node], value_text(tree, node))
        for node in nodes[:MAX_FOUND]
    )
    return Found(shown, len(nodes) > MAX_FOUND)


# Side by side.


@dataclass(frozen=True)
class SideCompared:
    searcher: str
    nodes: int
    value: str


@dataclass(frozen=True)
class FirstDifference:
    """`moves`: the way to the last node that both were at before; steps are those of the first nodes that differ."""

    moves: tuple[str, ...]
    node_a: int | None
    node_b: int | None
    step_a: int | None
    step_b: int | None
    sentence: str


@dataclass(frozen=True)
class Compared:
    """Two searches of one position: the last whole pass of each."""

    a: SideCompared
    b: SideCompared
    both: int
    only_a: int
    only_b: int
    first: FirstDifference | None
    plies: tuple[PlyCompared, ...]
    sentence: str


def compare(shelf: Shelf, a: Recorded, b: Recorded) -> Compared:
    """How two searches of the same position differ."""
    aligned = shelf.aligned(a, b)
    nodes_a, nodes_b, both = len(aligned.mate_of_a), len(aligned.mate_of_b), aligned.both
    side_a = SideCompared(a.tree.searcher, nodes_a, value_text(a.tree, a.root))
    side_b = SideCompared(b.tree.searcher, nodes_b, value_text(b.tree, b.root))
    return Compared(
        a=side_a,
        b=side_b,
        both=both,
        only_a=nodes_a - both,
        only_b=nodes_b - both,
        first=_first(a, b, aligned),
        plies=aligned.by_ply(),
        sentence=_verdict(side_a, side_b, both),
    )


def _verdict(a: SideCompared, b: SideCompared, both: int) -> str:
    less, more = (a, b) if a.nodes <= b.nodes else (b, a)
    agree = "agree on the value" if a.value == b.value else f"differ in value ({a.value} and {b.value})"
    if less.nodes == more.nodes:
        return f"Both visit {a.nodes:,} nodes, {both:,} of them the same, and {agree}."
    return (
        f"{less.searcher} visits {less.nodes:,} nodes where {more.searcher} visits {more.nodes:,}, "
        f"{1 - less.nodes / more.nodes:.1%} fewer; {both:,} are the same, and they {agree}."
    )


def _first(a: Recorded, b: Recorded, aligned: Alignment) -> FirstDifference | None:
    first = aligned.first
    if first is None:
        return None
    last_same = aligned.root_a + first.order - 1
    moves = tuple(map(a.tree.game.move_name, a.tree.moves_to(last_same)))
    then_a, then_b = _goes_on(a.tree, first.a), _goes_on(b.tree, first.b)
    return FirstDifference(
        moves=moves,
        node_a=first.a,
        node_b=first.b,
        step_a=None if first.a is None else a.replay.entered(first.a),
        step_b=None if first.b is None else b.replay.entered(first.b),
        sentence=f"Both enter the same {first.order:,} nodes; then {a.tree.searcher} {then_a} and "
        f"{b.tree.searcher} {then_b}.",
    )


def _goes_on(tree: SearchTree, node: int | None) -> str:
    if node is None:
        return "is done"
    return "goes to " + " ".join(map(tree.game.move_name, tree.moves_to(node)))
