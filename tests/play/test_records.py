"""Games in files: Kibitz's own text, plain moves, SGF."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.errors import BadFile, KibitzError
from kibitz.core.game import GAMES, Game, find_game
from kibitz.core.notation import parse_moves
from kibitz.core.rng import Rng
from kibitz.core.score import WIN, Bound, Score
from kibitz.core.searching import SearchResult, Stats
from kibitz.play.files.formats.games_text import parse_games, write_game
from kibitz.play.files.game_files import SavedGame, read_games, write_games
from kibitz.play.players import find_player, play_game
from kibitz.play.records import Choice, GameRecord

SHIPPED = [*(name for name, cls in sorted(GAMES.classes.items()) if cls.shipped), "tic-tac-toe", "othello:size=4"]


def played(spec: str, first: str = "random", second: str = "random:seed=1") -> GameRecord:
    return play_game(find_game(spec), (find_player(first), find_player(second)), moves=[])


def brief(record: GameRecord) -> GameRecord:
    """What the text keeps of a record: no lines, no other moves, times to a millionth of a second."""

    def kept(choice: Choice) -> Choice:
        seconds = round(choice.seconds, 6)
        if choice.result is None:
            return Choice(choice.move, None, seconds)
        stats = choice.result.stats
        only = Stats(nodes=stats.nodes, evaluations=stats.evaluations, depth=stats.depth)
        return Choice(choice.move, SearchResult(choice.move, choice.result.score, stats=only), seconds)

    return replace(record, choices=tuple(map(kept, record.choices)))


@pytest.mark.parametrize("spec", SHIPPED)
def test_games_of_every_kind_read_back(spec: str) -> None:
    record = played(spec)
    (saved,) = parse_games(write_game(SavedGame(record)), find_game)
    assert saved.record == brief(record)
    assert saved.headers["Result"] == record.result


def test_what_the_players_knew_reads_back() -> None:
    search = "alphabeta:depth=3,backend=reference,sooner=true"
    record = played("tic-tac-toe", search, "minimax:depth=2,backend=reference")
    text = write_game(SavedGame(record, {"Event": 'the "first" \\ cup'}))
    (saved,) = parse_games(text, find_game)
    assert saved.record == brief(record)
    assert saved.record.effort(0).nodes == record.effort(0).nodes > 0
    assert saved.headers["Event"] == 'the "first" \\ cup'
    assert write_game(saved) == text


@settings(max_examples=200)
@given(
    st.integers(-9999, 9999),
    st.sampled_from(Bound),
    st.one_of(st.none(), st.tuples(st.integers(-64, 64), st.one_of(st.none(), st.integers(0, 60)))),
    st.integers(0, 10**9),
    st.integers(0, 10**6).map(lambda millionths: millionths / 10**6),
)
def test_every_score_reads_back(
    guess: int, bound: Bound, proven: tuple[int, int | None] | None, nodes: int, seconds: float
) -> None:
    score = Score(guess, bound)
    if proven is not None:
        result, distance = proven
        nearer = (distance or 0) * ((result > 0) - (result < 0))
        score = Score(result * WIN - nearer, bound, proven=True, distance=distance)
    record = GameRecord.begin(find_game("othello"), ("one", "other"))
    stats = Stats(nodes=nodes, evaluations=nodes // 2, depth=7)
    record = record.after(Choice(19, SearchResult(19, score, stats=stats), seconds))
    (saved,) = parse_games(write_game(SavedGame(record)), find_game)
    assert saved.record == record


def test_a_file_holds_many_games_and_where_they_began() -> None:
    game = find_game("othello:size=4")
    given_moves = GameRecord.begin(game, ("a", "b"), moves=parse_moves(game, "b1a1"))
    set_up = GameRecord.begin(game, ("a", "b"), start=game.parse_position("XXXXXOOXXOOX---X X"))
    games = [SavedGame(record) for record in (played("take-away"), given_moves, set_up, played("connect-four"))]
    read = read_games(write_games(games, ".games"), ".games", load=find_game)
    assert [one.record for one in read] == [brief(one.record) for one in games]
    assert [one.record.given for one in read] == [0, 2, 0, 0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("4 4", "does not name"),
        ('[Game "connect-four"]\n\n4 9', "move 2: '9' is not a move"),
        ('[Game "connect-four"]\n\n4 {wild}', "'wild' is neither a score nor"),
        ('[Game "connect-four]\n\n4', "is not a header"),
        ('[Game "connect-four"]\n[Given "two"]\n\n4', "not 'two'"),
        ('[Game "connect-fuor"]\n\n4', "did you mean connect-four"),
    ],
)
def test_a_text_that_is_wrong_is_refused_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(KibitzError, match=re.escape(words)):
        parse_games(text, find_game)


def test_plain_moves_are_read_and_written() -> None:
    game = find_game("connect-four")
    read = read_games("4455 # a comment\n\n1 2 3\n", ".moves", load=find_game, game=game)
    assert [one.record.moves_text for one in read] == ["4455", "123"]
    assert write_games(read, ".moves") == "4455\n123\n"
    with pytest.raises(BadFile, match="name the game"):
        read_games("44", ".moves", load=find_game)


# SGF: the opening "tiger" of Othello, f5 d6 c3 d3 c4, in the points that SGF has for it.

TIGER = "(;GM[2]FF[4]SZ[8]PB[Black \\] one]PW[other]EV[club];B[fe];W[df](;B[cc];W[dc];B[cd])(;B[ff];W[fe]))"


def test_othello_is_read_from_sgf() -> None:
    (saved,) = read_games(TIGER, ".sgf", load=find_game)
    assert saved.record.moves_text == "f5d6c3d3c4"
    assert saved.record.players == ("Black ] one", "other")
    assert saved.headers == {"Event": "club"}
    (by_name,) = read_games("(;GM[2];B[f5];W[D6//1.2])", ".sgf", load=find_game)
    assert by_name.record.moves_text == "f5d6"


def test_a_pass_is_read_from_sgf() -> None:
    """The shortest game in which somebody must pass [found by search: Black has no move after the eighth]."""
    game = find_game("othello")
    record = passing(game)
    assert "pass" in record.moves_text
    points = ["" if name == "pass" else name[0] + "abcdefgh"[int(name[1]) - 1] for name in names(record)]
    text = "(;GM[2]" + "".join(f";{'BW'[ply % 2]}[{point}]" for ply, point in enumerate(points)) + ")"
    (saved,) = read_games(text, ".sgf", load=find_game)
    assert saved.record.moves == record.moves


def names(record: GameRecord) -> list[str]:
    return [record.game.move_name(move) for move in record.moves]


def passing(game: Game) -> GameRecord:
    """A random game with a pass in it."""
    for seed in range(100):
        rng, record = Rng(seed), GameRecord.begin(game, ("", ""))
        while not record.is_over:
            record = record.after(Choice(rng.choice(game.moves(record.state))))
        if "pass" in record.moves_text:
            return record
    raise AssertionError("no such game")


def test_positions_known_before_a_move_are_those_of_the_game_played_again() -> None:
    record = passing(find_game("othello:size=4"))
    assert record.states == GameRecord.begin(record.game, ("", ""), moves=record.moves).states
    assert len(record.before(5).states) == 6


def test_five_in_a_row_is_read_from_sgf() -> None:
    (saved,) = read_games("(;GM[4]SZ[15];B[hh];W[hi];B[ih])", ".sgf", load=find_game)
    assert str(saved.record.game) == "mnk:width=15,height=15,k=5"
    assert saved.record.moves_text == "h8h9i8"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(;GM[1];B[aa])", "GM[1]"),
        ("(;GM[2];B[aa])", "nothing can be played at 'aa'"),
        ("(;GM[2];W[fe])", "it is the turn of Black"),
        ("(;GM[2];B[fe]", "bracket is missing"),
        ("(;GM[2];B[fe]!)", "does not belong in SGF"),
        ("(;GM[2];B[z99])", "'z99' is not a move"),
        ("(;GM[2]SZ[7])", "size is an even number from 4 to 16"),
    ],
)
def test_sgf_that_cannot_be_is_refused_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(KibitzError, match=re.escape(words)):
        read_games(text, ".sgf", load=find_game)


def test_an_unknown_format_names_the_known_ones() -> None:
    with pytest.raises(BadFile, match=re.escape(".games .ggf .moves .sgf .wtb")):
        read_games("", ".pgn", load=find_game)
    with pytest.raises(BadFile, match=re.escape("these can be written: .games .ggf .moves .wtb")):
        write_games([], ".sgf")
