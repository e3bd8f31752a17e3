"""Who plays the games of a match or tournament: workers in this process, in others, or on a cluster of machines."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress

from kibitz.arena.game_process import load_task_game, play_in_process
from kibitz.arena.game_task import FinishedGame, GameTask, play_task
from kibitz.core.errors import Unsuited
from kibitz.core.evaluation import Evaluator
from kibitz.core.game import Game
from kibitz.core.limits import COMPILED
from kibitz.core.searching import StopFlag
from kibitz.core.spec import Configured
from kibitz.core.user_files import find_file
from kibitz.engines.outside.outside_engine import OutsideEngine
from kibitz.jobs.process import ProcessPool
from kibitz.jobs.workers import run_tasks, run_tasks_on_cluster
from kibitz.kernels.backends import choose_backend
from kibitz.play.function_player import FunctionPlayer
from kibitz.play.player import Player
from kibitz.play.players import Random, SearchPlayer, find_player


def play_games(
    tasks: Iterable[GameTask],
    workers: int,
    cluster: str | None,
    play: Callable[[GameTask, StopFlag], FinishedGame] | None = None,
) -> Generator[list[FinishedGame], None, None]:
    """The games as they end, here or on the cluster at that address; `play` is how one is played here."""
    if cluster is not None:
        return run_tasks_on_cluster(tasks, run_task, cluster)
    return run_tasks(tasks, play or run_task, workers)


_processes = ProcessPool()


def run_task(task: GameTask, stop: StopFlag | None = None) -> FinishedGame:
    """Play a game, in a process of its own if the task says so. This is what a worker does, anywhere."""
    game = load_task_game(task.game)
    if not task.alone:
        return play_task(task, game, stop=stop)
    return play_in_process(_processes, task, game, stop=stop)


def find_players(game: Game, specs: Iterable[str]) -> list[Player]:
    """The players with these specs; those that cannot play the game are refused, before the first game begins."""
    players = [find_player(spec, seed=0) for spec in specs]
    for player in players:
        player.check(game)
    return players


def needs_process(game: Game, players: Sequence[Player], *, many_workers: bool) -> bool:
    """Whether games need a process of their own: for code of the user's own, or where threads would block each other.

    Kibitz's own players neither hang nor crash; the readable ones keep the interpreter to themselves. A program from
    outside has a process of its own anyway. What is defined in a notebook, and in no file, only this process knows.
    """
    own = _find_own_parts(game, players)
    if own:
        return all(map(_is_in_file, own))
    let_others_run = (isinstance(player, (Random, OutsideEngine)) or _is_compiled(player, game) for player in players)
    return many_workers and not all(let_others_run)


def is_known_elsewhere(game: Game, players: Sequence[Player], evaluator: Evaluator | None = None) -> bool:
    """Whether other processes can load all of them: what is defined in a notebook, and in no file, they cannot."""
    own = _find_own_parts(game, players) + ([] if evaluator is None or evaluator.shipped else [evaluator])
    return all(map(_is_in_file, own))


def _find_own_parts(game: Game, players: Sequence[Player]) -> list[Configured | Player]:
    """Which of the game, the players and their searches are code of the user's own."""
    parts: list[Configured | Player] = [
        game,
        *(player.searcher if isinstance(player, SearchPlayer) else player for player in players),
    ]
    return [part for part in parts if not part.shipped]


def _is_in_file(part: Configured | Player) -> bool:
    return isinstance(part, FunctionPlayer) or find_file(type(part)) is not None


def _is_compiled(player: object, game: Game) -> bool:
    with suppress(Unsuited):
        if isinstance(player, SearchPlayer):
            return choose_backend(player.searcher, game, player.backend.backend) == COMPILED
    return False
