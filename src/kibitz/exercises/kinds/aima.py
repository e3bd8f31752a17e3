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
from kibitz.doctor.exam_tree import Node, Tree
from kibitz.exercises.common.explain_pruning import explain_cuts
from kibitz.exercises.common.number_trees import draw_values, find_value, make_tree, record_search
from kibitz.exercises.common.pruning import (
    FROM_RIGHT,
    STRICT,
    Pruning,
    count_leaves,
    list_skipped,
    prune,
    say_bound,
    say_window,
)
from kibitz.exercises.common.tic_tac_toe import GAME, count_lines, list_move_kinds, list_starts, turn
from kibitz.exercises.kind import STATED, Convention, Kind
from kibitz.exercises.task import MINUS, Answers, Figure, Question, Task
from kibitz.trees.drawing.tree_figure import TreeFigure, TreeNode
from kibitz.trees.recording import Recording

SPEC = "tic-tac-toe"
# Fewest and most leaves, and how many of them are to be evaluated, by level.
SHAPES = ((6, 8, 4), (9, 12, 6), (12, 15, 8), (15, 18, 10), (18, 24, 12))

EACH_ONCE = Convention("each once", "Right if every line counted once; a line with two marks counts three times.")
SHARED_LINES = Convention(
    "shared lines",
    "Right if lines with marks of both sides counted as well; they are open to neither side and count nothing.",
)
OS_VIEW = Convention("O's view", "Right as O sees it; here all values are seen by X.")


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
        tree = _build(data, STATED)
        root, leaves = tree.root, [node.name for node in tree.nodes if node.is_leaf]
        pruning = prune(tree)
        values = sorted((find_value(child) for child in root.children), reverse=root.is_max)
        skipped = list_skipped(tree, pruning)
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
        tree, pruning = _search(dumps(task.data), convention)
        root = tree.root
        answers = {f"eval-{name}": str(tree.find(name).static) for name in task.data["asked"]}
        for node in (*root.children, root):
            answers[f"value-{node.name}"] = str(find_value(node))
        best = max if root.is_max else min
        answers["best"] = best(root.children, key=find_value).name
        answers["skipped"] = " ".join(list_skipped(tree, pruning))
        answers["least"] = str(count_leaves(_sort(tree), STRICT if convention is STRICT else STATED))
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
        return "In the best order the best move comes first, and at every other node the reply that refutes the move."

    def explain(self, task: Task, question: Question) -> str:
        tree, pruning = _search(dumps(task.data), STATED)
        root = tree.root
        if question.id.startswith("eval"):
            return _explain_eval(_find_state(task.data, question.node))
        if question.id.startswith("value"):
            return _explain_minimax(tree.find(question.node))
        if question.id == "best":
            values = ", ".join(f"{child.name}: {say_bound(find_value(child))}" for child in root.children)
            return f"{'X takes the greatest' if root.is_max else 'O takes the smallest'} value of {values}."
        if question.id == "skipped":
            return explain_cuts(tree, pruning)
        return _explain_least(tree)

    def draw_solution(self, task: Task) -> tuple[Figure, ...]:
        """Positions stand in the nodes, so that their values and windows come below them."""
        tree, pruning = _search(dumps(task.data), STATED)
        figure = next(one for one in task.figures if isinstance(one, TreeFigure))
        notes = {name: say_bound(tree.find(name).static) for name in task.data["asked"]}
        for node in (tree.root, *tree.root.children):
            visit = pruning.visits[node.name]
            notes[node.name] = f"{say_bound(find_value(node))}\n{say_window(visit.alpha, visit.beta)}"
        cut = [child for visit in pruning.visits.values() for child in visit.cut]
        return (draw_values(figure, {}, notes, cut),)

    def record(self, task: Task) -> Recording | None:
        """The search of the merged tree, from left to right, with its values in place of the positions."""
        return record_search(_search(dumps(task.data), STATED)[0])


def _build(data: dict[str, Any], convention: Convention) -> Tree:
    state = GAME.parse_position(data["position"])
    x_moves = GAME.to_move(state) == 0
    afters = [(GAME.play(state, move), replies) for move, replies in data["children"]]
    return make_tree(
        [[_judge(GAME.play(after, reply), convention) for reply in replies] for after, replies in afters],
        max_first=x_moves != (convention is OS_VIEW),
    )


def _judge(state: State, convention: Convention = STATED) -> int:
    counts = count_lines(state, shared=convention is SHARED_LINES)
    two = 1 if convention is EACH_ONCE else 3
    value = two * counts["X2"] + counts["X1"] - two * counts["O2"] - counts["O1"]
    return -value if convention is OS_VIEW else value


@lru_cache(maxsize=64)
def _search(text: str, convention: Convention) -> tuple[Tree, Pruning]:
    tree = _build(loads(text), convention)
    return tree, prune(tree, convention)


def _sort(tree: Tree) -> Tree:
    """The tree with the best child first at every node."""
    return tree.arrange(
        {
            node.name: [child.name for child in sorted(node.children, key=find_value, reverse=node.is_max)]
            for node in tree.nodes
        }
    )


def _find_state(data: dict[str, Any], leaf: str) -> State:
    state = GAME.parse_position(data["position"])
    pairs = [(move, reply) for move, replies in data["children"] for reply in replies]
    move, reply = pairs[int(leaf) - 1]
    return GAME.play(GAME.play(state, move), reply)


def _draw(data: dict[str, Any], root: Node) -> list[TreeNode]:
    state = GAME.parse_position(data["position"])
    drawn = [TreeNode(root.name, side=_side(root), position=data["position"])]
    for child, (move, replies) in zip(root.children, data["children"], strict=True):
        after = GAME.play(state, move)
        drawn.append(_draw_move(child, root, state, move))
        drawn += [
            _draw_move(leaf, child, after, reply, "" if leaf.name in data["asked"] else say_bound(leaf.static))
            for leaf, reply in zip(child.children, replies, strict=True)
        ]
    return drawn


def _draw_move(node: Node, parent: Node, before: State, move: Move, note: str = "") -> TreeNode:
    alike = dict(list_move_kinds(before))[move]
    edge = GAME.move_name(move) + (f" \N{MULTIPLICATION SIGN}{alike}" if alike > 1 else "")
    position = GAME.position_text(GAME.play(before, move))
    return TreeNode(node.name, parent.name, _side(node), note=note, position=position, edge=edge)


def _side(node: Node) -> str:
    return "" if node.is_leaf else "max" if node.is_max else "min"


def _explain_eval(state: State) -> str:
    counts = count_lines(state)
    value = _judge(state)
    named = ", ".join(f"{name} = {count}" for name, count in counts.items())
    return (
        f"{named}: 3*{counts['X2']} + {counts['X1']} {MINUS} (3*{counts['O2']} + {counts['O1']}) = {say_bound(value)}."
    )


def _explain_minimax(node: Node) -> str:
    side, word = ("X", "greatest") if node.is_max else ("O", "smallest")
    values = ", ".join(say_bound(find_value(child)) for child in node.children)
    return f"{side} moves at {node.name} and takes the {word} of {values}: {say_bound(find_value(node))}."


def _explain_least(tree: Tree) -> str:
    best = _sort(tree)
    visits = prune(best).visits
    counts = [f"{child.name}: {sum(leaf.name in visits for leaf in child.children)}" for child in best.root.children]
    return (
        f"With the best move first, and the best reply first below every move, the leaves looked at are "
        f"{', '.join(counts)}."
    )
