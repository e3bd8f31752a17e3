"""S1's claims about Othello: trees too large to draw, why alpha-beta is faster, and greedy disc counting."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from kibitz.core.errors import Unsuited
from kibitz.core.game import find_game
from kibitz.core.limits import REFERENCE, Backend
from kibitz.core.searching import find_searcher
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
from kibitz.reports.measuring.deeper import DeeperWins
from kibitz.reports.measuring.searches import search_with
from kibitz.trees.formats.svg import write_svg
from kibitz.trees.recorder import record
from kibitz.trees.search_tree import SearchTree

REPORT = "CS312 Lab 7: Othello bots"
GAME = "othello"
MANY = 150  # nodes, from which on a tree is too large in S1
EARLY = 20  # discs on the board until which, in S1, mobility is what matters


class TreeIsTooLarge(CheckedClaim):
    id = "S1-19"
    title = "A tree of 150 nodes is too large to draw"
    source = f"{REPORT}, section IV (Trees visualisation)"
    says = (
        "Moves explore more than 150 nodes on average with depth just 3; making a tree with so many nodes is "
        "infeasible."
    )
    assumes = (
        "Making a tree is taken as drawing it, since the section is about visualising trees. A drawing is whole if "
        "every node has a box of its own with its board; it is the one of `kibitz tree`. Minimax searches with "
        "netPlayerCoins."
    )
    columns = (
        Column("nodes"),
        Column(f"trees of more than {MANY}"),
        Column("drawn whole"),
        Column("smallest"),
        Column("width", "px"),
        Column("height", "px"),
    )

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        plies = (10, 25, 40) if quick else range(5, 56, 5)
        positions, fewer = (2, "2 positions") if quick else (10, "")
        return [Cell(f"after {ply} moves", {"plies": ply, "drawn": positions}, fewer) for ply in plies]

    def reported(self, cell: Cell) -> Values:
        return {"nodes": MANY}

    def measure(self, cell: Cell, seed: int) -> Values:
        """The mean size of the trees; of those that S1 calls too large, how many can be drawn, and how large."""
        game = find_game(GAME)
        searcher, limits = find_searcher("minimax:depth=3,eval=discs")
        trees = [
            record(game, state, searcher, limits, Backend(REFERENCE))[1]
            for state in sample_positions(game, cell.whole("drawn"), seed, cell.whole("plies"))
        ]
        large = [tree for tree in trees if len(tree) > MANY]
        drawings = {len(tree): drawing for tree in large if (drawing := _draw_whole(tree)) is not None}
        smallest = min(drawings, default=None)
        width, height = (None, None) if smallest is None else drawings[smallest]
        return {
            "nodes": sum(map(len, trees)) / len(trees),
            f"trees of more than {MANY}": len(large),
            "drawn whole": sum(len(tree) in drawings for tree in large),
            "smallest": smallest,
            "width": width,
            "height": height,
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        nodes = read_column(rows, "nodes")
        mean = sum(nodes) / len(nodes)
        large, drawn = (int(sum(read_column(rows, name))) for name in (f"trees of more than {MANY}", "drawn whole"))
        pictures = [row for row in rows if row.number("smallest")]
        example = ""
        if pictures:
            least = min(pictures, key=lambda row: number(row.measured, "smallest"))
            smallest, width, height = (number(least.measured, name) for name in ("smallest", "width", "height"))
            example = f"; the smallest of them has {smallest:.0f} nodes on {width:,.0f} x {height:,.0f} pixels"
        return judge_parts(
            ClaimPart(
                f"a move explores more than {MANY} nodes on average at depth 3",
                mean > MANY,
                f"{mean:,.0f} nodes a move with minimax, on average over the game",
                f"a move explores no more than {MANY} nodes on average at depth 3",
            ),
            ClaimPart(
                "a tree with so many nodes cannot be drawn",
                2 * drawn < large,
                f"{drawn} of {large} trees of more than {MANY} nodes are drawn whole{example}",
                "a tree with so many nodes can be drawn, each node in its own box with its board",
            ),
        )


def _draw_whole(tree: SearchTree) -> tuple[int, int] | None:
    """Width and height of the drawing; None if there is no drawing of so many nodes, or it lacks some."""
    try:
        drawing = write_svg(tree)
    except Unsuited:
        return None
    found = re.search(r'width="(\d+)" height="(\d+)"', drawing)
    if found is None or drawing.count('class="card"') != len(tree):
        return None
    return int(found[1]), int(found[2])


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
    plot = Plot("bars", x="eval", y=("early discs", "early mobility"), names=HEURISTICS)

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


class DepthMakesStronger(DeeperWins):
    id = "S1-16b"
    title = "More depth plays better on Othello"
    source = f"{REPORT}, section V.B"
    says = (
        "Since [pruning] makes the Bot explore more than Minimax Bot in 2 seconds, there's more chance of it coming up "
        "with a better move."
    )
    assumes = (
        "A better move is read as winning more points. Alpha-beta with each of S1's heuristics plays itself two plies "
        f"deeper, in pairs of games from different openings; matches with one extra ply are shown as well. {NO_WEIGHTS}"
    )
    game, heuristics = GAME, HEURISTICS
