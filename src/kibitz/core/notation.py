"""Moves and positions as people write them: `4455`, `f5d6c3`, `3 12 1`; `X-O-X---- O`.

The names of moves are written without separators where that is unambiguous (columns 1 to 7, cells a1 to h8); otherwise
(columns 1 to 12, where 12 could be one move or two) with a space between them. Spaces, commas and line breaks are
accepted everywhere, and a forced pass, as in Othello, need not be written.

A position is one line: on most boards a mark for every cell in reading order, then the side to move.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence

from kibitz.core.errors import BadPosition, IllegalMove, MalformedMove
from kibitz.core.game import Game, Move, State

_SEPARATORS = re.compile(r"[\s,]+")
MAX_GAMES = 64  # whose answer is kept, since a game may have hundreds of names


def moves_text(game: Game, moves: Iterable[Move]) -> str:
    """The moves as one string; the reverse of `parse_moves`."""
    return ("" if _can_join_names(game) else " ").join(game.move_names[move] for move in moves)


def parse_moves(game: Game, text: str, state: State | None = None, *, earlier: Sequence[State] = ()) -> list[Move]:
    """The moves a text lists, each checked to be legal, played from `state` (None: the start of the game).

    `earlier`: the positions of the game before that, where positions repeat.
    Raises MalformedMove or IllegalMove; the message begins with the number of the move, from 1.
    """
    moves, error = parse_legal_start(game, text, state, earlier=earlier)
    if error is not None:
        raise error
    return moves


def parse_legal_start(
    game: Game, text: str, state: State | None = None, *, earlier: Sequence[State] = ()
) -> tuple[list[Move], MalformedMove | IllegalMove | None]:
    """The moves of a text up to the first that cannot be played, and what is wrong with that one, if there is one."""
    state = game.initial() if state is None else state
    states = [*earlier, state]
    moves: list[Move] = []
    for number, name in enumerate(_split_names(game, text), start=1):
        try:
            check_goes_on(game, states, name)
            made = parse_next_moves(game, states[-1], name)
        except (MalformedMove, IllegalMove) as error:
            return moves, type(error)(f"Move {number}: {error}")
        for move in made:
            states.append(game.play(states[-1], move))
        moves += made
    return moves, None


def check_goes_on(game: Game, states: Sequence[State], name: str) -> None:
    """Refuse a move of a game that ended because a position came again; any other end the rules themselves tell."""
    if game.repeats and game.result(states[-1]) is None and (end := game.find_end(states)) is not None:
        raise IllegalMove(f"{name} cannot be played: the game is over. {end.why}")


def parse_next_moves(game: Game, state: State, name: str) -> list[Move]:
    """The move a text names, which must be legal here, or legal after a forced pass, which is then added before it."""
    if game.parse_move(name) != game.pass_move and game.moves(state) == [game.pass_move]:
        assert game.pass_move is not None
        return [game.pass_move, game.legal_move(game.play(state, game.pass_move), name)]
    return [game.legal_move(state, name)]


@functools.lru_cache(MAX_GAMES)
def _can_join_names(game: Game) -> bool:
    """Whether a list of moves without separators can be read in only one way, and easily.

    It can if no move name consists of another name followed by a character that can begin a name. Names with a hyphen,
    as in b2-a1, stand apart.
    """
    names = {name.lower() for name in game.move_names}
    if any("-" in name for name in names):
        return False
    first_characters = {name[0] for name in names}
    return not any(
        name[:end] in names and name[end] in first_characters for name in names for end in range(1, len(name))
    )


def _split_names(game: Game, text: str) -> Iterator[str]:
    """Split the text into names; a part that is not a name stays in one piece."""
    words = filter(None, _SEPARATORS.split(text))
    if not _can_join_names(game):
        yield from words
        return
    longest_first = sorted(game.move_names, key=len, reverse=True)
    a_name = re.compile("|".join(map(re.escape, longest_first)), re.IGNORECASE)
    for word in words:
        end = 0
        for match in a_name.finditer(word):
            if match.start() > end:
                yield word[end : match.start()]
            yield match.group()
            end = match.end()
        if end < len(word):
            yield word[end:]


# What games have in common in `parse_position` and `position_text`.


def check_position(condition: bool, message: str) -> None:
    """Refuse the position with this message unless the condition holds."""
    if not condition:
        raise BadPosition(message)


def join_position(rows: Iterable[str], side: str) -> str:
    """The text of a board, given as a view has it, with '.' for an empty cell; the reverse of `split_position`."""
    return "".join(rows).replace(".", "-") + " " + side


def split_position(text: str) -> tuple[str, str]:
    """The marks of the cells and the side to move, empty if there is none, in capitals.

    An empty cell may be written '.' and rows may be set apart with '/'.
    """
    board, _, side = text.strip().upper().replace("/", "").replace(".", "-").partition(" ")
    return board, side.strip()


def parse_side(text: str, players: tuple[str, str]) -> int:
    """The side to move that a text names, 0 or 1; the one that begins if the text is empty."""
    sides = [name.lower() for name in players]
    side = text.strip().lower() or sides[0]
    check_position(side in sides, f"The side to move is {players[0]} or {players[1]}, not '{side}'.")
    return sides.index(side)


def mark_bits(board: str, mark: str) -> int:
    """The cells with a mark, one bit a cell, the first cell of the text as bit 0."""
    return sum(1 << cell for cell, found in enumerate(board) if found == mark)
