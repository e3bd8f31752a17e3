"""Names of openings: legal, each for one position, and the same for every mirrored form and order of moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from kibitz.core.game import GAMES, find_game
from kibitz.drawing.position_view import view_position
from kibitz.games.connect_four import ConnectFour
from kibitz.play.openings import name_opening
from kibitz.play.positions import record_from

PUBLISHED = {  # as other programs and sites write them, from the first move f5
    "f5f6": "Diagonal",
    "f5d6": "Perpendicular",
    "f5f4": "Parallel",
    "f5f6e6d6e7": "Heath",
    "f5d6c3d3c4": "Tiger",
    "f5d6c3d3c4f4f6": "Stephenson",
    "f5d6c3d3c4b3": "Aubrey",
    "f5d6c5f4e3c6d3f6e6d7": "Rose",
}


@pytest.mark.parametrize(("moves", "name"), PUBLISHED.items())
def test_published_openings_have_their_names_in_any_form(moves: str, name: str) -> None:
    assert view_position(find_game("othello"), moves).opening == name
    mirrored = "".join("abcdefgh"[8 - int(cell[1])] + str(8 - "abcdefgh".index(cell[0])) for cell in _cells(moves))
    assert view_position(find_game("othello"), mirrored).opening == name


def _cells(moves: str) -> list[str]:
    return [moves[at : at + 2] for at in range(0, len(moves), 2)]


def test_a_name_stays_until_another_position_has_one() -> None:
    game = find_game("othello")
    assert view_position(game).opening == ""
    assert view_position(game, "f5").opening == ""
    assert view_position(game, "f5d6c3d3c4f4c5b3").opening == "Tiger"
    assert view_position(find_game("othello:size=6"), "c2b2").opening == ""


@pytest.mark.parametrize("name", [name for name, cls in GAMES.classes.items() if cls.shipped])
def test_every_named_opening_is_a_position_of_its_own(name: str) -> None:
    game = find_game(name)
    names = game.opening_names()
    found = {moves: name_opening(record_from(game, None, moves)) for moves in names}
    assert found == dict(names)


def test_a_game_of_ones_own_may_name_openings() -> None:
    @dataclass(frozen=True)
    class Named(ConnectFour):
        def opening_names(self) -> Mapping[str, str]:
            return {"1": "Edge"}

    assert name_opening(record_from(Named(), None, "74")) == "Edge"
