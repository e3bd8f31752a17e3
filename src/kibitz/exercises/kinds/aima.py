"""Tic-tac-toe as AIMA asks for it: the tree to depth 2 with symmetric positions merged, evaluated, backed up, cut.

[Russell & Norvig, "Artificial Intelligence: a modern approach", the exercise on Eval(s) = 3X2 + X1 - (3O2 + O1).] The
book begins with the empty board; here any position may be the first from which no game ends within two plies.
"""

from __future__ import annotations

from functools import lru_cache
from json import dumps, loads
from typing import Any

from kibitz.core.game import Move, State
from kibitz.core.rng import Rng
from kibitz.exercises.common.explain_pruning import explain_cut
from kibitz.exercises.common.number_trees import (
    Lists,
    NamedNode,
    draw_values,
    find_path,
    find_value,
    list_nodes,
    record_search,
    set_names,
)
from kibitz.exercises.common.pruning import Pruning, prune, say_bound, say_window
from kibitz.exercises.common.tic_tac_toe import GAME, count_lines, list_move_kinds, list_starts, turn
from kibitz.exercises.kind import Convention, Kind
from kibitz.exercises.task import MINUS, Answers, Figure, Question, Task
from kibitz.trees.drawing.tree_figure import TreeFigure, TreeNode
from kibitz.trees.recording import Recording

__all__ = ["AimaTicTacToe"]

SPEC = "tic-tac-toe"
# Fewest and most leaves, and how many of them are to be evaluated, by level.
SHAPES = ((6, 8, 4), (9, 12, 6), (12, 15, 8), (15, 18, 10), (18, 24, 12))

STATED = Convention("stated")
EACH_ONCE = Convention("each once", "Right if every line counted once; a line with two marks counts three times.")
SHARED_LINES = Convention(
    "shared lines",
    "Right if lines with marks of both sides counted as well; they are open to nobody and count nothing.",
)
OS_VIEW = Convention("O's view", "Right as O sees it; here all values are seen by X.")
STRICT = Convention("strict", "Right for a cut at `>` alone; here equal values cut (`alpha >= beta`).")
FROM_RIGHT = Convention("from right", "Right from right to left; here children are looked at from left to right.")


class AimaTicTacToe(Kind):
    name = "aima"
    title = "AIMA's tic-tac-toe"
    about = "Tic-tac-toe to depth 2 without symmetric positions: evaluate, back up, and say what alpha-beta cuts off."
    levels = (
        "up to 8 leaves, four to evaluate",
        "up to 12 leaves, as in the book, six to evaluate",
        "up to 15 leaves, eight to evaluate",
        "up to 18 leaves, ten to evaluate",
        "up to 24 leaves, twelve to evaluate",
    )
    costs = (22, 34, 42, 53, 61)  # an evaluation counts 3, a value compared 1
    conventions = (STATED, EACH_ONCE, SHARED_LINES, OS_VIEW, STRICT, FROM_RIGHT)

    def propose(self, level: int, rng: Rng, game: str) -> Task | None:
        fewest, most, number = SHAPES[level - 1]
        state = turn(rng.choice(list_starts(fewest, most)), rng)
        children: list[Any] = [
            [move, [reply for reply, _ in list_move_kinds(GAME.play(state, move))]]
            for move, _ in list_move_kinds(state)
        ]
        rng.shuffle(children)
        for child in children:
            rng.shuffle(child[1])
        data: dict[str, Any] = {"position": GAME.position_text(state), "children": children}
        root = _build(data, STATED)
        leaves = [node.name for node in list_nodes(root) if node.value is not None]
        pruning = prune(root)
        values = sorted((find_value(child) for child in root.children), reverse=root.is_max)
        skipped = [name for name in leaves if name not in pruning.visits]
        if not skipped or len(skipped) > len(leaves) * 2 // 3 or values[0] == values[1]:
            return None
        rng.shuffle(leaves)
        asked = sorted(leaves[:number], key=int)
        data["asked"] = asked
        to_move = "X" if root.is_max else "O"
        every = tuple(sorted(leaves, key=int))
        children_names = tuple(child.name for child in root.children)
        return Task(
            self.name,
            level,
            0,
            game,
            "Tic-tac-toe to depth 2: evaluate, back up, cut",
            f"{to_move} is to move at the root. Positions that are rotations or reflections of each other are drawn "
            "once. Evaluate the leaves without a number, back the values up, and say what alpha-beta leaves out.",
            (
                f"Eval = 3 X2 + X1 {MINUS} (3 O2 + O1), where Xn is the number of rows, columns and diagonals with "
                "n marks of X and none of O, and On the same for O.",
                "All values are seen by X, who is Max; O is Min.",
                "Children are looked at from left to right, unless the question says otherwise.",
                "A node stops looking as soon as alpha >= beta: equal values cut.",
            ),
            (TreeFigure(tuple(_draw(data, root)), SPEC, tuple(asked)),),
            (
                *(Question(f"eval-{name}", f"Eval of leaf {name}", "number", name) for name in asked),
                *(Question(f"value-{name}", f"Value of {name}", "number", name) for name in (*children_names, "A")),
                Question("best", f"Best move for {to_move}: the child it leads to", "choice", "A", children_names),
                Question("skipped", "Leaves never looked at, from left to right", "nodes", choices=every),
                Question("least", "Leaves looked at if children come in the best order", "number", unit="leaves"),
            ),
            data,
        )

    def solve(self, task: Task, convention: Convention) -> Answers:
        root, pruning = _search(dumps(task.data), convention)
        nodes = {node.name: node for node in list_nodes(root)}
        answers = {f"eval-{name}": str(find_value(nodes[name])) for name in task.data["asked"]}
        for node in (*root.children, root):
            answers[f"value-{node.name}"] = str(find_value(node))
        best = max if root.is_max else min
        answers["best"] = best(root.children, key=find_value).name
        answers["skipped"] = " ".join(name for name in nodes if name.isdecimal() and name not in pruning.visits)
        answers["least"] = str(_count_least(root, convention))
        return answers

    def find_cost(self, task: Task) -> int:
        leaves = sum(len(replies) for _, replies in task.data["children"])
        return 3 * len(task.data["asked"]) + leaves + len(task.data["children"])

    def hint(self, task: Task, question: Question) -> str:
        if question.id.startswith("eval"):
            return "Go through the eight lines. Only those without a mark of the other side count."
        if question.id.startswith("value"):
            return f"Who moves at {question.node}? X takes the greatest value below, O the smallest."
        if question.id == "best":
            return "Compare the values of the root's children."
        if question.id == "skipped":
            return "Once a node has found one value, the window of the root says whether the next one can matter."
        return "In the best order the best move comes first, and everywhere else the reply that refutes a move."

    def explain(self, task: Task, question: Question) -> str:
        root, pruning = _search(dumps(task.data), STATED)
        if question.id.startswith("eval"):
            return _explain_eval(_find_state(task.data, question.node))
        if question.id.startswith("value"):
            return _explain_minimax(find_path(root, question.node)[-1])
        if question.id == "best":
            values = ", ".join(f"{child.name}: {say_bound(find_value(child))}" for child in root.children)
            return f"{'X takes the greatest' if root.is_max else 'O takes the smallest'} value of {values}."
        if question.id == "skipped":
            cut = [node for node in list_nodes(root) if node.name in pruning.visits and pruning.visits[node.name].cut]
            return " ".join(explain_cut(node, pruning) for node in cut)
        return _explain_least(root)

    def draw_solution(self, task: Task) -> tuple[Figure, ...]:
        """Positions stand in the nodes, so that their values and windows come below them."""
        root, pruning = _search(dumps(task.data), STATED)
        tree = next(one for one in task.figures if isinstance(one, TreeFigure))
        notes = {name: say_bound(find_value(find_path(root, name)[-1])) for name in task.data["asked"]}
        for node in (root, *root.children):
            visit = pruning.visits[node.name]
            notes[node.name] = f"{say_bound(find_value(node))}\n{say_window(visit.alpha, visit.beta)}"
        cut = [child for visit in pruning.visits.values() for child in visit.cut]
        return (draw_values(tree, {}, notes, cut),)

    def record(self, task: Task) -> Recording | None:
        """The search of the merged tree, from left to right, with its values in place of the positions."""
        root, _ = _search(dumps(task.data), STATED)
        lists: Lists = [[find_value(leaf) for leaf in child.children] for child in root.children]
        return record_search(lists, max_first=root.is_max)


def _build(data: dict[str, Any], convention: Convention) -> NamedNode:
    state = GAME.parse_position(data["position"])
    is_max = GAME.to_move(state) == 0
    root = NamedNode("", None, is_max, 0)
    for move, replies in data["children"]:
        child = NamedNode("", None, not is_max, 1)
        after = GAME.play(state, move)
        child.children = [NamedNode("", _judge(GAME.play(after, reply), convention), is_max, 2) for reply in replies]
        root.children.append(child)
    set_names(root)
    return root


def _judge(state: State, convention: Convention = STATED) -> int:
    counts = count_lines(state, shared=convention is SHARED_LINES)
    two = 1 if convention is EACH_ONCE else 3
    value = two * counts["X2"] + counts["X1"] - two * counts["O2"] - counts["O1"]
    return -value if convention is OS_VIEW else value


@lru_cache(maxsize=64)
def _search(text: str, convention: Convention) -> tuple[NamedNode, Pruning]:
    root = _build(loads(text), convention)
    if convention is OS_VIEW:
        for node in list_nodes(root):
            node.is_max = not node.is_max
    strict = convention is STRICT
    return root, prune(root, from_right=convention is FROM_RIGHT, equal_cuts=not strict, is_hard=not strict)


def _count_least(root: NamedNode, convention: Convention) -> int:
    """The leaves looked at when children come in the best order at every node."""
    pruning = prune(_sort(root), equal_cuts=convention is not STRICT, is_hard=convention is not STRICT)
    return sum(name.isdecimal() for name in pruning.visits)


def _sort(node: NamedNode) -> NamedNode:
    """The tree with the best child first at every node."""
    children = sorted((_sort(child) for child in node.children), key=find_value, reverse=node.is_max)
    return NamedNode(node.name, node.value, node.is_max, node.ply, children)


def _find_state(data: dict[str, Any], leaf: str) -> State:
    state = GAME.parse_position(data["position"])
    pairs = [(move, reply) for move, replies in data["children"] for reply in replies]
    move, reply = pairs[int(leaf) - 1]
    return GAME.play(GAME.play(state, move), reply)


def _draw(data: dict[str, Any], root: NamedNode) -> list[TreeNode]:
    state = GAME.parse_position(data["position"])
    drawn = [TreeNode(root.name, side=_side(root), position=data["position"])]
    for child, (move, replies) in zip(root.children, data["children"], strict=True):
        after = GAME.play(state, move)
        drawn.append(_draw_move(child, root, state, move))
        drawn += [
            _draw_move(leaf, child, after, reply, "" if leaf.name in data["asked"] else say_bound(leaf.value or 0))
            for leaf, reply in zip(child.children, replies, strict=True)
        ]
    return drawn


def _draw_move(node: NamedNode, parent: NamedNode, before: State, move: Move, note: str = "") -> TreeNode:
    alike = dict(list_move_kinds(before))[move]
    edge = GAME.move_name(move) + (f" \N{MULTIPLICATION SIGN}{alike}" if alike > 1 else "")
    position = GAME.position_text(GAME.play(before, move))
    return TreeNode(node.name, parent.name, _side(node), note=note, position=position, edge=edge)


def _side(node: NamedNode) -> str:
    return "" if node.value is not None else "max" if node.is_max else "min"


def _explain_eval(state: State) -> str:
    counts = count_lines(state)
    value = _judge(state)
    named = ", ".join(f"{name} = {count}" for name, count in counts.items())
    return (
        f"{named}: 3*{counts['X2']} + {counts['X1']} {MINUS} (3*{counts['O2']} + {counts['O1']}) = {say_bound(value)}."
    )


def _explain_minimax(node: NamedNode) -> str:
    side, word = ("X", "greatest") if node.is_max else ("O", "smallest")
    values = ", ".join(say_bound(find_value(child)) for child in node.children)
    return f"{side} moves at {node.name} and takes the {word} of {values}: {say_bound(find_value(node))}."


def _explain_least(root: NamedNode) -> str:
    pruning, best = prune(_sort(root)), _sort(root)
    counts = [f"{child.name}: {sum(leaf.name in pruning.visits for leaf in child.children)}" for child in best.children]
    return (
        f"With the best move first, and the best reply first below every move, the leaves looked at are "
        f"{', '.join(counts)}."
    )
