"""The plan of a tournament, as its file says:

    game = "connect-four"
    kind = "round-robin"            # or gauntlet: the first against each of the others; or swiss
    games = 20                      # between any two that meet
    seed = 1

    [[player]]
    spec = "engine"
    time = 0.1                      # a budget, or any other option of the player

    [[player]]
    name = "tree"                   # what tables call it (default: the spec)
    spec = "mcts:simulations=2000"

Players that need no name stand in one line as well: players = ["minimax:depth=2", "random"].

Further keys: rounds (of swiss), openings (moves, or a file), patience and overtime (seconds, as in
`arena/game_task.py`), and between two players sprt = [0, 50], which ends the games once that test is decided.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from kibitz.arena.elo import Sprt
from kibitz.arena.game_task import MOVE_SECONDS, OVERTIME
from kibitz.core.errors import BadFile, BadOption, KibitzError
from kibitz.core.files.named_file import MAX_PLAN_BYTES, read_text
from kibitz.core.spec import check_known, join_spec, split_spec, value_text

KINDS = ROUND_ROBIN, GAUNTLET, SWISS = ("round-robin", "gauntlet", "swiss")
MAX_GAMES = 1_000_000  # of a match or a tournament
MAX_ROUNDS = 10_000
MAX_SEED = 2**64 - 1
MAX_SECONDS = 86_400
_KEYS = {
    "game": str,
    "kind": str,
    "games": int,
    "rounds": int,
    "seed": int,
    "openings": str,
    "patience": float,
    "overtime": float,
    "sprt": tuple,
    "players": list,
    "player": list,
}
_KINDS = {
    str: "a text in quotes",
    int: "a whole number",
    float: "a number",
    tuple: "two numbers, as in [0, 50]",
    list: "a list: players of specs in quotes, player of [[player]] tables",
}


@dataclass(frozen=True)
class Entrant:
    """A player who takes part, and the name that tables use."""

    name: str
    spec: str


@dataclass(frozen=True)
class Plan:
    """`games`: between any two that meet. `rounds` is for Swiss, 0 for as many as find a winner.

    `sprt`: for two players, the two Elo differences to decide between, as in `arena/elo.py`; None for no test.
    """

    game: str
    players: tuple[Entrant, ...]
    kind: str = ROUND_ROBIN
    games: int = 2
    rounds: int = 0
    seed: int = 0
    openings: str = ""
    patience: float = MOVE_SECONDS
    overtime: float = OVERTIME
    sprt: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise BadFile(f"kind = '{self.kind}' is not allowed; it is one of {', '.join(KINDS)}.")
        if len(self.players) < 2:
            raise BadFile(f"A tournament of {len(self.players)} is not possible; name two or more players.")
        names = [player.name for player in self.players]
        for name in names:
            if names.count(name) > 1:
                raise BadFile(f"Two players are called '{name}'; give each a different name, as in name = \"other\".")
        for key, least, most in (("games", 1, MAX_GAMES), ("rounds", 0, MAX_ROUNDS), ("seed", 0, MAX_SEED)):
            if not least <= getattr(self, key) <= most:
                raise BadFile(
                    f"{key} = {getattr(self, key)} is not allowed; it is a whole number from {least} to {most:,}."
                )
        if self.games_in_all > MAX_GAMES:
            raise BadFile(f"That would be {self.games_in_all:,} games; a tournament has up to {MAX_GAMES:,}.")
        for key in ("patience", "overtime"):
            if not 0 < getattr(self, key) <= MAX_SECONDS:
                seconds = f"a number of seconds above 0, up to {MAX_SECONDS:,}"
                raise BadFile(f"{key} = {getattr(self, key)} is not allowed; it is {seconds}.")
        if self.sprt is not None and len(self.players) > 2:
            raise BadFile(f"sprt tells two players apart, and there are {len(self.players)}; leave it out.")
        if self.sprt is not None and not self.sprt[0] < self.sprt[1]:
            raise BadFile(f"sprt = {list(self.sprt)} is not allowed; the first number must be the smaller.")

    @property
    def count_of_rounds(self) -> int:
        """Rounds of a Swiss tournament: as the plan says, else enough to leave one player without a loss."""
        return self.rounds or max(1, (len(self.players) - 1).bit_length())

    @property
    def games_in_all(self) -> int:
        """How many games there will be, if no test ends them early."""
        count = len(self.players)
        meetings = {GAUNTLET: count - 1, SWISS: self.count_of_rounds * (count // 2)}
        return self.games * meetings.get(self.kind, count * (count - 1) // 2)

    @property
    def test(self) -> Sprt | None:
        """The sequential test that may end the games early."""
        return None if self.sprt is None else Sprt(*self.sprt)

    def text(self) -> str:
        """The plan as one line, the same for two files that mean the same."""
        values = {**vars(self), "players": [[player.name, player.spec] for player in self.players]}
        if self.sprt is None:
            del values["sprt"]  # as it was written before there were tests
        return json.dumps(values, sort_keys=True)

    @classmethod
    def from_text(cls, text: str) -> Plan:
        """The reverse of `text`."""
        values = json.loads(text)
        values["players"] = tuple(Entrant(*player) for player in values["players"])
        if "sprt" in values:
            values["sprt"] = tuple(values["sprt"])
        return cls(**values)

    def toml(self) -> str:
        """The plan as a file; the reverse of `parse_plan`."""
        values = {key: value for key, value in vars(self).items() if key != "players" and value is not None}
        usual = {field.name: field.default for field in fields(self)}
        lines = [f"{key} = {_toml(value)}" for key, value in values.items() if value != usual[key]]
        for player in self.players:
            named = [f"name = {_toml(player.name)}"] if player.name != player.spec else []
            lines += ["", "[[player]]", *named, f"spec = {_toml(player.spec)}"]
        return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    """Texts, numbers and pairs of numbers are written as in JSON; but that does not escape the delete character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def parse_plan(text: str) -> Plan:
    """The plan in the text of a TOML file; raises BadFile with a sentence that says what to change."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadFile(f"This is not TOML: {error}.") from None
    check_known("A tournament", values, _KEYS)
    for key, value in values.items():
        kind = _KEYS[key]
        if not (_is_pair(value) if kind is tuple else type(value) is kind or (kind is float and type(value) is int)):
            raise BadFile(f"{key} = {value!r} is not allowed; it is {_KINDS[kind]}.")
    if "game" not in values:
        raise BadFile('The file does not name the game; add a line such as game = "othello".')
    tables = [{"spec": spec} for spec in values.pop("players", [])] + values.pop("player", [])
    players = tuple(_entrant(number, table) for number, table in enumerate(tables, start=1))
    if "sprt" in values:
        values["sprt"] = tuple(map(float, values["sprt"]))
    return Plan(players=players, **values)


def make_plan(game: str, specs: Sequence[str], **values: Any) -> Plan:
    """A plan without a file; `values` are further fields of `Plan`."""
    return Plan(game, tuple(_entrant(number, {"spec": spec}) for number, spec in enumerate(specs, start=1)), **values)


def read_plan(file: str) -> Plan:
    """The plan in a file."""
    text = read_text(Path(file), MAX_PLAN_BYTES)
    try:
        return parse_plan(text)
    except KibitzError as error:
        raise BadFile(f"{file}: {error}") from None


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(number) in (int, float) for number in value)


def _entrant(number: int, table: Any) -> Entrant:
    if not isinstance(table, dict) or not isinstance(table.get("spec"), str):
        raise BadFile(
            f'Player {number} has no spec; give it a text such as "engine", or a [[player]] table with spec = "engine".'
        )
    options = {key: value for key, value in table.items() if key not in ("name", "spec")}
    for key, value in options.items():
        if not isinstance(value, (str, int, float)):
            raise BadFile(
                f"Player {number}: {key} = {value!r} is not allowed; an option is a number, a text, true or false."
            )
    name, texts = split_spec(table["spec"])
    texts.update((key, value_text(value)) for key, value in options.items())
    spec = join_spec(name, texts)
    if not _reads_back(spec, name, texts):
        raise BadFile(f"Player {number}: a text with a comma needs quotes inside it, as in program = \"./bot '1,2'\".")
    return Entrant(str(table.get("name", spec)), spec)


def _reads_back(spec: str, name: str, texts: dict[str, str]) -> bool:
    try:
        return split_spec(spec) == (name, texts)
    except BadOption:
        return False
