"""The microscope's routes: a search recorded over HTTP and looked at in every way; wrong questions refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from helpers.trees import searched
from helpers.web_server import Server, running_server
from kibitz.trees.microscope.recording_cache import RecordingCache
from kibitz.trees.recording import Recording
from kibitz.trees.replay import CONDITIONS

ALPHABETA = "alphabeta:depth=5,eval=discs,backend=reference"
MINIMAX = "minimax:depth=5,eval=discs,backend=reference"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running_server() as running:
        yield running


def recorded(server: Server, searcher: str, **at: str) -> dict[str, Any]:
    told = server.events("/api/tree/record", searcher=searcher, **({"game": "othello:size=4"} | at))
    assert [event.name for event in told if event.name not in ("queued", "compiling", "progress")] == [
        "recorded",
        "done",
    ]
    return next(event.data for event in told if event.name == "recorded")


@pytest.fixture(scope="module")
def tree(server: Server) -> dict[str, Any]:
    return recorded(server, ALPHABETA)


def test_a_recording_says_what_it_holds(server: Server, tree: dict[str, Any]) -> None:
    assert tree["nodes"] == 145
    assert tree["steps"] == 290
    assert tree["note"] == ""
    assert (tree["move"], tree["value"]) == ("b1", "+3")
    assert [line["id"] for line in tree["pseudocode"]["lines"]].count("cut") == 1
    assert server.ask("/api/tree/about", tree=tree["tree"]) == tree


def test_the_same_search_has_the_same_name_and_another_position_another(server: Server, tree: dict[str, Any]) -> None:
    assert recorded(server, ALPHABETA)["tree"] == tree["tree"]
    after = recorded(server, ALPHABETA, moves="b1")
    assert after["tree"] != tree["tree"]
    assert (after["moves"], after["to_move"]) == ("b1", 1)


def test_what_is_in_view_and_close_by(server: Server, tree: dict[str, Any]) -> None:
    name = tree["tree"]
    view = server.ask("/api/tree/icicle", tree=name, width=4_000)
    assert len(view["id"]) == 145
    assert view["height"] == 6
    assert {len(view[column]) for column in ("id", "ply", "size", "kind", "flags", "move", "value")} == {145}
    cards = server.ask("/api/tree/nodes", tree=name, ids="0,1,9")["nodes"]
    assert [card["node"] for card in cards] == [0, 1, 9]
    assert cards[0]["rows"] == ["....", ".OX.", ".XO.", "...."]
    assert (cards[2]["cut"], len(cards[2]["ghosts"])) == (True, 3)
    assert cards[2]["saved"] >= 3
    drawing = server.ask("/api/tree/drawing", tree=name, levels=2)
    assert drawing["nodes"][0]["card"]["node"] == 0
    assert sum(1 + node["hidden"] for node in drawing["nodes"]) == 145
    assert {ghost["node"] for ghost in drawing["ghosts"]} <= {node["card"]["node"] for node in drawing["nodes"]}


def test_a_node_tells_the_way_to_it_and_what_is_below(server: Server, tree: dict[str, Any]) -> None:
    shown = server.ask("/api/tree/node", tree=tree["tree"], node=9)
    assert [step["move"] for step in shown["path"]] == ["", "b1", "a1", "a2", "a3"]
    assert shown["moves"].split() == ["b1", "a1", "a2", "a3"]
    assert len(shown["children"]) == 1
    assert len(shown["ghosts"]) == 3
    assert (shown["step_entered"], shown["step_left"]) == (14, 17)


def test_steps_show_the_windows_that_were_recorded(server: Server, tree: dict[str, Any]) -> None:
    name = tree["tree"]
    cut = server.ask("/api/tree/seek", tree=name, step=0, **{"for": "cutoff"})["moment"]
    assert (cut["node"], cut["event"], cut["line"]) == (9, "cut", "cut")
    entered = server.ask("/api/tree/step", tree=name, step=14)
    card = entered["card"]
    assert (entered["path"][-1]["alpha"], entered["path"][-1]["beta"]) == (card["alpha"], card["beta"])
    moments = server.ask("/api/tree/steps", tree=name, **{"from": 10}, count=5)["moments"]
    assert [moment["step"] for moment in moments] == [10, 11, 12, 13, 14]
    assert moments[-1] | {"card": card} == entered
    assert not server.ask("/api/tree/seek", tree=name, step=289, **{"for": "leaf"})["found"]


def test_reasons_statistics_and_finding(server: Server, tree: dict[str, Any]) -> None:
    name = tree["tree"]
    cut = server.ask("/api/tree/why", tree=name, node=9, question="cut")
    assert cut["refutation"]["move"] == "a4"
    assert (cut["bound"]["holder"], cut["bound"]["holder_move"]) == (3, "c1")
    value = server.ask("/api/tree/why", tree=name, node=0, question="value")
    assert value["path"] == tree["line"]
    assert sum(term["value"] for term in value["terms"]) == value["total"] == -3
    assert server.ask("/api/tree/statistics", tree=name)["cutoffs_by_index"] == [25, 4, 1]
    assert server.ask("/api/tree/find", tree=name, text="b1 a1")["found"][0]["node"] == 2
    assert server.ask("/api/tree/find", tree=name, text=">=-99")["more"]


def test_two_searches_side_by_side(server: Server, tree: dict[str, Any]) -> None:
    larger = recorded(server, MINIMAX)
    both = server.ask("/api/tree/compare", a=larger["tree"], b=tree["tree"])
    assert (both["both"], both["only_a"], both["only_b"]) == (145, 613 - 145, 0)
    assert both["first"]["moves"] == ["b1", "a1", "a2", "a3", "a4"]
    assert "76.3% fewer" in both["sentence"]
    view = server.ask("/api/tree/icicle", tree=larger["tree"], other=tree["tree"], width=20_000)
    assert sum(1 for flags in view["flags"] if flags & 8) == 613 - 145


@pytest.mark.parametrize("form", ["svg", "dot", "json", "txt", "kbz"])
def test_a_part_is_exported_and_read_back_in(server: Server, tree: dict[str, Any], form: str) -> None:
    made = server.get("/api/tree/export", tree=tree["tree"], node=1, format=form)
    assert made.status_code == 200
    assert f'.{form}"' in made.headers["content-disposition"]
    opened = server.client.post("/api/tree/open", params={"name": f"t.{form}"}, content=made.content)
    if form in ("svg", "dot"):
        assert opened.status_code == 422
        assert "cannot be read back" in opened.json()["error"]
    else:
        assert opened.status_code == 200, opened.text
        assert (opened.json()["nodes"], opened.json()["value"]) == (34, "−3")


def test_wrong_questions_are_refused_in_a_sentence(server: Server, tree: dict[str, Any]) -> None:
    name = tree["tree"]
    for path, query, status, field in (
        ("about", {"tree": "0" * 16}, 410, "tree"),
        ("about", {"tree": "x"}, 422, "tree"),
        ("step", {"tree": name, "step": 290}, 422, "step"),
        ("node", {"tree": name, "node": 145}, 422, "node"),
        ("nodes", {"tree": name, "ids": ",".join(["0"] * 201)}, 422, "ids"),
        ("icicle", {"tree": name, "root": 999}, 422, "root"),
        ("find", {"tree": name, "text": "zz"}, 422, "text"),
        ("seek", {"tree": name, "step": 0, "for": "sunset"}, 422, "for"),
        ("export", {"tree": name, "format": "pdf"}, 422, "format"),
        ("record", {"game": "othello:size=4", "searcher": "random"}, 422, "searcher"),
        ("record", {"game": "othello:size=4", "searcher": "alphabeta:depth=9999"}, 422, "searcher"),
    ):
        said = server.refusal(f"/api/tree/{path}", **query)
        assert (said[0], said[2]) == (status, field), said
        assert said[1].endswith(".")


@pytest.mark.parametrize(
    ("name", "data", "complaint"),
    [
        ("t.kbz", b"not a recording", "not a recording of Kibitz"),
        ("t.txt", b"\xff\xfe", "neither a recording"),
        ("t.json", b"{}", "not a search tree of Kibitz"),
        ("t.exe", b"MZ", "There is no tree format"),
    ],
)
def test_foreign_files_are_refused(server: Server, name: str, data: bytes, complaint: str) -> None:
    refused = server.client.post("/api/tree/open", params={"name": name}, content=data)
    assert refused.status_code == 422
    assert complaint in refused.json()["error"]


def test_a_file_too_large_is_refused(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.web.safety.MAX_BYTES", 10)
    refused = server.client.post("/api/tree/open", content=b"x" * 11)
    assert refused.status_code == 413


def test_every_condition_can_be_sought(server: Server, tree: dict[str, Any]) -> None:
    needs = {"move": "a1", "depth": "2", "value": "1"}
    for kind in CONDITIONS:
        answer = server.ask("/api/tree/seek", tree=tree["tree"], step=0, what=needs.get(kind, ""), **{"for": kind})
        assert answer["found"] == (kind not in ("research", "table", "proven", "fault")), json.dumps(answer)[:200]


def test_recordings_used_last_and_pinned_ones_are_kept() -> None:
    trees = [Recording(searched("tic-tac-toe", moves, "alphabeta")[1]) for moves in ("a1 b2", "a1 b1", "a1 c3")]
    cache = RecordingCache(max_memory=trees[0].memory + trees[2].memory)
    cache.add(trees[0], pinned=True)
    cache.add(trees[1])
    cache.add(trees[2])
    assert cache.find(trees[0].name) is trees[0]
    assert cache.find(trees[1].name) is None
    assert cache.find(trees[2].name) is trees[2]
