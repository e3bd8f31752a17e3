"""Hints in three steps: the part of the board holds the move and others, and what is said of the move is true."""

from __future__ import annotations

import re

import pytest

from kibitz.analysis.hints.hint import Hint, give_hint
from kibitz.analysis.hints.move_kinds import describe_kind
from kibitz.analysis.hints.regions import find_region
from kibitz.core.errors import IllegalMove
from kibitz.core.game import find_game
from kibitz.core.rng import Rng
from kibitz.play.positions import record_at


def hint(game: str, moves: str) -> Hint:
    return give_hint(record_at(find_game(game), moves=moves))


def kind(spec: str, moves: str, move: str) -> str:
    game = find_game(spec)
    state = record_at(game, moves=moves).state
    return describe_kind(game, state, game.legal_move(state, move))


@pytest.mark.parametrize(
    ("game", "moves", "move", "says"),
    [
        ("connect-four", "445566", "3", "wins at once"),
        ("connect-four", "445566", "7", "wins at once"),
        ("connect-four", "44332", "5", ""),  # loses to 1 and 5 alike: a block of one of two is none
        ("connect-four", "12131", "1", "stops X, who would win at once after any other move"),
        ("connect-four", "4455", "3", "makes a threat that no answer stops"),
        ("tic-tac-toe", "a1b2", "b1", "threatens to win: only 1 of 6 answers stops it"),
        ("take-away", "1", "3", "leaves First a number of chips that is a multiple of 4"),
        ("take-away", "1", "2", ""),
    ],
)
def test_the_kind_of_a_move_follows_from_the_rules(game: str, moves: str, move: str, says: str) -> None:
    assert kind(game, moves, move) == says


def test_what_is_said_of_othello_is_so() -> None:
    game, rng, heard = find_game("othello"), Rng(4), set[str]()
    corners = {game.parse_move(name) for name in ("a1", "h1", "a8", "h8")}
    for _ in range(20):
        state = game.initial()
        while moves := game.moves(state):
            move = rng.choice(moves)
            says = describe_kind(game, state, move)
            after = game.play(state, move)
            assert "takes a corner" not in says or move in corners
            if found := re.search(r"only (\d) moves?$", says):
                assert int(found[1]) == len(game.moves(after))
            heard |= {word for word in ("corner", "only", "no move", "at once") if word in says}
            state = after
    assert heard == {"corner", "only", "no move", "at once"}


@pytest.mark.parametrize(("spec", "moves"), [("connect-four", "44"), ("tic-tac-toe", "a1"), ("othello", "f5d6")])
def test_where_to_look_holds_the_move_and_does_not_give_it_away(spec: str, moves: str) -> None:
    game = find_game(spec)
    state = record_at(game, moves=moves).state
    targets = game.view(state).targets
    assert game.moves(state)
    for move in game.moves(state):
        region = find_region(game, state, move)
        inside = {own for cell, own in targets.items() if not region.cells or cell in region.cells}
        assert move in inside
        assert len(inside) >= 2
        assert region.text.startswith("Look ") == bool(region.cells)


@pytest.mark.slow
def test_a_hint_is_the_proven_best_move_where_there_is_one() -> None:
    best = hint("tic-tac-toe", "a1")
    assert (best.move, best.proven) == ("b2", True)
    assert best.kind.endswith("It is the only move that holds the draw.")
    assert hint("take-away", "1").kind.endswith("It is the only move that wins.")
    with pytest.raises(IllegalMove, match="over"):
        hint("tic-tac-toe", "a1b1a2b2a3")
