"""A game being played through a face: moves as text, the program's replies, undo and redo, hints.

A session is a value; every action gives the next one. A face shows the record, asks a person when `waits_for_person`
and otherwise calls `reply`. With `advice`, programs only suggest and a person makes every move.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from kibitz.analysis.coach.why import Why, explain_move
from kibitz.analysis.hints.hint import Hint, give_hint
from kibitz.core.errors import IllegalMove
from kibitz.core.game import Game, Move
from kibitz.core.notation import parse_moves
from kibitz.core.searching import StopFlag
from kibitz.play.levels.level_player import vary_openings
from kibitz.play.player import Player
from kibitz.play.players import Human, SearchPlayer, find_player, take_turn
from kibitz.play.records import Choice, GameRecord


def _never_asked(record: GameRecord) -> Move:
    raise AssertionError("a session waits for the person's move; it never asks")


def start_session(
    game: Game,
    first: str,
    second: str,
    *,
    moves: str = "",
    advice: bool = False,
    seed: int | None = None,
) -> Session:
    """A game between two players, some moves already made. The seed is for players that draw lots."""
    players = (
        vary_openings(find_player(first, ask=_never_asked, seed=seed), game),
        vary_openings(find_player(second, ask=_never_asked, seed=None if seed is None else seed + 1), game),
    )
    for player in players:
        if isinstance(player, SearchPlayer):
            player.evaluator(game)  # so that a heuristic for other games is refused now and not in the middle
    names = (str(players[0]), str(players[1]))
    record = GameRecord.begin(game, names, moves=parse_moves(game, moves))
    for player in players:
        if isinstance(player, SearchPlayer):
            player.check_memory(record)  # and a solver for which the game is too large
    return Session(record, players, advice)


@dataclass(frozen=True)
class Session:
    """`undone`: the moves taken back, the one to be redone first at the end."""

    record: GameRecord
    players: tuple[Player, Player]
    advice: bool = False
    undone: tuple[Choice, ...] = ()

    @property
    def game(self) -> Game:
        return self.record.game

    @property
    def player(self) -> Player:
        """Whose turn it is."""
        return self.players[self.record.to_move]

    @property
    def waits_for_person(self) -> bool:
        return not self.record.is_over and (self.advice or isinstance(self.player, Human))

    @property
    def has_adviser(self) -> bool:
        """Whether a program is to suggest a move to the person whose turn it is."""
        return self.waits_for_person and not isinstance(self.player, Human)

    @property
    def heuristic(self) -> str | None:
        """What the player whose turn it is judges positions by, None if by nothing."""
        evaluator = self.player.evaluator(self.game) if isinstance(self.player, SearchPlayer) else None
        return None if evaluator is None else str(evaluator)

    def play(self, text: str, *, seconds: float = 0.0, advice: Choice | None = None) -> Session:
        """The person's move, after thinking so long; the cost of the advice they had is kept with it."""
        move = self.record.legal_move(text)
        return self._after(Choice(move, advice.result if advice else None, seconds))

    def reply(self, *, stop: StopFlag | None = None) -> Session:
        """The program's move."""
        return self._after(take_turn(self.record, self.player, stop=stop))

    def suggest(self, *, stop: StopFlag | None = None) -> Choice:
        """What the program whose side it is would play."""
        return take_turn(self.record, self.player, stop=stop)

    def hint(self, *, stop: StopFlag | None = None) -> Hint:
        """Advice for the side to move, in three steps."""
        return give_hint(self.record, stop=stop)

    def why(self, *, stop: StopFlag | None = None) -> Why:
        """What the last move of the side to move gave away, and why."""
        for number in reversed(range(len(self.record.moves))):
            earlier = self.record.before(number)
            if earlier.to_move == self.record.to_move:
                return explain_move(earlier, self.record.moves[number], stop=stop)
        raise IllegalMove("You have made no move yet.")

    def undo(self) -> Session:
        """Back to the last position before this one in which a person was to move."""
        for moves in range(len(self.record.choices) - 1, self.record.given - 1, -1):
            earlier = replace(self, record=self.record.before(moves))
            if earlier.waits_for_person:
                taken_back = reversed(self.record.choices[moves:])
                return replace(earlier, undone=(*self.undone, *taken_back))
        raise IllegalMove("You have made no move to take back.")

    def redo(self) -> Session:
        """Forward again to the next position in which a person is to move, or as far as it goes."""
        if not self.undone:
            raise IllegalMove("There is no move to make again; redo follows undo.")
        session = self
        while session.undone and (session is self or not session.waits_for_person):
            record = session.record.after(session.undone[-1])
            session = replace(session, record=record, undone=session.undone[:-1])
        return session

    def _after(self, choice: Choice) -> Session:
        return replace(self, record=self.record.after(choice), undone=())


@dataclass(frozen=True)
class PlayerSummary:
    """One side of a game: who played it and what their moves cost."""

    side: str
    player: str
    moves: int
    boards_evaluated: int
    nodes: int
    evaluations: int
    cutoffs: int
    average_depth: float | None
    seconds: float
    finished_games: int
    memory: int


@dataclass(frozen=True)
class GameSummary:
    """A game in the words of the surface. `outcome` is for the side that began, None while the game goes on."""

    game: str
    moves: tuple[str, ...]
    result: str
    outcome: int | None
    seconds: float
    players: tuple[PlayerSummary, PlayerSummary]


def summarize(record: GameRecord) -> GameSummary:
    game = record.game
    first, second = _summarize_player(record, 0), _summarize_player(record, 1)
    return GameSummary(
        game=str(game),
        moves=tuple(map(game.move_name, record.moves)),
        result=record.result,
        outcome=record.outcome,
        seconds=first.seconds + second.seconds,
        players=(first, second),
    )


def _summarize_player(record: GameRecord, side: int) -> PlayerSummary:
    effort = record.effort(side)
    return PlayerSummary(
        side=record.game.players[side],
        player=record.players[side],
        boards_evaluated=effort.boards_evaluated,
        **asdict(effort),
    )
