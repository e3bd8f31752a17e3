"""Choosing a game and who plays it: the games as pictures with their variants, the players in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from kibitz.core.game import GAMES, Game, find_game
from kibitz.drawing.position_view import PositionView, view_sample_position
from kibitz.play.catalogue import (
    FAMILIES,
    EvaluatorInfo,
    GameInfo,
    OptionInfo,
    group_by_family,
    list_evaluators,
    list_games,
)
from kibitz.play.levels.calibration import (
    TOP,
    Calibration,
    LevelRating,
    find_calibration,
    find_rating,
    find_setting,
)
from kibitz.play.opponents import recommend_players
from kibitz.search.replica import Replica, replicas_for

DEPTHS = (2, 4, 6, 8)  # moves ahead
SECONDS = (0.5, 2, 10)  # a move
LEVELS, TEXTBOOK, METHODS, PUBLISHED = "Levels", "Minimax and alpha-beta", "By method", "Published programs"  # headings
TEXTBOOK_SEARCHES = (
    ("minimax", "minimax", "searches every move"),
    ("alphabeta", "alpha-beta", "finds what minimax finds with fewer positions"),
)
PLIES, MOMENT = 5, 2  # how deep, and for how many seconds
MAX_TREE, MAX_READABLE_TREE = 10**9, 10**6  # nodes: a few seconds, compiled and in readable Python
MISTAKES = ("often, and not always by little", "often by a little, seldom by much", "by a little now and then")
ANSWER_SECONDS = 10  # seconds after which a player that looks so many moves ahead answers with what it has


@dataclass(frozen=True)
class Preset:
    """A variant of a game worth offering."""

    title: str
    spec: str


@dataclass(frozen=True)
class NamedBoard:
    """A variant that people know as a game, with a card for itself."""

    title: str
    spec: str
    picture: PositionView


@dataclass(frozen=True)
class GameCard:
    """A game as a start page offers it, under a `heading`; `aliases` are further names and the specs they stand for.

    `other_names` are what people also call it, `picture` shows a position from the middle of it, and `document` is the
    page of the documentation about it.
    """

    name: str
    title: str
    about: str
    rules: str
    document: str
    look: str
    players: tuple[str, str]
    options: tuple[OptionInfo, ...]
    presets: tuple[Preset, ...]
    evaluator: str
    evaluators: tuple[EvaluatorInfo, ...]
    picture: PositionView
    family: str
    heading: str
    aliases: dict[str, str]
    other_names: tuple[str, ...]
    boards: tuple[NamedBoard, ...]


@dataclass(frozen=True)
class Level:
    """A player in plain words; `spec` is what the programs call it.

    `group` is the heading it is listed under, empty for a person. `rating`: Elo above level 1, to the nearest 10, where
    that was measured.
    """

    spec: str
    title: str
    about: str
    group: str = ""
    rating: int | None = None


def list_cards() -> tuple[GameCard, ...]:
    """Every registered game under its heading, a user's own first."""
    return tuple(_card(info) for games in group_by_family(list_games()).values() for info in games)


def _card(info: GameInfo) -> GameCard:
    games = [find_game(spec) for spec in info.presets]
    return GameCard(
        name=info.name,
        title=info.title,
        about=info.about,
        rules=info.rules,
        document=f"games/{info.name}" if GAMES.find(info.name).shipped else "",
        look=info.look,
        players=info.players,
        options=info.options,
        presets=tuple(Preset(game.variant or info.title, game.spec(full=True)) for game in games),
        evaluator=info.evaluator,
        evaluators=list_evaluators(games[0]),
        picture=_picture(games[0]),
        family=info.family,
        heading=FAMILIES[info.family],
        aliases=info.aliases,
        other_names=GAMES.find(info.name).other_names,
        boards=tuple(_list_boards(info, games[0])),
    )


def _list_boards(info: GameInfo, usual: Game) -> Iterator[NamedBoard]:
    """All but the usual one, which has the card of the game."""
    for alias, title in GAMES.find(info.name).titles.items():
        game = find_game(alias)
        if game != usual:
            yield NamedBoard(title, game.spec(full=True), _picture(game))


_picture = lru_cache(64)(view_sample_position)


def list_levels(game: Game) -> tuple[Level, ...]:
    """Who can play a game: a person, ten levels, minimax and alpha-beta by name, then players by how they work.

    Nothing is compiled for this. Should the compiler refuse a game of one's own, readable searches stand in.
    """
    person = Level("human", "A person", "plays at this screen")
    levels = (_list_level(game, n) for n in range(1, TOP + 1))
    return (person, *levels, *_list_textbook(game), *_list_methods(game))


def _list_level(game: Game, n: int) -> Level:
    title = {1: "Level 1, beginner", TOP: f"Level {TOP}, as strong as possible"}.get(n, f"Level {n}")
    measured, rating = find_calibration(game), find_rating(game, n)
    return Level(
        spec=f"level:{n}",
        title=title,
        about=f"{_about_level(game, n)}; {describe_rating(measured, rating)}",
        group=LEVELS,
        rating=None if rating is None else round(rating.elo, -1),
    )


def _about_level(game: Game, n: int) -> str:
    if n == TOP:
        return (
            "never errs"
            if recommend_players(game, wait=False).perfect
            else "the strongest search, with a second a move"
        )
    depth = find_setting(game, n).depth
    ahead = "sees its own next move" if depth == 1 else f"looks {depth} moves ahead"
    return f"{ahead}, and makes mistakes as people do: {MISTAKES[(n - 1) // 3]}"


def describe_rating(measured: Calibration | None, rating: LevelRating | None) -> str:
    """A rating in words, and what it rests on."""
    if measured is None or rating is None:
        return "its rating was not measured on this board"
    elo = round(rating.elo, -1)
    what = f"about {elo} Elo, where level 1 is 0" if elo else "the scale starts here, at 0 Elo"
    return f"{what} ({measured.games:,} games, {measured.date})"


def _about_replica(cls: type[Replica]) -> str:
    return f"as it was published{', with its faults' * bool(cls.faults)}"


def _list_textbook(game: Game) -> list[Level]:
    """The searches themselves, without the switches that the engine has: to a depth where that is quick, and timed."""
    whole_tree = len(game.moves(game.initial())) ** PLIES
    is_compiled = recommend_players(game, wait=False).is_compiled
    is_quick = whole_tree <= (MAX_TREE if is_compiled else MAX_READABLE_TREE)
    to_depth = [
        Level(f"{name}:depth={PLIES}", f"{title}, depth {PLIES}", f"{about}, {PLIES} plies deep", TEXTBOOK)
        for name, title, about in TEXTBOOK_SEARCHES
    ]
    timed = [
        Level(f"{name}:time={MOMENT}", f"{title}, {MOMENT} s", f"{about}, ply by ply for {MOMENT} seconds", TEXTBOOK)
        for name, title, about in TEXTBOOK_SEARCHES
    ]
    return [*(to_depth if is_quick else ()), *timed]


def _list_methods(game: Game) -> list[Level]:
    good = recommend_players(game, wait=False)
    looking = good.search
    levels = [
        Level("random", "Rolls dice", "plays a random legal move"),
        *(
            Level(f"{looking},depth={depth},time={ANSWER_SECONDS}", f"Looks {depth} moves ahead", _about_depth(depth))
            for depth in DEPTHS
        ),
        *(
            Level(
                f"{looking},time={seconds:g}{good.variety}",
                _seconds_title(seconds),
                "looks as far ahead as the time allows",
            )
            for seconds in SECONDS
        ),
        Level("mcts:simulations=2000", "Tries 2,000 random games", "and plays the move that did best in them"),
        Level("mcts:simulations=50000", "Tries 50,000 random games", "and plays the move that did best in them"),
    ]
    if good.perfect:
        levels.append(Level(good.perfect, "Perfect", "knows the outcome of every move and never errs"))
    published = [Level(cls.name, cls.title, _about_replica(cls), PUBLISHED) for cls in replicas_for(game)]
    return [*(replace(level, group=METHODS) for level in levels), *published]


def _about_depth(depth: int) -> str:
    return {2: "sees your reply, no more", 4: "two moves of each side", 6: "three of each side"}.get(
        depth, f"{depth // 2} moves of each side"
    )


def _seconds_title(seconds: float) -> str:
    return "Half a second a move" if seconds == 0.5 else f"{seconds:g} seconds a move"
