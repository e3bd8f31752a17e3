"""Every registered game keeps the laws that `kibitz check` holds a game to, and some more, along random play."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cache, partial
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.check.laws import LAWS, Law, RandomWalk, play_random_walk
from kibitz.core.errors import InputError
from kibitz.core.game import GAMES, find_game

SHIPPED = {name: cls for name, cls in sorted(GAMES.classes.items()) if cls.shipped}
BOARDS = [
    *(spec for cls in SHIPPED.values() for spec in cls.presets[:2]),
    "connect-four:width=4,height=1,k=2",
    "connect-four:width=1,height=4,k=3",
    "connect-four:width=9,height=12,k=5",
    "mnk:width=1,height=1,k=1",
    "mnk:width=2,height=1,k=2",
    "mnk:width=4,height=3,k=3",
    "take-away:chips=1,take=1",
    "take-away:chips=35,take=12,misere=true",
]


T = TypeVar("T")


SEEDS = range(10)  # of random games


@cache
def walk(spec: str, seed: int) -> RandomWalk:
    """A random game, played once for all tests."""
    game = find_game(spec)
    return play_random_walk(game, game.cached_rules, seed)


def test_every_shipped_game_is_under_contract() -> None:
    assert {find_game(spec).name for spec in BOARDS} == SHIPPED.keys()


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.sentence)
@pytest.mark.parametrize("spec", BOARDS)
def test_every_game_keeps_every_law(spec: str, law: Law) -> None:
    game = find_game(spec)
    for seed in SEEDS:
        assert list(law.faults(game, walk(spec, seed))) == []


# What the shipped games promise beyond the laws.


@pytest.mark.parametrize("spec", BOARDS)
def test_an_outcome_is_for_the_side_that_began(spec: str) -> None:
    game = find_game(spec)
    for seed in SEEDS:
        *before, last = walk(spec, seed).states
        result = game.result(last)
        if result is None:
            assert game.repeats, "only a long walk round in circles is cut off"
            before.append(last)
        else:
            assert game.moves(last) == []
            assert game.outcome(last) == (result if game.to_move(last) == 0 else -result)
        for state in before:
            assert game.result(state) is None
            assert game.outcome(state) is None
            assert game.describe_result(state) == "not over"


@pytest.mark.parametrize("spec", BOARDS)
def test_the_natural_order_is_the_order_of_the_numbers(spec: str) -> None:
    game = find_game(spec)
    for seed in SEEDS:
        states = walk(spec, seed).states
        assert states[0] == game.initial()
        for state in states:
            assert game.moves(state) == sorted(game.moves(state))


@pytest.mark.parametrize("spec", BOARDS)
def test_names_of_moves_are_read_in_capitals_too(spec: str) -> None:
    game = find_game(spec)
    states = walk(spec, 0).states[:-1:5]
    assert states[0] == game.initial()
    for state in states:
        for move in game.moves(state):
            assert game.legal_move(state, game.move_name(move).upper()) == move


@pytest.mark.parametrize("spec", BOARDS)
def test_every_move_but_a_pass_or_swap_can_be_clicked(spec: str) -> None:
    game = find_game(spec)
    for seed in SEEDS:
        states = walk(spec, seed).states
        assert states[0] == game.initial()
        for state in states:
            view = game.view(state)
            clickable = {*view.targets.values(), *view.steps.values()}
            assert {game.move_name(move) for move in set(game.moves(state)) - clickable} <= {"pass", "swap"}


@pytest.mark.parametrize("spec", BOARDS)
def test_every_shipped_game_has_a_text_for_positions(spec: str) -> None:
    assert find_game(spec).position_text(find_game(spec).initial())


@pytest.mark.parametrize("spec", BOARDS)
def test_winning_cells_are_marked_when_somebody_won_with_a_line(spec: str) -> None:
    game = find_game(spec)
    for seed in SEEDS:
        last = walk(spec, seed).states[-1]
        cells = game.winning_cells(last)
        rows = game.view(last).rows
        assert len({rows[row][column] for row, column in cells}) == bool(cells)
        if hasattr(game, "k"):
            assert bool(cells) == (game.result(last) != 0)
            assert not cells or len(cells) >= game.k


@pytest.mark.parametrize("spec", BOARDS)
def test_specs_and_pickles_round_trip(spec: str) -> None:
    game = find_game(spec)
    assert find_game(str(game)) == game
    copy = pickle.loads(pickle.dumps(game))
    assert copy == game
    assert copy.moves(copy.initial()) == game.moves(game.initial())


def unless_refused(read: Callable[[str], T], text: str) -> T | None:
    """What is read, or None for a text that is refused."""
    try:
        return read(text)
    except InputError:
        return None


@pytest.mark.parametrize("spec", BOARDS)
@settings(max_examples=60)
@given(data=st.data())
def test_what_is_read_can_be_written_and_all_else_is_an_input_error(spec: str, data: st.DataObject) -> None:
    game = find_game(spec)
    start = game.initial()
    good = [*game.move_names, game.position_text(start)]
    text = data.draw(st.text(max_size=70) | st.text(sorted({*"".join(good)}), max_size=70) | st.sampled_from(good))
    move = unless_refused(game.parse_move, text)
    assert move is None or (move in range(game.num_moves) and game.parse_move(game.move_name(move)) == move)
    assert (move is None) == (text.strip().lower() not in map(str.lower, game.move_names))
    legal = unless_refused(partial(game.legal_move, start), text)
    assert legal == (move if move in game.moves(start) else None)
    state = unless_refused(game.parse_position, text)
    assert state is None or game.parse_position(game.position_text(state)) == state


@pytest.mark.parametrize("spec", BOARDS)
@pytest.mark.parametrize("rubbish", ["", "\0", "?", "a1 b2 c3 d4", "-1", "\U0001d7d9", "x" * 1000])
def test_rubbish_is_refused(spec: str, rubbish: str) -> None:
    game = find_game(spec)
    for read in (game.parse_move, game.parse_position, partial(game.legal_move, game.initial())):
        with pytest.raises(InputError):
            read(rubbish)
