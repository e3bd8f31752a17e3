"""The opening book of Connect Four: its numbering, its file, its maker, and the one that is shipped."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.paths import ROOT
from helpers.waiting import wait_until
from kibitz.core.errors import BadFile
from kibitz.core.game import State
from kibitz.core.limits import Limits
from kibitz.games.connect_four import ConnectFour
from kibitz.kernels.solvers.connect_four.book import Book, Slots, shipped_book
from kibitz.kernels.solvers.connect_four.solver import ConnectFourSolver
from kibitz.search.perfect import Perfect

pytestmark = pytest.mark.slow

MAKER = ROOT / "tools" / "make_connect_four_book.py"

SMALL = ConnectFour(4, 4)
STANDARD = ConnectFour()
SHIPPED = shipped_book(STANDARD)

# Different positions after n plies, finished ones included (known_values.md); mirror images counted apart.
POSITIONS = [1, 7, 49, 238, 1120, 4263]


def make_book(folder: Path, *words: str, board: str = "width=4,height=4") -> subprocess.CompletedProcess[str]:
    game = f"connect-four:{board}"
    command = [sys.executable, str(MAKER), "solved.part", "--game", game, "--plies", "4", "--workers", "2"]
    return subprocess.run([*command, "--table", "8", *words], cwd=folder, capture_output=True, text=True)


@pytest.fixture(scope="module")
def small_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which a book of the 4x4 board was made."""
    folder = tmp_path_factory.mktemp("book")
    made = make_book(folder, "--check", "60", "--out", "book.bin")
    assert made.returncode == 0, made.stderr
    assert "60 positions agree with the solver" in made.stdout
    return folder


def unfinished(game: ConnectFour, plies: int) -> list[State]:
    slots = Slots(game, plies)
    return [state for ply in range(plies + 1) for state in slots.unfinished(ply).values()]


# Numbers in place of keys.


def test_the_numbering_knows_every_position_once() -> None:
    slots = Slots(STANDARD, 5)
    mirror = STANDARD.symmetries()[0].image
    for level, known in zip(slots.positions, POSITIONS, strict=True):
        assert sum(1 if mirror(state) == state else 2 for state in level.values()) == known
        for slot, state in level.items():
            assert slots.slot(state) == slots.slot(mirror(state)) == slot
            assert 0 <= slot < slots.count


def test_no_two_positions_share_a_number() -> None:
    """Neither on one ply nor on different ones: a look-up cannot mistake a position for another."""
    slots = Slots(ConnectFour(5, 4), 6)
    assert len({slot for level in slots.positions for slot in level}) == sum(map(len, slots.positions))


# The file.


def test_a_book_reads_back_what_was_written(small_book: Path) -> None:
    book = Book.read(small_book / "book.bin")
    assert (book.game, book.plies) == (SMALL, 4)
    again = Book.from_bytes(book.to_bytes())
    assert [again.score(state) for state in unfinished(SMALL, 4)] == [
        book.score(state) for state in unfinished(SMALL, 4)
    ]


def test_a_book_holds_the_truth_for_every_ply(small_book: Path) -> None:
    """Also for those that were not solved but follow from later ones."""
    book, game = Book.read(small_book / "book.bin"), SMALL
    readable = Perfect()
    for state in [*random.Random(1).sample(unfinished(game, 4), 25), game.initial()]:
        score = readable.search(game, state).score
        assert book.score(state) == game.solved_score(state, score.points, score.distance or 0)


def test_a_book_knows_how_far_it_goes(small_book: Path) -> None:
    book = Book.read(small_book / "book.bin")
    four = next(state for state in unfinished(SMALL, 4) if sum(word.bit_count() for word in state) == 4)
    assert book.holds(four)
    assert not book.holds(SMALL.play(four, SMALL.moves(four)[0]))


def test_a_damaged_book_is_refused(small_book: Path, tmp_path: Path) -> None:
    content = (small_book / "book.bin").read_bytes()
    middle = len(content) - 6
    flipped = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
    for damaged in (content[:7], content[:-3], flipped, b"PK" + content[2:]):
        (tmp_path / "bad.bin").write_bytes(damaged)
        with pytest.raises(BadFile, match=r"bad.bin was expected to be an opening book of Connect Four, but it"):
            Book.read(tmp_path / "bad.bin")
    with pytest.raises(BadFile, match="cannot be read"):
        Book.read(tmp_path / "nowhere.bin")


# The maker.


def test_the_maker_goes_on_after_a_kill_at_any_byte(small_book: Path, tmp_path: Path) -> None:
    whole = (small_book / "solved.part").read_bytes()
    (tmp_path / "solved.part").write_bytes(whole[: len(whole) * 2 // 3] + b"KC4p\x05\x00")
    made = make_book(tmp_path, "--out", "book.bin")
    assert made.returncode == 0, made.stderr
    assert ", 0 of them solved" not in made.stderr
    assert (tmp_path / "book.bin").read_bytes() == (small_book / "book.bin").read_bytes()


def test_the_maker_is_killed_and_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, str(MAKER), "solved.part", "--game", "connect-four:width=5,height=5", "--plies", "6"]
    part = tmp_path / "solved.part"
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE) as process:
        wait_until(lambda: part.exists() and part.stat().st_size > 0, process)
        os.kill(process.pid, signal.SIGKILL)
    solved = part.stat().st_size
    stopped = subprocess.run([*command, "--time", "0.001"], cwd=tmp_path, capture_output=True, text=True)
    assert stopped.returncode == 1
    assert ", 0 of them solved" not in stopped.stderr
    assert "positions are left" in stopped.stderr
    assert part.stat().st_size >= solved


def test_files_from_several_machines_are_put_together(small_book: Path, tmp_path: Path) -> None:
    whole = (small_book / "solved.part").read_bytes()
    (tmp_path / "all.part").write_bytes(whole)
    made = make_book(tmp_path, "--merge", "all.part", "--only-merge", "--out", "book.bin")
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "book.bin").read_bytes() == (small_book / "book.bin").read_bytes()
    (tmp_path / "no.part").write_bytes(b"something else")
    refused = make_book(tmp_path, "--merge", "no.part")
    assert refused.returncode == 1
    assert "no.part was not taken over: it holds nothing" in refused.stderr


def test_a_smaller_book_uses_what_was_solved_for_a_larger_one(small_book: Path, tmp_path: Path) -> None:
    (tmp_path / "solved.part").write_bytes((small_book / "solved.part").read_bytes())
    made = make_book(tmp_path, "--plies", "3", "--only-merge", "--out", "book.bin")
    assert made.returncode == 0, made.stderr
    larger, smaller = Book.read(small_book / "book.bin"), Book.read(tmp_path / "book.bin")
    assert smaller.plies == 3
    assert all(smaller.score(state) == larger.score(state) for state in unfinished(SMALL, 3))


def test_the_maker_says_what_is_missing(tmp_path: Path) -> None:
    left = make_book(tmp_path, "--only-merge")
    assert left.returncode == 1
    assert "82 positions are left" in left.stderr
    assert "too large" in make_book(tmp_path, board="width=9,height=9").stderr


# The one that is shipped.


def test_the_shipped_book_is_small() -> None:
    path = ROOT / "src" / "kibitz" / "kernels" / "solvers" / "connect_four" / "book_7x6.bin"
    assert path.stat().st_size < 8 << 20
    assert SHIPPED is not None
    assert (SHIPPED.game, SHIPPED.plies) == (STANDARD, 10)


def test_the_shipped_book_knows_the_published_opening() -> None:
    """Scores of the first moves: BitBully's documentation, known_values.md."""
    assert SHIPPED is not None
    assert SHIPPED.score(STANDARD.initial()) == 1
    first = [-SHIPPED.score(STANDARD.play(STANDARD.initial(), move)) for move in range(7)]
    assert first == [-2, -1, 0, 1, 0, -1, -2]


def test_the_shipped_book_agrees_with_the_solver() -> None:
    """Random positions of its last two plies, those that take the solver at most 300,000 nodes."""
    assert SHIPPED is not None
    solver, rng, checked = ConnectFourSolver(STANDARD, 64), random.Random(1), 0
    for number in range(40):
        state = STANDARD.initial()
        for _ in range(9 + number % 2):
            if moves := STANDARD.moves(state):
                state = STANDARD.play(state, rng.choice(moves))
        if STANDARD.result(state) is None:
            found = solver.solve(state, limits=Limits(nodes=300_000))
            if found.score is not None:
                assert found.score == SHIPPED.score(state)
                checked += 1
    assert checked >= 20
