"""Turns of several moves, and positions that come again: every search to the end says what the plain truth is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from helpers import naive
from helpers.circles import Chase, Grab, SpringingChase
from kibitz.check.laws import LAWS, play_random_walk
from kibitz.core.errors import BadFile, IllegalMove, Unfinished
from kibitz.core.game import Game, State
from kibitz.core.limits import COMPILED, REFERENCE, Limits
from kibitz.core.score import WIN, final
from kibitz.core.searching import find_searcher
from kibitz.drawing.position_view import view_position
from kibitz.kernels.compiled_forms import obstacle
from kibitz.kernels.searchers.strong import Strong, search_kept
from kibitz.play.players import Random, play_game
from kibitz.play.records import Choice, GameRecord
from kibitz.search.mcts import LONG_PLAYOUT

RING = Chase(graph=0, mouse=4)  # 17 of its 33 positions are draws
SPRING = SpringingChase(graph=0, mouse=4, hole=False)  # its wins take up to nine plies
ROW = SpringingChase(graph=1, mouse=3, hole=False)  # few paths
GRAB = Grab(chips=9)

TO_THE_END = [
    "minimax:sooner=true",
    "alphabeta:sooner=true",
    "alphabeta:sooner=true,fail=hard,order=history+killer",
    "alphabeta:sooner=true,table=newest,entries=16",
    "alphabeta:sooner=true,table=two-tier,deepen=true,aspiration=2",
    "pvs:sooner=true,table=deeper,order=table+heuristic",
    "mtd:sooner=true",
    "stored:sooner=true,prune=during",
    "perfect",
]


def find_truth(game: Game) -> dict[State, int]:
    """The value of every position in which somebody can move, the distance included."""
    if not game.repeats:
        states = [state for state in naive.reachable(game) if game.moves(state)]
        return {state: naive.minimax(game, state, 100, sooner=True) for state in states}
    found = naive.retrograde(game)
    return {state: final(result, plies, True) for state, (result, plies) in found.items() if game.moves(state)}


def every_third(truth: dict[State, int]) -> list[tuple[State, int]]:
    """Wins, draws and losses are among them, as far as the game has any."""
    chosen = sorted(truth.items(), key=lambda known: (known[1], known[0]))[::3]
    assert {(value > 0) - (value < 0) for _, value in chosen} == {(value > 0) - (value < 0) for value in truth.values()}
    return chosen


@pytest.mark.parametrize("game", [GRAB, SPRING, RING], ids=str)
@pytest.mark.parametrize("spec", TO_THE_END)
def test_readable_searches_to_the_end_say_the_truth(game: Game, spec: str) -> None:
    searcher, limits = find_searcher(spec)
    if spec.startswith(("minimax", "stored")) and game in (RING, SPRING):
        game = ROW  # all paths of the ring are too many for a search without cut-offs
    truth = every_third(find_truth(game))
    assert len(truth) >= 6
    for state, value in truth:
        found = searcher.search(game, state, limits, backend=REFERENCE)
        assert (found.score.value, found.score.proven) == (value, True), state
        assert found.line[0] in game.moves(state)


@pytest.mark.parametrize("game", [GRAB, SPRING, RING], ids=str)
def test_proof_search_never_lies_and_finds_every_win(game: Game) -> None:
    searcher, _ = find_searcher("proof")
    truth = every_third(find_truth(game))
    assert len(truth) >= 6
    for state, value in truth:
        score = searcher.search(game, state, Limits(), backend=REFERENCE).score
        if value or not game.repeats:
            assert (score.points, score.proven) == (round(value / WIN), True), state
        else:
            assert score.value == 0, "a draw by repetition is not proven, but nothing else is said"


@pytest.mark.parametrize("game", [GRAB, SPRING, RING], ids=str)
def test_monte_carlo_proves_what_is_true(game: Game) -> None:
    searcher, _ = find_searcher("mcts:simulations=2000")
    proven = 0
    for state, value in every_third(find_truth(game)):
        score = searcher.search(game, state, Limits(), backend=REFERENCE).score
        assert not score.proven or score.points == round(value / WIN), state
        proven += score.proven
    assert proven


def test_a_random_game_in_circles_is_given_up_and_counts_as_a_draw() -> None:
    game = Chase(graph=0, mouse=4, hole=False)
    searcher, _ = find_searcher("mcts:simulations=20,solver=false")
    found = searcher.search(game, game.initial(), Limits(), backend=REFERENCE)
    assert found.stats.nodes <= 21 * (LONG_PLAYOUT + 20)


@pytest.mark.slow
@pytest.mark.parametrize("game", [GRAB, SPRING], ids=str)
def test_compiled_searches_follow_the_readable_ones_and_the_truth(game: Game) -> None:
    truth = find_truth(game)
    for spec in ("alphabeta", "pvs:sooner=true,order=heuristic+history", "mcts:simulations=200", "proof"):
        searcher, limits = find_searcher(spec)
        assert bool(obstacle(searcher, game)) == (spec == "proof" and game.repeats)
        if obstacle(searcher, game):
            continue
        for state, _ in every_third(truth):
            answers = (searcher.search(game, state, limits, backend=backend) for backend in (REFERENCE, COMPILED))
            first, second = (replace(r, backend="", stats=replace(r.stats, seconds=0.0, memory=0)) for r in answers)
            assert first == second, f"{spec} {state}"
    for spec in ("engine", "strong"):
        searcher, limits = find_searcher(spec)
        for state, value in every_third(truth):
            score = searcher.search(game, state, limits).score
            assert (score.value, score.proven) == (value, True), f"{spec} {state}"


def test_a_value_that_rests_on_the_path_stays_out_of_the_table() -> None:
    """With a table that keeps everything it finds, the graph-history problem shows on this board."""
    wrong = 0
    searcher, _ = find_searcher("alphabeta:table=newest,sooner=true")
    for state, value in find_truth(SPRING).items():
        assert searcher.search(SPRING, state, backend=REFERENCE).score.value == value
        wrong += _search_with_naive_table(SPRING, state, {}, {state}) != (value > WIN // 2) - (value < -WIN // 2)
    assert wrong, "the board is too simple to show anything"


def _search_with_naive_table(game: Game, state: State, table: dict[State, int], path: set[State]) -> int:
    """Minimax where a repetition is a draw, and whatever is found is kept for all paths: wrong."""
    result = game.result(state)
    if result is not None:
        return result
    if state in table:
        return table[state]
    values = []
    for move in game.moves(state):
        after = game.play(state, move)
        value = 0 if after in path else _search_with_naive_table(game, after, table, path | {after})
        values.append(game.seen_from(state, after, value))
    table[state] = max(values)
    return table[state]


def test_a_game_ends_when_a_position_comes_for_the_third_time() -> None:
    record = GameRecord.begin(RING, ("", ""))
    for move in (5, 3, 0, 4) * 2:
        assert not record.is_over
        record = record.after(Choice(move))
    assert (record.outcome, record.result, record.legal_moves) == (0, "draw", [])
    assert record.why_over == "The position came for the third time: a draw."
    seen = view_position(RING, record.moves_text)
    assert (seen.over, seen.result, seen.why, seen.legal) == (True, "draw", record.why_over, ())
    with pytest.raises(IllegalMove, match=r"Move 9: 5 cannot be played: the game is over. The position came"):
        view_position(RING, record.moves_text + "5")
    played = play_game(Chase(graph=0, mouse=4, hole=False), (Random(seed=1), Random(seed=2)))
    assert played.is_over


@pytest.mark.slow
def test_a_table_is_kept_in_a_file_and_the_work_goes_on_from_there(tmp_path: Path) -> None:
    path, state = tmp_path / "spring.table", SPRING.initial()
    searcher = Strong(max_positions=10_000)
    begun = search_kept(searcher, SPRING, state, path, Limits(nodes=5), None)
    assert begun.stopped_by == "nodes"
    done = search_kept(searcher, SPRING, state, path, Limits(), None)
    assert done.score.value == find_truth(SPRING)[state]
    assert done.stats.nodes == len(naive.reachable(SPRING)) - 5
    again = search_kept(searcher, SPRING, state, path, Limits(), None)
    assert (again.score, again.roots, again.stats.nodes) == (done.score, done.roots, 1)
    with pytest.raises(BadFile, match=r"is a table of springing-chase.*, not of chase"):
        search_kept(searcher, RING, state, path, Limits(), None)
    with pytest.raises(Unfinished, match=r"has more than 20 positions from here on \(max_positions=20\)"):
        search_kept(Strong(max_positions=20), SPRING, state, tmp_path / "few.table", Limits(), None)


def test_check_tells_of_traits_that_a_game_does_not_admit_to() -> None:
    def find_faults(cls: type[Game]) -> list[str]:
        game = cls()
        walks = [play_random_walk(game, game.cached_rules, seed) for seed in range(3)]
        return [fault for walk in walks for law in LAWS[:8] for fault in law.faults(game, walk)]

    assert find_faults(Grab) == find_faults(Chase) == find_faults(SpringingChase) == []
    silent = type("SilentGrab", (Grab,), {"moves_again": False})
    assert "says moves_again = True" in find_faults(silent)[0]
    silent = type("SilentChase", (Chase,), {"repeats": False})
    assert any("says repeats = True" in fault for fault in find_faults(silent))
    hidden = type("HiddenSide", (Grab,), {"to_move": lambda self, state: 1 - state[-1]})
    assert "compiled code looks there" in find_faults(hidden)[0]
