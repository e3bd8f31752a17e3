"""The settings of one game in the text menu: its parameters, who plays, and the search of the program."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from kibitz.cli.terminal.formatting import format_option
from kibitz.cli.terminal.session import Session, start_session
from kibitz.core.errors import BadOption, UnknownName
from kibitz.core.game import find_game
from kibitz.core.spec import join_options, join_spec, split_spec, value_text
from kibitz.play.catalogue import GameInfo, OptionInfo, PlayerInfo, list_algorithms, list_players
from kibitz.play.opponents import recommend_players
from kibitz.play.players import all_players, find_player


@dataclass(frozen=True)
class SettingRow:
    """One row of the settings page: a name, its value, and what it may be."""

    name: str
    value: str
    about: str


@dataclass(frozen=True)
class GameSettings:
    """All settings, as text; empty where the person has not set them.

    `more` holds further options; those that the algorithm does not have are kept for the algorithms that do.
    `usual_more` and `usual_time` go with the recommended algorithm.
    """

    info: GameInfo
    parameters: dict[str, str]
    algorithm: str
    usual_algorithm: str
    usual_time: str
    usual_more: str
    first: str = "you"
    second: str = "program"
    depth: str = "none"
    time: str = ""
    heuristic: str = ""
    more: str | None = None
    advice: str = "off"

    @property
    def game_spec(self) -> str:
        return join_spec(self.info.name, self.parameters)

    @property
    def program(self) -> str:
        """The spec string of the program that these settings describe."""
        return self._describe_program(join_options(self._split_more()[0]))

    def _describe_program(self, more: str) -> str:
        options = [f"depth={self.depth}", f"time={self._time_limit}"]
        options += [f"eval={self.heuristic}"] if self.heuristic and "eval" in self._options else []
        options += [more] if more else []
        return f"{self.algorithm}:" + ",".join(options)

    @property
    def unused(self) -> str:
        """The further options that the algorithm does not have."""
        return join_options(self._split_more()[1])

    def _split_more(self) -> tuple[dict[str, str], dict[str, str]]:
        """The further options that the algorithm has, and the others."""
        usual = self.usual_more if self.algorithm == self.usual_algorithm else ""
        texts = split_spec(f"{self.algorithm}:{usual if self.more is None else self.more}")[1]
        used = {key: text for key, text in texts.items() if key in self._options}
        return used, {key: text for key, text in texts.items() if key not in used}

    @property
    def _time_limit(self) -> str:
        """A depth that was set is searched to its end, unless a time limit was set as well."""
        return self.time or (self.usual_time if self.depth == "none" else "none")

    @property
    def _options(self) -> dict[str, OptionInfo]:
        """The options of the algorithm."""
        name = all_players().resolve(self.algorithm)[0]
        return {o.name: o for info in list_players() if info.name == name for o in info.options}

    def list_algorithms(self) -> tuple[PlayerInfo, ...]:
        """Those that can play the game as it is set up."""
        return list_algorithms(find_game(self.game_spec))

    def rows(self) -> list[SettingRow]:
        """All settings in the order they are shown."""
        one, other = self.info.players
        eval_option = self._options.get("eval")
        heuristics = ", ".join(self.info.evaluators) if eval_option else f"not used by {self.algorithm}"
        usual = (eval_option.default if eval_option else "") or self.info.evaluator
        times = f"time limit in seconds; none = no limit; default: {self.usual_time}, or none if a depth is set"
        return [
            *(SettingRow(o.name, self.parameters[o.name], format_option(o)) for o in self.info.options),
            SettingRow("first", self.first, f"{one}, who moves first: you, program, random, any player"),
            SettingRow("second", self.second, f"{other}: you, program, random, any player"),
            SettingRow("algorithm", self.algorithm, "the search of the program"),
            SettingRow("depth", self.depth, "search depth in plies; none = to the end"),
            SettingRow("time", self._time_limit, times),
            SettingRow("heuristic", self.heuristic or str(usual), heuristics),
            SettingRow("more", join_options(self._split_more()[0]) or "-", f"options of {self.algorithm}; - = none"),
            SettingRow("advice", self.advice, "on = the program only suggests, you move; or off"),
        ]

    def change(self, name: str, text: str) -> GameSettings:
        """These settings with one changed; raises InputError if the value is not possible."""
        if name in self.parameters:
            changed = replace(self, parameters={**self.parameters, name: text})
        elif name == "more":
            text = "" if text == "-" else text
            find_player(self._describe_program(text))  # which refuses options that the algorithm does not have
            texts = all_players().find(self.algorithm).rename_aliases(split_spec(f"{self.algorithm}:{text}")[1])
            changed = replace(self, more=join_options(texts))
        elif name == "algorithm" and text not in _list_algorithm_names():
            raise UnknownName(f"There is no algorithm called '{text}'; type algorithm alone for the list.")
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
    parameters = _read_parameters(info.presets[0])
    return GameSettings(info, parameters, algorithm, algorithm, time, join_options(options))


def _list_algorithm_names() -> set[str]:
    """Of all searchers, other names for them included."""
    return {name for info in list_players() if info.searches for name in (info.name, *info.aliases)}


def _read_parameters(spec: str) -> dict[str, str]:
    game = find_game(spec)
    return {o.name: value_text(getattr(game, o.name)) for o in game.options()}
