"""Two searches of one position side by side: how many nodes each needs, and where they first differ."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.spec import join_spec, split_spec
from kibitz.trees.labels import plural
from kibitz.trees.microscope.recording_cache import RecordingCache
from kibitz.trees.microscope.recording_summary import converged_value_text
from kibitz.trees.recording import Recording
from kibitz.trees.search_tree import SearchTree
from kibitz.trees.tree_comparison import Alignment, PlyComparison

MAX_NAME = 40  # characters that are shown as they are


@dataclass(frozen=True)
class ComparedSearch:
    """`name`: what it is called here, the searcher without long options that both share."""

    searcher: str
    name: str
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
class SearchComparison:
    """Two searches of one position: the last complete pass of each."""

    a: ComparedSearch
    b: ComparedSearch
    both: int
    only_a: int
    only_b: int
    first: FirstDifference | None
    plies: tuple[PlyComparison, ...]
    sentence: str


def compare_searches(cache: RecordingCache, a: Recording, b: Recording) -> SearchComparison:
    """How two searches of the same position differ."""
    aligned = cache.align(a, b)
    nodes_a, nodes_b, both = len(aligned.matches_of_a), len(aligned.matches_of_b), aligned.both
    names = _tell_apart(a.tree.searcher, b.tree.searcher)
    side_a = ComparedSearch(a.tree.searcher, names[0], nodes_a, converged_value_text(a))
    side_b = ComparedSearch(b.tree.searcher, names[1], nodes_b, converged_value_text(b))
    return SearchComparison(
        a=side_a,
        b=side_b,
        both=both,
        only_a=nodes_a - both,
        only_b=nodes_b - both,
        first=_first(a, b, aligned, names),
        plies=aligned.by_ply(),
        sentence=_verdict(side_a, side_b, both),
    )


def _tell_apart(first: str, second: str) -> tuple[str, str]:
    """Two searchers by name; what both share of long options is left out, since only the rest tells them apart."""
    (name, options), (other_name, others) = split_spec(first), split_spec(second)
    if first == second or name != other_name or max(len(first), len(second)) <= MAX_NAME:
        return first, second
    shared = options.items() & others.items()
    own = {key: text for key, text in options.items() if (key, text) not in shared}
    theirs = {key: text for key, text in others.items() if (key, text) not in shared}
    return join_spec(name, own), join_spec(name, theirs)


def _verdict(a: ComparedSearch, b: ComparedSearch, both: int) -> str:
    less, more = (a, b) if a.nodes <= b.nodes else (b, a)
    agree = "agree on the value" if a.value == b.value else f"differ in value ({a.value} and {b.value})"
    if less.nodes == more.nodes:
        return f"Both visit {a.nodes:,} nodes, {both:,} of them the same, and {agree}."
    return (
        f"{less.name} visits {less.nodes:,} nodes where {more.name} visits {more.nodes:,}, "
        f"{1 - less.nodes / more.nodes:.1%} fewer; {both:,} are the same, and they {agree}."
    )


def _first(a: Recording, b: Recording, aligned: Alignment, names: tuple[str, str]) -> FirstDifference | None:
    first = aligned.first
    if first is None:
        return None
    last_same = aligned.root_a + first.order - 1
    moves = tuple(map(a.tree.game.move_name, a.tree.moves_to(last_same)))
    same = plural(first.order, "node")
    then_a, then_b = _goes_on(a.tree, first.a), _goes_on(b.tree, first.b)
    return FirstDifference(
        moves=moves,
        node_a=first.a,
        node_b=first.b,
        step_a=None if first.a is None else a.replay.entered(first.a),
        step_b=None if first.b is None else b.replay.entered(first.b),
        sentence=f"Both enter the same {same}; then {names[0]} {then_a} and {names[1]} {then_b}.",
    )


def _goes_on(tree: SearchTree, node: int | None) -> str:
    if node is None:
        return "is done"
    return "goes to " + " ".join(map(tree.game.move_name, tree.moves_to(node)))
