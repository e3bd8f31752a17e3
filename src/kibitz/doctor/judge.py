"""Is one reply right, and if not, what is violated: the value, the move, or a leaf that had to be looked at."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.doctor.exam_cases import Case
from kibitz.doctor.exam_tree import Node
from kibitz.doctor.leaf_counts import solve_node
from kibitz.doctor.patient.patient import Reply, TreeAbilities

FAR = 10**9


@dataclass(frozen=True)
class Violation:
    """What is wrong with a reply. `kind`: value, move, illegal, unfinished, crash, hang, recursion or nonsense."""

    kind: str
    sentence: str


def find_best_moves(case: Case) -> tuple[int, set[int]]:
    """The value of the root and the moves that have it."""
    root, depth = case.tree.root, case.plies
    value = solve_node(root, depth, case.is_max)
    if depth == 0:
        return value, set()
    values = [solve_node(child, depth - 1, not case.is_max) for child in root.children]
    return value, {move for move, one in enumerate(values) if one == value}


def judge_reply(case: Case, reply: Reply, known: TreeAbilities) -> Violation | None:
    """What is wrong, None if nothing is."""
    observed = reply.observed
    if observed.error:
        words = {
            "crash": "it fails",
            "hang": "it does not answer",
            "recursion": "it recurses without end",
            "nonsense": "its answer is meaningless",
        }
        return Violation(observed.error, f"{words[observed.error]}: {reply.message}")
    value, best = find_best_moves(case)
    if case.budget is not None:
        return _judge_stopped(case, reply, best) if known.has_move else None
    if known.has_value and observed.value != value:
        return Violation("value", f"it answers {format_value(observed.value)}, and the value is {value}")
    if known.has_move and best and observed.move not in best:
        names = " or ".join(str(move) for move in sorted(best))
        if observed.move is not None and not 0 <= observed.move < len(case.tree.root.children):
            return Violation(
                "illegal", f"it chooses move {observed.move}, which is not there; the best move is {names}"
            )
        chosen = "names no move" if observed.move is None else f"chooses move {observed.move}"
        worth = "" if observed.move is None else f", which is worth {_worth(case, observed.move)}"
        return Violation("move", f"it {chosen}{worth}; the best move is {names}, worth {value} (moves count from 0)")
    return None


def _judge_stopped(case: Case, reply: Reply, best: set[int]) -> Violation | None:
    """A search that was stopped. The best move is the same at every depth, so any finished iteration has found it."""
    plies = [case.tree.nodes[leaf].ply for leaf in reply.observed.leaves or ()]
    has_finished_one = any(ply > 1 for ply in plies)
    if not has_finished_one or reply.observed.move in best:
        return None
    chosen = "names no move" if reply.observed.move is None else f"chooses move {reply.observed.move}"
    return Violation(
        "unfinished",
        f"stopped after {len(plies)} values it {chosen}; at every depth {min(best)} is best (moves count from 0)",
    )


def format_value(value: float | None) -> str:
    if value is None:
        return "nothing"
    return str(int(value)) if value == value and abs(value) != float("inf") and value == int(value) else str(value)


def _worth(case: Case, move: int) -> int:
    depth = case.plies
    return solve_node(case.tree.root.children[move], depth - 1, not case.is_max)


def find_lost_leaf(case: Case, leaves: tuple[int, ...]) -> Node | None:
    """A leaf that was not looked at although another value there could change the value of the root."""
    depth, seen = case.plies, set(leaves)
    root = case.tree.root
    before = solve_node(root, depth, case.is_max)
    for node in case.tree.nodes:
        if node.number in seen or (node.children and node.ply != depth):
            continue
        kept = node.static
        for value in (-FAR, FAR):
            node.static = value
            after = solve_node(root, depth, case.is_max)
            node.static = kept
            if after != before:
                return node
    return None
