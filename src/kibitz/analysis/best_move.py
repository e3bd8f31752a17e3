"""Asking about a position: the best move, and the exact outcome.

The answers are dataclasses in the words of the surface (moves by name, scores as players count them), so that
`dataclasses.asdict` of an answer is its JSON.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path

from kibitz.analysis.exact_scores import judge_by_engine
from kibitz.core.errors import Unfinished
from kibitz.core.game import Game, State
from kibitz.core.limits import FULL_DEPTH, Limits
from kibitz.core.result_rows import ResultRows
from kibitz.core.score import Bound, Score
from kibitz.core.searching import RootMove, Searcher, SearchResult, Stats, StopFlag
from kibitz.kernels.compiled_forms import obstacle
from kibitz.kernels.searchers.engine import Engine
from kibitz.kernels.searchers.strong import Strong, can_work_out_circles, search_kept
from kibitz.play.move_order import measure_merit, sort_best_first
from kibitz.play.player import Player
from kibitz.play.players import find_player, take_turn
from kibitz.play.positions import record_at
from kibitz.play.records import Choice, GameRecord
from kibitz.search.perfect import Perfect

SOLVE_SECONDS = 60.0
MOMENT = 2.0  # seconds in which small games are solved without a compiler


@dataclass(frozen=True)
class Root:
    """A move of the position asked about, and how often a simulation tried it.

    `bound` is "exact", "lower" (at least this much) or "upper" (at most). `share`: how likely a network finds the move,
    from 0 to 1; None from everybody else.
    """

    move: str
    score: int
    bound: str
    proven: bool
    distance: int | None
    visits: int
    share: float | None = None


@dataclass(frozen=True)
class BestMove(ResultRows):
    """A player's answer. Scores are for the side to move; `score` is None from a player that does not judge.

    `move` is None when the game is over; `result` then says how it ended. `boards_evaluated`: evaluations and
    terminals together. `roots` holds what was learned about each
    move, best first (`move_order.py`). `backend`: what the search ran on, None where there was none. `refused`: the
    illegal move that a published program asked for because of a fault; `move` is played in its stead.
    """

    game: str
    player: str
    to_move: str
    move: str | None
    score: int | None
    proven: bool
    distance: int | None
    line: tuple[str, ...]
    nodes: int
    evaluations: int
    terminals: int
    boards_evaluated: int
    cutoffs: tuple[int, ...]
    table_hits: int
    depth: int
    seconds: float
    memory: int
    stopped_by: str
    backend: str | None
    roots: tuple[Root, ...]
    result: str | None = None
    refused: str | None = None
    source: str | None = None

    def rows(self) -> list[tuple[str, str]]:
        if self.move is None:
            return [("result", self.result or "the game is over")]
        rows = [("move", self.move)]
        if self.score is not None:
            rows.append(
                ("score", f"{self.signed(self.score)} for {self.to_move}, {'proven' if self.proven else 'an estimate'}")
            )
        if self.line:
            rows.append(("line", " ".join(self.line)))
        cost = f"{self.nodes:,} nodes, depth {self.depth}, {self.seconds:.2f} s"
        return [*rows, ("search", f"none; from {self.source}" if self.source else cost)]


@dataclass(frozen=True)
class Solved(ResultRows):
    """The exact outcome for the side to move, as the game's players write it.

    `distance`: plies until it is won or lost, the winner as quick and the loser as stubborn as can be; None for a draw,
    and where a solver asks how much is won and not how soon (Othello).
    `result`: how a finished game ended. `scores`: of every move, best first, if they were asked for.
    """

    game: str
    to_move: str
    score: int
    move: str | None
    distance: int | None
    line: tuple[str, ...]
    nodes: int
    seconds: float
    result: str | None = None
    scores: dict[str, int] | None = None

    def rows(self) -> list[tuple[str, str]]:
        if self.move is None:
            return [("result", self.result or "the game is over")]
        verb = "draws" if self.score == 0 else "wins" if self.score > 0 else "loses"
        when = "" if self.distance is None else f" in {self.distance:,} {'ply' if self.distance == 1 else 'plies'}"
        rows = [
            ("score", f"{self.signed(self.score)}: {self.to_move} {verb}{when} with best play"),
            ("move", self.move),
        ]
        if self.scores is not None:
            rows.append(("scores", "  ".join(f"{move} {self.signed(score)}" for move, score in self.scores.items())))
        return rows


def best_move(
    game: Game,
    player: str,
    *,
    moves: str | None = None,
    position: str | None = None,
    stop: StopFlag | None = None,
) -> BestMove:
    """What a player would do in a position, and why."""
    return answer(record_at(game, moves=moves, position=position), find_player(player), stop=stop)


def answer(record: GameRecord, player: Player, *, stop: StopFlag | None = None) -> BestMove:
    """What a player would do where a game stands."""
    if record.end is not None:
        score = Score.solved(record.end.result)
        return describe(record, str(player), Choice(-1, SearchResult(None, score)))
    return describe(record, str(player), take_turn(record, player, stop=stop))


def describe(record: GameRecord, player: str, choice: Choice) -> BestMove:
    """A choice in the words of the surface."""
    game, result = record.game, choice.result
    stats = result.stats if result else Stats()
    score = result.score if result else None
    return BestMove(
        game=str(game),
        player=player,
        to_move=game.players[record.to_move],
        move=None if result and result.move is None else game.move_name(choice.move),
        score=score.points if score else None,
        proven=score.is_settled if score else False,
        distance=score.distance if score and score.bound == Bound.EXACT else None,
        line=tuple(map(game.move_name, result.line)) if result else (),
        nodes=stats.nodes,
        evaluations=stats.evaluations,
        terminals=stats.terminals,
        boards_evaluated=stats.boards_evaluated,
        cutoffs=stats.cutoffs,
        table_hits=stats.table_hits,
        depth=stats.depth,
        seconds=choice.seconds,
        memory=stats.memory,
        stopped_by=result.stopped_by if result else "",
        backend=choice.backend,
        roots=tuple(_root(game, root) for root in _sort_roots(result)) if result else (),
        result=record.result if record.is_over else None,
        refused=None if result is None or result.refused is None else game.move_name(result.refused),
        source=(result.source or None) if result else None,
    )


def _sort_roots(result: SearchResult) -> list[RootMove]:
    chosen = next((root for root in result.roots if root.move == result.move), None)
    return sort_best_first(result.roots, lambda root: measure_merit(root.score), chosen)


def _root(game: Game, root: RootMove) -> Root:
    score = root.score
    return Root(
        game.move_name(root.move),
        score.points,
        score.bound.name.lower(),
        score.proven,
        score.distance,
        root.visits,
        root.share,
    )


def solve(
    game: Game,
    *,
    moves: str | None = None,
    position: str | None = None,
    every_move: bool = False,
    seconds: float = SOLVE_SECONDS,
    solver: Perfect = Perfect(),
    stop: StopFlag | None = None,
) -> Solved:
    """The exact outcome of a position. Raises Unfinished when the time is up before it is known."""
    record = record_at(game, moves=moves, position=position)
    return solve_record(record, every_move=every_move, seconds=seconds, solver=solver, stop=stop)


def solve_kept(
    game: Game,
    path: Path,
    *,
    moves: str | None = None,
    position: str | None = None,
    every_move: bool = False,
    seconds: float | None = None,
    stop: StopFlag | None = None,
) -> Solved:
    """As `solve`, by working out every position that can follow, kept in a file so that the work can be resumed."""
    record = record_at(game, moves=moves, position=position)
    searcher = Strong(max_positions=10**9)
    if record.end is not None:
        return solve_record(record)
    result = search_kept(searcher, game, record.state, path, Limits(time=seconds), stop)
    if result.stopped_by:
        raise Unfinished(
            f"{game} was not solved: {result.stats.nodes:,} positions were visited in this run; they are stored in "
            f"{path}, and the same command resumes from there."
        )
    return _describe_solved(record, result, every_move)


def solve_record(
    record: GameRecord,
    *,
    every_move: bool = False,
    seconds: float = SOLVE_SECONDS,
    solver: Perfect = Perfect(),
    stop: StopFlag | None = None,
) -> Solved:
    """The exact outcome of the position where a game stands; see `solve`."""
    game, state = record.game, record.state
    searcher: Searcher = Strong() if can_work_out_circles(game) else replace(solver, every_move=every_move)
    if record.end is not None:
        result = SearchResult(None, Score.solved(record.end.result, 0))
    elif not obstacle(searcher, game) or obstacle(Engine(), game):
        result = searcher.search(game, state, Limits(time=seconds), stop=stop)
    else:
        result = searcher.search(game, state, Limits(time=min(seconds, MOMENT)), stop=stop)
        if result.stopped_by == "time" and seconds > MOMENT:
            result = _solve_by_engine(game, state, seconds - MOMENT, stop or StopFlag(), every_move)
    _check_finished(game, result.stopped_by, result.stats, seconds)
    return _describe_solved(record, result, every_move)


def _solve_by_engine(game: Game, state: State, seconds: float, stop: StopFlag, every_move: bool) -> SearchResult:
    if every_move:
        return _judge_every_move(game, state, seconds, stop)
    result = Engine().search(game, state, Limits(depth=FULL_DEPTH, time=seconds), stop=stop)
    return result if result.score.proven else replace(result, stopped_by=result.stopped_by or "time")


def _judge_every_move(game: Game, state: State, seconds: float, stop: StopFlag) -> SearchResult:
    started = time.perf_counter()
    known = judge_by_engine(game, state, stop, seconds)
    stats = Stats(nodes=stop.nodes, seconds=time.perf_counter() - started)
    if known is None:
        return SearchResult(None, Score(0), stats=stats, stopped_by="stop" if stop.raised else "time")
    roots = tuple(RootMove(move, score) for move, score in known.scores.items())
    return SearchResult(known.best, known.scores[known.best], known.line, roots, replace(stats, nodes=known.nodes))


def _describe_solved(record: GameRecord, result: SearchResult, every_move: bool) -> Solved:
    game, state = record.game, record.state
    scores = {game.move_name(root.move): game.written_score(state, root.score) for root in _sort_roots(result)}
    return Solved(
        game=str(game),
        to_move=game.players[record.to_move],
        score=game.written_score(state, result.score),
        move=None if result.move is None else game.move_name(result.move),
        distance=result.score.distance,
        line=tuple(map(game.move_name, result.line)),
        nodes=result.stats.nodes,
        seconds=result.stats.seconds,
        result=record.result if record.is_over else None,
        scores=scores if every_move else None,
    )


def _check_finished(game: Game, stopped_by: str, stats: Stats, seconds: float) -> None:
    """Raise Unfinished, with the reason, if a position was not solved."""
    if stopped_by == "stop":
        raise Unfinished(
            f"{game} was not solved: it was stopped after {stats.seconds:.1f} seconds and {stats.nodes:,} nodes, and "
            "nothing certain is known yet."
        )
    if stopped_by:
        raise unsolved(game, stats.nodes, seconds)


def unsolved(game: Game, nodes: int, seconds: float) -> Unfinished:
    """The error about a position that was not solved in time."""
    return Unfinished(
        f"{game} was not solved within {seconds:g} seconds ({nodes:,} nodes); "
        "give it more time, or a position nearer the end."
    )
