"""Puzzles in words: the names of sides and moves, how a game ends, and what every move leads to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kibitz.analysis.hints.regions import find_region
from kibitz.analysis.score_words import has_margin, unit_name
from kibitz.core.game import Game, Move, State
from kibitz.core.score import Score
from kibitz.core.searching import RootMove
from kibitz.core.words import count, plural
from kibitz.exercises.puzzles.solving import MAX_LINE, find_best_line, find_best_move, solve_position

MARKS = ("X", "O")  # on the board, of the side that begins and of the other


def name_mover(game: Game, state: State) -> str:
    """What people call the side to move."""
    return game.sides[game.to_move(state)]


def name_other(game: Game, state: State) -> str:
    return game.sides[1 - game.to_move(state)]


def name_side_with_mark(game: Game, state: State, side: int) -> str:
    """A side, and its mark where a board drawn as text has another sign for it than its name: Red (X)."""
    name, mark = game.sides[side], MARKS[side]
    has_marks = any(mark in row for row in game.view(state).rows)
    return f"{name} ({mark})" if has_marks and name != mark else name


def write_caption(game: Game, state: State) -> str:
    """What is shown, and whose move it is."""
    stock = game.say_stock(state)
    # A title that names several games, such as "Tic-tac-toe and m,n,k", says less than the size of the board.
    name = game.alias or ("" if game.aliases else game.title or game.name)
    words = ", ".join(filter(None, (name, game.variant)))
    mover = name_side_with_mark(game, state, game.to_move(state))
    return f"{words[:1].upper()}{words[1:]}{f'; {stock}' if stock else ''}; {mover} to move"


def say_best_play(game: Game) -> str:
    """The convention by which a game is played to its end."""
    if game.best_play:
        return game.best_play
    if has_margin(game):
        return "Both sides play for the best result they can reach."
    return "Both sides play best: the winner wins as soon as possible, the loser holds out as long as possible."


def count_own_moves(score: Score) -> int:
    """How many moves the winner makes until the end."""
    assert score.distance is not None, "a draw has no winner, and a win by a margin is not counted in moves"
    return (score.distance + 1) // 2 if score.points > 0 else score.distance // 2


def give_region(game: Game, state: State, move: Move) -> str:
    """Where to look for a move, without giving it away."""
    if game.advice:
        return game.advice
    region = find_region(game, state, move)
    return region.text if region.cells else ""


def describe_solution(game: Game, state: State, move: Move) -> str:
    """The right move, and best play after it."""
    line = (move, *find_best_line(game, game.play(state, move)))
    return (
        f"The solution is {game.say_move(move)}. Best play: {describe_line(game, state, line)} "
        f"What the other moves lead to: {describe_moves(game, state, besides=move)}"
    )


def describe_line(game: Game, state: State, line: Sequence[Move]) -> str:
    """Moves, and how the game ends after them."""
    for move in line:
        state = game.play(state, move)
    moves = " ".join(map(game.move_name, line))
    if game.result(state) is None:
        return f"{moves} … (only the first {MAX_LINE} moves are shown)."
    ends = game.name_by_colour(game.describe_result(state))
    unit = ""
    if has_margin(game) and ends != "draw":
        unit = f" {unit_name(game)}" if ends.endswith(" 1") else f" {plural(unit_name(game))}"
    why = game.name_by_colour(game.why_over(state))
    why += "." if why and not why.endswith((".", "!", "?")) else ""
    return f"{moves}, and the game ends: {ends}{unit}.{f' {why}' if why else ''}"


def describe_moves(game: Game, state: State, *, besides: Move | None = None) -> str:
    """What every move leads to, the best first; moves that lead to the same are in one sentence."""
    sentences: dict[str, list[Move]] = {}
    for one in solve_position(game, state).ranked:
        if one.move != besides:
            sentences.setdefault(_describe_score(game, state, one), []).append(one.move)
    return " ".join(f"{_list_moves(game, moves)}: {words}." for words, moves in sentences.items())


def _describe_score(game: Game, state: State, one: RootMove) -> str:
    mover, other, score = name_mover(game, state), name_other(game, state), one.score
    if score.points == 0:
        return "a draw"
    winner = mover if score.points > 0 else other
    if has_margin(game):
        return f"{winner} wins by {count(abs(score.points), unit_name(game))}"
    own = count_own_moves(score)
    if score.points > 0:
        return f"{winner} wins at once" if score.distance == 1 else f"{winner} wins in {count(own, 'move')}"
    if own == 0:
        return f"{winner} has won"
    reply = _find_reply(game, state, one.move)
    if score.distance == 2:
        return f"{winner} answers {reply} and has won"
    return f"{winner} wins in {count(own, 'move')}, beginning with {reply}"


def _find_reply(game: Game, state: State, move: Move) -> str:
    """The best answer to a move."""
    after = game.play(state, move)
    return game.move_name(find_best_move(game, after)) if game.result(after) is None else ""


def _list_moves(game: Game, moves: Iterable[Move]) -> str:
    return ", ".join(map(game.move_name, moves))
