"""The best order: in which order must the children of a node come so that alpha-beta looks at the fewest leaves?

Which children come after the first often makes no difference. So every order under which the fewest leaves are looked
at is right, and a task is taken only if it matters at every marked node which child comes first, and only one will do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from json import dumps, loads
from math import prod
from typing import Any

from kibitz.core.rng import Rng
from kibitz.doctor.exam_tree import Node, Tree
from kibitz.exercises.common.number_trees import (
    draw_nodes,
    find_value,
    make_tree,
    random_tree,
    read_tree,
    record_search,
)
from kibitz.exercises.common.pruning import FROM_RIGHT, STRICT, count_leaves, draw_pruning, prune
from kibitz.exercises.kind import STATED, Convention, Kind
from kibitz.exercises.task import Answers, Figure, Question, Task
from kibitz.trees.drawing.tree_figure import TreeFigure, label_node
from kibitz.trees.recording import Recording

# Plies, numbers of children, most leaves, and marked nodes, by level.
SHAPES = ((2, (2, 3), 8, 1), (2, (3,), 9, 2), (3, (2, 3), 14, 2), (3, (2, 3), 20, 3), (4, (2, 3), 28, 3))

WORST = Convention("worst", "In this order the search visits the most leaves: check who moves there, Max or Min.")

Order = tuple[str, ...]


@dataclass(frozen=True)
class BestOrders:
    """`orders`: for every marked node those of its orders that are best. `leaves`: looked at then."""

    orders: Mapping[str, tuple[Order, ...]]
    leaves: int
    is_independent: bool  # whether any best order of one goes with any best order of another


class BestOrder(Kind):
    name = "order"
    title = "The best order"
    about = "In which order must children come so that alpha-beta looks at the fewest leaves?"
    levels = (
        "two plies, one node to arrange",
        "two plies of three moves, two nodes to arrange",
        "three plies, two nodes to arrange",
        "three plies, three nodes to arrange",
        "four plies, three nodes to arrange",
    )
    costs = (13, 16, 21, 30, 50)  # nodes to back up, children to place, and leaves looked at in the end
    conventions = (STATED, STRICT, WORST, FROM_RIGHT)

    def propose(self, level: int, rng: Rng, game: str) -> Task | None:
        plies, widths, most, number = SHAPES[level - 1]
        lists = random_tree(rng, plies, widths, range(1, 20))
        max_first = rng.below(2) == 0
        tree = make_tree(lists, max_first=max_first)
        if sum(node.is_leaf for node in tree.nodes) > most:
            return None
        inner = [node.name for node in tree.nodes if len(node.children) > (2 if number == 1 else 1)]
        if len(inner) < number:
            return None
        rng.shuffle(inner)
        marked = sorted(inner[:number], key=lambda name: (len(name), name))
        data = {"tree": lists, "max_first": max_first, "marked": marked}
        if not _is_fit(data):
            return None
        listed = marked[0] if number == 1 else f"{', '.join(marked[:-1])} and {marked[-1]}"
        orders = [
            Question(f"order-{name}", f"Best order of the children of {name}", "order", name, _names(tree.find(name)))
            for name in marked
        ]
        return Task(
            self.name,
            level,
            0,
            game,
            "In which order is least searched?",
            f"Alpha-beta is to look at as few leaves of this tree as possible. Put the children of {listed} into the "
            "best order; all other children stay where they are.",
            (
                "Children are looked at from left to right.",
                "A node stops looking as soon as alpha >= beta: equal values cut.",
                "A subtree moves as a whole, with its name and its leaves.",
                "Where the order of the rest makes no difference, every order is right.",
            ),
            (TreeFigure(draw_nodes(tree), marked=tuple(marked)),),
            (*orders, Question("leaves", "Leaves looked at in the best order", "number", unit="leaves")),
            data,
        )

    def solve(self, task: Task, convention: Convention) -> Answers:
        best = _find_best(task, convention)
        answers = {f"order-{name}": " ".join(orders[0]) for name, orders in best.orders.items()}
        return answers if convention is WORST else answers | {"leaves": str(best.leaves)}

    def is_right(self, task: Task, question: Question, answer: str, convention: Convention) -> bool:
        best = _find_best(task, convention)
        if question.id == "leaves":
            return convention is not WORST and answer == str(best.leaves)
        return tuple(answer.split()) in best.orders[question.node]

    def find_cost(self, task: Task) -> int:
        best = _find_best(task, STATED)
        inner = sum(not node.is_leaf for node in read_tree(task.data).nodes)
        return inner + sum(len(orders[0]) for orders in best.orders.values()) + best.leaves

    def hint(self, task: Task, question: Question) -> str:
        if question.id == "leaves":
            return "Arrange the children first, then search the tree in that order and count."
        node = read_tree(task.data).find(question.node)
        side, word = ("Max", "greatest") if node.is_max else ("Min", "smallest")
        return (
            f"Back up the values first. {side} moves at {node.name}: a child with the {word} value sets the narrowest "
            "window for the others. Where several values are enough for a cut, the one that costs least comes first."
        )

    def explain(self, task: Task, question: Question) -> str:
        best, tree = _find_best(task, STATED), read_tree(task.data)
        if question.id == "leaves":
            drawn = count_leaves(tree)
            return f"As drawn, alpha-beta looks at {drawn} leaves; in the best order at {best.leaves}."
        right, counts = best.orders[question.node][0][0], list[str]()
        children = _names(tree.find(question.node))
        orders = {name: found[0] for name, found in best.orders.items()}
        for name in children:
            rest = [one for one in children if one != name]
            tried = min(
                count_leaves(tree.arrange(orders | {question.node: (name, *order)})) for order in permutations(rest)
            )
            counts.append(f"{tried} with {label_node(name)} first")
        return (
            f"At {question.node}, {label_node(right)} comes first. With everything else in the best order, the leaves "
            f"looked at are: {', '.join(counts)}."
        )

    def draw_solution(self, task: Task) -> tuple[Figure, ...]:
        """The tree in its best order, and what is searched of it."""
        tree = _arrange_best(task)
        drawn = TreeFigure(draw_nodes(tree), marked=tuple(task.data["marked"]), caption="In the best order")
        return (draw_pruning(drawn, tree, prune(tree)),)

    def record(self, task: Task) -> Recording | None:
        """The search of the tree in its best order."""
        return record_search(_arrange_best(task))


def _names(node: Node) -> Order:
    return tuple(child.name for child in node.children)


def _arrange_best(task: Task) -> Tree:
    """The tree with the children of the marked nodes in the best order."""
    orders = _find_best(task, STATED).orders
    return read_tree(task.data).arrange({name: best[0] for name, best in orders.items()})


def _find_best(task: Task, convention: Convention) -> BestOrders:
    return _search_orders(dumps(task.data), convention)


@lru_cache(maxsize=64)
def _search_orders(text: str, convention: Convention) -> BestOrders:
    """All orders of all marked nodes, tried one after the other."""
    data = loads(text)
    tree, names = read_tree(data), data["marked"]
    counts = {
        orders: count_leaves(tree.arrange(dict(zip(names, orders, strict=True))), convention)
        for orders in product(*[list(permutations(_names(tree.find(name)))) for name in names])
    }
    wanted = (max if convention is WORST else min)(counts.values())
    best = [orders for orders, count in counts.items() if count == wanted]
    by_node = {name: tuple(dict.fromkeys(orders[i] for orders in best)) for i, name in enumerate(names)}
    return BestOrders(by_node, wanted, len(best) == prod(map(len, by_node.values())))


def _is_fit(data: Mapping[str, Any]) -> bool:
    """Whether the best first child is clear at every marked node, and not all of it is as drawn already."""
    tree = read_tree(data)
    marked = [tree.find(name) for name in data["marked"]]
    if not _may_fit(tree, marked):
        return False
    best = _search_orders(dumps(data), STATED)
    if not best.is_independent or all(_names(node) in best.orders[node.name] for node in marked):
        return False
    return all(len({order[0] for order in orders}) == 1 for orders in best.orders.values())


def _may_fit(tree: Tree, marked: list[Node]) -> bool:
    """Whether it matters at every marked node which child comes first, with the others sorted by value.

    Most proposals fail here, after a few searches; to try all orders takes hundreds.
    """
    by_value = {node.name: _names_by_value(node) for node in marked}
    for node in marked:
        names = _names(node)
        counts = [
            count_leaves(tree.arrange(by_value | {node.name: (name, *(one for one in names if one != name))}))
            for name in names
        ]
        if counts.count(min(counts)) > 1:
            return False
    return True


def _names_by_value(node: Node) -> Order:
    return tuple(child.name for child in sorted(node.children, key=find_value, reverse=node.is_max))
