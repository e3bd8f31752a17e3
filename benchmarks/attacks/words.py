"""Random command lines, drawn from click's own description of the commands: a new command or option is drawn as well.

A value is drawn by its type and its name. Most are sound, so that a command gets somewhere; the others are hostile.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import click

from attacks.files import FILES, GAME_FILES
from kibitz.cli.main import kibitz
from kibitz.core.evaluation import EVALUATORS
from kibitz.core.game import GAMES
from kibitz.core.limits import Backend, Limits
from kibitz.core.searching import SEARCHERS
from kibitz.core.spec import Configured, Option, join_spec, nest_spec
from kibitz.exercises.kind import list_kinds
from kibitz.lab.find_experiments import find_experiments
from kibitz.learn.method import METHODS
from kibitz.play.player import PLAYERS

HOSTILE = (
    *("", " ", "-", "--", "a\nb", "\x1b[31m", "\u2028", "\udcff", "☃", "x" * 300, "x/" * 3000, "%s%n", "{}", "[[["),
    *("nan", "-inf", "1e999", "-1", "0", "1" * 5000, "9" * 20, "0x10", "1_000", "²", "none", "true", "=", ":", ","),
)  # and no path from the root, which root could write to
NUMBERS = (-1, 0, 2**31, 2**63, -(2**63) - 1, 10**30, float("nan"), float("inf"), 1e300)
CLUSTERS = ("", "1:2", "tcp://127.0.0.1:1", "ucx://127.0.0.1:1", "inproc://x", "tcp://nowhere.invalid:80", "http://x")
PROGRAMS = ("cat", "true", "yes", "./missing", "sh -c 'kill -9 $$'", "sleep 60", "game.py", "'", "")
MOVES = ("", "4", "4455", "a1", "a1b2c1", "f5d6", "1 1 1 1 1 1 1", "e4 e5", "pass", "resign")
COSTLY = ("workers", "threads", "mib", "entries", "table")  # their largest legal values take the machine


def _list_commands(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from _list_commands(inner, (*path, name))


COMMANDS = dict(_list_commands(kibitz, ()))


class WordMaker:
    """Draws the words of one command line; `hostility` is the share of values that are not sound."""

    def __init__(self, rng: random.Random, hostility: float) -> None:
        self.rng, self.hostility = rng, hostility

    def is_hostile(self) -> bool:
        return self.rng.random() < self.hostility

    def make_line(self) -> list[str]:
        path = self.rng.choice(list(COMMANDS))
        options, arguments = [], []
        for param in COMMANDS[path].params:
            if isinstance(param, click.Argument):
                if param.required or self.rng.random() < 0.8:
                    arguments += [self.make_value(param, param.type) for _ in range(1 if param.nargs > 0 else 2)]
            elif isinstance(param, click.Option) and self.wants(param):
                kinds = param.type.types if isinstance(param.type, click.Tuple) else [param.type]
                values = [] if param.is_flag else [self.make_value(param, kind) for kind in kinds]
                options += [[self.rng.choice([*param.opts, *param.secondary_opts]), *values]]
        self.rng.shuffle(options)
        if self.is_hostile():
            self.rng.shuffle(arguments)
        line = [*path, *(word for option in options for word in option)]
        line[len(path) : len(path)] = arguments
        if path in (("serve",), ("tree",)) and not self.is_hostile():
            line += ["--port", "0"]
        if self.is_hostile() and line:
            place = self.rng.randrange(len(line))
            self.rng.choice((line.pop, lambda at: line.insert(at, self.rng.choice(HOSTILE))))(place)
        return [word.replace("\0", "") for word in line]

    def wants(self, param: click.Option) -> bool:
        if param.name in ("help", "version", "traceback", "own_game"):
            return self.is_hostile()
        if param.name in ("cluster", "host", "sprt"):
            return self.rng.random() < 0.05
        numeric = isinstance(param.type, (click.types.IntParamType, click.types.FloatParamType))
        return param.required or self.rng.random() < (0.4 if numeric else 0.2)

    def make_value(self, param: click.Parameter, kind: click.ParamType) -> str:
        name = param.name or ""
        if self.is_hostile():
            return self.rng.choice((*HOSTILE, *map(str, NUMBERS), *FILES))
        if isinstance(kind, click.Choice):
            return str(self.rng.choice(list(kind.choices)))
        if isinstance(kind, (click.types.IntParamType, click.types.FloatParamType)):
            low, high = getattr(kind, "min", None), getattr(kind, "max", None)
            whole = isinstance(kind, click.types.IntParamType)
            return self.make_number(int if whole else float, low, high, param.name or "")
        return self.mutate(self.make_text(name, f"{param.metavar or ''} {name}".lower()))

    def make_number(self, kind: type, low: float | None, high: float | None, name: str) -> str:
        least = 1 if low is None else low
        number = least + self.rng.choice((0, 1, 2, 3, 5))
        if high is not None and (number > high or (self.rng.random() < 0.05 and not any(w in name for w in COSTLY))):
            number = high
        return str(int(number) if kind is int else max(least, round(number * self.rng.choice((1, 0.3)), 3)))

    def make_text(self, name: str, about: str) -> str:
        """A sound text for a parameter, by the words of its name and its metavar."""
        rng = self.rng
        if "cluster" in about:
            return rng.choice(CLUSTERS)
        if "command" in about:
            return rng.choice(PROGRAMS)
        if name == "game" or "game" in about.split() or name == "games":
            return self.make_game()
        if name in ("player", "first", "second", "searcher", "search"):
            return self.make_player()
        if name in ("eval", "evaluator"):
            return self.make_spec(EVALUATORS.classes)
        if name == "method":
            return self.make_spec(METHODS.classes)
        if name == "kind":
            return rng.choice([*(kind.name for kind in list_kinds()), "daily"])
        if name == "ids":
            return rng.choice([*find_experiments([]), "examples/growth.py", *FILES])
        if name == "moves":
            return rng.choice(MOVES)
        if any(word in about for word in ("file", "dir", "folder", "path", "out", "results", "target", "openings")):
            return rng.choice(FILES)
        return rng.choice((*HOSTILE, *MOVES, *FILES, "1", "1-3", "main", "gtp", "ugi", "2026-03-01", "move=a", "q1=1"))

    def make_game(self) -> str:
        kind = self.rng.random()
        if kind < 0.2:
            return self.rng.choice((*GAME_FILES, "game.py:Treblecross:cells=5"))
        return "tic-tac-toe" if kind < 0.4 else self.make_spec(GAMES.classes)

    def make_player(self) -> str:
        if self.rng.random() < 0.15:
            spec = self.make_spec(PLAYERS.classes)
            return spec.replace("program=", f"program={self.rng.choice(PROGRAMS)}")
        return self.make_spec(SEARCHERS.classes, [*Limits.options(), *Backend.options()], "time=0.05")

    def make_spec(self, classes: dict[str, Any], more: list[Option] | None = None, quick: str = "") -> str:
        cls: type[Configured] = classes[self.rng.choice(sorted(classes))]
        some = [o for o in (*cls.options(), *(more or ())) if self.rng.random() < 0.15]
        texts = {o.name: self.make_option(o) for o in some}
        if quick and self.rng.random() < 0.7:
            texts = dict([quick.split("=")]) | texts
        return join_spec(cls.name, texts)

    def make_option(self, o: Option) -> str:
        if self.is_hostile():
            return str(self.rng.choice((*NUMBERS, *HOSTILE, (o.high or 0) + 1, (o.low or 0) - 1)))
        if o.choices:
            return self.rng.choice(o.choices)
        if o.kind is bool:
            return self.rng.choice(("true", "false"))
        if o.kind in (int, float):
            return self.make_number(o.kind, o.low, o.high, o.name)
        if o.name == "eval":
            return nest_spec(self.make_spec(EVALUATORS.classes))
        return self.rng.choice((*FILES, *PROGRAMS)) if o.name in ("file", "program") else str(o.default) or "x"

    def mutate(self, text: str) -> str:
        """The text with a few characters changed, rarely; a path from the root stays as it is."""
        if not self.is_hostile() or text.startswith("/"):
            return text
        for _ in range(self.rng.randint(1, 3)):
            place = self.rng.randrange(len(text) + 1)
            text = text[:place] + self.rng.choice(("", *":,=-9a☃\n\udcff")) + text[place + self.rng.randrange(2) :]
        return text.lstrip("/")
