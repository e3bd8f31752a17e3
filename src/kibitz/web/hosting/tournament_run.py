"""A tournament that a server plays in the background, its games in processes of the lowest priority.

Each game is stored as it ends (`arena/tournament.py`), so that a later run resumes where this one ended. Whoever looks
at a run gets values that do not change any more.
"""

from __future__ import annotations

from collections import deque
from functools import partial
from pathlib import Path

from kibitz.arena.game_process import load_task_game, play_in_process
from kibitz.arena.game_task import FinishedGame, GameTask, Turn, check_not_stopped
from kibitz.arena.plan import Plan
from kibitz.arena.reports.tournament_view import LAST_SHOWN, BoardsInPlay, draw_boards
from kibitz.arena.tournament import Tournament
from kibitz.core.searching import StopFlag
from kibitz.core.user_files import list_run_files
from kibitz.jobs.background_run import TIME_LIMIT, BackgroundRun
from kibitz.jobs.priority import lower_thread_priority
from kibitz.jobs.process import ProcessPool

PREPARING = "preparing the players; each new search of a game is compiled once"


class TournamentRun(BackgroundRun):
    """`played`: the games that have ended, by number. `games`: how many are played at a time."""

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        client: str = "",
        *,
        played: dict[int, FinishedGame] | None = None,
        games: int = 1,
        time_limit: float = TIME_LIMIT,
    ) -> None:
        super().__init__("a tournament", client, time_limit=time_limit)
        self.plan, self.folder, self.games = plan, folder, games
        self.played = played or {}
        self._stage = PREPARING
        self._turns: dict[int, Turn] = {}  # by the number of the game
        self._ended: deque[FinishedGame] = deque(maxlen=LAST_SHOWN)
        self._processes = ProcessPool(low_priority=True, files=list_run_files())

    @property
    def stage(self) -> str:
        """What is being done now, in words."""
        return "stopping" if self.is_stopping else self._stage

    @property
    def boards(self) -> BoardsInPlay:
        """The games in play, then those just ended, the latest first."""
        return draw_boards(self.plan, self.played, list(self._ended), self._turns.copy())

    def work(self) -> None:
        with self._processes:
            self._play_tournament()

    def _play_tournament(self) -> None:
        tournament = Tournament(self.plan, self.folder, workers=self.games, play_one=self._play)
        self._stage = "making openings"
        lower_thread_priority()  # only now, since somebody waits for what the players need compiled
        for _ in tournament.play(resume=True):
            self.played = dict(tournament.played)
            if not self._ended and not self._turns:
                self._stage = "starting the first game"
            if self.stop_flag.raised:
                break

    def _play(self, task: GameTask, stop: StopFlag) -> FinishedGame:
        check_not_stopped(self.stop_flag)
        self.stop_flag.when_raised(stop.up)
        try:
            game, tell = load_task_game(task.game), partial(self._tell, task)
            finished = play_in_process(self._processes, task, game, tell=tell, stop=stop)
            self._ended.append(finished)
            return finished
        finally:
            self._turns.pop(task.number, None)
            self.stop_flag.forget(stop.up)

    def _tell(self, task: GameTask, turn: Turn) -> None:
        self._stage = "playing"
        self._turns[task.number] = turn
