"""Where the value of a node comes from: the way down to the leaf that it was found at."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.searching import NodeKind
from kibitz.trees.labels import NOT_KNOWN, side_name, value_text
from kibitz.trees.search_tree import SearchTree


@dataclass(frozen=True)
class ValueExplanation:
    """`path`: the nodes from this one down to where its value comes from."""

    node: int
    sentence: str
    path: tuple[int, ...]


def explain_value(tree: SearchTree, node: int, *, for_max: bool = True) -> ValueExplanation:
    """Explain a node's value by the way down to the leaf it comes from; numbers are for Max, or else for Min."""
    if tree.kind[node] == NodeKind.STOPPED:
        return ValueExplanation(node, "A limit ended the search inside this node, so it has no value.", (node,))
    path = tree.line(node)
    leaf, side = path[-1], side_name(tree, for_max=for_max)
    worth = _describe_worth(value_text(tree, node, for_max=for_max), side)
    source = _describe_source(tree, leaf, for_max, side)
    if leaf == node:
        return ValueExplanation(node, f"{worth}: {source}.", path)
    moves = " ".join(tree.game.move_name(tree.move[step]) for step in path[1:])
    return ValueExplanation(node, f"{worth} by {moves}, where {source}.", path)


def _describe_worth(value: str, side: str) -> str:
    if value == NOT_KNOWN:
        return f"Nothing is proven yet for {side}"
    amount = value.replace("≥", "at least").replace("≤", "at most").removesuffix(" proven")
    return f"It is {'proven to be ' if value.endswith(' proven') else ''}worth {amount} for {side}"


def _describe_source(tree: SearchTree, leaf: int, for_max: bool, side: str) -> str:
    if tree.kind[leaf] == NodeKind.TERMINAL:
        state = tree.state(leaf)
        if tree.game.repeats and tree.game.result(state) is None:
            return "the position has come before on this path, which counts as a draw"
        return f"the game is over: {tree.game.describe_result(state)}"
    if "visits" in tree.notes:
        return "random games were played out"
    if "proof" in tree.notes:
        return "its result is enclosed by what was proven so far"
    if tree.kind[leaf] == NodeKind.HORIZON:
        return f"the heuristic says {value_text(tree, leaf, for_max=for_max)} for {side}"
    if tree.kind[leaf] == NodeKind.TABLE:
        return "the table had it from an earlier visit"
    return "no move was better than the window it was given"
