"""The games that come with Kibitz, whatever other tests have defined before they are listed."""

from __future__ import annotations

from kibitz.core.game import GAMES

SHIPPED_GAMES = tuple(sorted(name for name, cls in GAMES.classes.items() if cls.shipped))
