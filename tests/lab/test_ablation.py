"""What each switch of a search does, and how sure that is."""

from __future__ import annotations

import json
import math

import pytest
from click.testing import CliRunner, Result

from kibitz.cli.main import kibitz
from kibitz.core.errors import BadOption, Unfinished
from kibitz.core.game import find_game
from kibitz.core.limits import Limits
from kibitz.lab.tools.ablation import MAX_NODES, MAX_SEARCHES, ablate, list_switches, set_switches
from kibitz.lab.tools.intervals import estimate
from kibitz.lab.tools.measure import measure_ablation
from kibitz.search.alphabeta import AlphaBeta

GAME = find_game("tic-tac-toe")
STATES = [GAME.play(GAME.initial(), move) for move in (0, 1, 4)]


def run(*words: str) -> Result:
    return CliRunner().invoke(kibitz, ["lab", "ablate", *words])


@pytest.mark.parametrize(("count", "quantile"), [(2, 12.706), (3, 4.303), (5, 2.776), (9, 2.306), (31, 2.042)])
def test_intervals_are_students(count: int, quantile: float) -> None:
    """Numbers whose mean is 0 and whose deviation is 1: the interval is the tabulated quantile over the root of n."""
    numbers = [float(i) for i in range(count)]
    mean = sum(numbers) / count
    deviation = math.sqrt(sum((x - mean) ** 2 for x in numbers) / (count - 1))
    found = estimate([(x - mean) / deviation for x in numbers])
    assert found.high == pytest.approx(quantile / math.sqrt(count), rel=0.01)
    assert found.low == pytest.approx(-(found.high or 0))


def test_one_number_has_no_interval() -> None:
    assert estimate([3.0]) == (3.0, None, None)


def test_a_main_effect_is_the_mean_over_the_other_switches() -> None:
    found = ablate(GAME, STATES, AlphaBeta(), Limits(depth=4), ("centre", "sooner"), name="it", backend="reference")
    assert (found.positions, found.searches, len(found.subsets)) == (3, 12, 4)

    def nodes(order: str, sooner: bool, i: int) -> int:
        return AlphaBeta(order=order, sooner=sooner).search_reference(GAME, STATES[i], Limits(depth=4)).stats.nodes

    ratios = [
        sum(math.log(nodes("centre", sooner, i) / nodes("natural", sooner, i)) for sooner in (False, True)) / 2
        for i in range(3)
    ]
    effect = next(effect for effect in found.effects if effect.switch == "centre")
    assert effect.nodes == pytest.approx(math.exp(sum(ratios) / 3))
    assert effect.nodes_low is not None
    assert effect.nodes_high is not None
    assert effect.nodes_low < effect.nodes < effect.nodes_high
    assert (effect.score, effect.score_low, effect.score_high) == (0, 0, 0)
    assert [one.nodes for one in found.effects] == sorted(one.nodes for one in found.effects)
    assert [one.nodes for one in found.subsets] == sorted(one.nodes for one in found.subsets)


def test_the_table_saves_nodes_and_changes_no_score() -> None:
    found = ablate(GAME, STATES, AlphaBeta(), Limits(depth=5), ("table",), name="it", backend="reference")
    (effect,) = found.effects
    assert effect.nodes < 1
    assert effect.score == 0
    plain = next(subset for subset in found.subsets if not subset.on)
    assert plain.nodes > found.subsets[0].nodes


def test_what_the_spec_says_is_no_switch() -> None:
    assert set(list_switches(AlphaBeta())) == {"table", "killer", "history", "heuristic", "centre", "sooner", "deepen"}
    assert set(list_switches(AlphaBeta(), {"order", "sooner"})) == {"table", "deepen"}
    assert not list_switches(AlphaBeta())["deepen"]


def test_the_engines_switches_are_those_that_are_true_or_false() -> None:
    from kibitz.kernels.searchers.engine import Engine

    switches = list_switches(Engine())
    assert set(switches) == {"lmr", "symmetry", "killers", "history", "order_by_eval", "own_search"}
    made = set_switches(Engine(), tuple(switches), ("history",))
    assert made == Engine(lmr=False, symmetry=False, killers=False, history=True, order_by_eval=False, own_search=False)


def test_a_table_comes_first_in_the_order_that_is_given() -> None:
    made = set_switches(AlphaBeta(order="centre"), ("table",), ("table",))
    assert made == AlphaBeta(order="table+centre", table="two-tier")
    assert set_switches(AlphaBeta(), ("killer", "centre", "sooner"), ()) == AlphaBeta()


def test_too_many_searches_are_refused_before_the_first() -> None:
    many = STATES[:1] * (MAX_SEARCHES // 2 + 1)
    with pytest.raises(BadOption, match=r"2 subsets, 20,002 searches of 10001 positions; choose fewer"):
        ablate(GAME, many, AlphaBeta(), Limits(depth=1), ("centre",), name="it", backend="reference")


def test_the_command_prints_effects_and_subsets() -> None:
    words = ("tic-tac-toe", "alphabeta:depth=4,backend=reference", "--positions", "2", "--switches", "centre,table")
    table = run(*words)
    assert table.exit_code == 0, table.output
    assert "2 switches, 4 subsets, 2 positions, 8 searches, reference" in table.output
    assert "everything off" in table.output
    found = json.loads(run(*words, "--json").stdout)
    assert {effect["switch"] for effect in found["effects"]} == {"centre", "table"}
    again = measure_ablation(GAME, words[1], positions=2, switches=["centre", "table"])
    assert [effect.nodes for effect in again.effects] == [effect["nodes"] for effect in found["effects"]]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("tic-tac-toe", "alphabeta:depth=3", "--switches", "kilers"), "did you mean killer?"),
        (("tic-tac-toe", "alphabeta:depth=3,order=centre", "--switches", "centre"), "that its spec does not set"),
        (("tic-tac-toe", "random"), "no searcher called 'random'"),
        (("tic-tac-toe", "alphabeta:depth=3", "--positions", "0"), "positions=0 is not allowed"),
        (("tic-tac-toe", "stored:sooner=true"), "no switch left"),
    ],
)
def test_what_cannot_be_switched_is_refused(words: tuple[str, ...], sentence: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert sentence in result.output


def test_a_limit_on_time_is_refused() -> None:
    with pytest.raises(BadOption, match="the same depth"):
        ablate(GAME, STATES, AlphaBeta(), Limits(time=1.0), ("centre",), name="it")


def test_a_search_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MAX_NODES, "reference", 100)
    with pytest.raises(Unfinished, match="more than 100 nodes for a position; reduce the depth"):
        ablate(GAME, STATES, AlphaBeta(), Limits(depth=5), ("centre",), name="it", backend="reference")


def test_an_earlier_name_of_a_switch_is_understood() -> None:
    game = find_game("tic-tac-toe")
    measured = measure_ablation(game, "engine:depth=2", positions=1, switches=["sight"])
    assert [effect.switch for effect in measured.effects] == ["order_by_eval"]
