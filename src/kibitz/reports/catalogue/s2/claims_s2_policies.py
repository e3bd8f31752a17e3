"""What S2 hopes of players that learn: nearer and nearer to perfect play, and a policy network nearest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from kibitz.core.game import Game, Move, State, find_game
from kibitz.core.limits import Limits
from kibitz.core.rng import Rng
from kibitz.core.searching import StopFlag, find_searcher
from kibitz.lab.design import Cell, Column, Plot, Row, Values, number
from kibitz.lab.verdict import ClaimPart, Kind, Verdict, judge_parts
from kibitz.learn.measuring import choose_all
from kibitz.learn.method import find_method
from kibitz.learn.truth import Measured, TruthSet, find_truth
from kibitz.learned.find_model import find_model
from kibitz.reports.catalogue.s2.claims_s2_search import REPORT
from kibitz.reports.measuring.claims import CheckedClaim

GAME = "connect-four"
CHANCE, NETWORK, SEARCHED = "random moves", "network", "network with a search"
TABLES = {"q-learning": 50_000, "sarsa": 50_000, "sarsa-lambda": 50_000}  # games to learn from
METHODS = {**TABLES, "td": 500_000}
QUICK_PART = 20  # of the games, in quick rows
POSITIONS, QUICK_POSITIONS = 1_000, 100
SIMULATIONS = 100
GAMES = 400  # against random moves

Policy: TypeAlias = Callable[[Sequence[State]], list[Move]]


class SolvedPolicy(CheckedClaim):
    id = "S2-16e"
    title = "Learning a solved policy"
    source = f"{REPORT}, improvements and discussion"
    says = (
        "A reinforcement learning approach increases the probability of winning a game of Connect Four. A broader "
        "range of policy networks gives the best chance of developing a solved Connect 4 policy."
    )
    assumes = (
        f"S2 gives no settings, so the methods are ours. Wins are those of {GAMES} games against random moves, every "
        "second one as the first player. A policy is as near to a solved one as the share of positions after 2 to 32 "
        "random moves in which its move keeps the result; in every position some moves keep it and some do not. A "
        "table plays the first move where it has met none, which is worse than a random one here. The network is the "
        "one that comes with Kibitz, which learned from positions that a solver had judged. The larger "
        "set of rewards that S2 also proposes is not measured, because S2 does not list it."
    )
    columns = (
        Column("learned from"),
        Column("wins", "%"),
        Column("result kept", "%"),
        Column("loss a move", "points"),
    )
    needs_full_rows = True
    plot = Plot("bars", x="policy", y=("result kept",), title="Positions in which the move keeps the result")

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        note = f"{QUICK_POSITIONS} positions, a {QUICK_PART}th of the games" if quick else ""
        positions = QUICK_POSITIONS if quick else POSITIONS
        named = {CHANCE: 0, **METHODS, NETWORK: 0, SEARCHED: 0}
        return [
            Cell(name, {"policy": name, "games": games // (QUICK_PART if quick else 1), "positions": positions}, note)
            for name, games in named.items()
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        name, games, game = str(cell.settings["policy"]), cell.whole("games"), find_game(GAME)
        truth = find_truth(game, cell.whole("positions"))
        if name == CHANCE:
            rng = Rng(seed)
            wins = _count_wins(game, lambda states: [rng.choice(game.moves(state)) for state in states], seed)
            return _values(0, wins, _measure_chance(truth))
        if name in METHODS:
            learner = find_method(f"{name}:games={games},seed={seed}").begin(game)
            learner.learn(games, StopFlag())
            model, learned_from = learner.make_model(), games
        else:
            model = find_model("", game)
            learned_from = model.training.done
        policy: Policy = partial(_search_all, game) if name == SEARCHED else partial(choose_all, model)
        return _values(learned_from, _count_wins(game, policy, seed), truth.measure(policy(truth.states)))

    def decide(self, rows: Sequence[Row]) -> Verdict:
        wins, kept = (
            {str(row.cell.settings["policy"]): number(row.measured, column) for row in rows}
            for column in ("wins", "result kept")
        )
        tables, best_other = [wins[name] for name in TABLES], max(kept[name] for name in METHODS)
        found = judge_parts(
            ClaimPart(
                "learning makes a win more likely",
                min(tables) > wins[CHANCE],
                f"tables win {min(tables):.1f} to {max(tables):.1f} % of {GAMES} games against random moves, which win "
                f"{wins[CHANCE]:.1f} % among themselves",
                "a table that learned wins no more often than random moves",
            ),
            ClaimPart(
                "of all methods a policy network comes nearest to a solved policy",
                kept[NETWORK] > best_other,
                f"the network keeps it in {kept[NETWORK]:.1f} %, with {SIMULATIONS} simulations of a search in "
                f"{kept[SEARCHED]:.1f} %, the best other method in {best_other:.1f} %; a solved policy would in 100 %",
                "another method comes nearer to a solved policy than the network",
            ),
        )
        if found.kind is not Kind.HOLDS:
            return found
        condition = "with a network that a solver has taught; S2 thinks of one that learns by playing"
        return replace(found, kind=Kind.CONDITION, condition=condition)


def _values(learned_from: int, wins: float, measured: Measured) -> Values:
    kept = 100 * measured.kept
    return {"learned from": learned_from, "wins": wins, "result kept": kept, "loss a move": measured.loss}


def _measure_chance(truth: TruthSet) -> Measured:
    """What random moves come to on average."""
    kept = [len(one.keeping) / len(one.scores) for one in truth.positions]
    lost = [sum(map(one.loss, one.scores)) / len(one.scores) for one in truth.positions]
    return Measured(sum(kept) / len(kept), sum(lost) / len(lost))


def _count_wins(game: Game, policy: Policy, seed: int) -> float:
    """How many games of a hundred it wins against random moves."""
    rng, wins = Rng(seed), 0
    for number_of_game in range(GAMES):
        state, own = game.initial(), number_of_game % 2
        while (result := game.result(state)) is None:
            is_own = game.to_move(state) == own
            state = game.play(state, policy([state])[0] if is_own else rng.choice(game.moves(state)))
        wins += (result if game.to_move(state) == own else -result) > 0
    return 100 * wins / GAMES


def _search_all(game: Game, states: Sequence[State]) -> list[Move]:
    searcher, limits = find_searcher("learned")[0], Limits(nodes=SIMULATIONS)
    found = [searcher.search(game, state, limits).move for state in states]
    return [move for move in found if move is not None]
