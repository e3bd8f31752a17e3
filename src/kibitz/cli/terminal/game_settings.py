"""The settings of one game in the text menu: its parameters, who plays, and how the program searches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from kibitz.cli.terminal.formatting import format_option
from kibitz.core.errors import BadOption
from kibitz.core.game import find_game
from kibitz.core.spec import join_options, join_spec, split_spec, value_text
from kibitz.play.catalogue import GameInfo, list_players
from kibitz.play.opponents import recommend_players
from kibitz.play.session import Session, start_session

__all__ = ["GameSettings", "SettingRow", "default_settings"]


@dataclass(frozen=True)
class SettingRow:
    """One row of the settings page: a name, its value, and what it may be."""

    name: str
    value: str
    about: str


@dataclass(frozen=True)
class GameSettings:
    """All settings, as text. `more` holds further options of the algorithm, `heuristic` may be empty."""

    info: GameInfo
    parameters: dict[str, str]
    algorithm: str
    time: str
    more: str
    first: str = "you"
    second: str = "program"
    depth: str = "none"
    heuristic: str = ""
    advice: str = "off"

    @property
    def game_spec(self) -> str:
        return join_spec(self.info.name, self.parameters)

    @property
    def program(self) -> str:
        """The spec string of the program that these settings describe."""
        options = [f"depth={self.depth}", f"time={self.time}"]
        options += [f"eval={self.heuristic}"] if self.heuristic and self._takes_heuristic else []
        options += [self.more] if self.more else []
        return f"{self.algorithm}:" + ",".join(options)

    @property
    def _takes_heuristic(self) -> bool:
        """Whether the algorithm takes a heuristic."""
        return "eval" in _list_options(self.algorithm)

    def rows(self) -> list[SettingRow]:
        """All settings in the order they are shown."""
        one, other = self.info.players
        heuristics = ", ".join(self.info.evaluators) if self._takes_heuristic else f"not used by {self.algorithm}"
        searchers = ", ".join(info.name for info in list_players() if info.searches)
        return [
            *(SettingRow(o.name, self.parameters[o.name], format_option(o)) for o in self.info.options),
            SettingRow("first", self.first, f"{one}, who moves first: you, program, random, any player"),
            SettingRow("second", self.second, f"{other}: you, program, random, any player"),
            SettingRow("algorithm", self.algorithm, searchers),
            SettingRow("depth", self.depth, "plies the program looks ahead; none = to the end"),
            SettingRow("time", self.time, "the most seconds it thinks; none = no limit"),
            SettingRow("heuristic", self.heuristic or self.info.evaluator, heuristics),
            SettingRow("more", self.more or "-", f"further options of {self.algorithm}; - = none"),
            SettingRow("advice", self.advice, "on = the program only suggests, you move; or off"),
        ]

    def change(self, name: str, text: str) -> GameSettings:
        """These settings with one changed; raises InputError if the value is not possible."""
        if name in self.parameters:
            changed = replace(self, parameters={**self.parameters, name: text})
        elif name == "algorithm":
            known = _list_options(text)
            kept = [item for item in self.more.split(",") if item.partition("=")[0] in known]
            changed = replace(self, algorithm=text, more=",".join(kept))
        elif name == "advice" and text not in ("on", "off"):
            raise BadOption(f"advice={text} is not allowed; advice is on or off.")
        else:
            value: Any = "" if text == "-" else text
            changed = replace(self, **{name: value})
        changed.start()
        return changed

    def swap_sides(self) -> GameSettings:
        """These settings with the sides swapped, so that the other one moves first."""
        return replace(self, first=self.second, second=self.first)

    def choose_variant(self, spec: str) -> GameSettings:
        """These settings with the parameters of another spec of the same game."""
        return replace(self, parameters=_read_parameters(spec))

    def start(self, seed: int | None = None) -> Session:
        """Start the game that these settings describe."""
        # The program is created even if nobody plays it, so that a wrong setting is found at once.
        players = {"you": "human", "program": self.program}
        game, advice = find_game(self.game_spec), self.advice == "on"
        start_session(game, self.program, self.program)
        return start_session(
            game,
            players.get(self.first, self.first),
            players.get(self.second, self.second),
            advice=advice,
            seed=seed,
        )


def default_settings(info: GameInfo) -> GameSettings:
    """The first settings of a game: you move first, against a program that thinks for one second."""
    algorithm, options = split_spec(recommend_players(find_game(info.presets[0])).opponent)
    time = options.pop("time")
    return GameSettings(info, _read_parameters(info.presets[0]), algorithm, time, join_options(options))


def _read_parameters(spec: str) -> dict[str, str]:
    game = find_game(spec)
    return {o.name: value_text(getattr(game, o.name)) for o in game.options()}


def _list_options(player: str) -> set[str]:
    return {o.name for info in list_players() if info.name == player for o in info.options}
