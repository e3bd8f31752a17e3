"""The smallest position in which a fault of a published program shows, found by searching small boards.

Boards are tried by size, positions by the number of moves, then depths. The replica searches twice: with only this
fault, and with none. A fault shows if the faulty program asks for an illegal move, or gives away a result that the
correct one keeps; a fault that only costs nodes shows if it visits more of them for the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from kibitz.core.game import Game, Move, State, find_game
from kibitz.core.limits import REFERENCE, Limits
from kibitz.core.searching import SearchResult, find_searcher, search_spec
from kibitz.search.replica import ProgramFault, Replica, find_fault

DEPTHS = (1, 2, 3)
SEEDS = (1, 2, 3, 4)  # for programs that use random numbers; not the default, so that it appears in the spec


@dataclass(frozen=True)
class FaultPosition:
    """A position in which a fault shows, and what the faulty and the correct program answer there.

    `results`: the result of every legal move with perfect play, for the side that makes it.
    """

    fault: ProgramFault
    game: Game
    moves: tuple[Move, ...]
    state: State
    faulty: str
    right: str
    faulty_answer: SearchResult
    right_answer: SearchResult
    results: Mapping[Move, int]


@lru_cache(64)
def find_fault_position(fault_id: str) -> FaultPosition:
    """The first position found; tests make sure that there is one for every fault."""
    fault, replicas = find_fault(fault_id)
    programs = list(_programs(fault, replicas[0]()))
    suited = replicas[0].suits[0]
    for options in suited.small_boards:
        game = find_game(f"{suited.name}:{options}" if options else suited.name)
        for moves, state in walk_positions(game):
            for depth in DEPTHS:
                for faulty, right in programs:
                    found = _test_position(fault, game, moves, state, faulty, right, Limits(depth=depth))
                    if found is not None:
                        return found
    raise LookupError(f"{fault.id} shows on none of the boards")


def _programs(fault: ProgramFault, replica: Replica) -> Iterator[tuple[Replica, Replica]]:
    """The program with only this fault and with none; once per seed if it uses random numbers."""
    for seed in SEEDS if replica.draws_lots else (None,):
        seeded = replica if seed is None else replace(replica, seed=seed)  # type: ignore[call-arg]  # it has one
        yield seeded.with_faults([fault.id]), seeded.with_faults([])


def walk_positions(game: Game) -> Iterator[tuple[tuple[Move, ...], State]]:
    """Every unfinished position with moves that lead to it, breadth first."""
    seen = {game.initial()}
    front: list[tuple[tuple[Move, ...], State]] = [((), game.initial())]
    while front:
        following = []
        for moves, state in front:
            legal = game.moves(state)
            if legal:
                yield moves, state
            for move in legal:
                child = game.play(state, move)
                if child not in seen:
                    seen.add(child)
                    following.append(((*moves, move), child))
        front = following


def _test_position(
    fault: ProgramFault,
    game: Game,
    moves: tuple[Move, ...],
    state: State,
    faulty: Replica,
    right: Replica,
    limits: Limits,
) -> FaultPosition | None:
    wrong_answer, right_answer = (program.search(game, state, limits) for program in (faulty, right))
    assert wrong_answer.move is not None
    assert right_answer.move is not None
    if fault.costs_only:
        shows = wrong_answer.stats.nodes > right_answer.stats.nodes and wrong_answer.move == right_answer.move
    else:
        shows = wrong_answer.refused is not None or wrong_answer.move != right_answer.move
    if not shows:
        return None
    results = solve_moves(game, state)
    loses = results[wrong_answer.move] < results[right_answer.move] == max(results.values())
    if not (fault.costs_only or wrong_answer.refused is not None or loses):
        return None
    specs = [search_spec(program, limits) for program in (faulty, right)]
    return FaultPosition(fault, game, moves, state, specs[0], specs[1], wrong_answer, right_answer, results)


def solve_moves(game: Game, state: State) -> dict[Move, int]:
    """The result of every legal move with perfect play, for the side that makes it."""
    searcher, limits = find_searcher("perfect:every_move=true")
    return {root.move: root.score.points for root in searcher.search(game, state, limits, backend=REFERENCE).roots}
