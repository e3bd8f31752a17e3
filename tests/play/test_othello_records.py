"""Othello's own files of games: GGF, WTHOR and transcripts, there and back, and every fault in a sentence."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest

from kibitz.core.errors import BadFile, KibitzError
from kibitz.core.game import find_game
from kibitz.core.notation import parse_moves
from kibitz.core.rng import Rng
from kibitz.play.files.game_files import SavedGame, read_file, read_games, write_file, write_games
from kibitz.play.records import Choice, GameRecord

OTHELLO = find_game("othello")
EMPTY_ROWS = " ".join(["--------"] * 3)
BOARD = f"8 {EMPTY_ROWS} ---O*--- ---*O--- {EMPTY_ROWS} *"
# The opening "tiger", as the Generic Game Server writes games.
TIGER = f"""1 (;GM[Othello]PC[GGS/os]DT[2004.09.18_05:54:38.MDT]PB[one]PW[other]RB[1837.5]RW[2203.5]TI[05:00//02:00]
TY[8]RE[+4.00:r]BO[{BOARD}]
B[F5//0.01]W[d6/-0.50/11.88]B[C3]W[D3/1.2]B[C4];)"""


def random_game(seed: int) -> GameRecord:
    rng, record = Rng(seed), GameRecord(OTHELLO, ("#7", "#12"))
    while not record.is_over:
        record = record.after(Choice(rng.choice(OTHELLO.moves(record.state))))
    return record


PASSING = next(record for record in map(random_game, range(100)) if OTHELLO.pass_move in record.moves)


def wthor(*games: bytes, count: int | None = None, size: int = 8) -> str:
    """A file made by hand: 16 bytes, then 68 for each game."""
    head = struct.pack("<4BIHH4B", 20, 26, 1, 31, len(games) if count is None else count, 0, 1997, size, 0, 22, 0)
    return (head + b"".join(games)).decode("latin-1")


def wthor_game(*codes: int) -> bytes:
    return struct.pack("<HHHBB", 3, 7, 12, 40, 38) + bytes(codes).ljust(60, b"\0")


def test_a_game_of_the_server_is_read_from_ggf() -> None:
    (saved,) = read_games(TIGER, ".ggf", load=find_game)
    assert saved.record.moves_text == "f5d6c3d3c4"
    assert saved.record.players == ("one", "other")
    assert saved.record.start is None
    assert [choice.seconds for choice in saved.record.choices] == [0.01, 11.88, 0, 0, 0]
    assert saved.headers["Result"] == "+4.00:r"
    assert saved.headers["Site"] == "GGS/os"


def test_ggf_begins_with_any_board_of_any_size() -> None:
    text = "(;GM[Othello]BO[4 ---- -*O- -*** ---- O]W[C4]B[PA];)"
    with pytest.raises(BadFile, match="move 2: pass is not legal here"):
        read_games(text, ".ggf", load=find_game)
    (saved,) = read_games(text.replace("B[PA]", "B[D1]"), ".ggf", load=find_game)
    assert str(saved.record.game) == "othello:size=4"
    assert saved.record.states[0] == saved.record.game.parse_position("-----XO--XXX---- O")
    (again,) = read_games(write_games([saved], ".ggf"), ".ggf", load=find_game)
    assert again.record == saved.record


@pytest.mark.parametrize("suffix", [".ggf", ".wtb"])
def test_whole_games_with_passes_go_into_a_file_and_come_back(suffix: str, tmp_path: Path) -> None:
    games = [SavedGame(PASSING), SavedGame(random_game(1)), SavedGame(random_game(2).before(9))]
    write_file(tmp_path / f"games{suffix}", games)
    read = read_file(tmp_path / f"games{suffix}", load=find_game)
    assert [one.record for one in read] == [one.record for one in games]
    assert write_games(read, suffix) == write_games(games, suffix)


def test_ggf_says_how_the_game_ended_for_black() -> None:
    outcome = PASSING.outcome
    assert f"RE[{outcome:+d}.00]" in write_games([SavedGame(PASSING)], ".ggf")
    assert "B[PA]" in write_games([SavedGame(PASSING)], ".ggf") or "W[PA]" in write_games([SavedGame(PASSING)], ".ggf")


def test_wthor_made_by_hand_is_read() -> None:
    """f5 is row 5, column 6: 56. Of the names there are only numbers."""
    (saved,) = read_games(wthor(wthor_game(56, 64, 33, 34, 43)), ".wtb", load=find_game)
    assert saved.record.moves_text == "f5d6c3d3c4"
    assert saved.record.players == ("#7", "#12")
    assert saved.headers == {"Tournament": "#3", "Year": "1997", "Discs": "40", "Theory": "38 from 22 empty cells"}


def test_wthor_holds_the_discs_of_black_with_the_empty_cells_for_the_winner() -> None:
    content = write_games([SavedGame(PASSING)], ".wtb").encode("latin-1")
    assert len(content) == 16 + 68
    assert PASSING.outcome is not None
    assert content[16 + 6] == (64 + PASSING.outcome) // 2
    assert 0 not in content[16 + 8 : 16 + 8 + len(PASSING.moves) - PASSING.moves.count(64)]


def test_a_transcript_need_not_write_passes() -> None:
    text = PASSING.moves_text
    assert "pass" in text
    assert parse_moves(OTHELLO, text.replace("pass", "")) == parse_moves(OTHELLO, text) == list(PASSING.moves)
    (saved,) = read_games(text.replace("pass", "").upper(), ".moves", load=find_game, game=OTHELLO)
    assert saved.record.moves == PASSING.moves


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(;GM[Othello]B[F5]", "not a complete game; a game ends with ';)'"),
        ("(;GM[Amazons]BO[10];)", "GM[Amazons]; only GM[Othello]"),
        ("(;GM[Othello]B[F5];)", "Game 1 has BO[]"),
        (f"(;GM[Othello]BO[18 {EMPTY_ROWS} *];)", "BO: othello: size=18 is not allowed"),
        (f"(;GM[Othello]BO[8 {EMPTY_ROWS} *];)", "is 64 characters"),
        (f"(;GM[Othello]BO[{BOARD[:-1]}?];)", "The side to move is X"),
        (f"(;GM[Othello]BO[{BOARD}]B[Z9];)", "move 1: 'Z9' is not a move"),
        (f"(;GM[Othello]BO[{BOARD}]B[A1];)", "move 1: A1 is not legal here"),
        (f"(;GM[Othello]BO[{BOARD}]W[F5];)", "move 1: it is the turn of Black, not of White"),
        (f"(;GM[Othello]BO[{BOARD}]B[F5//soon];)", "'soon' is not a time in seconds"),
        (f"(;GM[Othello]BO[{BOARD}] moves;)", "'moves' does not belong in GGF"),
    ],
)
def test_ggf_that_cannot_be_is_refused_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(KibitzError, match=re.escape(words)):
        read_games(text, ".ggf", load=find_game)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "begins with 16 bytes; this one has 0"),
        (wthor(wthor_game(56), wthor_game(56))[:-1], "holds 2 games, but has bytes for 1.985"),
        (wthor(wthor_game(56), count=3), "holds 3 games, but has bytes for 1"),
        (wthor(size=10), "on 10x10"),
        (wthor(wthor_game(56, 99)), "Game 1, move 2: 99 is not a cell"),
        (wthor(wthor_game(56), wthor_game(11)), "Game 2, move 1: a1 is not legal here"),
        (wthor(wthor_game(56, 0, 64)), "move 2: 0 is not a cell"),
    ],
)
def test_wthor_that_cannot_be_is_refused_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(BadFile, match=re.escape(words)):
        read_games(text, ".wtb", load=find_game)


def test_a_file_that_does_not_hold_the_game_says_so() -> None:
    four = GameRecord(find_game("connect-four"), ("", ""))
    set_up = GameRecord(OTHELLO, ("", ""), start=PASSING.states[9])
    with pytest.raises(BadFile, match="for Othello only, not for connect-four"):
        write_games([SavedGame(four)], ".ggf")
    with pytest.raises(BadFile, match="not game 2 of othello"):
        write_games([SavedGame(PASSING), SavedGame(set_up)], ".wtb")
    with pytest.raises(BadFile, match="not game 1 of connect-four"):
        write_games([SavedGame(four)], ".wtb")
