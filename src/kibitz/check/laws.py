"""The laws that every game must obey, each checked in random games.

A law looks at a game and at a random walk, a random game with everything the rules said on the way, and says in
sentences what is wrong. The rules get a buffer longer than they are promised, so that writing past its end is noticed.
A walk ends where the rules can no longer be trusted; a law reports why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from kibitz.check.guarantees import candidates_hold_a_best_move, prospects_rule_out_no_win
from kibitz.core.errors import KibitzError, Unsuited
from kibitz.core.game import ONGOING, Game, Move, Rules, State
from kibitz.core.limits import FULL_DEPTH
from kibitz.core.notation import moves_text
from kibitz.core.rng import Rng
from kibitz.core.spec import split_spec
from kibitz.core.user_files import describe_place

LONG_WALK = 400  # moves of a random game whose positions repeat
GUARD = 256  # cells behind the buffer that a rule must leave alone
MOVES_SHOWN = 30  # of a walk, in words
UNWRITTEN = -(1 << 62)  # what a cell holds before a rule writes into it; no move

Tell = Callable[[str], None]


@dataclass(frozen=True)
class WalkPosition:
    """What the rules said about a state; a finished game has no moves, and none are asked for.

    `fault`: what was wrong with the list of moves, in words, or nothing.
    """

    state: State
    result: int
    moves: tuple[Move, ...] = ()
    fault: str = ""

    @property
    def goes_on(self) -> bool:
        return self.result == ONGOING


@dataclass
class RandomWalk:
    """A random game: its positions from first to last, and the moves between them."""

    game: Game
    seed: int
    positions: list[WalkPosition] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)

    @property
    def states(self) -> list[State]:
        return [position.state for position in self.positions]

    @property
    def is_endless(self) -> bool:
        return not self.game.repeats and len(self.moves) >= FULL_DEPTH

    def where(self, ply: int) -> str:
        """The place in words: the moves that lead there."""
        if ply == 0:
            return "at the start"
        if ply > MOVES_SHOWN:
            return f"after {ply} moves of random game {self.seed}"
        try:
            return f"after {moves_text(self.game, self.moves[:ply])}"
        except Exception:  # names are checked by a law of their own
            return f"after the moves {self.moves[:ply]}"


def play_random_walk(
    game: Game, rules: Rules, seed: int, tell: Tell = lambda what: None, *, longest: int = FULL_DEPTH
) -> RandomWalk:
    """Play at random by these rules of the game; `tell` is called with the rule that is asked next, and where."""
    walk, rng, state = RandomWalk(game, seed), Rng(seed), game.initial()
    while not walk.is_endless and len(walk.moves) < longest:
        where = walk.where(len(walk.moves))
        tell(f"result {where}")
        result = rules.result(state)
        if result != ONGOING:
            walk.positions.append(WalkPosition(state, result))
            break
        buffer = [UNWRITTEN] * (game.num_moves + GUARD)
        tell(f"moves {where}")
        count = rules.moves(state, buffer)
        fault = _fault_in_list(count, buffer, game.num_moves)
        written = tuple(buffer[:count]) if isinstance(count, int) else ()
        walk.positions.append(WalkPosition(state, result, written, fault))
        if fault or count == 0 or (game.repeats and len(walk.moves) == LONG_WALK):
            break
        walk.moves.append(rng.choice(buffer[:count]))
        tell(f"play {game.move_name(walk.moves[-1])} {where}")
        state = rules.play(state, walk.moves[-1])
        if not _is_state(state):
            walk.positions.append(WalkPosition(state, ONGOING))
            break
    return walk


def _is_state(state: object) -> bool:
    return isinstance(state, tuple) and all(type(word) is int for word in state)


def _show(value: object) -> str:
    """A value that is of the wrong type, as in "[1, 0], a list"."""
    return "None" if value is None else f"{value!r}, a {type(value).__name__}"


def place_of(game: Game, rule: str) -> str:
    """Where a rule of the user's own game stands, as in " (game.py, line 20)"; empty for a shipped game."""
    of_game = game.initial if rule == "initial" else getattr(game.cached_rules, rule)
    place = describe_place(of_game)
    return f" ({place})" if place else ""


@dataclass(frozen=True)
class Law:
    """A sentence about a game, and a function that finds where it does not hold."""

    sentence: str
    faults: Callable[[Game, RandomWalk], Iterator[str]]


# What the rules must keep to, as they stand and compiled.


def _fault_in_list(count: int, buffer: list[int], promised: int) -> str:
    """What is wrong with a list of moves, of which there may be as many as promised."""
    if not isinstance(count, int):
        return f"moves returns {_show(count)}; it writes the moves into its second argument and returns their number"
    moves = buffer[:count]
    if not 0 <= count <= promised:
        return f"moves says it wrote {count} moves; there are 0 to {promised}"
    if len(buffer) != promised + GUARD:
        return "moves changes the length of the buffer; it may only write into its cells"
    if UNWRITTEN in moves:
        return f"moves says it wrote {count} moves, but left number {moves.index(UNWRITTEN) + 1} out"
    if any(cell != UNWRITTEN for cell in buffer[promised:]):
        return f"moves writes past the end of its buffer, which has room for {promised} moves (num_moves)"
    for move in moves:
        if not 0 <= move < promised:
            return f"moves gives {move}; moves are numbered 0 to {promised - 1}"
    return f"moves gives the same move twice: {moves}" if len(set(moves)) < count else ""


def _moves_are_sound(game: Game, walk: RandomWalk) -> Iterator[str]:
    for ply, position in enumerate(walk.positions):
        if position.fault:
            yield f"{position.fault} ({walk.where(ply)}){place_of(game, 'moves')}"


def _there_is_a_move(game: Game, walk: RandomWalk) -> Iterator[str]:
    for ply, position in enumerate(walk.positions):
        if position.goes_on and not position.moves and not position.fault and _is_state(position.state):
            yield (
                f"the game goes on, but there is no move {walk.where(ply)}; give a pass a number, or a result"
                f"{place_of(game, 'result')}"
            )


def _states_are_sound(game: Game, walk: RandomWalk) -> Iterator[str]:
    for ply, state in enumerate(walk.states):
        where, place = walk.where(ply), place_of(game, "play" if ply else "initial")
        if not _is_state(state):
            yield f"the state {where} is {_show(state)}; a state is a tuple of whole numbers{place}"
        elif game.words and len(state) * game.int_words != game.words:
            numbers = game.words // game.int_words
            yield f"the state {where} has {len(state)} numbers; there should be {numbers} (words){place}"
        elif game.words and not game.fits(state):
            size = 64 * game.int_words
            yield (
                f"the state {where} is {state}; a number is too large for {size} bits "
                f"(int_bits says how large they get; words = 0 keeps the game interpreted){place}"
            )


def _games_end(game: Game, walk: RandomWalk) -> Iterator[str]:
    result, most, place = walk.positions[-1].result, game.max_result, place_of(game, "result")
    if walk.is_endless:
        yield f"random game {walk.seed} had not ended after {FULL_DEPTH:,} moves{place}"
    elif type(result) is not int:
        yield (
            f"the result {walk.where(len(walk.moves))} is {_show(result)}; it is a whole number, or ONGOING while the "
            f"game goes on{place}"
        )
    elif result != ONGOING and abs(result) > most:
        yield (
            f"the result {walk.where(len(walk.moves))} is {result}; results go from {-most} to {most} (max_result)"
            f"{place}"
        )


RULE_LAWS = (
    Law("moves writes different moves, as many as it says and no further", _moves_are_sound),
    Law("there is a move as long as the game goes on", _there_is_a_move),
    Law("states are tuples of whole numbers that fit their words", _states_are_sound),
    Law("every game ends, with a result in range", _games_end),
)


def describe_walks(game: Game, walks: Sequence[RandomWalk]) -> str:
    """How long random games were and how they ended, in words."""
    lengths = [len(walk.moves) for walk in walks]
    low, high = min(lengths), max(lengths)
    mean = sum(lengths) / len(lengths)
    how_long = f"{low} to {high} moves, {mean:.1f} on average" if low < high else f"{low} moves each"
    results = [(walk.positions[-1].result, game.to_move(walk.states[-1])) for walk in walks]
    ended = [(result, side) for result, side in results if result != ONGOING]
    won = [sum((result > 0) == (side == winner) for result, side in ended if result) for winner in (0, 1)]
    counts = [
        *(f"{game.players[side]} won {count}" for side, count in enumerate(won) if count),
        *([f"{drawn} drawn"] if (drawn := sum(result == 0 for result, _ in ended)) else []),
        *([f"{open_ones} not ended"] if (open_ones := len(walks) - len(ended)) else []),
    ]
    return f"{len(walks)} random game{'s' * (len(walks) != 1)} had {how_long}: {', '.join(counts)}"


def describe_difference(one: RandomWalk, other: RandomWalk) -> str:
    """Where two walks that should be the same differ, in words; empty if they do not."""
    for ply, (mine, theirs) in enumerate(zip(one.positions, other.positions, strict=False)):
        where = one.where(ply)
        if _bits(mine.state) != _bits(theirs.state):
            return f"play gives {mine.state} and {theirs.state} {where}"
        if mine.result != theirs.result:
            return f"result gives {_result_text(mine.result)} and {_result_text(theirs.result)} {where}"
        if mine.moves != theirs.moves:
            return f"moves gives {list(mine.moves)} and {list(theirs.moves)} {where}"
    return ""


def _bits(state: State) -> tuple[int, ...]:
    """The words of a state, signed or not."""
    return tuple(word & (1 << 64) - 1 for word in state)


def _result_text(result: int) -> str:
    return "ONGOING" if result == ONGOING else str(result)


# What else a game says about itself.


def _goes_on_at_the_start(game: Game, walk: RandomWalk) -> Iterator[str]:
    result = walk.positions[0].result
    if result != ONGOING:
        place = place_of(game, "result")
        yield f"the game is over at the start: result is {result} there, where it should be ONGOING{place}"


def _asked_again(game: Game, walk: RandomWalk) -> Iterator[str]:
    fault = describe_difference(walk, play_random_walk(game, game.cached_rules, walk.seed))
    if fault:
        yield f"{fault}, asked twice"


def _sides_take_turns(game: Game, walk: RandomWalk) -> Iterator[str]:
    """One after the other; in a game that `moves_again`, the last number of the state says whose turn it is."""
    for ply, state in enumerate(walk.states):
        side = game.to_move(state)
        if game.moves_again:
            if side not in (0, 1) or side != state[-1]:
                yield (
                    f"to_move is {side!r} {walk.where(ply)}, and the last number of the state {state[-1]}; in a game "
                    "that moves_again both are 0 or 1 and the same, since compiled code looks there"
                )
        elif side != ply % 2:
            yield (
                f"to_move is {side!r} {walk.where(ply)}, where it is the turn of {ply % 2} (a pass is a move; a game "
                "in which a side has several moves in a row says moves_again = True)"
            )


def _repeats_if_it_says_so(game: Game, walk: RandomWalk) -> Iterator[str]:
    if game.repeats:
        return
    seen: dict[State, int] = {}
    for ply, state in enumerate(walk.states):
        if _is_state(state) and seen.setdefault(state, ply) != ply:
            yield (
                f"the position {walk.where(ply)} is the one {walk.where(seen[state])}; a game whose positions come "
                "again says repeats = True"
            )
            return


def _names_read_back(game: Game, walk: RandomWalk) -> Iterator[str]:
    named: dict[str, Move] = {}
    for move in range(game.num_moves):
        name = game.move_name(move)
        if name in named:
            yield f"the moves {named[name]} and {move} are both called '{name}'"
        named[name] = move
    for name, move in named.items():
        try:
            read = game.parse_move(name)
        except KibitzError as error:
            yield f"move {move} is called '{name}', which is not read back: {error}"
        else:
            if read != move:
                yield f"move {move} is called '{name}', which is read as move {read}"


def _view_is_sound(game: Game, walk: RandomWalk) -> Iterator[str]:
    for ply, position in enumerate(walk.positions):
        view, where = game.view(position.state), walk.where(ply)
        rows, legal = view.rows, position.moves
        widths = {len(row) for row in rows}
        if len(widths) != 1:
            yield f"the rows of the view are of different lengths {where}"
            return
        if view.columns and len(view.columns) != len(rows[0]):
            yield f"the view has {len(rows[0])} columns and {len(view.columns)} names for them {where}"
        if view.lines and len(view.lines) != len(rows):
            yield f"the view has {len(rows)} rows and {len(view.lines)} names for them {where}"
        for (row, column), move in view.targets.items():
            if not (0 <= row < len(rows) and 0 <= column < len(rows[0])):
                yield f"the view names a cell outside the board, row {row}, column {column}, {where}"
            elif move not in legal:
                yield f"the view allows a click on move {move}, which is not legal {where}"
        for row, column in game.winning_cells(position.state):
            if not (0 <= row < len(rows) and 0 <= column < len(rows[0])):
                yield f"a winning cell lies outside the board, row {row}, column {column}, {where}"


def _symmetries_are_true(game: Game, walk: RandomWalk) -> Iterator[str]:
    rules = game.cached_rules
    for number, symmetry in enumerate(game.symmetries(), start=1):
        if sorted(symmetry.moves) != list(range(game.num_moves)):
            yield f"symmetry {number} does not turn every move into another one"
            return
        for ply, position in enumerate(walk.positions):
            image, where = symmetry.image(position.state), walk.where(ply)
            if rules.result(image) != position.result:
                yield f"symmetry {number} changes the result {where}"
            elif ply < len(walk.moves):
                after = rules.play(image, symmetry.moves[walk.moves[ply]])
                if after != symmetry.image(walk.states[ply + 1]):
                    yield f"symmetry {number}: turning, then playing is not playing, then turning {where}"


def _positions_read_back(game: Game, walk: RandomWalk) -> Iterator[str]:
    for ply, state in enumerate(walk.states):
        try:
            text = game.position_text(state)
        except Unsuited:  # the game has no text for positions
            return
        try:
            read = game.parse_position(text)
        except KibitzError as error:
            yield f"the position {walk.where(ply)}, written '{text}', is not read back: {error}"
            continue
        if read != state:
            yield f"the position {walk.where(ply)}, written '{text}', is read as {read}; it is {state}"


def _spec_makes_it_again(game: Game, walk: RandomWalk) -> Iterator[str]:
    again = type(game).from_texts(split_spec(str(game))[1])
    if again != game or hash(again) != hash(game):
        yield f"the spec {game} makes {again}; is the class a frozen dataclass?"


LAWS = (
    *RULE_LAWS,
    Law("the game goes on at the start", _goes_on_at_the_start),
    Law("asked again, the rules say the same", _asked_again),
    Law("the sides take turns", _sides_take_turns),
    Law("positions come again only if the game says so", _repeats_if_it_says_so),
    Law("every move has a name that reads back", _names_read_back),
    Law("the view is a board, and a click on it a legal move", _view_is_sound),
    Law("symmetries change nothing", _symmetries_are_true),
    Law("one of the candidates is always best", candidates_hold_a_best_move),
    Law("prospects never rule out a win", prospects_rule_out_no_win),
    Law("a position written out reads back", _positions_read_back),
    Law("the spec makes the same game again", _spec_makes_it_again),
)
