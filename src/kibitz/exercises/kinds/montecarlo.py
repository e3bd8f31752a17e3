"""Monte Carlo tree search: which child does UCT choose next, and what does a play-out change?"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import log, sqrt

from kibitz.core.rng import Rng
from kibitz.exercises.common.number_trees import draw_values
from kibitz.exercises.common.uct_tree import (
    UctNode,
    find_path,
    name_uct_nodes,
    random_uct_tree,
    score_child,
    select,
)
from kibitz.exercises.kind import STATED, Convention, Kind
from kibitz.exercises.task import Answers, Figure, Question, TableFigure, Task
from kibitz.trees.drawing.tree_figure import TreeFigure, TreeNode, label_node

SHAPES: tuple[tuple[tuple[tuple[int, ...], ...], int], ...] = (
    (((2,),), 12),
    (((3, 4),), 20),
    (((2,), (2, 3)), 12),
    (((3, 4), (3,)), 15),
    (((2, 3), (2,), (2, 3)), 12),
)  # numbers of children ply by ply, and the most visits of a leaf, by level
CONSTANTS = (5, 10, 14, 20)  # c in tenths
MARGIN = 0.04  # between the best and the second best child: more than rounding to two decimals can make

OTHER_VIEW = Convention(
    "other view", "Right if wins belonged to the side to move at a node; here they belong to the side that moved to it."
)
MAX_VIEW = Convention("max view", "Right if all wins were Max's; here they belong to the side that moved to the node.")
NO_EXPLORATION = Convention(
    "no exploration", "This uses only the best mean; UCT adds an exploration term for each child."
)
FACTOR_2 = Convention("factor 2", "Right for mean + c * sqrt(2 * ln N / n); here there is no 2 below the root sign.")


class MonteCarlo(Kind):
    name = "montecarlo"
    title = "Monte Carlo tree search"
    about = "Which child does UCT choose next, and what is backed up after a play-out?"
    levels = (
        "two children",
        "three or four children",
        "two plies",
        "two plies of three or four children",
        "three plies",
    )
    costs = (9, 15, 20, 26, 34)  # a UCT value counts 3, a changed number 1
    conventions = (STATED, OTHER_VIEW, MAX_VIEW, NO_EXPLORATION, FACTOR_2)

    def propose(self, level: int, rng: Rng, game: str) -> Task | None:
        widths, most = SHAPES[level - 1]
        tree, c = random_uct_tree(rng, widths, most), rng.choice(CONSTANTS)
        root = name_uct_nodes(tree)
        path, greedy = select(root, c / 10), select(root, 0)
        needs_exploration = rng.below(2) == 0  # otherwise the best mean would be right in three of four tasks
        if (needs_exploration and path[1] is greedy[1]) or not all(_is_clear(node, c / 10) for node in path[:-1]):
            return None
        leaves = [node for node in root.walk() if not node.children]
        reached, winner = rng.choice(leaves).name, rng.choice(("Max", "Min"))
        ways = find_path(root, reached)
        off_path = rng.choice([child for node in ways[:-1] for child in node.children if child not in ways])
        asked = [node for node in root.walk() if node in ways or node is off_path]
        data = {"tree": tree, "c": c, "reached": reached, "winner": winner, "asked": [node.name for node in asked]}
        questions = [Question("child", "Child of the root that is chosen", "choice", root.name, _names(root.children))]
        if len(path) > 2:
            questions.append(Question("leaf", "Leaf that the selection reaches", "choice", choices=_names(leaves)))
        for node in asked:
            questions.append(
                Question(f"visits-{node.name}", f"Visits of {label_node(node.name)} afterwards", "number", node.name)
            )
            if node is not root:
                questions.append(
                    Question(f"wins-{node.name}", f"Wins of {label_node(node.name)} afterwards", "number", node.name)
                )
        return Task(
            self.name,
            level,
            0,
            game,
            "Which child does UCT choose, and what is backed up?",
            "Every node shows its wins and, after the slash, its visits. (1) Which way does the next simulation go? "
            f"(2) Another simulation, beginning with the numbers as drawn, reached leaf {reached}, and {winner} won "
            "the play-out. What do the nodes show afterwards?",
            (
                f"At every node the child of greatest mean + c * sqrt(ln N / n) is chosen, with c = {_decimal(c)}; "
                "N is the number of visits of the node, n that of the child; the mean is the child's wins / visits.",
                "The wins of a node belong to the side that moved there: below a Max node they are Max's, below a Min "
                "node Min's.",
                "A win counts 1 and a loss 0. The new node from which the play-out starts is not drawn.",
            ),
            (
                TreeFigure(tuple(_draw(root)), caption="wins / visits"),
                TableFigure(
                    ("N", "ln N"),
                    tuple((str(n), f"{log(n):.2f}") for n in sorted({n.visits for n in root.walk() if n.children})),
                ),
            ),
            tuple(questions),
            data,
        )

    def solve(self, task: Task, convention: Convention) -> Answers:
        data = task.data
        root = _view(name_uct_nodes(data["tree"]), convention)
        c = 0.0 if convention is NO_EXPLORATION else data["c"] / 10
        path = select(root, c, factor=2 if convention is FACTOR_2 else 1)
        answers = {"child": path[1].name, "leaf": path[-1].name}
        nodes = {node.name: node for node in name_uct_nodes(data["tree"]).walk()}
        way = [node.name for node in find_path(root, data["reached"])]
        for name in data["asked"]:
            node, is_passed = nodes[name], name in way
            gained = int(is_passed and _wins(node, data["winner"], convention))
            answers[f"visits-{name}"] = str(node.visits + is_passed)
            answers[f"wins-{name}"] = str(node.wins + gained)
        return {question.id: answers[question.id] for question in task.questions}

    def find_cost(self, task: Task) -> int:
        root = name_uct_nodes(task.data["tree"])
        compared = sum(len(node.children) for node in select(root, task.data["c"] / 10)[:-1])
        return 3 * compared + 2 * len(find_path(root, task.data["reached"])) - 1

    def hint(self, task: Task, question: Question) -> str:
        if question.id == "child":
            return "A child with few visits may be chosen although its mean is lower: work out both parts of the sum."
        if question.id == "leaf":
            return "Go down step by step. N changes at every node: it is the number of visits of the current node."
        if question.id.startswith("visits"):
            return "Every node on the way from the root to the leaf was visited once more, and no other."
        return f"Ask whether the way passes through {label_node(question.node)}, and whose move led there."

    def explain(self, task: Task, question: Question) -> str:
        root, c = name_uct_nodes(task.data["tree"]), task.data["c"] / 10
        if question.id in ("child", "leaf"):
            path = select(root, c)
            steps = pairwise(path) if question.id == "leaf" else [(path[0], path[1])]
            return " ".join(_explain_choice(node, chosen, c) for node, chosen in steps)
        way = find_path(root, task.data["reached"])
        node = next(node for node in root.walk() if node.name == question.node)
        names, name = ", ".join(label_node(one.name) for one in way), label_node(node.name)
        if node not in way:
            return f"The way is {names}; {name} is not on it and keeps its numbers."
        if question.id.startswith("visits"):
            return f"The way is {names}; {name} is on it: {node.visits} + 1 = {node.visits + 1}."
        side, winner = ("Min" if node.is_max else "Max"), task.data["winner"]
        gained = int(side == winner)
        return f"{side} moved to {name} and {winner} won: {node.wins} + {gained} = {node.wins + gained}."

    def draw_solution(self, task: Task) -> tuple[Figure, ...]:
        """The numbers afterwards, and the child that is chosen as the marked node."""
        answers, root = self.solve(task, STATED), name_uct_nodes(task.data["tree"])
        values = {
            name: f"{answers[f'wins-{name}']}/{answers[f'visits-{name}']}"
            for name in task.data["asked"]
            if name != root.name
        }
        values[root.name] = f"{answers[f'visits-{root.name}']} visits"
        tree = next(one for one in task.figures if isinstance(one, TreeFigure))
        drawn = replace(draw_values(tree, values), marked=(answers["child"],))
        return (replace(drawn, caption="wins / visits afterwards; marked: the child that UCT chooses first"),)


def _is_clear(node: UctNode, c: float) -> bool:
    """Whether one child is chosen clearly, and not one that has both the best mean and the fewest visits."""
    ranked = sorted(node.children, key=lambda child: -score_child(child, c))
    first, second = ranked[:2]
    if score_child(first, c) - score_child(second, c) < MARGIN or first.wins in (0, first.visits):
        return False
    return any(other.mean > first.mean or other.visits < first.visits for other in ranked[1:])


def _view(root: UctNode, convention: Convention) -> UctNode:
    """The tree with wins as somebody reads them who takes them for another side's."""
    for node in root.walk():
        if convention is OTHER_VIEW or (convention is MAX_VIEW and node.is_max):
            node.wins = node.visits - node.wins
    return root


def _wins(node: UctNode, winner: str, convention: Convention) -> bool:
    """Whether a play-out counts as a win at a node."""
    side = "Min" if node.is_max else "Max"
    if convention is OTHER_VIEW:
        return side != winner
    return winner == "Max" if convention is MAX_VIEW else side == winner


def _explain_choice(node: UctNode, chosen: UctNode, c: float) -> str:
    sums = []
    for child in node.children:
        explored = c * sqrt(log(node.visits) / child.visits)
        sums.append(f"{label_node(child.name)}: {child.mean:.2f} + {explored:.2f} = {score_child(child, c):.2f}")
    return f"At {node.name} (N = {node.visits}), {'; '.join(sums)}. So {label_node(chosen.name)} is chosen."


def _draw(root: UctNode) -> list[TreeNode]:
    return [
        TreeNode(
            node.name,
            node.parent.name if node.parent else "",
            ("max" if node.is_max else "min") if node.children else "",
            f"{node.wins}/{node.visits}" if node.parent else f"{node.visits} visits",
        )
        for node in root.walk()
    ]


def _names(nodes: list[UctNode]) -> tuple[str, ...]:
    return tuple(node.name for node in nodes)


def _decimal(tenths: int) -> str:
    return f"{tenths // 10}.{tenths % 10}"
