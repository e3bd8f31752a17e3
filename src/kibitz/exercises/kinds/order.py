"""The best order: in which order must the children of a node come so that alpha-beta looks at the fewest leaves?

Which children come after the first often makes no difference. So every order under which the fewest leaves are looked
at is right, and a task is taken only if it matters at every marked node which child comes first, and only one will do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from json import dumps, loads
from math import prod
from typing import Any

from kibitz.core.rng import Rng
from kibitz.exercises.common.number_trees import (
    Lists,
    NamedNode,
    count_leaves,
    draw_nodes,
    find_value,
    list_nodes,
    name_nodes,
    random_tree,
    record_search,
)
from kibitz.exercises.common.pruning import draw_pruning, prune
from kibitz.exercises.kind import Convention, Kind
from kibitz.exercises.task import Answers, Figure, Question, Task
from kibitz.trees.drawing.tree_figure import TreeFigure, label_node
from kibitz.trees.recording import Recording

__all__ = ["BestOrder"]

# Plies, numbers of children, most leaves, and marked nodes, by level.
SHAPES = ((2, (2, 3), 8, 1), (2, (3,), 9, 2), (3, (2, 3), 14, 2), (3, (2, 3), 20, 3), (4, (2, 3), 28, 3))

STATED = Convention("stated")
STRICT = Convention("strict", "Right for a cut at `>` alone; here equal values cut (`alpha >= beta`).")
FROM_RIGHT = Convention("from right", "Right from right to left; here children are looked at from left to right.")
WORST = Convention("worst", "In this order most is looked at: see again who moves there, Max or Min.")

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
        if count_leaves(lists) > most:
            return None
        root = name_nodes(lists, max_first=max_first)
        nodes = list(list_nodes(root))
        inner = [node.name for node in nodes if len(node.children) > (2 if number == 1 else 1)]
        if len(inner) < number:
            return None
        rng.shuffle(inner)
        marked = sorted(inner[:number], key=lambda name: (len(name), name))
        data = {"tree": lists, "max_first": max_first, "marked": marked}
        if not _is_fit(data):
            return None
        by_name = {node.name: node for node in nodes}
        listed = marked[0] if number == 1 else f"{', '.join(marked[:-1])} and {marked[-1]}"
        orders = [
            Question(f"order-{name}", f"Best order of the children of {name}", "order", name, _names(by_name[name]))
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
            (TreeFigure(tuple(draw_nodes(root)), marked=tuple(marked)),),
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
        inner = sum(node.value is None for node in list_nodes(_name(task.data)))
        return inner + sum(len(orders[0]) for orders in best.orders.values()) + best.leaves

    def hint(self, task: Task, question: Question) -> str:
        if question.id == "leaves":
            return "Arrange the children first, then search the tree in that order and count."
        node = _find(task, question.node)
        side, word = ("Max", "greatest") if node.is_max else ("Min", "smallest")
        return (
            f"Back up the values first. {side} moves at {node.name}: a child with the {word} value sets the narrowest "
            "window for the others. Where several values are enough for a cut, the one that costs least comes first."
        )

    def explain(self, task: Task, question: Question) -> str:
        best, root = _find_best(task, STATED), _name(task.data)
        if question.id == "leaves":
            drawn = _count(root, (), (), STATED)
            return f"As drawn, alpha-beta looks at {drawn} leaves; in the best order at {best.leaves}."
        right, counts = best.orders[question.node][0][0], list[str]()
        marked = _find_all(root, task.data["marked"])
        children = _names(_find(task, question.node))
        for name in children:
            rest = [one for one in children if one != name]
            tried = min(
                _count(
                    root,
                    marked,
                    [(name, *order) if node.name == question.node else best.orders[node.name][0] for node in marked],
                    STATED,
                )
                for order in permutations(rest)
            )
            counts.append(f"{tried} with {label_node(name)} first")
        return (
            f"At {question.node}, {label_node(right)} comes first. With everything else in the best order, the leaves "
            f"looked at are: {', '.join(counts)}."
        )

    def draw_solution(self, task: Task) -> tuple[Figure, ...]:
        """The tree in its best order, and what is searched of it."""
        root = _arrange_best(task)
        drawn = TreeFigure(tuple(draw_nodes(root)), marked=tuple(task.data["marked"]), caption="In the best order")
        return (draw_pruning(drawn, root, prune(root)),)

    def record(self, task: Task) -> Recording | None:
        """The search of the tree in its best order."""
        return record_search(_to_lists(_arrange_best(task)), max_first=task.data["max_first"])


def _name(data: Mapping[str, Any]) -> NamedNode:
    return name_nodes(data["tree"], max_first=data["max_first"])


def _find(task: Task, name: str) -> NamedNode:
    return next(node for node in list_nodes(_name(task.data)) if node.name == name)


def _find_all(root: NamedNode, names: Sequence[str]) -> list[NamedNode]:
    """The nodes of these names, in this order."""
    nodes = {node.name: node for node in list_nodes(root)}
    return [nodes[name] for name in names]


def _names(node: NamedNode) -> Order:
    return tuple(child.name for child in node.children)


def _arrange_best(task: Task) -> NamedNode:
    """The tree with the children of the marked nodes in the best order; all nodes keep their names."""
    root, orders = _name(task.data), _find_best(task, STATED).orders
    for node in list_nodes(root):
        if node.name in orders:
            node.children.sort(key=lambda child: orders[node.name][0].index(child.name))
    return root


def _to_lists(node: NamedNode) -> Lists:
    return node.value if node.value is not None else [_to_lists(child) for child in node.children]


def _count(root: NamedNode, marked: Sequence[NamedNode], orders: Sequence[Order], convention: Convention) -> int:
    """The leaves that alpha-beta looks at with the children of the marked nodes in these orders, which they keep."""
    for node, order in zip(marked, orders, strict=True):
        node.children.sort(key=lambda child: order.index(child.name))
    from_right, strict = convention is FROM_RIGHT, convention is STRICT
    pruning = prune(root, from_right=from_right, equal_cuts=not strict, is_hard=not strict)
    return sum(map(str.isdecimal, pruning.visits))


def _find_best(task: Task, convention: Convention) -> BestOrders:
    return _search_orders(dumps(task.data), convention)


@lru_cache(maxsize=64)
def _search_orders(text: str, convention: Convention) -> BestOrders:
    """All orders of all marked nodes, tried one after the other."""
    data = loads(text)
    root, names = _name(data), data["marked"]
    marked = _find_all(root, names)
    counts = {
        orders: _count(root, marked, orders, convention)
        for orders in product(*[list(permutations(_names(node))) for node in marked])
    }
    wanted = (max if convention is WORST else min)(counts.values())
    best = [orders for orders, count in counts.items() if count == wanted]
    by_node = {name: tuple(dict.fromkeys(orders[i] for orders in best)) for i, name in enumerate(names)}
    return BestOrders(by_node, wanted, len(best) == prod(map(len, by_node.values())))


def _is_fit(data: Mapping[str, Any]) -> bool:
    """Whether the best first child is clear at every marked node, and not all of it is as drawn already."""
    root = _name(data)
    marked = _find_all(root, data["marked"])
    drawn = {node.name: _names(node) for node in marked}
    if not _may_fit(root, marked):
        return False
    best = _search_orders(dumps(data), STATED)
    if not best.is_independent or all(drawn[name] in orders for name, orders in best.orders.items()):
        return False
    return all(len({order[0] for order in orders}) == 1 for orders in best.orders.values())


def _may_fit(root: NamedNode, marked: list[NamedNode]) -> bool:
    """Whether it matters at every marked node which child comes first, with the others sorted by value.

    Most proposals fail here, after a few searches; to try all orders takes hundreds.
    """
    sorted_orders = [_names_by_value(node) for node in marked]
    for place, names in enumerate(map(_names, marked)):
        counts = []
        for name in names:
            orders = list(sorted_orders)
            orders[place] = (name, *(other for other in names if other != name))
            counts.append(_count(root, marked, orders, STATED))
        if counts.count(min(counts)) > 1:
            return False
    return True


def _names_by_value(node: NamedNode) -> Order:
    return tuple(child.name for child in sorted(node.children, key=find_value, reverse=node.is_max))
