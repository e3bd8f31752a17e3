"""Games that compiled code cannot hold, for tests of what happens then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kibitz.games.mnk import MNK
from kibitz.games.take_away import TakeAway


@dataclass(frozen=True)
class Wordless(TakeAway):
    name = "wordless"
    presets: ClassVar[tuple[str, ...]] = ()  # type: ignore[assignment]  # none to offer

    words = 0


@dataclass(frozen=True)
class WordlessBoard(MNK):
    name = "wordless-board"
    presets: ClassVar[tuple[str, ...]] = ()  # type: ignore[assignment]  # none to offer
    aliases: ClassVar[dict[str, str]] = {}

    words = 0
