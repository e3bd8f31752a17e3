"""Which rule of the user's own game is to blame when something that is done with it fails, or would."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from kibitz.check.laws import RULE_LAWS, RandomWalk, play_random_walk
from kibitz.core.errors import BadFile
from kibitz.core.game import GAMES, ONGOING, Game
from kibitz.core.user_files import describe_user_fault, find_file, name_file

LONG_WALK = 200  # moves of the random game that shows it
*_MOVES_AND_STATES, _RESULTS = RULE_LAWS


def refuse_broken_rules(game: Game) -> None:
    """Raise BadFile for a game in the user's own file if one random game shows that its rules cannot work."""
    file = find_file(type(game))
    if file is not None and (fault := _find_broken_rule(game)):
        raise BadFile(f"{fault}. Test all of its rules with: kibitz check {name_file(file)}.")


def describe_own_game_fault(error: Exception, files: Sequence[Path]) -> str | None:
    """What failed, if it failed with a game in these files, in words with file and line; None if none holds a game."""
    file = next((file for cls in GAMES.classes.values() if (file := find_file(cls)) in files), None)
    if file is None:
        return None
    name, failed = name_file(file), describe_user_fault(error)
    if failed is not None:
        return f"{failed} Test its rules with: kibitz check {name}."
    what = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": ")
    return f"this does not work with {name} ({what}); find out why with: kibitz check {name}."


def _find_broken_rule(game: Game) -> str:
    """The first thing that is wrong with the rules as they are written; empty if nothing is seen."""
    try:
        return next(_find_faults(game), "")
    except Exception as error:
        return (describe_user_fault(error) or "").rstrip(".")


def _find_faults(game: Game) -> Iterator[str]:
    walk = play_random_walk(game, game.cached_rules, 0, longest=LONG_WALK)
    for law in _MOVES_AND_STATES[:2] if _works_interpreted(game, walk) else _MOVES_AND_STATES:
        yield from law.faults(game, walk)
    last = walk.positions[-1]
    if last.result != ONGOING or type(last.result) is not int:
        yield from _RESULTS.faults(game, walk)


def _works_interpreted(game: Game, walk: RandomWalk) -> bool:
    """Whether readable Python can play it: states have the right form, and may be too large for compiled code."""
    return not game.words or all(
        type(state) is tuple
        and all(type(number) is int for number in state)
        and len(state) * game.int_words == game.words
        for state in walk.states
    )
