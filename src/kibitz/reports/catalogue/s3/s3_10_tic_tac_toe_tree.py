"""S3-10: the stored tree of tic-tac-toe, and whether a search of any depth holds the draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from kibitz.core.game import State, find_game
from kibitz.lab.design import AppLink, BoardLink, Cell, Column, Experiment, Row, TreeLink, Values, number
from kibitz.lab.verdict import ClaimPart, Verdict, judge_parts
from kibitz.reports.measuring.claims import read_column, rows_with
from kibitz.reports.measuring.searches import MB, build_stored_tree, search_with

GAME = "tic-tac-toe"
CENTRE, CORNER = "b2", "a1"
# S3 prints none for this game: its own for Connect 4, S4's for tic-tac-toe, and none at all.
HEURISTICS = {"windows": "open lines", "cells": "centre and twos", "zero": "none"}
BYTES = (115, 211)  # a node, by the chips that fit into S3's 4 GB (S3-12)
MICROSECONDS = (1.2, 2.2)  # a node, by S3's times of Take-Away (S3-12)


class TicTacToeTree(Experiment):
    id = "S3-10"
    title = "Tic-tac-toe: the full tree, and the draw at every depth"
    source = "Tic-tac-toe, Take-Away and Connect 4 console program, task two, Resource Consumption"
    says = (
        "The tree from the empty board takes 1 second and 80 MB; against perfect play every depth limit draws, and "
        "even at depth 1 a corner is answered with the centre."
    )
    assumes = (
        "S3 prints no heuristic for tic-tac-toe, so three are measured: the open lines of its Connect 4, S4's for "
        "tic-tac-toe (centre and twos), and none. Perfect play may choose any move that keeps the draw. "
        "Depth 1 looks at the own move alone. "
        "The time and memory of the tree are compared with those that S3 prints for Take-Away."
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
        agent = f"replica-s3-tic-tac-toe:depth={depth},eval={row.cell.settings['eval']}"
        return (
            TreeLink("its answer to a corner", GAME, agent, CORNER),
            BoardLink("play against it", GAME, "human", agent),
        )

    def judge(self, rows: Sequence[Row]) -> Verdict:
        parts = []
        for row in rows:
            if row.cell.whole("depth") == 0:
                nodes = number(row.measured, "nodes")
                size, time = number(row.reported, "memory") * MB / nodes, number(row.reported, "time") * 1e6 / nodes
                parts.append(
                    ClaimPart(
                        "the full tree may well take 1 s and 80 MB",
                        BYTES[0] <= size <= BYTES[1] and MICROSECONDS[0] <= time <= MICROSECONDS[1],
                        f"print has {time:.1f} µs and {size:.0f} bytes for each of {nodes:,.0f} nodes, and in S3-12 "
                        f"{MICROSECONDS[0]} to {MICROSECONDS[1]} µs and {BYTES[0]} to {BYTES[1]} bytes",
                        "the full tree cannot have taken 1 s and 80 MB",
                    )
                )
        played = [row for row in rows if row.cell.whole("depth")]
        heuristics = [name for name in HEURISTICS if rows_with(played, eval=name)]
        lost = {name: _depths_lost(rows_with(played, eval=name)) for name in heuristics}
        if heuristics:
            parts += [_judge_draws(lost, played), *_judge_corner(played)]
        return judge_parts(*parts)


def _depths_lost(rows: Sequence[Row]) -> list[int]:
    return [row.cell.whole("depth") for row in rows if row.number("losses")]


def _judge_draws(lost: dict[str, list[int]], played: Sequence[Row]) -> ClaimPart:
    games, losses = (int(sum(read_column(played, name))) for name in ("games", "losses"))
    safe = [HEURISTICS[name] for name, depths in lost.items() if not depths]
    by_heuristic = "; ".join(
        f"with {HEURISTICS[name]} " + (f"at depth {', '.join(map(str, depths))}" if depths else "never")
        for name, depths in lost.items()
    )
    with_these = f" if its heuristic is {' or '.join(safe)}" if 0 < len(safe) < len(lost) else ""
    return ClaimPart(
        f"the search never loses to perfect play at any depth{with_these}",
        bool(safe),
        f"{losses:,} of {games:,} games lost: {by_heuristic}",
        "a search of small depth loses to perfect play, with any heuristic",
    )


def _judge_corner(played: Sequence[Row]) -> Iterator[ClaimPart]:
    answers = {
        HEURISTICS[str(row.cell.settings["eval"])]: row.measured["answer to a corner"]
        for row in rows_with(played, depth=1)
        if row.measured is not None
    }
    centre = [name for name, answer in answers.items() if answer == CENTRE]
    with_these = f" if its heuristic is {' or '.join(centre)}" if 0 < len(centre) < len(answers) else ""
    if answers:
        yield ClaimPart(
            f"a search of depth 1 answers a corner with the centre{with_these}",
            bool(centre),
            "answers at depth 1: " + ", ".join(f"{answer} with {name}" for name, answer in answers.items()),
            "a search of depth 1 does not answer a corner with the centre",
        )


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
