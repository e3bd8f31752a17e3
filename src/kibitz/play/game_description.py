"""A game in words: its title, how it is played in a sentence, and the rules at length.

A shipped game says so itself. A game of one's own may leave it to the docstring of its class, or of its file:

    Treblecross: crosses on a strip of cells; whoever makes three in a row wins.

    Everything after the first paragraph is shown as the rules.
"""

from __future__ import annotations

import inspect
import sys
from typing import NamedTuple

from kibitz.core.game import Game

MAX_TITLE = 40  # characters; a longer text before a colon is a sentence


class GameDescription(NamedTuple):
    title: str
    about: str
    rules: str


def title_game(game: Game) -> str:
    """What people call a game with its parameters; of a game of one's own the docstring may say it."""
    return game.known_as if game.title or game.titles else describe_game(type(game)).title


def describe_game(cls: type[Game]) -> GameDescription:
    """A game in words: its own, or for a game of one's own the docstring of its class or file, "Title: the rules"."""
    if cls.shipped:
        return GameDescription(cls.title or cls.name, cls.about, "")
    of_class = cls.__doc__ or ""
    if of_class.startswith(f"{cls.__name__}("):  # written by `dataclass`
        of_class = ""
    text = inspect.cleandoc(of_class or sys.modules[cls.__module__].__doc__ or "")
    title, colon, about = text.partition("\n\n")[0].partition(":")
    if not colon or len(title) > MAX_TITLE or "." in title:
        title, about = "", text.partition("\n\n")[0]
    about = " ".join(about.split())
    about = cls.about or about[:1].upper() + about[1:]
    return GameDescription(cls.title or title or cls.name, about, text.partition("\n\n")[2].strip())
