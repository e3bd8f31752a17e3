"""The doctor examines the reports' programs, and names the faults that were published."""

from __future__ import annotations

import json
import sys

import pytest
from click.testing import CliRunner

from kibitz.cli.main import kibitz
from kibitz.doctor.examine_game import examine_in_games
from kibitz.doctor.examine_target import examine_target
from kibitz.doctor.patient.player_patient import GameAnswer, PlayerPatient
from kibitz.doctor.patient.player_worker import ask, load_player


class LocalPlayer(PlayerPatient):
    """A player in this process, which is quicker."""

    def __init__(self, spec: str) -> None:
        super().__init__(spec)
        self._player = load_player(spec)
        self.depth = self._player.limits.depth  # type: ignore[attr-defined]  # they are all searchers

    def ask_in_game(self, game: str, moves: object) -> GameAnswer:
        answer = ask(self._player, {"game": game, "moves": moves})
        return GameAnswer(answer["move"], answer["nodes"], answer["refused"], answer["error"], answer["message"])


S0_FAULTS = {"S0-38": "same_player", "S0-39": "root_max", "S0-40": "leaf_side", "S0-41": "first_column"}


def _published() -> list[tuple[str, str, str]]:
    """The replica with one fault alone, the fault, and the boards of its game."""
    cases = []
    for fault_id in S0_FAULTS:
        off = ",".join(f"{switch}=false" for other, switch in S0_FAULTS.items() if other != fault_id)
        cases.append(
            (
                f"replica-s0-minimax:depth={1 if fault_id == 'S0-41' else 2},draw_lost=false,{off}",
                fault_id,
                "connect-four:width=5,height=1,k=2",
            )
        )
    return [
        *cases,
        ("replica-s1-alphabeta:no_end=false,calls_minimax=false", "S1-24a", "othello:size=4"),
        ("replica-s1-alphabeta:no_end=false,late_cut=false", "S1-24b", "othello:size=4"),
        ("replica-s1-minimax", "S1-24c", "othello:size=4"),
        ("replica-s2-minimax:depth=3", "S2-18", "connect-four:width=4,height=2,k=3"),
        ("replica-s2-alphabeta:root_min=false,depth=3", "S2-19", "connect-four:width=4,height=3,k=3"),
        ("replica-s3-take-away", "S3-25", "take-away:chips=13,take=2,misere=false"),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "fault", "board"), _published(), ids=lambda value: str(value)[:30])
def test_the_faults_of_published_programs_are_named(spec: str, fault: str, board: str) -> None:
    report = examine_in_games(LocalPlayer(spec), board)
    assert [found.id for found in report.faults] == [fault]
    assert report.verdict == ("slow" if fault in ("S1-24a", "S1-24b") else "wrong")


@pytest.mark.slow
def test_the_illegal_column_of_a_published_program_is_seen() -> None:
    report = examine_in_games(LocalPlayer("replica-s0-alphabeta:depth=4"), "connect-four:width=4,height=3,k=3")
    assert {"S0-38", "S0-39", "S0-40", "S0-41"} <= {fault.id for fault in report.faults}
    assert "which is not legal" in report.violation  # S0-33


@pytest.mark.slow
def test_a_published_program_that_only_plays_is_examined_by_its_moves() -> None:
    program = f"gtp:program={sys.executable} -m kibitz engine take-away:chips=13 replica-s3-take-away"
    report = examine_target(program, game="take-away:chips=13")
    assert (report.verdict, report.unit) == ("wrong", "positions"), report.sentence
    assert [found.id for found in report.faults] == ["S3-25"]
    assert report.wrong_cases > 0


def test_the_list_of_faults_says_which_were_published() -> None:
    listed = json.loads(CliRunner().invoke(kibitz, ["doctor", "--faults", "--json"]).stdout)
    published = {line for fault in listed for line in fault["published"]}
    assert published == {"S0-38", "S0-39", "S0-40", "S1-24a", "S1-24b", "S1-24c", "S2-18", "S2-19"}
