"""The examination of a program that only plays: its moves in positions of small boards that are solved.

every position     is its move legal, and does it keep what the position is worth
a published fault  explains it if the published program with these faults, and no others, asks for the same moves
a library fault    explains it if the textbook with that fault chooses the same moves on the trees of the positions
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

from kibitz.core.errors import KibitzError, Unsuited
from kibitz.core.game import Game, Move, State
from kibitz.core.limits import REFERENCE, Limits
from kibitz.core.loading import load_game
from kibitz.core.notation import moves_text
from kibitz.core.rng import Rng
from kibitz.doctor.diagnose import FITS, fits_everywhere
from kibitz.doctor.exam_cases import Case
from kibitz.doctor.exam_tree import Spec, to_lists
from kibitz.doctor.faults.fault import list_tree_faults
from kibitz.doctor.faults.program import Observed
from kibitz.doctor.patient.player_patient import GameAnswer, PlayerPatient
from kibitz.doctor.report import FoundFault, Report
from kibitz.search.replica import Replica, find_fault, list_fault_ids, replicas_for

BOARDS = (
    "connect-four:width=5,height=1,k=2",
    "connect-four:width=4,height=1,k=2",
    "connect-four:width=3,height=1,k=2",
    "connect-four:width=3,height=2,k=2",
    "connect-four:width=4,height=2,k=3",
    "connect-four:width=4,height=3,k=3",
    "othello:size=4",
    "take-away:chips=7,take=2,misere=false",
    "take-away:chips=13,take=2,misere=false",
    "take-away:chips=11,take=3,misere=false",
    "tic-tac-toe",
)
MAX_POSITIONS = 40  # of one board
MAX_WIDTH = 120  # positions of one length that are looked at
MAX_SOLVED = 6_000  # positions of one board
MAX_TREE = 400  # nodes below a position that the textbook searches as a tree
MAX_FAULTS_LISTED = 8
DEPTHS = (1, 2, 3, 4, 5)


@dataclass(frozen=True, eq=False)
class Position:
    """A position, what each move is worth to the side that makes it, and all that can follow, if that is little."""

    game: Game
    moves: tuple[Move, ...]
    state: State
    results: dict[Move, int]
    case: Case | None


@cache
def list_positions(board: str) -> tuple[Position, ...]:
    """Positions of a board in which it matters what is played, a few of each length; from a seed."""
    game, rng = load_game(board), Rng(17)
    by_length: list[dict[State, tuple[Move, ...]]] = [{game.initial(): ()}]
    while by_length[-1]:
        following: dict[State, tuple[Move, ...]] = {}
        items = list(by_length[-1].items())
        rng.shuffle(items)
        for state, moves in items[:MAX_WIDTH]:
            for move in game.moves(state):
                following.setdefault(game.play(state, move), (*moves, move))
        by_length.append(following)
    found, known = list[Position](), dict[State, int]()
    for front in reversed(by_length):  # the last ones first, as they are solved soonest
        matter = []
        for state, moves in list(front.items())[: MAX_WIDTH // 3]:
            legal = game.moves(state)
            try:
                results = {move: -_solve(game, game.play(state, move), known) for move in legal}
            except _TooMuch:
                results = dict.fromkeys(legal, 0)  # not judged, only compared
            if len(set(results.values())) > 1 or (legal and (len(legal) < game.num_moves or not moves)):
                matter.append(Position(game, moves, state, results, _make_case(game, state)))
        rng.shuffle(matter)
        even = [position for position in matter if len(set(position.results.values())) == 1]
        found += [position for position in matter if position not in even][:6] + even[:4]  # also where all is lost
    start = [position for position in found if not position.moves]
    rng.shuffle(found)
    return tuple(sorted({*found[:MAX_POSITIONS], *start}, key=lambda position: (len(position.moves), position.moves)))


class _TooMuch(Exception):
    """More positions than are solved here."""


def _solve(game: Game, state: State, known: dict[State, int]) -> int:
    if state not in known:
        if len(known) > MAX_SOLVED:
            raise _TooMuch
        result = game.result(state)
        if result is None:
            result = max(-_solve(game, game.play(state, move), known) for move in game.moves(state))
        known[state] = result
    return known[state]


def _make_case(game: Game, state: State) -> Case | None:
    """All that can follow as a tree, seen from the side to move; None if it is too much."""
    count = 0

    def grow(state: State, sign: int) -> Spec:
        nonlocal count
        count += 1
        if count > MAX_TREE:
            raise Unsuited("too much")
        result = game.result(state)
        if result is not None:
            return sign * result
        return 0, tuple(grow(game.play(state, move), -sign) for move in game.moves(state))

    try:
        return Case("position", grow(state, 1))
    except Unsuited:
        return None


def examine_in_games(patient: PlayerPatient, game: str = "") -> Report:
    """Examine a player on all boards that it can play, or on the one that is named."""
    started = time.perf_counter()
    asked: list[tuple[Position, GameAnswer]] = []
    failed: GameAnswer | None = None
    for board in (game,) if game else BOARDS:
        first = patient.ask_in_game(board, ())
        if first.error == "unsuited" and game:
            raise Unsuited(first.message)
        if first.error and not game:
            failed = failed or first
            continue  # a program that plays one game alone fails in another
        positions = list_positions(board)
        asked += [(position, patient.ask_in_game(board, position.moves)) for position in positions]
    if not asked and failed is not None and failed.error != "unsuited":
        verdict = "hangs" if failed.error == "hang" else "crashes"
        return Report(patient.spec, verdict, f"It fails in every game of the examination: {failed.message}.")
    if not asked:
        raise Unsuited(f"{patient.spec} cannot play any board of the examination; name its game with --game.")
    report = _judge(patient, asked)
    return replace(report, cases=len(asked), unit="positions", seconds=round(time.perf_counter() - started, 2))


def _judge(patient: PlayerPatient, asked: Sequence[tuple[Position, GameAnswer]]) -> Report:
    failed = [(position, answer) for position, answer in asked if answer.error]
    if failed:
        position, answer = failed[0]
        verdict = "hangs" if answer.error == "hang" else "crashes"
        return Report(patient.spec, verdict, f"It fails {_place(position)}: {answer.message}", wrong_cases=len(failed))
    wrong = [place for place, (position, answer) in enumerate(asked) if _is_wrong(position, answer)]
    published = find_published(patient, asked)
    if wrong and published == []:
        return Report(
            patient.spec,
            "right",
            f"It plays as the textbook does at its depth, too little in {len(wrong)} of {len(asked)} positions.",
        )
    if not wrong and not published:
        return Report(
            patient.spec, "right", f"Its moves keep what the position is worth, in all {len(asked)} positions."
        )
    published = published or []
    costly = bool(published) and all(find_fault(fault.id)[0].costs_only for fault in published)
    faults = published or _find_library_faults(asked, wrong)
    sentence = (
        faults[0].sentence if faults else "It gives away what it has, in a way that no fault of the library explains."
    )
    report = Report(
        patient.spec,
        "slow" if costly else "wrong",
        f"It is right, but: {sentence[0].lower()}{sentence[1:]}" if costly else sentence,
        tuple(faults),
        is_pair=len(published) > 1,
        wrong_cases=len(wrong),
        remarks=("It was examined by its moves in small games, because it cannot search a tree.",),
    )
    if wrong:
        position, answer = min(
            (asked[place] for place in wrong), key=lambda item: (len(item[0].results), -len(item[0].moves))
        )
        report = replace(
            report,
            smallest=None if position.case is None else to_lists(position.case.spec),
            violation=_describe(position, answer),
        )
    return report


def _is_wrong(position: Position, answer: GameAnswer) -> bool:
    if answer.refused is not None or answer.move not in position.results:
        return True
    return position.results[answer.move] < max(position.results.values())


def _place(position: Position) -> str:
    text = moves_text(position.game, position.moves)
    return f"on {position.game} after {text}" if text else f"on {position.game} at the start"


def _describe(position: Position, answer: GameAnswer) -> str:
    game = position.game
    asked = answer.refused if answer.refused is not None else answer.move
    name = "no move" if asked is None else game.move_name(asked)
    if asked not in position.results:
        return f"{_place(position)} it asks for {name}, which is not legal"
    worth = {
        move: {-1: "a loss", 0: "a draw", 1: "a win"}.get(result, str(result))
        for move, result in position.results.items()
    }
    best = [
        game.move_name(move) for move, result in position.results.items() if result == max(position.results.values())
    ]
    assert asked is not None
    return f"{_place(position)} it plays {name}, {worth[asked]}; {' or '.join(best)} is better"


# Faults of the published programs.


def find_published(patient: PlayerPatient, asked: Sequence[tuple[Position, GameAnswer]]) -> list[FoundFault] | None:
    """The faults of a published program that asks for the same moves everywhere; as few of them as possible.

    An empty list if the published program does so with none of its faults, None if it never does.
    """
    list_fault_ids()
    known = {cls.name: cls for position, _ in asked for cls in replicas_for(position.game)}
    # One without a fault says nothing, and one without a depth looks to the end of every game, which takes too long.
    classes = {name: cls for name, cls in known.items() if cls.faults and cls.usual_depth}
    if "alphabeta" in patient.spec:  # one that says it prunes is compared with those that do
        classes = {name: cls for name, cls in classes.items() if "alphabeta" in name}
    wrong_first = sorted(asked, key=lambda item: not _is_wrong(*item))
    has_nodes = all(answer.nodes is not None for _, answer in asked)
    best: tuple[str, ...] | None = None
    for cls in classes.values():
        for limits in [
            Limits(depth=depth) for depth in ((patient.depth,) if patient.depth else (cls.usual_depth, *DEPTHS))
        ]:
            for seeded in _seeds(cls()):
                for ids in _subsets(cls):
                    if best is not None and len(ids) >= len(best):
                        continue
                    if _plays_the_same(seeded.with_faults(ids), limits, wrong_first, has_nodes):
                        best = ids
    return None if best is None else [_published(fault_id) for fault_id in best]


def _seeds(replica: Replica) -> Iterator[Replica]:
    if not replica.draws_lots:
        yield replica
        return
    for seed in range(5):
        yield replace(replica, seed=seed)  # type: ignore[call-arg]  # it has one


def _subsets(cls: type[Replica]) -> Iterator[tuple[str, ...]]:
    ids = [fault.id for fault in cls.faults]
    for count in range(len(ids) + 1):
        yield from combinations(ids, count)


def _plays_the_same(
    program: Replica, limits: Limits, asked: Sequence[tuple[Position, GameAnswer]], has_nodes: bool
) -> bool:
    for position, answer in asked:
        try:
            found = program.search(position.game, position.state, limits, backend=REFERENCE)
        except KibitzError:
            return False
        if found.move != answer.move or found.refused != answer.refused:
            return False
        if has_nodes and found.stats.nodes != answer.nodes:
            return False
    return True


def _published(fault_id: str) -> FoundFault:
    fault, _ = find_fault(fault_id)
    title = f"{fault.title[0].upper()}{fault.title[1:]}."
    return FoundFault(fault.id, title, fault.does, fault.right, "", (fault.id,))


# Faults of the library, on the trees of the positions.


def _find_library_faults(asked: Sequence[tuple[Position, GameAnswer]], wrong: Sequence[int]) -> list[FoundFault]:
    order = [*wrong, *(place for place in range(len(asked)) if place not in set(wrong))]
    seen = []
    for place in order:
        position, answer = asked[place]
        if position.case is not None and answer.move in position.results:
            seen.append((position.case, Observed(None, list(position.results).index(answer.move), None)))
    if not any(place for place in wrong if asked[place][0].case is not None):
        return []
    fit = FITS[1]
    found = []
    for fault in list_tree_faults():
        if fault.costs_only:
            continue
        if any(fits_everywhere(program, seen, fit) for program in fault.programs()):
            found.append(FoundFault(fault.id, fault.sentence, fault.why, fault.right, fault.wrong, fault.published))
    return found[:MAX_FAULTS_LISTED]
