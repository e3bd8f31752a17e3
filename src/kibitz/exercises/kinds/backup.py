"""Back up the values: what is every inner node of a tree worth by minimax, or by negamax?"""

from __future__ import annotations

from kibitz.core.rng import Rng
from kibitz.doctor.exam_tree import Node
from kibitz.exercises.common.number_trees import (
    draw_nodes,
    draw_values,
    find_value,
    make_tree,
    random_tree,
    read_tree,
    record_search,
)
from kibitz.exercises.common.pruning import say_bound
from kibitz.exercises.kind import STATED, Convention, Kind
from kibitz.exercises.task import MINUS, Answers, Figure, Question, Task
from kibitz.search.minimax import Minimax
from kibitz.trees.drawing.tree_figure import TreeFigure
from kibitz.trees.recording import Recording

SHAPES = ((2, (2,)), (2, (2, 3)), (3, (2, 3)), (3, (2, 3)), (4, (2, 3)))  # plies and numbers of children, by level
NEGAMAX_LEVELS = (4, 5)

OTHER_FORM = Convention(
    "other form", "This is the value as seen by the other side; read again whose view the task asks for."
)


class Backup(Kind):
    name = "backup"
    title = "Back up the values"
    about = "Find the value of every node, from the leaves up, by minimax or negamax."
    levels = (
        "two plies, two moves each",
        "two plies, two or three moves each",
        "three plies",
        "three plies, by negamax",
        "four plies, by negamax",
    )
    costs = (6, 12, 24, 44, 90)  # numbers compared and signs changed
    conventions = (STATED, OTHER_FORM)

    def propose(self, level: int, rng: Rng, game: str) -> Task | None:
        plies, widths = SHAPES[level - 1]
        lists = random_tree(rng, plies, widths, range(-19, 20) if level in NEGAMAX_LEVELS else range(1, 20))
        max_first, negamax = rng.below(2) == 0, level in NEGAMAX_LEVELS
        tree = make_tree(lists, max_first=max_first)
        inner = [node for node in tree.nodes if not node.is_leaf]
        values = [find_value(node) for node in inner]
        leaves = [node.static for node in tree.nodes if node.is_leaf]
        if len(set(values)) < 2 or len(set(leaves)) < len(leaves) * 3 // 4 or 0 in values:
            return None
        form = "negamax" if negamax else "minimax"
        return Task(
            self.name,
            level,
            0,
            game,
            f"Back up the values by {form}",
            f"The number at a leaf is its value for Max. What is the value of every other node by {form}?",
            (_say_view(negamax),),
            (TreeFigure(draw_nodes(tree)),),
            tuple(
                Question(f"value-{node.name}", f"Value of {node.name}", "number", node.name)
                for node in sorted(inner, key=lambda node: -node.ply)  # from the leaves up, as they are settled
            ),
            {"tree": lists, "max_first": max_first, "negamax": negamax},
        )

    def solve(self, task: Task, convention: Convention) -> Answers:
        movers_view = task.data["negamax"] == (convention is STATED)
        return {
            f"value-{node.name}": str(_negamax(node) if movers_view else find_value(node))
            for node in read_tree(task.data).nodes
            if not node.is_leaf
        }

    def find_cost(self, task: Task) -> int:
        compared = len(read_tree(task.data).nodes) - 1  # every node but the root is a child of one
        return compared * 2 if task.data["negamax"] else compared

    def hint(self, task: Task, question: Question) -> str:
        return f"Start at the leaves: {question.node} can be settled once all of its children are."

    def explain(self, task: Task, question: Question) -> str:
        node = read_tree(task.data).find(question.node)
        if task.data["negamax"]:
            values = ", ".join(f"{MINUS}({say_bound(_negamax(child))})" for child in node.children)
            return (
                f"{node.name} takes the greatest of its children's values with the sign changed, {values}: "
                f"{say_bound(_negamax(node))}."
            )
        values = ", ".join(say_bound(find_value(child)) for child in node.children)
        side, word = ("Max", "greatest") if node.is_max else ("Min", "smallest")
        return f"{side} moves at {node.name} and takes the {word} of {values}: {say_bound(find_value(node))}."

    def draw_solution(self, task: Task) -> tuple[Figure, ...]:
        values = {name.removeprefix("value-"): value for name, value in self.solve(task, STATED).items()}
        return tuple(draw_values(one, values) for one in task.figures if isinstance(one, TreeFigure))

    def record(self, task: Task) -> Recording | None:
        return record_search(read_tree(task.data), Minimax())


def _say_view(negamax: bool) -> str:
    if negamax:
        return (
            "The value of a node is seen by the side to move there. The number at a leaf is Max's: where Min would be "
            "to move at a leaf, change its sign first."
        )
    return "All values are seen by Max."


def _negamax(node: Node) -> int:
    """What a node is worth to the side to move there."""
    return find_value(node) if node.is_max else -find_value(node)
