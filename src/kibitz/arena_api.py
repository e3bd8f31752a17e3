"""Players compared from Python: with each other in a match, and with perfect play."""

from __future__ import annotations

from collections import deque

from kibitz.arena.elo import Sprt
from kibitz.arena.game_task import MOVE_SECONDS
from kibitz.arena.grading import SECONDS, Grade, Grading
from kibitz.arena.match import Match, MatchResult
from kibitz.core.game import Game
from kibitz.core.loading import format_game_spec, load_game
from kibitz.core.searching import Searcher


def match(
    game: str | Game,
    first: str | Searcher,
    second: str | Searcher,
    *,
    games: int = 100,
    seed: int = 0,
    workers: int = 1,
    cluster: str | None = None,
    openings: int | str = "",
    sprt: tuple[float, float] | None = None,
    patience: float = MOVE_SECONDS,
) -> MatchResult:
    """Let two players play each other, every opening twice with the sides swapped; counted from the first one's side.

    `workers`: games at a time; `cluster`: the address of a Dask scheduler that plays them. `openings`: how many moves
    they have (0: every game from the start) or a file of them; by default, they are made for the game. `sprt`: two
    Elo differences; the match ends when it is known which of them holds. `patience`: seconds for a move.
    """
    test = None if sprt is None else Sprt(*sprt)
    players = (str(first), str(second))
    setup = Match(_text(game), players, games, seed, workers, cluster, str(openings), test, patience)
    (score,) = deque(setup.play(), maxlen=1)  # which grows from game to game
    return setup.result(score)


def grade(
    game: str | Game,
    player: str | Searcher = "",
    *,
    evaluator: str = "",
    positions: int = 300,
    seed: int = 0,
    phase: str = "",
    seconds: float = SECONDS,
    worst: int = 5,
    workers: int = 1,
    cluster: str | None = None,
) -> Grade:
    """Compare the moves of a player, or those that an evaluator likes best, with perfect play.

    `positions`: how many to ask about. `phase`: opening, middle or end; by default all three. `seconds`: to solve a
    position. `worst`: how many of the worst moves to list. `workers`: positions at a time; `cluster`: the address of a
    Dask scheduler that has them graded.
    """
    grading = Grading(
        _text(game),
        str(player),
        evaluator,
        positions=positions,
        seed=seed,
        phase=phase,
        seconds=seconds,
        workers=workers,
        cluster=cluster,
    )
    for _ in grading.run():
        pass
    return grading.grade(worst)


def _text(game: str | Game) -> str:
    """The text by which any process can load the game, its file included if it is in one."""
    return format_game_spec(load_game(game))
