"""S3-10: the stored tree of tic-tac-toe, and whether a search of any depth holds the draw."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from kibitz.core.game import State, the_game
from kibitz.lab.design import Cell, Column, Experiment, Kind, Row, Values, Verdict
from kibitz.lab.measuring import MB, search_with, stored_tree

__all__ = ["TicTacToeTree"]

GAME = "tic-tac-toe"
CENTRE, CORNER = "b2", "a1"
EVALUATOR = "windows"  # the report prints none for this game; this is its own for Connect 4, on lines of three


class TicTacToeTree(Experiment):
    id = "S3-10"
    title = "Tic-tac-toe: the full tree, and the draw at every depth"
    source = "Tic-tac-toe, Take-Away and Connect 4 console program, task two, Resource Consumption"
    says = (
        "The tree from the empty board takes 1 second and 80 MB; against perfect play every depth limit draws, and "
        "even at depth 1 a corner is answered with the centre."
    )
    columns = (
        Column("nodes"),
        Column("time", "s", exact=False),
        Column("memory", "MB", exact=False),
        Column("answer to a corner"),
        Column("games"),
        Column("losses"),
    )

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        depths = [Cell(f"depth {depth}", {"depth": depth}) for depth in range(1, 10)]
        return [Cell("full tree", {"depth": 0}), *depths]

    def reported(self, cell: Cell) -> Values:
        if cell.settings["depth"] == 0:
            return {"time": 1, "memory": 80}
        return {"answer to a corner": CENTRE, "losses": 0}

    def measure(self, cell: Cell, seed: int) -> Values:
        depth = cell.whole("depth")
        if depth == 0:
            tree = stored_tree(GAME, 9)
            assert tree is not None
            return {"nodes": tree.nodes, "time": tree.seconds, "memory": tree.memory / MB}
        game = the_game(GAME)
        corner = game.play(game.initial(), game.parse_move(CORNER))
        results = [_results_against_perfect_play(depth, side) for side in (0, 1)]
        return {
            "answer to a corner": game.move_name(_answer(corner, depth)),
            "games": sum(map(len, results)),
            "losses": sum(result < 0 for side in results for result in side),
        }

    def judge(self, rows: Sequence[Row]) -> Verdict:
        played = [(row.cell.name, row.measured) for row in rows if row.measured and row.cell.whole("depth")]
        lost = [f"{name}: {found['losses']}" for name, found in played if found["losses"]]
        elsewhere = [name for name, found in played if found["answer to a corner"] != CENTRE]
        games = sum(int(row.number("games") or 0) for row in rows)
        if lost:
            return Verdict(
                Kind.WRONG, f"of {games} games with the heuristic {EVALUATOR} some are lost ({', '.join(lost)})"
            )
        words = f"none of {games} games is lost, at whatever depth"
        if elsewhere:
            return Verdict(Kind.CONDITION, f"{words}, but a corner is not answered with {CENTRE} at {elsewhere}")
        return Verdict(Kind.HOLDS, f"{words}, and the centre answers a corner at each")


@cache
def _answer(state: State, depth: int) -> int:
    move = search_with(f"alphabeta:depth={depth},eval={EVALUATOR},backend=reference", GAME, state).move
    assert move is not None
    return move


@cache
def _value(state: State) -> int:
    game = the_game(GAME)
    result = game.result(state)
    return max(-_value(game.play(state, move)) for move in game.moves(state)) if result is None else result


def _results_against_perfect_play(depth: int, side: int) -> list[int]:
    """How all games end for the search on one side, if the other plays any move that gives nothing away."""
    game, results = the_game(GAME), []
    open_ = [game.initial()]
    while open_:
        state = open_.pop()
        result = game.result(state)
        if result is not None:
            results.append(result if game.to_move(state) == side else -result)
        elif game.to_move(state) == side:
            open_.append(game.play(state, _answer(state, depth)))
        else:
            after = [game.play(state, move) for move in game.moves(state)]
            open_ += [child for child in after if -_value(child) == _value(state)]
    return results
