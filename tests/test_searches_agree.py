"""Every searcher agrees with naive minimax: 10,000 random positions over all games, depth 4.

A position that is drawn again is not searched again: what a search answers depends on the position alone.
"""

from __future__ import annotations

import pytest

from helpers import naive
from kibitz.core.evaluation import find_evaluator
from kibitz.core.game import find_game
from kibitz.core.limits import Limits
from kibitz.core.score import Bound, is_decided
from kibitz.core.searching import find_searcher

DEPTH = 4

# Small boards give most of the positions: they end soon, and endings are where searches go wrong.
POSITIONS = {
    "tic-tac-toe": 300,
    "mnk:width=4,height=3,k=3": 30,
    "mnk:width=5,height=1,k=3": 1700,
    "mnk:width=5,height=5,k=4": 1,
    "connect-four:width=4,height=2,k=2": 1900,
    "connect-four:width=4,height=2,k=4": 701,
    "connect-four:width=4,height=4,k=3": 450,
    "connect-four:width=5,height=4": 300,
    "connect-four": 25,
    "othello:size=4": 800,
    "othello:size=6": 10,
    "othello": 3,
    "take-away:chips=12,take=3": 1890,
    "take-away:chips=15,take=4,misere=true": 1890,
}

ORDERED = "order=table+killer+history+centre,table=two-tier"
SEARCHERS = [
    "minimax",
    "minimax:table=newest",
    "stored",
    "stored:prune=after",
    "stored:prune=during",
    "alphabeta",
    "alphabeta:fail=hard",
    "alphabeta:order=heuristic+shuffled,seed=7",
    "alphabeta:table=deeper,entries=64,fail=hard",
    f"alphabeta:{ORDERED},deepen=true,aspiration=2",
    "alphabeta:ties=random,seed=5",
    "pvs",
    f"pvs:{ORDERED},deepen=true,aspiration=1,ties=random,seed=3",
    "mtd",
    "mtd:driver=sss,table=newest",
    "mtd:driver=dual,order=killer+history,deepen=true",
]


def test_there_are_ten_thousand_positions() -> None:
    assert sum(POSITIONS.values()) == 10_000


@pytest.mark.slow
@pytest.mark.parametrize("spec", POSITIONS)
def test_every_searcher_agrees_with_minimax(spec: str) -> None:
    game = find_game(spec)
    evaluator = find_evaluator("", game)
    searchers = [find_searcher(text)[0] for text in SEARCHERS]
    states = {naive.random_position(game, seed) for seed in range(POSITIONS[spec])}
    assert states
    for state in states:
        truth = naive.minimax(game, state, DEPTH, evaluator)
        values = {
            move: -naive.minimax(game, game.play(state, move), DEPTH - 1, evaluator) for move in game.moves(state)
        }
        for searcher in searchers:
            answer = searcher.search_reference(game, state, Limits(depth=DEPTH))
            where = f"{searcher} on {game.name} {state}"
            assert answer.score.value == truth, where
            assert answer.score.bound == Bound.EXACT, where
            assert answer.move is not None, where
            assert values[answer.move] == truth, f"{where}: played a worse move"
            assert answer.line[0] == answer.move, where
            if is_decided(truth) and getattr(searcher, "deepen", False):
                continue  # deepening stops at a forced win, so that the other moves were searched less deep
            for move, score, *_ in answer.roots:
                low_enough = score.bound == Bound.UPPER or score.value <= values[move]
                high_enough = score.bound == Bound.LOWER or score.value >= values[move]
                assert low_enough & high_enough, f"{where}: {score} is wrong for move {move}, worth {values[move]}"


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["tic-tac-toe", "connect-four:width=4,height=4", "othello:size=4", "take-away"])
def test_with_depth_aware_scores_every_searcher_agrees_to_the_end_of_the_game(spec: str) -> None:
    game = find_game(spec)
    searchers = [find_searcher(f"{text}{',' if ':' in text else ':'}sooner=true")[0] for text in SEARCHERS]
    searchers += [find_searcher("perfect")[0], find_searcher("perfect:every_move=true")[0]]
    drawn = {naive.random_position(game, seed) for seed in range(150)}
    small = [state for state in drawn if naive.is_small(game, state, 2_000)]
    assert len(small) >= 12
    for state in small:
        truth = naive.minimax(game, state, 10_000, sooner=True)
        for searcher in searchers:
            answer = searcher.search_reference(game, state)
            assert answer.score.value == truth, f"{searcher} on {game.name} {state}"
            assert answer.score.proven
