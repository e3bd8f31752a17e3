"""The kinds of exercise: unique answers, levels by cost, strict marking, and the searches of ours that they follow.

The checks of single tasks are those of `benchmarks/exercises.py`, which makes ten thousand of each kind.
"""

import importlib
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from helpers.example_runner import registries_restored
from kibitz.core.errors import KibitzError, Unfinished
from kibitz.core.evaluation import find_evaluator
from kibitz.core.game import Game, find_game
from kibitz.core.limits import Backend, Limits
from kibitz.core.rng import Rng
from kibitz.core.score import INFINITY, WIN, Bound
from kibitz.core.user_files import run_file
from kibitz.doctor.exam_tree import Tree
from kibitz.exercises.common import proof_numbers, uct_tree
from kibitz.exercises.common.game_trees import find_won_value
from kibitz.exercises.common.number_trees import find_value, make_tree, random_tree, record_search
from kibitz.exercises.common.pruning import FROM_RIGHT, SOFT, STRICT, Pruning, count_leaves, prune
from kibitz.exercises.common.tic_tac_toe import GAME
from kibitz.exercises.kind import STATED, find_kind, make_task
from kibitz.exercises.kinds import aima, table, windows
from kibitz.exercises.marking import Outcome, mark_question, solve
from kibitz.exercises.task import TableFigure, Task
from kibitz.search import mcts, proof
from kibitz.search.alphabeta import AlphaBeta, fail_soft
from kibitz.search.common import proof_node
from kibitz.search.common.budget import Budget
from kibitz.search.common.run import Run
from kibitz.search.common.transposition_table import TableEntry
from kibitz.search.minimax import Minimax
from kibitz.trees.drawing.tree_figure import TreeFigure
from kibitz.trees.merged_tree import merge_symmetric
from kibitz.trees.recorder import record
from kibitz.trees.search_tree import SearchTree

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))
checks: Any = importlib.import_module("exercises")

# Tasks of each kind, a fifth of each level. Those of which a task takes long to make are fewer.
COUNTS = {
    "backup": 200,
    "alphabeta": 200,
    "order": 40,
    "aima": 100,
    "windows": 50,
    "montecarlo": 150,
    "proof": 100,
    "table": 200,
    "fault": 60,
}
# Of the tasks with seeds 0 and 1 of all levels. They stand for the promise that a link means the same task everywhere.
DIGESTS = {
    "backup": "b776a53bfe8fbc32",
    "alphabeta": "1f7f48b2c31e6e34",
    "order": "e44f1005d5b7d866",
    "aima": "a828cb4594100f0b",
    "windows": "4bd7853171bef811",
    "montecarlo": "31f7fa2c3d20bf86",
    "proof": "52bb62be8b7d25f5",
    "table": "daa0428055a83959",
    "fault": "30878a7ed5b80c53",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", COUNTS)
def test_tasks_have_one_answer_and_the_marker_knows_no_other(name: str) -> None:
    kind = find_kind(name)
    assert list(kind.costs) == sorted(set(kind.costs))
    try:
        checks.remember_answers(kind)
        for level in range(1, 6):
            for seed in range(COUNTS[name] // 5):
                checks.check_task(make_task(name, level, seed), kind)
    finally:
        vars(kind).pop("solve", None)


@pytest.mark.parametrize("name", COUNTS)
def test_a_seed_gives_the_same_task_on_every_machine(name: str) -> None:
    assert checks.digest_tasks(name, range(2)) == DIGESTS[name]


# What books print.


def _with_data(name: str, **data: Any) -> Task:
    task = make_task(name)
    return replace(task, data={**task.data, **data})


def test_alphabeta_leaves_out_what_aima_leaves_out_in_its_first_tree() -> None:
    task = _with_data("alphabeta", tree=[[3, 12, 8], [2, 4, 6], [14, 5, 2]], max_first=True, marked="D")
    assert solve(task) == {"skipped": "5 6", "alpha": "3", "beta": "inf", "returned": "3", "root": "3"}


def test_aima_tic_tac_toe_from_the_empty_board() -> None:
    task = next(
        task
        for task in (make_task("aima", 2, seed) for seed in range(200))
        if task.data["position"] == GAME.position_text(GAME.initial())
    )
    answers, middle = solve(task), "b2"
    best = next(node for node in task.figures[0].nodes if node.id == answers["best"])  # type: ignore[union-attr]
    values = sorted(answers[f"value-{child}"] for child in task.question("best").choices)
    assert best.edge == middle
    assert (answers["value-A"], values, answers["least"]) == ("1", ["-1", "-2", "1"], "4")
    assert len(task.question("skipped").choices) == 12


# Wrong answers that fit another convention.


def test_an_answer_for_a_strict_cut_is_told_so() -> None:
    task = _with_data("alphabeta", tree=[[5, 9], [5, 7, 8], [6, 2]], max_first=True, marked="C")
    task = replace(task, questions=(replace(task.questions[0], choices=tuple("1234567")), *task.questions[1:]))
    assert solve(task)["skipped"] == "4 5"
    strict = mark_question(task, task.question("skipped"), "")
    assert strict.outcome is Outcome.OTHER_CONVENTION
    assert strict.sentence == "Right for a cut at `>` alone; here equal values cut (`alpha >= beta`)."
    assert mark_question(task, task.question("skipped"), "4").outcome is Outcome.WRONG


def test_a_node_that_goes_wrong_later_is_told_so() -> None:
    later = 0
    for seed in range(10):
        task = make_task("fault", 2, seed)
        marks = [mark_question(task, task.question("node"), node) for node in task.question("node").choices]
        assert [one.outcome for one in marks].count(Outcome.RIGHT) == 1
        later += sum(one.sentence.endswith("but it went wrong earlier.") for one in marks)
    assert later > 0


# The searches of ours that the kinds follow.


def _compare(whole: Tree, pruning: Pruning, tree: SearchTree, unit: int) -> None:
    """The same nodes, in the same order, with the same windows and values as a recorded search."""
    assert len(pruning.visits) == len(tree)
    for place, (name, visit) in enumerate(pruning.visits.items()):
        alpha, beta, value = tree.alpha[place], tree.beta[place], tree.value[place]
        if not whole.find(name).is_max:
            alpha, beta, value = -beta, -alpha, -value
        limit = INFINITY // unit
        expected = (max(-limit, visit.alpha), min(limit, visit.beta), visit.value)
        assert tuple(_scale(one, unit) for one in (alpha, beta, value)) == expected, name


def _scale(value: int, unit: int) -> float:
    return value // unit if abs(value) < INFINITY else (INFINITY // unit) * (1 if value > 0 else -1)


@pytest.mark.parametrize("fail", ["hard", "soft"])
def test_pruning_is_the_alphabeta_that_ships(fail: str) -> None:
    rng = Rng(19)
    for _ in range(60):
        lists, max_first = random_tree(rng, 2 + rng.below(3), (1, 2, 3), range(-9, 10)), rng.below(2) == 0
        tree = make_tree(lists, max_first=max_first)
        pruning = prune(tree, SOFT if fail == "soft" else STATED)
        _compare(tree, pruning, record_search(tree, AlphaBeta(fail=fail)).tree, WIN)
        sign = 1 if max_first else -1
        minimax = record_search(tree, Minimax()).tree
        assert pruning.value == find_value(tree.root) == sign * minimax.value[0] // WIN
        strict = prune(tree, STRICT)
        assert strict.value == pruning.value
        assert set(strict.visits) >= set(pruning.visits)
        mirrored = tree.arrange({node.name: [child.name for child in node.children[::-1]] for node in tree.nodes})
        from_right = prune(tree, FROM_RIGHT)
        assert list(prune(mirrored).visits) == list(from_right.visits)
        assert count_leaves(tree, FROM_RIGHT) == sum(map(str.isdecimal, from_right.visits))


@pytest.mark.parametrize("spec", ["tic-tac-toe", "connect-four:width=4,height=4,k=3", "take-away", "othello:size=4"])
def test_the_windows_of_a_position_are_those_of_a_recorded_search(spec: str) -> None:
    kind = find_kind("windows")
    for level, seed in ((1, 3), (3, 1), (4, 2)):
        task = make_task("windows", level, seed, spec)
        recording = kind.record(task)
        assert recording is not None
        grown, pruning = windows._read(task, STATED)
        game = find_game(task.game)
        assert [grown.moves[name] for name in pruning.visits] == list(recording.tree.move)
        assert [grown.states[name] for name in pruning.visits] == list(
            map(recording.tree.state, range(len(recording.tree)))
        )
        values = [_written(game, recording.tree.value_for_max(node)) for node in range(len(recording.tree))]
        assert values == [visit.value for visit in pruning.visits.values()]


def _written(game: Game, value: int) -> int:
    """A value of a search as the tasks write it."""
    return value // WIN * find_won_value(game) if abs(value) >= WIN else value


def test_the_questions_about_windows_come_in_search_order() -> None:
    task = make_task("windows", 5, 1)
    _, pruning = windows._read(task, STATED)
    entered = [question.node for question in task.questions if question.id.startswith("alpha")]
    assert entered == [name for name in pruning.visits if name in entered]


def test_windows_are_asked_of_a_game_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "own.py"  # a file is run only once, and other tests forget what it registered
    own.write_text((ROOT / "examples" / "treblecross.py").read_text(encoding="utf-8"), encoding="utf-8")
    kind = find_kind("windows")
    with registries_restored():
        run_file(own)
        for level in (1, 2):
            checks.check_task(make_task("windows", level, 1, "treblecross:cells=6"), kind)


def test_a_game_without_such_positions_is_refused_in_a_sentence() -> None:
    with pytest.raises(Unfinished, match="No windows task of level 2 was found"):
        make_task("windows", 2, 1, "mnk:width=1,height=1,k=1")
    with pytest.raises(KibitzError, match="There is no game called 'ludo'"):
        make_task("windows", 2, 1, "ludo")
    with pytest.raises(KibitzError, match="leave the game 'othello' out"):
        make_task("order", 2, 1, "othello")


def test_proof_numbers_are_those_of_the_proof_search() -> None:
    class Given(proof.Prover):
        """A prover whose nodes have the children of the exercise."""

        given: dict[int, list[proof_node.Child]]

        def children(self, node: proof_node.ProofNode, ply: int) -> list[proof_node.Child]:
            return self.given[id(node)]

    def number(given: float) -> int:
        return proof_node.INFINITY if given == proof_numbers.INFINITY else int(given)

    game = find_game("tic-tac-toe")
    prover = Given(proof.Proof(), game, game.initial(), Budget(Limits(), None))
    compared = 0
    for level in (3, 4):
        for seed in range(40):
            task = make_task("proof", level, seed)
            root = proof_numbers.name_proof_nodes(task.data["tree"], or_first=task.data["or_first"])
            for node in root.walk():
                if node.numbers is not None:
                    continue
                # Who is to move at OR wants a proof: phi is the proof number there, and delta at AND.
                made = proof_node.ProofNode((), -1, 1, 1)
                below = []
                for child in node.children:
                    numbers = proof_numbers.find_numbers(child)
                    phi, delta = (numbers.disproof, numbers.proof) if node.is_or else numbers
                    below.append(
                        proof_node.Child(proof_node.ProofNode((), -1, 1, 0, number(phi), number(delta)), False)
                    )
                prover.given = {id(made): below}
                prover.work_on(made, 0, 0)
                right = proof_numbers.find_numbers(node)
                phi, delta = right if node.is_or else right[::-1]
                assert (made.phi, made.delta) == (number(phi), number(delta)), (level, seed, node.name)
                compared += 1
    assert compared > 80


def test_uct_chooses_and_backs_up_as_the_monte_carlo_search_does() -> None:
    game = find_game("tic-tac-toe")
    for level in (2, 4, 5):
        for seed in range(30):
            task = make_task("montecarlo", level, seed)
            root = uct_tree.name_uct_nodes(task.data["tree"])
            tree = mcts.Tree(mcts.MCTS(c=task.data["c"] / 10, solver=False), game, game.initial())
            made = {node.name: _make_mcts_node(node) for node in root.walk()}
            for node in root.walk():
                made[node.name].children = [made[child.name] for child in node.children]
            tree.depth = 0
            answers, here = solve(task), made["A"]
            while here.children:
                here = tree.pick_child(here)
            reached = next(name for name, node in made.items() if node is here)
            assert answers.get("leaf", answers["child"]) == reached
            path = uct_tree.find_path(root, task.data["reached"])
            to_move = "Max" if path[-1].is_max else "Min"
            tree.back_up([made[node.name] for node in path], 1 if task.data["winner"] == to_move else -1)
            for name in task.data["asked"]:
                assert int(answers[f"visits-{name}"]) == made[name].visits
                assert name == "A" or int(answers[f"wins-{name}"]) == made[name].total


def _make_mcts_node(node: uct_tree.UctNode) -> mcts.Node:
    return mcts.Node((), 0, [], -1, 1, visits=node.visits, total=float(node.wins))


def test_an_entry_is_returned_where_the_search_with_a_table_takes_it() -> None:
    game = find_game("tic-tac-toe")
    run = Run(fail_soft, game, game.initial(), Limits(depth=9), evaluator=find_evaluator("", game), reuse_deeper=True)
    returned = 0
    for seed in range(60):
        task = make_task("table", 5, seed)
        answers = solve(task)
        for i, one in enumerate(task.data["stored"], start=1):
            bound = Bound.of(one["value"], one["alpha"], one["beta"])
            assert answers[f"stored-{i}"] == table.WORDS[bound]
        for letter, one in zip("PQRS", task.data["found"], strict=True):
            entry = TableEntry(game.initial(), one["entry_depth"], one["value"], Bound[one["bound"]], 0)
            settles = run._settles(entry, one["depth"], 1, one["alpha"], one["beta"])
            assert (answers[f"use-{letter}"] == table.RETURNED) == settles
            returned += settles
    assert returned > 20


def test_aima_leaves_are_judged_by_the_evaluator_and_merged_as_the_microscope_merges() -> None:
    judge = find_evaluator("windows:one=1,two=3", GAME)
    for level in (1, 3, 5):
        task = make_task("aima", level, 7)
        state = GAME.parse_position(task.data["position"])
        _, tree = record(GAME, state, Minimax(), Limits(depth=2), Backend("reference"))
        merged = merge_symmetric(tree, 0)
        drawn = [node.position for node in task.figures[0].nodes]  # type: ignore[union-attr]
        shown = [GAME.position_text(merged.state(node)) for node in range(len(merged))]
        assert sorted(drawn) == sorted(shown)
        for name in task.data["asked"]:
            leaf = aima._find_state(task.data, name)
            sign = 1 if GAME.to_move(leaf) == 0 else -1
            assert solve(task)[f"eval-{name}"] == str(sign * judge(leaf))


@pytest.mark.parametrize("name", ["backup", "aima", "table", "windows", "alphabeta"])
def test_negative_numbers_have_the_sign_for_minus_in_every_sentence(name: str) -> None:
    """And in what is drawn; only answers are typed with a hyphen."""
    texts = list[str]()
    for seed in (1, 2, 3):
        task = make_task(name, 4, seed)
        kind = find_kind(name)
        texts += [*task.conventions, *(kind.explain(task, one) for one in task.questions)]
        texts += [node.note for one in kind.draw_solution(task) if isinstance(one, TreeFigure) for node in one.nodes]
        texts += [cell for one in task.figures if isinstance(one, TableFigure) for row in one.rows for cell in row]
    assert not [text for text in texts if re.search(r"(?<!\w)- ?[\d(]", text)]
    assert len(texts) > 10


def test_every_kind_replays_what_it_can() -> None:
    replayed = {name: find_kind(name).record(make_task(name, 2, 1)) for name in COUNTS}
    assert {name for name, recording in replayed.items() if recording is None} == {"montecarlo", "proof", "table"}
    order = replayed["order"]
    assert order is not None
    leaves = sum(order.tree.is_leaf(node) for node in range(len(order.tree)))
    assert leaves == int(solve(make_task("order", 2, 1))["leaves"])
