"""Kibitz as an engine for other programs, and the trials that other people's engines are put to."""

from __future__ import annotations

import io
import json
import random
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from helpers.paths import TOY_ENGINE
from kibitz.check.check_engine import check_engine
from kibitz.cli.main import kibitz as command
from kibitz.core.errors import UnknownName, Unsuited
from kibitz.core.game import find_game
from kibitz.engines.outside.outside_engine import EngineConnection
from kibitz.engines.protocols import gomocup_protocol
from kibitz.engines.protocols.engine_protocol import PROTOCOLS, answer_lines
from kibitz.engines.protocols.gomocup_protocol import GomocupProtocol
from kibitz.play.players import SearchPlayer, find_player

TOY = TOY_ENGINE
OURS = f"{sys.executable} -m kibitz engine"
FIRST = "alphabeta:depth=2,backend=reference"


def said(protocol: str, *lines: str | bytes, game: str = "othello:size=4", player: str = FIRST) -> str:
    """What Kibitz answers to these lines."""
    heard = b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines) + b"\n"
    speaking = io.StringIO()
    answer_lines(protocol, find_game(game), player, io.BytesIO(heard), speaking)
    return speaking.getvalue()


def gtp(*lines: str | bytes, game: str = "othello:size=4", player: str = FIRST) -> list[str]:
    """The answers, without the empty line after each."""
    text = said("gtp", *lines, game=game, player=player)
    assert text.endswith("\n\n") or not text
    return text.split("\n\n")[:-1]


# GTP, by its standard.


def test_gtp_answers_carry_the_sign_and_the_number_of_the_command() -> None:
    assert gtp("protocol_version", "7 name", "8 nonsense", "known_command play", "known_command nonsense") == [
        *("= 2", "=7 Kibitz", "?8 unknown command", "= true", "= false")
    ]


def test_gtp_lists_all_that_the_standard_wants() -> None:
    needed = "protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove"
    assert set(needed.split()) <= set(gtp("list_commands")[0].removeprefix("= ").splitlines())


def test_gtp_passes_over_comments_and_control_characters() -> None:
    assert gtp("# a comment", "", "\t", b"na\x01me # and more", b"\x00\xff") == ["= Kibitz", "? unknown command"]


def test_gtp_plays_a_game() -> None:
    answers = gtp("boardsize 4", "clear_board", "play b b1", "play W a1", "genmove black", "undo", "showboard", "quit")
    assert answers[:4] == ["="] * 4
    assert answers[4].startswith("= ")
    board = "  a b c d\n1 O X . .\n2 . O X .\n3 . X O .\n4 . . . .\nBlack to move"
    assert answers[6].partition("\n")[2] == board
    assert answers[7] == "="


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("boardsize 8", "unacceptable size"),
        ("boardsize", "unacceptable size"),
        ("play b a1", "illegal move"),
        ("play b z9", "'z9' is not a move of Othello"),
        ("play b", "a colour and a move were expected"),
        ("play green b1", "a colour was expected"),
        ("play w b1", "it is the other side's turn"),
        ("genmove", "a colour was expected"),
        ("genmove w", "it is the other side's turn"),
        ("undo", "cannot undo"),
        ("time_settings 1 2", "3 numbers were expected"),
        ("time_left b nan 1", "2 numbers were expected"),
        ("set_game Go", "unsupported game; this is Othello"),
        ("12", "a command was expected after the number"),
    ],
)
def test_gtp_refuses_in_a_sentence_and_goes_on(line: str, words: str) -> None:
    refused, after = gtp(line, "genmove b")
    assert refused.startswith("?")
    assert words in refused
    assert after.startswith("= ")


def test_gtp_passes_need_not_be_mentioned() -> None:
    """After these moves Black must pass, so that White is to move again."""
    lines = ["play b b1", "play w c1", "play b d3", "play w a1"]
    passing, not_passing = gtp(*lines, "genmove b", "genmove w"), gtp(*lines, "genmove w")
    assert passing[-2] == "= pass"
    assert passing[-1] == not_passing[-1] != "= pass"


def test_gtp_seconds_on_the_clock_end_a_search_that_would_never_end() -> None:
    lines = ["time_settings 0 900 1", "time_left b 0.05 1", "genmove b", "time_settings 0 0.05 1", "genmove w"]
    answers = gtp(*lines, game="connect-four", player="minimax:backend=reference")
    assert all(answer.removeprefix("= ") in "1234567" for answer in (answers[2], answers[4]))


def test_a_fault_of_the_player_is_an_answer_too(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def choose(game, state):\n    print('noise')\n    return [][0]\n", encoding="utf-8")
    refused, after = gtp("genmove b", "name", player=f"{bot}:choose")
    assert refused.startswith("? ")
    assert "line 3, in choose: IndexError" in refused
    assert after == "= Kibitz"
    assert "bestmove none" in said("ugi", "go", player=f"{bot}:choose")


# UGI, by its description.


def test_ugi_introduces_itself_and_answers_queries() -> None:
    queries = ("query p1turn", "query gameover", "query result")
    words = said("ugi", "ugi", "isready", "position startpos moves b1 a1", *queries).splitlines()
    assert words[0].startswith("id name Kibitz")
    assert words[-5:] == ["ugiok", "readyok", "response true", "response false", "response none"]
    over = "position startpos moves 1 2 1 2 1 2 1"
    assert said("ugi", over, "query gameover", "query result", game="connect-four").split("\n")[:2] == [
        *("response true", "response p1win")
    ]


@pytest.mark.parametrize("go", ["go depth 2", "go nodes 500", "go movetime 50", "go p1time 900 p2time 900", "go"])
def test_ugi_goes_by_any_limit(go: str) -> None:
    *_, report, move = said("ugi", "position startpos moves 44", go, game="connect-four").splitlines()
    assert report.startswith("info depth ")
    assert move.split()[0] == "bestmove"
    assert move.split()[1] in "1234567"


def test_ugi_stops_when_told_and_hears_while_it_thinks() -> None:
    """The search would take for ever; the commands come while it goes on, and the end of the input ends it too."""
    endless = {"game": "connect-four", "player": "minimax:backend=reference"}
    lines = ("position startpos", "go infinite", "isready", "go", "query p1turn", "stop")
    heard = said("ugi", *lines, **endless).splitlines()
    assert heard[0] == "readyok"
    assert "A search is going on" in heard[1]
    assert heard[2] == "response true"
    assert heard[-1].startswith("bestmove ")
    assert said("ugi", "go infinite", **endless).splitlines()[-1].startswith("bestmove ")
    assert said("ugi", "go infinite", "quit", **endless).splitlines()[-1].startswith("bestmove ")


def test_ugi_takes_positions_and_options() -> None:
    fen = "position fen -XX-XOOX-XX----- O moves"
    text = said("ugi", "setoption name Player value random", "ugi", fen.removesuffix(" moves"), "query p1turn", "go")
    assert "default random" in text
    assert "response false" in text
    for line in ("setoption name Hash value 3", "setoption Hash", "position nowhere", "position startpos moves a1"):
        heard = said("ugi", line, "go depth 1").splitlines()
        assert heard[0].startswith("info string ")
        assert (heard[-1] == "bestmove none") == line.startswith("position")


# Gomocup, by its description.


def gomocup(*lines: str, game: str = "mnk:width=5,height=5,k=4", player: str = FIRST) -> list[str]:
    """The answers, without the remarks about each search."""
    return [line for line in said("gomocup", *lines, game=game, player=player).splitlines() if "MESSAGE" not in line]


def test_gomocup_plays_a_game_on_any_board() -> None:
    begun, ours, answer, back, *rest = gomocup(
        *(
            "START 15",
            "begin",
            "TURN 8,7",
            "TAKEBACK 8,7",
            "RECTSTART 4,3",
            "TURN 0,2",
            "RESTART",
            "BEGIN",
            "END",
            "ABOUT",
        )
    )
    assert (begun, back) == ("OK", "OK")
    assert re.fullmatch(r"\d+,\d+", ours)
    assert re.fullmatch(r"\d+,\d+", answer)
    assert (rest[0], rest[2], len(rest)) == ("OK", "OK", 4)
    assert rest[1] != "0,2"
    assert re.fullmatch(r"[0-3],[0-2]", rest[1])


def test_gomocup_sees_the_stones_of_a_board() -> None:
    """Columns come first; whoever is to move completes its own line, or stops the other side's."""
    ours = ["0,0,2", "1,3,1", "0,4,2", "2,3,1", "4,4,2", "3,3,1"]
    assert gomocup("BOARD", *ours, "DONE")[0] in ("0,3", "4,3")
    theirs = ["1,0,2", "1,1,2", "1,2,2", "4,4,1", "4,0,1"]
    assert gomocup("BOARD", *theirs, "DONE") == ["1,3"]
    assert gomocup("PLAY 2,2", "TURN 2,2") == ["2,2", "ERROR 2,2 is taken."]


def test_gomocup_introduces_itself_and_hears_informations_in_silence() -> None:
    (about,) = gomocup("INFO folder /nowhere", "INFO evaluate 1,1", "INFO max_memory nan", "INFO", "", "ABOUT")
    assert re.fullmatch(r'name="Kibitz", version="[^"]+", author="[^"]+", country="[^"]*"', about)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["START 99"], "ERROR mnk: width=99 is not allowed; width is a whole number from 1 to 26."),
        (["START x"], "ERROR 'x' is not the size of a board"),
        (["TURN 5,0"], "ERROR 5,0 is not on the board, which has 5 columns and 5 rows, numbered from 0."),
        (["TURN"], "ERROR '' is not a place; a column and a row were expected"),
        (["TAKEBACK 1,1"], "ERROR There is no stone on 1,1."),
        (["BOARD", "1,1,3", "9,9,1", "DONE"], "ERROR '1,1,3' is not a stone"),
        (["BOARD", "1,1,1", "1,2,1", "DONE"], "ERROR X moves first"),
        (["BOARD", "0,0,2", "0,1,1", "1,0,2", "1,1,1", "2,0,2", "2,1,1", "3,0,2", "DONE"], "ERROR The game is over"),
        (["INFO rule 1", "BEGIN"], "ERROR Only the free rule is played here"),
        (["SWAP2BOARD"], "UNKNOWN SWAP2BOARD"),
    ],
)
def test_gomocup_refuses_in_a_sentence_and_goes_on(lines: list[str], words: str) -> None:
    refused, after = gomocup(*lines, "ABOUT")
    assert refused.startswith(words)
    assert after.startswith("name=")


@pytest.mark.parametrize(
    ("infos", "most"),
    [
        (["timeout_turn 500"], 0.5),
        (["timeout_turn 0"], 0.01),
        (["timeout_turn 5000", "timeout_match 60000", "time_left 2000"], 0.2),
        (["timeout_turn 5000", "timeout_match 60000", "time_left 0"], 0.01),
        (["timeout_turn 90000"], 7.0),  # its own limit is shorter
        ([], 7.0),
    ],
)
def test_gomocup_searches_keep_to_the_time_and_memory_of_the_manager(
    infos: list[str], most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gomocup_protocol, "time", SimpleNamespace(monotonic=lambda: 0.0))
    session = GomocupProtocol(find_game("mnk:width=15,height=15,k=5"), "random", lambda text: None)
    session.player = find_player("engine:time=7")  # set now, so that nothing is compiled
    for info in (*infos, "max_memory 83886080"):
        session.handle_line(f"INFO {info}")
    player = session._limited(session._make_record(), received=0.0)
    assert isinstance(player, SearchPlayer)
    assert 0 < (player.limits.time or 0) <= most
    assert "table_mib=20" in str(player.searcher)


def test_gomocup_is_for_lines_on_a_board() -> None:
    with pytest.raises(Unsuited, match="not for othello"):
        said("gomocup", "START 15")


# NBoard, by its description.

GGF = "(;GM[Othello]PC[NBoard]PB[one]PW[other]RE[?]TI[15:00]TY[8]BO[8 {board} *]{moves};)"
START = "---------------------------O*------*O---------------------------"


def nboard(*lines: str) -> list[str]:
    return said("nboard", "nboard 2", *lines, game="othello").splitlines()


def test_nboard_plays_from_a_game_and_leaves_the_move_to_others() -> None:
    game = GGF.format(board=START, moves="B[F5//0.1]W[d6]B[C3]")
    heard = nboard("set depth 1", f"set game {game}", "go", "ping 7", "go", "ping 8", "learn", "nonsense", "quit")
    assert heard[0] == "set myname Kibitz"
    answers = [line for line in heard if line.startswith("=== ")]
    legal = {"D3", "F3", "F4", "G5"}
    assert len(answers) == 2
    assert {answer.split()[1].split("/")[0] for answer in answers} <= legal
    assert heard.index("pong 7") > heard.index(answers[0])
    assert heard[-1] == "learned"


def test_nboard_hints_and_analyses() -> None:
    heard = nboard(f"set game {GGF.format(board=START, moves='B[F5]')}", "move D6/1.0/2", "set depth 2", "hint 2")
    assert heard[2].startswith("search ")
    assert heard[2].split()[3:] == ["0", "2"]
    heard = nboard(f"set game {GGF.format(board=START, moves='B[F5]W[D6]')}", "analyze")
    assert [line.split()[1] for line in heard if line.startswith("analysis")] == ["2", "1", "0"]
    assert nboard("go", "ping 1")[-1] == "pong 1"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (f"set game {GGF.format(board=START[1:], moves='')}", "got 63 characters"),
        (f"set game {GGF.format(board=START, moves='B[A1]')}", "Move 1 of the game, A1 for B, is not legal"),
        (f"set game {GGF.format(board=START, moves='W[F5]')}", "Move 1 of the game, F5 for W, is not legal"),
        (f"set game {GGF.format(board=START, moves='').replace('BO[8', 'BO[10')}", "a board of size '10'"),
        ("set game (;BO[];)", "a board of size ''"),
        ("move A1", "The move A1 is not legal here"),
        ("move", "'' is not a move of Othello"),
    ],
)
def test_nboard_says_what_is_wrong_and_goes_on(line: str, words: str) -> None:
    heard = nboard(line, "set depth 1", "go")
    assert heard[1].startswith("status ")
    assert words in heard[1]
    assert any(answer.startswith("=== ") for answer in heard)


def test_nboard_is_for_othello() -> None:
    with pytest.raises(Unsuited, match="NBoard is for Othello"):
        said("nboard", game="connect-four")


# Whatever comes in.


@pytest.mark.parametrize("protocol", sorted(PROTOCOLS))
def test_rubbish_upsets_no_protocol(protocol: str) -> None:
    rng = random.Random(1)
    words = "play go genmove position fen moves b w b1 -1 time_left setoption name value query startpos depth nodes set"
    words += f" game (;GM[Othello] hint move learn analyze ping é {'9' * 30} START TURN 1,1 BOARD 2,2,1 DONE INFO"
    lines: list[str | bytes] = [" ".join(rng.choices(words.split(), k=rng.randrange(6))) for _ in range(300)]
    lines += [rng.randbytes(60) for _ in range(100)] + [b"x" * 200_000, b"name"]
    text = said(protocol, *lines, player="random", game="tic-tac-toe" if protocol == "gomocup" else "othello:size=4")
    assert "Traceback" not in text
    if protocol == "gtp":
        assert text.endswith("= Kibitz\n\n")


def test_the_command_speaks_and_refuses() -> None:
    result = CliRunner().invoke(command, ["engine", "tic-tac-toe", "random"], input="name\nquit\nname\n")
    assert (result.exit_code, result.output) == (0, "= Kibitz\n\n=\n\n")
    result = CliRunner().invoke(command, ["engine", "tic-tac-toe", "human"])
    assert (result.exit_code, "'human' cannot be asked here" in result.output) == (2, True)
    with pytest.raises(UnknownName, match="no protocol called 'uci'"):
        said("uci")


# Trials.


@pytest.mark.parametrize("protocol", ["gtp", "ugi"])
def test_kibitz_passes_its_own_trials(protocol: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("trials.MAX_DELAY", "gtp_trials.QUIT_SECONDS", "ugi_trials.QUIT_SECONDS"):
        monkeypatch.setattr(f"kibitz.check.{limit}", 60.0)  # a busy machine is no fault of the engine's
    monkeypatch.setattr("kibitz.check.ugi_trials.STOPPING", 60.0)
    game = find_game("othello:size=4")
    spec = f"{protocol}:program={OURS} {game} random --protocol {protocol}"
    findings = list(check_engine(game, spec, games=1))
    assert [finding for finding in findings if finding.problem] == []
    assert len(findings) > 10


@pytest.mark.parametrize(
    ("spec", "problems"),
    [
        (
            "gtp crash",
            [
                "it answers '' to protocol_version; 2 was expected",
                "list_commands does not list protocol_version, name, version, known_command, list_commands, boardsize",
                "it answers = to kibitz-no-such-command; '? unknown command' was expected",
                "it answers '=' to '17 name'; a line that begins with =17 was expected",
                "it takes the move 'zz99', which is not legal, after ",
                "it crashed: its process ended with exit status 1 (last on standard error: 'out of luck')",
            ],
        ),
        ("ugi", ["it hung: no response to 'query gameover'"]),
    ],
)
def test_trials_say_what_a_program_gets_wrong(spec: str, problems: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EngineConnection, "answering", 1.0)
    player = f"{spec.split()[0]}:program={sys.executable} -IS {TOY} {spec}"
    result = CliRunner().invoke(command, ["check-engine", "take-away:chips=9,take=3", player, "--games", "1", "--json"])
    assert result.exit_code == 1
    found = [finding["problem"] for finding in json.loads(result.stdout)]
    for problem in problems:
        assert any(one.startswith(problem) for one in found), found


def test_a_program_that_never_answers_fails_at_the_greeting() -> None:
    result = CliRunner().invoke(command, ["check-engine", "tic-tac-toe", f"gtp:program={sys.executable} -IS -c pass"])
    assert result.exit_code == 1
    assert result.output.splitlines()[-1] == "1 test failed of 1"
    with pytest.raises(Unsuited, match="is not a program from outside"):
        list(check_engine(find_game("tic-tac-toe"), "random"))
