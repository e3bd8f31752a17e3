"""Proof numbers: what are the two numbers of every inner node, and which leaf is expanded next?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kibitz.core.rng import Rng
from kibitz.exercises.common.number_trees import draw_values
from kibitz.exercises.common.proof_numbers import (
    INFINITY,
    Numbers,
    ProofNode,
    find_numbers,
    list_most_proving,
    name_proof_nodes,
    random_proof_tree,
)
from kibitz.exercises.common.pruning import write_bound
from kibitz.exercises.kind import STATED, Convention, Kind
from kibitz.exercises.task import Answers, Figure, Question, Task
from kibitz.trees.drawing.tree_figure import TreeFigure, TreeNode, label_node

# Plies, numbers of children, greatest number at a leaf, and whether some leaves are settled, by level.
SHAPES = (
    (2, (2,), 3, False),
    (2, (2, 3), 4, False),
    (3, (2,), 4, True),
    (3, (2, 3), 5, True),
    (4, (2, 3), 5, True),
)
MOST_LEAVES = 26

ROLES_SWAPPED = Convention(
    "roles swapped",
    "Right if OR and AND changed places: at OR one proved child is enough, at AND all children must be proved.",
)
NUMBERS_SWAPPED = Convention(
    "numbers swapped",
    "This is the other of the two numbers: the proof number comes first, the disproof number second.",
)


class ProofNumbers(Kind):
    name = "proof"
    title = "Proof numbers"
    about = "What are the proof and disproof numbers of every node, and which leaf is expanded next?"
    levels = (
        "two plies, two moves each",
        "two plies, two or three moves each",
        "three plies, some leaves settled",
        "three plies of two or three moves, some leaves settled",
        "four plies, some leaves settled",
    )
    costs = (12, 24, 28, 52, 90)  # numbers compared or added up
    conventions = (STATED, ROLES_SWAPPED, NUMBERS_SWAPPED)

    def propose(self, level: int, rng: Rng, game: str) -> Task | None:
        plies, widths, most, settled = SHAPES[level - 1]
        lists = random_proof_tree(rng, plies, widths, most=most, settled=settled)
        or_first = level < 3 or rng.below(2) == 0
        root = name_proof_nodes(lists, or_first=or_first)
        leaves = [node for node in root.walk() if node.numbers is not None]
        inner = [node for node in root.walk() if node.numbers is None]
        if len(leaves) > MOST_LEAVES or not _is_fit(root, leaves, settled=settled):
            return None
        questions = []
        for node in sorted(inner, key=lambda node: -node.ply):
            questions.append(Question(f"proof-{node.name}", f"Proof number of {node.name}", "bound", node.name))
            questions.append(Question(f"disproof-{node.name}", f"Disproof number of {node.name}", "bound", node.name))
        names = tuple(leaf.name for leaf in leaves)
        return Task(
            self.name,
            level,
            0,
            game,
            "Which leaf does proof-number search expand next?",
            "Every leaf shows its proof number and, after the slash, its disproof number. What are the two numbers "
            "of every other node, and which leaf is expanded next?",
            (
                "Max's nodes are OR nodes: one proved child proves them. Min's are AND nodes: all children must be "
                "proved.",
                "A proved leaf has 0/\N{INFINITY}, a disproved one \N{INFINITY}/0; write inf for \N{INFINITY}.",
                "The search goes down from the root, at OR to the child with the least proof number, at AND to the "
                "child with the least disproof number.",
            ),
            (TreeFigure(tuple(_draw(root)), caption="proof number / disproof number"),),
            (*questions, Question("next", "Leaf that is expanded next", "choice", choices=names)),
            {"tree": lists, "or_first": or_first},
        )

    def solve(self, task: Task, convention: Convention) -> Answers:
        swapped = convention is ROLES_SWAPPED
        root = name_proof_nodes(task.data["tree"], or_first=task.data["or_first"] != swapped)
        places = (1, 0) if convention is NUMBERS_SWAPPED else (0, 1)
        answers = {"next": _find_next(root, convention)}
        for node in root.walk():
            if node.numbers is None:
                for name, place in zip(("proof", "disproof"), places, strict=True):
                    answers[f"{name}-{node.name}"] = write_bound(find_numbers(node)[place])
        return answers

    def find_cost(self, task: Task) -> int:
        root = name_proof_nodes(task.data["tree"], or_first=task.data["or_first"])
        return 2 * sum(len(node.children) for node in root.walk())

    def hint(self, task: Task, question: Question) -> str:
        if question.id == "next":
            return "Once all numbers are there, go down from the root and ask at every node who moves there."
        node = _find(task, question.node)
        return (
            f"{node.name} is an {'OR' if node.is_or else 'AND'} node. Ask what it takes to "
            f"{'prove' if question.id.startswith('proof') else 'disprove'} it: one child, or all of them?"
        )

    def explain(self, task: Task, question: Question) -> str:
        root = name_proof_nodes(task.data["tree"], or_first=task.data["or_first"])
        if question.id == "next":
            return _explain_next(root)
        node, is_proof = _find(task, question.node), question.id.startswith("proof")
        name = "proof" if is_proof else "disproof"
        values = [find_numbers(child)[0 if is_proof else 1] for child in node.children]
        number = write_bound(find_numbers(node)[0 if is_proof else 1])
        if node.is_or == is_proof:
            return (
                f"One child is enough to {'prove' if is_proof else 'disprove'} {node.name}, so the least {name} number "
                f"of {', '.join(map(_show, values))} counts: {_show(float(number))}."
            )
        return (
            f"All children are needed to {'prove' if is_proof else 'disprove'} {node.name}, so their {name} numbers "
            f"are added up: {' + '.join(map(_show, values))} = {_show(float(number))}."
        )

    def draw_solution(self, task: Task) -> tuple[Figure, ...]:
        """The numbers of all nodes, and the leaf that is expanded next as the marked one."""
        root = name_proof_nodes(task.data["tree"], or_first=task.data["or_first"])
        values = {node.name: _write(find_numbers(node)) for node in root.walk()}
        return tuple(
            replace(draw_values(one, values), marked=(_find_next(root, STATED),))
            for one in task.figures
            if isinstance(one, TreeFigure)
        )


def _is_fit(root: ProofNode, leaves: list[ProofNode], *, settled: bool) -> bool:
    """Whether the root is open, one leaf is next, and neither its numbers alone nor its place give that away."""
    numbers = find_numbers(root)
    if 0 in numbers or INFINITY in numbers or len(list_most_proving(root)) > 1:
        return False
    if any(find_numbers(node) == (INFINITY, INFINITY) for node in root.walk()):
        return False
    right = list_most_proving(root)[0].numbers
    open_leaves = [leaf.numbers for leaf in leaves if leaf.numbers and INFINITY not in leaf.numbers]
    has_settled = len(open_leaves) < len(leaves)
    is_least: Callable[[int], bool] = lambda place: (
        right is not None and sum(one[place] <= right[place] for one in open_leaves) == 1
    )
    return has_settled == settled and len(set(open_leaves)) > 1 and not (is_least(0) and is_least(1))


def _find_next(root: ProofNode, convention: Convention) -> str:
    if convention is not NUMBERS_SWAPPED:
        return list_most_proving(root)[0].name
    node = root
    while node.children:
        place = 1 if node.is_or else 0
        node = min(node.children, key=lambda child: find_numbers(child)[place])
    return node.name


def _explain_next(root: ProofNode) -> str:
    node, steps = root, []
    while node.children:
        place, name = (0, "proof") if node.is_or else (1, "disproof")
        values = ", ".join(f"{label_node(child.name)}: {_show(find_numbers(child)[place])}" for child in node.children)
        following = min(node.children, key=lambda child: find_numbers(child)[place])
        steps.append(f"At {node.name} the least {name} number leads to {label_node(following.name)} ({values}).")
        node = following
    return " ".join(steps)


def _find(task: Task, name: str) -> ProofNode:
    root = name_proof_nodes(task.data["tree"], or_first=task.data["or_first"])
    return next(node for node in root.walk() if node.name == name)


def _draw(node: ProofNode, parent: str = "") -> list[TreeNode]:
    side = "" if node.numbers is not None else "max" if node.is_or else "min"
    drawn = [TreeNode(node.name, parent, side, _write(node.numbers))]
    return drawn + [one for child in node.children for one in _draw(child, node.name)]


def _write(numbers: Numbers | None) -> str:
    return "" if numbers is None else f"{_show(numbers.proof)}/{_show(numbers.disproof)}"


def _show(number: float) -> str:
    return "\N{INFINITY}" if number == INFINITY else str(int(number))
