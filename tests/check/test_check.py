"""`kibitz check`: a sound game is found sound, and every way to break the contract is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from helpers.example_runner import registries_restored
from kibitz.check.check_game import AS_WRITTEN, COMPILED, check_game
from kibitz.check.laws import LAWS, describe_walks, play_random_walk
from kibitz.cli.main import kibitz
from kibitz.core.evaluation import EVALUATORS
from kibitz.core.game import GAMES, Game, Rules
from kibitz.core.loading import load_game
from kibitz.kernels.compiler.preparation import callable_rules, fault_in_rules

# Count to five together, one or two at a time; who gets there wins.
SOUND = """
from dataclasses import dataclass
from kibitz.core.evaluation import Evaluator
from kibitz.core.game import ONGOING, Game, Rules, Symmetry, View

@dataclass(frozen=True)
class Race(Game):
    name = "race"
    num_moves = property(lambda self: 2)
    def initial(self): return (0, 0)
    def to_move(self, state): return state[1]
    def rules(self):
        def moves(state, out):
            out[0] = 0
            if state[0] + 2 > 5:
                return 1
            out[1] = 1
            return 2
        def play(state, move):
            return (state[0] + move + 1, 1 - state[1])
        def result(state):
            return -1 if state[0] == 5 else ONGOING
        return Rules(moves, play, result)
    def view(self, state):
        return View(("X" * state[0] + "." * (5 - state[0]),), {})
    def move_name(self, move): return str(move + 1)

@dataclass(frozen=True)
class Far(Evaluator):
    name = "far"
    suits = (Race,)
    step: int = 1
    def terms(self):
        def terms(state, out):
            out[0] = state[0]
        return terms
"""


def changed(*changes: tuple[str, str]) -> str:
    """The code of the game with some of it replaced."""
    code = SOUND
    for old, new in changes:
        assert old in code
        code = code.replace(old, new)
    return code


def checked(tmp_path: Path, *changes: tuple[str, str], patience: float = 3.0) -> list[tuple[str, str, str]]:
    """What is wrong with the game so changed: in which form, which law, and what."""
    file = tmp_path / "race.py"
    file.write_text(changed(*changes))
    found = list(check_game(str(file), games=5, patience=patience))
    return [(kept.rules, kept.law, kept.problem) for kept in found if kept.problem]


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Game]:
    """Loads a game from its code; what it registers is forgotten after the test."""
    monkeypatch.setattr(GAMES, "_classes", dict(GAMES.classes))
    monkeypatch.setattr(EVALUATORS, "_classes", dict(EVALUATORS.classes))

    def load(code: str) -> Game:
        file = tmp_path / "race.py"
        file.write_text(code)
        return load_game(str(file))

    return load


def first_fault(game: Game, rules: Rules, law: str) -> str:
    """What breaks the law that begins so, in a few games by these rules."""
    (the_law,) = (one for one in LAWS if one.sentence.startswith(law))
    walks = (play_random_walk(game, rules, seed) for seed in range(5))
    return next(fault for walk in walks for fault in the_law.faults(game, walk))


@pytest.mark.slow
def test_a_sound_game_is_found_sound_as_written_and_compiled(tmp_path: Path) -> None:
    (tmp_path / "race.py").write_text(SOUND)
    found = list(check_game(str(tmp_path / "race.py"), games=5))
    assert [kept for kept in found if kept.problem] == []
    laws = {(kept.rules, kept.law) for kept in found}
    assert (AS_WRITTEN, "the sides take turns") in laws
    assert (COMPILED, "the rules say the same as written") in laws
    assert (COMPILED, "the heuristic far says the same as written") in laws


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "law", "problem"),
    [
        ("return 2\n", "return 3\n", "moves writes", "moves says it wrote 3 moves; there are 0 to 2 (at the start)"),
        ("out[1] = 1", "out[2] = 1", "moves writes", "moves says it wrote 2 moves, but left number 2 out"),
        ("out[1] = 1", "out[1] = out[2] = 1", "moves writes", "moves writes past the end of its buffer"),
        ("out[1] = 1", "out[1] = 2", "moves writes", "moves gives 2; moves are numbered 0 to 1 (at the start)"),
        ("out[1] = 1", "out[1] = 0", "moves writes", "moves gives the same move twice: [0, 0] (at the start)"),
        ("return 1\n", "return 0\n", "there is a move", "the game goes on, but there is no move after"),
        ("-1 if", "-2 if", "every game ends", "is -2; results go from -1 to 1 (max_result)"),
        ("state[0] == 5", "state[0] < 0", "every game ends", "random game 0 had not ended after 10,000 moves"),
        ("return (state[0] + move", "return (2**70 + state[0] + move", "states are", "too large for 64 bits"),
    ],
)  # fmt: skip
def test_rules_that_break_a_law_are_found_out(
    load: Callable[[str], Game], old: str, new: str, law: str, problem: str
) -> None:
    game = load(changed((old, new)))
    assert problem in first_fault(game, game.cached_rules, law)
    if "**" not in new:  # what does not fit into 64 bits does not compile
        assert problem in first_fault(game, callable_rules(game), law)


@pytest.mark.parametrize(
    ("old", "new", "law", "problem"),
    [
        ("return (state[0] + move + 1, 1 - state[1])", "return [state[0] + move + 1, 1 - state[1]]",
         "states are", "a state is a tuple of whole numbers"),
        ("return (state[0] + move + 1, 1 - state[1])", "return (state[0] + move + 1, 1 - state[1], 0)",
         "states are", "has 3 numbers; there should be 2 (words)"),
        ("return state[1]", "return 0", "the sides take turns", "to_move is 0 after"),
        ("str(move + 1)", "'take'", "every move has a name", "the moves 0 and 1 are both called 'take'"),
        ("state[0]),), {})", "state[0]), 'X'), {})", "the view is", "rows of the view are of different lengths"),
        ("state[0]),), {})", "state[0]),), {(0, 9): 0})", "the view is", "a cell outside the board, row 0, column 9"),
        ("state[0]),), {})", "state[0]),), {(0, 0): 1})", "the view is", "click on move 1, which is not legal"),
        ("    def move_name", "    def symmetries(self): return (Symmetry(lambda s: s, (1, 0)),)\n    def move_name",
         "symmetries", "turning, then playing is not playing, then turning"),
        ("    def move_name", "    def symmetries(self): return (Symmetry(lambda s: s, (1, 1)),)\n    def move_name",
         "symmetries", "does not turn every move into another one"),
        ("    def move_name", "    def position_text(self, state): return '0'\n"
         "    def parse_position(self, text): return (0, 0)\n    def move_name",
         "a position written out", "written '0', is read as (0, 0)"),
        ("    def move_name", "    def prospects(self): return lambda state, plies: 2\n    def move_name",
         "prospects never", "prospects is 2 within 1 plies after"),
        ("    def move_name", "    def candidates(self): return lambda state, out: 1\n    def move_name",
         "one of the candidates", "which is better than all it gives"),
        ("    def move_name", "    def candidates(self): return lambda state, out: 0\n    def move_name",
         "one of the candidates", "candidates gives [] after"),
    ],
)  # fmt: skip
def test_whatever_else_is_wrong_is_found_out(
    load: Callable[[str], Game], old: str, new: str, law: str, problem: str
) -> None:
    game = load(changed((old, new)))
    assert problem in first_fault(game, game.cached_rules, law)


def test_rules_that_change_their_mind_are_found_out(load: Callable[[str], Game]) -> None:
    moody = "out[0] = 0\n            seen.append(1)\n            if len(seen) > 3: return 1\n"
    game = load(
        changed(("out[0] = 0\n", moody), ("    def rules(self):\n", "    def rules(self):\n        seen = []\n"))
    )
    assert "moves gives" in first_fault(game, game.cached_rules, "asked again")


@pytest.mark.slow
def test_a_rule_that_fails_is_named_with_its_line(tmp_path: Path) -> None:
    wrong = checked(tmp_path, ("return -1 if state[0] == 5", "return 1 // 0 if state[0] == 5"))
    assert (wrong[0][0], wrong[0][1]) == (AS_WRITTEN, "the rules answer")
    assert "race.py, line 22, in result: ZeroDivisionError" in wrong[0][2]
    assert (wrong[1][0], wrong[1][1]) == (COMPILED, "the rules answer")
    assert "ZeroDivisionError" in wrong[1][2]


@pytest.mark.slow
def test_a_rule_that_loops_is_caught_and_named(tmp_path: Path) -> None:
    play = "        def play(state, move):\n"
    wrong = checked(tmp_path, (play, f"{play}            while state[0] >= 3: pass\n"), patience=1.5)
    assert [(rules, law) for rules, law, _ in wrong] == [
        (AS_WRITTEN, "every rule comes to an end"),
        (COMPILED, "every rule comes to an end"),
    ]
    for rules, _, problem in wrong:
        assert problem.startswith("play ")
        assert f"({rules}) does not, within 1.5 seconds" in problem


@pytest.mark.slow
def test_a_rule_that_loops_only_when_compiled_is_caught(tmp_path: Path) -> None:
    # As written the word is positive and runs out of bits; a signed word of 64 bits never does.
    slow = "            word = state[0] << 62\n            while word:\n                word >>= 1\n"
    wrong = checked(tmp_path, ("        def result(state):\n", f"        def result(state):\n{slow}"), patience=1.5)
    ((rules, law, problem),) = wrong
    assert (rules, law) == (COMPILED, "every rule comes to an end")
    assert problem.startswith("result after")


@pytest.mark.slow
def test_rules_that_differ_when_compiled_are_caught(tmp_path: Path) -> None:
    wrapping = ("if state[0] + 2 > 5:", "if state[0] + 2 > 5 or state[0] << 62 < 0:")
    ((rules, law, problem),) = checked(tmp_path, wrapping)
    assert (rules, law) == (COMPILED, "the rules say the same as written")
    assert "moves gives" in problem
    assert problem.endswith("as written and compiled")


@pytest.mark.slow
def test_rules_that_do_not_compile_are_explained(tmp_path: Path) -> None:
    wrong = checked(tmp_path, ("out[0] = 0\n", "out[0] = sum(n for n in (0, 0))\n"))
    ((rules, law, problem),) = wrong
    assert (rules, law) == (COMPILED, "the rules compile")
    assert "the rule moves of race does not compile" in problem
    assert "race.py, line 14): a generator such as sum(x for …) cannot be compiled; write a loop" in problem


@pytest.mark.slow
def test_a_heuristic_that_differs_when_compiled_is_caught(tmp_path: Path) -> None:
    ((rules, law, problem),) = checked(tmp_path, ("out[0] = state[0]", "out[0] = state[0] << 62 >> 62"))
    assert (rules, law) == (COMPILED, "the heuristic far says the same as written")
    assert "far counts [2] and [-2] after" in problem


@pytest.mark.slow
def test_a_crash_is_survived_and_told(tmp_path: Path) -> None:
    result = "        def result(state):\n"
    wrong = checked(tmp_path, ("import dataclass\n", "import dataclass\nimport os\n"), (
        result, f"{result}            if state[0] > 2: os._exit(7)\n"
    ))  # fmt: skip
    assert (wrong[0][0], wrong[0][1]) == (AS_WRITTEN, "the rules do no harm")
    assert "the process was ended with exit status 7 while asked: result after" in wrong[0][2]


# The command.


def run(*args: str, status: int) -> str:
    result = CliRunner().invoke(kibitz, ["check", *args])
    assert result.exit_code == status, result.output
    return result.stdout


@pytest.mark.slow
def test_the_command_prints_a_line_for_each_law(tmp_path: Path) -> None:
    file = tmp_path / "race.py"
    file.write_text(SOUND)
    said = run(f"{file}:Race", "--games", "3", status=0).splitlines()
    assert said.pop(1).startswith("       3 random games had 3 to 4 moves, ")
    assert all(line.startswith("ok     ") for line in said[:-1])
    assert said[-1] == f"no laws broken of {len(said) - 1}"
    file.write_text(SOUND.replace("return state[1]", "return 0"))
    said = run("--game", f"{file}:Race", "--games", "3", status=1).splitlines()
    assert "wrong  as written: the sides take turns" in said
    assert said[-1].startswith("1 law broken of ")
    found: list[dict[str, Any]] = json.loads(run(str(file), "--games", "3", "--json", status=1))
    assert [kept["law"] for kept in found if kept["problem"]] == ["the sides take turns"]


def test_a_game_that_cannot_be_compiled_is_checked_as_written() -> None:
    said = run(f"{Path(__file__).parents[1]}/helpers/wordless.py:Wordless", "--games", "2", status=0)
    assert "as written: the sides take turns" in said
    assert "compiled:" not in said


def test_what_cannot_be_loaded_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(kibitz, ["check", f"{tmp_path}/nothing.py"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "cannot be read" in result.stderr
    (tmp_path / "broken.py").write_text("1 / 0\n")
    result = CliRunner().invoke(kibitz, ["check", f"{tmp_path}/broken.py"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "broken.py, line 1: ZeroDivisionError: division by zero." in result.stderr


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        ("prospects", "    def prospects(self): return lambda state, plies: 'both'\n"),
        ("candidates", "    def candidates(self): return lambda state, out: 'all'\n"),
    ],
)
def test_knowledge_that_does_not_compile_is_named(load: Callable[[str], Game], rule: str, code: str) -> None:
    game = load(changed(("    def move_name", f"{code}    def move_name")))
    assert f"the rule {rule} of race" in fault_in_rules(game)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("(state[0] + move + 1, 1 - state[1])", "[state[0] + move + 1, 1 - state[1]]",
         "the state after 2 is [2, 1], a list; a state is a tuple of whole numbers (race.py, line 19)."),
        ("return 2\n", "return [0, 1]\n", "moves returns [0, 1], a list; it writes the moves into its second argument"),
        ("-1 if", "-1.0 if", "-1.0, a float; it is a whole number, or ONGOING while the game goes on (race.py, line"),
        ("-1 if", "1 / 0 if", "race.py, line 22, in result: ZeroDivisionError: division by zero"),
    ],
)  # fmt: skip
def test_a_fault_in_the_rules_is_never_called_a_fault_of_kibitz(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, fault: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("race.py").write_text(changed((old, new)))
    with registries_restored():
        done = CliRunner().invoke(kibitz, ["solve", "race.py"])
    assert done.exit_code == 2
    assert fault in done.output
    assert done.output.endswith("Test all of its rules with: kibitz check race.py.\n")
    assert "fault in Kibitz" not in done.output


def test_the_random_games_show_a_game_that_is_over_at_the_start(tmp_path: Path) -> None:
    """0 for ONGOING is the usual slip: every position is a draw."""
    (tmp_path / "race.py").write_text(changed(("else ONGOING", "else 0")))
    over = [one for one in check_game(str(tmp_path / "race.py"), games=3) if one.rules == AS_WRITTEN]
    (found,) = (one for one in over if one.law == "the game goes on at the start")
    assert found.problem.startswith("the game is over at the start: result is 0 there, where it should be ONGOING (")
    (games,) = (one.note for one in over if one.note)
    assert games == "3 random games had 0 moves each: 3 drawn"


def test_check_says_how_its_random_games_went(load: Callable[[str], Game]) -> None:
    game = load(SOUND)
    walks = [play_random_walk(game, game.cached_rules, seed) for seed in range(20)]
    lengths = [len(walk.moves) for walk in walks]
    won = sum(len(walk.moves) % 2 for walk in walks)  # whoever made the last move
    mean = sum(lengths) / 20
    long = f"{min(lengths)} to {max(lengths)} moves, {mean:.1f} on average"
    assert describe_walks(game, walks) == f"20 random games had {long}: X won {won}, O won {20 - won}"
