"""The pseudocode of a search, so that a replay can point at the line that is being executed.

It is written next to the algorithm. Each line gives the event it belongs to, a bar and the code:

    enter    | alphabeta(node, alpha, beta):
    final    |     if the game is over: return the result
"""

from __future__ import annotations

from dataclasses import dataclass, replace

EVENTS = {
    "enter": "a node is entered",
    "final": "the game is over there",
    "horizon": "no depth is left",
    "table": "the table knows the value",
    "visit": "a move is tried",
    "test": "a move is tried in a window of width one",
    "again": "the move is searched once more",
    "same": "a move is tried after which the same side moves again",
    "improve": "the move is the best so far",
    "keep": "the move is not better than the best so far",
    "cut": "the value reaches beta: the other moves are not searched",
    "leave": "all moves have been tried",
}
INDENT = 4


@dataclass(frozen=True)
class CodeLine:
    """One line; `id` is the event that leads to it, empty for a line that no event points at."""

    id: str
    text: str
    indent: int


@dataclass(frozen=True)
class Pseudocode:
    title: str
    source: str
    lines: tuple[CodeLine, ...]

    def without(self, event: str) -> Pseudocode:
        """The same without the lines of an event that cannot happen."""
        return replace(self, lines=tuple(line for line in self.lines if line.id != event))

    def line_for(self, *events: str) -> str:
        """The first of these events that has a line of its own; empty if none has."""
        known = {line.id for line in self.lines}
        return next((event for event in events if event in known), "")


def pseudocode(title: str, source: str, text: str) -> Pseudocode:
    """Pseudocode from its text, as shown at the top of this file."""
    lines = []
    for line in text.strip("\n").splitlines():
        event, _, code = line.partition("| ")
        bare = code.lstrip()
        lines.append(CodeLine(event.strip(), bare, (len(code) - len(bare)) // INDENT))
    return Pseudocode(title, source, tuple(lines))


NO_PSEUDOCODE = Pseudocode("", "", ())
