"""The arena behind its page: tournaments begun, watched, stopped, resumed, kept, taken along; and what is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from helpers.waiting import wait_until
from helpers.web_server import Server, running_server
from kibitz.arena.game_task import FinishedGame
from kibitz.arena.match import game_seeds
from kibitz.arena.pairings import find_pairings
from kibitz.arena.plan import Entrant, Plan, parse_plan
from kibitz.arena.reports.conclusions import describe_result, describe_sprt
from kibitz.arena.standings import compute_standings
from kibitz.arena.tournament import Tournament
from kibitz.core.errors import BadFile
from kibitz.core.game import find_game
from kibitz.core.loading import load_game
from kibitz.drawing.game_cards import list_levels
from kibitz.jobs.hosted_runs import TooManyRuns
from kibitz.play.catalogue import list_games
from kibitz.play.players import Human, find_player, take_turn
from kibitz.play.positions import record_at
from kibitz.play.records import Effort
from kibitz.web.hosting.folder_host import FINISHED, STOPPED
from kibitz.web.hosting.plan_request import MAX_PLAYERS, MAX_SECONDS, PlanRequest, make_plan
from kibitz.web.hosting.tournament_host import TournamentHost
from kibitz.web.pool import Pool

pytestmark = pytest.mark.slow

LOOKS = "alphabeta:depth=1,backend=reference"  # so that nothing is compiled
SLOW = "minimax:depth=6,backend=reference"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(Pool(), TournamentHost(tmp_path_factory.mktemp("arena"))) as running:
        yield running


def post(server: Server, path: str, status: int = 200, **query: Any) -> Any:
    answer = server.client.post(f"/api/arena/{path}", params=query)
    assert answer.status_code == status, answer.text
    return answer.json()


def moves_of(played: dict[int, FinishedGame]) -> dict[int, str]:
    return {number: finished.moves for number, finished in played.items()}


def undisturbed(plan: Plan, folder: Path) -> dict[int, str]:
    """The games as `kibitz tournament` plays them."""
    tournament = Tournament(plan, folder)
    for _ in tournament.play():
        pass
    return moves_of(tournament.played)


def start_match(server: Server) -> str:
    begun = post(
        server,
        "start",
        game="tic-tac-toe",
        player=[LOOKS, "random"],
        name=["one ahead", "dice"],
        games=12,
        openings=0,
        seed=3,
        client="tester",
    )
    name: str = begun["tournament"]
    return name


@pytest.fixture
def played(server: Server) -> str:
    """The name of a match that has been played."""
    name = start_match(server)
    server.events("/api/arena/watch", tournament=name)
    return name


def test_a_match_is_watched_judged_and_the_same_as_from_the_command_line(server: Server, tmp_path: Path) -> None:
    name = start_match(server)
    told = server.events("/api/arena/watch", tournament=name)
    assert told[-1].name == "done"
    assert [event.data["state"] for event in told if event.name == "overview"][-1] == FINISHED
    games = {game["number"]: game for event in told if event.name == "games" for game in event.data["games"]}
    boards = [board for event in told if event.name == "boards" for board in event.data["boards"]]
    assert {board["first"] for board in boards} == {"one ahead", "dice"}
    assert all(len("".join(board["board"]["rows"])) == 9 for board in boards)

    plan = parse_plan(server.get("/api/arena/file", tournament=name, format="toml").text)
    assert undisturbed(plan, tmp_path) == {number: game["moves"] for number, game in games.items()}

    report = server.ask("/api/arena/report", tournament=name)
    assert report["games"] == [games[number] for number in sorted(games)]
    assert report["table"]["verdict"].startswith("“one ahead” is better than “dice”: ")
    assert report["table"]["verdict"].endswith(", 95 %.")
    assert report["table"] == [event.data for event in told if event.name == "table"][-1]
    assert server.ask("/api/arena/list")["tournaments"][0]["verdict"] == report["table"]["verdict"]


def test_a_game_links_to_the_table_and_to_the_search_behind_each_move(server: Server, played: str) -> None:
    first, second = server.ask("/api/arena/report", tournament=played)["games"][:2]
    assert first["link"].startswith("/play?game=mnk:width=3,height=3,k=3&first=alphabeta:depth=1")
    assert first["link"].endswith(f"moves={first['moves']}")
    assert first["searchers"] == [LOOKS, ""]
    assert second["searchers"] == ["", LOOKS]
    told = server.events("/api/tree/record", game="tic-tac-toe", searcher=LOOKS)
    assert told[-2].data["move"] == first["moves"][:2]


def test_the_search_behind_a_move_of_a_game_is_the_one_that_was_made(server: Server) -> None:
    dice = "mcts:simulations=30,backend=reference"
    asked: Any = {
        "game": "tic-tac-toe",
        "player": [dice, LOOKS],
        "games": 2,
        "openings": 0,
        "seed": 5,
        "client": "tester",
    }
    begun = post(server, "start", **asked)
    server.events("/api/arena/watch", tournament=begun["tournament"])
    game = server.ask("/api/arena/report", tournament=begun["tournament"])["games"][0]
    seed = game_seeds(5, game["number"])[0]
    made = take_turn(record_at(load_game("tic-tac-toe")), find_player(dice, seed=seed))  # as the game was played
    assert made.result is not None
    assert game["moves"].startswith(load_game("tic-tac-toe").move_name(made.move))
    on_the_board = parse_qs(urlsplit(game["link"]).query)["first"][0]
    for player in (game["searchers"][0], on_the_board):
        behind = server.ask("/api/tree/behind", game="tic-tac-toe", player=player)
        assert behind["same"]
        told = server.events("/api/tree/record", game="tic-tac-toe", searcher=behind["searcher"])
        recorded = told[-2].data
        visits = [node["visits"] for node in children(server, recorded["tree"])]
        assert (recorded["move"], visits) == (game["moves"][:2], [root.visits for root in made.result.roots])


def children(server: Server, tree: str) -> list[Any]:
    found: list[Any] = server.ask("/api/tree/node", tree=tree, node=0)["children"]
    return found


def test_a_tournament_can_be_taken_along(server: Server, played: str) -> None:
    def file(kind: str) -> str:
        answer = server.get("/api/arena/file", tournament=played, format=kind)
        assert answer.status_code == 200
        assert "attachment" in answer.headers["content-disposition"]
        return answer.text

    assert file("csv").splitlines()[1].split(",")[:2] == ["1", "one ahead"]
    assert len([json.loads(line) for line in file("jsonl").splitlines()]) == 12
    assert file("games").count("[Game ") == 12
    assert "<svg" in file("svg")
    assert file("pdf").startswith("%PDF")
    table = json.loads(file("json"))
    assert [line["name"] for line in table["players"]] == ["one ahead", "dice"]
    assert f'href="{server.address}play?game=mnk' in file("html")
    assert server.refusal("/api/arena/file", tournament=played, format="exe")[::2] == (422, "format")


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("human", "'human' cannot be asked here"),
        ("gtp:program=/bin/true", "'gtp:program=/bin/true' stands for a program or a file"),
        ("ugi:program=engine --fast", "stands for a program or a file"),
        ("mine.py:choose", "'mine.py:choose' stands for a program or a file"),
        ("/bin/true", "is not of the form key=value"),
        (f"engine:time={MAX_SECONDS + 1}", f"up to {MAX_SECONDS} seconds a move"),
        ("alphabeta:table_mib=100000", "table_mib"),
    ],
)
def test_who_is_not_known_by_name_or_wants_too_much_does_not_take_part(server: Server, spec: str, words: str) -> None:
    said = post(server, "start", 422, game="tic-tac-toe", player=[spec, "random"])
    assert words in said["error"]


@pytest.mark.parametrize("spec", [spec for info in list_games() for spec in info.presets])
def test_whoever_is_offered_for_a_game_can_take_part(spec: str) -> None:
    game = find_game(spec)
    offered = [level.spec for level in list_levels(game) if level.spec != Human.name]
    groups = [
        ["random", *offered[start : start + MAX_PLAYERS - 1]] for start in range(0, len(offered), MAX_PLAYERS - 1)
    ]
    plans = [make_plan(PlanRequest(spec, [("", one) for one in group], games=2)) for group in groups]
    assert [len(plan.players) for plan in plans] == [len(group) for group in groups]


@pytest.mark.parametrize("game", ["tic-tac-toe", "take-away", "kalah:pits=2,seeds=2"])
def test_levels_play_a_tournament(server: Server, game: str) -> None:
    players = [f"level:{n}" for n in range(1, 5)]
    name = post(server, "start", game=game, player=players, games=1, openings=0, client="levels")["tournament"]
    server.events("/api/arena/watch", tournament=name)
    report = server.ask("/api/arena/report", tournament=name)
    assert (report["overview"]["state"], len(report["games"])) == (FINISHED, 6)
    assert {line["spec"] for line in report["table"]["players"]} == set(players)


@pytest.mark.parametrize(
    "setting",
    [
        {"game": "mine.py:Mine"},
        {"game": "take-away:chips=1000"},
        {"games": 201},
        {"player": ["random"] * 13},
        {"player": ["random"] * 8, "games": 200},
        {"elo0": 10, "elo1": 0},
        {"elo0": 0, "elo1": 10, "player": ["random"] * 3},
        {"openings": "games.sgf"},
        {"folder": "/tmp"},
        {"name": ["a\nb", "c"]},
    ],
)
def test_a_setting_beyond_the_bounds_is_refused_in_a_sentence(server: Server, setting: dict[str, Any]) -> None:
    said = post(server, "start", 422, **{"game": "tic-tac-toe", "player": ["random", "random"], **setting})
    assert said["error"].endswith(".")


def test_a_tournament_that_is_not_there_is_not_found(server: Server) -> None:
    assert server.refusal("/api/arena/report", tournament="0" * 12)[0] == 404
    assert server.refusal("/api/arena/watch", tournament="0" * 12)[0] == 404
    assert "no tournament" in post(server, "resume", 404, tournament="0" * 12)["error"]
    assert server.refusal("/api/arena/report", tournament="../../etc/pw")[::2] == (422, "tournament")


def test_nothing_is_begun_by_a_link_or_by_another_site(server: Server) -> None:
    question = "/api/arena/start?game=tic-tac-toe&player=random&player=random"
    assert server.client.get(question).status_code == 405
    assert server.client.post(question, headers={"Origin": "http://elsewhere.example"}).status_code == 403


def test_an_interrupted_tournament_is_there_after_a_restart_and_goes_on(tmp_path: Path) -> None:
    wanted = PlanRequest("tic-tac-toe", [("", "random"), ("", SLOW), ("dice", "random")], games=4, openings=2, seed=5)
    plan = make_plan(wanted)
    assert [player.name for player in plan.players] == ["random", SLOW, "dice"]
    host = TournamentHost(tmp_path / "arena", max_running=1)
    name = host.start(plan, "a").tournament
    with pytest.raises(TooManyRuns, match="You are running a tournament already"):
        host.start(plan, "a")
    with pytest.raises(TooManyRuns, match="1 tournaments are running already"):
        host.start(plan, "b")
    wait_until(lambda: host.played(name))
    stopped = host.stop(name)
    assert stopped.state == STOPPED
    before = moves_of(dict(host.played(name)))
    assert 0 < len(before) < 12

    again = TournamentHost(tmp_path / "arena")
    (listed,) = again.list_all()
    assert (listed.overview.state, listed.overview.games) == (STOPPED, len(before))
    assert listed.verdict.startswith("So far, ")
    again.resume(name, "a")
    wait_until(lambda: again.overview(name).state == FINISHED)
    games = moves_of(dict(again.played(name)))
    assert before.items() <= games.items()
    assert games == undisturbed(plan, tmp_path / "undisturbed")
    again.remove(name)
    assert again.list_all() == []
    assert list((tmp_path / "arena").iterdir()) == []


def test_a_decided_test_ends_the_match(tmp_path: Path) -> None:
    wanted = PlanRequest("tic-tac-toe", [("one", LOOKS), ("", "random")], games=200, openings=0, sprt=(0.0, 100.0))
    plan = make_plan(wanted)
    games = undisturbed(plan, tmp_path / "one")
    assert 4 < len(games) < 100
    tournament = Tournament(plan, tmp_path / "two", workers=2)
    for _ in tournament.play():
        pass
    assert moves_of(tournament.played) == games  # whoever is quick
    assert find_pairings(plan, tournament.played) == (tournament.pairings, True)
    assert describe_sprt(plan, tournament.played, complete=True) == "The test is decided: “one” is better, 95 %."
    assert [*tournament.play(resume=True)][-1].games == len(games)
    first_pair = {number: tournament.played[number] for number in (0, 1)}
    assert describe_sprt(plan, first_pair, complete=False).startswith("The test is not decided yet; it is ")
    assert describe_sprt(plan, first_pair, complete=True) == "The test is not decided; it would take more games."


# The words, and the file.


# Ten pairs won, and one won and one lost besides: 11/12 - 1.96 * sqrt(11/144 / 12) = 0.760, or 400 lg(0.760 / 0.240).
AT_LEAST = "Elo at least +201, 95 %."


def finished(plan: Plan, points: list[float]) -> dict[int, FinishedGame]:
    """Games of which the first player of the plan made these points."""
    effort = Effort(1, 1, 1, 0, None, 0.0)
    made = (point if number % 2 == 0 else 1 - point for number, point in enumerate(points))
    return {n: FinishedGame(n, p, "", "", str(n), (effort, effort), "") for n, p in enumerate(made)}


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ([1.0] * 20, f"“a” is better than “b”: 20 of 20, {AT_LEAST}"),
        ([0.0] * 20, f"“b” is better than “a”: 20 of 20, {AT_LEAST}"),
        ([1.0, 0.0] * 10, "It is not known who is better: “a” has 10 of 20 against “b”, Elo −"),
        ([1.0] * 8, "So far, “a” is better than “b”: 8 of 8, Elo at least +24, 95 %."),
        ([0.5], "So far, “a” has 0.5 of 1 against “b”; more games will tell."),
        ([1.0, 0.0], "So far, it is not known who is better"),
        ([], "No game has ended yet."),
    ],
)
def test_a_verdict_names_the_better_one_and_how_sure_that_is(points: list[float], words: str) -> None:
    plan = Plan("tic-tac-toe", (Entrant("a", "random"), Entrant("b", "random")), games=20)
    played = finished(plan, points)
    pairings, complete = find_pairings(plan, played)
    table = compute_standings(plan, pairings, played)
    assert describe_result(plan, table, pairings, played, complete=complete).startswith(words)


def test_the_best_of_many_is_named_only_if_it_is_known() -> None:
    plan = Plan("tic-tac-toe", tuple(Entrant(name, "random") for name in "abc"), games=20)

    def words(points: list[float]) -> str:
        played = finished(plan, points)
        pairings, _ = find_pairings(plan, played)
        return describe_result(plan, compute_standings(plan, pairings, played), pairings, played, complete=True)

    sure = "“a” is the best of 3, better than each of the others at 95 %: 40 of 40."
    assert words([1.0] * 40 + [0.5] * 20) == sure
    assert words([0.0] * 20 + [0.5] * 20 + [1.0] * 20) == sure.replace("a", "b", 1)
    assert words([0.5] * 20 + [1.0] * 40).endswith("but at 95 % “b” may be as good.")
    assert words([0.5] * 60).endswith("but at 95 % “b” and 1 more may be as good.")


def test_who_has_lost_nearly_every_game_is_not_said_to_be_as_good_as_the_leader() -> None:
    """Six players, six games of each pair; the last has half a point of 30, from the leader."""
    plan = Plan("tic-tac-toe", tuple(Entrant(name, "random") for name in "abcdef"), games=6)
    even, better = [1.0, 1.0, 0.5, 0.5, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0, 1.0, 0.5]
    points = list[float]()
    for one, other in combinations("abcdef", 2):
        last = [0.5, *[1.0] * 5] if one == "a" else [1.0] * 6
        points += last if other == "f" else better if one == "a" and other != "b" else even
    played = finished(plan, points)
    pairings, _ = find_pairings(plan, played)
    table = compute_standings(plan, pairings, played)
    assert (table.players[-1].name, table.players[-1].points) == ("f", 0.5)
    said = describe_result(plan, table, pairings, played, complete=True)
    assert said.startswith("“a” leads with ")
    assert said.endswith("but at 95 % “b” may be as good.")


def test_a_plan_is_the_same_from_its_file_and_from_its_store() -> None:
    players = (Entrant('the "first"', "engine:depth=4,time=0.5"), Entrant("random", "random"))
    plan = Plan("othello:size=6", players, games=7, seed=2, openings="4", patience=30.0, sprt=(-5.0, 12.5))
    assert parse_plan(plan.toml()) == plan
    assert Plan.from_text(plan.text()) == plan
    with pytest.raises(BadFile, match="sprt tells two players apart"):
        Plan("othello", (*players, Entrant("third", "random")), sprt=(0.0, 5.0))
    with pytest.raises(BadFile, match=r"two numbers, as in \[0, 50\]"):
        parse_plan(plan.toml().replace("[-5.0, 12.5]", "[1]"))
