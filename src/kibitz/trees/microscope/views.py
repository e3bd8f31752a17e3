"""What is seen through the microscope: an icicle from afar, cards and a textbook drawing from near."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.core.errors import BadOption
from kibitz.core.game import Cell
from kibitz.core.limits import FULL_DEPTH
from kibitz.core.score import INFINITY, Bound, is_decided
from kibitz.core.searching import NodeKind
from kibitz.play.board_svg import changed_cells
from kibitz.trees.crop import crop
from kibitz.trees.drawing.icicle import Icicle, icicle
from kibitz.trees.drawing.layout import Sizes, tidy_layout
from kibitz.trees.find_nodes import check_node
from kibitz.trees.labels import proof_texts, value_text, window_text
from kibitz.trees.microscope.recordings import Recorded
from kibitz.trees.search_tree import NO_NODE, Counts
from kibitz.trees.tree_comparison import Alignment
from kibitz.trees.tree_statistics import ghost_cost

__all__ = [
    "MAX_CARDS",
    "MAX_DRAWN",
    "Card",
    "Drawing",
    "IcicleShown",
    "NodeShown",
    "card",
    "cards",
    "draw",
    "show_icicle",
    "show_node",
]

MAX_CARDS = 200
MAX_DRAWN = 300  # nodes of a textbook drawing


@dataclass(frozen=True)
class Card:
    """A node. `value` and `window` are texts for Max; `alpha`, `beta`, `raw` numbers for the side to move there.

    Infinite numbers are None. `saved`: about how many nodes the ghosts, moves never searched, would have cost. `mean`:
    of random games, from -1 to 1, for the side that moved there. `proof`, `disproof`: for Max, "∞" if it cannot be.
    `only`: the other search of a comparison was never here.
    """

    node: int
    parent: int | None
    move: str
    by: int | None
    ply: int
    depth: int | None
    size: int
    kind: str
    to_move: int
    value: str
    window: str
    alpha: int | None
    beta: int | None
    raw: int | None
    bound: str
    verdict: str
    cut: bool
    research: bool
    principal: bool
    only: bool
    ghosts: tuple[str, ...]
    saved: int
    rows: tuple[str, ...]
    last: tuple[Cell, ...]
    winning: tuple[Cell, ...]
    visits: int | None
    mean: float | None
    proof: str | None
    disproof: str | None


def card(recorded: Recorded, node: int, other: Alignment | None = None) -> Card:
    """A node close by; `other`: how this tree lies beside another."""
    tree, game = recorded.tree, recorded.tree.game
    check_node(tree, node)
    parent, state, ghosts = tree.parent[node], tree.state(node), tree.ghosts(node)
    view, to_move = game.view(state), game.to_move(state)
    has_parent = parent != NO_NODE
    before = game.view(tree.state(parent)) if has_parent else view
    notes = {name: column[node] for name, column in tree.notes.items()}
    proof, disproof = proof_texts(tree, node) if "proof" in notes else (None, None)
    return Card(
        node=node,
        parent=parent if has_parent else None,
        move=game.move_name(tree.move[node]) if has_parent else "",
        by=game.to_move(tree.state(parent)) if has_parent else None,
        ply=tree.ply[node],
        depth=None if tree.depth[node] == FULL_DEPTH - tree.ply[node] else tree.depth[node],
        size=tree.size[node],
        kind=NodeKind(tree.kind[node]).name.lower(),
        to_move=to_move,
        value=value_text(tree, node),
        window=window_text(tree, node) if recorded.has_windows else "",
        alpha=_finite(tree.alpha[node]),
        beta=_finite(tree.beta[node]),
        raw=None if tree.kind[node] == NodeKind.STOPPED else tree.value[node],
        bound=tree.bound(node).name.lower(),
        verdict=_verdict(recorded, node),
        cut=tree.is_cut(node),
        research=tree.is_research(node),
        principal=node in recorded.lines,
        only=other is not None and other.is_only_in_a(node),
        ghosts=tuple(map(game.move_name, ghosts)),
        saved=len(ghosts) * ghost_cost(tree, node) if ghosts else 0,
        rows=view.rows,
        last=tuple(sorted(changed_cells(before, view))),
        winning=tuple(sorted(game.winning_cells(state))) if tree.kind[node] == NodeKind.TERMINAL else (),
        visits=notes.get("visits"),
        mean=notes["mean"] / 1_000 if "mean" in notes else None,
        proof=proof,
        disproof=disproof,
    )


def cards(recorded: Recorded, nodes: Sequence[int], other: Alignment | None = None) -> tuple[Card, ...]:
    """Several nodes close by."""
    if len(nodes) > MAX_CARDS:
        raise BadOption(f"{len(nodes)} nodes were asked for at once; ask for {MAX_CARDS} at most.")
    return tuple(card(recorded, node, other) for node in nodes)


def _finite(number: int) -> int | None:
    return None if abs(number) == INFINITY else number


def _verdict(recorded: Recorded, node: int) -> str:
    """Won or lost for Max, where that is certain."""
    value, bound = recorded.tree.value_for_max(node), recorded.tree.bound_for_max(node)
    if not is_decided(value) or bound == (Bound.UPPER if value > 0 else Bound.LOWER):
        return ""
    return "won" if value > 0 else "lost"


@dataclass(frozen=True)
class IcicleShown(Icicle):
    """An icicle with the values of its nodes, and how many rows the whole of it has."""

    value: list[str]
    height: int


def show_icicle(
    recorded: Recorded,
    root: int,
    x0: float,
    x1: float,
    width: float,
    *,
    plies: int | None = None,
    other: Alignment | None = None,
) -> IcicleShown:
    """What is in view below a node; see `explore.icicle`."""
    tree = recorded.tree
    check_node(tree, root)
    x0, x1 = max(0.0, min(x0, tree.size[root] - 1.0)), max(1.0, min(x1, float(tree.size[root])))
    is_only = (lambda node: False) if other is None else other.is_only_in_a
    found = icicle(tree, root, x0, max(x1, x0 + 1), width, plies=plies, line=recorded.lines, is_only=is_only)
    values = [value_text(tree, node) for node in found.id]
    return IcicleShown(**vars(found), value=values, height=_height(recorded, root))


def _height(recorded: Recorded, root: int) -> int:
    tree = recorded.tree
    if tree.parent[root] == NO_NODE:
        return recorded.recording.passes[tree.pass_of(root)].height
    return max(tree.ply[root : root + tree.size[root]]) - tree.ply[root] + 1


@dataclass(frozen=True)
class Drawn:
    """A card and where its top left corner goes; `hidden` counts the nodes below that are not drawn."""

    card: Card
    x: float
    y: float
    hidden: int


@dataclass(frozen=True)
class Ghost:
    """A move that was never searched, and about how many nodes it would have cost."""

    node: int
    move: str
    saved: int
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Drawing:
    root: int
    width: float
    height: float
    node_width: float
    node_height: float
    nodes: tuple[Drawn, ...]
    ghosts: tuple[Ghost, ...]


def draw(
    recorded: Recorded,
    root: int,
    *,
    levels: int = 3,
    most: int = 150,
    node_width: float = 96,
    node_height: float = 120,
    other: Alignment | None = None,
) -> Drawing:
    """The top of a subtree as a textbook draws it."""
    tree = recorded.tree
    check_node(tree, root)
    small = crop(tree, root, plies=levels, most=min(most, MAX_DRAWN))
    names = [tree.game.move_name(move) for node in range(len(small)) for move in small.ghosts(node)]
    sizes = Sizes(
        node_width=node_width,
        node_height=node_height,
        ghost_width=10 + 7.0 * max(map(len, names), default=0),
        ghost_height=16,
        sibling_gap=14,
        cousin_gap=26,
        level_gap=100,
        ghost_drop=26,
        stack_gap=10,
        trunk=14,
    )
    layout = tidy_layout(small, sizes)
    return Drawing(
        root=root,
        width=round(layout.width, 1),
        height=round(layout.height, 1),
        node_width=node_width,
        node_height=node_height,
        nodes=tuple(
            Drawn(card(recorded, small.origin[node], other), round(box.left, 1), round(box.top, 1), small.hidden[node])
            for node, box in enumerate(layout.nodes)
        ),
        ghosts=tuple(
            Ghost(
                node=small.origin[ghost.node],
                move=tree.game.move_name(ghost.move),
                saved=ghost_cost(tree, small.origin[ghost.node]),
                x=round(ghost.box.left, 1),
                y=round(ghost.box.top, 1),
                width=round(ghost.box.width, 1),
                height=round(ghost.box.height, 1),
            )
            for ghost in layout.ghosts
        ),
    )


@dataclass(frozen=True)
class NodeLine:
    """A node in a list."""

    node: int
    move: str
    value: str
    window: str
    size: int
    kind: str
    cut: bool
    research: bool
    principal: bool


@dataclass(frozen=True)
class GhostShown:
    move: str
    saved: int


@dataclass(frozen=True)
class NodeShown:
    """A node with its surroundings. `path` leads from the root to it; `moves`: the whole game up to here."""

    card: Card
    path: tuple[NodeLine, ...]
    children: tuple[NodeLine, ...]
    ghosts: tuple[GhostShown, ...]
    counts: Counts
    step_entered: int
    step_left: int
    moves: str


def show_node(recorded: Recorded, node: int, other: Alignment | None = None) -> NodeShown:
    """A node, the way to it, and what is below."""
    tree, shown = recorded.tree, card(recorded, node, other)
    path = [node]
    while tree.parent[path[-1]] != NO_NODE:
        path.append(tree.parent[path[-1]])
    cost = ghost_cost(tree, node)
    separator = "" if all(len(name) == 1 for name in tree.game.move_names) else " "
    names = [*map(tree.game.move_name, (*recorded.before.moves, *tree.moves_to(node)))]
    return NodeShown(
        card=shown,
        path=tuple(node_line(recorded, each) for each in reversed(path)),
        children=tuple(node_line(recorded, child) for child in tree.children(node)),
        ghosts=tuple(GhostShown(name, cost) for name in shown.ghosts),
        counts=tree.counts(node),
        step_entered=recorded.replay.entered(node),
        step_left=recorded.replay.left(node),
        moves=separator.join(names),
    )


def node_line(recorded: Recorded, node: int) -> NodeLine:
    tree = recorded.tree
    return NodeLine(
        node=node,
        move="" if tree.parent[node] == NO_NODE else tree.game.move_name(tree.move[node]),
        value=value_text(tree, node),
        window=window_text(tree, node) if recorded.has_windows else "",
        size=tree.size[node],
        kind=NodeKind(tree.kind[node]).name.lower(),
        cut=tree.is_cut(node),
        research=tree.is_research(node),
        principal=node in recorded.lines,
    )
