"""Multi-ProbCut: the rule of its cuts, what they save, and what they may not do."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from click.testing import CliRunner

from helpers import naive
from kibitz.cli.main import kibitz as command
from kibitz.core.evaluation import EVALUATORS, DepthErrors, Evaluator, Terms, find_evaluator
from kibitz.core.game import Game, State, find_game
from kibitz.core.limits import Limits
from kibitz.core.score import is_decided
from kibitz.core.searching import SearchResult, find_searcher
from kibitz.evals.depth_errors import count_discs, describe_weights, read_models
from kibitz.kernels.engine.othello.tables import read_cuts
from kibitz.kernels.engine.othello.workspace import HUNDREDTHS
from kibitz.search.common.probable_cuts import CONFIDENCES, MAX_DEPTH, probable_cuts, shallow_depths

MEASURED = {"othello": "patterns", "connect-four": "windows"}


def ask(spec: str, game: Game, state: State, depth: int | None = None) -> SearchResult:
    return find_searcher(spec)[0].search_reference(game, state, Limits(depth=depth))


def positions(game: Game, fewest: int, most: int, count: int) -> list[State]:
    """Random positions with so many discs."""
    found = (naive.random_position(game, seed) for seed in range(10_000))
    return [
        state for state, _ in zip((s for s in found if fewest <= count_discs(s) <= most), range(count), strict=False)
    ]


# The rule.


def test_a_shallow_search_is_about_half_as_deep_and_of_the_same_parity() -> None:
    assert shallow_depths(1) == ()
    found = [shallow_depths(depth)[0] for depth in range(2, MAX_DEPTH + 1)]
    assert found[:11] == [0, 1, 2, 3, 4, 3, 4, 5, 6, 5, 6]
    for depth, shallow in enumerate(found, start=2):
        assert abs(depth / 2 - shallow) <= 1
        assert (depth - shallow) % 2 == 0


@pytest.mark.parametrize("spec", MEASURED)
def test_a_margin_grows_with_the_confidence_and_with_the_depth_left_out(spec: str) -> None:
    errors = find_evaluator(MEASURED[spec], find_game(spec)).depth_errors()
    assert errors is not None
    tables = [probable_cuts(errors, confidence) for confidence in sorted(CONFIDENCES)]
    phase = errors.phases // 2
    for depth in (5, 8, 11):
        margins = [[cut.margin for cut in table[phase][depth]] for table in tables]
        assert margins[-1] == [], "at 100 per cent nothing is cut"
        assert margins[:-1] == sorted(margins[:-1])
        assert all(margin > 0 for (margin,) in margins[:-1])
    for table in tables[:-1]:
        assert table[phase][16][0].margin >= table[phase][4][0].margin


@pytest.mark.parametrize("spec", MEASURED)
def test_the_errors_were_measured_with_the_weights_that_ship(spec: str) -> None:
    evaluator = find_evaluator(MEASURED[spec], find_game(spec))
    assert read_models()[f"{evaluator.name} on {spec}"].weights == describe_weights(evaluator), (
        f"run tools/fit_probcut.py for {evaluator.name} again, with a new file of positions"
    )


def test_the_compiled_search_of_othello_cuts_by_the_same_rule() -> None:
    errors = find_evaluator("patterns", find_game("othello")).depth_errors()
    assert errors is not None
    compiled = read_cuts()
    for level, confidence in enumerate(CONFIDENCES):
        for discs, by_depth in enumerate(probable_cuts(errors, confidence)):
            for depth, cuts in enumerate(by_depth):
                pairs = [(cut.shallow, math.ceil(cut.margin / HUNDREDTHS)) for cut in cuts]
                numbers = compiled[level, discs, depth].tolist()
                assert list(zip(numbers[::2], numbers[1::2], strict=True)) == [*pairs, *[(-1, -1)] * (2 - len(pairs))]


# What a search does with it.


@pytest.mark.parametrize(("spec", "depth"), [("othello", 3), ("connect-four", 6)])
def test_at_a_confidence_of_100_it_is_alphabeta(spec: str, depth: int) -> None:
    game = find_game(spec)
    states = positions(game, 8, 30, 3)
    assert len(states) == 3
    for state in states:
        switches = f"eval={MEASURED[spec]},order=killer+history"
        sure, plain = (
            ask(f"{name}{switches}", game, state, depth) for name in ("probcut:confidence=100,", "alphabeta:")
        )
        assert (sure.score, sure.line, sure.stats.nodes) == (plain.score, plain.line, plain.stats.nodes)


@pytest.mark.parametrize(("spec", "depth", "discs"), [("othello", 5, (44, 50)), ("connect-four", 6, (8, 20))])
def test_the_less_sure_it_is_the_fewer_nodes_it_visits(spec: str, depth: int, discs: tuple[int, int]) -> None:
    game = find_game(spec)
    nodes = {
        confidence: sum(
            ask(f"probcut:confidence={confidence},order=killer+history", game, state, depth).stats.nodes
            for state in positions(game, *discs, 3)
        )
        for confidence in (73, 95, 100)
    }
    assert nodes[73] <= nodes[95] < nodes[100], nodes
    assert nodes[73] < 0.95 * nodes[100], nodes


@pytest.fixture
def hasty() -> Iterator[str]:
    """A heuristic for every game that is always right about itself, it thinks, so that cuts are many and wild."""
    with EVALUATORS.restored():

        @dataclass(frozen=True)
        class Hasty(Evaluator):
            name = "hasty"

            def terms(self) -> Terms:
                return lambda state, out: None

            def __call__(self, state: State) -> int:
                return hash(state) % 201 - 100

            def depth_errors(self) -> DepthErrors | None:
                return DepthErrors(1, lambda state: 0, lambda phase, depth, shallow: 0.1)

        yield Hasty.name


@pytest.mark.parametrize("spec", ["tic-tac-toe", "othello:size=4"])
@pytest.mark.parametrize(
    "switches", ["", ",sooner=true", ",deepen=true,table=two-tier,order=table", ",deepen=true,aspiration=1"]
)
def test_however_wild_its_cuts_a_proven_score_is_right(spec: str, switches: str, hasty: str) -> None:
    game = find_game(spec)
    proven = wrong = 0
    for seed in range(150 if game.max_result == 1 else 40):
        state = naive.random_position(game, seed)
        if not naive.is_small(game, state, 1_000):
            continue
        truth = naive.minimax(game, state, 10_000, sooner="sooner" in switches)
        for depth in (4, 6, None):
            answer = ask(f"probcut:eval={hasty},confidence=73{switches}", game, state, depth)
            assert answer.move in game.moves(state)
            wrong += answer.score.value != truth
            if is_decided(answer.score.value):
                at_least = answer.score.value if answer.score.value > 0 else -answer.score.value
                assert (truth if answer.score.value > 0 else -truth) >= at_least, "a win is a win, perhaps a larger one"
            if answer.score.proven:
                proven += 1
                assert answer.score.value == truth, f"{spec} {state} to depth {depth}"
    assert proven > 0
    assert wrong > 0, "there were no wild cuts"


def test_results_of_finished_games_are_not_guessed_at(hasty: str) -> None:
    game = find_game("othello:size=4")
    drawn = (naive.random_position(game, seed) for seed in range(50))
    small = [state for state in drawn if naive.is_small(game, state, 1_000)]
    assert len(small) == 29
    for state in small:
        answer = ask(f"probcut:eval={hasty},confidence=73", game, state)
        assert answer.score.value == naive.minimax(game, state, 10_000)


# What it refuses.


def test_a_heuristic_without_measured_errors_is_refused_by_one_that_names_those_that_have_them() -> None:
    for arguments in (
        ["tic-tac-toe", "probcut"],
        ["othello", "probcut:eval=phased"],
        ["connect-four", "probcut:eval=windows/two=5"],
    ):
        answer = CliRunner().invoke(command, ["best", *arguments])
        assert answer.exit_code == 2
        assert "windows on connect-four" in answer.output
        assert "patterns on othello" in answer.output
    assert CliRunner().invoke(command, ["best", "tic-tac-toe", "probcut:confidence=100,depth=3"]).exit_code == 0
    answer = CliRunner().invoke(command, ["best", "othello", "probcut:confidence=96"])
    assert answer.exit_code == 2
    assert "one of 73, 87, 95, 98, 99, 100" in answer.output


def test_it_takes_a_measured_heuristic_if_the_game_prefers_another() -> None:
    for searcher in (find_searcher("probcut")[0], find_searcher("probcut:confidence=100")[0]):
        assert {spec: str(searcher.evaluator(find_game(spec))) for spec in MEASURED} == MEASURED
