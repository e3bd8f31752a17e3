"""The reports' programs, rebuilt: with their faults they count what was printed, without them they play right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import pytest

from helpers import naive
from helpers.clocks import LateFlag, fake_clock
from kibitz.core.errors import Unsuited
from kibitz.core.evaluation import find_evaluator
from kibitz.core.game import Game, State, find_game
from kibitz.core.limits import Limits
from kibitz.core.score import EVAL_LIMIT, WIN
from kibitz.core.searching import SEARCHERS, SearchResult, find_searcher
from kibitz.play.players import find_player, play_game
from kibitz.play.records import GameRecord
from kibitz.reports.replicas.s4 import S4AlphaBeta, S4Minimax
from kibitz.search.game_tree import count_bytes_a_node
from kibitz.search.replica import FAULTS, Replica, replicas_for

T = TypeVar("T")

REPLICAS = {name: cls for name, cls in SEARCHERS.classes.items() if issubclass(cls, Replica)}
BOARDS = {  # by the beginning of the name
    **{"s0": "connect-four", "s1": "othello", "s2": "connect-four"},
    **{"s3-t": "take-away:chips=200,take=3", "s3-tic": "tic-tac-toe", "s3-c": "connect-four"},
    "s4": "mnk:width=5,height=5,k=4",
}
SMALL = ["connect-four:width=4,height=2,k=2", "connect-four:width=4,height=4,k=3", "connect-four:width=5,height=4"]

# Evaluations of both players as the replica of the reports' list has them (section 6.1): board, N, depth.
COUNTS = {
    ("minimax", "4x2", 2, 2): (41, 29),
    ("minimax", "4x2", 2, 6): (101, 51),
    ("minimax", "4x2", 4, 2): (89, 72),
    ("minimax", "4x2", 4, 6): (2611, 664),
    ("minimax", "7x6", 2, 2): (404, 229),
    ("minimax", "7x6", 4, 2): (2244, 2069),
    ("alphabeta", "4x2", 2, 2): (35, 13),
    ("alphabeta", "4x2", 2, 6): (37, 8),
    ("alphabeta", "4x2", 4, 2): (54, 41),
    ("alphabeta", "4x2", 4, 6): (434, 39),
    ("alphabeta", "7x6", 2, 2): (144, 72),
    ("alphabeta", "7x6", 2, 6): (536, 97),
    ("alphabeta", "7x6", 4, 2): (841, 649),
}


def choose(by_name: Mapping[str, T], name: str) -> T:
    """What is meant for a replica: the entry with the longest beginning of its name."""
    return by_name[max((key for key in by_name if name.startswith(f"replica-{key}")), key=len)]


def board_of(name: str) -> Game:
    return find_game(choose(BOARDS, name))


def replica(name: str, *faults: str) -> Replica:
    """A program with these faults and no others."""
    return REPLICAS[name]().with_faults(faults)


def ask(searcher: str, game: Game, state: State, depth: int) -> SearchResult:
    return find_searcher(searcher)[0].search_reference(game, state, Limits(depth=depth))


def own_game(search: str, board: str, k: int, depth: int, switches: str = "") -> GameRecord:
    width, height = board.split("x")
    player = find_player(f"replica-s0-{search}:depth={depth},backend=reference{switches}")
    return play_game(find_game(f"connect-four:width={width},height={height},k={k}"), (player, player))


def leaves(record: GameRecord) -> tuple[int, int]:
    counts = [choice.result.stats.boards_evaluated for choice in record.choices if choice.result is not None]
    return sum(counts[::2]), sum(counts[1::2])


# S0.


@pytest.mark.parametrize("test", COUNTS, ids=str)
def test_s0_evaluates_as_many_boards_as_the_report_list_has(test: tuple[str, str, int, int]) -> None:
    assert leaves(own_game(*test)) == COUNTS[test]


def test_s0_evaluates_as_many_boards_for_the_first_move_of_the_largest_test() -> None:
    game = find_game("connect-four")
    answer = ask("replica-s0-alphabeta", game, game.initial(), 6)
    assert (answer.stats.boards_evaluated, game.move_name(answer.move or 0)) == (22_876, "2")


def test_s0_loses_to_itself_as_printed() -> None:
    record = own_game("alphabeta", "7x6", 4, 2)
    assert (len(record.moves), record.result) == (20, "O wins")


def test_s0_with_the_side_to_move_put_right_counts_otherwise() -> None:
    record = own_game("minimax", "7x6", 2, 2, ",same_player=false")
    assert (leaves(record), len(record.moves)) == ((956, 711), 7)


@pytest.mark.parametrize("search", ["minimax", "alphabeta"])
def test_s0_stores_one_whole_tree_at_a_time(search: str) -> None:
    """A tree of depth 2 has 1 + 7 + 49 nodes; alpha-beta's is pruned only after it was built."""
    game = find_game("connect-four")
    answer = ask(f"replica-s0-{search}", game, game.initial(), 2)
    assert answer.stats.memory == 57 * count_bytes_a_node(game)


@pytest.mark.parametrize("search", ["minimax", "alphabeta"])
def test_s0_names_full_columns_and_the_record_counts_them(search: str) -> None:
    record = own_game(search, "4x2", 4, 6)
    assert record.refused(0) + record.refused(1) == 5
    refused = [choice.result.refused for choice in record.choices if choice.result is not None]
    assert set(refused) == {None, 0}, "column 1"
    record = own_game(search, "4x2", 4, 2)
    assert record.refused(0) + record.refused(1) == 1


@pytest.mark.parametrize("spec", SMALL)
@pytest.mark.parametrize("name", ["replica-s0-minimax", "replica-s0-alphabeta"])
def test_s0_put_right_answers_as_minimax(name: str, spec: str) -> None:
    """Its depth counts from below the root's moves, and its largest int stands for a win."""
    game, program = find_game(spec), replica(name)
    for seed in range(25):
        state = naive.random_position(game, seed)
        answer, truth = (
            program.search_reference(game, state, Limits(depth=2)),
            ask("minimax:eval=longest", game, state, 3),
        )
        assert answer.move == truth.move
        assert answer.score.value == {WIN: EVAL_LIMIT, -WIN: -EVAL_LIMIT}.get(truth.score.value, truth.score.value)


# S1.


def othello_positions(count: int) -> list[tuple[Game, State]]:
    games = [find_game("othello:size=4"), find_game("othello")]
    return [(game, naive.random_position(game, seed)) for seed in range(count) for game in games]


def test_s1_put_right_is_alphabeta_and_minimax_node_for_node() -> None:
    positions = othello_positions(4)
    assert len(positions) == 8
    for game, state in positions:
        for search in ("alphabeta", "minimax"):
            answer = replica(f"replica-s1-{search}").search_reference(game, state, Limits(depth=3))
            truth = ask(f"{search}:eval=discs", game, state, 3)
            assert (answer.move, answer.score, answer.line) == (truth.move, truth.score, truth.line)
            assert answer.stats.nodes == truth.stats.nodes


def test_s1_as_printed_prunes_nothing() -> None:
    saved = 0
    for game, state in othello_positions(4):
        plain, pruned = (ask(f"{name}:eval=discs", game, state, 3) for name in ("minimax", "alphabeta"))
        called = replica("replica-s1-alphabeta", "S1-24b").search_reference(game, state, Limits(depth=3))
        late = replica("replica-s1-alphabeta", "S1-24a").search_reference(game, state, Limits(depth=3))
        assert called.stats.nodes == plain.stats.nodes
        assert pruned.stats.nodes <= late.stats.nodes <= plain.stats.nodes
        assert {called.score.value, late.score.value} == {plain.score.value}
        saved += plain.stats.nodes - late.stats.nodes
    assert saved > 0, "Max still cuts"


def test_s1_takes_a_pass_for_a_lost_game() -> None:
    game = find_game("othello:size=4")
    passing = [
        state
        for seed in range(300)
        for state in [naive.random_position(game, seed)]
        if any(game.moves(game.play(state, move)) == [16] for move in game.moves(state))
    ]
    assert passing
    for state in passing[:20]:
        answer = replica("replica-s1-minimax", "S1-24c").search_reference(game, state, Limits(depth=2))
        assert answer.score.value == EVAL_LIMIT, "the other side must pass, and that is minus infinity to it"


def test_s1_deepens_when_it_has_time() -> None:
    game = find_game("othello")
    answer = REPLICAS["replica-s1-alphabeta"]().search_reference(game, game.initial(), Limits(nodes=2000))
    assert answer.stats.depth >= 3
    assert answer.stopped_by == "nodes"


# S2 and S3.


@pytest.mark.parametrize("name", ["replica-s2-minimax", "replica-s2-alphabeta"])
def test_s2_put_right_draws_among_the_best_moves_only(name: str) -> None:
    game = find_game("connect-four:width=5,height=4")
    evaluator = find_evaluator("windows", game)  # the same from both sides, so that it needs no view of its own
    several = 0
    for seed in range(10):
        state = naive.random_position(game, seed)
        values = {m: -naive.minimax(game, game.play(state, m), 2, evaluator) for m in game.moves(state)}
        best = {move for move, value in values.items() if value == max(values.values())}
        right = ",".join(f"{fault.switch}=false" for fault in REPLICAS[name].faults)
        answers = [ask(f"{name}:eval=windows,seed={s},{right}", game, state, 3) for s in range(6)]
        assert {answer.score.value for answer in answers} == {max(values.values())}
        assert {answer.move for answer in answers} <= best
        several += len({answer.move for answer in answers}) > 1
    assert several > 2, "with several equal moves the choice varies"


def test_s2_judges_with_its_own_bias_at_every_depth() -> None:
    """The enemy's twos and threes count for more, also where the enemy is to move."""
    game = find_game("connect-four")
    threes = find_evaluator("threes", game)
    state = naive.random_position(game, 11)
    for depth in (1, 2):
        line = replica("replica-s2-minimax").search_reference(game, state, Limits(depth=depth))
        end = state
        for move in line.line:
            end = game.play(end, move)
        mine_first = end if depth == 2 else (end[1], end[0])
        assert line.score.value == threes(mine_first)


def test_s2_as_reported_plays_where_its_enemy_would() -> None:
    game = find_game("connect-four:width=4,height=4,k=3")
    state = game.parse_position("---- ---- O--X O-XX".replace(" ", "") + " O")  # O wins with 1, X would with 2 and 4
    faulty, right = (replica("replica-s2-minimax", *faults) for faults in (("S2-18",), ()))
    assert right.search_reference(game, state, Limits(depth=1)).move == 0
    assert faulty.search_reference(game, state, Limits(depth=1)).move in (1, 3)


def test_s3_put_right_wins_every_heap_that_can_be_won() -> None:
    game = find_game("take-away:chips=40,take=3")
    program, as_printed = replica("replica-s3-take-away"), replica("replica-s3-take-away", "S3-25")
    wrong = 0
    for chips in range(1, 41):
        if chips % 4:
            assert program.search_reference(game, (chips, 0), Limits(depth=2)).move == chips % 4 - 1
            wrong += as_printed.search_reference(game, (chips, 0), Limits(depth=2)).move != chips % 4 - 1
    assert wrong > 5


def test_s3_on_boards_is_minimax_and_alphabeta_over_a_stored_tree() -> None:
    for spec, name, depth in (("tic-tac-toe", "replica-s3-tic-tac-toe", 3), (SMALL[1], "replica-s3-connect-four", 4)):
        game = find_game(spec)
        for seed in range(5):
            state = naive.random_position(game, seed)
            answer, truth = ask(name, game, state, depth), ask("minimax:eval=windows", game, state, depth)
            assert (answer.move, answer.score.value) == (truth.move, truth.score.value)
            assert answer.stats.memory > 0
    game = find_game("connect-four")
    pruned, whole = (ask(f"replica-s3-connect-four:prune={way}", game, game.initial(), 4) for way in ("during", "none"))
    assert pruned.stats.nodes < whole.stats.nodes == 2801


def test_s3_answers_a_corner_with_the_centre_at_depth_1() -> None:
    game = find_game("tic-tac-toe")
    corner = game.play(game.initial(), game.parse_move("a1"))
    assert game.move_name(ask("replica-s3-tic-tac-toe", game, corner, 1).move or 0) == "b2"


# S4.


def test_s4_is_alphabeta_with_its_order_of_moves_and_0_at_the_horizon() -> None:
    game = find_game("mnk:width=5,height=5,k=4")
    options = "eval=reported-cells,order=heuristic+shuffled,sooner=true,seed=3"
    for seed in range(4):
        state = naive.random_position(game, seed)
        answer, truth = ask("replica-s4-alphabeta:seed=3", game, state, 3), ask(f"alphabeta:{options}", game, state, 3)
        assert (answer.move, answer.score, answer.stats.nodes) == (truth.move, truth.score, truth.stats.nodes)


def test_s4_looks_to_the_end_on_3x3_and_further_and_further_on_5x5() -> None:
    small, large = find_game("tic-tac-toe"), find_game("mnk:width=5,height=5,k=4")
    program = REPLICAS["replica-s4-alphabeta"]()
    assert program.search_reference(small, small.initial()).score.proven
    late = large.initial()
    for move in (0, 6, 1, 7, 24, 20, 3, 16):
        late = large.play(late, move)
    depths = [program.search_reference(large, state).stats.depth for state in (large.initial(), late)]
    assert depths == [3, 5]


def test_s4_as_it_begins_plays_a_later_win_although_there_is_one_at_hand() -> None:
    game = find_game("tic-tac-toe")
    state = game.parse_position("X--OX-O-- X")
    first, final = (program.search_reference(game, state) for program in (S4Minimax(), S4AlphaBeta()))
    assert game.move_name(final.move or 0) == "c3"
    assert game.move_name(first.move or 0) != "c3"
    assert (first.score.points, final.score.points) == (1, 1)


# All of them.


@pytest.mark.parametrize("name", sorted(REPLICAS))
def test_put_right_it_takes_a_win_in_one_and_blocks_a_loss_in_one(name: str) -> None:
    tic_tac_toe = ["tic-tac-toe", "mnk:width=4,height=4,k=3"]
    specs = {
        **{"s0": SMALL, "s1": ["othello:size=4"], "s2": SMALL, "s3-t": ["take-away:chips=20,take=3"]},
        **{"s3-tic": tic_tac_toe, "s3-c": SMALL, "s4": tic_tac_toe},
    }
    program = replica(name)
    depth = 1 if name.startswith("replica-s0") else 2  # two plies: with three, a later win is as good as one at hand
    checked = 0
    for spec in choose(specs, name):
        game = find_game(spec)
        for seed in range(15):
            state = naive.random_position(game, seed)
            values = {
                m: -naive.minimax(game, game.play(state, m), 1, find_evaluator("zero", game)) for m in game.moves(state)
            }
            move = program.search_reference(game, state, Limits(depth=depth)).move
            assert move is not None
            if naive.WIN * game.max_result in values.values():
                assert values[move] == naive.WIN * game.max_result
                checked += 1
            elif max(values.values()) > -naive.WIN:
                assert values[move] > -naive.WIN
                checked += min(values.values()) <= -naive.WIN
    assert checked or name.startswith("replica-s1"), "Othello has no wins in one that early"


@pytest.mark.parametrize("name", sorted(REPLICAS))
def test_every_switch_is_a_fault_that_is_explained(name: str) -> None:
    cls = REPLICAS[name]
    switches = [o for o in cls.options() if o.kind is bool]
    assert {o.name for o in switches} == {fault.switch for fault in cls.faults}
    assert all(o.default is True for o in switches)
    for fault in cls.faults:
        assert cls in FAULTS[fault.id][1]
        assert fault.does.endswith(".")
        assert fault.right.endswith(".")
    assert set(cls().with_faults([]).spec().partition(":")[2].split(",")) >= {f"{o.name}=false" for o in switches}


@pytest.mark.parametrize("name", sorted(REPLICAS))
def test_limits_are_kept_with_a_legal_move(name: str) -> None:
    game, program = board_of(name), REPLICAS[name]()
    legal = game.moves(game.initial())
    for nodes in (1, 2, 50):
        answer = program.search_reference(game, game.initial(), Limits(depth=6, nodes=nodes))
        assert answer.stats.nodes <= nodes
        assert answer.move in legal
        assert answer.stopped_by == "nodes"
    with fake_clock(looks=1):
        assert program.search_reference(game, game.initial(), Limits(depth=12, time=3600)).stopped_by == "time"
    stop = LateFlag(100)
    answer = program.search_reference(game, game.initial(), Limits(depth=12), stop=stop)
    assert (answer.stopped_by, answer.move in legal) == ("stop", True)


@pytest.mark.parametrize("name", sorted(REPLICAS))
def test_it_plays_its_own_game_and_refuses_others(name: str) -> None:
    four, three = "connect-four:width=4,height=4,k=3", "tic-tac-toe"
    games = {"s0": four, "s1": "othello:size=4", "s2": four, "s3-c": four, "s3-t": "take-away", "s3-tic": three}
    suited = choose({**games, "s4": three}, name)
    depth = "depth=3," if suited == three else ""  # to the end takes seconds
    player = find_player(f"{name}:{depth}backend=reference")
    assert str(player) == f"{name}:{depth}backend=reference"
    for players in ((player, find_player("random:seed=3")), (find_player("random:seed=4"), player)):
        assert play_game(find_game(suited), players).is_over
    assert REPLICAS[name] in replicas_for(find_game(suited))
    other = find_game("take-away" if suited == three else three)
    assert REPLICAS[name] not in replicas_for(other)
    with pytest.raises(Unsuited, match=f"{name} is a program for .* and cannot play {other.name}"):
        find_searcher(name)[0].search_reference(other, other.initial())


@pytest.mark.parametrize("name", sorted(REPLICAS))
def test_a_finished_game_has_a_score_and_no_move(name: str) -> None:
    game = find_game("take-away:chips=1,take=1")
    answer = REPLICAS[name]().search_reference(game, (0, 1))
    assert (answer.move, answer.score.points) == (None, -1)


def test_a_leaf_that_is_evaluated_when_it_is_made_is_evaluated_even_if_it_is_pruned_later() -> None:
    """S3's own experiment: the same answer from the same tree, and pruning afterwards saves no evaluation."""
    game = find_game("connect-four")

    def search(spec: str) -> SearchResult:
        return find_searcher(spec)[0].search_reference(game, game.initial(), Limits(depth=4))

    none, after = (search(f"replica-s3-connect-four:prune={when}") for when in ("none", "after"))
    assert none.stats.evaluations == after.stats.evaluations == 7**4
    assert (none.move, none.score) == (after.move, after.score)
    lazy = search("replica-s3-connect-four:prune=after,evaluate=looked-at")
    assert lazy.stats.evaluations == 625
    assert (lazy.move, lazy.score, lazy.stats.nodes) == (after.move, after.score, after.stats.nodes)
    assert after.stats.memory > lazy.stats.memory, "the values of leaves are kept"
