"""Why a search did what it did: what refuted a node, and where a value comes from."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.score import Bound
from kibitz.core.searching import NodeKind
from kibitz.trees.labels import KIND_WORDS, mover, points_text
from kibitz.trees.replay import Replay
from kibitz.trees.search_tree import NO_NODE, SearchTree

__all__ = ["CutExplained", "Holder", "ValueExplained", "why_cut", "why_value"]


@dataclass(frozen=True)
class Holder:
    """Who holds a bound: the node where the other side has something better, and the child that gave it.

    Without a child the bound is a question: at that node a move was only tested for being better than the best so
    far. Without a node either, the search began with it. `value` is for the side to move at the node that was cut.
    """

    value: int
    node: int | None
    child: int | None


@dataclass(frozen=True)
class CutExplained:
    """`refutation`: the child that met the bound, None if the node was not cut; `skipped`: moves not searched."""

    node: int
    sentence: str
    refutation: int | None = None
    line: tuple[int, ...] = ()
    holder: Holder | None = None
    skipped: int = 0


@dataclass(frozen=True)
class ValueExplained:
    """`path`: the nodes from this one down to where its value comes from."""

    node: int
    sentence: str
    path: tuple[int, ...]


def why_cut(tree: SearchTree, node: int, replay: Replay) -> CutExplained:
    """Why the moves of a node that were not searched did not need to be."""
    if not tree.is_cut(node):
        return CutExplained(node, _why_not_cut(tree, node))
    refutation = next(child for child in tree.children(node) if -tree.value[child] >= tree.beta[node])
    holder = _holder(tree, node, replay)
    skipped = len(tree.ghosts(node))
    side, other = mover(tree, node), _other(tree, node)
    move, value = _name(tree, refutation), points_text(-tree.value[refutation])
    sentence = f"{side} has {move}, worth at least {value} to {side}"
    if holder.node is not None and holder.child is None:
        asker, best = mover(tree, holder.node), points_text(holder.value - 1)
        sentence += f"; {asker} only asked {_where(tree, holder.node)} whether a move is better than {best}, and it is"
    elif holder.node is None or holder.child is None:
        sentence += f", and the search was only asked whether it is worth {points_text(holder.value)}"
    else:
        instead = _name(tree, holder.child)
        where = _where(tree, holder.node)
        sentence += (
            f"; {other} can hold {side} to {points_text(holder.value)} with {instead} {where}, so will not come here"
        )
    rest = "no other move was left" if not skipped else f"{_moves(skipped)} need no search"
    return CutExplained(node, f"{sentence}: {rest}.", refutation, tree.line(refutation), holder, skipped)


def _why_not_cut(tree: SearchTree, node: int) -> str:
    if tree.kind[node] != NodeKind.INNER:
        return (
            f"This node was not cut off: it has no moves that were searched ({KIND_WORDS[NodeKind(tree.kind[node])]})."
        )
    value, beta = points_text(tree.value[node]), points_text(tree.beta[node])
    side = mover(tree, node)
    return (
        f"This node was not cut off: the best {side} has here is {value}, which stays below {beta}, "
        "so that every move had to be looked at."
    )


def _holder(tree: SearchTree, node: int, replay: Replay) -> Holder:
    """Beta is what a node above, where the other side moves, has found already: there or further up."""
    beta, below = tree.beta[node], node
    above = tree.parent[node]
    while above != NO_NODE:
        standing = replay.standing(above, before=below)
        if standing.best is not None and -standing.best <= beta:
            earlier = [child for child in tree.children(above) if child < below]
            child = next((child for child in earlier if -tree.value[child] == standing.best), earlier[-1])
            return Holder(-standing.best, above, child)
        below = tree.parent[above]
        above = tree.parent[below] if below != NO_NODE else NO_NODE
    return Holder(beta, _asker(tree, node, replay), None)


def _asker(tree: SearchTree, node: int, replay: Replay) -> int | None:
    """The node above that tests a move in a window of width one, its own being wider; None if there is none."""
    below, above = node, tree.parent[node]
    while above != NO_NODE:
        standing = replay.standing(above, before=below)
        if tree.beta[below] - tree.alpha[below] == 1 < standing.beta - standing.alpha:
            return above
        below, above = above, tree.parent[above]
    return None


def why_value(tree: SearchTree, node: int) -> ValueExplained:
    """The way down to the leaf that a node's value comes from."""
    if tree.kind[node] == NodeKind.STOPPED:
        return ValueExplained(node, "A limit ended the search inside this node, so that it has no value.", (node,))
    path = tree.line(node)
    leaf, side = path[-1], mover(tree, node)
    words = {Bound.EXACT: "worth", Bound.LOWER: "worth at least", Bound.UPPER: "worth at most"}[tree.bound(node)]
    value = points_text(tree.value[node])
    if leaf == node:
        return ValueExplained(node, f"It is {words} {value} to {side}: {_source(tree, leaf)}.", path)
    moves = " ".join(_name(tree, step) for step in path[1:])
    return ValueExplained(node, f"It is {words} {value} to {side} by {moves}, where {_source(tree, leaf)}.", path)


def _source(tree: SearchTree, leaf: int) -> str:
    if tree.kind[leaf] == NodeKind.TERMINAL:
        return f"the game is over: {tree.game.describe_result(tree.state(leaf))}"
    if "visits" in tree.notes:
        return "random games were played out"
    if tree.kind[leaf] == NodeKind.HORIZON:
        return f"the heuristic says {points_text(tree.value[leaf])} for {mover(tree, leaf)}"
    if tree.kind[leaf] == NodeKind.TABLE:
        return "the table knew it from an earlier visit"
    return "no move was better than the window it was given"


def _name(tree: SearchTree, node: int) -> str:
    return tree.game.move_name(tree.move[node])


def _other(tree: SearchTree, node: int) -> str:
    state = tree.state(node)
    return tree.game.players[1 - tree.game.to_move(state)]


def _where(tree: SearchTree, node: int) -> str:
    moves = " ".join(map(tree.game.move_name, tree.moves_to(node)))
    return f"after {moves}" if moves else "at the root"


def _moves(count: int) -> str:
    return "1 other move" if count == 1 else f"{count} other moves"
