"""The windows of a search of a real position, node by node, in the order in which the search comes to them."""

from __future__ import annotations

from functools import lru_cache

from kibitz.core.game import Game, State, find_game
from kibitz.core.limits import Backend, Limits
from kibitz.core.rng import Rng
from kibitz.doctor.exam_tree import Node, Tree
from kibitz.exercises.common.explain_pruning import explain_cut, explain_value, explain_window
from kibitz.exercises.common.game_trees import GameTree, find_won_value, grow_tree, play_random_game
from kibitz.exercises.common.number_trees import draw_nodes
from kibitz.exercises.common.pruning import INFINITY, SOFT, STRICT, Pruning, draw_pruning, prune, say_bound, write_bound
from kibitz.exercises.kind import STATED, Convention, Kind
from kibitz.exercises.task import MINUS, Answers, BoardFigure, Figure, Question, Task
from kibitz.play.records import parse_state, state_text
from kibitz.search.alphabeta import AlphaBeta
from kibitz.trees.drawing.tree_figure import TreeFigure
from kibitz.trees.recorder import record
from kibitz.trees.recording import Recording

# Depths to choose from, fewest and most nodes of the whole tree, and most nodes asked about, by level.
SHAPES = (
    ((2,), 6, 14, 2),
    ((2, 3), 10, 22, 2),
    ((2, 3, 4), 16, 30, 2),
    ((2, 3, 4), 24, 44, 3),
    ((2, 3, 4, 5), 34, 60, 4),
)
MOST_PLIES = 200
TRIED = 24  # positions of a game

MOVERS_VIEW = Convention(
    "mover's view", "Right for the side to move (negamax); here all values and windows are seen by Max."
)


class Windows(Kind):
    name = "windows"
    title = "The windows of a search"
    about = "A real position: with which window does alpha-beta come to each node, and what does it cut off?"
    levels = (
        "a small tree, one or two nodes",
        "two or three plies, two nodes of a larger tree",
        "two to four plies, two nodes",
        "two to four plies, three nodes of a larger tree",
        "two to five plies, four nodes",
    )
    costs = (17, 27, 35, 44, 80)  # leaves looked at, and windows passed on
    conventions = (STATED, SOFT, STRICT, MOVERS_VIEW)
    takes_game = True
    is_stepwise = True
    usual_game = "tic-tac-toe"
    tries = 600

    def check_game(self, game: str) -> str:
        return find_game(game).spec(full=True)

    def propose(self, level: int, rng: Rng, game: str) -> Task | None:
        depths, fewest, most, number = SHAPES[level - 1]
        played, depth = find_game(game), rng.choice(depths)
        states = play_random_game(played, rng, MOST_PLIES)
        if not states:
            return None
        rng.shuffle(states)
        state, grown = _find_tree(played, states[:TRIED], depth, fewest, most)
        if grown is None:
            return None
        tree = grown.tree
        asked = _choose_asked(tree, prune(tree), number, rng)
        if not asked:
            return None
        to_move = played.players[played.to_move(state)]
        return Task(
            self.name,
            level,
            0,
            game,
            "With which window does the search come to a node?",
            f"Alpha-beta searches this position, with {to_move} to move, {depth} plies deep. Follow it node by node: "
            "with which window does it come to the marked nodes, what does it cut off there, and what do they return?",
            (
                f"{to_move} is Max, and all values and windows are seen by Max.",
                _say_values(grown),
                "Children are looked at from left to right.",
                "A node stops looking as soon as alpha >= beta: equal values cut.",
                "No value leaves the window with which its node was entered (fail-hard).",
            ),
            (
                BoardFigure(game, state_text(played, state), caption=f"{to_move} to move"),
                TreeFigure(draw_nodes(tree, _name_moves(grown)), marked=tuple(node.name for node in asked)),
            ),
            (
                *_ask(tree.root, asked),
                Question("root", f"Value of {tree.root.name}, the root", "number", tree.root.name),
            ),
            {
                "position": state_text(played, state),
                "depth": depth,
                "asked": [node.name for node in asked],
                "game": game,
            },
        )

    def solve(self, task: Task, convention: Convention) -> Answers:
        grown, pruning = _read(task, convention)
        answers = {"root": write_bound(pruning.value)}
        for node in map(grown.tree.find, task.data["asked"]):
            visit = pruning.visits.get(node.name)
            if visit is None:
                answers |= {f"{name}-{node.name}": "" for name in ("alpha", "beta", "cut", "value")}
                continue
            alpha, beta, value = visit.alpha, visit.beta, visit.value
            if convention is MOVERS_VIEW and not node.is_max:
                alpha, beta, value = -beta, -alpha, -value
            answers[f"alpha-{node.name}"] = write_bound(alpha)
            answers[f"beta-{node.name}"] = write_bound(beta)
            answers[f"cut-{node.name}"] = " ".join(child.name for child in visit.cut)
            answers[f"value-{node.name}"] = write_bound(value)
        return answers

    def find_cost(self, task: Task) -> int:
        _, pruning = _read(task, STATED)
        return sum(1 if name.isdecimal() else 2 for name in pruning.visits)

    def hint(self, task: Task, question: Question) -> str:
        if question.id.startswith(("alpha", "beta")):
            return (
                f"{question.node} inherits the window of the node above, narrowed by what came before "
                f"{question.node} there: Max raises alpha, Min lowers beta."
            )
        if question.id.startswith("cut"):
            return f"Look at the children of {question.node} one by one, and stop as soon as alpha >= beta."
        return "It is the best of the values its children return, held inside the window."

    def explain(self, task: Task, question: Question) -> str:
        grown, pruning = _read(task, STATED)
        if question.id == "root":
            return f"The root takes the greatest of what its children return: {say_bound(pruning.value)}."
        node = grown.tree.find(question.node)
        if question.id.startswith("cut"):
            return explain_cut(node, pruning)
        return explain_value(node, pruning) if question.id.startswith("value") else explain_window(node, pruning)

    def draw_solution(self, task: Task) -> tuple[Figure, ...]:
        grown, pruning = _read(task, STATED)
        return tuple(
            draw_pruning(one, grown.tree, pruning) if isinstance(one, TreeFigure) else one for one in task.figures
        )

    def record(self, task: Task) -> Recording | None:
        game = find_game(task.data["game"])
        state = parse_state(game, task.data["position"])
        limits = Limits(depth=task.data["depth"])
        result, tree = record(game, state, AlphaBeta(fail="hard"), limits, Backend("reference"))
        return Recording(tree, result=result)


def _find_tree(game: Game, states: list[State], depth: int, fewest: int, most: int) -> tuple[State, GameTree | None]:
    """The first of the positions whose tree has the right size."""
    for state in states:
        tree = grow_tree(game, state, depth, fewest, most)
        if tree is not None:
            return state, tree
    return states[0], None


def _choose_asked(tree: Tree, pruning: Pruning, number: int, rng: Rng) -> list[Node]:
    """Nodes with two or more children and a window that is not all open, one of them cut off; none if it is not so.

    One fewer than wanted will do: games of few moves have small trees.
    """
    fit = [
        node
        for node in tree.nodes
        if len(node.children) > 1
        and (visit := pruning.visits.get(node.name))
        and (visit.alpha, visit.beta) != (-INFINITY, INFINITY)
    ]
    cut = [node for node in fit if pruning.visits[node.name].cut]
    values = {node.static for node in tree.nodes if node.is_leaf}
    if not cut or len(fit) < number - 1 or len(cut) == len(fit) > 1 or len(values) < 2:
        return []
    chosen = [rng.choice(cut)]
    rest = [node for node in fit if node is not chosen[0]]
    rng.shuffle(rest)
    chosen += rest[: number - 1]
    return [node for node in fit if node in chosen]


def _ask(root: Node, asked: list[Node]) -> list[Question]:
    """The questions in the order in which the search answers them: a window on entering, the rest on leaving."""
    questions: list[Question] = []

    def walk(node: Node) -> None:
        if node in asked:
            questions.append(Question(f"alpha-{node.name}", f"Alpha on coming to {node.name}", "bound", node.name))
            questions.append(Question(f"beta-{node.name}", f"Beta on coming to {node.name}", "bound", node.name))
        for child in node.children:
            walk(child)
        if node in asked:
            names = tuple(child.name for child in node.children)
            questions.append(
                Question(f"cut-{node.name}", f"Children of {node.name} left out", "nodes", node.name, names)
            )
            questions.append(Question(f"value-{node.name}", f"What {node.name} returns", "number", node.name))

    walk(root)
    return questions


def _name_moves(grown: GameTree) -> dict[str, str]:
    """The move that led to each node but the root, by the name of the node."""
    return {name: grown.game.move_name(move) for name, move in grown.moves.items() if name != grown.tree.root.name}


def _say_values(grown: GameTree) -> str:
    won = find_won_value(grown.game)
    if grown.game.max_result > 1:
        finished = (
            f"A finished game counts {won:,} for each point of its result"
            if won > 1
            else "A finished game counts its result"
        )
    else:
        finished = f"A game that Max has won counts {won:,}, one that Min has won {MINUS}{won:,}, and a draw 0"
    if won == 1:
        return f"{finished}; where the game is not over, a leaf counts 0."
    return f"{finished}; elsewhere a leaf shows the value of the heuristic '{grown.game.evaluator}'."


def _read(task: Task, convention: Convention) -> tuple[GameTree, Pruning]:
    return _search(find_game(task.data["game"]), task.data["position"], task.data["depth"], convention)


@lru_cache(maxsize=64)
def _search(game: Game, position: str, depth: int, convention: Convention) -> tuple[GameTree, Pruning]:
    grown = grow_tree(game, parse_state(game, position), depth, 1, SHAPES[-1][2])
    assert grown is not None, "a task holds a position whose tree is small enough"
    return grown, prune(grown.tree, convention)
