"""The lab behind its page: the catalogue, an entry measured, watched, stopped and kept; and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from helpers.waiting import HANGS, wait_until
from helpers.web_server import Server, running_server
from kibitz.jobs.hosted_runs import TooManyRuns
from kibitz.lab.design import Row, Values
from kibitz.lab.find_experiments import find_experiments
from kibitz.lab.hosting.entry_view import make_entry_view
from kibitz.lab.hosting.lab_host import LabHost
from kibitz.lab.hosting.lab_run import LabRun
from kibitz.lab.lab import Lab
from kibitz.lab.outcome import Outcome
from kibitz.lab.verdict import Kind, Verdict
from kibitz.play.players import SearchPlayer
from kibitz.reports.catalogue.s3.s3_26_take_away_growth import GrowthOfTakeAway
from kibitz.web.pool import Pool
from kibitz.web.server_limits import find_game_within_limits, find_player_within_limits
from web.conftest import patient_stop

__all__ = ["patient_stop"]  # a fixture for all tests here

ENTRY = "S3-26"  # counts heaps of chips: nothing is compiled, and all is there at once
SLOW = "S3-12"  # seventeen trees, each twice as large as the one before


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data") / "kept" / "lab.db"


@pytest.fixture(scope="module")
def server(results: Path) -> Iterator[Server]:
    with running_server(Pool(), lab_host=LabHost(results)) as running:
        yield running


def post(server: Server, path: str, status: int = 200, **query: Any) -> Any:
    answer = server.client.post(f"/api/lab/{path}", params=query)
    assert answer.status_code == status, answer.text
    return answer.json()


def entries(server: Server) -> dict[str, dict[str, Any]]:
    reports = server.ask("/api/lab/list")["reports"]
    return {listed["entry"]["id"]: listed["entry"] for report in reports for listed in report["entries"]}


def test_the_catalogue_lists_every_experiment_below_its_report(server: Server, results: Path) -> None:
    listed = entries(server)
    assert list(listed) == list(find_experiments())
    assert {entry["measured_by"] for entry in listed.values()} == {"us"}
    assert Kind.OPEN.value not in {entry["verdict"] for entry in listed.values()}
    assert not results.exists()  # who only looks leaves nothing behind
    for report in server.ask("/api/lab/list")["reports"]:
        assert all(listed["entry"]["id"].startswith(f"{report['id']}-") for listed in report["entries"])
        assert all(fault["id"].startswith(f"{report['id']}-") for fault in report["faults"])


@pytest.mark.slow
def test_an_entry_is_measured_watched_and_kept(server: Server, results: Path) -> None:
    begun = post(server, "start", entry=ENTRY, client="tester")
    assert (begun["is_running"], begun["planned"]) == (True, 16)
    told = server.events("/api/lab/watch", entry=ENTRY)
    assert told[-1].name == "done"
    runs = [event.data for event in told if event.name == "run"]
    assert [run["done"] for run in runs] == sorted(run["done"] for run in runs)
    assert (runs[-1]["done"], runs[-1]["is_running"], runs[-1]["failed"], runs[-1]["error"]) == (16, False, [], "")

    sheet = [event.data for event in told if event.name == "sheet"][-1]
    assert sheet["entry"]["verdict"] == Kind.WRONG.value
    assert "1.8393" in sheet["entry"]["answers"][0]["figures"]
    assert [(heading["text"], heading["span"]) for heading in sheet["headings"]] == [
        ("nodes", 1),
        ("growth", 2),
        ("b^d", 1),
    ]
    assert sheet["kinds"] == ["measured", "reported", "measured", "measured"]
    first = sheet["rows"][0]
    assert (first["name"], first["cells"]) == ("4 chips", ["15", "3", "1.875", "81"])
    assert first["links"][0]["href"] == "/tree?game=take-away:chips=4,take=3&searcher=minimax"
    assert not sheet["rows"][-1]["links"]  # sixty chips make too large a tree
    nodes, powers = sheet["plot"]["series"]
    assert (nodes["label"], nodes["kind"], nodes["points"][0]["x"], nodes["points"][0]["y"]) == (
        "nodes",
        "measured",
        4,
        15,
    )
    assert (powers["label"], powers["points"][-1]["y"]) == ("b^d", 3**60)
    assert "16 rows with Kibitz" in sheet["sources"][0]

    assert entries(server)[ENTRY]["verdict"] == Kind.WRONG.value
    again = LabHost(results).view(ENTRY, quick=False)  # after a restart, and whichever rows are meant
    assert [list(row.cells) for row in again.rows] == [row["cells"] for row in sheet["rows"]]
    assert post(server, "start", entry=ENTRY)["planned"] == 0


@pytest.mark.slow
def test_an_entry_can_be_taken_along(server: Server) -> None:
    report = server.get("/api/lab/file", entry=ENTRY, format="html")
    assert "attachment" in report.headers["content-disposition"]
    assert "1.8393" in report.text
    assert server.get("/api/lab/file", entry=ENTRY, format="svg").text.startswith("<svg")
    table = server.get("/api/lab/file", entry=ENTRY, format="csv")
    assert "table.csv" in table.headers["content-disposition"]
    assert table.text.splitlines()[0] == "experiment,row,column,unit,reported,measured"
    assert f"{ENTRY},4 chips,nodes,,,15" in table.text.splitlines()
    assert server.refusal("/api/lab/file", entry="S2-9", format="svg")[::2] == (422, "format")
    assert server.refusal("/api/lab/file", format="exe")[::2] == (422, "format")


@pytest.mark.parametrize(
    ("entry", "status"),
    [("S9-1", 404), ("S3", 404), ("all", 404), ("my_table.py", 422), ("../../etc/passwd", 422), ("", 422)],
)
def test_only_what_is_in_the_catalogue_can_be_asked_for(server: Server, entry: str, status: int) -> None:
    for path in ("entry", "watch"):
        answer = server.refusal(f"/api/lab/{path}", entry=entry)
        assert (answer[0], answer[2]) == (status, "entry")
        assert answer[1].endswith(".")
    assert "entry" in post(server, "start", status, entry=entry)["error"]
    assert "entry" in post(server, "stop", status, entry=entry)["error"]


def test_nothing_is_begun_by_a_link_or_by_another_site(server: Server) -> None:
    question = f"/api/lab/start?entry={SLOW}"
    assert server.client.get(question).status_code == 405
    assert server.client.post(question, headers={"Origin": "http://elsewhere.example"}).status_code == 403
    assert server.client.post(question, headers={"Host": "elsewhere.example"}).status_code == 400


def test_a_fault_is_shown_where_one_can_play_against_it(server: Server) -> None:
    fault = server.ask("/api/lab/fault", fault="S3-25")
    assert fault["faulty"]["outcome"] == "a loss"
    assert fault["correct"]["outcome"] == "a win"
    asked = parse_qs(urlsplit(fault["page"]).query)
    assert asked["first"] == [fault["faulty"]["player"]]
    assert server.refusal("/api/lab/fault", fault="S3-99")[0] == 404


@pytest.mark.slow
def test_a_run_is_stopped_nothing_is_lost_and_it_goes_on(tmp_path: Path) -> None:
    host = LabHost(tmp_path / "lab.db", max_running=1)
    assert host.start(SLOW, "a", quick=False).planned == 17
    with pytest.raises(TooManyRuns, match=f"You are running {SLOW} already"):
        host.start(ENTRY, "a", quick=True)
    with pytest.raises(TooManyRuns, match="1 experiments are running already"):
        host.start(ENTRY, "b", quick=True)
    wait_until(lambda: host.status(SLOW, quick=False).done >= 2)
    stopped = host.stop(SLOW, quick=False)
    assert (stopped.is_running, stopped.error, stopped.failed) == (False, "", ())
    sheet = host.view(SLOW, quick=False)
    measured = sheet.entry.measured
    assert 2 <= measured < 17
    assert [row.is_measured for row in sheet.rows] == [True] * measured + [False] * (17 - measured)

    again = LabHost(tmp_path / "lab.db")
    assert again.view(SLOW, quick=False) == sheet
    begun = again.start(SLOW, "a", quick=False)
    assert (begun.planned, begun.is_running) == (17 - measured, True)
    again.close()
    assert not again.status(SLOW, quick=False).is_running


def test_a_run_that_takes_too_long_ends_and_says_so(tmp_path: Path) -> None:
    experiment = find_experiments([SLOW])[SLOW]
    run = LabRun(Lab(tmp_path / "lab.db"), {experiment.id: experiment}, experiment.id, "a", time_limit=0.0)
    run.start()
    run.wait(HANGS)
    assert not run.is_running
    assert "press Go on" in run.error


def test_a_damaged_file_of_results_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "lab.db"
    path.write_bytes(b"no database at all, but long enough to be looked at " * 40)
    with running_server(Pool(), lab_host=LabHost(path)) as server:
        for question, query in (("list", {}), ("entry", {"entry": ENTRY}), ("watch", {"entry": ENTRY})):
            status, sentence, field = server.refusal(f"/api/lab/{question}", **query)
            assert (status, field) == (422, "results")
            assert str(path) in sentence
        assert str(path) in post(server, "start", 422, entry=ENTRY)["error"]


class Unlucky(GrowthOfTakeAway):
    """One whose rows are measured badly."""

    def measure(self, cell: Any, seed: int) -> Values:
        raise ZeroDivisionError


def test_a_row_that_could_not_be_measured_says_why() -> None:
    experiment = Unlucky()
    good, bad = experiment.cells()[:2]
    rows = (Row(good, {}, {"nodes": 15, "growth": 1.9, "b^d": 81}), Row(bad, {}, None))
    outcome = Outcome(experiment, rows, (), experiment.judge(rows[:1]))
    sheet = make_entry_view(outcome, {good.name: "old news", bad.name: "out of memory"})
    assert [row.failed for row in sheet.rows] == ["", "out of memory"]


def test_every_game_and_search_that_is_offered_can_be_opened() -> None:
    """As the table and the microscope will check them."""
    count = 0
    for experiment in find_experiments().values():
        for cell in experiment.cells():
            row = Row(cell, experiment.reported(cell), {column.name: "" for column in experiment.columns})
            for link in make_entry_view(Outcome(experiment, (row,), (), Verdict(Kind.OPEN, "")), {}).rows[0].links:
                asked = {name: texts[0] for name, texts in parse_qs(urlsplit(link.href).query).items()}
                game = find_game_within_limits(asked["game"])
                if link.kind == "microscope":
                    assert isinstance(find_player_within_limits(asked["searcher"], game), SearchPlayer)
                else:
                    players = [
                        find_player_within_limits(asked[side], game)
                        for side in ("first", "second")
                        if asked[side] != "human"
                    ]
                    assert players
                count += 1
    assert count > 100
