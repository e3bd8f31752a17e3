"""Play the pruner: which leaves does alpha-beta look at, and with which window does it come to a node?"""

from __future__ import annotations

from kibitz.core.rng import Rng
from kibitz.exercises.common.explain_pruning import explain_cuts, explain_value, explain_window
from kibitz.exercises.common.number_trees import draw_nodes, make_tree, random_tree, read_tree, record_search
from kibitz.exercises.common.pruning import (
    FROM_RIGHT,
    INFINITY,
    SOFT,
    STRICT,
    Pruning,
    draw_pruning,
    list_skipped,
    prune,
    write_bound,
)
from kibitz.exercises.kind import STATED, Convention, Kind
from kibitz.exercises.task import Answers, Figure, Question, Task
from kibitz.trees.drawing.tree_figure import TreeFigure
from kibitz.trees.recording import Recording

# Plies, numbers of children and most leaves, by level.
SHAPES = ((2, (2, 3), 7), (2, (3,), 9), (3, (2, 3), 14), (3, (2, 3), 21), (4, (2, 3), 30))
MIN_FIRST = 3  # from this level on, Min may be to move at the root


class AlphaBetaLeaves(Kind):
    name = "alphabeta"
    title = "Play the pruner"
    about = "Which leaves does alpha-beta never look at, and which window has a marked node?"
    levels = (
        "two plies, two or three moves each",
        "two plies of three moves",
        "three plies",
        "three plies, more moves",
        "four plies",
    )
    costs = (13, 16, 26, 36, 60)  # leaves looked at, and windows passed on
    conventions = (STATED, SOFT, STRICT, FROM_RIGHT)

    def propose(self, level: int, rng: Rng, game: str) -> Task | None:
        plies, widths, most = SHAPES[level - 1]
        lists = random_tree(rng, plies, widths, range(1, 20))
        max_first = level < MIN_FIRST or rng.below(2) == 0
        needs_tie = level > 1 and rng.below(2) == 0
        tree = make_tree(lists, max_first=max_first)
        leaves = [node.name for node in tree.nodes if node.is_leaf]
        if len(leaves) > most:
            return None
        pruning = prune(tree)
        skipped = list_skipped(tree, pruning)
        marked = _choose_marked(rng, pruning)
        if marked is None or len(skipped) < 1 + level // 3 or len(skipped) > len(leaves) * 2 // 3:
            return None
        if needs_tie and skipped == list_skipped(tree, prune(tree, STRICT)):
            return None
        return Task(
            self.name,
            level,
            0,
            game,
            "Which leaves does alpha-beta never look at?",
            "Alpha-beta searches this tree. Choose the leaves it never looks at, and give the window with which it "
            f"enters {marked}, the value that {marked} returns, and the value of the root.",
            (
                "Children are looked at from left to right.",
                "A node stops looking as soon as alpha >= beta: equal values cut.",
                "A node returns no value outside the window with which it was entered (fail-hard).",
                "All values are from Max's view; alpha is Max's best so far, beta is Min's.",
            ),
            (TreeFigure(draw_nodes(tree), marked=(marked,)),),
            (
                Question("skipped", "Leaves that are never looked at", "nodes", choices=tuple(leaves)),
                Question("alpha", f"Alpha when the search enters {marked}", "bound", marked),
                Question("beta", f"Beta when the search enters {marked}", "bound", marked),
                Question("returned", f"What {marked} returns", "number", marked),
                Question("root", "Value of the root", "number", tree.root.name),
            ),
            {"tree": lists, "max_first": max_first, "marked": marked},
        )

    def solve(self, task: Task, convention: Convention) -> Answers:
        tree = read_tree(task.data)
        pruning = prune(tree, convention)
        visit = pruning.visits.get(task.data["marked"])
        return {
            "skipped": " ".join(list_skipped(tree, pruning)),
            "alpha": write_bound(visit.alpha) if visit else "",
            "beta": write_bound(visit.beta) if visit else "",
            "returned": write_bound(visit.value) if visit else "",
            "root": write_bound(pruning.value),
        }

    def find_cost(self, task: Task) -> int:
        pruning = prune(read_tree(task.data))
        return sum(1 if name.isdecimal() else 2 for name in pruning.visits)

    def hint(self, task: Task, question: Question) -> str:
        if question.id == "skipped":
            return (
                "Go down on the left first. Once a node knows its first value, its window says whether the next child "
                "can still matter."
            )
        if question.id in ("alpha", "beta"):
            return f"{question.node} inherits its parent's window, narrowed by the children before {question.node}."
        return "It is the best of the values its children return, held inside the window."

    def explain(self, task: Task, question: Question) -> str:
        tree = read_tree(task.data)
        pruning = prune(tree)
        if question.id == "skipped":
            return explain_cuts(tree, pruning)
        node = tree.find(question.node)
        return explain_window(node, pruning) if question.id in ("alpha", "beta") else explain_value(node, pruning)

    def draw_solution(self, task: Task) -> tuple[Figure, ...]:
        tree = read_tree(task.data)
        return tuple(draw_pruning(one, tree, prune(tree)) for one in task.figures if isinstance(one, TreeFigure))

    def record(self, task: Task) -> Recording | None:
        return record_search(read_tree(task.data))


def _choose_marked(rng: Rng, pruning: Pruning) -> str | None:
    """An inner node that was looked at with a window that is not all open."""
    narrowed = [
        name
        for name, visit in pruning.visits.items()
        if not name.isdecimal() and (visit.alpha, visit.beta) != (-INFINITY, INFINITY)
    ]
    return rng.choice(narrowed) if narrowed else None
