"""The truth that a learner is measured by: a fixed set of positions, with the exact worth of every move.

A position counts if some of its moves keep the result and others do not. In a small game every such position is taken,
in others a sample after random moves. Positions that nobody can solve in time are judged by a deep search instead,
which is no truth: how many they are is part of what the set says of itself. A set depends on the game, its size and its
seed alone, and is kept in the user's data folder, so that the next training on the same game need not wait for it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from kibitz.analysis.exact_scores import can_be_judged, judge, may_be_known
from kibitz.core.errors import BadFile, BadOption
from kibitz.core.evaluation import find_evaluator
from kibitz.core.files.data_folder import find_data_folder
from kibitz.core.files.safe_file import write_safely
from kibitz.core.game import Game, Move, State
from kibitz.core.limits import Limits
from kibitz.core.rng import Rng
from kibitz.core.score import sign
from kibitz.core.searching import Searcher, StopFlag, find_searcher
from kibitz.jobs.folders import make_folder
from kibitz.learn.random_positions import longest_opening, unfinished_line
from kibitz.play.opponents import READABLE, recommend_players

MAX_POSITIONS = 100_000
ALL_POSITIONS = 10_000  # a game with no more is taken whole
SECONDS = 10.0  # to solve a position
DEEP_NODES = 20_000  # of a search that judges a move in the place of a solver, if it is compiled
READABLE_NODES = 1_000  # of one that is not
DEEP_POSITIONS = 200  # at most in a set without solved ones, since each takes a while
MARGIN = 0.1  # of an advantage worth the name: moves so near the best keep the result, by a deep search
MOST = 10  # times that advantage is what a won game counts then
SHORTEST = 2  # plies: before that all positions are alike
MAX_MISSES = 200  # positions in a row in which all moves are alike, before a game counts as one of them
FORMAT = 1


@dataclass(frozen=True)
class TruthPosition:
    """A position, the moves that lead there, what each move is worth, and which of them keep the result.

    `is_exact`: a solver says so. Scores are for the side to move, as the game's players write them.
    """

    line: tuple[Move, ...]
    state: State
    scores: dict[Move, int]
    keeping: frozenset[Move]
    is_exact: bool = True

    def loss(self, move: Move) -> int:
        """The points that a move gives away."""
        return max(self.scores.values()) - self.scores[move]


@dataclass(frozen=True)
class Measured:
    """The share of positions in which the result was kept, and the points given away per move where they are known."""

    kept: float
    loss: float


@dataclass(frozen=True)
class TruthSet:
    """Positions to measure by. `is_whole`: they are all that the game has."""

    game: Game
    positions: tuple[TruthPosition, ...]
    is_whole: bool
    judges: tuple[str, ...]

    @cached_property
    def states(self) -> list[State]:
        return [position.state for position in self.positions]

    @property
    def exact(self) -> int:
        return sum(position.is_exact for position in self.positions)

    @property
    def about(self) -> str:
        """What it is, in words."""
        count, exact = len(self.positions), self.exact
        if self.is_whole:
            return f"all {count:,} positions of the game in which some moves keep the result and some do not"
        if exact == count:
            return f"{count:,} positions after random moves, solved by {' and '.join(self.judges)}"
        deep = f"judged by a search of {_deep_nodes(self.game):,} nodes a move, which can err"
        if exact == 0:
            return f"{count:,} positions after random moves, {deep}; loss in points of its heuristic"
        return f"{count:,} positions after random moves: {exact:,} solved, {count - exact:,} {deep}"

    def measure(self, chosen: Sequence[Move]) -> Measured:
        """How good the moves are that somebody chose, one in every position."""
        pairs = list(zip(self.positions, chosen, strict=True))
        kept = sum(move in position.keeping for position, move in pairs)
        has_exact = self.exact > 0
        known = [position.loss(move) for position, move in pairs if position.is_exact == has_exact]
        return Measured(kept / len(pairs), sum(known) / len(known))

    def mistakes(self, chosen: Sequence[Move]) -> list[tuple[TruthPosition, Move]]:
        """Where the result was not kept, and the move, worst first."""
        wrong = [pair for pair in zip(self.positions, chosen, strict=True) if pair[1] not in pair[0].keeping]
        return sorted(wrong, key=lambda pair: (-pair[0].loss(pair[1]), len(pair[0].line)))


def find_truth(
    game: Game,
    count: int = 1_000,
    seed: int = 0,
    *,
    tell: Callable[[int, int], None] = lambda made, wanted: None,
    stop: StopFlag | None = None,
) -> TruthSet:
    """The set of that size and seed, made now if it is not there; `tell` hears how many positions are ready.

    A set that the flag cuts short, which may be empty, measures something else and is not kept.
    """
    if not 1 <= count <= MAX_POSITIONS:
        raise BadOption(f"A test set of {count} positions is not possible; choose 1 to {MAX_POSITIONS:,}.")
    kept = find_kept_truth(game, count, seed)
    if kept is not None:
        return kept
    stop = stop or StopFlag()
    found = _make(game, count, seed, tell, stop)
    if stop.raised:
        return found
    if not found.positions:
        raise BadOption(f"{game}: no position was found in which one move is better than another.")
    with suppress(BadFile):  # it can be made again
        _write(found, _find_path(game, count, seed))
    return found


def find_kept_truth(game: Game, count: int = 1_000, seed: int = 0) -> TruthSet | None:
    """The set of that size and seed if it was made before; None if it has to be made."""
    with suppress(OSError, BadFile, KeyError, ValueError, TypeError):
        return _read(game, _find_path(game, count, seed))
    return None


def _make(game: Game, count: int, seed: int, tell: Callable[[int, int], None], stop: StopFlag) -> TruthSet:
    judges: dict[str, None] = {}
    whole = _list_positions(game)
    if whole is not None:
        count = len(whole)
    found: list[TruthPosition] = []
    lines = whole if whole is not None else _random_lines(game, seed)
    wanted, misses, deep = count, 0, _DeepJudge(game)
    for made, (line, state) in enumerate(lines):
        position = None if stop.raised else _judge(game, line, state, deep, judges)
        if stop.raised:
            break
        misses = misses + 1 if position is None else 0
        if position is not None:
            found.append(position)
        if not any(one.is_exact for one in found) and len(found) >= DEEP_POSITIONS:
            break
        planned = wanted if any(one.is_exact for one in found) else min(wanted, DEEP_POSITIONS)
        tell(*((made + 1, wanted) if whole is not None else (len(found), planned)))
        if whole is None and (len(found) >= wanted or misses >= MAX_MISSES):
            break
    is_whole = whole is not None and not stop.raised and all(one.is_exact for one in found)
    return TruthSet(game, tuple(found), is_whole, tuple(judges))


def _judge(
    game: Game, line: tuple[Move, ...], state: State, deep: _DeepJudge, judges: dict[str, None]
) -> TruthPosition | None:
    """What the moves of a position are worth; None if they are all alike."""
    known = judge(game, state, seconds=SECONDS) if can_be_judged(game) and may_be_known(game, state) else None
    if known is None:
        return deep.judge(line, state)
    outcomes = {move: sign(score.value) for move, score in known.scores.items()}
    keeping = frozenset(move for move in outcomes if outcomes[move] == max(outcomes.values()))
    if len(keeping) == len(outcomes):
        return None
    judges[known.by] = None
    written = {move: game.written_score(state, score) for move, score in known.scores.items()}
    return TruthPosition(line, state, written, keeping)


def _deep_nodes(game: Game) -> int:
    return DEEP_NODES if recommend_players(game).is_compiled else READABLE_NODES


class _DeepJudge:
    """A search in the place of a solver that is not to be had."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def searcher(self) -> Searcher:
        spec = "engine:table_mib=16" if recommend_players(self.game).is_compiled else READABLE
        return find_searcher(spec)[0]

    @cached_property
    def scale(self) -> int:
        return find_evaluator("", self.game).scale

    @property
    def margin(self) -> float:
        return MARGIN * self.scale

    @property
    def most(self) -> int:
        """What a won game counts, so that it can be averaged with what a heuristic says."""
        return MOST * self.scale

    def judge(self, line: tuple[Move, ...], state: State) -> TruthPosition | None:
        scores = {}
        nodes = _deep_nodes(self.game)
        for move in self.game.moves(state):
            after = self.game.play(state, move)
            found = self.searcher.search(self.game, after, Limits(nodes=nodes)).score
            value = max(-self.most, min(self.most, found.value))
            scores[move] = self.game.seen_from(state, after, value)
        best = max(scores.values())
        keeping = frozenset(move for move, score in scores.items() if score >= best - self.margin)
        return None if len(keeping) == len(scores) else TruthPosition(line, state, scores, keeping, is_exact=False)


def _list_positions(game: Game) -> list[tuple[tuple[Move, ...], State]] | None:
    """Every unfinished position of a game with a choice, and the moves of a shortest way there; None if too many."""
    lines: dict[State, tuple[Move, ...]] = {game.initial(): ()}
    waiting = [game.initial()]
    for state in waiting:
        for move in game.moves(state):
            after = game.play(state, move)
            if after not in lines:
                lines[after] = (*lines[state], move)
                waiting.append(after)
        if len(lines) > ALL_POSITIONS:
            return None
    return [(line, state) for state, line in lines.items() if len(game.moves(state)) > 1]


def _random_lines(game: Game, seed: int) -> Iterator[tuple[tuple[Move, ...], State]]:
    """Different positions after random moves, without end unless there are no more."""
    rng, longest, seen, known_already = Rng(seed), longest_opening(game), set[State](), 0
    shortest = min(SHORTEST, longest)
    while known_already < MAX_MISSES:
        line, state = unfinished_line(game, rng, longest, shortest)
        key = game.canonical(state)
        known_already = known_already + 1 if key in seen else 0
        if key not in seen and len(game.moves(state)) > 1:
            seen.add(key)
            yield line, state


# On disk.


def _find_path(game: Game, count: int, seed: int) -> Path:
    about = f"{FORMAT} {game.spec()} {count} {seed} {game.initial()}"
    return find_data_folder() / "truth" / f"{hashlib.sha256(about.encode()).hexdigest()[:24]}.json"


def _write(found: TruthSet, path: Path) -> None:
    make_folder(path.parent)
    content = {
        "format": FORMAT,
        "game": found.game.spec(),
        "is_whole": found.is_whole,
        "judges": found.judges,
        "positions": [
            [position.line, list(position.scores.items()), sorted(position.keeping), position.is_exact]
            for position in found.positions
        ],
    }
    write_safely(path, lambda file: file.write(json.dumps(content).encode()))


def _read(game: Game, path: Path) -> TruthSet:
    """What `_write` wrote; raises an error of any kind if it is damaged or of other rules."""
    content = json.loads(path.read_text(encoding="utf-8"))
    if content["format"] != FORMAT or content["game"] != game.spec():
        raise ValueError("it is of another game")
    positions = []
    for line, scores, keeping, is_exact in content["positions"]:
        state = game.initial()
        for move in line:
            if move not in game.moves(state):
                raise ValueError("its moves are those of other rules")
            state = game.play(state, move)
        known = {int(move): int(score) for move, score in scores}
        if sorted(known) != sorted(game.moves(state)):
            raise ValueError("its moves are those of other rules")
        positions.append(TruthPosition(tuple(line), state, known, frozenset(keeping), bool(is_exact)))
    return TruthSet(game, tuple(positions), bool(content["is_whole"]), tuple(content["judges"]))
