"""One game of a match: the task, and the finished game.

Both are plain texts and numbers, so that they can go to another thread, process or machine, and into a file. A player
that fails loses the game and nothing else; what it did is recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter

from kibitz.core.clock import get_clock
from kibitz.core.errors import InputError, PlayerFault
from kibitz.core.game import Game, Move
from kibitz.core.searching import StopFlag
from kibitz.jobs.process import WorkInterrupted
from kibitz.play.files.formats.games_text import write_game
from kibitz.play.files.game_files import SavedGame
from kibitz.play.player import Player
from kibitz.play.players import find_player
from kibitz.play.records import Choice, Effort, GameRecord

MOVE_SECONDS = 600.0  # seconds for a move of a player that has no time limit of its own
OVERTIME = 5.0  # seconds a player may take beyond its own time limit


@dataclass(frozen=True)
class GameTask:
    """A game to be played. `players` are specs, the side that begins first; `seeds` are for those that use chance.

    `alone`: in a process of its own, since it may hang, crash, or keep the interpreter busy.
    """

    number: int
    game: str
    players: tuple[str, str]
    opening: tuple[Move, ...] = ()
    seeds: tuple[int, int] = (0, 1)
    patience: float = MOVE_SECONDS
    overtime: float = OVERTIME
    alone: bool = False


@dataclass(frozen=True)
class FinishedGame:
    """A game that has been played. `points`: 1, ½ or 0 for the side that began.

    `fault`: what a player did wrong, if that ended the game. `text`: the whole record, as
    `formats/games_text.py` writes it.
    """

    number: int
    points: float
    result: str
    fault: str
    moves: str
    efforts: tuple[Effort, Effort]
    text: str


@dataclass(frozen=True)
class Turn:
    """Sent before a player is asked: which side, how many seconds it has, and the moves so far."""

    side: int
    seconds: float
    moves: tuple[Move, ...]


class Forfeit(Exception):
    """The player to move has lost, for the reason given."""


def play_task(
    task: GameTask,
    game: Game,
    *,
    tell: Callable[[Turn], None] = lambda turn: None,
    stop: StopFlag | None = None,
    watch: Callable[[Player], Player] = lambda player: player,
) -> FinishedGame:
    """Let the two play to the end. `tell` hears of every turn before it begins; `stop` ends the game at once.

    `watch` may put another player in the place of each, who moves as that one does.
    """
    players = [watch(find_player(spec, seed=seed)) for spec, seed in zip(task.players, task.seeds, strict=True)]
    try:
        return _play(task, GameRecord.begin(game, task.players, moves=task.opening), players, tell, stop)
    finally:
        for player in players:
            player.leave()


def _play(
    task: GameTask, record: GameRecord, players: Sequence[Player], tell: Callable[[Turn], None], stop: StopFlag | None
) -> FinishedGame:
    for side, player in enumerate(players) if not record.is_over else ():
        try:
            player.get_ready(record)  # before any clock runs
        except PlayerFault as fault:
            return _finished(task, record, fault=str(fault), loser=side)
    while not record.is_over:
        player = players[record.to_move]
        tell(Turn(record.to_move, seconds_allowed(player, task), record.moves))
        try:
            record = record.after(_turn(record, player, task, stop))
        except Forfeit as forfeit:
            return _finished(task, record, fault=str(forfeit), loser=record.to_move)
    return _finished(task, record)


def seconds_allowed(player: Player, task: GameTask) -> float:
    """How long a move may take before it loses the game."""
    return task.patience if player.seconds is None else player.seconds + task.overtime


def _turn(record: GameRecord, player: Player, task: GameTask, stop: StopFlag | None) -> Choice:
    allowed = seconds_allowed(player, task)
    started = perf_counter()
    try:
        with _stopping(allowed if player.heeds_stop else None, stop) as flag:
            choice = player.choose(record, stop=flag)
    except InputError:
        raise  # the player was set up wrongly, which concerns the person who set it up
    except PlayerFault as fault:
        check_not_stopped(stop)
        raise Forfeit(str(fault)) from fault
    except Exception as error:
        raise Forfeit(f"crashed: {type(error).__name__}: {error}") from error
    seconds = perf_counter() - started
    check_not_stopped(stop)
    if choice.move not in record.game.moves(record.state):
        raise Forfeit(f"played an illegal move: {_move_text(record.game, choice.move)}")
    if seconds > allowed:
        raise Forfeit(f"overran its time: {seconds:.2f} s for a move, {allowed:g} s allowed")
    return choice._replace(seconds=seconds)


def check_not_stopped(stop: StopFlag | None) -> None:
    """Raise WorkInterrupted if somebody has asked for the end of all games."""
    if stop is not None and stop.raised:
        raise WorkInterrupted


def _move_text(game: Game, move: Move) -> str:
    return game.move_names[move] if isinstance(move, int) and 0 <= move < game.num_moves else repr(move)


@contextmanager
def _stopping(seconds: float | None, stop: StopFlag | None) -> Iterator[StopFlag | None]:
    """A flag that is raised when the time is up, or when `stop` is."""
    if seconds is None:
        yield stop
        return
    flag = StopFlag()
    if stop is not None:
        stop.when_raised(flag.up)
    clock = get_clock()
    clock.call_at(clock.now() + seconds, flag.up)
    try:
        yield flag
    finally:
        clock.cancel(flag.up)
        if stop is not None:
            stop.forget(flag.up)


def forfeit_game(task: GameTask, game: Game, turn: Turn, reason: str) -> FinishedGame:
    """The game as it stands when the side to move has crashed or hung; the cost of its searches is not known."""
    record = GameRecord.begin(game, task.players, moves=turn.moves)
    return _finished(task, record, fault=reason, loser=record.to_move)


def _finished(task: GameTask, record: GameRecord, *, fault: str = "", loser: int = 0) -> FinishedGame:
    """The finished game; with a `fault`, the `loser` has lost because of it."""
    if fault:
        points, result = float(loser), f"{record.game.players[1 - loser]} wins: {record.game.players[loser]} {fault}"
    else:
        assert record.outcome is not None
        points, result = (1 + _sign(record.outcome)) / 2, record.result
    headers = {"Game": task.game, "Number": str(task.number), "Result": result}
    efforts = (record.effort(0), record.effort(1))
    text = write_game(SavedGame(record, headers))
    return FinishedGame(task.number, points, result, fault, record.moves_text, efforts, text)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def total_effort(efforts: Sequence[Effort]) -> Effort:
    """What several games cost together; the depth is the mean over all moves."""
    searched = [effort for effort in efforts if effort.average_depth is not None]
    moves = sum(effort.moves for effort in searched)
    depths = sum((effort.average_depth or 0.0) * effort.moves for effort in searched)
    return Effort(
        moves=sum(effort.moves for effort in efforts),
        nodes=sum(effort.nodes for effort in efforts),
        evaluations=sum(effort.evaluations for effort in efforts),
        cutoffs=sum(effort.cutoffs for effort in efforts),
        average_depth=depths / moves if moves else None,
        seconds=sum(effort.seconds for effort in efforts),
        finished_games=sum(effort.finished_games for effort in efforts),
        memory=max((effort.memory for effort in efforts), default=0),
    )
