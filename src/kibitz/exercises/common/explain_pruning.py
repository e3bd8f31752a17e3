"""Why a node has its window, why it was cut off, and what it returns: sentences for whoever did it by hand."""

from __future__ import annotations

from itertools import pairwise

from kibitz.doctor.exam_tree import Node, Tree
from kibitz.exercises.common.pruning import INFINITY, Pruning, say_bound
from kibitz.trees.drawing.tree_figure import label_node


def explain_cut(node: Node, pruning: Pruning) -> str:
    """Why children of a node were left out, or why none was."""
    visit = pruning.visits[node.name]
    window = f"alpha {say_bound(visit.alpha)}, beta {say_bound(visit.beta)}"
    after = label_node(visit.cut_after)
    if not visit.cut:
        side, edge = ("Max", "beta") if node.is_max else ("Min", "alpha")
        if visit.cut_after:
            return f"{node.name} ({window}) is cut off by its last child, {after}, so nothing is skipped."
        return f"At {node.name} ({window}) {side} never reaches {edge}, so no child is skipped."
    value = say_bound(pruning.visits[visit.cut_after].value)
    left_out = f"{join_names(visit.cut)} {'is' if len(visit.cut) == 1 else 'are'} left out"
    if node.is_max:
        return (
            f"At {node.name} ({window}), {after} gives Max {value} >= beta {say_bound(visit.beta)}. Min "
            f"has something at least as good elsewhere and will not come here, so {left_out}."
        )
    return (
        f"At {node.name} ({window}), {after} gives Min {value} <= alpha {say_bound(visit.alpha)}. Max has "
        f"something at least as good elsewhere and will not come here, so {left_out}."
    )


def explain_cuts(tree: Tree, pruning: Pruning) -> str:
    """Why children were left out, node by node."""
    visits = pruning.visits
    return " ".join(explain_cut(node, pruning) for node in tree.nodes if node.name in visits and visits[node.name].cut)


def explain_value(node: Node, pruning: Pruning) -> str:
    """What a node returns, by what its children return and its window."""
    visit = pruning.visits[node.name]
    looked_at = [child for child in node.children if child not in visit.cut]
    values = [pruning.visits[child.name].value for child in looked_at]
    best = max(values) if node.is_max else min(values)
    side, word = ("Max", "greatest") if node.is_max else ("Min", "smallest")
    if len(values) == 1:
        found = f"One child of {node.name} is looked at, and it returns {say_bound(best)}"
    else:
        found = f"{side} takes the {word} of {', '.join(map(say_bound, values))} at {node.name}: {say_bound(best)}"
    if best == visit.value:
        return f"{found}."
    edge, bound, beyond = ("alpha", visit.alpha, "below") if best < visit.alpha else ("beta", visit.beta, "above")
    return f"{found}. That is {beyond} {edge}, and fail-hard does not leave the window: {say_bound(bound)} is returned."


def explain_window(node: Node, pruning: Pruning) -> str:
    """Where alpha and beta of a node were found."""
    path = list(node.tree.climb(node.number))[::-1]
    visit = pruning.visits[node.name]
    alpha = (
        _explain_bound(path, pruning, is_alpha=True)
        if visit.alpha > -INFINITY
        else "Alpha is \N{MINUS SIGN}\N{INFINITY}: Max has found nothing above yet"
    )
    beta = (
        _explain_bound(path, pruning, is_alpha=False)
        if visit.beta < INFINITY
        else "Beta is \N{INFINITY}: Min has found nothing above yet"
    )
    return f"{alpha}. {beta}."


def _explain_bound(path: list[Node], pruning: Pruning, *, is_alpha: bool) -> str:
    def find_bound(node: Node) -> float:
        visit = pruning.visits[node.name]
        return visit.alpha if is_alpha else visit.beta

    bound = find_bound(path[-1])
    node, child = next((above, below) for above, below in pairwise(path) if find_bound(below) == bound)
    earlier = (one.name for one in node.children[: child.place])
    found_by = next(label_node(name) for name in earlier if pruning.visits[name].value == bound)
    side, name = ("Max", "Alpha") if is_alpha else ("Min", "Beta")
    return f"{name} is {say_bound(bound)}: {side} moves at {node.name} and has that already, by {found_by}"


def join_names(nodes: list[Node]) -> str:
    """Names as a sentence lists them: leaf 4; leaves 5 and 6; B and C."""
    if len(nodes) == 1:
        return label_node(nodes[0].name)
    are_leaves = all(node.is_leaf for node in nodes)
    names = [node.name if are_leaves else label_node(node.name) for node in nodes]
    return f"{'leaves ' if are_leaves else ''}{', '.join(names[:-1])} and {names[-1]}"
