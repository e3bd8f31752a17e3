"""Players as patients: published programs, searches derived from ours, and functions that play a game."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from programs import write_program

from kibitz.core.errors import BadOption
from kibitz.doctor.examine_target import examine_target

ENGINE = f"{sys.executable} -m kibitz engine"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "verdict"),
    [
        (f"gtp:program={ENGINE} tic-tac-toe alphabeta:backend=reference", "right"),
        (f"ugi:program={ENGINE} --protocol ugi tic-tac-toe random", "wrong"),
    ],
)
def test_a_program_that_only_plays_is_examined_by_its_moves(program: str, verdict: str) -> None:
    report = examine_target(program, game="tic-tac-toe")
    assert (report.verdict, report.unit) == (verdict, "positions"), report.sentence
    assert (verdict == "right") == (report.wrong_cases == 0)


def test_a_program_that_only_plays_needs_a_game() -> None:
    with pytest.raises(BadOption, match="is a program for one game; say for which, as in --game tic-tac-toe"):
        examine_target(f"gtp:program={ENGINE} tic-tac-toe random")


SEARCH = """
from dataclasses import dataclass
from kibitz import INFINITY, ONGOING, TreeSearch

def plain(run, state, depth, alpha, beta):
    result = run.result(state)
    if result != ONGOING:
        return run.final(result, depth)
    if depth == 0:
        return run.evaluate(state)
    best = -INFINITY
    for move in run.moves(state, depth):
        value = -run.visit(run.play(state, move), move, depth - 1, -INFINITY, INFINITY)
        if value > best:
            best = value
            run.improve(depth, move)
    return best

@dataclass(frozen=True)
class Plain(TreeSearch):
    name = "plain-NAME"
    about = "minimax of one's own"

    def algorithm(self):
        return plain
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "verdict", "fault"),
    [(("", ""), "right", ""), (("-run.visit", "run.visit"), "wrong", "negamax-sign-lost")],
)
def test_a_search_derived_from_ours_is_examined(
    change: tuple[str, str], verdict: str, fault: str, tmp_path: Path
) -> None:
    report = examine_target(str(write_program(tmp_path, SEARCH.replace("NAME", verdict).replace(*change))))
    assert report.verdict == verdict
    assert [found.id for found in report.faults][:1] == ([fault] if fault else [])


MONTE_CARLO = """
import math, random

class Node:
    def __init__(self, state, parent, move):
        self.state, self.parent, self.move = state, parent, move
        self.children, self.untried, self.visits, self.wins = [], None, 0, 0.0

def ucb(node):
    return node.wins / node.visits + 1.4 * math.sqrt(math.log(node.parent.visits) / node.visits)

def choose(game, state):
    me, root = game.to_move(state), Node(state, None, None)
    for _ in range(200):
        node = root
        while True:
            if node.untried is None:
                node.untried = game.moves(node.state)
            if node.untried or not node.children:
                break
            node = max(node.children, key=ucb)
        if node.untried:
            move = node.untried.pop(random.randrange(len(node.untried)))
            node.children.append(Node(game.play(node.state, move), node, move))
            node = node.children[-1]
        end = node.state
        while game.result(end) is None:
            end = game.play(end, random.choice(game.moves(end)))
        won = game.result(end) * (1 if game.to_move(end) == me else -1)
        while node is not None:
            reward = won if game.to_move(node.state) != me else -won
            node.visits += 1
            node.wins += 1 if reward > 0 else 0.5 if reward == 0 else 0
            node = node.parent
    return max(root.children, key=lambda node: node.visits).move
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "verdict", "fault"),
    [
        (("", ""), "right", ""),
        (("0.5 if reward == 0 else 0", "0"), "wrong", "mcts-draw-counted-as-loss"),
        (
            ("reward = won if game.to_move(node.state) != me else -won", "reward = won"),
            "wrong",
            "mcts-backup-sign-lost",
        ),
        (("if node.untried or not node.children", "if not node.children"), "wrong", "mcts-unvisited-never-tried"),
    ],
)
def test_a_monte_carlo_search_is_examined_with_many_seeds(
    change: tuple[str, str], verdict: str, fault: str, tmp_path: Path
) -> None:
    report = examine_target(str(write_program(tmp_path, MONTE_CARLO.replace(*change))))
    assert report.verdict == verdict, report.violation
    assert [found.id for found in report.faults][:1] == ([fault] if fault else [])


@pytest.mark.slow
def test_a_player_is_examined_on_trees() -> None:
    report = examine_target("alphabeta")
    assert (report.verdict, report.leaves) == ("right", report.textbook_leaves)


@pytest.mark.slow
def test_whoever_calls_a_right_search_wrongly_is_named(tmp_path: Path) -> None:
    text = """
def minimax(node, depth, maximizing):
    if depth == 0 or not node.children:
        return node.value
    return (max if maximizing else min)(minimax(child, depth - 1, not maximizing) for child in node.children)

def choose(node, depth):
    return max(range(len(node.children)), key=lambda i: minimax(node.children[i], depth - 1, True))
"""
    report = examine_target(str(write_program(tmp_path, text)))
    assert (report.verdict, [fault.id for fault in report.faults]) == ("wrong", ["same-side-again"])
    assert report.patient.endswith(":choose")
    assert report.remarks[0] == "minimax, which it calls, is right."


@pytest.mark.slow
def test_whoever_prefers_the_later_win_is_wrong(tmp_path: Path) -> None:
    text = """
def score(game, state, plies):
    result = game.result(state)
    if result is not None:
        return result * (100 SIGN plies)
    return max(-score(game, game.play(state, move), plies + 1) for move in game.moves(state))

def choose(game, state):
    return max(game.moves(state), key=lambda move: -score(game, game.play(state, move), 1))
"""
    later = examine_target(str(write_program(tmp_path, text.replace("SIGN", "+"), "later.py")))
    assert (later.verdict, [fault.id for fault in later.faults]) == ("wrong", ["sooner-win-not-preferred"])
    sooner = examine_target(str(write_program(tmp_path, text.replace("SIGN", "-"), "sooner.py")))
    assert (sooner.verdict, sooner.faults) == ("right", ())


@pytest.mark.slow
@pytest.mark.parametrize(("sign", "verdict", "fault"), [("-", "right", ""), ("", "wrong", "negamax-sign-lost")])
def test_a_function_that_looks_a_few_plies_ahead_is_judged_by_what_it_sees(
    sign: str, verdict: str, fault: str, tmp_path: Path
) -> None:
    text = """
def value(game, state, depth):
    result = game.result(state)
    if result is not None:
        return result
    if depth == 0:
        return 0
    return max(SIGNvalue(game, game.play(state, move), depth - 1) for move in game.moves(state))

def choose(game, state, depth=4):
    return max(game.moves(state), key=lambda move: -value(game, game.play(state, move), depth - 1))
"""
    report = examine_target(str(write_program(tmp_path, text.replace("SIGN", sign))))
    assert (report.verdict, [found.id for found in report.faults]) == (verdict, [fault] if fault else [])
    assert ("its depth, 4 plies" in report.sentence) == (verdict == "right")


@pytest.mark.slow
def test_a_function_that_plays_kibitz_games_is_examined(tmp_path: Path) -> None:
    worst = """
def value(game, state):
    result = game.result(state)
    if result is not None:
        return result
    return max(-value(game, game.play(state, move)) for move in game.moves(state))

def choose(game, state):
    return min(game.moves(state), key=lambda move: -value(game, game.play(state, move)))
"""
    report = examine_target(str(write_program(tmp_path, worst)))
    assert report.verdict == "wrong"
    assert "worst-move-returned" in [fault.id for fault in report.faults]
