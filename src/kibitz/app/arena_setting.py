"""A tournament as somebody at a page asks for it, checked against what a shared machine allows.

Only games and players that Kibitz knows by name take part: a searcher of the registry, or the dice. No text from a page
ever names a file or a program, whatever else a player's spec may mean elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.app.bounds import bounded_game, bounded_player
from kibitz.arena.openings import LONGEST
from kibitz.arena.plan import GAUNTLET, ROUND_ROBIN, SWISS, Entrant, Plan
from kibitz.arena.players import Random, SearchPlayer, the_player
from kibitz.core.errors import BadOption, Unsuited
from kibitz.core.game import Game
from kibitz.core.searching import SEARCHERS

__all__ = [
    "LONGEST_OPENING",
    "MOST_GAMES",
    "MOST_IN_ALL",
    "MOST_PLAYERS",
    "MOST_ROUNDS",
    "MOST_SECONDS",
    "PATIENCE",
    "Wanted",
    "games_in_all",
    "plan_for",
    "the_entrant",
]

MOST_PLAYERS = 12
MOST_GAMES = 200  # between two that meet
MOST_ROUNDS = 20  # of a Swiss tournament
MOST_IN_ALL = 2_000  # games
MOST_SECONDS = 10  # a move, of a player with a time limit
PATIENCE = 60.0  # seconds for a move of a player without
OVERTIME = 15.0  # seconds beyond its own limit: a process of the lowest priority may have to wait
LONGEST_OPENING = LONGEST  # moves


@dataclass(frozen=True)
class Wanted:
    """What is asked for. `players`: a name, which may be empty, and a spec each; `openings`: None for any length."""

    game: str
    players: Sequence[tuple[str, str]]
    kind: str = ROUND_ROBIN
    games: int = 20
    rounds: int = 0
    openings: int | None = None
    seed: int = 0
    sprt: tuple[float, float] | None = None


def plan_for(wanted: Wanted) -> Plan:
    """The plan for it; what is not allowed is refused with a sentence."""
    game = bounded_game(wanted.game)
    if not 2 <= len(wanted.players) <= MOST_PLAYERS:
        raise BadOption(f"{len(wanted.players)} players are not possible here; take 2 to {MOST_PLAYERS}.")
    for name, _ in wanted.players:
        if not name.isprintable():
            raise BadOption(f"A player cannot be called {name!r}; a name is one line of letters and signs.")
    plan = Plan(
        game=str(game),
        players=_with_own_names([(name.strip(), the_entrant(spec, game)) for name, spec in wanted.players]),
        kind=wanted.kind,
        games=wanted.games,
        rounds=wanted.rounds if wanted.kind == SWISS else 0,
        seed=wanted.seed,
        openings="" if wanted.openings is None else str(wanted.openings),
        patience=PATIENCE,
        overtime=OVERTIME,
        sprt=wanted.sprt,
    )
    planned = games_in_all(plan)
    if plan.games > MOST_GAMES or plan.rounds > MOST_ROUNDS or planned > MOST_IN_ALL:
        raise BadOption(
            f"That would be {planned:,} games; up to {MOST_IN_ALL:,} in all and {MOST_GAMES} between two players are "
            f"played here, in {MOST_ROUNDS} rounds at most. `kibitz tournament` has no such limits."
        )
    return plan


def the_entrant(spec: str, game: Game) -> str:
    """The spec of a player that may take part, brought down to the bounds where it goes beyond them unasked."""
    name = spec.partition(":")[0].strip()  # whatever follows it means elsewhere
    if name not in {Random.name, *SEARCHERS.classes, *SEARCHERS.aliases}:
        known = ", ".join(sorted({Random.name, *SEARCHERS.classes}))
        raise Unsuited(f"'{name}' cannot take part here; the players are: {known}.")
    player = bounded_player(spec, game)
    if isinstance(player, SearchPlayer) and (player.limits.time or 0) > MOST_SECONDS:
        raise BadOption(f"{spec}: up to {MOST_SECONDS} seconds a move are given here; take a shorter time.")
    as_given = str(the_player(spec)) == str(player)  # and not brought down to a bound
    return spec if as_given else str(player)


def games_in_all(plan: Plan) -> int:
    """How many games there will be, if no test ends them."""
    count = len(plan.players)
    meetings = {GAUNTLET: count - 1, SWISS: plan.count_of_rounds * (count // 2)}
    return plan.games * meetings.get(plan.kind, count * (count - 1) // 2)


def _with_own_names(players: Sequence[tuple[str, str]]) -> tuple[Entrant, ...]:
    """Who has no name is called by the spec; who has the name of another is numbered."""
    entrants: list[Entrant] = []
    for name, spec in players:
        called, number = name or spec, 1
        while called in {entrant.name for entrant in entrants}:
            number += 1
            called = f"{name or spec} ({number})"
        entrants.append(Entrant(called, spec))
    return tuple(entrants)
