"""What a game declares about itself is used for a game of one's own as for the games that come with Kibitz."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from kibitz.core.errors import Unsuited
from kibitz.core.game import GAMES, Game, Move, State, View, find_game
from kibitz.core.rng import Rng
from kibitz.drawing.position_view import view_game
from kibitz.engines.protocols.engine_protocol import find_protocol
from kibitz.exercises.puzzles.positions import draw_positions
from kibitz.exercises.puzzles.wording import describe_solution, give_region, say_best_play, write_caption
from kibitz.games.mnk import MNK
from kibitz.play.records import GameRecord


@pytest.fixture
def own() -> Iterator[Game]:
    with GAMES.restored():

        @dataclass(frozen=True)
        class Own(MNK):
            name = "own"
            title = "Own"
            aliases = {}
            best_play = "Both sides play for beauty."
            advice = "Look twice."

            def say_move(self, move: Move) -> str:
                return f"cell {self.move_name(move)}"

            def say_stock(self, state: State) -> str:
                return f"{self.moves_left(state)} cells left"

            def moves_left(self, state: State) -> int:
                return self.num_moves - (state[0] | state[1]).bit_count()

            def picture(self, state: State) -> View:
                return View(("???",) * 3, {})

        yield Own()


def test_the_words_of_a_puzzle_are_the_games(own: Game) -> None:
    state = own.initial()
    assert "; 9 cells left; " in write_caption(own, state)
    assert say_best_play(own) == "Both sides play for beauty."
    assert give_region(own, state, 4) == "Look twice."
    for name in ("a1", "b1", "a2", "b2"):  # X and O have two each, and X to move completes a column
        state = own.play(state, own.parse_move(name))
    assert describe_solution(own, state, own.parse_move("a3")).startswith("The solution is cell a3. ")


def test_positions_for_puzzles_come_from_the_moves_that_are_left(own: Game) -> None:
    for seed in range(5):
        drawn = list(draw_positions(own, Rng(seed), 3, 4))
        assert {own.moves_left(state) for state in drawn} <= {3, 4}
        assert drawn


def test_the_boards_after_moves_are_pictures(own: Game) -> None:
    legal = view_game(GameRecord.begin(own, ("", ""))).legal
    assert [move.after for move in legal] == [("???",) * 3] * 9


@pytest.mark.parametrize("protocol", ["gomocup", "nboard"])
def test_a_protocol_for_one_game_speaks_with_games_that_declare_it(
    own: Game, protocol: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(own), "standards", ())
    with pytest.raises(Unsuited):
        find_protocol(protocol)(own, "random", print)
    monkeypatch.setattr(type(own), "standards", (protocol,))
    assert find_protocol(protocol)(own, "random", print).game == own


def test_games_that_declare_nothing_get_the_usual_words() -> None:
    game = find_game("hex:size=3")
    assert game.move_question.format("Red") == "Which move does Red play?"
    assert game.say_move(0) == game.name_in_log(0) == game.move_name(0)
    assert game.say_stock(game.initial()) == game.best_play == game.advice == ""
    assert game.moves_left(game.initial()) is None
    assert game.picture(game.initial()) == game.view(game.initial())
