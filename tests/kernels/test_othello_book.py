"""The opening book of Othello: the shipped file, how it is grown, and how `engine` and level 10 play from it."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz.analysis.best_move import best_move
from kibitz.cli.terminal.session import start_session
from kibitz.core.errors import BadFile
from kibitz.core.game import State, find_game
from kibitz.core.searching import SearchResult
from kibitz.kernels.compiled_forms import find_form
from kibitz.kernels.engine.othello.opening_book import (
    FILE,
    GAME,
    VARIETY,
    OpeningBook,
    shipped_opening_book,
    unify,
)
from kibitz.play.levels.level_player import LevelPlayer, vary_openings
from kibitz.play.opponents import recommend_players
from kibitz.play.players import SearchPlayer, find_player

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

tool: Any = importlib.import_module("make_othello_book")

MARGIN = 200


def look_up(spec: str, state: State, game: str = "othello") -> SearchResult | None:
    player = find_player(spec)
    assert isinstance(player, SearchPlayer)
    form = find_form(player.searcher)
    assert form is not None
    return form.look_up(player.searcher, find_game(game), state, player.limits)


# The file.


def test_every_position_is_come_to_by_legal_moves_and_worth_what_its_best_move_is_worth() -> None:
    book = shipped_opening_book()
    met, waiting = {unify(GAME.initial())}, [unify(GAME.initial())]
    for state in waiting:
        moves = book.moves(state)
        assert bool(moves) == (state in book.expanded)
        assert {found.move for found in moves} <= set(GAME.moves(state))
        if moves:
            assert book.values[state] == moves[0].value == max(found.value for found in moves)
        new = {unify(GAME.play(state, found.move)) for found in moves} - met
        met |= new
        waiting += sorted(new)
    assert met == book.values.keys()


def test_the_file_is_small_and_reads_as_it_was_written() -> None:
    book, content = shipped_opening_book(), FILE.read_bytes()
    assert len(content) < 64 * 1024
    assert book.to_bytes() == content
    again = OpeningBook.from_bytes(content, "it")
    assert (again.values, again.expanded, again.depth) == (book.values, book.expanded, book.depth)


@pytest.mark.parametrize("content", [b"", b"no book", FILE.read_bytes()[:-1], FILE.read_bytes()[:40] + b"?" * 40])
def test_a_damaged_book_is_refused_in_one_sentence(content: bytes) -> None:
    with pytest.raises(BadFile, match=r"^it is not an opening book of Othello, or is damaged\.$"):
        OpeningBook.from_bytes(content, "it")


# Playing from it.


def test_engine_plays_from_the_book_only_if_asked_and_says_so() -> None:
    assert look_up("engine", GAME.initial()) is None
    for moves in ("", "f5", "c4", "f5 d6"):
        best = best_move(GAME, "engine:book=best", moves=moves)
        assert best.source is not None
        assert "opening book" in best.source
        assert best.score == max(root.score for root in best.roots)
        assert best.line[0] == best.move
    values = {best_move(GAME, "engine:book=best", moves=first).score for first in ("d3", "c4", "f5", "e6")}
    assert len(values) == 1  # they mirror each other


def test_varied_openings_are_good_ones_and_depend_on_the_seed_alone() -> None:
    after = GAME.play(GAME.initial(), GAME.legal_move(GAME.initial(), "f5"))
    book = shipped_opening_book()
    lines = set()
    for seed in range(8):
        state, line = GAME.initial(), []
        while (found := look_up(f"engine:book=varied,seed={seed}", state)) is not None:
            assert found.move is not None
            assert found.score.value >= book.moves(state)[0].value - VARIETY
            assert found == look_up(f"engine:book=varied,seed={seed}", state)
            line.append(found.move)
            state = GAME.play(state, found.move)
        lines.add(tuple(line))
    assert len(lines) > 4
    assert len({book.draw(after, seed).move for seed in range(30)}) > 1


def test_a_book_that_a_game_does_not_have_changes_nothing() -> None:
    for game in ("othello:size=6", "connect-four"):
        assert look_up("engine:book=varied", find_game(game).initial(), game) is None
        assert recommend_players(find_game(game)).opponent == "engine:time=1"


def test_people_get_varied_openings_and_matches_do_not() -> None:
    assert recommend_players(GAME).opponent == "engine:time=1,book=varied"
    assert start_session(GAME, "human", "level:10", seed=5).players[1] == LevelPlayer(n=10, seed=6, book=True)
    strongest, other_game = LevelPlayer(n=10), find_game("connect-four")
    assert vary_openings(strongest, GAME) == LevelPlayer(n=10, book=True)
    assert vary_openings(strongest, other_game) == strongest
    assert vary_openings(LevelPlayer(n=9), GAME) == LevelPlayer(n=9)
    in_a_match = find_player("level:10", seed=5)
    assert isinstance(in_a_match, LevelPlayer)
    assert not in_a_match.book


# Growing it.


class Stopped(Exception):
    """As if the power failed."""


def search_all(states: list[State], most: int = 10**9) -> Iterator[tuple[State, int]]:
    """Mobility in place of a search."""
    for number, state in enumerate(states):
        if number == most:
            raise Stopped
        yield state, 60 * len(GAME.moves(state)) - 150


def test_a_book_grows_the_same_however_often_the_work_was_ended(tmp_path: Path) -> None:
    whole = tool.Searched(tmp_path / "whole", 1, 100)
    grown = tool.Growth(whole, MARGIN)
    tool.grow(grown, whole, 60, search_all)
    book = grown.book(1)
    assert {state for state in book.values if state in grown.children} == book.expanded
    for state in book.expanded:
        assert book.values[state] == book.moves(state)[0].value
    file, runs = tmp_path / "ended", 0
    while True:
        searched = tool.Searched(file, 1, 100)
        again, runs = tool.Growth(searched, MARGIN), runs + 1
        try:
            tool.grow(again, searched, 60, lambda states: search_all(states, 40))
        except Stopped:
            with file.open("a") as text:
                text.write("--- half a l")
            continue
        break
    assert runs > 3
    assert again.book(1).to_bytes() == book.to_bytes()
    with pytest.raises(BadFile, match="depth 1 confidence 100"):
        tool.Searched(file, 2, 100)
