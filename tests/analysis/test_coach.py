"""What the coach says: scores in words, the reasons for a bad move, and the review of a game.

Every statement is confirmed without the coach: lines by the rules, outcomes by plain minimax or a solver asked again.
"""

from __future__ import annotations

import pytest

from helpers.naive import minimax
from helpers.wordless import WordlessBoard
from kibitz.analysis.coach.game_review import GameReview
from kibitz.analysis.coach.played_lines import LineStep
from kibitz.analysis.coach.why import Why, explain_move
from kibitz.analysis.exact_scores import judge
from kibitz.analysis.score_scale import read_score, scale_of, usual_search
from kibitz.analysis.score_words import EstimateScale, estimate_words, exact_words
from kibitz.core.game import Game, Move, State, find_game
from kibitz.core.rng import Rng
from kibitz.core.score import Score
from kibitz.core.searching import find_search
from kibitz.games.lines import LineGame
from kibitz.play.players import SearchPlayer
from kibitz.play.positions import record_from
from kibitz.play.records import GameRecord

SMALL_BOARD = "connect-four:width=5,height=4"
SECONDS = 3_600.0  # more than any of these positions takes to be solved
LATE = "257771314744647214174561532"  # a game of Connect Four in which the second player can win


def position(spec: str, moves: str) -> tuple[Game, State]:
    record = record_from(find_game(spec), None, moves)
    return record.game, record.state


def random_game(game: Game, seed: int) -> GameRecord:
    rng, state, moves = Rng(seed), game.initial(), list[Move]()
    while legal := game.moves(state):
        moves.append(legal[rng.below(len(legal))])
        state = game.play(state, moves[-1])
    return GameRecord.begin(game, ("human", "human"), moves=moves)


# Scores in words.


@pytest.mark.parametrize(
    ("spec", "moves", "outcome", "score", "distance", "words"),
    [
        ("connect-four", "", 1, 5, 33, "{0} wins with 4 stones to spare, proven"),
        ("connect-four", "", 1, 1, 41, "{0} wins with the last stone, proven"),
        ("connect-four", "4", -1, -2, 38, "{0} wins with 1 stone to spare, proven"),
        ("connect-four", "", 0, 0, None, "draw with best play, proven"),
        ("othello", "", 6, 6, None, "{0} wins by 6 discs, proven"),
        ("othello", "f5", 6, 6, None, "{1} wins by 6 discs, proven"),
        ("tic-tac-toe", "", 1, 1, 5, "{0} wins in 3 of its own moves, proven"),
        ("tic-tac-toe", "", -1, -1, 4, "{1} wins in 2 of its own moves, proven"),
        ("take-away:misere=true", "", -1, -1, 1, "{1} wins at once, proven"),
    ],
)
def test_a_known_outcome_says_who_wins_and_by_how_much(
    spec: str, moves: str, outcome: int, score: int, distance: int | None, words: str
) -> None:
    game, state = position(spec, moves)
    assert exact_words(game, state, outcome, score, distance) == words.format(*game.sides)


def test_an_estimate_is_in_discs_where_the_heuristic_counts_them() -> None:
    game, state = position("othello", "f5")
    usual = scale_of(game, usual_search(game))
    assert usual.unit == 100
    assert estimate_words(game, state, -1_130, usual) == "White is about 11 discs behind, estimated"
    assert estimate_words(game, state, 20, usual) == "about even, estimated"
    found = read_score(game, state, Score(-1_130), usual)
    assert (found.text, found.amount, found.proven) == ("-11", -11.3, False)
    phased = scale_of(game, SearchPlayer(*find_search("alphabeta:eval=phased")))
    assert phased.unit == 0
    assert estimate_words(game, state, 12, phased) == "White is ahead by 12 points of the evaluation, estimated"
    assert read_score(game, state, Score(12), phased).text == "+12 pt"  # on a board where others are discs


@pytest.mark.parametrize("size", [4, 6])
def test_no_estimate_on_a_small_board_is_called_discs(size: int) -> None:
    game = find_game(f"othello:size={size}")
    scale = scale_of(game, usual_search(game))
    assert scale.unit == 0
    said = [
        estimate_words(game, game.initial(), points, scale, bound)
        for points, bound in ((-1, "exact"), (7, "lower"), (-7, "lower"), (0, "exact"))
    ]
    assert said == [
        "Black is behind by 1 point of the evaluation, estimated",
        "Black is ahead by at least 7 points of the evaluation, estimated",
        "Black is behind by at most 7 points of the evaluation, estimated",
        "even by the evaluation, estimated",
    ]


def test_the_words_of_a_solver_agree_with_minimax() -> None:
    """The plies that minimax counts, as stones that are left."""
    game, state = position(SMALL_BOARD, "3241244221")
    known = judge(game, state)
    assert known is not None
    for move, score in known.scores.items():
        after = game.play(state, move)
        value = -minimax(game, after, 20)
        words = exact_words(game, state, score.points, game.written_score(state, score), score.distance)
        assert words.startswith(game.players[0 if value > 0 else 1] if value else "draw")
        if value:
            winner_moves = 10 + (score.distance or 0)  # stones on the board when it is won
            left = (20 - winner_moves + (1 if value > 0 else 0)) // 2  # of those that the winner still has
            assert (f"{left} stone" in words) == (left > 0), (words, left)


# Why.

BAD_MOVES = [
    ("tic-tac-toe", "a1", "b1"),  # only the centre holds
    ("tic-tac-toe", "a1b2c3", "a3"),  # a corner, where an edge was needed
    (SMALL_BOARD, "3241", "5"),
    (SMALL_BOARD, "33", "1"),
    ("tic-tac-toe", "b2", "b1"),  # an edge, where a corner was needed
    ("connect-four", LATE, "6"),
    ("take-away:chips=11,take=3", "", "1"),
    ("take-away:chips=11,take=3,misere=true", "", "1"),
    ("othello:size=4", "b1a1", "d3"),
]


def why_of(game: str | Game, moves: str, name: str) -> tuple[Game, State, Why]:
    record = record_from(find_game(game) if isinstance(game, str) else game, None, moves)
    return record.game, record.state, explain_move(record, record.game.legal_move(record.state, name), seconds=SECONDS)


def play_line(game: Game, state: State, line: tuple[LineStep, ...]) -> list[State]:
    """Every position of a line, each move checked to be legal and made by the side that is said to make it."""
    states = [state]
    for step in line:
        assert step.side == game.to_move(states[-1])
        states.append(game.play(states[-1], game.legal_move(states[-1], step.move)))
    return states


def exact_outcome(game: Game, state: State) -> int | None:
    """The outcome for the side that began, by the rules or a solver; None if nobody knows."""
    view = 1 if game.to_move(state) == 0 else -1
    result = game.result(state)
    if result is not None:
        return view * result
    known = judge(game, state, seconds=SECONDS)
    return None if known is None else view * max(score.points for score in known.scores.values())


def check_claims(game: Game, state: State, step: LineStep) -> None:
    """What a step says, looked up on the board without the coach's own functions."""
    move = game.legal_move(state, step.move)
    after = game.play(state, move)
    mover, other = step.side, 1 - step.side

    def winners(at: State) -> list[Move]:
        return [each for each in game.moves(at) if game.describe_result(game.play(at, each)).startswith(_winner(at))]

    def _winner(at: State) -> str:
        return game.players[game.to_move(at)] + " wins"

    if step.kind in ("line", "end"):
        assert game.result(after) is not None
    if step.kind == "line":
        assert game.outcome(after) == (1 if mover == 0 else -1)
    if step.kind in ("double_threat", "no_safe_answer"):
        answers = game.moves(after)
        assert answers
        assert all(winners(game.play(after, answer)) for answer in answers), step
        assert not winners(after), "the other side would win first"
    if step.kind == "allows_line":
        assert winners(after)
    if step.kind == "missed_win":
        assert winners(state)
    if step.kind == "pass":
        assert move == game.pass_move
    if step.kind == "few_moves":
        assert len(game.moves(after)) <= 2
    if step.kind == "no_move":
        assert game.moves(after) == [game.pass_move]
    if step.kind == "corner_given":
        assert any(game.move_name(each) in step.reason for each in game.moves(after))
    if step.forced and game.max_result == 1:
        for each in game.moves(state):
            child = game.play(state, each)
            assert each == move or winners(child) or game.outcome(child) == (-1 if mover == 0 else 1), step
    for threat in step.threats:
        assert isinstance(game, LineGame)
        stones = list(game.stones(after))
        stones[threat.side] |= 1 << game.bit(*threat.cell)
        assert game.has_line(stones[threat.side]), threat
        assert after[0] >> game.bit(*threat.cell) & 1 == after[1] >> game.bit(*threat.cell) & 1 == 0
    assert other != mover


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "moves", "name"), BAD_MOVES)
def test_every_line_follows_the_rules_and_every_claim_holds(spec: str, moves: str, name: str) -> None:
    game, state, why = why_of(spec, moves, name)
    assert why.word, "the move is bad"
    assert why.proven
    assert name in why.sentence
    for line in (why.line, why.better):
        states = play_line(game, state, line)
        for at, step in zip(states, line, strict=False):
            check_claims(game, at, step)
        # Best play on both sides: what holds after the first move of the line holds to its end.
        assert exact_outcome(game, states[1]) == exact_outcome(game, states[-1])
    before = exact_outcome(game, state)
    assert exact_outcome(game, play_line(game, state, why.line)[1]) != before
    assert exact_outcome(game, play_line(game, state, why.better)[1]) == before
    if game.max_result == 1:
        holding = [each for each in game.moves(state) if exact_outcome(game, game.play(state, each)) == before]
        assert (why.held, why.others) == (len(holding), len(game.moves(state)) - 1)


def test_a_line_ends_where_it_is_plain() -> None:
    _, _, why = why_of("tic-tac-toe", "a1", "b1")
    assert why.sentence.startswith(f"b1 turned a draw into a loss: X's answer {why.line[1].move} threatens")
    assert why.sentence.endswith(f"and later {why.line[3].move} {why.line[3].reason}")
    assert why.line[-1].kind == "double_threat"
    assert [step.forced for step in why.line] == [False, False, True, False]
    assert why.is_plain
    assert why.held_words == "1 of the other 7 moves would have kept the draw."
    assert why.certainty.startswith("Proved by ")


def test_connect_four_names_the_rows_of_its_threats() -> None:
    _, _, why = why_of(SMALL_BOARD, "3241", "5")
    assert any("column 4, row 4 (even)" in step.reason for step in why.line)
    rows = {threat.cell[0]: threat.row for step in why.line for threat in step.threats}
    assert rows
    assert all((row == "odd") == ((4 - cell) % 2 == 1) for cell, row in rows.items())


def test_nothing_is_said_against_a_good_move() -> None:
    _, _, why = why_of("tic-tac-toe", "a1", "b2")
    assert (why.word, why.mark, why.sentence, why.held_words) == ("", "", "", "")


def test_a_game_that_cannot_be_compiled_is_explained_by_a_readable_search() -> None:
    """The search sees that the open four cannot be stopped."""
    game, state, why = why_of(WordlessBoard(width=9, height=9, k=5), "e5a1e6b1e7c1", "i9")
    assert not why.line or play_line(game, state, why.line)
    assert "depth" in why.certainty
    for at, step in zip(play_line(game, state, why.line), why.line, strict=False):
        check_claims(game, at, step)


# The review.


def throws_itself_away(game: Game, state: State, move: Move) -> bool:
    """Whether the side to move has lost, but only this move loses to the very next one."""

    def at_once(each: Move) -> bool:
        after = game.play(state, each)
        if game.result(after) is not None:
            return (game.result(after) or 0) > 0
        return any((game.result(game.play(after, answer)) or 0) < 0 for answer in game.moves(after))

    known = judge(game, state, seconds=SECONDS)
    assert known is not None
    is_lost = all(score.points < 0 for score in known.scores.values())
    return is_lost and at_once(move) and not all(map(at_once, game.moves(state)))


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["tic-tac-toe", "take-away", SMALL_BOARD, "othello:size=4", "othello:size=6"])
def test_a_review_lists_every_mistake_and_no_other(spec: str) -> None:
    """Against the solver asked move by move: a worse result, or 2 discs in Othello, and nothing else."""
    game = find_game(spec)
    for seed in range(10 if spec != "othello:size=6" else 2):
        record = random_game(game, seed)
        if spec == "othello:size=6":  # only where the solver can tell
            record = GameRecord.begin(game, record.players, moves=record.moves[20:], start=record.states[20])
        reviewed = list(GameReview(record, seconds=SECONDS).plies())
        assert len(reviewed) == len(record.moves) + 1
        for ply, move in enumerate(record.moves, start=1):
            state = record.states[ply - 1]
            known = judge(game, state, seconds=SECONDS)
            assert known is not None
            lost = max(score.points for score in known.scores.values()) - known.scores[move].points
            told = reviewed[ply]
            hastens = game.max_result == 1 and lost == 0 and throws_itself_away(game, state, move)
            assert bool(told.mistake) == (hastens or lost >= (2 if game.max_result > 1 else 1)), (spec, seed, ply)
            assert ("lost anyway" in told.sentence) == hastens
            if told.mistake:
                assert told.mark in ("?!", "?", "??")
                assert told.side == game.to_move(state)
                best = game.parse_move(told.best or "")
                assert known.scores[best].points == max(score.points for score in known.scores.values())
            if game.max_result > 1:
                assert told.lost == lost


@pytest.mark.slow
def test_a_game_lost_by_many_discs_shows_its_mistakes_and_where_it_turned() -> None:
    game = find_game("othello:size=4")
    record = random_game(game, 3)
    review = GameReview(record, seconds=SECONDS)
    plies = list(review.plies())
    summary = review.summary()
    assert summary.unit == "disc"
    assert 1 <= len(summary.turning_points) <= 3
    for point in summary.turning_points:
        assert point.why.move == plies[point.ply].move
        assert point.why.mark == plies[point.ply].mark
        play_line(game, record.states[point.ply - 1], point.why.line)
    worst = max(ply.lost for ply in plies)
    assert worst in {plies[point.ply].lost for point in summary.turning_points}
    for side in summary.sides:
        own = [ply for ply in plies if ply.side == side.side]
        assert side.slips + side.mistakes + side.blunders == sum(bool(ply.mistake) for ply in own)
        assert side.accuracy is None or (side.accuracy == 100) == all(ply.lost == 0 for ply in own)


def test_the_graph_says_how_much() -> None:
    """A win in Connect Four is drawn higher the sooner it comes."""
    record = record_from(find_game(SMALL_BOARD), None, "1213141")
    heights = [ply.height for ply in GameReview(record, seconds=SECONDS).plies()]
    assert heights[-1] == max(heights) == 1.0
    assert len(set(heights)) > 2


def test_the_scale_of_changed_weights_is_not_in_discs() -> None:
    game = find_game("othello")
    changed = SearchPlayer(*find_search("alphabeta:eval=patterns"))
    assert scale_of(game, changed) == EstimateScale(800, 100)
    assert EstimateScale.of(changed.evaluator(game)).unit == 100  # type: ignore[arg-type]  # alphabeta has a heuristic
