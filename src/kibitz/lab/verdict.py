"""What measured rows show about a printed sentence: one of four verdicts, in a plain sentence with its figures.

    holds                    true as it is printed
    holds with a condition   true in some cases; `condition` names which, or what of the sentence is not true
    wrong                    not true
    cannot tell              the rows do not decide it; `missing` names what would

There are two questions wherever the program of a report has faults: is the sentence true of that program, and is it
true once the faults are corrected? A verdict answers the first. If the answer to the second differs, `corrected` is it.

    Verdict(Kind.HOLDS, "Alpha-beta plays worse than minimax at the same depth.", "30 % of the points in 200 games",
            corrected=Verdict(Kind.WRONG, "Both play the same moves.", "1,000 of 1,000 searches"))

A sentence that claims several things is judged part by part (`judge_parts`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from kibitz.core.errors import BadFile

OWN_PROGRAM, CORRECTED = "the report's own program", "with its faults corrected"
FULL_ROWS = "the full rows"  # what is missing where only quick ones were measured


class Kind(Enum):
    """What the measurements say about what is printed."""

    HOLDS = "holds"
    CONDITION = "holds with a condition"
    WRONG = "wrong"
    CANNOT_TELL = "cannot tell"
    OPEN = "not measured yet"


@dataclass(frozen=True)
class Verdict:
    """A judgement in one plain sentence; `figures` are the numbers behind it that the sentence does not give.

    `condition` is needed for "holds with a condition", `missing` for "cannot tell".
    """

    kind: Kind
    sentence: str
    figures: str = ""
    condition: str = ""
    missing: str = ""
    corrected: Verdict | None = None

    def __post_init__(self) -> None:
        if self.kind is Kind.CONDITION and not self.condition:
            raise BadFile(
                f'The verdict "{self.kind.value}" must name its condition, as in '
                'Verdict(Kind.CONDITION, "…", condition="only up to depth 4").'
            )
        if self.kind is Kind.CANNOT_TELL and not self.missing:
            raise BadFile(
                f'The verdict "{self.kind.value}" must name what is missing, as in '
                'Verdict(Kind.CANNOT_TELL, "…", missing="more games").'
            )

    @property
    def answers(self) -> tuple[tuple[str, Verdict], ...]:
        """The answers with what each is about: one about nothing in particular, or two that differ."""
        if self.corrected is None:
            return (("", self),)
        return ((OWN_PROGRAM, self), (CORRECTED, self.corrected))

    @property
    def kinds(self) -> tuple[Kind, ...]:
        return tuple(answer.kind for _, answer in self.answers)

    def withhold(self) -> Verdict:
        """What quick rows show of a claim about time or matches: their figures, and no judgement."""
        figures = self.figures or self.sentence
        if self.corrected is not None:
            figures = f"{figures}; {CORRECTED}: {self.corrected.figures or self.corrected.sentence}"
        sentence = "Quick rows are too small to judge a claim about time or matches."
        return Verdict(Kind.CANNOT_TELL, sentence, f"so far: {figures}", missing=FULL_ROWS)


class ClaimPart(NamedTuple):
    """One part of a claim. The texts are clauses: they begin with a small letter and end without a full stop.

    `claim` is the part in plain words, as "pruning always saves work"; `instead` is what is true where it is not.
    `holds` is None if the rows do not decide it; then `missing` names what would.
    """

    claim: str
    holds: bool | None
    figures: str
    instead: str = ""
    missing: str = ""

    def withhold(self) -> ClaimPart:
        """The part as quick rows leave it if it is about time or matches: not decided."""
        return self._replace(holds=None, missing=FULL_ROWS)


def judge_parts(*parts: ClaimPart, condition: str = "") -> Verdict:
    """A claim holds if all its parts do and is wrong if none does.

    If some do and some do not, it holds with a condition: as `condition` says, by default without the parts that do
    not. If some are not decided and none holds, or none is wrong, nobody can tell: one wrong part does not make a claim
    wrong whose other parts are open.
    """
    good, bad, unknown = ([part for part in parts if part.holds is holds] for holds in (True, False, None))
    figures = "; ".join(part.figures for part in parts if part.figures)
    missing = join_words(list(dict.fromkeys(part.missing for part in unknown)))
    true = _join_clauses([part.claim for part in good])
    against = _join_clauses([part.instead or f"it is not true that {part.claim}" for part in bad])
    unsure = "it is open whether " + " and whether ".join(part.claim for part in unknown) if unknown else ""
    decided = ", but ".join(filter(None, (true, against)))
    sentence = _sentence(("; " if good and bad else ", but ").join(filter(None, (decided, unsure))))
    if unknown and not (good and bad):
        return Verdict(Kind.CANNOT_TELL, sentence, figures, missing=missing)
    if not bad:
        return Verdict(Kind.HOLDS, sentence, figures)
    if not good:
        return Verdict(Kind.WRONG, sentence, figures, missing=missing)
    claims = "claim" if len(bad) == 1 else "claims"
    condition = condition or f"except for the {claims} that " + " and that ".join(part.claim for part in bad)
    return Verdict(Kind.CONDITION, sentence, figures, condition, missing)


def answer_both(program: Verdict, corrected: Verdict) -> Verdict:
    """The answers to the two questions: apart if they differ, else as one with the figures of both."""
    if (program.kind, program.condition) == (corrected.kind, corrected.condition):
        return replace(program, figures=f"{program.figures}; {CORRECTED}: {corrected.figures}")
    return replace(program, corrected=corrected)


def join_words(words: Sequence[str]) -> str:
    """As in "a, b and c"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def _join_clauses(clauses: Sequence[str]) -> str:
    return ", and ".join(filter(None, (", ".join(clauses[:-1]), *clauses[-1:])))


def _sentence(clause: str) -> str:
    return f"{clause[:1].upper()}{clause[1:]}."
