"""Lists of the games, players and evaluators there are, each with its options, for listings and forms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kibitz.core.errors import KibitzError
from kibitz.core.evaluation import EVALUATORS, evaluators_for
from kibitz.core.game import GAMES, Game
from kibitz.core.limits import Backend, Limits
from kibitz.core.loading import load_game
from kibitz.core.searching import Searcher
from kibitz.core.spec import Configured, Option
from kibitz.kernels.compiled_forms import obstacle
from kibitz.play.game_description import describe_game
from kibitz.play.player import Player
from kibitz.play.players import SearchPlayer, all_players, find_player
from kibitz.play.records import GameRecord

FAMILIES = {  # in the order in which they are listed
    "own": "Your own",
    "classics": "Classics",
    "lines": "Lines",
    "territory": "Territory",
    "pieces": "Pieces",
    "counting": "Counting",
    "": "Others",
    "OpenSpiel": "OpenSpiel",
}
OPEN_SPIEL = "openspiel"
BASIC = ("minimax", "alphabeta")


@dataclass(frozen=True)
class OptionInfo:
    """One option: what it is for, which values it may have, and its default."""

    name: str
    kind: str  # "int", "float", "bool" or "str"
    default: int | float | bool | str | None
    about: str
    expects: str
    low: float | None
    high: float | None
    choices: tuple[str, ...]


@dataclass(frozen=True)
class GameInfo:
    """`about`: how it is played and won, in a sentence; `rules`: at length, empty if there is no more to say.

    `family`: the heading it is listed under, as in `FAMILIES`; "own" for a game that did not come with Kibitz.
    """

    name: str
    title: str
    about: str
    rules: str
    look: str
    players: tuple[str, str]
    aliases: dict[str, str]  # further name: the spec it stands for
    presets: tuple[str, ...]
    evaluator: str
    evaluators: tuple[str, ...]
    options: tuple[OptionInfo, ...]
    family: str


@dataclass(frozen=True)
class PlayerInfo:
    """A player; `searches`: whether it searches, as people and the random player do not."""

    name: str
    about: str
    searches: bool
    aliases: dict[str, str]
    options: tuple[OptionInfo, ...]


@dataclass(frozen=True)
class EvaluatorInfo:
    """A heuristic; its options are the weights of its terms."""

    name: str
    about: str
    games: tuple[str, ...]
    options: tuple[OptionInfo, ...]


def list_games() -> tuple[GameInfo, ...]:
    """Every registered game."""
    return _describe(GAMES.classes)


def list_open_spiel_games() -> tuple[GameInfo, ...]:
    """The games of OpenSpiel, which are not registered, since nobody may want them."""
    from kibitz.games.openspiel.open_spiel_game import list_classes

    return _describe({cls.name: cls for cls in list_classes()})


def offer_game(spec: str) -> Game | None:
    """Load the game that a person at this machine names, and list it with the others from now on.

    `openspiel` alone stands for all games of OpenSpiel, and no one of them is the answer.
    """
    if spec.strip() == OPEN_SPIEL:
        from kibitz.games.openspiel.open_spiel_game import list_classes

        for cls in list_classes():
            GAMES.add(cls)
        return None
    game = load_game(spec)
    if type(game).name not in GAMES.classes:
        GAMES.add(type(game))
    return game


def _describe(classes: Mapping[str, type[Game]]) -> tuple[GameInfo, ...]:
    return tuple(
        GameInfo(
            name=name,
            **describe_game(cls)._asdict(),
            look=cls.look,
            players=cls.players,
            aliases=_aliases(GAMES.aliases, name),
            presets=cls.presets or (name,),
            evaluator=cls.evaluator if isinstance(cls.evaluator, str) else cls.from_texts({}).evaluator,
            evaluators=tuple(_evaluators_for(cls)),
            options=describe_options(cls.options()),
            family=_find_family(cls),
        )
        for name, cls in sorted(classes.items())
    )


def _find_family(cls: type[Game]) -> str:
    if not cls.shipped and cls.family != "OpenSpiel":
        return "own"
    return cls.family if cls.family in FAMILIES else ""


def group_by_family(games: Iterable[GameInfo]) -> dict[str, list[GameInfo]]:
    """The games under their headings, one's own first."""
    groups: dict[str, list[GameInfo]] = {}
    for info in sorted(games, key=lambda info: list(FAMILIES).index(info.family)):
        groups.setdefault(FAMILIES[info.family], []).append(info)
    return groups


def list_players(*, outside: bool = True) -> tuple[PlayerInfo, ...]:
    """Players that do not search first, then outside programs, then every searcher: limits, backend, its own switches.

    `outside`: whether outside programs are listed, which only the command line starts.
    """
    registry = all_players()
    of_any_search = (*Limits.options(), *Backend.options())
    infos = [
        PlayerInfo(
            name=name,
            about=getattr(cls, "about", ""),
            searches=issubclass(cls, Searcher),
            aliases=_aliases(registry.aliases, name),
            options=describe_options((*of_any_search, *cls.options()) if issubclass(cls, Searcher) else cls.options()),
        )
        for name, cls in sorted(registry.classes.items())
        if outside or not _is_outside(cls)
    ]
    return tuple(sorted(infos, key=lambda info: (info.searches, _is_outside(registry.classes[info.name]))))


def _is_outside(cls: type[Configured]) -> bool:
    return issubclass(cls, Player) and cls.is_outside


def list_algorithms(game: Game) -> tuple[PlayerInfo, ...]:
    """The searchers that can play a game, minimax and alpha-beta first."""
    fitting = [info for info in list_players() if info.searches and _can_search(info.name, game)]
    return tuple(sorted(fitting, key=lambda info: BASIC.index(info.name) if info.name in BASIC else len(BASIC)))


def _can_search(name: str, game: Game) -> bool:
    """Whether a searcher can play a game; nothing is compiled to find out."""
    player = find_player(name)
    assert isinstance(player, SearchPlayer)
    try:
        player.evaluator(game)
        player.check_memory(GameRecord.begin(game, (name, name)))
    except KibitzError:
        return False
    return player.searcher.has_reference or not obstacle(player.searcher, game)


def list_evaluators(game: Game | None = None) -> tuple[EvaluatorInfo, ...]:
    """All evaluators, or those that suit a game."""
    names = sorted(EVALUATORS.classes) if game is None else evaluators_for(game)
    return tuple(
        EvaluatorInfo(
            name=name,
            about=EVALUATORS.classes[name].about,
            games=tuple(key for key, cls in sorted(GAMES.classes.items()) if name in _evaluators_for(cls)),
            options=describe_options(EVALUATORS.classes[name].options()),
        )
        for name in names
    )


def _evaluators_for(game: type[Game]) -> list[str]:
    return [name for name, cls in sorted(EVALUATORS.classes.items()) if issubclass(game, cls.suits)]


def _aliases(aliases: dict[str, tuple[str, str]], name: str) -> dict[str, str]:
    return {alias: f"{name}:{texts}" for alias, (target, texts) in sorted(aliases.items()) if target == name}


def describe_options(options: Iterable[Option]) -> tuple[OptionInfo, ...]:
    """Options as a form shows them."""
    return tuple(
        OptionInfo(o.name, o.kind.__name__, o.default, o.about, o.expects, o.low, o.high, o.choices) for o in options
    )
