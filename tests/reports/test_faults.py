"""Each fault of a published program shows where it is said to, and people can see and play it there."""

from __future__ import annotations

import json
import subprocess
import sys
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner

from helpers import naive
from helpers.paths import DOCS
from kibitz.cli.main import kibitz
from kibitz.core.errors import UnknownName, Unsuited
from kibitz.core.game import GAMES, find_game
from kibitz.core.notation import moves_text, parse_moves
from kibitz.core.searching import find_searcher
from kibitz.drawing.game_cards import list_levels
from kibitz.lab.faults.fault_list import describe_fault, list_faults
from kibitz.lab.faults.fault_positions import find_fault_position, solve_moves, walk_positions
from kibitz.play.players import find_player, take_turn
from kibitz.play.records import GameRecord
from kibitz.search.replica import find_fault, list_fault_ids
from kibitz.web.server_limits import find_player_within_limits

PAGES = DOCS / "faults"

# Where each was found: game, moves, what the program plays there with and without the fault.
FOUND = {
    "S0-37": ("connect-four:width=4,height=1,k=2", "43", "1", "2"),
    "S0-38": ("connect-four:width=3,height=1,k=2", "", "1", "2"),
    "S0-39": ("connect-four:width=3,height=1,k=2", "1", "3", "2"),
    "S0-40": ("connect-four:width=3,height=1,k=2", "", "1", "2"),
    "S0-41": ("connect-four:width=5,height=1,k=2", "154", "2", "2"),
    "S1-24a": ("othello:size=4", "", "b1", "b1"),
    "S1-24b": ("othello:size=4", "", "b1", "b1"),
    "S1-24c": ("othello:size=4", "b1a1c4c1a2b4", "a3", "a4"),
    "S2-18": ("connect-four:width=4,height=1,k=2", "1", "3", "2"),
    "S2-19": ("connect-four:width=3,height=1,k=2", "", "3", "2"),
    "S4-19": ("mnk:width=3,height=3,k=3", "a1", "b1", "b2"),
    "S3-25": ("take-away:chips=5,take=2,misere=false", "", "1", "2"),
}


def test_every_fault_is_here() -> None:
    assert sorted(FOUND) == list_fault_ids()


@pytest.mark.slow
@pytest.mark.parametrize("fault_id", FOUND)
def test_a_fault_shows_where_it_is_said_to(fault_id: str) -> None:
    """By the rules alone: the faulty program throws a result away, names an illegal move, or takes more nodes."""
    exhibit = find_fault_position(fault_id)
    game = exhibit.game
    moves = [game.move_name(answer.move or 0) for answer in (exhibit.faulty_answer, exhibit.right_answer)]
    assert (str(game), moves_text(game, exhibit.moves), *moves) == FOUND[fault_id]

    results = {
        move: -naive.minimax(game, game.play(exhibit.state, move), 10_000) // naive.WIN
        for move in game.moves(exhibit.state)
        if naive.is_small(game, exhibit.state, 3_000)  # the start of Othello is not
    }
    assert results in (exhibit.results, {})
    faulty, right = (find_searcher(spec) for spec in (exhibit.faulty, exhibit.right))
    wrong_answer, right_answer = (
        searcher.search_reference(game, exhibit.state, limits) for searcher, limits in (faulty, right)
    )
    if exhibit.fault.costs_only:
        assert wrong_answer.stats.nodes > right_answer.stats.nodes
        assert wrong_answer.score == right_answer.score
    elif fault_id == "S0-41":
        assert wrong_answer.refused is not None
        assert wrong_answer.refused not in game.moves(exhibit.state)
        assert right_answer.refused is None
    else:
        worth = results or exhibit.results
        assert worth[wrong_answer.move or 0] < worth[right_answer.move or 0] == max(worth.values())


@pytest.mark.parametrize("fault_id", FOUND)
def test_the_two_programs_differ_in_that_fault_alone(fault_id: str) -> None:
    exhibit = find_fault_position(fault_id)
    faulty, right = (find_searcher(spec)[0] for spec in (exhibit.faulty, exhibit.right))
    different = {o.name for o in faulty.options() if getattr(faulty, o.name) != getattr(right, o.name)}
    assert different == {exhibit.fault.switch}
    assert not any(getattr(right, fault.switch) for fault in find_fault(fault_id)[1][0].faults)


def test_boards_are_looked_through_by_size_and_positions_by_moves() -> None:
    for cls in map(GAMES.find, ("connect-four", "mnk", "othello", "take-away")):
        games = [find_game(f"{cls.name}:{options}") for options in cls.small_boards]
        cells = [sum(map(len, game.view(game.initial()).rows)) for game in games]
        assert len(cells) > 1
        assert cells == sorted(cells)
    game = find_game("connect-four:width=3,height=2,k=2")
    found = list(walk_positions(game))
    assert [len(moves) for moves, _ in found] == sorted(len(moves) for moves, _ in found)
    assert {state for _, state in found} == {state for state in naive.reachable(game) if game.result(state) is None}


def test_results_are_those_of_minimax() -> None:
    game = find_game("othello:size=4")
    drawn = (naive.random_position(game, seed) for seed in range(40))
    small = [state for state in drawn if naive.is_small(game, state, 300)]
    assert len(small) == 20
    for state in small:
        truth = {m: -naive.minimax(game, game.play(state, m), 10_000) // naive.WIN for m in game.moves(state)}
        assert solve_moves(game, state) == truth


# For people.


@pytest.mark.slow
@pytest.mark.parametrize("fault_id", FOUND)
def test_the_page_to_play_it_on_leads_to_the_position_and_the_program(fault_id: str) -> None:
    shown = describe_fault(fault_id)
    asked = {key: texts[0] for key, texts in parse_qs(urlsplit(shown.page).query).items()}
    game = find_game(asked["game"])
    record = GameRecord.begin(game, ("", ""), moves=parse_moves(game, asked.get("moves", "")))
    side = asked["second"] if record.to_move else asked["first"]
    assert {asked["first"], asked["second"]} == {"human", shown.faulty.player}
    find_player_within_limits(side, game)
    choice = take_turn(record, find_player(f"{side},backend=reference"))
    assert game.move_name(choice.move) == shown.faulty.move


def test_every_fault_has_a_page_that_shows_it() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} == {"index"} | {fault_id.lower() for fault_id in FOUND}
    index = (PAGES / "index.md").read_text(encoding="utf-8")
    for line in list_faults():
        page = (PAGES / f"{line.id.lower()}.md").read_text(encoding="utf-8")
        assert f"$ kibitz fault {line.id}\n" in page
        assert line.title in page
        assert f"[{line.id}]({line.id.lower()}.md)" in index


def test_the_command_lists_and_shows_faults() -> None:
    listed = CliRunner().invoke(kibitz, ["fault"]).stdout.splitlines()
    assert [line.split()[0] for line in listed if "-" in line.split()[0]] == sorted(FOUND)
    assert listed[0] == "S0, Four in a Row"
    assert listed.index("S3, console games") == listed.index("S3-25    the evaluation tests chips + 1 against n") - 1
    shown = json.loads(CliRunner().invoke(kibitz, ["fault", "s0-39", "--json"]).stdout)
    assert shown["report"] == "S0, Four in a Row"
    assert (shown["id"], shown["faulty"]["outcome"], shown["correct"]["outcome"]) == ("S0-39", "a loss", "a draw")
    assert shown["results"] == {"2": "a draw", "3": "a loss"}
    refused = CliRunner().invoke(kibitz, ["fault", "S0-99"])
    assert refused.exit_code == 2
    assert "There is no fault called 'S0-99'; there are: S0-37, S0-38" in refused.stderr


def test_an_unknown_fault_is_told_which_there_are() -> None:
    with pytest.raises(UnknownName, match="no fault called 'S9-1'"):
        describe_fault("S9-1")


def test_the_web_app_offers_the_programs_of_a_game_and_refuses_those_of_others() -> None:
    titles = [level.title for level in list_levels(find_game("connect-four"))]
    assert {"S0, Four in a Row: minimax", "S2, Connect-4 agents: alpha-beta"} < set(titles)
    assert "S3, console games: tic-tac-toe" in [level.title for level in list_levels(find_game("tic-tac-toe"))]
    assert not any("S0" in level.title for level in list_levels(find_game("othello")))
    with pytest.raises(Unsuited, match="replica-s1-minimax is a program for othello and cannot play connect-four"):
        find_player_within_limits("replica-s1-minimax", find_game("connect-four"))


def test_what_a_program_asked_for_in_vain_is_told() -> None:
    asked = ["best", "connect-four:width=5,height=1,k=2", "replica-s0-minimax:backend=reference", "--moves", "154"]
    assert "it asked for 1, which is not legal here" in CliRunner().invoke(kibitz, asked).stdout
    assert json.loads(CliRunner().invoke(kibitz, [*asked, "--json"]).stdout)["refused"] == "1"


def test_faults_are_found_without_anything_else_imported() -> None:
    command = [sys.executable, "-m", "kibitz", "fault", "--json"]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    assert [line["id"] for line in json.loads(said.stdout)] == sorted(FOUND)
