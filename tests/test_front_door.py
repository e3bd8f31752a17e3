"""`import kibitz`: nothing is loaded before it is used, a position is a value, and one page documents every name."""

from __future__ import annotations

import ast
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import kibitz
from helpers.example_runner import registries_restored
from kibitz import ONGOING, Game, Move, Rules, State, View, option
from kibitz.core.game import GAMES

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reference" / "python.md"
WINS = "1 5 1 6"  # for X, after 4 4 3
TREBLECROSS = f"{ROOT / 'examples' / 'treblecross.py'}:Treblecross"


def run_python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


# What an import costs.


def test_the_import_loads_nothing_else() -> None:
    code = "import sys; before = set(sys.modules); import kibitz; print(sorted(set(sys.modules) - before))"
    assert run_python(code) == "['kibitz']"


def test_a_position_needs_neither_numpy_nor_a_compiler_nor_click() -> None:
    code = (
        "import sys, kibitz; kibitz.position('othello').play('d3'); print({'numpy', 'numba', 'click'} & {*sys.modules})"
    )
    assert run_python(code) == "set()"


def test_the_names_are_those_a_type_checker_sees() -> None:
    source = ast.parse(Path(kibitz.__file__).read_text(encoding="utf-8"))
    (block,) = (node for node in source.body if isinstance(node, ast.If) and isinstance(node.test, ast.Name))
    seen: dict[str, tuple[str | None, str]] = {}
    for node in block.body:
        if isinstance(node, ast.ImportFrom):
            seen |= {alias.asname: (node.module, alias.name) for alias in node.names if alias.asname}
        elif isinstance(node, ast.Assign):  # game = load_game
            (target,) = node.targets
            assert isinstance(target, ast.Name)
            seen[target.id] = ("kibitz.core.loading", ast.unparse(node.value))
    there = {name: (module, kibitz._NAMED_THERE.get(name, name)) for name, module in kibitz._HOMES.items()}
    assert seen == there


def test_every_name_is_there_and_listed() -> None:
    assert dir(kibitz) == sorted(kibitz.__all__) == sorted({"__version__", *kibitz._HOMES})
    for name in kibitz.__all__:
        assert getattr(kibitz, name) is not None


def test_a_name_that_is_not_there_is_refused() -> None:
    with pytest.raises(AttributeError, match="module 'kibitz' has no attribute 'postion'"):
        getattr(kibitz, "postion")  # noqa: B009  # the name is wrong on purpose, which a type checker would see


def test_one_page_documents_every_name() -> None:
    page = PAGE.read_text(encoding="utf-8")
    documented = re.findall(r"^\.\. auto(?:function|class|data|exception):: kibitz\.(\w+)$", page, re.MULTILINE)
    assert sorted(documented) == sorted(kibitz.__all__)


def test_examples_and_tutorial_import_nothing_else() -> None:
    pages = [*(ROOT / "examples").glob("*.py"), *(ROOT / "docs" / "tutorial").glob("*.md"), ROOT / "README.md"]
    for page in (*pages, PAGE):
        assert not re.search(r"(from|import) kibitz\.", page.read_text(encoding="utf-8")), page


# A position is a value.


@pytest.fixture
def after() -> kibitz.Position:
    return kibitz.position("connect-four").play("4 4 3")


def test_a_position_plays_names_and_numbers(after: kibitz.Position) -> None:
    start = kibitz.position("connect-four")
    assert after == start.play("443") == start.play("4", "4", "3") == start.play(3, 3, 2) == start.play("4", 3, "3")
    assert after.played == ("4", "4", "3")
    assert after == kibitz.position("connect-four", moves="4,4,3")
    assert start.play() == start


def test_a_position_says_who_moves_and_how_it_ended(after: kibitz.Position) -> None:
    assert (after.moves, after.to_move, after.result) == (tuple("1234567"), "O", None)
    over = after.play(WINS)
    assert (over.moves, over.result) == ((), "X wins")
    assert over.best("random").move is None


def test_a_position_never_changes(after: kibitz.Position) -> None:
    state = after.state
    after.play("1")
    assert after.state == state
    with pytest.raises(FrozenInstanceError):
        after._record = None  # type: ignore[misc, assignment]  # refused, which is the point
    with pytest.raises(AttributeError):
        after.moves = ()  # type: ignore[misc]  # refused, which is the point


def test_positions_are_equal_whatever_moves_led_there() -> None:
    start = kibitz.position("connect-four")
    one, other = start.play("1 2 3"), start.play("3 2 1")
    assert one == other
    assert len({one, other, start}) == 2
    assert start != kibitz.position("connect-four:width=6")
    assert start != start.state


def test_a_position_can_be_sent_elsewhere(after: kibitz.Position) -> None:
    assert pickle.loads(pickle.dumps(after)) == after


@pytest.mark.parametrize(
    ("moves", "error", "sentence"),
    [
        (["9"], kibitz.MalformedMove, "Move 1: '9' is not a move of Connect Four; moves are written 1, 2 … 7."),
        ([7], kibitz.MalformedMove, "7 is not a move of Connect Four; its moves are numbered 0 to 6."),
        ([-1], kibitz.MalformedMove, "-1 is not a move of Connect Four; its moves are numbered 0 to 6."),
        (["4 4 4 4 4"], kibitz.IllegalMove, "Move 5: 4 is not legal here; the legal moves are: 1 2 3 5 6 7."),
        ([3, 3, 3, 3, 3], kibitz.IllegalMove, "4 is not legal here; the legal moves are: 1 2 3 5 6 7."),
        (["1 5 1 6 1"], kibitz.IllegalMove, "Move 5: 1 cannot be played: the game is over (X wins)."),
    ],
)
def test_what_cannot_be_played_is_refused(
    after: kibitz.Position, moves: list[str | int], error: type[kibitz.InputError], sentence: str
) -> None:
    with pytest.raises(error) as refused:
        after.play(*moves)
    assert str(refused.value) == sentence


def test_a_wrong_start_is_refused() -> None:
    with pytest.raises(kibitz.UnknownName, match="did you mean othello"):
        kibitz.position("otello")
    with pytest.raises(kibitz.BadPosition, match="give one of them"):
        kibitz.position("othello", moves="d3", position="X")


def test_a_position_can_be_written_out() -> None:
    position = kibitz.position("tic-tac-toe", position="X-X-OOX--")
    assert position == kibitz.position("tic-tac-toe", moves="a1b2c1c2a3")
    assert position.played == ()


# How it looks.


def test_a_position_prints_as_a_board(after: kibitz.Position) -> None:
    assert str(after) == repr(after)
    assert str(after).splitlines()[-3:] == [" │ ·  · (X) X  ·  ·  · │", " └─────────────────────┘", "  O to move"]
    assert str(after.play(WINS)).splitlines()[-3:] == [
        " │ O  · [X][X][X][X] · │",
        " └─────────────────────┘",
        "  X wins",
    ]
    assert str(kibitz.position("othello:size=4")).splitlines()[-2:] == [
        "   Black X × 2   White O × 2",
        "   Black (X) to move",
    ]


@pytest.mark.parametrize("game", ["tic-tac-toe", "connect-four", "othello", "take-away", TREBLECROSS])
def test_a_position_draws_itself_in_a_notebook(game: str) -> None:
    position = kibitz.position(game)
    for _ in range(3):
        figure = ElementTree.fromstring(position._repr_html_())
        caption, picture = figure
        assert caption.text is not None
        assert caption.text.endswith("to move")
        assert picture.tag == "{http://www.w3.org/2000/svg}svg"
        assert not any("id" in part.attrib or "href" in part.attrib for part in picture.iter())  # many on one page
        assert ElementTree.fromstring(position.svg()).attrib == picture.attrib
        position = position.play(position.moves[0])


def test_a_name_with_signs_of_html_is_drawn_as_it_is() -> None:
    with registries_restored():

        @dataclass(frozen=True)
        class Marked(Countdown):
            name = "marked"
            title = '<b>"&'

        picture = ElementTree.fromstring(kibitz.position(Marked())._repr_html_())
    assert (picture[0].text, picture[1].attrib["aria-label"]) == ('<b>"&: X to move', 'A position of <b>"&')


def test_a_tree_draws_itself_in_a_notebook(after: kibitz.Position) -> None:
    tree = after.tree("alphabeta:depth=2")
    assert isinstance(tree, kibitz.SearchTree)
    assert tree.root_state == after.state
    assert ElementTree.fromstring(tree._repr_html_())[1].tag == "{http://www.w3.org/2000/svg}svg"


# What it answers.


def test_a_position_gives_the_answers_of_the_commands(after: kibitz.Position) -> None:
    best = after.best("engine:depth=6")
    assert isinstance(best, kibitz.BestMove)
    assert best.move in ("2", "5")  # the others lose at once
    solved = after.solve(all=True)
    assert isinstance(solved, kibitz.Solved)
    assert solved.scores == {"1": -18, "2": 2, "3": -18, "4": -18, "5": 2, "6": -18, "7": -18}
    assert after.solve().scores is None
    assert len(after.tree("alphabeta:depth=4")) == after.best("alphabeta:depth=4").nodes


def test_functions_answer_as_positions_do(after: kibitz.Position) -> None:
    of_position, of_game = (
        after.best("alphabeta:depth=3"),
        kibitz.best_move("connect-four", "alphabeta:depth=3", moves="443"),
    )
    assert (of_position.move, of_position.nodes) == (of_game.move, of_game.nodes)
    assert kibitz.solve("connect-four", moves="443", all=True).scores == after.solve(all=True).scores
    assert kibitz.tree(after.game, "minimax:depth=1", moves="443") == after.tree("minimax:depth=1")


def test_a_position_explains_a_heuristic(after: kibitz.Position) -> None:
    said = after.explain("windows:two=5")
    assert isinstance(said, kibitz.Explanation)
    assert said.total == sum(term.amount * term.weight for term in said.terms) == 4 - 15


@pytest.mark.slow
def test_a_match_gives_elo() -> None:
    result = kibitz.match("othello:size=4", "mcts:simulations=50", "random", games=20, seed=1)
    assert isinstance(result, kibitz.MatchResult)
    assert result.games == result.wins + result.draws + result.losses == 20
    assert result.elo is not None
    with pytest.raises(kibitz.BadOption, match="A match of 0 games"):
        kibitz.match("othello", "random", "random", games=0)


def test_a_match_can_begin_at_the_start_and_end_early() -> None:
    result = kibitz.match("tic-tac-toe", "perfect", "random", games=400, openings=0, sprt=(0, 100))
    assert result.verdict is not None
    assert result.games < 400


def test_a_player_is_graded() -> None:
    grade = kibitz.grade("connect-four", "mcts:nodes=1000", positions=6, phase="end", worst=1)
    assert isinstance(grade, kibitz.Grade)
    assert grade.phases[-1].positions == 6
    assert len(grade.worst) <= 1
    with pytest.raises(kibitz.BadOption, match="nothing to grade"):
        kibitz.grade("connect-four")


# Games of one's own.


@dataclass(frozen=True)
class Countdown(Game):
    """Take one or two from a number; whoever takes the last wins. Typed as a user's own game would be."""

    start: int = option(5, "where it begins", 1, 100)

    @property
    def num_moves(self) -> int:
        return 2

    def initial(self) -> State:
        return (self.start, 0)

    def rules(self) -> Rules:
        def moves(state: State, out: Any) -> int:
            out[0], out[1] = 0, 1
            return min(2, state[0])

        def play(state: State, move: Move) -> State:
            return (state[0] - move - 1, 1 - state[1])

        def result(state: State) -> int:
            return -1 if state[0] == 0 else ONGOING

        return Rules(moves, play, result)

    def view(self, state: State) -> View:
        return View(("*" * state[0],), {})


@pytest.fixture
def countdown() -> Iterator[Game]:
    with registries_restored():

        @dataclass(frozen=True)
        class Named(Countdown):
            name = "countdown"

        yield Named()


@pytest.mark.slow
def test_a_game_object_works_like_a_name(countdown: Game) -> None:
    start = kibitz.position(countdown)
    assert start.game is countdown is kibitz.game(countdown)
    assert start.to_move == "X"
    assert start.play(0).to_move == "O"  # the last word of the state, by default
    assert start.solve(all=True).scores == {"0": -1, "1": 1}
    assert start.best("alphabeta").move == "1"
    assert kibitz.best_move("countdown:start=4", "minimax").move == "0"
    assert kibitz.grade(countdown, "perfect", positions=2).phases[-1].optimal == 1


def test_a_match_of_a_game_that_is_in_no_file_is_played_here(countdown: Game) -> None:
    assert kibitz.match(countdown, "perfect", "random", games=4, openings=0).forfeits == (0, 0)


def test_a_match_of_a_game_in_a_file_is_played_elsewhere() -> None:
    with registries_restored():
        game = kibitz.game(f"{TREBLECROSS}:cells=5")
        GAMES.add(type(game))  # a file is run only once
        result = kibitz.match(game, "perfect", "random", games=4, openings=0)
    assert (result.game, result.games, result.forfeits) == ("treblecross:cells=5", 4, (0, 0))


def test_a_search_of_ones_own_can_be_given_as_an_object() -> None:
    with registries_restored():

        @dataclass(frozen=True)
        class Again(kibitz.TreeSearch):
            name = "again"

            def algorithm(self) -> Any:
                from kibitz.search.minimax import minimax

                return minimax

        start = kibitz.position("tic-tac-toe", moves="a1b2c1c2")
        assert start.best(Again(order="centre")).player == "again:order=centre"
        assert len(start.tree(Again())) == start.best("minimax").nodes
