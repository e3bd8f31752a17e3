"""Positions to make puzzles from: where a random game stands near its end, and which games have such positions.

Random moves alone seldom lead to a position worth thinking about, since most games end by a blunder. So a side mostly
plays on where it could end the game, and mostly avoids moves that let the other side win at once.
"""

from __future__ import annotations

from functools import lru_cache

from kibitz.core.errors import Unsuited
from kibitz.core.game import Game, Move, State
from kibitz.core.random_games import play_randomly
from kibitz.core.rng import Rng
from kibitz.exercises.puzzles.retrograde import MAX_POSITIONS
from kibitz.exercises.puzzles.solving import MAX_NODES, has_compiled_solver, try_to_solve

CARELESS = 6  # one move of so many is any move that does not end the game
CARELESS_EASY = 2  # the same, for puzzles that are to be easy
LAST_PLIES, LAST_PLIES_COMPILED = 14, 26  # of a game, whose positions a readable or a compiled solver is asked about
LATER, LATER_COMPILED = 4, 8  # plies that a game goes on after the end that is looked for
MAX_MOVES_LEFT = 14  # where free cells tell how many there are
TRIALS = 4  # random games that tell whether a game can be solved
TRIAL_PLIES = 4  # before their end
MAX_LOOKS = 400_000  # moves and answers looked at in one random game: more take seconds
MAX_PLIES = 2_000  # of a random game
LONG_WALK = 60  # plies of a random game that may go round in circles


def draw_positions(game: Game, rng: Rng, lowest: int, highest: int) -> list[State]:
    """Unfinished positions of one random game, in random order, each with at least two moves.

    `lowest` and `highest`: how many plies ahead one should have to look. A game that is played so mostly ends a little
    later than that.
    """
    if game.moves_left(game.initial()) is not None:
        left = range(max(lowest, 2), min(highest, MAX_MOVES_LEFT) + 1)
        states = _play_until_left(game, rng, rng.choice(left)) if left else []
    else:
        states = _play_game(game, rng, CARELESS_EASY if lowest == 1 else CARELESS)
        if not game.repeats:  # else the plies to the end of this game say nothing about the shortest way
            states = _keep_end(game, states, lowest, highest)
        rng.shuffle(states)
    return [state for state in states if len(game.moves(state)) > 1]


def _keep_end(game: Game, states: list[State], lowest: int, highest: int) -> list[State]:
    """The last positions of a game, those that are likely to be so many plies from its end."""
    is_compiled = has_compiled_solver(game, game.initial())
    last_plies, later = (LAST_PLIES_COMPILED, LATER_COMPILED) if is_compiled else (LAST_PLIES, LATER)
    return [states[-plies] for plies in range(lowest, min(highest + later, last_plies, len(states)) + 1)]


def _play_until_left(game: Game, rng: Rng, left: int) -> list[State]:
    """Where a game of random moves stands when at most so many are left; nothing if it ends before."""
    for at in play_randomly(game, rng):
        if (game.moves_left(at.state) or 0) <= left:
            return [at.state] if at.legal else []
    return []


def _play_game(game: Game, rng: Rng, careless: int) -> list[State]:
    """The positions of a random game, without the last one, in which it is over."""
    states, looks = [game.initial()], 0
    longest = LONG_WALK if game.repeats else MAX_PLIES
    while (moves := game.moves(states[-1])) and len(states) <= longest:
        looks += len(moves) ** 2
        if looks > MAX_LOOKS:
            raise Unsuited(_refuse(game, "its games are too long, or have too many moves to choose from"))
        rng.shuffle(moves)
        after = _choose(game, states[-1], moves, is_careless=rng.below(careless) == 0)
        if after is None:
            return states
        states.append(after)
    if game.repeats:
        return states[:-1]
    if moves:
        raise Unsuited(_refuse(game, f"a random game did not end within {MAX_PLIES:,} moves"))
    return states[:-1]


def _choose(game: Game, state: State, moves: list[Move], *, is_careless: bool) -> State | None:
    """Where the first good move leads that does not end the game; None if every move does."""
    after = [one for one in (game.play(state, move) for move in moves) if game.result(one) is None]
    if is_careless or not after:
        return after[0] if after else None
    return next((one for one in after if not _can_win_at_once(game, one)), after[0])


def _can_win_at_once(game: Game, state: State) -> bool:
    results = (game.result(game.play(state, move)) for move in game.moves(state))
    return any(result is not None and result < 0 for result in results)


@lru_cache(64)
def check_solvable(game: Game) -> None:
    """Raise Unsuited, within a second, if no positions of the game can be solved here."""
    if has_compiled_solver(game, game.initial()):
        return
    if game.repeats:
        if try_to_solve(game, game.initial()).scores is None:
            raise Unsuited(
                _refuse(game, f"its positions come again, and there are more than {MAX_POSITIONS:,} of them")
            )
        return
    rng = Rng(0)
    for _ in range(TRIALS):
        states = _play_game(game, rng, CARELESS)
        if states and try_to_solve(game, states[-min(TRIAL_PLIES, len(states))]).scores is not None:
            return
    raise Unsuited(
        _refuse(game, f"even {TRIAL_PLIES} moves before the end of a game it takes more than {MAX_NODES:,} nodes")
    )


def _refuse(game: Game, why: str) -> str:
    return f"Positions of {game} cannot be solved for puzzles: {why}; take a smaller board or another game."
