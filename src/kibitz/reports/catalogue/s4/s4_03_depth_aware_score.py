"""S4-3: a score that takes the distance to the win into account, and what the search plays without it."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.game import Game, State, find_game
from kibitz.lab.design import Cell, Column, Plot, Row, Values, number
from kibitz.lab.verdict import ClaimPart, Verdict, judge_parts
from kibitz.reports.measuring.claims import CheckedTable, play_moves, rows_with
from kibitz.reports.measuring.searches import search_with

REPORT = "Project report 2: the adversarial searching algorithm"
GAME = "tic-tac-toe"

# X to move: row 0 column 1 (b1) makes three threats at once, row 2 column 2 (c3) wins now. The picture is lost; this
# position is the text's: b1 comes first in reading order and wins for certain.
#     X . .
#     O X .
#     O . .
MOTIVATING = "a1 a2 b2 a3"


class DepthAwareScore(CheckedTable):
    id = "S4-3"
    title = "A score that prefers the sooner win"
    source = f"{REPORT}, section 3.a"
    says = "Without the depth in the score, the search picks row 0 column 1 although row 2 column 2 wins at once."
    assumes = (
        "The printed board is lost; the one here fits the text: b1 comes first in reading order, and c3 wins at once."
    )
    columns = (Column("move"), Column("wins in one"), Column("taken"), Column("taken share", "%"), Column("nodes"))
    plot = Plot("bars", x="score", y=("taken share",))

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [
            Cell(
                name,
                {"score": name, "sooner": sooner, "positions": "one of each" if quick else "all"},
                "one of each symmetric set of positions" if quick else "",
            )
            for name, sooner in (("plain", "false"), ("depth-aware", "true"))
        ]

    def reported(self, cell: Cell) -> Values:
        return {"move": "b1" if cell.settings["score"] == "plain" else "c3"}

    def measure(self, cell: Cell, seed: int) -> Values:
        """The move in S4's position, and how often a win in one is taken over all positions that have one."""
        game, wins = find_game(GAME), "sooner" if cell.settings["sooner"] == "true" else "any"
        spec = f"replica-s4-alphabeta:order=natural,wins={wins},backend=reference"
        move = search_with(spec, game, play_moves(game, MOTIVATING)).move
        assert move is not None
        asked = taken = nodes = 0
        for state in list_wins_in_one(game, turned=cell.settings["positions"] == "all"):
            answer = search_with(spec, game, state)
            assert answer.move is not None
            asked, nodes = asked + 1, nodes + answer.stats.nodes
            taken += game.result(game.play(state, answer.move)) is not None
        share = 100 * taken / asked
        name = game.move_name(move)
        return {"move": name, "wins in one": asked, "taken": taken, "taken share": share, "nodes": nodes}

    def decide(self, rows: Sequence[Row]) -> Verdict:
        (plain,), (aware,) = (rows_with(rows, score=name) for name in ("plain", "depth-aware"))
        before, after = (number(row.measured, "taken share") for row in (plain, aware))
        nodes = [number(row.measured, "nodes") for row in (plain, aware)]
        assert plain.measured is not None
        assert aware.measured is not None
        return judge_parts(
            ClaimPart(
                "without the depth in the score, the search passes over a win in one for a later one",
                plain.measured["move"] == "b1" and aware.measured["move"] == "c3",
                f"in S4's position the plain score plays {plain.measured['move']}, the depth-aware one "
                f"{aware.measured['move']}",
                "without the depth in the score, the search does not pass over a win in one",
            ),
            ClaimPart(
                "with it, every win in one is taken",
                after == 100 > before,
                f"of all wins in one, the plain score takes {before:.0f} % and the depth-aware one {after:.0f} %, for "
                f"{nodes[1] / nodes[0]:.2f} times the nodes",
                "the depth in the score does not help to take every win in one",
            ),
        )


def list_wins_in_one(game: Game, *, turned: bool) -> list[State]:
    """Every reachable position in which the side to move can win at once; all of them, or one per symmetry class."""
    found: dict[State, State] = {}
    front = {game.initial()}
    seen = set(front)
    while front:
        children: set[State] = set()
        for state in front:
            after = [game.play(state, move) for move in game.moves(state)]
            if any(game.result(child) == -1 for child in after):
                found.setdefault(state if turned else game.canonical(state), state)
            children.update(after)
        front = children - seen
        seen |= front
    return sorted(found.values())
