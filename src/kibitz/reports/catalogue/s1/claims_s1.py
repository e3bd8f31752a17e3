"""S1's claims about Othello: trees too large to draw, why alpha-beta is faster, and greedy disc counting."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kibitz.core.game import find_game
from kibitz.evals.othello import Discs
from kibitz.lab.design import Cell, Column, Plot, Row, Values, number
from kibitz.lab.verdict import ClaimPart, Verdict, judge_parts
from kibitz.play.players import find_player, play_game
from kibitz.reports.catalogue.s1.s1_09_against_random import HEURISTICS, NO_WEIGHTS
from kibitz.reports.measuring.claims import (
    CheckedClaim,
    count_moves_held,
    growth_factor,
    read_column,
    rows_with,
    sample_positions,
)
from kibitz.reports.measuring.searches import search_with

__all__ = ["ConstantsAreSmaller", "DiscsAreGreedy", "TreeIsTooLarge"]

REPORT = "CS312 Lab 7: Othello bots"
GAME = "othello"
TOO_MUCH = 1_000  # MB
EARLY = 20  # discs on the board until which, in S1, mobility is what matters


class TreeIsTooLarge(CheckedClaim):
    id = "S1-19"
    title = "A tree of 150 nodes is too large to make"
    source = f"{REPORT}, section IV"
    says = (
        "Moves explore more than 150 nodes on average with depth just 3; making a tree with so many nodes is "
        "infeasible."
    )
    assumes = f"A tree would be infeasible if it took more than {TOO_MUCH:,} MB of memory."
    columns = (Column("nodes"), Column("most"), Column("seconds", "s", exact=False), Column("memory", "MB"))

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        plies = (10, 25, 40) if quick else range(5, 56, 5)
        positions, fewer = (5, "5 positions") if quick else (30, "")
        return [Cell(f"after {ply} moves", {"plies": ply, "positions": positions}, fewer) for ply in plies]

    def reported(self, cell: Cell) -> Values:
        return {"nodes": 150}

    def measure(self, cell: Cell, seed: int) -> Values:
        """Whole trees of depth 3, built and stored as objects: mean size, the largest, and what that one costs."""
        game = find_game(GAME)
        states = sample_positions(game, cell.whole("positions"), seed, cell.whole("plies"))
        sizes = [
            search_with("minimax:depth=3,eval=zero,backend=reference", game, state).stats.nodes for state in states
        ]
        largest = search_with("stored:depth=3,eval=discs", game, states[sizes.index(max(sizes))])
        megabytes = largest.stats.memory / 1e6
        mean = sum(sizes) / len(sizes)
        return {"nodes": mean, "most": max(sizes), "seconds": largest.stats.seconds, "memory": megabytes}

    def decide(self, rows: Sequence[Row]) -> Verdict:
        nodes, most = read_column(rows, "nodes"), max(read_column(rows, "most"))
        memory = max(read_column(rows, "memory"))
        mean = sum(nodes) / len(nodes)
        return judge_parts(
            ClaimPart(
                "a move explores more than 150 nodes on average at depth 3",
                mean > 150,
                f"{mean:,.0f} nodes per move on average over the game",
                "a move explores no more than 150 nodes on average at depth 3",
            ),
            ClaimPart(
                "a tree with so many nodes cannot be made",
                memory > TOO_MUCH,
                f"the largest tree, of {most:,.0f} nodes, takes {memory:.1f} MB",
                "a tree with so many nodes can be made easily",
            ),
        )


class ConstantsAreSmaller(CheckedClaim):
    id = "S1-20"
    title = "Alpha-beta is faster because its constants are smaller"
    source = f"{REPORT}, section V.A"
    says = "The space is O(bd) for both; ABPruning usually works faster than Minimax as its constants are smaller."
    assumes = "Measured in nodes, from one position 20 moves into the game, with netPlayerCoins."
    columns = (Column("minimax"), Column("alpha-beta"), Column("times fewer"), Column("moves held"))
    plot = Plot("lines", x="depth", y=("minimax", "alpha-beta"), log=True)

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        deepest, backend = (4, "reference") if quick else (8, "auto")
        return [Cell(f"depth {depth}", {"depth": depth, "backend": backend}) for depth in range(1, deepest + 1)]

    def measure(self, cell: Cell, seed: int) -> Values:
        """Both from the same position 20 moves into the game."""
        depth = cell.whole("depth")
        state = sample_positions(GAME, 1, seed, 20)[0]
        switches = f"depth={depth},eval=discs,backend={cell.settings['backend']}"
        plain, pruned = (
            search_with(f"{name}:{switches}", GAME, state).stats.nodes for name in ("minimax", "alphabeta")
        )
        return {
            "minimax": plain,
            "alpha-beta": pruned,
            "times fewer": plain / pruned,
            "moves held": count_moves_held(GAME, f"alphabeta:depth={depth},eval=discs", state),
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        plain, pruned, times = (read_column(rows, name) for name in ("minimax", "alpha-beta", "times fewer"))
        held = read_column(rows, "moves held")
        b, other = growth_factor(plain), growth_factor(pruned)
        return judge_parts(
            ClaimPart(
                "the space of both grows in proportion to the depth",
                held[-1] <= 2 * b * len(held),
                f"{held[0]:.0f} moves are held at depth 1, {held[-1]:.0f} at depth {len(held)}, with b = {b:.1f}",
                "the space grows faster than the depth",
            ),
            ClaimPart(
                "alpha-beta is faster by a constant factor",
                times[-1] / times[0] < 1.5,
                f"minimax takes {times[0]:.1f} times the nodes of alpha-beta at depth 1 and {times[-1]:.1f} times at "
                f"depth {len(times)}; a ply costs a factor of {b:.1f} and of {other:.1f}, which is "
                f"b^{math.log(other) / math.log(b):.2f}",
                "alpha-beta is faster by a factor that grows with the depth, as a ply costs it less",
            ),
        )


class DiscsAreGreedy(CheckedClaim):
    id = "S1-21"
    title = "Counting discs is greedy"
    source = f"{REPORT}, section III.A"
    says = "netPlayerCoins is greedy: it may trade in a lot of mobility early for gaining a few more coins."
    assumes = f"Alpha-beta of depth 3 plays Black against random play. {NO_WEIGHTS}"
    needs_full_rows = True
    columns = (Column("games"), Column("early discs"), Column("early mobility"), Column("wins", "%"))
    plot = Plot("bars", x="eval", y=("early discs", "early mobility"))

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        games = 20 if quick else 200
        fewer = f"{games} games" if quick else ""
        return [Cell(name, {"eval": heuristic, "games": games}, fewer) for heuristic, name in HEURISTICS.items()]

    def measure(self, cell: Cell, seed: int) -> Values:
        """Games as Black against random play. Early: own minus other discs, and own minus other moves."""
        game, games = find_game(GAME), cell.whole("games")
        counts, discs, mobility, wins = 0, 0, 0, 0
        own = find_player(f"alphabeta:depth=3,eval={cell.settings['eval']}")
        count_discs = Discs(game)  # type: ignore[arg-type]  # the game is Othello
        for number_of_game in range(games):
            record = play_game(game, (own, find_player("random", seed=1_000 * seed + number_of_game)))
            wins += (record.outcome or 0) > 0
            for state in record.states:
                if game.to_move(state) == 1 and sum(word.bit_count() for word in state[:2]) <= EARLY:
                    counts += 1
                    discs -= count_discs(state)
                    mobility += len(game.moves((state[1], state[0], *state[2:]))) - len(game.moves(state))
        return {
            "games": games,
            "early discs": discs / counts,
            "early mobility": mobility / counts,
            "wins": 100 * wins / games,
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        (greedy,), (phased,) = rows_with(rows, eval="discs"), rows_with(rows, eval="phased")

        def both(name: str) -> tuple[float, float]:
            return number(greedy.measured, name), number(phased.measured, name)

        discs, mobility = both("early discs"), both("early mobility")
        return judge_parts(
            ClaimPart(
                "early in the game netPlayerCoins has more discs than complexHeuristic",
                discs[0] > discs[1],
                f"up to disc {EARLY} it is {discs[0]:+.1f} discs ahead, {discs[1]:+.1f} with complexHeuristic",
                "early in the game netPlayerCoins does not even have more discs",
            ),
            ClaimPart(
                "it pays with mobility",
                mobility[0] < mobility[1],
                f"it has {mobility[0]:+.1f} moves more than the other side, {mobility[1]:+.1f} with complexHeuristic",
                "it does not pay with mobility",
            ),
        )
