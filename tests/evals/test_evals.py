"""Heuristics: equal to naive counting, explained by their terms, and right on positions counted by hand."""

from __future__ import annotations

from functools import cache

import pytest

from helpers import naive, naive_evals
from kibitz.core.errors import BadOption, Unsuited
from kibitz.core.evaluation import EVALUATORS, Evaluator, Feature, evaluators_for, find_evaluator
from kibitz.core.game import GAMES, Game, State, find_game
from kibitz.core.notation import parse_moves
from kibitz.core.random_games import random_states
from kibitz.core.rng import Rng
from kibitz.core.score import EVAL_LIMIT
from kibitz.games.lines import LineGame

LINE_BOARDS = (
    "connect-four",
    "connect-four:width=4,height=2,k=2",
    "connect-four:width=4,height=1",
    "connect-four:width=8,height=7,k=5",
    "tic-tac-toe",
    "mnk:width=5,height=5,k=4",
    "mnk:width=5,height=5,k=5",
    "mnk:width=6,height=3,k=4",
    "mnk:width=1,height=5,k=3",
    "mnk:width=9,height=9,k=6",
)
BOARDS = (
    *LINE_BOARDS,
    "othello",
    "othello:size=6",
    "othello:size=4",
    "take-away:chips=30,take=3",
    "take-away:chips=30,take=1",
    "take-away:chips=30,take=4,misere=true",
)
PAIRS = [(board, name) for board in BOARDS for name in evaluators_for(find_game(board)) if name != "zero"]
CORRECTED = [(board, name) for board, name in PAIRS if not name.startswith("reported-")]
SHIPPED = [spec for cls in GAMES.classes.values() if cls.shipped for spec in cls.presets]
POSITIONS = 30  # of each board


@cache
def positions(board: str) -> tuple[Game, list[State]]:
    game = find_game(board)
    return game, [naive.random_position(game, seed) for seed in range(POSITIONS)]


def after(board: str, *moves: str) -> tuple[Game, State]:
    game = find_game(board)
    state = game.initial()
    for move in moves:
        state = game.play(state, game.legal_move(state, move))
    return game, state


def amounts(evaluator: Evaluator, state: State) -> dict[str, int]:
    return {term.name: term.amount for term in evaluator.explain(state)}


def best_move(evaluator: Evaluator, state: State) -> int:
    return max(evaluator.game.moves(state), key=lambda move: evaluator.move_score(state, move))


def swapped(game: Game, state: State) -> State:
    """The same stones with the colours exchanged, and the other side to move."""
    rest = (1 - state[2],) if len(state) == 3 else ()
    return (state[1], state[0], *rest)


# Laws that hold for all of them.


@pytest.mark.parametrize(("board", "name"), CORRECTED)
def test_terms_equal_a_naive_count(board: str, name: str) -> None:
    game, states = positions(board)
    evaluator = find_evaluator(name, game)
    for state in states:
        assert amounts(evaluator, state) == naive_evals.NAIVE[name](game, state), game.view(state).rows
    assert len(states) == POSITIONS


@pytest.mark.parametrize(("board", "name"), PAIRS)
def test_the_explanation_sums_to_the_value(board: str, name: str) -> None:
    game, states = positions(board)
    evaluator = find_evaluator(name, game)
    for state in states:
        terms = evaluator.explain(state)
        assert all(term.value == term.amount * term.weight for term in terms)
        assert evaluator(state) == sum(term.value for term in terms)
    assert len(states) == POSITIONS


@pytest.mark.parametrize("name", sorted({name for _, name in PAIRS}))
def test_every_weight_changes_the_value_by_its_amount(name: str) -> None:
    boards = [board for board, n in PAIRS if n == name]
    unused = {o.name for o in EVALUATORS.find(name).options()}
    for board in boards:
        game, states = positions(board)
        usual = find_evaluator(name, game)
        explained = [(state, amounts(usual, state)) for state in states]
        for o in usual.options():
            changed = type(usual)(game, **{o.name: o.default + 7})
            for state, amount in explained:
                assert changed(state) - usual(state) == 7 * amount[o.name]
                if amount[o.name]:
                    unused.discard(o.name)
    assert boards
    # A line that wins ends the game, so no position that is still judged has one.
    assert unused <= {"win"}


@pytest.mark.parametrize(("board", "name"), [(b, n) for b, n in CORRECTED if n not in ("threes", "modulo", "patterns")])
def test_the_other_side_sees_the_opposite(board: str, name: str) -> None:
    game, states = positions(board)
    evaluator = find_evaluator(name, game)
    assert any(evaluator(state) for state in states)
    for state in states:
        assert evaluator(swapped(game, state)) == -evaluator(state)


@pytest.mark.parametrize(("board", "name"), [(b, n) for b, n in PAIRS if find_game(b).symmetries()])
def test_turning_the_board_changes_nothing(board: str, name: str) -> None:
    game, states = positions(board)
    evaluator = find_evaluator(name, game)
    for state in states:
        assert {evaluator(symmetry.image(state)) for symmetry in game.symmetries()} == {evaluator(state)}
    assert len(states) == POSITIONS


@pytest.mark.parametrize("board", SHIPPED)
def test_every_value_is_a_guess_and_no_result(board: str) -> None:
    game, states = positions(board)
    names = list(evaluators_for(game))
    for name in names:
        evaluator = find_evaluator(name, game)
        for state in states:
            value = evaluator(state)
            assert type(value) is int
            assert -EVAL_LIMIT <= value <= EVAL_LIMIT
    assert len(names) >= 2
    assert len(states) == POSITIONS


def test_a_weight_beyond_measure_still_makes_no_win() -> None:
    game, state = after("connect-four", "4")
    assert find_evaluator("columns:inward=9999999", game)(state) == -EVAL_LIMIT


@pytest.mark.parametrize("board", SHIPPED)
def test_every_game_has_a_heuristic_of_its_own(board: str) -> None:
    game = find_game(board)
    assert find_evaluator("", game).name in evaluators_for(game)
    assert find_evaluator("", game).name != "zero"


def test_every_heuristic_says_what_it_is_and_what_it_counts() -> None:
    shipped = [cls for cls in EVALUATORS.classes.values() if cls.shipped]
    for cls in shipped:
        assert cls.about
        assert all(o.about for o in cls.options())
        assert cls.name.startswith("reported-") == (cls.__module__ == "kibitz.reports.heuristics")
    assert {cls.name for cls in shipped} >= {"windows", "patterns", "modulo"}


@pytest.mark.parametrize(
    ("name", "board"),
    [("discs", "tic-tac-toe"), ("columns", "tic-tac-toe"), ("cells", "othello"), ("patterns", "othello:size=6")],
)
def test_a_heuristic_of_another_game_is_refused(name: str, board: str) -> None:
    with pytest.raises(Unsuited, match=f"{name} is not for .*; for it there are: .*zero"):
        find_evaluator(name, find_game(board))


def test_a_weight_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadOption, match=r"did you mean three\?"):
        find_evaluator("windows:thre=3", find_game("connect-four"))


# Lines.


def test_longest_line_of_each_side() -> None:
    game, state = after("connect-four", "1", "2", "1", "2", "1", "7")  # X has three upright, O two
    assert find_evaluator("longest", game)(state) == 1
    assert find_evaluator("longest:line=5", game)(state) == 5


def test_windows_through_the_first_stone() -> None:
    """Bottom of the middle column: 4 windows along the row, 1 up, 2 diagonal; of the first column: 1 each."""
    for column, windows in (("4", 7), ("1", 3)):
        game, state = after("connect-four", column)
        assert find_evaluator("windows", game)(state) == -windows


def test_windows_of_s3_counted_by_hand() -> None:
    """X has 1 2 3 on the bottom row and O lies on top of each: X1 + 2 X2 + 3 X3 = 7, O1 + 2 O2 + 3 O3 = 13.

    X: along the row one window each of three, two and one; diagonally one from column 3 to 6.
    O: along its row the same three; upwards 3 of one; diagonally 3 to the right and 1 to the left, of one each.
    """
    game, state = after("connect-four", "1", "1", "2", "2", "3", "3")
    evaluator = find_evaluator("windows", game)
    assert amounts(evaluator, state) == {"one": 2 - 8, "two": 0, "three": 0, "four": 0}
    assert evaluator(state) == 7 - 13
    assert find_evaluator("windows:one=2", game)(state) == -12


def test_four_of_five_is_an_open_window_too() -> None:
    game, state = after("mnk:width=5,height=5,k=5", "a1", "a2", "b1", "b2", "c1", "c2", "d1", "e5")
    assert amounts(find_evaluator("windows", game), state)["four"] == 1


def test_the_other_sides_two_is_feared_more_than_the_own_is_liked() -> None:
    game, state = after("connect-four", "1", "7", "2", "6")  # two in a row each
    evaluator = find_evaluator("threes", game)
    assert evaluator(state) == 2 - 3
    assert evaluator(swapped(game, state)) == 2 - 3
    fair = find_evaluator("threes:other_two=2,other_three=10", game)
    assert fair(state) == 0


def test_a_three_is_no_two() -> None:
    game, state = after("connect-four", "1", "7", "2", "7", "3", "6")  # O's corner of three stones holds three twos
    assert amounts(find_evaluator("threes", game), state) == {"two": 0, "three": 1, "other_two": -3, "other_three": 0}


@pytest.mark.parametrize(
    ("board", "worth"),
    [
        ("connect-four", [0, 1, 2, 3, 2, 1, 0]),
        ("connect-four:width=4", [0, 1, 1, 0]),
        ("connect-four:width=1", [0]),
    ],
)
def test_columns_count_from_the_edge(board: str, worth: list[int]) -> None:
    game = find_game(board)
    evaluator = find_evaluator("columns", game)
    assert [-evaluator(game.play(game.initial(), move)) for move in game.moves(game.initial())] == worth


# S4's move scores.


@pytest.mark.parametrize("board", [b for b in LINE_BOARDS if "cells" in evaluators_for(find_game(b))])
def test_move_scores_equal_a_naive_count(board: str) -> None:
    game, states = positions(board)
    assert isinstance(game, LineGame)
    evaluator = find_evaluator("cells", game)
    for state in states:
        for move in game.moves(state):
            assert evaluator.move_score(state, move) == naive_evals.s4_move_score(game, state, move)


@pytest.mark.parametrize(
    ("moves", "move", "score"),
    [
        ([], "b2", 1),  # the centre
        ([], "a1", 0),  # nothing
        (["a1", "b2"], "b1", 10),  # two in a row
        (["a1", "b2"], "c3", 0),  # the same diagonal, but not adjacent
        (["a1", "a2"], "b2", 10 + 1),  # two on the diagonal, in the centre
        (["a1", "a2", "c3", "c2"], "b2", 100 + 1),  # wins in the centre
        (["a1", "b2"], "a2", 10),  # near the other side counts on 5x5 only
        (["a1", "b2", "c3"], "a3", 10),  # for O, by O's own stones
    ],
)
def test_move_scores_of_the_3x3_board(moves: list[str], move: str, score: int) -> None:
    game, state = after("tic-tac-toe", *moves)
    assert find_evaluator("cells", game).move_score(state, game.parse_move(move)) == score


@pytest.mark.parametrize("k", [4, 5])
@pytest.mark.parametrize(
    ("moves", "move", "score"),
    [
        ([], "c3", 1 + 1),  # inner 3x3 and on a diagonal
        ([], "a5", 1),  # on a diagonal
        ([], "b3", 1),  # inner 3x3
        ([], "c1", 0),
        (["c3"], "b2", 1 + 1 + 1),  # and next to the other side
        (["b1", "b5", "c1", "c5"], "d1", 10),  # an open three
        (["b1", "a1", "c1", "e1"], "d1", 1),  # both ends taken: only the contact
        (["b1", "a1", "c1", "c5"], "d1", 10),  # one end free is enough
        (["a1", "a5", "b1", "b5"], "c1", 10),  # the edge is no free end, the other is
        (["b1", "b5", "c1"], "c5", 0),  # two in a line count on 3x3 only
    ],
)
def test_move_scores_of_the_5x5_board(k: int, moves: list[str], move: str, score: int) -> None:
    game, state = after(f"mnk:width=5,height=5,k={k}", *moves)
    assert find_evaluator("cells", game).move_score(state, game.parse_move(move)) == score


def test_four_in_a_row_win_or_go_on_as_the_rules_say() -> None:
    moves = ("a1", "a5", "b1", "b5", "c1", "d5")
    for k, score in ((4, 100), (5, 10)):
        game, state = after(f"mnk:width=5,height=5,k={k}", *moves)
        assert find_evaluator("cells", game).move_score(state, game.parse_move("d1")) == score


def test_a_position_is_worth_the_scores_of_its_stones() -> None:
    """a1 and b1 stand in a two and count 10 each; O's b2 is the centre, c3 next to it makes a two: 10 + 1 + 10."""
    game, state = after("tic-tac-toe", "a1", "b2", "b1", "c3")
    assert find_evaluator("cells", game)(state) == 20 - 21


# Othello and Take-Away.


@pytest.mark.parametrize(("size", "opening_ends", "middle_ends"), [(8, 20, 56), (6, 11, 31), (4, 5, 14)])
def test_phases_change_at_the_stated_number_of_discs(size: int, opening_ends: int, middle_ends: int) -> None:
    """20 and 56 of 64 discs, and the same share of smaller boards: 11.25 and 31.5 of 36, 5 and 14 of 16."""
    game = find_game(f"othello:size={size}")
    evaluator = find_evaluator("phased", game)
    always = {"corner"}
    until_late = always | {"c_square", "x_square", "edge", "ring", "inner", "mobility"}
    allowed = {1: until_late, 2: until_late | {"middle_discs"}, 3: always | {"late_discs"}}
    seen: dict[int, set[str]] = {}
    for seed in range(60):
        state = naive.random_position(game, seed)
        discs = (state[0] | state[1]).bit_count()
        phase = 1 if discs <= opening_ends else 2 if discs <= middle_ends else 3
        used = {name for name, amount in amounts(evaluator, state).items() if amount}
        assert used <= allowed[phase], f"{discs} discs"
        seen.setdefault(phase, set()).update(used)
    assert "middle_discs" in seen[2]
    assert "late_discs" in seen[3]


@pytest.mark.parametrize(
    ("discs", "term"), [(20, None), (21, "middle_discs"), (56, "middle_discs"), (57, "late_discs")]
)
def test_discs_begin_to_count_with_the_21st_and_rule_from_the_57th(discs: int, term: str | None) -> None:
    state = ((1 << discs) - 2, 1, 0)  # all but one disc on one side, filling the board from a1
    counted = amounts(find_evaluator("phased", find_game("othello")), state)
    for name in ("middle_discs", "late_discs"):
        assert counted[name] == (discs - 2 if name == term else 0)


def test_giving_a_corner_away_is_bad() -> None:
    """b2 for White next to the free corner a1; the corner itself is worth more than all its neighbours cost."""
    game, state = after("othello", "d3", "c3", "b3", "b2")
    evaluator = find_evaluator("phased", game)
    assert amounts(evaluator, state)["x_square"] == -1
    assert evaluator(state) > 0
    weights = dict(zip(evaluator.term_names, evaluator.weights, strict=True))
    assert weights["corner"] + 2 * weights["c_square"] + weights["x_square"] > 0


@pytest.mark.parametrize("misere", ["false", "true"])
def test_one_ply_with_modulo_plays_take_away_perfectly(misere: str) -> None:
    for take in (1, 2, 3, 5):
        game = find_game(f"take-away:chips=30,take={take},misere={misere}")
        evaluator = find_evaluator("modulo", game)
        won = [chips for chips in range(1, 31) if naive_evals.modulo(game, (chips, 0))["won"] == 1]
        assert len(won) >= 15
        for chips in won:
            left = game.play((chips, 0), best_move(evaluator, (chips, 0)))
            assert game.result(left) == -1 or naive_evals.modulo(game, left)["won"] == -1


# Where on the board the terms are found.


@pytest.mark.parametrize(
    "spec",
    ["tic-tac-toe", "mnk:width=6,height=5,k=5", "connect-four", "connect-four:width=5,height=3,k=3", "othello",
     "othello:size=4", "take-away"],
)  # fmt: skip
def test_the_features_of_a_term_add_up_to_its_amount(spec: str) -> None:
    game = find_game(spec)
    names = list(evaluators_for(game))
    assert len(names) >= 3
    for name in names:
        evaluator = find_evaluator(name, game)
        for seed in range(4):
            for state in random_states(game, Rng(seed))[:-1]:
                for term, features in zip(evaluator.explain(state), evaluator.features(state), strict=True):
                    assert sum(feature.amount for feature in features) == term.amount, (name, term.name)


def test_features_lie_where_their_stones_lie() -> None:
    game = find_game("connect-four")
    state = game.initial()
    for move in parse_moves(game, "4455"):
        state = game.play(state, move)
    ones, twos, *_ = find_evaluator("threes", game).features(state)
    assert [feature.cells for feature in ones] == [((5, 3), (5, 4))]  # X has d1 and e1, as other games would call them
    assert twos == ()
    middle = find_evaluator("columns", game).features(state)[0]
    assert sorted(feature.amount for feature in middle) == [-3, -2, 2, 3]


def test_a_heuristic_that_names_no_places_has_its_amount_nowhere() -> None:
    game = find_game("take-away")
    assert find_evaluator("modulo", game).features(game.initial()) == ((Feature((), -1),),)
