"""A player of Kibitz, or one in a file of the user's own, or a program that speaks GTP or UGI, under examination."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from kibitz.core.errors import BadOption, PlayerFault
from kibitz.doctor.exam_cases import Abilities, Case
from kibitz.doctor.exam_tree import drop_repetitions
from kibitz.doctor.faults.program import Observed
from kibitz.doctor.patient.patient import Patient, Reply, TreeAbilities
from kibitz.jobs.pipe import Pipe

START_SECONDS = 60.0
ANSWER_SECONDS = 30.0


@dataclass(frozen=True)
class GameAnswer:
    """A player's move in a position of a game. `refused`: an illegal move that it asked for first."""

    move: int | None
    nodes: int | None
    refused: int | None
    error: str
    message: str


class PlayerPatient(Patient):
    """Asks the process in which the player runs (`player_worker.py`)."""

    def __init__(self, spec: str) -> None:
        self.name = self.spec = spec
        self._pipe: Pipe | None = None
        self.depth: int | None = None
        self._is_sampled = False

    def _start(self) -> dict[str, Any]:
        self._pipe = Pipe([sys.executable, "-m", "kibitz.doctor.patient.player_worker", self.spec])
        try:
            described: dict[str, Any] = json.loads(self._pipe.read_line(START_SECONDS))
        except PlayerFault as fault:
            raise BadOption(f"{self.spec} cannot be examined: it {fault}.") from None
        if "refused" in described:
            raise BadOption(described["refused"])
        self.depth = described["depth"]
        return described

    def start(self) -> TreeAbilities:
        described = self._start()
        abilities = Abilities(sharing=False, leaf_root=False, large=False, max_height=self.depth)
        has_value = self.ask(Case("", (0, (3, 5)))).observed.value is not None
        return TreeAbilities(
            replace(abilities, both_sides=described["is_sampled"]),
            has_value,
            True,
            described["prunes"],
            f"{self.spec}, on trees as a game",
            is_negamax=described["is_negamax"],
            is_sampled=described["is_sampled"],
            plays_games=True,
        )

    def plays_trees(self) -> bool:
        """Whether it can be asked about a tree; a program for one game cannot."""
        if self._pipe is None:
            described = self._start()
            if described["is_outside"]:
                raise BadOption(f"{self.spec} is a program for one game; say for which, as in --game tic-tac-toe.")
            self._is_sampled = described["is_sampled"]
        answer = self._send({"spec": (0, (1, -1)), "is_max": True})
        return not answer["error"] or (self._is_sampled and answer["error"] != "unsuited")

    def ask(self, case: Case, *, trace: bool = False, reload: bool = False) -> Reply:
        if reload:
            self.close()
        answer = self._send({"spec": case.spec, "is_max": case.is_max})
        leaves = None if answer["leaves"] is None else drop_repetitions(answer["leaves"])
        error = "crash" if answer["error"] == "unsuited" else answer["error"]
        value = answer["value"]
        observed = Observed(None if value is None else round(value, 6), answer["move"], leaves, error)
        return Reply(observed, answer["message"])

    def sample(self, case: Case, seed: int, simulations: int) -> Observed:
        answer = self._send({"spec": case.spec, "is_max": case.is_max, "seed": seed})
        leaves = answer["leaves"]
        return Observed(None, answer["move"], tuple(leaves) if leaves else None, answer["error"])

    def ask_in_game(self, game: str, moves: Sequence[int]) -> GameAnswer:
        """Its move after these moves of a game."""
        answer = self._send({"game": game, "moves": list(moves)})
        return GameAnswer(answer["move"], answer["nodes"], answer["refused"], answer["error"], answer["message"])

    def _send(self, question: dict[str, Any]) -> dict[str, Any]:
        if self._pipe is None or not self._pipe.is_open:
            self._start()
        assert self._pipe is not None
        self._pipe.send(json.dumps(question))
        try:
            answer: dict[str, Any] = json.loads(self._pipe.read_line(ANSWER_SECONDS))
            return answer
        except PlayerFault as fault:
            empty: dict[str, Any] = dict.fromkeys(("move", "value", "leaves", "nodes", "refused"))
            return {**empty, "error": "hang" if fault.kind == "hang" else "crash", "message": str(fault)}

    def close(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None
