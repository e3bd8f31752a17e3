"""Variations: other moves that were tried in a game, kept beside the moves that were played.

They are written in parentheses after the move that they replace, as in chess books, one inside another where need be:

    4 4 5 (3 5 (6 1) 3) 5          instead of the third move, 3; there instead of 5 the move 6

So a game with variations is still one line of text, and its main line is what stands outside all parentheses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from kibitz.core.errors import BadPosition, IllegalMove, MalformedMove
from kibitz.core.game import Game, Move, State
from kibitz.core.notation import moves_text, parse_legal_start, parse_moves
from kibitz.play.positions import NOBODY
from kibitz.play.records import Choice, GameRecord

_PIECE = re.compile(r"[()]|[^()]+")
_NUMBER = re.compile(r"^Move (\d+)")


@dataclass(frozen=True)
class Variation:
    """Moves that could have been made instead, after `ply` moves of the game; they may have variations of their own."""

    ply: int
    choices: tuple[Choice, ...]
    variations: tuple[Variation, ...] = ()


@dataclass(frozen=True)
class GameWithVariations:
    """A game and its variations; `record` is the main line."""

    record: GameRecord
    variations: tuple[Variation, ...] = ()


@dataclass(frozen=True)
class TreeMove:
    """A move of a tree: `parent` is the index of the move before it, -1 at the start; `side` makes the move."""

    parent: int
    move: str
    side: int


@dataclass(frozen=True)
class TreeView:
    """A game with its variations, for a list of moves: of several moves with one parent, the first is the main one.

    `moves` are in the order of `moves_text`, the canonical text of the game.
    """

    moves_text: str
    moves: tuple[TreeMove, ...]


def can_write_variations(game: Game) -> bool:
    """Whether parentheses can be told from the moves of a game; they cannot where they are part of a move's name."""
    return not any("(" in name or ")" in name for name in game.move_names)


@dataclass
class _Node:
    """A position of a tree that is being read; `choice` led to it."""

    state: State
    ply: int
    parent: _Node | None = None
    choice: Choice | None = None
    children: list[_Node] = field(default_factory=list)


class MoveTree:
    """A tree that is being read: moves are added where the reader stands, `open` and `close` begin and end a variation.

    What cannot be read raises an error that names the variation, by its number, and the move.
    """

    def __init__(self, game: Game, start: State | None) -> None:
        self.game, self.start = game, start
        self._root = self._here = _Node(game.initial() if start is None else start, 0)
        self._open: list[tuple[_Node, int]] = []  # the moves that are being replaced, and the numbers of the variations
        self.opened = 0

    @property
    def state(self) -> State:
        return self._here.state

    @property
    def earlier(self) -> list[State]:
        """The positions that led to this one."""
        states, node = [], self._here.parent
        while node is not None:
            states.append(node.state)
            node = node.parent
        return states[::-1]

    @property
    def place(self) -> str:
        """Where the next move belongs, in words."""
        move = f"move {self._here.ply + 1}"
        return f"variation {self._open[-1][1]}, {move}" if self._open else move

    def open(self) -> None:
        if self._here.parent is None:
            raise BadPosition("A variation, in parentheses, must follow the move that it replaces; none was made yet.")
        if self._open and self._here is self._open[-1][0].parent:
            raise BadPosition(f"Variation {self._open[-1][1]} must begin with a move, not with a parenthesis.")
        self.opened += 1
        self._open.append((self._here, self.opened))
        self._here = self._here.parent

    def close(self) -> None:
        if not self._open:
            raise BadPosition("A parenthesis is closed that was not opened; variations are written (like this).")
        replaced, number = self._open.pop()
        if self._here is replaced.parent:
            raise BadPosition(f"Variation {number} has no moves; write them between its parentheses.")
        self._here = replaced

    def add(self, choice: Choice) -> None:
        """A legal move; one that is there already is followed."""
        here = self._here
        for child in here.children:
            if child.choice is not None and child.choice.move == choice.move:
                if any(child is replaced for replaced, _ in self._open):
                    name = self.game.move_name(choice.move)
                    raise BadPosition(f"Variation {self._open[-1][1]} begins with {name}, the move it should replace.")
                self._here = child
                return
        self._here = _Node(self.game.play(here.state, choice.move), here.ply + 1, here, choice)
        here.children.append(self._here)

    def finish(self, players: tuple[str, str]) -> GameWithVariations:
        if self._open:
            raise BadPosition(f"Variation {self._open[-1][1]} is not closed; a closing parenthesis is missing.")
        line = list(_main_line(self._root))
        record = GameRecord(self.game, players, _choices(line[1:]), start=self.start)
        return GameWithVariations(record, _variations(line))


def _main_line(node: _Node) -> Iterator[_Node]:
    """A position and those that follow it with the main moves."""
    yield node
    while node.children:
        node = node.children[0]
        yield node


def _choices(nodes: Sequence[_Node]) -> tuple[Choice, ...]:
    return tuple(node.choice for node in nodes if node.choice is not None)


def _variations(line: Sequence[_Node]) -> tuple[Variation, ...]:
    """What branches off from the positions of a line."""
    found = []
    for node in line:
        for other in node.children[1:]:
            moves = list(_main_line(other))
            found.append(Variation(node.ply, _choices(moves), _variations(moves)))
    return tuple(found)


def parse_game_tree(game: Game, moves: str, start: State | None = None) -> GameWithVariations:
    """The game that a text means, every move checked to be legal; without parentheses it has only a main line."""
    tree = MoveTree(game, start)
    pieces = _PIECE.findall(moves) if can_write_variations(game) else [moves]
    for piece in pieces:
        if piece == "(":
            tree.open()
        elif piece == ")":
            tree.close()
        else:
            for move in _parse_line(tree, piece):
                tree.add(Choice(move))
    return tree.finish(NOBODY)


def parse_legal_main_line(game: Game, moves: str, start: State | None = None) -> list[Move]:
    """The main line of a text up to its first move that cannot be played."""
    while can_write_variations(game) and (bare := re.sub(r"\([^()]*\)", " ", moves)) != moves:
        moves = bare
    return parse_legal_start(game, moves, start)[0]


def _parse_line(tree: MoveTree, text: str) -> list[Move]:
    """The moves of a text without parentheses; what is wrong is told with its place in the whole game."""
    place, _, ply = tree.place.rpartition("move ")
    try:
        return parse_moves(tree.game, text, tree.state, earlier=tree.earlier)
    except (MalformedMove, IllegalMove) as error:
        told = _NUMBER.sub(lambda match: f"{place}move {int(ply) + int(match[1]) - 1}", str(error))
        raise type(error)(told[:1].upper() + told[1:]) from None


def tree_text(tree: GameWithVariations) -> str:
    """A game with its variations as one string; the reverse of `parse_game_tree`.

    Where there are variations, a space stands between any two moves, so that readers need not know their names.
    """
    game = tree.record.game
    if not tree.variations:
        return moves_text(game, tree.record.moves)

    def write(choices: Sequence[Choice]) -> str:
        return " ".join(game.move_name(choice.move) for choice in choices)

    return write_line(tree.record.choices, tree.variations, 0, write)


def write_line(
    choices: Sequence[Choice],
    variations: Sequence[Variation],
    ply: int,
    write: Callable[[Sequence[Choice]], str],
) -> str:
    """A line whose first move is made after `ply` moves of the game; `write` writes moves that nothing interrupts."""
    parts, done = [], 0
    for variation in variations:
        end = variation.ply - ply + 1
        if end > done:
            parts.append(write(choices[done:end]))
            done = end
        inner = write_line(variation.choices, variation.variations, variation.ply, write)
        parts.append(f"({inner})")
    if done < len(choices):
        parts.append(write(choices[done:]))
    return " ".join(parts)


def view_tree(tree: GameWithVariations) -> TreeView:
    """The moves of a game and its variations, as a list of moves shows them."""
    game, record = tree.record.game, tree.record
    found: list[TreeMove] = []

    def add_line(choices: Sequence[Choice], variations: Sequence[Variation], ply: int, at: int, state: State) -> None:
        """Moves that follow the one with index `at`, and what branches off from them."""
        waiting = list(variations)
        for number, choice in enumerate(choices, start=ply):
            before, index = state, len(found)
            found.append(TreeMove(at, game.move_name(choice.move), game.to_move(before)))
            while waiting and waiting[0].ply == number:
                other = waiting.pop(0)
                add_line(other.choices, other.variations, other.ply, at, before)
            at, state = index, game.play(before, choice.move)

    add_line(record.choices, tree.variations, 0, -1, record.states[0])
    return TreeView(tree_text(tree), tuple(found))
