"""S4's claims: nodes by factorials, the first move always the best, and invincible on 5x5."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kibitz.core.game import find_game
from kibitz.lab.catalogue.s2.claims_s2_other_players import estimate_games
from kibitz.lab.catalogue.s4.s4_03_depth_aware_score import REPORT
from kibitz.lab.catalogue.s4.s4_06_move_ordering import BOARDS
from kibitz.lab.design import Cell, Column, Plot, Row, Values, Verdict, number
from kibitz.lab.measuring.claims import (
    CheckedClaim,
    ClaimPart,
    count_moves_held,
    growth_factor,
    judge_parts,
    read_column,
    rows_with,
)
from kibitz.lab.measuring.searches import count_tree_sizes, search_with
from kibitz.lab.tools.growth import count_nodes_by_ply
from kibitz.play.players import find_player, play_game

__all__ = ["FactorialNodes", "HalfTheExponent", "Invincible"]

OPPONENT = "alphabeta:depth=6,eval=windows,order=centre"
QUICK_OPPONENT = "alphabeta:depth=3,eval=windows,order=centre,backend=reference"


class FactorialNodes(CheckedClaim):
    id = "S4-10"
    title = "9! and 25! nodes"
    source = f"{REPORT}, section 3.a"
    says = "Minimax has to consider 9! = 362,880 nodes for a 3x3 board and 25! = 1.55 x 10^25 for a 5x5 board."
    columns = (Column("factorial"), Column("log10"), Column("nodes"), Column("log10 of games"))

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [Cell(board, {"board": board, "samples": 500 if quick else 50_000}) for board in BOARDS]

    def reported(self, cell: Cell) -> Values:
        printed = 362_880 if cell.settings["board"] == "3x3" else 1.5511210043e25
        return {"factorial": printed, "log10": math.log10(printed)}

    def measure(self, cell: Cell, seed: int) -> Values:
        """The factorial and what it should count: nodes on 3x3, and games estimated by random sampling."""
        game = find_game(BOARDS[str(cell.settings["board"])])
        orders = math.factorial(game.num_moves)
        small = cell.settings["board"] == "3x3"
        return {
            "factorial": orders if small else float(orders),
            "log10": math.log10(orders),
            "nodes": count_tree_sizes(str(game), game.max_plies)[-1] if small else None,
            "log10 of games": math.log10(estimate_games(str(game), cell.whole("samples"), seed)),
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        small, *large = rows_with(rows)
        nodes, orders = number(small.measured, "nodes"), number(small.measured, "factorial")
        games = ", ".join(f"10^{number(row.measured, 'log10 of games'):.1f} games on {row.cell.name}" for row in large)
        return judge_parts(
            ClaimPart(
                all(
                    abs(number(row.measured, "log10") - number(row.reported, "log10")) < 0.001
                    for row in rows_with(rows)
                ),
                "the factorials are right, apart from a decimal point lost in the printed 25!",
            ),
            ClaimPart(
                nodes == orders,
                f"a factorial counts ways to fill the board: 3x3 has {nodes:,.0f} nodes and not {orders:,.0f}, and "
                f"games end early: of 10^{number(large[0].measured, 'log10'):.1f} ways on 5x5 sampling leaves about "
                f"{games}",
            ),
        )


class HalfTheExponent(CheckedClaim):
    id = "S4-11"
    title = "The first move is always the best, so that b^(d/2) is reached"
    source = f"{REPORT}, section 4"
    says = "Time is O(b^d), and O(b^(d/2)) with ordering, as the first move chosen is always the best; space is O(bm)."
    columns = (Column("b^d"), Column("nodes"), Column("exponent"), Column("first move", "%"), Column("moves held"))
    plot = Plot("lines", x="depth", y=("b^d", "nodes"), log=True)

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [Cell(f"depth {depth}", {"depth": depth}) for depth in range(1, 5 if quick else 7)]

    def measure(self, cell: Cell, seed: int) -> Values:
        """Alpha-beta with S4's move ordering on the empty 5x5 board with k=4; S4's heuristic evaluates the horizon."""
        game, depth = find_game(BOARDS["5x5, k=4"]), cell.whole("depth")
        everything = sum(nodes for nodes, _ in count_nodes_by_ply(game, game.initial(), depth, max_positions=100_000))
        spec = f"alphabeta:depth={depth},eval=cells,order=heuristic"
        stats = search_with(f"{spec},backend=reference", game).stats
        return {
            "b^d": everything,
            "nodes": stats.nodes,
            "exponent": math.log(stats.nodes) / math.log(everything),
            "first move": 100 * stats.cutoffs[0] / sum(stats.cutoffs) if stats.cutoffs else None,
            "moves held": count_moves_held(game, spec),
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        everything, nodes, held = (read_column(rows, name) for name in ("b^d", "nodes", "moves held"))
        first = read_column(rows, "first move")[-1]
        exponent = math.log(growth_factor(nodes[1:])) / math.log(growth_factor(everything[1:]))
        b = growth_factor(everything)
        return judge_parts(
            ClaimPart(
                held[-1] <= b * len(held) * 1.2, f"{held[-1]:.0f} moves are held at depth {len(held)}, b being {b:.0f}"
            ),
            ClaimPart(exponent <= 0.55, f"from depth 2 on nodes grow like b^({exponent:.2f} d)"),
            ClaimPart(first == 100, f"the first move makes {first:.1f} % of the cut-offs at depth {len(held)}"),
        )


class Invincible(CheckedClaim):
    id = "S4-12"
    title = "Invincible on 5x5"
    source = f"{REPORT}, section 3.c"
    says = "Alpha-beta and the heuristic order make the computer invincible at the 5x5 map."
    covers = ("S4-16",)
    columns = (Column("games"), Column("wins"), Column("draws"), Column("losses"))
    plot = Plot("bars", x="game", y=("losses",), by="k")

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        own, games, search = ("depth=2,grow=6", 2, QUICK_OPPONENT) if quick else ("depth=3,grow=4", 25, OPPONENT)
        return [
            Cell(
                f"k={k}, {game}", {"k": k, "game": game, "side": side, "opponent": opponent, "own": own, "games": games}
            )
            for k in (4, 5)
            for side, place in enumerate(("first", "second"))
            for opponent in ("random", search)
            for game in [f"{place} v {opponent.partition(':')[0]}"]
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        """S4's program, as printed: 0 at the horizon, order by its scores, shuffled, sooner wins, a growing depth."""
        settings = cell.settings
        game, side = find_game(BOARDS[f"5x5, k={settings['k']}"]), cell.whole("side")
        spec = f"alphabeta:{settings['own']},eval=reported-cells,order=heuristic+shuffled,sooner=true,backend=reference"
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

        def total(k: int, name: str) -> int:
            return int(sum(read_column(rows_with(rows, k=k), name)))

        by_rules = ", ".join(f"{total(k, 'losses')} of {total(k, 'games')} with k={k}" for k in (4, 5))
        return judge_parts(ClaimPart(lost == 0, f"it loses {lost} of {played} games from both sides: {by_rules}"))
