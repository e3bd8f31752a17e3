"""A player or an evaluator graded against perfect play, on positions whose exact scores are known.

The exact scores come from `analysis/exact_scores.py`: a solver that becomes a judge there is asked here too.
Every position is a task of its own (`arena/grade_task.py`), done by this process, by several or by a cluster. What is
found counts in the order of the positions, so that the grade does not depend on who finds it when.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass

from kibitz.analysis.exact_scores import can_be_judged, may_be_known
from kibitz.arena.game_workers import find_players, is_known_elsewhere
from kibitz.arena.grade_statistics import Guess, Mark, PhaseGrade, summarise, worst_first
from kibitz.arena.grade_task import GradedPosition, GradeTask, judge_and_play
from kibitz.arena.match import game_seeds
from kibitz.arena.reports.tournament_report import APP, game_link
from kibitz.arena.sampling import PHASES, SampledPosition, find_phases, sample_positions, solve_each
from kibitz.core.errors import BadOption, Unsuited
from kibitz.core.evaluation import Evaluator, find_evaluator
from kibitz.core.game import State
from kibitz.core.loading import format_game_spec, load_game
from kibitz.core.notation import moves_text
from kibitz.core.result_rows import ResultRows
from kibitz.core.score import sign
from kibitz.play.players import SearchPlayer
from kibitz.play.records import GameRecord

MAX_POSITIONS = 100_000
SECONDS = 10.0  # to solve a position; those that take longer are left out
ALL = "all"  # the phases together


@dataclass(frozen=True)
class Blunder:
    """A position with a losing mistake; scores are for the side to move, and `link` opens it in the web app."""

    moves: str
    to_move: str
    best: tuple[str, ...]
    best_score: int
    best_class: int
    played: str
    played_score: int
    played_class: int
    link: str


@dataclass(frozen=True)
class Grade(ResultRows):
    """How good a player or an evaluator is. `player` is empty if the evaluator chose the moves, `evaluator` if none is.

    `phases` lists those in which something could be solved, and all of them together at last; `plies`, the first and
    the last of each. `unsolved`: positions that were not solved in time. `judges`: who knew the others.
    """

    game: str
    player: str
    evaluator: str
    seed: int
    plies: dict[str, tuple[int, int]]
    phases: list[PhaseGrade]
    unsolved: dict[str, int]
    judges: list[str]
    worst: list[Blunder]

    def rows(self) -> list[tuple[str, str]]:
        rows = [
            ("player", self.player or f"{self.evaluator}, one ply deep"),
            ("game", f"{self.game}, solved by {' and '.join(self.judges)}"),
        ]
        for line in self.phases:
            low, high = 100 * line.optimal_low, 100 * line.optimal_high
            rows.append(
                (
                    line.phase,
                    f"{100 * line.optimal:.1f} % best moves (95 %: {low:.0f} to {high:.0f}; at random "
                    f"{100 * line.random_optimal:.0f} %) in {line.positions:,} positions; {100 * line.kept:.0f} % keep "
                    f"the result; {line.loss:.2f} points lost a move",
                )
            )
        return rows


class Grading:
    """A player, or what an evaluator alone would play, tested in the same number of positions of every phase.

    With both, the moves are the player's and the guesses the evaluator's; a player's own evaluator is taken otherwise.
    `seconds`: for solving a position at most. `workers` and `cluster`: who does it, as in `jobs/workers.py`.
    """

    def __init__(
        self,
        game: str,
        player: str = "",
        evaluator: str = "",
        *,
        positions: int = 300,
        seed: int = 0,
        phase: str = "",
        seconds: float = SECONDS,
        workers: int = 1,
        cluster: str | None = None,
    ) -> None:
        if not 1 <= positions <= MAX_POSITIONS:
            raise BadOption(f"{positions} positions cannot be graded; choose 1 to {MAX_POSITIONS:,}.")
        if phase and phase not in PHASES:
            raise BadOption(f"There is no phase called '{phase}'; phases: {', '.join(PHASES)}.")
        if not player and not evaluator:
            raise BadOption("There is nothing to grade; name a player, or an evaluator with --eval.")
        self.game, self.player = load_game(game), player
        self.positions, self.seed, self.seconds = positions, seed, seconds
        self.workers, self.cluster = workers, cluster
        self.players = find_players(self.game, [player] if player else [])
        self.evaluator = self._find_evaluator(evaluator)
        self.phases = (
            find_phases(self.game, may_be_known) if can_be_judged(self.game) else dict.fromkeys(PHASES, range(0))
        )
        self.wanted = (phase,) if phase else PHASES
        self.marks: list[Mark] = []
        self.guesses: list[Guess] = []  # also about positions in which no move is better than another
        self.judges: set[str] = set()
        self.unsolved: Counter[str] = Counter()

    def run(self) -> Generator[Mark, None, None]:
        """Every position as it is marked; a phase may end early, if it has no more positions that can be solved."""
        seen = set[State]()
        for number, phase in enumerate(self.wanted):
            most = self.positions * (number + 1) // len(self.wanted)
            yield from self._run_phase(phase, most, seen)
        if not self.marks:
            raise self._refusal()

    def _run_phase(self, phase: str, most: int, seen: set[State]) -> Iterator[Mark]:
        """Go on until there are `most` marks in all."""
        if len(self.marks) >= most:
            return
        with closing(self._solve_each(phase, seen)) as answers:
            for place, found in answers:
                seen.update(place.seen)
                if not found.is_solved:
                    self.unsolved[phase] += 1
                    continue
                self.judges.add(found.by)
                if found.guess is not None:
                    self.guesses.append(Guess(phase, found.guess, max(found.scores.values())))
                if found.played is not None:
                    self.marks.append(Mark(phase, place.moves, found.scores, found.played))
                    yield self.marks[-1]
                if len(self.marks) == most:
                    return

    def _solve_each(
        self, phase: str, seen: set[State]
    ) -> Generator[tuple[SampledPosition, GradedPosition], None, None]:
        """The positions of a phase, each with what came of it and with a seed of its own for the player."""
        for_positions, for_players = game_seeds(self.seed, PHASES.index(phase))
        game, evaluator = format_game_spec(self.game), "" if self.evaluator is None else str(self.evaluator)

        def make_task(number: int, place: SampledPosition) -> GradeTask:
            seed, _ = game_seeds(for_players, number)
            return GradeTask(game, place.moves, self.player, evaluator, seed, self.seconds)

        return solve_each(
            sample_positions(self.game, self.phases[phase], for_positions, frozenset(seen), may_be_known),
            make_task,
            judge_and_play,
            seconds=self.seconds,
            workers=self.workers,
            cluster=self.cluster,
            in_process=is_known_elsewhere(self.game, self.players, self.evaluator),
        )

    def grade(self, worst: int = 5) -> Grade:
        """The grade from the marks so far, with so many of the worst positions."""
        grades = [self._summarise(phase) for phase in self.wanted if any(mark.phase == phase for mark in self.marks)]
        return Grade(
            game=str(self.game),
            player=self.player,
            evaluator="" if self.evaluator is None else str(self.evaluator),
            seed=self.seed,
            plies={phase: (plies.start, plies.stop - 1) for phase, plies in self.phases.items() if plies},
            phases=[*grades, self._summarise(ALL)],
            unsolved=dict(self.unsolved),
            judges=sorted(self.judges),
            worst=[self._blunder(mark) for mark in worst_first(self.marks)[:worst]],
        )

    def _summarise(self, phase: str) -> PhaseGrade:
        marks = [mark for mark in self.marks if phase in (mark.phase, ALL)]
        return summarise(phase, marks, [guess for guess in self.guesses if phase in (guess.phase, ALL)])

    def _find_evaluator(self, spec: str) -> Evaluator | None:
        if spec:
            return find_evaluator(spec, self.game)
        (player,) = self.players
        return player.evaluator(self.game) if isinstance(player, SearchPlayer) else None

    def _blunder(self, mark: Mark) -> Blunder:
        game, played = self.game, mark.scores[mark.played]
        moves = moves_text(game, mark.line)
        state = GameRecord.begin(game, ("", ""), moves=mark.line).state
        return Blunder(
            moves=moves,
            to_move=game.players[game.to_move(state)],
            best=tuple(map(game.move_name, mark.best)),
            best_score=mark.value,
            best_class=sign(mark.value),
            played=game.move_name(mark.played),
            played_score=played,
            played_class=sign(played),
            link=APP + game_link(game.spec(full=False), moves),
        )

    def _refusal(self) -> Unsuited:
        where = f"{self.game}, {self.wanted[0]}:" if len(self.wanted) == 1 else f"{self.game}:"
        if self.judges or (not self.unsolved and may_be_known(self.game, self.game.initial())):
            return Unsuited(f"{where} no position was found in which one move is better than another.")
        slow = f" within {self.seconds:g} s" if self.unsolved else ""
        return Unsuited(
            f"{where} no position could be solved{slow}, so there is nothing to compare with; grade a smaller "
            "board, Connect Four on its usual one, or the end of a game whose last moves can be searched through."
        )
