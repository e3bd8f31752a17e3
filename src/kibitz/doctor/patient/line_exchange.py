"""A program in any language, asked in lines of text; `docs/doctor/exchange.md` is the page for people who write one.

── search 2 max ( 0 ( 0 3 12 8 ) ( 0 2 4 6 ) ) ──▶          depth, side to move, tree
◀── answer 3 0 2 3 4 6 ──                                   value, move, and the leaves it looked at
"""

from __future__ import annotations

import sys
from pathlib import Path

from kibitz.core.errors import PlayerFault
from kibitz.doctor.exam_cases import Abilities, Case
from kibitz.doctor.exam_tree import from_lists, write_tree
from kibitz.doctor.faults.program import Observed
from kibitz.doctor.patient.patient import Patient, Reply, TreeAbilities
from kibitz.jobs.pipe import Pipe, quote_line, split_command

START_SECONDS = 10.0  # for the first answer: some languages take long to start
ANSWER_SECONDS = 2.0
MAX_OTHER_LINES = 1_000  # before an answer
PRUNED = [[5, 6], [3, 9]]  # a program that prunes does not look at the last leaf
LIMITED = (sys.executable, "-IS", str(Path(__file__).with_name("run_limited.py")))


class ExchangePatient(Patient):
    """`command`: the program and its arguments, as a shell reads them."""

    def __init__(self, command: str) -> None:
        self.name, self._words = command, split_command(command)
        self._pipe: Pipe | None = None
        self._is_warm = False

    def start(self) -> TreeAbilities:
        first = self.ask(Case("first", from_lists(PRUNED)))
        has_move = first.observed.move is not None
        abilities = Abilities(depth=True, both_sides=True, sharing=False)
        looked, words = first.observed.leaves or (), self.name.lower()
        is_meant_to_prune = 0 < len(looked) < 4 or any(word in words for word in ("alpha", "prun", "pvs"))
        return TreeAbilities(
            abilities, True, has_move, is_meant_to_prune, f"{self.name}, asked in lines of text", told=("side",)
        )

    def ask(self, case: Case, *, trace: bool = False, reload: bool = False) -> Reply:
        if reload:
            self.close()
        if self._pipe is None or not self._pipe.is_open:
            self._pipe, self._is_warm = Pipe([*LIMITED, *self._words]), False
        self._pipe.send(f"search {case.plies} {'max' if case.is_max else 'min'} {write_tree(case.spec)}")
        seconds = ANSWER_SECONDS if self._is_warm else START_SECONDS
        printed = 0
        try:
            while True:
                line = self._pipe.read_line(seconds)
                self._is_warm = True
                if line.split()[:1] == ["answer"]:
                    return _read_answer(line, case, printed)
                printed += len(line) + 1
                if printed > MAX_OTHER_LINES * 80:
                    raise self._pipe.fault("gave no answer: it prints without end, and no line starts with 'answer'")
        except PlayerFault as fault:
            return Reply(Observed(None, None, None, fault.kind), str(fault))

    def close(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None


def _read_answer(line: str, case: Case, printed: int) -> Reply:
    words = line.split()[1:]
    try:
        value = float(words[0])
        move = None if len(words) < 2 or words[1] in ("-", "-1") else int(words[1])
        leaves = tuple(int(word) for word in words[2:]) if len(words) > 2 else None
    except (ValueError, IndexError):
        message = f"it answers {quote_line(line)}; 'answer VALUE MOVE LEAF …' was expected"
        return Reply(Observed(None, None, None, "nonsense"), message, printed=printed)
    if leaves is not None and any(not 0 <= leaf < len(case.tree.nodes) for leaf in leaves):
        message = f"it names a node that the tree does not have: {quote_line(line)}"
        return Reply(Observed(None, None, None, "nonsense"), message, printed=printed)
    return Reply(Observed(value, move, leaves), printed=printed)
