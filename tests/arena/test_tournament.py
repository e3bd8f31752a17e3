"""Tournaments: who meets whom, the table, and what is written."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from helpers.cups import CUP, cup, finished, games_of, run, table_of
from kibitz.arena.game_task import FinishedGame
from kibitz.arena.pairings import Pairing, pair_rounds
from kibitz.arena.plan import Entrant, Plan, parse_plan, read_plan
from kibitz.arena.reports.export import FOLDER_EXPORTS
from kibitz.arena.standings import compute_standings
from kibitz.arena.tournament import STORE, Tournament
from kibitz.cli.main import kibitz as command
from kibitz.core.errors import BadFile, BadOption


def plan_of(count: int, kind: str = "round-robin", games: int = 2) -> Plan:
    return Plan("tic-tac-toe", tuple(Entrant(f"p{i}", "random") for i in range(count)), kind, games)


# The plan.


def test_a_plan_says_who_plays_what() -> None:
    plan = parse_plan(CUP)
    assert plan.players[1] == Entrant("short-sighted", "alphabeta:depth=1")
    assert (plan.kind, plan.games, plan.seed) == ("round-robin", 12, 4)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("games = 12", "games = "), "not TOML"),
        (("games = 12", "gmaes = 12"), "did you mean games"),
        (("games = 12", 'games = "12"'), "a whole number"),
        (("games = 12", "games = 0"), "a whole number from 1 to 1,000,000"),
        (("games = 12", 'kind = "cup"'), "round-robin, gauntlet, swiss"),
        (('game = "tic-tac-toe"', ""), "does not name the game"),
        (('spec = "random"', 'name = "random"'), "Player 3 has no spec"),
        (('openings = "1"', 'players = "random"'), "players of specs in quotes"),
        (('openings = "1"', "players = [3]"), "Player 1 has no spec"),
        (('openings = "1"', 'players = ["alphabeta"]'), "Two players are called 'alphabeta'"),
        (('spec = "random"', 'spec = "alphabeta"'), "Two players are called 'alphabeta'"),
        (("depth = 1", "depth = [1]"), "an option is"),
        (("seed = 4", "patience = 0"), "seconds above 0"),
    ],
)
def test_a_plan_that_will_not_do_is_refused_in_a_sentence(tmp_path: Path, change: tuple[str, str], words: str) -> None:
    with pytest.raises(BadFile, match=re.escape(words)):
        read_plan(cup(tmp_path, CUP.replace(*change)))


def test_players_may_be_named_in_one_line() -> None:
    plan = parse_plan('game = "tic-tac-toe"\nplayers = ["minimax:depth=2", "random"]\n[[player]]\nspec = "alphabeta"')
    assert [player.name for player in plan.players] == ["minimax:depth=2", "random", "alphabeta"]
    assert plan.players[0] == Entrant("minimax:depth=2", "minimax:depth=2")


def test_a_tournament_without_a_file_is_that_of_the_file(tmp_path: Path) -> None:
    file = cup(tmp_path, CUP.replace('name = "short-sighted"\n', "").replace("games = 12", "games = 4"))
    words = ["tic-tac-toe", "alphabeta", "alphabeta:depth=1", "random"]
    settings = ["--games", "4", "--seed", "4", "--openings", "1"]
    run(file, "--out", str(tmp_path / "one"))
    run(*words, *settings, "--out", str(tmp_path / "two"))
    assert table_of(tmp_path / "one") == table_of(tmp_path / "two")
    assert games_of(tmp_path / "one") == games_of(tmp_path / "two")


def test_a_tournament_without_a_folder_leaves_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(command, ["tournament", "tic-tac-toe", "minimax:depth=1", "random"])
    assert result.exit_code == 0, result.output
    assert re.search(r"^1  (minimax:depth=1|random) ", result.stdout, re.MULTILINE)
    assert "boards" in result.stdout
    assert "written to" not in result.stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("tic-tac-toe",), "tic-tac-toe is not a file; name a file, or a game and two or more players."),
        (("tic-tac-toe", "random"), "A tournament of 1 is not possible; name two or more players."),
        (("tic-tac-toe", "random", "random"), "Two players are called 'random'"),
        (("chess", "random", "minimax"), "There is no game called 'chess'"),
        (("tic-tac-toe", "random", "chess"), "There is no player called 'chess'"),
        (("tic-tac-toe", "random", "minimax", "--games", "0"), "games = 0 is not allowed"),
        (("tic-tac-toe", "random", "minimax", "--resume"), "give its folder with --out DIR"),
        (("cup.toml", "--games", "3"), "in cup.toml it is a line"),
    ],
)
def test_words_that_make_no_tournament_are_refused(words: tuple[str, ...], sentence: str) -> None:
    result = CliRunner().invoke(command, ["tournament", *words])
    assert result.exit_code == 2
    assert sentence in result.output


# Who meets whom.


def met(pairings: list[Pairing]) -> list[tuple[int, int]]:
    return [(pairing.one, pairing.other) for pairing in pairings]


def test_round_robin_and_gauntlet() -> None:
    assert [met(now) for now in pair_rounds(plan_of(4), {})] == [[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]]
    assert [met(now) for now in pair_rounds(plan_of(4, "gauntlet"), {})] == [[(0, 1), (0, 2), (0, 3)]]


@pytest.mark.parametrize("players", [2, 5, 8, 9])
def test_swiss_pairs_equals_that_have_not_met(players: int) -> None:
    """The lower number always wins: whoever has won everything meets another who has, and nobody meets twice."""
    plan, played, seen, rested = (
        plan_of(players, "swiss"),
        dict[int, FinishedGame](),
        set[tuple[int, int]](),
        list[int](),
    )
    for number, now in enumerate(pair_rounds(plan, played)):
        assert not seen & set(met(now))
        seen |= set(met(now))
        here = {player for pair in met(now) for player in pair}
        assert len(here) == players - players % 2
        rested += set(range(players)) - here
        assert number or met(now)[0] == (0, 1)
        for pairing in now:
            won = 1.0 if pairing.one < pairing.other else 0.0
            played[pairing.number * 2], played[pairing.number * 2 + 1] = finished(0, won), finished(1, 1 - won)
    assert len(set(rested)) == len(rested)
    assert number + 1 == max(1, (players - 1).bit_length())


def test_the_table_adds_up() -> None:
    plan = plan_of(3)
    (pairings,) = pair_rounds(plan, {})
    played = {number: finished(number, points) for number, points in enumerate([1, 0, 0.5, 0.5, 0, 1])}
    table = compute_standings(plan, pairings, played)
    assert [(line.name, line.points, line.wins, line.draws, line.losses) for line in table.players] == [
        ("p0", 3.0, 2, 2, 0),
        ("p2", 3.0, 2, 2, 0),
        ("p1", 0.0, 0, 0, 4),
    ]
    assert table.players[2].against == ((0.0, 2), (0.0, 2), None)
    assert table.players[0].elo == pytest.approx(table.players[1].elo)


# Whole tournaments.


def test_everything_is_written_and_agrees(tmp_path: Path) -> None:
    file = cup(tmp_path)
    run(file, "--workers", "2")
    folder = tmp_path / "cup"
    written = {path.name for path in folder.iterdir() if not path.name.startswith(".")}  # without the lock
    assert written == {STORE, *(export.name for export in FOLDER_EXPORTS)}
    table = table_of(folder)
    assert [line[1] for line in table][-1] == "random"
    assert len(games_of(folder)) == 36
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert page.count("/play?game=tic-tac-toe&amp;") == 36
    first = next(csv.DictReader((folder / "table.csv").read_text(encoding="utf-8").splitlines()))
    assert f"<td>{int(first['boards_evaluated']):,}</td><td>{int(first['nodes']):,}</td>" in page
    assert int(first["boards_evaluated"]) == int(first["evaluations"]) + int(first["finished_games"]) > 0
    assert "<script" not in page
    assert not re.search(r'(src|href)="(?!http://127.0.0.1:8017/play|#)', page)
    assert (folder / "ratings.svg").read_text(encoding="utf-8").startswith("<?xml")
    again = CliRunner().invoke(command, ["tournament", file])
    assert again.exit_code == 2
    assert "--resume" in again.stderr
    run(file, "--resume")
    assert table_of(folder) == table


@pytest.mark.slow
def test_another_plan_is_not_mixed_in(tmp_path: Path) -> None:
    run(cup(tmp_path))
    changed = cup(tmp_path, CUP.replace("seed = 4", "seed = 5"))
    refused = CliRunner().invoke(command, ["tournament", changed, "--resume"])
    assert refused.exit_code == 2
    assert "another tournament" in refused.stderr
    with pytest.raises(BadOption, match="nothing in"):
        next(Tournament(read_plan(changed), tmp_path / "new").play(resume=True))
