"""`lab tune` and `lab ablate --eval`: the fit finds known weights, and terms without use show as such."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from helpers.example_runner import registries_restored
from helpers.wordless import Wordless
from kibitz.check.new_game.write_skeleton import write_skeleton
from kibitz.cli.main import kibitz
from kibitz.core.errors import BadOption, Unsuited
from kibitz.core.evaluation import find_evaluator
from kibitz.core.loading import load_game
from kibitz.lab.tools.eval_quality import change_by_phase
from kibitz.lab.tools.fitted_weights import expected_worths, fit_scale, fit_weights, round_weights
from kibitz.lab.tools.labelled_positions import LabelledMove, LabelledPosition, Labels, choose_labels, label_positions
from kibitz.lab.tools.tuning import play_verification, tune


def test_fit_finds_the_weights_that_made_the_worths() -> None:
    amounts = np.random.default_rng(1).integers(-5, 6, (4_000, 3)).astype(float)
    true = np.array([0.4, -0.1, 0.0])
    found = fit_weights(amounts, expected_worths(amounts @ true))
    assert np.allclose(found, true, atol=0.01)
    assert fit_scale(amounts @ (10 * true), expected_worths(amounts @ true)) == pytest.approx(0.1, rel=0.02)
    assert round_weights(found, (1, 2, 3), (True, True, False)) == (100, -25, 3)


def test_a_term_that_never_occurs_gets_no_weight() -> None:
    amounts = np.array([[1.0, 0.0], [-1.0, 0.0]])
    assert fit_weights(amounts, np.array([1.0, 0.0]))[1] == 0


def test_the_worth_of_a_position_is_that_of_its_best_move() -> None:
    game = load_game("tic-tac-toe")
    found = label_positions(find_evaluator("windows", game), Labels(0, 2.0), positions=12, seed=3)
    assert len(found) == 12
    for position in found:
        assert position.worth == max(move.worth for move in position.moves) in (0, 0.5, 1)


def test_a_search_to_the_end_labels_like_the_solver() -> None:
    game = load_game("tic-tac-toe")
    evaluator = find_evaluator("windows", game)
    exact, deep = (label_positions(evaluator, Labels(depth, 2.0), positions=9, seed=5) for depth in (0, 9))
    assert [(one.amounts, one.worth) for one in exact] == [(one.amounts, one.worth) for one in deep]


def test_the_choice_of_an_evaluator_loses_what_the_move_gives_away() -> None:
    better, worse = LabelledMove(1.0, (1, 0), None), LabelledMove(0.5, (0, 1), None)
    position = LabelledPosition("middle", 1.0, (0, 0), (better, worse))
    assert position.choice_loss(np.array([1.0, 0.0])) == 0
    assert position.choice_loss(np.array([0.0, 1.0])) == 0.5
    assert position.choice_loss(np.array([1.0, 1.0])) == 0.25  # either of two that it likes equally
    wins = LabelledMove(1.0, (0, 0), 1e6)
    assert LabelledPosition("end", 1.0, (0, 0), (worse, wins)).choice_loss(np.array([0.0, 1.0])) == 0
    [middle, whole] = change_by_phase((1, 0), (0, 1), [position] * 4, [position] * 4)
    assert (middle.phase, middle.loss_before, middle.loss_after, middle.loss_change) == ("middle", 0, 50, 50)
    assert whole.positions == 4


def test_tuning_can_be_repeated() -> None:
    game = load_game("tic-tac-toe")
    found = [tune(game, "windows", positions=45, seed=2) for _ in range(2)]
    assert found[0] == found[1]
    assert [term.occurs for term in found[0].terms] == [True, True, False, False]
    assert found[0].terms[2].after == found[0].terms[2].before


@pytest.mark.parametrize(
    ("spec", "options", "sentence"),
    [
        ("zero", {}, "zero has no weights"),
        ("windows", {"positions": 10}, "30 positions or more"),
        ("windows", {"depth": 1}, "depth 2 or more"),
        ("discs", {}, "not for"),
    ],
)
def test_what_cannot_be_tuned_is_refused(spec: str, options: dict[str, int], sentence: str) -> None:
    with pytest.raises((BadOption, Unsuited), match=sentence):
        tune(load_game("tic-tac-toe"), spec, **options)  # type: ignore[arg-type]  # only whole numbers are given


def test_new_weights_of_a_game_of_ones_own_play_the_old_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The match names the file by its full path, the user by a shorter one: it is the same game."""
    monkeypatch.chdir(tmp_path)
    write_skeleton("fox-and-geese", tmp_path)
    with registries_restored():
        game = load_game("fox_and_geese.py")
        found = play_verification(
            game,
            "alphabeta:depth=1,backend=reference",
            ("fox-and-geese-freedom:cell=100", "fox-and-geese-freedom"),
            games=2,
            sprt=None,
            seed=0,
        )
        assert found.games == 2
        assert type(load_game(str(tmp_path / "fox_and_geese.py"))) is type(game)


def test_a_game_that_cannot_be_solved_needs_a_depth() -> None:
    game = Wordless()
    with pytest.raises(Unsuited, match="--depth 8"):
        choose_labels(game, None, 1.0)
    assert choose_labels(game, 4, 1.0).words == "a search to depth 4"


def test_commands_give_json_and_refuse_half_orders() -> None:
    out = CliRunner().invoke(
        kibitz, ["lab", "ablate", "tic-tac-toe", "--eval", "windows", "--positions", "30", "--json"]
    )
    effects = json.loads(out.stdout)["effects"]
    assert {effect["term"] for effect in effects} == {"one", "two", "three", "four"}
    assert next(effect for effect in effects if effect["term"] == "four")["phases"][-1]["loss_change"] == 0
    for words, sentence in (
        (("ablate", "tic-tac-toe"), "--eval EVALUATOR"),
        (("ablate", "tic-tac-toe", "alphabeta:depth=2", "--games", "5"), "need --eval"),
        (("ablate", "tic-tac-toe", "--eval", "windows", "--switches", "table"), "leave them out"),
        (("tune", "tic-tac-toe", "windows", "--games", "-1"), "games=-1"),
    ):
        refused = CliRunner().invoke(kibitz, ["lab", *words])
        assert refused.exit_code == 2
        assert sentence in refused.output
