"""A tournament as a page asks for it, checked against what a shared server allows.

Every player that Kibitz knows by name takes part, except a person. No text from a page ever names a file or a program,
whatever else a player's spec may mean elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.arena.openings import LONGEST
from kibitz.arena.plan import ROUND_ROBIN, SWISS, Entrant, Plan
from kibitz.core.errors import BadOption
from kibitz.core.game import Game
from kibitz.play.players import SearchPlayer, find_player
from kibitz.web.server_limits import find_game_within_limits, find_player_within_limits

MAX_PLAYERS = 12
MAX_GAMES = 200  # between two that meet
MAX_ROUNDS = 20  # of a Swiss tournament
MAX_IN_ALL = 2_000  # games
MAX_SECONDS = 10  # a move, of a player with a time limit
MOVE_SECONDS = 60.0  # seconds for a move of a player without
OVERTIME = 15.0  # seconds beyond its own limit: a process of the lowest priority may have to wait
LONGEST_OPENING = LONGEST  # moves


@dataclass(frozen=True)
class PlanRequest:
    """What is asked for. `players`: a name, which may be empty, and a spec each; `openings`: None for any length."""

    game: str
    players: Sequence[tuple[str, str]]
    kind: str = ROUND_ROBIN
    games: int = 20
    rounds: int = 0
    openings: int | None = None
    seed: int = 0
    sprt: tuple[float, float] | None = None


def make_plan(wanted: PlanRequest) -> Plan:
    """The plan for it; what is not allowed is refused with a sentence."""
    game = find_game_within_limits(wanted.game)
    if not 2 <= len(wanted.players) <= MAX_PLAYERS:
        raise BadOption(f"{len(wanted.players)} players are not possible here; choose 2 to {MAX_PLAYERS}.")
    for name, _ in wanted.players:
        if not name.isprintable():
            raise BadOption(f"A player cannot be called {name!r}; a name is one line of letters and signs.")
    plan = Plan(
        game=str(game),
        players=_with_own_names([(name.strip(), make_entrant(spec, game)) for name, spec in wanted.players]),
        kind=wanted.kind,
        games=wanted.games,
        rounds=wanted.rounds if wanted.kind == SWISS else 0,
        seed=wanted.seed,
        openings="" if wanted.openings is None else str(wanted.openings),
        patience=MOVE_SECONDS,
        overtime=OVERTIME,
        sprt=wanted.sprt,
    )
    planned = plan.games_in_all
    if plan.games > MAX_GAMES or plan.rounds > MAX_ROUNDS or planned > MAX_IN_ALL:
        raise BadOption(
            f"That would be {planned:,} games; up to {MAX_IN_ALL:,} in all and {MAX_GAMES} between two players are "
            f"played here, in {MAX_ROUNDS} rounds at most. `kibitz tournament` has no such limits."
        )
    return plan


def check_plan(plan: Plan) -> None:
    """Refuse a plan from a file that names a game or a player which nobody can ask for here."""
    game = find_game_within_limits(plan.game)
    for player in plan.players:
        make_entrant(player.spec, game)


def make_entrant(spec: str, game: Game) -> str:
    """The spec of a player that may take part, brought down to the bounds where it goes beyond them unasked."""
    player = find_player_within_limits(spec, game)
    if isinstance(player, SearchPlayer) and (player.limits.time or 0) > MAX_SECONDS:
        raise BadOption(f"{spec}: up to {MAX_SECONDS} seconds a move are allowed here; choose a shorter time.")
    as_given = str(find_player(spec)) == str(player)  # and not brought down to a bound
    return spec if as_given else str(player)


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
