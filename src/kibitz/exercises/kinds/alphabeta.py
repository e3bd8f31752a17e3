"""Play the pruner: which leaves does alpha-beta look at, and with which window does it come to a node?"""

from __future__ import annotations

from kibitz.core.rng import Rng
from kibitz.exercises.common.number_trees import draw_nodes, list_nodes, name_nodes, random_tree, record_search
from kibitz.exercises.common.pruning import Pruning, prune, write_bound
from kibitz.exercises.kind import Convention, Kind
from kibitz.exercises.task import Answers, Question, Task, TreeFigure
from kibitz.trees.recording import Recording

__all__ = ["AlphaBetaLeaves"]

SHAPES = ((2, (2, 3)), (2, (3,)), (3, (2, 3)), (3, (3,)), (4, (2, 3)))  # plies and numbers of children, by level

STATED = Convention("stated")
STRICT = Convention("strict", "Right for a cut at `>` alone; here equal values cut (`alpha >= beta`).")
FROM_RIGHT = Convention("from right", "Right from right to left; here children are looked at from left to right.")
SOFT = Convention("fail-soft", "Right for fail-soft; here no value leaves its window (fail-hard).")
SWITCHES = {
    "stated": {},
    "strict": {"equal_cuts": False},
    "from right": {"from_right": True},
    "fail-soft": {"is_hard": False},
}


class AlphaBetaLeaves(Kind):
    name = "alphabeta"
    title = "Play the pruner"
    about = "Which leaves does alpha-beta never look at, and which window has a marked node?"
    levels = (
        "two plies, one cut",
        "two plies of three moves",
        "three plies",
        "three plies of three moves",
        "four plies",
    )
    costs = (14, 24, 40, 60, 110)  # nodes looked at, and windows passed on
    conventions = (STATED, STRICT, FROM_RIGHT, SOFT)

    def propose(self, level: int, rng: Rng, game: str) -> Task | None:
        plies, widths = SHAPES[level - 1]
        lists = random_tree(rng, plies, widths, range(1, 20))
        root = name_nodes(lists)
        pruning = prune(root)
        leaves = [node for node in list_nodes(root) if node.value is not None]
        skipped = [leaf for leaf in leaves if not pruning.is_looked_at(leaf)]
        marked = self._choose_marked(rng, pruning)
        if marked is None or len(skipped) < 1 + level // 3 or len(skipped) > len(leaves) * 2 // 3:
            return None
        data = {"tree": lists, "marked": marked}
        names = tuple(leaf.name for leaf in leaves)
        return Task(
            self.name,
            level,
            0,
            game,
            "Which leaves does alpha-beta never look at?",
            "Alpha-beta searches this tree. Choose the leaves it never looks at, and say with which window it comes "
            f"to {marked}, what {marked} returns, and what the root is worth.",
            (
                "Children are looked at from left to right.",
                "A node stops looking as soon as alpha >= beta: equal values cut.",
                "No value leaves the window with which its node was entered (fail-hard).",
                "All values are seen by Max, whose best so far is alpha; beta is Min's.",
            ),
            (TreeFigure(tuple(draw_nodes(root)), marked=(marked,)),),
            (
                Question("skipped", "Leaves that are never looked at", "nodes", choices=names),
                Question("alpha", f"Alpha when the search comes to {marked}", "bound", marked),
                Question("beta", f"Beta when the search comes to {marked}", "bound", marked),
                Question("returned", f"What {marked} returns", "number", marked),
                Question("root", "Value of the root", "number", root.name),
            ),
            data,
        )

    def _choose_marked(self, rng: Rng, pruning: Pruning) -> str | None:
        """An inner node that was looked at with a window that is not all open."""
        open_windows = [
            name
            for name, visit in pruning.visits.items()
            if not name.isdecimal() and (visit.alpha, visit.beta) != (float("-inf"), float("inf"))
        ]
        return rng.choice(open_windows) if open_windows else None

    def solve(self, task: Task, convention: Convention) -> Answers:
        root = name_nodes(task.data["tree"])
        pruning = prune(root, **SWITCHES[convention.name])
        visit = pruning.visits.get(task.data["marked"])
        skipped = [n.name for n in list_nodes(root) if n.value is not None and not pruning.is_looked_at(n)]
        return {
            "skipped": " ".join(skipped),
            "alpha": write_bound(visit.alpha) if visit else "",
            "beta": write_bound(visit.beta) if visit else "",
            "returned": write_bound(visit.value) if visit else "",
            "root": write_bound(pruning.value),
        }

    def find_cost(self, task: Task) -> int:
        pruning = prune(name_nodes(task.data["tree"]))
        return sum(1 if name.isdecimal() else 2 for name in pruning.visits)

    def hint(self, task: Task, question: Question) -> str:
        if question.id == "skipped":
            return (
                "Go down on the left first. Once a node knows its first value, its parent's window says whether the "
                "next one can still matter."
            )
        if question.id in ("alpha", "beta"):
            return f"{question.node} inherits its parent's window, narrowed by the children before {question.node}."
        return "It is the best of the values its children return, held inside the window."

    def explain(self, task: Task, question: Question) -> str:
        pruning = prune(name_nodes(task.data["tree"]))
        if question.id == "skipped":
            return " ".join(
                f"At {name}, {visit.cut_after} makes the window {write_bound(visit.alpha)} to "
                f"{write_bound(visit.beta)} empty: the value is {write_bound(visit.value)}, and "
                f"{', '.join(child.name for child in visit.cut)} cannot change the root."
                for name, visit in pruning.visits.items()
                if visit.cut
            )
        visit = pruning.visits[question.node]
        if question.id == "root":
            return f"The root takes the greatest of what its children return: {write_bound(pruning.value)}."
        if question.id == "returned":
            return f"{question.node} returns {write_bound(visit.value)}, held inside its window."
        return (
            f"The search comes to {question.node} with alpha {write_bound(visit.alpha)} and beta "
            f"{write_bound(visit.beta)}: what the nodes above it have found so far."
        )

    def record(self, task: Task) -> Recording | None:
        return record_search(task.data["tree"], max_first=True)
