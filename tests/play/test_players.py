"""Players, the games they play, and the records of them."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from kibitz.core.errors import BadOption, IllegalMove, UnknownName, Unsuited
from kibitz.core.evaluation import Evaluator, find_evaluator
from kibitz.core.game import GAMES, Game, Rules, find_game
from kibitz.core.notation import parse_moves
from kibitz.core.searching import SEARCH_BACKENDS, SEARCHERS, PreparedSearch, StopFlag
from kibitz.drawing.game_cards import list_levels
from kibitz.games.take_away import TakeAway
from kibitz.play import opponents
from kibitz.play.opponents import READABLE, recommend_players
from kibitz.play.player import Player
from kibitz.play.players import SearchPlayer, all_players, find_player, play_game, take_turn
from kibitz.play.records import Choice, GameRecord


def record_after(game: Game, text: str) -> GameRecord:
    return GameRecord.begin(game, ("", ""), moves=parse_moves(game, text))


def scripted(game: Game, names: Sequence[str]) -> Player:
    """A person who plays these moves one after the other."""
    moves = iter(names)
    return find_player("human", ask=lambda record: game.parse_move(next(moves)))


@dataclass(frozen=True)
class Stubborn(Player):
    """Always the same move."""

    move: int

    def choose(self, record: GameRecord, *, stop: StopFlag | None = None) -> Choice:
        return Choice(self.move)

    def __str__(self) -> str:
        return "stubborn"


TESTED_ELSEWHERE = {
    "human",
    "gtp",
    "ugi",
    "probcut",
    "learned",
}  # see test_outside.py, test_probcut.py, tests/learned; replicas: test_replicas.py


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", sorted(n for n in all_players().classes if n not in TESTED_ELSEWHERE and not n.startswith("replica-"))
)
def test_every_player_finishes_a_game(name: str) -> None:
    game = find_game("tic-tac-toe")
    spec = f"{name}:depth=3" if name in ("minimax", "alphabeta", "pvs", "mtd", "stored") else name
    spec = "level:5" if name == "level" else spec  # the name alone is level 5, and a record says so
    record = play_game(game, (find_player(spec), find_player("random:seed=1")))
    assert record.is_over
    assert record.players[0] == spec
    assert record.result in ("X wins", "O wins", "draw")


def test_searchers_and_their_aliases_are_players() -> None:
    assert set(SEARCHERS.names()) < set(all_players().names())
    player = find_player("sss:depth=3")
    assert isinstance(player, SearchPlayer)
    assert str(player) == "mtd:depth=3,driver=sss"


def test_an_unknown_player_is_told_the_nearest_and_where_all_are_listed() -> None:
    with pytest.raises(UnknownName, match=r"no player called 'alphabet' \(did you mean alphabeta\?\)") as caught:
        find_player("alphabet")
    assert str(caught.value).endswith(f"; `kibitz players` lists all {len(all_players().names())}.")
    assert len(str(caught.value)) < 120


def test_an_unknown_option_is_told_the_limits_as_well() -> None:
    with pytest.raises(BadOption, match=r"'dept' \(did you mean depth\?\)") as caught:
        find_player("alphabeta:dept=3")
    for name in ("depth", "grow", "nodes", "time", "order", "table"):
        assert name in str(caught.value)


def test_a_human_needs_somebody_to_ask() -> None:
    with pytest.raises(Unsuited, match="'human' cannot be asked here"):
        find_player("human")


def test_people_play_through_the_face_that_asks_them() -> None:
    game = find_game("tic-tac-toe")
    record = play_game(game, (scripted(game, ["a1", "a2", "a3"]), scripted(game, ["b1", "b2"])))
    assert record.moves_text == "a1b1a2b2a3"
    assert (record.result, record.outcome) == ("X wins", 1)


def test_random_players_follow_their_seed() -> None:
    game = find_game("connect-four")

    def games(seed: int) -> str:
        return play_game(game, (find_player("random", seed=seed), find_player("random:seed=5"))).moves_text

    assert games(3) == games(3)
    assert len({games(seed) for seed in range(20)}) == 20


def test_two_random_players_of_one_seed_do_not_copy_each_other() -> None:
    game = find_game("connect-four")
    moves = play_game(game, (find_player("random"), find_player("random"))).moves
    assert any(first != second for first, second in zip(moves[::2], moves[1::2], strict=False))


def test_the_random_player_spreads_its_choices_evenly() -> None:
    game = find_game("connect-four")
    record = GameRecord.begin(game, ("", ""))
    counts = [0] * 7
    for seed in range(700):
        counts[find_player(f"random:seed={seed}").choose(record).move] += 1
    assert min(counts) > 65  # 100 expected, standard deviation 9.3


@pytest.mark.parametrize(
    ("spec", "with_seed"),
    [
        ("random", "random:seed=9"),
        ("random:seed=4", "random:seed=4"),
        ("alphabeta:depth=2,ties=random", "alphabeta:depth=2,ties=random,seed=9"),
        ("alphabeta:depth=2,order=shuffled", "alphabeta:depth=2,order=shuffled,seed=9"),
        ("alphabeta:depth=2", "alphabeta:depth=2"),
        ("mcts:simulations=50", "mcts:simulations=50,seed=9"),
    ],
)
def test_a_seed_goes_only_to_players_that_draw_lots(spec: str, with_seed: str) -> None:
    assert str(find_player(spec, seed=9)) == with_seed


def test_the_depth_grows_with_the_game() -> None:
    game = find_game("connect-four:width=5,height=4")
    player = find_player("alphabeta:depth=1,grow=2")
    depths = []
    for text in ("", "1", "12", "1212", "121234"):
        result = player.choose(record_after(game, text)).result
        assert result is not None
        depths.append(result.stats.depth)
    assert depths == [1, 1, 2, 3, 4]


@pytest.mark.parametrize(
    "spec",
    ["minimax:depth=2", "alphabeta:depth=2", "pvs:depth=2", "perfect", "mcts", "engine:time=1", f"{READABLE},time=1"],
)
def test_players_take_a_win_and_stop_a_loss(spec: str) -> None:
    game = find_game("tic-tac-toe")
    winning, losing = record_after(game, "a1 b1 a2 b2"), record_after(game, "a1 b2 c1")
    assert game.move_name(find_player(spec).choose(winning).move) == "a3"
    assert game.move_name(find_player(spec).choose(losing).move) == "b1"


SHIPPED = [name for name, cls in GAMES.classes.items() if cls.shipped]


class Wordless(TakeAway):
    """A game that compiled code cannot hold."""

    words = 0


def test_the_program_is_the_engine_unless_the_game_cannot_be_compiled() -> None:
    assert all(recommend_players(find_game(name)).opponent.startswith("engine:time=1") for name in SHIPPED)
    assert recommend_players(Wordless()).opponent == f"{READABLE},time=1"
    assert recommend_players(Wordless()).perfect == ""


@dataclass(frozen=True)
class Uncompilable(TakeAway):
    """A game of one's own whose rules the compiler does not take."""

    def rules(self) -> Rules:
        rules = super().rules()
        return rules._replace(result=lambda state: rules.result(state) if str(state) else 0)


@pytest.mark.slow
def test_all_faces_agree_on_a_game_of_ones_own_that_cannot_be_compiled() -> None:
    good = recommend_players(Uncompilable())
    assert (good.opponent, good.search) == (f"{READABLE},time=1", READABLE)
    assert good.adviser == f"{READABLE},time=1"


def test_who_can_play_a_game_of_ones_own_is_told_without_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    class Own(TakeAway):
        """A game of one's own."""

    def refuse(*_: object) -> str:
        raise Unsuited("its rules are not for the compiler")

    monkeypatch.setattr(opponents, "choose_backend", lambda *_: pytest.fail("nobody is to wait for the compiler"))
    assert not Own.shipped
    assert recommend_players(Own(), wait=False).opponent == "engine:time=1"  # as is to be expected
    assert "Perfect" in [level.title for level in list_levels(Own())]
    assert find_player("level:3").find_searchers(record_after(Own(), "")) == ()  # readable Python answers in a moment
    monkeypatch.setattr(opponents, "choose_backend", refuse)
    assert recommend_players(Own()).opponent == f"{READABLE},time=1"
    assert recommend_players(Own(), wait=False).opponent == f"{READABLE},time=1"  # now that it is known


def test_an_illegal_answer_names_the_player_and_the_move() -> None:
    game = find_game("tic-tac-toe")
    with pytest.raises(IllegalMove, match="stubborn answered with the move 0, which is not legal after 'a1'"):
        play_game(game, (find_player("minimax:depth=1"), Stubborn(0)), moves=parse_moves(game, "a1"))
    with pytest.raises(IllegalMove, match="the move -1"):
        play_game(game, (Stubborn(-1), Stubborn(0)))


def test_given_moves_cost_nobody_anything() -> None:
    game = find_game("tic-tac-toe")
    seen: list[int] = []
    record = play_game(
        game,
        (find_player("alphabeta:depth=2"), find_player("random")),
        moves=parse_moves(game, "a1b1a2"),
        on_move=lambda now: seen.append(len(now.moves)),
    )
    assert record.moves_text.startswith("a1b1a2")
    assert seen == list(range(4, len(record.moves) + 1))
    first, second = record.effort(0), record.effort(1)
    assert first.moves + second.moves == len(record.moves) - 3
    assert second.average_depth is None
    searched = [choice.result for choice in record.choices if choice.result]
    assert first.nodes == sum(result.stats.nodes for result in searched) > 0
    assert first.cutoffs == sum(sum(result.stats.cutoffs) for result in searched)
    assert first.seconds >= sum(result.stats.seconds for result in searched)


def test_a_record_can_be_taken_back_and_set_up() -> None:
    game = find_game("tic-tac-toe")
    record = record_after(game, "a1b1a2")
    assert record.before(1).moves_text == "a1"
    assert record.before(1).given == 1
    middle = GameRecord.begin(game, ("", ""), start=record.state)
    assert (middle.state, middle.to_move, middle.moves) == (record.state, 1, ())


@pytest.mark.slow
def test_a_record_survives_pickling() -> None:
    game = find_game("othello:size=4")
    record = play_game(game, (find_player("alphabeta:depth=2"), find_player("random")))
    copy = pickle.loads(pickle.dumps(record))
    assert copy == record
    assert copy.result == record.result


def test_a_turn_prepares_its_search_once_and_builds_one_evaluator(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared, built = [], []
    prepare = SEARCH_BACKENDS.get().prepare

    def prepare_counted(*given: Any) -> PreparedSearch:
        prepared.append(given)
        return prepare(*given)

    def find_counted(spec: str, game: Game) -> Evaluator:
        built.append(spec)
        return find_evaluator(spec, game)

    monkeypatch.setattr(SEARCH_BACKENDS, "_value", SEARCH_BACKENDS.get()._replace(prepare=prepare_counted))
    monkeypatch.setattr("kibitz.core.searching.find_evaluator", find_counted)
    take_turn(record_after(find_game("tic-tac-toe"), ""), find_player("alphabeta:depth=2,backend=reference"))
    assert len(prepared) == len(built) == 1


def test_a_seed_is_set_without_writing_the_searcher_down() -> None:
    seeded = find_player("alphabeta:depth=3,order=shuffled,eval=columns", seed=7)
    assert str(seeded) == "alphabeta:depth=3,eval=columns,order=shuffled,seed=7"
    assert str(find_player("alphabeta:depth=3,order=shuffled,seed=2", seed=7)).endswith("seed=2")
    assert "seed" not in str(find_player("alphabeta:depth=3", seed=7))
