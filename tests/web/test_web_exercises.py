"""The API of the exercises: a task without its answers, its marks, and everything refused that is not one."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from helpers.web_server import Server, running_server
from kibitz.exercises.kind import list_kinds, make_task
from kibitz.exercises.marking import solve

PATH = "/api/exercises"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running_server() as running:
        yield running


def test_every_kind_has_a_task_that_does_not_give_its_answers_away(server: Server) -> None:
    kinds = server.ask(f"{PATH}/kinds")
    assert [kind["name"] for kind in kinds] == [kind.name for kind in list_kinds()]
    for kind in kinds:
        answer = server.ask(f"{PATH}/task", kind=kind["name"], level=1, seed=3)
        assert answer["kind"] == kind
        assert not {"data", "solutions"} & answer["task"].keys()
        assert len(answer["shown"]) == len(answer["task"]["figures"])
        for shown in answer["shown"]:
            assert (shown["svg"] is not None) == (shown["form"] == "tree")
            assert (shown["position"] is not None) == (shown["form"] == "board")
            assert " style=" not in (shown["svg"] or "")  # which the content policy forbids


def test_answers_are_marked_hinted_at_and_explained(server: Server) -> None:
    task = {"kind": "alphabeta", "level": 2, "seed": 7}
    right = solve(make_task("alphabeta", 2, 7))
    answers = "\n".join(f"{name}={answer}" for name, answer in right.items())
    marks = server.ask(f"{PATH}/mark", **task, answers=answers)
    assert {mark["outcome"] for mark in marks} == {"right"}
    (mark,) = server.ask(f"{PATH}/mark", **task, question="root", answers="root=99")
    assert mark == {"question": "root", "outcome": "wrong", "sentence": "Not right."}
    assert server.ask(f"{PATH}/hint", **task, question="root")["hint"]
    found = server.ask(f"{PATH}/solution", **task)
    assert {one["question"]: one["answer"] for one in found["solutions"]} == right
    assert found["in_microscope"]
    assert len(server.ask(f"{PATH}/solution", **task, question="root")["solutions"]) == 1
    tree = server.ask(f"{PATH}/recording", **task)["tree"]
    assert server.ask("/api/tree/about", tree=tree)


def test_a_sheet_keeps_to_the_content_policy_and_banks_are_downloads(server: Server) -> None:
    sheet = server.get(f"{PATH}/sheet", kind="backup", count=2)
    assert sheet.text.count('<section class="task">') == 4
    assert "<style" not in sheet.text
    assert "@page" in server.get(f"{PATH}/sheet.css").text
    for name in ("xml", "gift"):
        assert "attachment" in server.get(f"{PATH}/sheet", kind="backup", format=name).headers["content-disposition"]


def test_a_day_has_the_same_set_for_everybody(server: Server) -> None:
    tasks = server.ask(f"{PATH}/daily", day="2026-03-01")
    assert [task["level"] for task in tasks] == [1, 2, 3, 4, 5]
    assert len({json.dumps(task) for task in tasks}) == 5


@pytest.mark.parametrize(
    ("path", "query", "field"),
    [
        ("task", {"kind": "alpabeta"}, "kind"),
        ("task", {"kind": "../kinds"}, "kind"),
        ("task", {"kind": "alphabeta", "level": 9}, "level"),
        ("task", {"kind": "alphabeta", "seed": -1}, "seed"),
        ("task", {"kind": "alphabeta", "game": "othello"}, "game"),
        ("task", {"kind": "windows", "game": "examples/treblecross.py:Treblecross"}, "game"),
        ("task", {"kind": "windows", "game": "mnk:width=26,height=26,k=5"}, "game"),
        ("mark", {"kind": "alphabeta", "answers": "root"}, "answers"),
        ("mark", {"kind": "alphabeta", "answers": "roott=1"}, "answers"),
        ("mark", {"kind": "alphabeta", "question": "roott"}, "question"),
        ("hint", {"kind": "alphabeta", "question": "roott"}, "question"),
        ("sheet", {"kind": "alphabeta", "count": 1000}, "count"),
        ("sheet", {"kind": ["alphabeta", "backup"], "count": 30}, "count"),
        ("sheet", {"kind": ["alphabeta", "bakcup"]}, "kind"),
        ("sheet", {"kind": "alphabeta", "format": "pdf"}, "format"),
        ("recording", {"kind": "table"}, "kind"),
        ("daily", {"day": "yesterday"}, "day"),
        ("daily", {"day": "2026-02-30"}, "day"),
    ],
)
def test_what_is_no_task_is_refused(server: Server, path: str, query: dict[str, object], field: str) -> None:
    status, sentence, at_fault = server.refusal(f"{PATH}/{path}", **query)
    assert (status, at_fault) == (422, field), sentence
