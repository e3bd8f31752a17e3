"""Facts from outside about Nim, Chomp, other forms of tic-tac-toe, Hexapawn, Breakthrough and Domineering.

Values are found by looking at every position once, with the rules and nothing else; `docs/games/` names the sources.
"""

from __future__ import annotations

from functools import reduce
from operator import xor

import pytest

from helpers import naive
from kibitz.core.errors import BadOption, BadPosition
from kibitz.core.evaluation import find_evaluator
from kibitz.core.game import Game, State, find_game
from kibitz.core.notation import moves_text, parse_moves
from kibitz.games.domineering import Domineering
from kibitz.games.nim import Nim
from kibitz.search.perft import perft


def _wins(game: Game, state: State, known: dict[State, bool]) -> bool:
    """Whether the side to move wins; stops at the first winning move."""
    key = (state[0] | state[1], state[2]) if isinstance(game, Domineering) else state  # whose domino, does not matter
    if key not in known:
        known[key] = any(not _wins(game, game.play(state, move), known) for move in game.moves(state))
    return known[key]


# Nim [Bouton 1901]


@pytest.mark.parametrize("misere", [False, True])
def test_nim_is_lost_where_the_heaps_cancel_out(misere: bool) -> None:
    game = find_game(f"nim:heaps=3-4-2-3,misere={str(misere).lower()}")
    assert isinstance(game, Nim)
    evaluator, known = find_evaluator("nim-sum", game), dict[State, int]()
    naive.value(game, game.initial(), known)
    assert len(known) > 400
    for state, value in known.items():
        heaps = game.left(state)
        lost = (sum(heaps) % 2 == 1) if misere and max(heaps) <= 1 else reduce(xor, heaps) == 0
        assert value == (-1 if lost else 1), heaps
        if any(heaps):
            assert evaluator(state) == 10 * value


@pytest.mark.parametrize("heaps", ["3-4-", "0-1", "32", "-3", "3-x", "1" + 12 * "-1"])
def test_heaps_out_of_range_are_refused_with_the_range(heaps: str) -> None:
    with pytest.raises(BadOption, match="1 to 12 whole numbers from 1 to 31, joined by '-'"):
        find_game(f"nim:heaps={heaps}")


# Chomp


@pytest.mark.parametrize(("width", "height"), [(w, h) for w in range(1, 7) for h in range(1, 5)])
def test_the_first_player_wins_every_bar_but_the_smallest_in_one_way(width: int, height: int) -> None:
    """Strategy stealing [Gale 1974] says that there is a way; on bars of this size there is only one."""
    game = find_game(f"chomp:width={width},height={height}")
    winning = naive.winning_moves(game, game.initial())
    if width == height == 1:
        assert winning == []
    elif width == height:
        assert winning == ["b2"]  # which leaves a row and a column of one length
    elif height == 2:
        assert winning == [f"{'abcdef'[width - 1]}2"]  # the last square: the first row is longer by one
    else:
        assert len(winning) == 1


def test_what_is_known_about_staircases_is_true() -> None:
    game = find_game("chomp:width=5,height=5")
    evaluator, known = find_evaluator("staircases", game), dict[State, int]()
    naive.value(game, game.initial(), known)
    judged = [evaluator(state) for state, value in known.items() if state[0] and evaluator(state) == 10 * value]
    assert set(judged) == {10, -10}
    assert all(evaluator(state) in (0, 10 * value) for state, value in known.items() if state[0])


# Forms of tic-tac-toe

FORMS = {
    "misere-tic-tac-toe": 0,  # [Gardner 1971; Wikipedia, "Tic-tac-toe variants"]
    "wild-tic-tac-toe": 1,  # [Golomb and Hales 2002; Wikipedia, "Wild tic-tac-toe"]
    "mnk-forms:form=misere-wild": 0,  # the second player answers opposite, with the other mark [the same]
    "notakto": 1,  # [Plambeck and Whitehead, "The secrets of Notakto", 2013]
}


@pytest.mark.parametrize("spec", FORMS)
def test_forms_of_tic_tac_toe_have_the_published_value(spec: str) -> None:
    game = find_game(spec)
    assert naive.value(game, game.initial()) == FORMS[spec]


def test_only_the_centre_wins_notakto() -> None:
    game = find_game("notakto")
    assert naive.winning_moves(game, game.initial()) == ["b2"]


def test_a_line_of_either_mark_wins_the_wild_form_and_loses_the_misere_one() -> None:
    for spec, result in (("wild-tic-tac-toe", -1), ("mnk-forms:form=misere-wild", 1)):
        game = find_game(spec)
        state = game.initial()
        for move in parse_moves(game, "oa1 oc3 ob2"):
            state = game.play(state, move)
        assert game.result(state) == result
        assert game.winning_cells(state) == {(0, 0), (1, 1), (2, 2)}
        assert game.why_over(state) == "First completed 3 in a row."


def test_positions_after_the_end_are_refused_in_every_form() -> None:
    for spec, text in (
        ("misere-tic-tac-toe", "XXXOO---- First"),  # it is Second's turn
        ("misere-tic-tac-toe", "OOOXXX-X-"),
        ("wild-tic-tac-toe", "XXXOOO---"),
        ("notakto", "XO-------"),
        ("notakto", "XXX---XXX"),
    ):
        with pytest.raises(BadPosition):
            find_game(spec).parse_position(text)


# Pawns

PERFT = {
    "breakthrough": [22, 484, 11_132],  # and 256,036 after four plies: OpenSpiel 2.0.2
    "breakthrough:width=6,height=6": [16, 256, 4_308],  # and 71,478, 1,248,290: OpenSpiel 2.0.2
    "ultimate-tic-tac-toe": [81, 720, 6_336],  # and 55,080, 473,256, 4,020,960 after four to six plies
}


@pytest.mark.parametrize("spec", PERFT)
def test_games_are_as_many_as_elsewhere(spec: str) -> None:
    game = find_game(spec)
    assert [ply.nodes for ply in perft(game, game.initial(), len(PERFT[spec]))[1:]] == PERFT[spec]


def test_hexapawn_is_lost_and_octopawn_won_for_white() -> None:
    """[Gardner, Scientific American, March 1962; Wikipedia, "Hexapawn"]"""
    for spec, value in (("hexapawn", -1), ("octopawn", 1)):
        game = find_game(spec)
        assert naive.value(game, game.initial()) == value


def test_white_loses_hexapawn_in_three_moves_as_published() -> None:
    """1. b2 axb2 2. cxb2 c2 3. a2 c1 [Wikipedia, "Hexapawn"]"""
    game = find_game("hexapawn")
    state, moves = game.initial(), parse_moves(game, "b1b2 a3b2 c1b2 c3c2 a1a2 c2c1")
    for move in moves:
        assert game.result(state) is None
        state = game.play(state, move)
    assert moves_text(game, moves) == "b1b2a3b2c1b2c3c2a1a2c2c1"
    assert game.describe_result(state) == "Black wins"
    assert game.winning_cells(state) == {(2, 2)}
    assert game.why_over(state) == "Black has reached the far row."


def test_a_side_that_cannot_move_or_has_no_pawns_loses() -> None:
    hexapawn, breakthrough = find_game("hexapawn"), find_game("breakthrough:width=4,height=4")
    stuck = hexapawn.parse_position("---/-O-/-X- White")
    assert (hexapawn.result(stuck), hexapawn.why_over(stuck)) == (-1, "White has no move left.")
    bare = breakthrough.parse_position("----/----/--X-/---- Black")
    assert (breakthrough.result(bare), breakthrough.why_over(bare)) == (-1, "Black has no pawns left.")


def test_breakthrough_on_4x4_is_lost() -> None:
    """[Tasmanian Devil, littlegolem.net, Breakthrough forum, "Breakthrough on small boards", 2006]"""
    game = find_game("breakthrough:width=4,height=4")
    assert not _wins(game, game.initial(), {})


# Domineering

OUTCOMES = {  # who wins with rows x columns: V, H, 1 for whoever begins, 2 for the other [Breuker et al. 2000]
    (2, 2): "1",
    (2, 3): "1",
    (2, 4): "H",
    (2, 5): "V",
    (2, 6): "1",
    (2, 7): "1",
    (2, 8): "H",
    (3, 3): "1",
    (3, 4): "H",
    (3, 5): "H",
    (4, 4): "1",
    (4, 5): "V",
    (5, 5): "2",
}


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns"), OUTCOMES)
def test_domineering_has_the_published_outcome(rows: int, columns: int) -> None:
    """Horizontal's first move on a board is Vertical's on the same board turned by a quarter."""
    begins = []
    for width, height in ((columns, rows), (rows, columns)):
        game = find_game(f"domineering:width={width},height={height}")
        begins.append(_wins(game, game.initial(), {}))
    outcome = {(True, True): "1", (False, False): "2", (True, False): "V", (False, True): "H"}[begins[0], begins[1]]
    assert outcome == OUTCOMES[rows, columns]


def test_a_position_of_domineering_must_be_made_of_dominoes() -> None:
    game = find_game("domineering:width=4,height=4")
    assert game.parse_position("X---/X---/-OO-/----") == game.parse_position("X---X----OO----- Vertical")
    for text in (
        "X----X----------",
        "XX--XX----------",
        "XOO-X----------- Horizontal",
        "X---X---X-------",
        "OO--------------",
    ):
        with pytest.raises(BadPosition):
            game.parse_position(text)


# Ultimate tic-tac-toe


def test_a_finished_small_board_sends_nobody_there() -> None:
    """O wins the upper left board; when X sends O there, O may choose any other, but not that one."""
    game = find_game("ultimate-tic-tac-toe")
    state = game.initial()
    for move in parse_moves(game, "a1b2d4b1d1b3"):
        state = game.play(state, move)
    assert game.position_text(state).endswith(" X b3")
    assert [game.move_name(move) for move in game.moves(state)] == [
        "d7",
        "e7",
        "f7",
        "d8",
        "e8",
        "f8",
        "d9",
        "e9",
        "f9",
    ]
    state = game.play(state, game.parse_move("d7"))
    assert game.position_text(state).endswith(" O any")
    assert len(game.moves(state)) == 72 - 3
    view = game.view(state)
    assert (view.texts, view.rows[0][:3], view.rows[1][:3]) == ({(1, 1): "O"}, "xO.", ".O.")


# Heuristics, on positions counted by hand


COUNTED = {
    # Vertical has three places in column a and one in column c; two dominoes fit where Horizontal has no place.
    # Horizontal has two places in the last row; one domino fits beside column a.
    ("domineering:width=3,height=4", "-X-/-X-/-OO/--- Vertical"): [4 - 2, 2 - 1],
    # White has two pawns, which have come 2 + 1 rows; the one in column a is passed. Black has one, still at home.
    ("hexapawn:width=4,height=4", "--O-/X---/--X-/---- Black"): [1 - 2, 0 - 3, 0 - 1],
    # X owns two boards in a row, the third one open; O has two cells in a row in the middle, and may choose the board.
    ("ultimate-tic-tac-toe", f"XXXXXX---{'-' * 18}---OO----O--------{'-' * 9}-O--------------O-{'-' * 9} O"): [
        -2,
        -1,
        1,
        1,
    ],
    # First must not play c1.
    ("misere-tic-tac-toe", "XX-/-O-/--- Second"): [1, 0, 0],
    ("notakto", "XX-/---/---"): [0, -1, 0],  # six safe cells
    ("wild-tic-tac-toe", "XX-/---/---"): [0, 0, 1],
}


@pytest.mark.parametrize(("spec", "text"), COUNTED)
def test_heuristics_count_what_they_say(spec: str, text: str) -> None:
    game = find_game(spec)
    evaluator = find_evaluator("", game)
    assert [term.amount for term in evaluator.explain(game.parse_position(text))] == COUNTED[spec, text]
