"""Wherever moves are listed with their values they stand best first, by one rule, in won, drawn and lost positions."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable

from click.testing import CliRunner

from kibitz.analysis.best_move import answer, solve_record
from kibitz.analysis.judge_position import judge_position
from kibitz.analysis.judged_position import Effort
from kibitz.analysis.move_scores import analyse
from kibitz.cli.main import kibitz as command
from kibitz.core.game import Game, State
from kibitz.core.loading import load_game
from kibitz.core.score import WIN, Bound, Score
from kibitz.core.searching import find_search
from kibitz.play.move_order import measure_merit, sort_best_first
from kibitz.play.players import SearchPlayer
from kibitz.play.positions import record_at
from kibitz.play.records import GameRecord
from kibitz.trees.event_replay import SimulationReplay
from kibitz.trees.microscope.node_view import view_node
from kibitz.trees.microscope.step_view import view_known
from kibitz.trees.recording import record_search

TIC_TAC_TOE = load_game("tic-tac-toe")
SEARCH = SearchPlayer(*find_search("minimax:sooner=true,backend=reference"))


def worth(game: Game, state: State) -> tuple[int, int]:
    """The result for the side to move by trying everything, and the plies to it."""
    result = game.result(state)
    if result is not None:
        return result, 0
    return max((seen(game, game.play(state, move)) for move in game.moves(state)), key=wish)


def seen(game: Game, after: State) -> tuple[int, int]:
    result, plies = worth(game, after)
    return -result, plies + 1


def wish(value: tuple[int, int]) -> tuple[int, int]:
    """What a player wants most: to win soon, and to lose late."""
    result, plies = value
    return result, -plies if result > 0 else plies if result < 0 else 0


def expected(record: GameRecord) -> list[tuple[int, int]]:
    """What the moves are worth, best first."""
    game, state = record.game, record.state
    return sorted((wish(seen(game, game.play(state, move))) for move in game.moves(state)), reverse=True)


def listed(record: GameRecord, names: Iterable[str]) -> list[tuple[int, int]]:
    """What moves are worth in the order in which they are listed."""
    game, state = record.game, record.state
    return [wish(seen(game, game.play(state, game.parse_move(name)))) for name in names]


def positions() -> list[GameRecord]:
    """A won, a drawn and a lost one, with moves that win or lose sooner or later."""
    records = [record_at(TIC_TAC_TOE, moves=moves) for moves in ("a3b2b3c1", "a1b2c3", "a3a2c3a1b1")]
    kinds = [[result for result, _ in dict.fromkeys(expected(record))] for record in records]
    assert kinds == [[1, 1, 0, -1], [0, -1], [-1, -1]]
    return records


def test_the_rule_in_one_list() -> None:
    best_first = [
        Score.of(40 * WIN - 9, sooner=True),
        Score(2 * WIN, proven=True, distance=3),  # as a solver says it
        Score.of(2 * WIN - 5, sooner=True),
        Score(WIN, Bound.LOWER, True),
        Score.of(WIN - 1, Bound.UPPER, sooner=True),
        Score(30, Bound.LOWER),
        Score(30),
        Score(30, Bound.UPPER),
        Score(0, proven=True),
        Score(-4),
        Score.of(-WIN + 8, sooner=True),
        Score(-WIN, proven=True, distance=2),
        Score(-2 * WIN, proven=True),
    ]
    mixed = random.Random(1).sample(best_first, len(best_first))
    assert sort_best_first(mixed, measure_merit) == best_first
    assert sort_best_first("abc", lambda move: 0, "b") == ["b", "a", "c"]


def test_commands_and_answers_list_moves_best_first() -> None:
    records = positions()
    assert len(records) == 3
    for record in records:
        wanted = expected(record)
        found = answer(record, SEARCH)
        assert listed(record, [root.move for root in found.roots]) == wanted
        solved = solve_record(record, every_move=True)
        assert listed(record, list(solved.scores or {})) == wanted
        words = ["best", "tic-tac-toe", str(SEARCH), "--moves", record.moves_text, "--all"]
        printed = CliRunner().invoke(command, words).stdout
        assert listed(record, re.findall(r"^  (\w\d) ", printed, re.MULTILINE)) == wanted


def test_the_analysis_and_the_coach_list_moves_best_first() -> None:
    records = positions()
    assert len(records) == 3
    for record in records:
        wanted = expected(record)
        by_search = list(analyse(record, player=SEARCH))[-1]
        by_solver = next(iter(analyse(record)))
        for found in (by_search, by_solver):
            assert found.exact
            assert listed(record, found.order) == wanted
            assert list(found.scores) == list(found.order)
            assert found.order[0] == found.best
        coached = judge_position(record.game, record.state, record.game.moves(record.state), effort=Effort(1.0))
        merits = {move: score.merit for move, score in coached.shown.items()}
        order = sort_best_first(merits, merits.__getitem__, coached.best)
        assert listed(record, map(record.game.move_name, order)) == wanted
        assert order[0] == coached.best


def test_the_microscope_lists_moves_best_first_at_the_end_and_at_every_step() -> None:
    for record in positions():
        recording = record_search(record, SEARCH)
        merits = {child.move: child.merit or 0 for child in view_node(recording, 0).children}
        assert listed(record, sort_best_first(merits, merits.__getitem__)) == expected(record)
    searcher = SearchPlayer(*find_search("mcts:simulations=300"))
    simulated = record_search(record_at(TIC_TAC_TOE, moves="a1b2c3"), searcher)
    children, replay = simulated.tree.children(0), simulated.replay
    assert isinstance(replay, SimulationReplay)
    for step in (40, 120, replay.steps - 1):
        known_merits = {each.node: each.merit or 0 for each in view_known(simulated, step, children)}
        order = sort_best_first(known_merits, known_merits.__getitem__)
        numbers = replay.numbers(step, order)
        ranks = [-(known.mean or 0) if known.proven is None else -10 * known.proven for known in numbers]
        assert ranks == sorted(ranks, reverse=True)  # a move after which the other side has won is last, a draw is 0
        assert len(set(ranks)) > 1
