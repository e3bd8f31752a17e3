"""The settings of the text menu for one game: its parameters, who plays, and how the program thinks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from kibitz.cli.terminal.phrases import option_text
from kibitz.core.errors import BadOption
from kibitz.core.game import find_game
from kibitz.core.spec import split_spec, value_text
from kibitz.play.catalogue import GameInfo, list_players
from kibitz.play.session import Session, program_for, start_session

__all__ = ["Setting", "Setup", "first_setup"]


@dataclass(frozen=True)
class Setting:
    """One line of the settings: its name, its value, and what it may be."""

    name: str
    value: str
    about: str


@dataclass(frozen=True)
class Setup:
    """What a game needs, as text. `more` holds further options of the algorithm, `heuristic` may be empty."""

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
        return f"{self.info.name}:" + ",".join(f"{key}={text}" for key, text in self.parameters.items())

    @property
    def program(self) -> str:
        """The spec of the program the settings describe."""
        options = [f"depth={self.depth}", f"time={self.time}"]
        options += [f"eval={self.heuristic}"] if self.heuristic and self._judges else []
        options += [self.more] if self.more else []
        return f"{self.algorithm}:" + ",".join(options)

    @property
    def _judges(self) -> bool:
        """Whether the algorithm takes a heuristic."""
        return "eval" in _options_of(self.algorithm)

    def settings(self) -> list[Setting]:
        """All settings in the order they are shown."""
        one, other = self.info.players
        heuristics = ", ".join(self.info.evaluators) if self._judges else f"not used by {self.algorithm}"
        searchers = ", ".join(info.name for info in list_players() if info.searches)
        return [
            *(Setting(o.name, self.parameters[o.name], option_text(o)) for o in self.info.options),
            Setting("first", self.first, f"{one}, who starts: you, program, random, any player"),
            Setting("second", self.second, f"{other}: you, program, random, any player"),
            Setting("algorithm", self.algorithm, searchers),
            Setting("depth", self.depth, "plies the program looks ahead; none = to the end"),
            Setting("time", self.time, "seconds it thinks at most; none = any time"),
            Setting("heuristic", self.heuristic or self.info.evaluator, heuristics),
            Setting("more", self.more or "-", f"further options of {self.algorithm}; - = none"),
            Setting("advice", self.advice, "on = the program only suggests, you move; or off"),
        ]

    def change(self, name: str, text: str) -> Setup:
        """With one setting changed; raises InputError if that cannot be."""
        if name in self.parameters:
            changed = replace(self, parameters={**self.parameters, name: text})
        elif name == "algorithm":
            known = _options_of(text)
            kept = [item for item in self.more.split(",") if item.partition("=")[0] in known]
            changed = replace(self, algorithm=text, more=",".join(kept))
        elif name == "advice" and text not in ("on", "off"):
            raise BadOption(f"advice={text} is not allowed; advice is on or off.")
        else:
            value: Any = "" if text == "-" else text
            changed = replace(self, **{name: value})
        changed.start()
        return changed

    def swapped(self) -> Setup:
        """With the sides changed round, so that the other one starts."""
        return replace(self, first=self.second, second=self.first)

    def variant(self, spec: str) -> Setup:
        """With the parameters of another spec of the same game."""
        return replace(self, parameters=_parameters(spec))

    def start(self, seed: int | None = None) -> Session:
        """The game these settings describe."""
        # The program is made even if nobody plays it, so that a wrong setting shows at once.
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


def first_setup(info: GameInfo) -> Setup:
    """What a game is set to at first: you begin, against a program that thinks for a second."""
    algorithm, options = split_spec(program_for(find_game(info.presets[0])))
    time = options.pop("time")
    more = ",".join(f"{key}={text}" for key, text in options.items())
    return Setup(info, _parameters(info.presets[0]), algorithm, time, more)


def _parameters(spec: str) -> dict[str, str]:
    game = find_game(spec)
    return {o.name: value_text(getattr(game, o.name)) for o in game.options()}


def _options_of(player: str) -> set[str]:
    return {o.name for info in list_players() if info.name == player for o in info.options}
