"""What a game says about its moves is true, and the coach names it: the row, the man, the boxes."""

from __future__ import annotations

import re

import pytest

from helpers.example_runner import registries_restored
from kibitz.analysis.coach.advice import advise
from kibitz.analysis.coach.game_review import GameReview
from kibitz.analysis.judged_position import Effort
from kibitz.core.game import GAMES, Game, Move, Reason, State, find_game
from kibitz.core.loading import load_game
from kibitz.core.rng import Rng
from kibitz.core.words import count, plural
from kibitz.play.positions import record_at
from kibitz.play.records import GameRecord

NODES = 150  # of each search, so that the answer does not depend on the machine
SHIPPED = sorted(name for name, cls in GAMES.classes.items() if cls.shipped)

THINGS = {  # what a typical blunder is about
    "breakthrough": r"answer \w+ takes the pawn on [a-h]\d",
    "checkers": r"answer \d+x\d+ takes the man on \d+",
    "chomp": r"eats the poisoned square|leaves (only the poisoned square|a row and a column of one length|two )",
    "connect-four": r"answer \d completes 4 in a row",
    "domineering": r"takes \d of (Vertical|Horizontal)'s \d+ places",
    "dots-and-boxes": r"lost (about )?\d+ boxes.*answer (\w\d )+takes (a box|\d boxes)",
    "hex": r"stones? short of joining its edges|threatens to join its edges",
    "hexapawn": r"takes the pawn on [a-c]\d|reaches the far row|stops the pawn",
    "kalah": r"lost (about )?\d+ seeds.*(captures \d+ seeds?|brings \d+ seeds? to the store)",
    "mnk": r"answer \w\d completes 3 in a row",
    "mnk-forms": r"completes 3 in a row, which loses",
    "nim": r"whose nim-sum is 0|of one chip",
    "nine-mens-morris": r"closes the mill [a-g]\d-[a-g]\d-[a-g]\d and takes the man on [a-g]\d",
    "othello": r"takes the corner [ah][18]",
    "six-mens-morris": r"closes the mill [a-e]\d-[a-e]\d-[a-e]\d",
    "take-away": r"a multiple of 4|passes over",
    "three-mens-morris": r"closes the mill [a-c]\d-[a-c]\d-[a-c]\d",
    "ultimate-tic-tac-toe": r"wins the small board",
}


def random_moves(game: Game, seed: int, plies: int) -> list[tuple[State, Move]]:
    rng, state, made = Rng(seed), game.initial(), list[tuple[State, Move]]()
    while (legal := game.moves(state)) and len(made) < plies:
        move = legal[rng.below(len(legal))]
        made.append((state, move))
        state = game.play(state, move)
    return made


@pytest.mark.parametrize("name", SHIPPED)
def test_the_coach_names_the_thing_in_every_shipped_game(name: str) -> None:
    game, heard = find_game(name), list[str]()
    for seed in range(1, 9):
        moves = [move for _, move in random_moves(game, seed, 40)]
        record = GameRecord.begin(game, ("human", "human"), moves=moves)
        sentences = [ply.sentence for ply in GameReview(record, nodes=NODES, compiled=False).plies() if ply.mistake]
        assert all(sentences), "every mistake has its sentence"
        heard += sentences
        if any(re.search(THINGS[name], sentence) for sentence in heard):
            break
    assert any(re.search(THINGS[name], sentence) for sentence in heard), heard[:20]
    assert not [sentence for sentence in heard if "point" in sentence], "every game counts in its unit"


def test_every_shipped_game_is_asked() -> None:
    assert sorted(THINGS) == SHIPPED


def count_pieces(game: Game, state: State, side: int) -> int:
    """The pieces of a side, from the drawing."""
    marks = {0: "xX", 1: "oO"}[side]
    return sum(cell in marks for row in game.view(state).rows for cell in row)


@pytest.mark.parametrize("name", ["checkers", "breakthrough", "hexapawn", "nine-mens-morris", "six-mens-morris"])
def test_a_move_that_is_said_to_take_takes_one_piece_and_no_other_move_does(name: str) -> None:
    game, taken = find_game(name), 0
    for seed in range(6):
        for state, move in random_moves(game, seed, 60):
            other = 1 - game.to_move(state)
            lost = count_pieces(game, state, other) - count_pieces(game, game.play(state, move), other)
            said = [reason for reason in game.reasons(state, move) if reason.kind == "taken"]
            assert [reason.amount for reason in said] == ([1] if lost else [])
            taken += lost
    assert taken > 0


def test_a_move_that_is_said_to_take_boxes_or_to_open_them_does() -> None:
    game, kinds = find_game("dots-and-boxes"), set[str]()
    for seed in range(6):
        for state, move in random_moves(game, seed, 24):
            after, side = game.play(state, move), game.to_move(state)
            gained = count_pieces(game, after, side) - count_pieces(game, state, side)
            (reason,) = game.reasons(state, move)
            assert (reason.kind == "boxes") == (gained > 0)
            assert reason.amount == gained
            if reason.kind == "opens":
                answers = [game.play(after, answer) for answer in game.moves(after)]
                assert any(count_pieces(game, each, 1 - side) > count_pieces(game, after, 1 - side) for each in answers)
            kinds.add(reason.kind)
    assert kinds == {"boxes", "opens", "safe"}


def test_the_seeds_that_a_move_is_said_to_bring_are_in_the_store() -> None:
    game, kinds = find_game("kalah"), set[str]()
    for seed in range(6):
        for state, move in random_moves(game, seed, 40):
            side, after = game.to_move(state), game.play(state, move)
            store = game.view(state).texts, game.view(after).texts
            cell = (1, 7) if side == 0 else (0, 0)
            gained = int(store[1][cell]) - int(store[0][cell])
            for reason in game.reasons(state, move):
                assert reason.amount == (gained if reason.kind != "saves" else 0)
                kinds.add(reason.kind)
    assert {"capture", "again", "store"} <= kinds


def test_the_stones_that_a_side_of_hex_is_said_to_need_are_enough_and_no_fewer_are() -> None:
    """On 3x3, against trying all sets of free cells."""
    game = find_game("hex:size=3")
    assert [game.stones_needed(game.initial(), side) for side in (0, 1)] == [3, 3]  # type: ignore[attr-defined]
    for seed in range(20):
        made = random_moves(game, seed, 4)
        state = game.play(*made[-1])
        rows = game.view(state).rows
        for side, mark in enumerate("XO"):
            free = [(r, c) for r in range(3) for c in range(3) if rows[r][c] == "."]
            own = {(r, c) for r in range(3) for c in range(3) if rows[r][c] == mark}
            enough = [
                number.bit_count()
                for number in range(1 << len(free))
                if joins(own | {cell for i, cell in enumerate(free) if number >> i & 1}, side)
            ]
            assert game.stones_needed(state, side) == min(enough, default=None)  # type: ignore[attr-defined]


def joins(stones: set[tuple[int, int]], side: int) -> bool:
    reached = {cell for cell in stones if cell[side] == 0}
    for _ in range(9):
        reached |= {
            (r + down, c + right)
            for r, c in reached
            for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
        } & stones
    return any(cell[side] == 2 for cell in reached)


def test_a_lost_position_that_is_thrown_away_at_once_is_told() -> None:
    """Red has lost already, but only some moves let Yellow complete its row with the next stone."""
    record = record_at(find_game("connect-four"), moves="151674")
    said = {
        record.game.move_name(move): advise(record, move, effort=Effort(0.5, nodes=NODES), compiled=False)
        for move in record.game.moves(record.state)
    }
    assert said["3"].sentence == ""
    assert said["7"].mark == "?"
    assert said["7"].sentence == (
        "7 loses at once, in a position that was lost anyway: Yellow's answer 3 completes 4 in a row"
    )


def test_an_answer_is_the_other_sides_move_where_a_side_moves_again() -> None:
    """In checkers, after a jump that another jump must follow, the answer is that of White."""
    game, heard = find_game("checkers"), 0
    for seed in range(4):
        record = GameRecord.begin(game, ("human", "human"), moves=[move for _, move in random_moves(game, seed, 30)])
        for ply in GameReview(record, nodes=NODES, compiled=False).plies():
            if ply.mistake and ply.side is not None:
                other = game.sides[1 - ply.side]
                assert f"{other}'s answer" in ply.sentence or "answer" not in ply.sentence
                assert f"{game.sides[ply.side]}'s answer" not in ply.sentence
                heard += 1
    assert heard > 5


def test_a_game_of_ones_own_declares_its_reasons(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("own") / "race.py"
    path.write_text(RACE, encoding="utf-8")
    with registries_restored():
        game = load_game(f"{path}:Race")
        said = advise(record_at(game), game.parse_move("2"), effort=Effort(0.5, nodes=500), compiled=False)
        assert said.sentence == "2 turned a win into a loss: Second's answer 2 jumps onto the flag"
        assert game.reasons((3, 0), 1) == (Reason("flag", "jumps onto the flag", is_plain=True, hint="takes the flag"),)


RACE = '''"""Walk one or two steps in turn; whoever reaches the flag on step 4 or 5 first wins."""

from dataclasses import dataclass

from kibitz import ONGOING, Game, Reason, Rules, View


@dataclass(frozen=True)
class Race(Game):
    name = "race"
    players = ("First", "Second")
    num_moves = 2

    def initial(self):
        return (0, 0)

    def rules(self):
        def moves(state, out):
            out[0], out[1] = 0, 1
            return 2

        def play(state, move):
            return (state[0] + move + 1, 1 - state[1])

        def result(state):
            return -1 if state[0] >= 4 else ONGOING

        return Rules(moves, play, result)

    def view(self, state):
        return View(("." * 6,), {})

    def move_name(self, move):
        return str(move + 1)

    def reasons(self, state, move):
        if state[0] + move + 1 < 4:
            return ()
        return (Reason("flag", "jumps onto the flag", is_plain=True, hint="takes the flag"),)
'''


def test_several_things_are_written_as_english_does() -> None:
    assert [plural(one) for one in ("disc", "box", "man", "seed")] == ["discs", "boxes", "men", "seeds"]
    assert [count(number, "box") for number in (1, 2.0, 0.4)] == ["1 box", "2 boxes", "0 boxes"]
