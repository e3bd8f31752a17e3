"""Lists of moves played out, many in one call: for games whose moves have names of one character, as columns have.

4455      the bytes of all lines in one array, their ends in another, and one move a byte
445       ──▶ the position each line leads to; a line with an illegal move or a finished game has none
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.core.game import ONGOING, Game, State
from kibitz.kernels.compiler.bridge import kernel, moves, play, result, state_of, state_words

NO_MOVE = -1


def play_lines(game: Game, lines: Sequence[bytes]) -> list[State | None]:
    """Where each line leads; None if it cannot be played or the game is over there. No move may be a pass."""
    names = np.full(256, NO_MOVE, np.int64)
    for move, name in enumerate(game.move_names):
        names[ord(name)] = move
    made = names[np.frombuffer(b"".join(lines), np.uint8)]
    ends = np.cumsum(np.fromiter(map(len, lines), np.int64, len(lines)))
    states, is_ongoing = np.zeros((len(lines), game.words), np.int64), np.zeros(len(lines), np.bool_)
    _play_lines(
        game, state_words(game, game.initial()), made, ends, np.empty(game.num_moves, np.int64), states, is_ongoing
    )
    found = zip(states.tolist(), is_ongoing.tolist(), strict=True)
    return [state_of(game, tuple(words)) if known else None for words, known in found]


@kernel
def _play_lines(game: Any, root: Any, made: Any, ends: Any, buffer: Any, states: Any, is_ongoing: Any) -> None:
    place = 0
    for line in range(len(ends)):
        state, is_legal = root, True
        while place < ends[line] and is_legal:
            is_legal = False
            if result(game, state) == ONGOING:
                for index in range(moves(game, state, buffer)):
                    if buffer[index] == made[place]:
                        is_legal = True
            if is_legal:
                state = play(game, state, made[place])
            place += 1
        place = ends[line]
        is_ongoing[line] = is_legal and result(game, state) == ONGOING
        for word in range(states.shape[1]):
            states[line, word] = state[word]
