"""What is to be seen in games of k in a row: lines completed and blocked, threats, double threats, safe moves gone.

A threat is a free cell where one more stone of a side completes a line. It is open if a stone can be put there now; in
Connect Four the others wait until the cell below is filled, so that it matters whether their row, counted from the
bottom, is odd or even: on 7x6, if both sides only fill up the other columns, the first player comes to the odd cells
and the second to the even ones.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.bits import bits
from kibitz.core.game import Cell, Game, Move, State
from kibitz.games.connect_four import ConnectFour
from kibitz.games.lines import LineGame
from kibitz.play.analysis.score_words import side_name
from kibitz.play.coach.reasons import Looker, Reason, end_of_game, join_names, only_move

__all__ = ["LINE_LOOKERS", "Threat", "find_threats"]


@dataclass(frozen=True)
class Threat:
    """A free cell that completes a line for `side`. `move` plays there now, None if it waits.

    `row`: "odd" or "even" from the bottom, in Connect Four alone.
    """

    side: int
    cell: Cell
    move: str | None
    row: str


def find_threats(game: Game, state: State) -> tuple[Threat, ...]:
    """The threats of both sides; none in games without lines."""
    if not isinstance(game, LineGame) or game.result(state) is not None:
        return ()
    mover, landing = game.to_move(state), _landing(game, state)
    return tuple(
        Threat(side, game.cell_at[bit], _name(game, landing.get(bit)), _row_kind(game, game.cell_at[bit]))
        for side, stones in ((mover, state[0]), (1 - mover, state[1]))
        for bit in bits(game.completing(stones, _free(game, state)))
    )


def completed_line(game: Game, state: State, move: Move) -> Reason | None:
    assert isinstance(game, LineGame)
    after = game.play(state, move)
    if game.result(after) != -1:
        return None
    return Reason("line", f"completes {game.k} in a row", tuple(sorted(game.winning_cells(after))), is_plain=True)


def made_threats(game: Game, state: State, move: Move) -> Reason | None:
    """What a move blocks and threatens, and whether the other side can still answer."""
    assert isinstance(game, LineGame)
    after = game.play(state, move)
    if game.result(after) is not None:
        return None
    stone = after[1] ^ state[0]
    landing = _landing(game, after)
    mine, theirs = game.completing(after[1], _free(game, after)), game.completing(after[0], _free(game, after))
    at_once = [bit for bit in bits(mine) if bit in landing]
    other = side_name(game, game.to_move(after))
    done = []
    if game.completing(state[1], _free(game, state)) & stone:
        done.append(f"blocks {_possessive(other)} line")
    allowed = [bit for bit in bits(theirs) if bit in landing]
    if allowed:
        # The other side wins first, so that whatever is threatened is of no use.
        done.append(f"lets {other} complete a line at {_cells(game, allowed)}")
        return Reason("allows_line", " and ".join(done), tuple(game.cell_at[bit] for bit in allowed))
    if len(at_once) > 1:
        done.append(f"makes a double threat, at {_cells(game, at_once)}: only one can be blocked")
        return Reason("double_threat", " and ".join(done), tuple(game.cell_at[bit] for bit in at_once), is_plain=True)
    safe = _safe_answers(game, after)
    if at_once:
        if not safe:
            done.append(f"threatens {_cells(game, at_once)}, and blocking there allows another line")
            return Reason("no_safe_answer", " and ".join(done), tuple(game.cell_at[b] for b in at_once), is_plain=True)
        done.append(f"threatens to complete a line at {_cells(game, at_once)}")
        return Reason("threat", " and ".join(done), tuple(game.cell_at[bit] for bit in at_once))
    if not safe:
        done.append(f"leaves {other} no safe move: each one lets a line be completed")
        return Reason(
            "no_safe_answer", " and ".join(done), tuple(game.cell_at[bit] for bit in bits(mine)), is_plain=True
        )
    new = mine & ~game.completing(state[0], _free(game, state))
    if new:
        done.append(f"makes a threat at {_cells(game, list(bits(new)))}, for later")
        return Reason("later_threat", " and ".join(done), tuple(game.cell_at[bit] for bit in bits(new)))
    if done:
        return Reason("block", done[0], (game.cell_at[stone.bit_length() - 1],))
    return None


def _safe_answers(game: LineGame, state: State) -> list[Move]:
    """The moves of the side to move after which the other side cannot complete a line at once."""
    safe = []
    for move in game.moves(state):
        after = game.play(state, move)
        landing = _landing(game, after)
        wins = game.completing(after[0], _free(game, after)) if game.result(after) is None else 0
        if not any(bit in landing for bit in bits(wins)):
            safe.append(move)
    return safe


def _landing(game: LineGame, state: State) -> dict[int, Move]:
    """The bit that each legal move fills, with its move."""
    return {(game.play(state, move)[1] ^ state[0]).bit_length() - 1: move for move in game.moves(state)}


def _free(game: LineGame, state: State) -> int:
    return game.board ^ (state[0] | state[1])


def _cells(game: LineGame, found: list[int]) -> str:
    """Cells as people say them: b2, or column 3, row 4 (even)."""
    return join_names([_cell_name(game, game.cell_at[bit]) for bit in sorted(found)])


def _cell_name(game: LineGame, cell: Cell) -> str:
    row, column = cell
    if isinstance(game, ConnectFour):
        return f"column {game.column_names[column]}, row {game.height - row} ({_row_kind(game, cell)})"
    return f"{game.column_names[column]}{game.row_names[row]}"


def _row_kind(game: LineGame, cell: Cell) -> str:
    if not isinstance(game, ConnectFour):
        return ""
    return "odd" if (game.height - cell[0]) % 2 else "even"


def _name(game: Game, move: Move | None) -> str | None:
    return None if move is None else game.move_name(move)


def _possessive(name: str) -> str:
    return f"{name}'s"


LINE_LOOKERS: tuple[Looker, ...] = (completed_line, end_of_game, made_threats, only_move)
