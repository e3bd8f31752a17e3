"""Why a node has its window, why it was cut off, and what it returns: sentences for whoever did it by hand."""

from __future__ import annotations

from itertools import pairwise

from kibitz.exercises.common.number_trees import NamedNode
from kibitz.exercises.common.pruning import INFINITY, Pruning, write_bound

__all__ = ["explain_cut", "explain_value", "explain_window", "join_names"]


def explain_cut(node: NamedNode, pruning: Pruning) -> str:
    """Why children of a node were left out, or why none was."""
    visit = pruning.visits[node.name]
    window = f"alpha {write_bound(visit.alpha)}, beta {write_bound(visit.beta)}"
    if not visit.cut:
        side, edge = ("Max", "beta") if node.is_max else ("Min", "alpha")
        if visit.cut_after:
            return (
                f"{node.name} ({window}) is cut off by its last child {visit.cut_after}, so that nothing is left out."
            )
        return f"At {node.name} ({window}) {side} never reaches {edge}, so that no child is left out."
    value = write_bound(pruning.visits[visit.cut_after].value)
    left_out = f"{join_names(visit.cut)} {'is' if len(visit.cut) == 1 else 'are'} left out"
    if node.is_max:
        return (
            f"At {node.name} ({window}), {visit.cut_after} gives Max {value} >= beta {write_bound(visit.beta)}. Min "
            f"has something at least as good elsewhere and will not come here, so {left_out}."
        )
    return (
        f"At {node.name} ({window}), {visit.cut_after} gives Min {value} <= alpha {write_bound(visit.alpha)}. Max has "
        f"something at least as good elsewhere and will not come here, so {left_out}."
    )


def explain_value(node: NamedNode, pruning: Pruning) -> str:
    """What a node returns, by what its children return and its window."""
    visit = pruning.visits[node.name]
    looked_at = [child for child in node.children if child not in visit.cut]
    values = [pruning.visits[child.name].value for child in looked_at]
    best = max(values) if node.is_max else min(values)
    side, word = ("Max", "greatest") if node.is_max else ("Min", "smallest")
    if len(values) == 1:
        found = f"One child of {node.name} is looked at, and it returns {write_bound(best)}"
    else:
        found = f"{side} takes the {word} of {', '.join(map(write_bound, values))} at {node.name}: {write_bound(best)}"
    if best == visit.value:
        return f"{found}."
    edge, bound, beyond = ("alpha", visit.alpha, "below") if best < visit.alpha else ("beta", visit.beta, "above")
    return (
        f"{found}. That is {beyond} {edge}, and fail-hard does not leave the window: {write_bound(bound)} is returned."
    )


def explain_window(path: list[NamedNode], pruning: Pruning) -> str:
    """Where alpha and beta of the last node of a path from the root were found."""
    visit = pruning.visits[path[-1].name]
    alpha = (
        _explain_bound(path, pruning, is_alpha=True)
        if visit.alpha > -INFINITY
        else "Alpha is -inf: Max has found nothing above yet"
    )
    beta = (
        _explain_bound(path, pruning, is_alpha=False)
        if visit.beta < INFINITY
        else "Beta is inf: Min has found nothing above yet"
    )
    return f"{alpha}. {beta}."


def _explain_bound(path: list[NamedNode], pruning: Pruning, *, is_alpha: bool) -> str:
    def find_bound(node: NamedNode) -> float:
        visit = pruning.visits[node.name]
        return visit.alpha if is_alpha else visit.beta

    bound = find_bound(path[-1])
    node, child = next((above, below) for above, below in pairwise(path) if find_bound(below) == bound)
    found_by = next(
        one.name for one in node.children[: node.children.index(child)] if pruning.visits[one.name].value == bound
    )
    side, name = ("Max", "Alpha") if is_alpha else ("Min", "Beta")
    return f"{name} is {write_bound(bound)}: {side} moves at {node.name} and has that already, by {found_by}"


def join_names(nodes: list[NamedNode]) -> str:
    """Names as a sentence lists them."""
    names = [node.name for node in nodes]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
