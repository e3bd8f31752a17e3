"""The bridge to OpenSpiel: its games play, are searched and drawn like ours; what cannot be played is refused."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

import kibitz as front_door
from helpers.example_runner import registries_restored
from kibitz.cli.main import kibitz
from kibitz.core.errors import BadOption, KibitzError, UnknownName, Unsuited
from kibitz.core.game import GAMES, find_game
from kibitz.core.random_games import random_states
from kibitz.core.rng import Rng
from kibitz.core.spec import split_spec
from kibitz.drawing.board_text import format_board
from kibitz.drawing.position_view import view_position
from kibitz.games.openspiel.chess_moves import flip_action, square_moves
from kibitz.games.openspiel.library import list_names
from kibitz.games.openspiel.open_spiel_game import OpenSpielGame, find_class
from kibitz.games.openspiel.play_by_history import MAX_KEPT
from kibitz.games.openspiel.position_text import format_position
from kibitz.play.catalogue import offer_game
from kibitz.play.positions import record_at
from kibitz.web.server_limits import find_game_within_limits

KNOWN = """
    amazons antichess breakthrough checkers chess chinese_checkers clobber connect_four crazyhouse cursor_go
    dots_and_boxes go gomoku havannah hex hive lines_of_action mancala mnk nim nine_mens_morris othello oware pentago
    quoridor shogi tic_tac_toe twixt ultimate_tic_tac_toe xiangqi y
"""
needs_library = pytest.mark.skipif(find_spec("pyspiel") is None, reason="the extra [openspiel] is not installed")


def open_spiel(spec: str) -> OpenSpielGame:
    game = find_game(f"openspiel:{spec}")
    assert isinstance(game, OpenSpielGame)
    return game


def run(*args: str, status: int = 0) -> str:
    result = CliRunner().invoke(kibitz, args)
    assert result.exit_code == status, result.output
    return result.output if status else result.stdout


# Without the library.


def test_without_the_extra_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    for args in (["best", "openspiel:pentago", "random"], ["games", "--openspiel"], ["serve", "--game", "openspiel"]):
        list_names.cache_clear()
        said = run(*args, status=2)
        assert said.count("\n") == 1
        assert "pip install open_spiel" in said
    list_names.cache_clear()


def test_nothing_imports_the_library_before_it_is_named() -> None:
    code = "import sys; from kibitz.core.game import GAMES; GAMES.classes; print('pyspiel' in sys.modules)"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed == "False\n"


def test_a_spec_names_a_game_of_a_library() -> None:
    for spec in ("openspiel:hex:board_size=5", "openspiel:hex,board_size=5", "openspiel/hex/board_size=5"):
        assert split_spec(spec) == ("openspiel:hex", {"board_size": "5"})
    assert split_spec("openspiel:hex") == ("openspiel:hex", {})
    with pytest.raises(UnknownName, match="write openspiel:NAME"):
        find_game("openspiel")


def test_boards_on_one_line_are_unfolded() -> None:
    rows = format_position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    assert rows[0].rstrip() == "8 r n b q k b n r"
    assert rows[4].rstrip() == "4 · · · · P · · ·"
    assert rows[8:] == ("  a b c d e f g h", "b KQkq - 0 1".ljust(17))
    assert format_position("lnsgkgsnl/1r5b1/9/4+P4/9/9/9/9/9 b 2P 1")[3].rstrip() == "d · · · ·+P · · · ·"
    assert format_position("x" * 130) == ("x" * 60, "x" * 60, "x" * 10 + " " * 50)


def test_moves_of_chess_are_numbered_alike_for_both_sides() -> None:
    assert [flip_action(flip_action(action, 9), 9) for action in range(0, 4672, 7)] == list(range(0, 4672, 7))
    names = square_moves("rbn")
    assert len(names) == 4672
    assert flip_action(names.index("e2e4"), 9) == names.index("e7e5")


# With it.


@needs_library
def test_every_game_that_qualifies_is_there() -> None:
    assert set(KNOWN.split()) <= set(list_names())
    said = run("games", "--openspiel")
    assert all(f"openspiel:{name}  " in said for name in KNOWN.split())


@needs_library
@pytest.mark.parametrize("name", KNOWN.split())
def test_every_game_plays_and_is_drawn(name: str) -> None:
    game = open_spiel(name)
    assert pickle.loads(pickle.dumps(game)) == game == find_game(str(game))
    assert len({move.lower() for move in game.move_names}) == game.num_moves
    assert not any(re.search(r"[\s,()]", move) for move in game.move_names)
    for seed in range(2):
        states = random_states(game, Rng(seed), 40)
        for before, after in pairwise(states):
            assert game.moves_again or game.to_move(before) != game.to_move(after)
            assert game.parse_move(game.move_name(after[-1])) == after[-1]
        view = game.view(states[-1])
        assert len({len(row) for row in view.rows}) == 1
        assert sum(map(len, view.rows)) > 8
        assert abs(game.result(states[-1]) or 0) <= game.max_result
    shown = view_position(game, " ".join(map(game.move_name, states[3])))
    assert shown.board.shape == "text"
    assert len(shown.legal) == len(game.moves(states[3]))
    assert "had no move" not in str(shown.history)  # a choice that changes nothing on the board is no pass


@needs_library
@pytest.mark.parametrize("name", ["chess", "antichess", "crazyhouse", "shogi", "xiangqi"])
def test_moves_named_here_go_where_the_library_says(name: str) -> None:
    game = open_spiel(name)
    compared = 0
    for state in random_states(game, Rng(7), 60)[:-1]:
        position = game._histories.find(state)
        for action in position.legal_actions()[:15]:
            player = position.current_player()
            text = position.action_to_string(player, action).rstrip("+#") if name != "shogi" else None
            ours = game.move_name(game._numbers.number(action, player))
            if text is None:
                assert ours == position.action_to_string(player, action)
            elif name == "xiangqi":
                assert re.sub(r"[A-Za-z(),]", "", text) == ours
            elif "@" in text or "O-O" in text:
                assert ours == text
            else:
                goal = re.search(r"([a-h][1-8])(?:=([A-Z]))?$", text)
                assert goal is not None
                assert ours[2:4] == goal[1]
                assert ours[4:] == ("" if goal[2] in (None, "Q") else goal[2].lower())
            compared += 1
    assert compared > 300


@needs_library
def test_positions_of_chess_are_counted_right() -> None:
    said = run("perft", "openspiel:chess", "3")  # chessprogramming.org/Perft_Results
    assert re.search(r"^ +3 +8,902 +0 +\?$", said, re.MULTILINE)  # histories say nothing about different positions
    assert "?: games were counted there" in said


@needs_library
def test_searches_find_the_truth() -> None:
    assert find_position("tic_tac_toe").play("0-0 1-1").best("alphabeta").score == 0
    for spec, value in (("nim:pile_sizes=1;2;3", -1), ("nim:pile_sizes=1;2;2", 1)):
        position = find_position(spec)
        assert [position.best(name).score for name in ("alphabeta", "pvs", "mtd")] == [value] * 3
    # Whoever moves again keeps the turn: with two boxes in a row, each side gets one.
    assert find_position("dots_and_boxes:num_rows=1,num_cols=2,utility_margin=true").solve().score == 0
    assert find_position("hex:board_size=3").solve().score == 1


def find_position(spec: str) -> front_door.Position:
    return front_door.position(f"openspiel:{spec}")


@needs_library
def test_a_history_that_was_dropped_is_played_again() -> None:
    game = open_spiel("tic_tac_toe")
    first = random_states(game, Rng(1), 5)
    moves = [game.moves(state) for state in first]
    for seed in range(MAX_KEPT // 5):
        random_states(game, Rng(seed), 9)
    assert [game.moves(state) for state in first] == moves


@needs_library
def test_a_board_in_the_terminal() -> None:
    game = open_spiel("breakthrough:rows=4,columns=3")
    assert format_board(record_at(game)).splitlines() == ["  4bbb", "  3···", "  2···", "  1www", "   abc"]


@needs_library
@pytest.mark.parametrize(
    ("spec", "error", "reason"),
    [
        ("backgammon", Unsuited, "openspiel:backgammon cannot be played here, because it is a game of chance;"),
        ("kuhn_poker", Unsuited, "a game of chance and a game of imperfect information"),
        ("goofspiel", Unsuited, "not sequential"),
        ("chess:chess960=true", Unsuited, "a game of chance"),
        ("hexx", UnknownName, r"OpenSpiel has no game called 'hexx' \(did you mean hex\?\)"),
        ("hex:board_size=99", BadOption, "board_size is a whole number from 2 to 26"),
        ("hex:size=5", BadOption, "openspiel:hex has no option 'size'"),
        ("go:board_size=1", BadOption, "board_size is a whole number from 2 to 19"),
        ("breakthrough:rows=1", BadOption, "rows is a whole number from 2 to 26"),
        ("amazons:board_size=11", BadOption, "board_size is a whole number from 6 to 10"),
        ("amazons:board_size=7", BadOption, "OpenSpiel does not make amazons with board_size=7"),
        ("quoridor:board_size=14", BadOption, "board_size is a whole number from 3 to 13"),
        ("twixt:board_size=25", BadOption, "board_size is a whole number from 5 to 24"),
        ("go:handicap=10", BadOption, "handicap is a whole number from 0 to 9"),
        ("antichess:fen=8", BadOption, "openspiel:antichess has no option 'fen'; it has none"),
        ("crazyhouse:chess960=true", Unsuited, "crazyhouse with chess960=true cannot be played here"),
        ("matrix_pd", Unsuited, "it is not sequential, a game of imperfect information and not zero-sum;"),
        ("", UnknownName, "'openspiel:' alone names no game; write openspiel:NAME"),
        ("nim:pile_sizes=x", BadOption, "OpenSpiel does not make nim with pile_sizes=x"),
        ("quoridor:players=3", BadOption, "has no option 'players'"),
    ],
)
def test_what_cannot_be_played_is_refused(
    spec: str, error: type[KibitzError], reason: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(error, match=reason):
        find_game(f"openspiel:{spec}")
    assert capfd.readouterr().err == ""  # the library's own complaints are not shown beside ours


@needs_library
def test_a_server_offers_what_the_person_at_the_machine_named() -> None:
    with registries_restored():
        with pytest.raises(BadOption, match="kibitz serve --game openspiel:twixt"):
            find_game_within_limits("openspiel:twixt")
        assert offer_game("openspiel:twixt:board_size=6") == open_spiel("twixt:board_size=6")
        assert find_game_within_limits("openspiel:twixt") == open_spiel("twixt")
        assert not GAMES.classes["openspiel:twixt"].shipped
        assert offer_game("openspiel") is None
        assert set(KNOWN.split()) <= {name.removeprefix("openspiel:") for name in GAMES.classes}
    assert find_class("twixt").name not in GAMES.classes


@needs_library
@pytest.mark.slow
def test_it_enters_the_arena_and_the_microscope(tmp_path: Path) -> None:
    said = run("match", "openspiel:tic_tac_toe", "alphabeta:depth=9", "random", "--games", "4", "--json")
    assert '"losses": 0' in said
    assert "29 nodes" in run(
        "tree", "openspiel:tic_tac_toe", "alphabeta", "--moves", "0-0 1-1 0-2 0-1 2-1", "--out", f"{tmp_path}/tree.svg"
    )


@needs_library
@pytest.mark.parametrize("size", [3, 13])
def test_moves_of_quoridor_have_names_on_every_board_that_is_offered(size: int) -> None:
    game = open_spiel(f"quoridor:board_size={size}")
    assert len(set(map(game.move_name, range(game.num_moves)))) == game.num_moves


@needs_library
def test_a_compiled_player_says_why_it_cannot_play() -> None:
    with pytest.raises(Unsuited, match=r"a position of openspiel:tic_tac_toe is a list of moves, which .*; pvs and"):
        front_door.position(open_spiel("tic_tac_toe")).best("engine:time=1")
