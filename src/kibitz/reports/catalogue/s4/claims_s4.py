"""S4's claims: nodes by factorials, the first move always the best, and invincible on 5x5."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kibitz.core.game import find_game
from kibitz.core.searching import Stats
from kibitz.lab.design import Cell, Column, Plot, Row, Value, Values, number
from kibitz.lab.tools.growth import count_nodes_by_ply
from kibitz.lab.verdict import ClaimPart, Kind, Verdict, answer_both, join_words, judge_parts
from kibitz.play.players import find_player, play_game
from kibitz.reports.catalogue.s2.claims_s2_other_players import estimate_games
from kibitz.reports.catalogue.s4.s4_03_depth_aware_score import REPORT
from kibitz.reports.catalogue.s4.s4_06_move_ordering import BOARDS
from kibitz.reports.measuring.claims import (
    CheckedClaim,
    count_moves_held,
    growth_factor,
    read_column,
    rows_with,
    sample_positions,
)
from kibitz.reports.measuring.searches import count_tree_sizes, search_with

HORIZONS = {"0 at the limit": "reported-cells", "evaluated": "cells"}  # as published, and corrected
STARTS = {  # board, moves played, positions
    "empty board, k=4": ("5x5, k=4", 0, 1),
    "empty board, k=5": ("5x5, k=5", 0, 1),
    "8 moves in, k=4": ("5x5, k=4", 8, 5),
}
CELLS = 25  # b: the moves of an empty board
HALVED = 0.55  # an exponent of at most this many d is called half
OPPONENT = "alphabeta:depth=6,eval=windows,order=centre"
QUICK_OPPONENT = "alphabeta:depth=3,eval=windows,order=centre,backend=reference"

# S4 prints no schedule for its growing depth; these are plausible ones: the first depth, and moves for a ply more.
SCHEDULES = {f"depth={depth},grow=4": f"depth {depth} at first" for depth in (2, 3, 4)}
QUICK_SCHEDULES = {"depth=2,grow=6": "depth 2 at first, growing slowly"}
ALL_SCHEDULES = {**SCHEDULES, **QUICK_SCHEDULES}


class FactorialNodes(CheckedClaim):
    id = "S4-10"
    title = "9! and 25! nodes"
    source = f"{REPORT}, section 3.a"
    says = (
        "Minimax has to consider 9! = 362 880 nodes for a 3x3 board or 25! = 15 511 210 043 × 10^25 nodes for a 5x5 "
        "board."
    )
    assumes = "Print does not say how many in a row win on 5x5, so four and five are both measured."
    columns = (Column("factorial"), Column("log10 of it"), Column("nodes"), Column("log10 of games"))

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        samples, fewer = (500, "500 samples") if quick else (50_000, "")
        return [Cell(board, {"board": board, "samples": samples}, fewer) for board in BOARDS]

    def reported(self, cell: Cell) -> Values:
        if cell.settings["board"] == "3x3":
            return {"factorial": 362_880, "nodes": 362_880}
        return {"factorial": "15 511 210 043 × 10^25", "nodes": "15 511 210 043 × 10^25"}

    def measure(self, cell: Cell, seed: int) -> Values:
        """The factorial and what it should count: nodes on 3x3, and games estimated by random sampling."""
        game = find_game(BOARDS[str(cell.settings["board"])])
        orders = math.factorial(game.num_moves)
        return {
            "factorial": orders,
            "log10 of it": math.log10(orders),
            "nodes": count_tree_sizes(str(game), game.max_plies)[-1] if cell.settings["board"] == "3x3" else None,
            "log10 of games": math.log10(estimate_games(str(game), cell.whole("samples"), seed)),
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        small, *large = rows_with(rows)
        nodes, orders = number(small.measured, "nodes"), number(small.measured, "factorial")
        games = join_words(
            [f"10^{number(row.measured, 'log10 of games'):.1f} games on {row.cell.name}" for row in large]
        )
        factorial = int(number(large[0].measured, "factorial"))
        return judge_parts(
            ClaimPart(
                "minimax has 9! and 25! nodes to consider",
                nodes == orders,
                f"9! = {orders:,.0f} but {nodes:,.0f} nodes on 3x3; 25! = {factorial:,}, which is 1.55 × 10^25, as "
                f"print has lost a decimal point, but about {games} by sampling",
                "a factorial counts the ways to fill the board, not the nodes that minimax considers",
            ),
        )


class HalfTheExponent(CheckedClaim):
    id = "S4-11"
    title = "The first move is always the best, so b^(d/2) is reached"
    source = f"{REPORT}, section 4"
    says = (
        "The time is O(b^d). With the heuristic order the first move chosen is always the best, so that alpha-beta "
        "takes O(b^(d/2)); the space is O(bm)."
    )
    assumes = (
        "Print has no number, so four and five in a row are measured from the empty 5x5 board, and four in a row 8 "
        "moves into the game. The m of the space is taken as the depth, as print derives it. S4's program gives every "
        "position at its depth limit the value 0; a program with that corrected evaluates it with S4's scores of moves."
    )
    columns = (
        Column("minimax nodes"),
        Column("nodes"),
        Column("exponent"),
        Column("cut-offs by the first move", "%"),
        Column("moves held"),
    )
    plot = Plot("lines", x="depth", y=("nodes",), by="curve", log=True)

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [
            Cell(
                f"{name}, {start}, depth {depth}",
                {"horizon": name, "eval": heuristic, "start": start, "depth": depth, "curve": f"{name}, {start}"},
            )
            for name, heuristic in HORIZONS.items()
            for start in STARTS
            for depth in range(1, 5 if quick else 7)
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        """Alpha-beta with S4's move ordering; sums over the positions."""
        board, plies, count = STARTS[str(cell.settings["start"])]
        game, depth = find_game(BOARDS[board]), cell.whole("depth")
        states = sample_positions(game, count, seed, plies) if plies else [game.initial()]
        spec = f"alphabeta:depth={depth},eval={cell.settings['eval']},order=heuristic"
        stats = sum((search_with(f"{spec},backend=reference", game, state).stats for state in states), Stats())
        everything = sum(
            nodes for state in states for nodes, _ in count_nodes_by_ply(game, state, depth, max_positions=100_000)
        )
        return {
            "minimax nodes": everything,
            "nodes": stats.nodes,
            "exponent": math.log(stats.nodes) / math.log(everything),
            "cut-offs by the first move": 100 * stats.cutoffs[0] / sum(stats.cutoffs) if sum(stats.cutoffs) else None,
            "moves held": max(count_moves_held(game, spec, state) for state in states),
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        return answer_both(*(self._judge(rows_with(rows, horizon=name)) for name in HORIZONS))

    def _judge(self, rows: Sequence[Row]) -> Verdict:
        exponents = {start: _exponent(rows_with(rows, start=start)) for start in STARTS}
        first = min(read_column(rows, "cut-offs by the first move"))
        held, depth = max(read_column(rows, "moves held")), max(row.cell.whole("depth") for row in rows)
        return judge_parts(
            ClaimPart(
                "the moves held at a time are in proportion to the depth",
                held <= CELLS * depth,
                f"at most {held:.0f} moves held at depth {depth}, with b = {CELLS}",
                "the moves held at a time grow faster than the depth",
            ),
            ClaimPart(
                "the first move tried is always the best",
                first == 100,
                f"the first move makes {first:.1f} % of the cut-offs where it makes fewest",
                "the first move tried is not always the best",
            ),
            ClaimPart(
                "the exponent is halved",
                max(exponents.values()) <= HALVED,
                "; ".join(f"{start}: nodes grow like b^({exponent:.2f} d)" for start, exponent in exponents.items()),
                "the exponent is not quite halved",
            ),
        )


def _exponent(rows: Sequence[Row]) -> float:
    """The share of minimax's exponent by which the nodes grow from depth 2 on."""
    everything, nodes = (read_column(rows, name)[1:] for name in ("minimax nodes", "nodes"))
    return math.log(growth_factor(nodes)) / math.log(growth_factor(everything))


class Invincible(CheckedClaim):
    id = "S4-12"
    title = "Invincible on 5x5"
    source = f"{REPORT}, section 3.c"
    says = "Alpha-beta pruning and the heuristic make the computer invincible at the 5x5 map."
    assumes = (
        "Print says neither how many in a row win nor how the depth grows, so four and five in a row and three "
        "schedules are measured. The opponents are random play and alpha-beta of depth 6 with open lines."
    )
    needs_full_rows = True
    covers = ("S4-16",)
    columns = (Column("games"), Column("wins"), Column("draws"), Column("losses"))
    plot = Plot("bars", x="game", y=("losses",), by="k")

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        schedules, games, search = (QUICK_SCHEDULES, 2, QUICK_OPPONENT) if quick else (SCHEDULES, 20, OPPONENT)
        cells = []
        for own, schedule in schedules.items():
            for k in (4, 5):
                for side, place in enumerate(("first", "second")):
                    for opponent in ("random", search):
                        game = f"{place} v {opponent.partition(':')[0]}"
                        settings: Values = {
                            **{"k": k, "game": f"{game}, {schedule}", "side": side, "opponent": opponent},
                            **{"own": own, "games": games},
                        }
                        fewer = f"{games} games" if quick else ""
                        cells.append(Cell(f"k={k}, {game}, {schedule}", settings, fewer))
        return cells

    def measure(self, cell: Cell, seed: int) -> Values:
        """S4's program, as printed: 0 at the horizon, order by its scores, shuffled, sooner wins, a growing depth."""
        settings = cell.settings
        game, side = find_game(BOARDS[f"5x5, k={settings['k']}"]), cell.whole("side")
        spec = f"replica-s4-alphabeta:{settings['own']},backend=reference"
        results = []
        for index in range(cell.whole("games")):
            own = find_player(spec, seed=1_000 * seed + index)
            other = find_player(str(settings["opponent"]), seed=1_000 * seed + index)
            outcome = play_game(game, (own, other) if side == 0 else (other, own)).outcome or 0
            results.append(outcome if side == 0 else -outcome)
        return {
            "games": len(results),
            "wins": sum(result > 0 for result in results),
            "draws": results.count(0),
            "losses": sum(result < 0 for result in results),
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        lost, played = (int(sum(read_column(rows, name))) for name in ("losses", "games"))

        def total(name: str, **settings: Value) -> int:
            return int(sum(read_column(rows_with(rows, **settings), name)))

        by_rules = [f"{total('losses', k=k)} of {total('games', k=k)} with {k} in a row" for k in (4, 5)]
        schedules = dict.fromkeys(str(row.cell.settings["own"]) for row in rows)
        by_schedule = [
            f"{total('losses', own=own)} of {total('games', own=own)} with {ALL_SCHEDULES[own]}" for own in schedules
        ]
        figures = f"{lost} of {played} games lost: {', '.join(by_rules)}; {', '.join(by_schedule)}"
        if lost:
            return Verdict(Kind.WRONG, "The program can be beaten on 5x5.", figures)
        sentence = "The program lost no game on 5x5."
        return Verdict(Kind.CONDITION, sentence, figures, "against these opponents; others were not tested")
