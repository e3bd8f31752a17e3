"""Files of the user's own, as other processes are told of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.arena.game_process import play_in_process
from kibitz.arena.game_task import GameTask
from kibitz.core.errors import BadFile
from kibitz.core.game import find_game
from kibitz.core.user_files import list_run_files, run_file
from kibitz.jobs.process import ProcessPool


@pytest.mark.slow
def test_a_file_that_failed_or_is_gone_keeps_no_other_process_from_playing(tmp_path: Path) -> None:
    sound, broken = tmp_path / "sound.py", tmp_path / "broken.py"
    sound.write_text("NUMBER = 1\n")
    broken.write_text("NUMBER = 1 / 0\n")
    run_file(sound)
    with pytest.raises(BadFile, match="division by zero"):
        run_file(broken)
    assert sound in list_run_files()
    assert broken not in list_run_files()
    sound.unlink()
    with ProcessPool(low_priority=True, files=list_run_files()) as processes:
        task = GameTask(7, "tic-tac-toe", ("random", "random"))
        finished = play_in_process(processes, task, find_game("tic-tac-toe"))
    assert (finished.number, finished.fault) == (7, "")
