"""Why a node was cut off: the move that refuted it, and which node above holds the bound that was met."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.searching import NodeKind
from kibitz.trees.labels import KIND_WORDS, points_text, side_name, side_to_move
from kibitz.trees.replay import Replay
from kibitz.trees.search_tree import NO_NODE, SearchTree


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


def explain_cutoff(tree: SearchTree, node: int, replay: Replay, *, for_max: bool = True) -> CutoffExplanation:
    """Explain why some moves of a node needed no search; all numbers are for Max, or all for Min."""
    viewer = side_name(tree, for_max=for_max)
    if not tree.is_cut(node):
        return CutoffExplanation(node, _explain_no_cutoff(tree, node, for_max, viewer))
    tried = tree.children(node)
    # A search with a fault may stop although no move has met the bound; then it is the last one it tried.
    refutation = next((child for child in tried if tree.value_above(child) >= tree.beta[node]), tried[-1])
    holder = _find_holder(tree, node, replay)
    skipped = len(tree.ghosts(node))
    is_viewers, sign = tree.is_max(node) == for_max, 1 if tree.is_max(node) == for_max else -1
    side, other = side_to_move(tree, node), _other(tree, node)
    worth = f"{'at least' if is_viewers else 'at most'} {points_text(sign * tree.value_above(refutation))} for {viewer}"
    sentence = f"Cut-off {where_text(tree, node)}: {side} has {_move_name(tree, refutation)}, {worth}"
    if holder.node is not None and holder.child is None:
        asker, best = side_to_move(tree, holder.node), points_text(sign * (holder.value - 1))
        where = after_text(tree, holder.node)
        sentence += f"; {asker} only asked {where} whether a move is better than {best}, and it is"
    elif holder.node is None or holder.child is None:
        asked = f"{'at least' if is_viewers else 'at most'} {points_text(sign * holder.value)}"
        sentence += f", and the search was only asked whether it is {asked}"
    else:
        instead, limit = _move_name(tree, holder.child), points_text(sign * holder.value)
        where = after_text(tree, holder.node)
        sentence += f"; {other} already has {limit} by playing {instead} {where}, so {other} will not come here"
    rest = "1 other move needs no search" if skipped == 1 else f"{skipped} other moves need no search"
    return CutoffExplanation(node, f"{sentence}: {rest}.", refutation, tree.line(refutation), holder, skipped)


def _explain_no_cutoff(tree: SearchTree, node: int, for_max: bool, viewer: str) -> str:
    here = where_text(tree, node)
    if tree.kind[node] != NodeKind.INNER:
        words = KIND_WORDS[NodeKind(tree.kind[node])]
        return f"There is no cut-off {here}: no move was searched there ({words})."
    sign = 1 if tree.is_max(node) == for_max else -1
    value, beta = points_text(sign * tree.value[node]), points_text(sign * tree.beta[node])
    if tree.meets_beta(node):
        left = "what else was tried there was not recorded" if tree.lacks_nodes(node) else "no move was left to cut"
        return (
            f"There is no cut-off {here}: the best {side_to_move(tree, node)} has there is {value} for {viewer}, "
            f"which meets the bound {beta}, but {left}."
        )
    bound = "below" if sign > 0 else "above"
    return (
        f"There is no cut-off {here}: the best {side_to_move(tree, node)} has there is {value} for {viewer}, "
        f"which stays {bound} {beta}, so every move had to be searched."
    )


def _find_holder(tree: SearchTree, node: int, replay: Replay) -> BoundHolder:
    """Find who holds beta: the other side has it already from an earlier move, one ply above or further up."""
    beta, below = tree.beta[node], node
    above = tree.parent[node]
    while above != NO_NODE:
        there = replay.open_node(above, before=below)
        given = -tree.alpha[below] if tree.keeps_turn(below) else tree.beta[below]
        is_other = tree.is_max(above) != tree.is_max(node)
        # A program that searches every move of the root by itself hands nothing down.
        if is_other and there.best is not None and -there.best <= beta and given <= -there.best:
            earlier = [child for child in tree.children(above) if child < below]
            child = next((child for child in earlier if tree.value_above(child) == there.best), earlier[-1])
            return BoundHolder(-there.best, above, child)
        below, above = above, tree.parent[above]
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


def after_text(tree: SearchTree, node: int) -> str:
    """Where a move was made, in words: at the root, or after the moves before it."""
    moves = " ".join(map(tree.game.move_name, tree.moves_to(node)))
    return f"after {moves}" if moves else "at the root"


def where_text(tree: SearchTree, node: int) -> str:
    """Where a node is, in words: at the root, or at its move and how one gets there."""
    if tree.parent[node] == NO_NODE:
        return "at the root"
    *before, move = map(tree.game.move_name, tree.moves_to(node))
    return f"at {move} after {' '.join(before)}" if before else f"at {move}"
