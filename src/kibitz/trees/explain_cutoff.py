"""Why a node was cut off: the move that refuted it, and which node above holds the bound that was met."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.searching import NodeKind
from kibitz.trees.labels import KIND_WORDS, points_text, side_to_move
from kibitz.trees.replay import Replay
from kibitz.trees.search_tree import NO_NODE, SearchTree

__all__ = ["BoundHolder", "CutoffExplanation", "explain_cutoff"]


@dataclass(frozen=True)
class BoundHolder:
    """Who holds a bound: the node where the other side has something better, and the child that gave it.

    Without a child, a move was only tested at that node for being better than the best so far. Without a node either,
    the search began with this bound. `value` is for the side to move at the node that was cut.
    """

    value: int
    node: int | None
    child: int | None


@dataclass(frozen=True)
class CutoffExplanation:
    """`refutation`: the child that met the bound, None if the node was not cut; `skipped`: moves not searched."""

    node: int
    sentence: str
    refutation: int | None = None
    line: tuple[int, ...] = ()
    holder: BoundHolder | None = None
    skipped: int = 0


def explain_cutoff(tree: SearchTree, node: int, replay: Replay) -> CutoffExplanation:
    """Explain why some moves of a node needed no search."""
    if not tree.is_cut(node):
        return CutoffExplanation(node, _explain_no_cutoff(tree, node))
    refutation = next(child for child in tree.children(node) if -tree.value[child] >= tree.beta[node])
    holder = _find_holder(tree, node, replay)
    skipped = len(tree.ghosts(node))
    side, other = side_to_move(tree, node), _other(tree, node)
    move, value = _move_name(tree, refutation), points_text(-tree.value[refutation])
    sentence = f"{side} has {move}, worth at least {value} to {side}"
    if holder.node is not None and holder.child is None:
        asker, best = side_to_move(tree, holder.node), points_text(holder.value - 1)
        sentence += f"; {asker} only asked {_where(tree, holder.node)} whether a move is better than {best}, and it is"
    elif holder.node is None or holder.child is None:
        sentence += f", and the search was only asked whether it is worth {points_text(holder.value)}"
    else:
        instead, limit = _move_name(tree, holder.child), points_text(holder.value)
        where = _where(tree, holder.node)
        sentence += f"; {other} can hold {side} to {limit} with {instead} {where}, so {other} avoids this position"
    rest = "no other move was left" if not skipped else f"{_moves(skipped)} need no search"
    return CutoffExplanation(node, f"{sentence}: {rest}.", refutation, tree.line(refutation), holder, skipped)


def _explain_no_cutoff(tree: SearchTree, node: int) -> str:
    if tree.kind[node] != NodeKind.INNER:
        return (
            f"This node was not cut off: it has no moves that were searched ({KIND_WORDS[NodeKind(tree.kind[node])]})."
        )
    value, beta = points_text(tree.value[node]), points_text(tree.beta[node])
    side = side_to_move(tree, node)
    return (
        f"This node was not cut off: the best {side} has here is {value}, which stays below {beta}, "
        "so every move had to be searched."
    )


def _find_holder(tree: SearchTree, node: int, replay: Replay) -> BoundHolder:
    """Find who holds beta: the other side has it already from an earlier move, one ply above or further up."""
    beta, below = tree.beta[node], node
    above = tree.parent[node]
    while above != NO_NODE:
        there = replay.open_node(above, before=below)
        if there.best is not None and -there.best <= beta:
            earlier = [child for child in tree.children(above) if child < below]
            child = next((child for child in earlier if -tree.value[child] == there.best), earlier[-1])
            return BoundHolder(-there.best, above, child)
        below = tree.parent[above]
        above = tree.parent[below] if below != NO_NODE else NO_NODE
    return BoundHolder(beta, _find_tester(tree, node, replay), None)


def _find_tester(tree: SearchTree, node: int, replay: Replay) -> int | None:
    """The node above that tests a move in a window of width one, its own being wider; None if there is none."""
    below, above = node, tree.parent[node]
    while above != NO_NODE:
        there = replay.open_node(above, before=below)
        if tree.beta[below] - tree.alpha[below] == 1 < there.beta - there.alpha:
            return above
        below, above = above, tree.parent[above]
    return None


def _move_name(tree: SearchTree, node: int) -> str:
    return tree.game.move_name(tree.move[node])


def _other(tree: SearchTree, node: int) -> str:
    state = tree.state(node)
    return tree.game.sides[1 - tree.game.to_move(state)]


def _where(tree: SearchTree, node: int) -> str:
    moves = " ".join(map(tree.game.move_name, tree.moves_to(node)))
    return f"after {moves}" if moves else "at the root"


def _moves(count: int) -> str:
    return "1 other move" if count == 1 else f"{count} other moves"
