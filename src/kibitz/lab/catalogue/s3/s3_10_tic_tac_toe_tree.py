"""S3-10: the stored tree of tic-tac-toe, and whether a search of any depth holds the draw."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from kibitz.core.game import State, find_game
from kibitz.lab.design import AppLink, BoardLink, Cell, Column, Experiment, Kind, Row, TreeLink, Values, Verdict
from kibitz.lab.measuring.searches import MB, build_stored_tree, search_with

__all__ = ["TicTacToeTree"]

GAME = "tic-tac-toe"
CENTRE, CORNER = "b2", "a1"
HEURISTICS = ("windows", "cells")  # S3 prints none for this game: its own for Connect 4, and S4's for tic-tac-toe


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
        limited = [
            Cell(f"depth {depth}, {heuristic}", {"depth": depth, "eval": heuristic})
            for heuristic in HEURISTICS
            for depth in ((1, 2, 3, 5, 9) if quick else range(1, 10))
        ]
        return [Cell("full tree", {"depth": 0}), *limited]

    def reported(self, cell: Cell) -> Values:
        if cell.whole("depth") == 0:
            return {"time": 1, "memory": 80}
        return {"answer to a corner": CENTRE, "losses": 0}

    def measure(self, cell: Cell, seed: int) -> Values:
        depth = cell.whole("depth")
        if depth == 0:
            tree = build_stored_tree(GAME, 9)
            assert tree is not None
            return {"nodes": tree.nodes, "time": tree.seconds, "memory": tree.memory / MB}
        game, agent = find_game(GAME), f"alphabeta:depth={depth},eval={cell.settings['eval']},backend=reference"
        corner = game.play(game.initial(), game.parse_move(CORNER))
        results = [result for side in (0, 1) for result in _results_against_perfect_play(agent, side)]
        return {
            "answer to a corner": game.move_name(_answer(corner, agent)),
            "games": len(results),
            "losses": sum(result < 0 for result in results),
        }

    def app_links(self, row: Row) -> Sequence[AppLink]:
        depth = row.cell.whole("depth")
        if depth == 0:
            return (TreeLink("the tree", GAME, "minimax"),)
        agent = f"alphabeta:depth={depth},eval={row.cell.settings['eval']}"
        return (
            TreeLink("its answer to a corner", GAME, agent, CORNER),
            BoardLink("play against it", GAME, "human", agent),
        )

    def judge(self, rows: Sequence[Row]) -> Verdict:
        played = [row for row in rows if row.measured and row.cell.whole("depth")]
        games = sum(int(row.number("games") or 0) for row in played)
        lost = [f"{row.cell.name}: {row.number('losses')}" for row in played if row.number("losses")]
        elsewhere = [row.cell.name for row in played if row.measured and row.measured["answer to a corner"] != CENTRE]
        words = f"a corner is not answered with {CENTRE} at {', '.join(elsewhere) or 'no depth'}"
        if lost:
            return Verdict(Kind.WRONG, f"of {games} games some are lost ({'; '.join(lost)}); {words}")
        return Verdict(Kind.CONDITION if elsewhere else Kind.HOLDS, f"none of {games} games is lost; {words}")


@cache
def _answer(state: State, agent: str) -> int:
    move = search_with(agent, GAME, state).move
    assert move is not None
    return move


@cache
def _value(state: State) -> int:
    game = find_game(GAME)
    result = game.result(state)
    return max(-_value(game.play(state, move)) for move in game.moves(state)) if result is None else result


def _results_against_perfect_play(agent: str, side: int) -> list[int]:
    """How all games end for the agent on one side if the other side plays any optimal move."""
    game, results = find_game(GAME), []
    waiting = [game.initial()]
    while waiting:
        state = waiting.pop()
        result = game.result(state)
        if result is not None:
            results.append(result if game.to_move(state) == side else -result)
        elif game.to_move(state) == side:
            waiting.append(game.play(state, _answer(state, agent)))
        else:
            after = [game.play(state, move) for move in game.moves(state)]
            waiting += [child for child in after if -_value(child) == _value(state)]
    return results
