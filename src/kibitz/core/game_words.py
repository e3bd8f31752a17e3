"""What a game says about itself: its names, its words, and what a move does that is worth naming.

Everything here has a default, so a game needs to say nothing. What it does say is used wherever it is talked about: by
the coach, in puzzles and exercises, in lists, files and protocols.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from kibitz.core.spec import Configured, value_text
from kibitz.core.view import Cell, Move, State


class Reason(NamedTuple):
    """What a move does that is worth naming: a fact about the position before and after it, never a guess.

    `text` follows the move ("d4 " + text) and may name cells. `hint` says the same without a place, to follow "It "; it
    is empty for what helps the other side. `kind` is one word for it, `cells` are marked on the board. `is_plain`:
    nothing more needs to be shown after this move. `total` tells several moves of one kind that a side makes in a row,
    with {} for the sum of their `amount`.

        Reason("taken", "takes the man on 18", hint="takes a man", amount=1, total="takes {} men")
    """

    kind: str
    text: str
    cells: tuple[Cell, ...] = ()
    is_plain: bool = False
    hint: str = ""
    amount: int = 0
    total: str = ""


@dataclass(frozen=True)
class Threat:
    """A free cell with which a side would win. `move` plays there now, None if it waits.

    `row`: "odd" or "even" from the bottom, where that matters.
    """

    side: int
    cell: Cell
    move: str | None
    row: str


class GameWords(Configured):
    """What a game may say about itself; `Game` is derived from it."""

    title: ClassVar[str] = ""  # its name as people write it; `name` if empty
    about: ClassVar[str] = ""  # how it is played and won, in one sentence
    family: ClassVar[str] = ""  # the heading it is listed under: classics, lines, territory, pieces or counting
    other_names: ClassVar[tuple[str, ...]] = ()  # what people also call it, for those who look for it
    look: ClassVar[str] = ""  # how pictures draw it: rack, discs, marks, heap, draughts, pawns …; plain if empty
    players: ClassVar[tuple[str, str]] = ("X", "O")  # the names of the two sides, as texts and files have them
    colours: ClassVar[tuple[str, str] | None] = None  # and what people call them where pieces have other colours
    aliases: ClassVar[dict[str, str]] = {}  # further names, each with the options it stands for
    titles: ClassVar[dict[str, str]] = {}  # of aliases that people know as games, with a card each on the start page
    presets: ClassVar[tuple[str, ...]] = ()  # specs to offer in a menu
    unit: ClassVar[str] = ""  # what its scores count, such as disc or box; point if empty, where a win can be larger
    small_boards: ClassVar[tuple[str, ...]] = ("",)  # the options of boards to find the smallest example on, by size
    best_play: ClassVar[str] = ""  # what both sides play for, in a sentence; empty for the usual
    move_question: ClassVar[str] = "Which move does {} play?"  # asks for the move of a side
    advice: ClassVar[str] = ""  # how to find a good move, where no part of the board is a place to look for it
    standards: ClassVar[tuple[str, ...]] = ()  # file formats and protocols made for it alone, such as ggf

    # Moves.

    def move_name(self, move: Move) -> str:
        """The move as people write it; the reverse of `parse_move`."""
        return str(move)

    @property
    def pass_move(self) -> Move | None:
        """The move that means passing, made when there is no other; None if the game has no pass."""
        return None

    def say_move(self, move: Move) -> str:
        """The move as it follows the word "is": "column 4", "to take 3 chips"."""
        return "to pass" if move == self.pass_move else self.move_name(move)

    def name_in_log(self, move: Move) -> str:
        """The move as text logs of searches have it; no two moves have the same."""
        return self.move_name(move)

    def path(self, state: State, move: Move) -> tuple[Cell, ...]:
        """The cells a legal move goes through, from where it begins; empty if all it changes changes at once."""
        return ()

    def reasons(self, state: State, move: Move) -> tuple[Reason, ...]:
        """What a move does that is worth naming, the most important first.

        The coach, the review and hints name it.
        """
        return ()

    # Positions.

    def remark(self, state: State) -> str:
        """What the board does not show of an unfinished position, in a sentence; empty if it shows everything."""
        return ""

    def say_stock(self, state: State) -> str:
        """What is left to play for, as a caption says it: "7 chips left"; empty if a look at the board tells."""
        return ""

    def find_threats(self, state: State) -> tuple[Threat, ...]:
        """The cells with which a side would win, to be marked while a line is explained."""
        return ()

    def winning_cells(self, state: State) -> frozenset[Cell]:
        """The cells that decided a finished game, to be marked."""
        return frozenset()

    def why_over(self, state: State) -> str:
        """Why a finished game ended, in words; empty if the result says it all."""
        return ""

    def say_win(self, score: int) -> str:
        """How clear a known win is, as this game's players say it; empty if they count the moves until then.

        `score` is that of `solved_score`, and above 0.
        """
        return ""

    # The game and its sides.

    @property
    def variant(self) -> str:
        """The parameters in plain words."""
        return ", ".join(f"{o.name} {value_text(getattr(self, o.name))}" for o in self.options())

    def opening_names(self) -> Mapping[str, str]:
        """What people call openings, by the moves that lead there; one of several symmetric forms is enough."""
        return {}

    @property
    def sides(self) -> tuple[str, str]:
        """What people call the two sides when they see the pieces."""
        return self.colours or self.players

    def name_by_colour(self, text: str) -> str:
        """A sentence with the sides called by their colours."""
        for player, side in zip(self.players, self.sides, strict=True):
            text = re.sub(rf"\b{re.escape(player)}\b", side, text)
        return text

    def name_by_player(self, text: str) -> str:
        """The same the other way round, for texts and files."""
        for player, side in zip(self.players, self.sides, strict=True):
            text = re.sub(rf"\b{re.escape(side)}\b", player, text)
        return text
