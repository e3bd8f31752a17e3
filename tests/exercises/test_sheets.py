"""Exercises on paper and in question banks: complete, with the right answers, and as the formats want it."""

from __future__ import annotations

import re
from base64 import b64decode
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kibitz.core.errors import BadOption
from kibitz.exercises.figures.figure_html import draw_picture
from kibitz.exercises.figures.figure_text import write_figure
from kibitz.exercises.kind import find_kind, list_kinds, make_task
from kibitz.exercises.marking import solve
from kibitz.exercises.sheets.gift import write_gift
from kibitz.exercises.sheets.html_sheet import write_html
from kibitz.exercises.sheets.moodle_xml import write_moodle_xml
from kibitz.exercises.sheets.sheet_files import check_sheet_path
from kibitz.exercises.task import Question, Task, list_leaf_labels, read_answer
from kibitz.trees.drawing.tree_figure import TreeFigure, TreeNode

TASKS = [make_task(kind.name, 1, 3) for kind in list_kinds()] + [make_task("alphabeta", 5, 3)]
NAMES = [f"{task.kind}-{task.level}" for task in TASKS]

# The parts of a mark that Moodle imports: anything else is refused.
GRADES = [100, 90, 83.33333, 80, 75, 70, 66.66667, 60, 50, 40, 33.33333, 30, 25, 20, 16.66667, 14.28571, 12.5]
GRADES += [11.11111, 10, 5, 0]


def decode(text: str) -> str:
    """A text of GIFT without its backslashes."""
    return re.sub(r"\\(.)", lambda match: "\n" if match[1] == "n" else match[1], text)


def check_answers(task: Task, question: Question, given: dict[str, float]) -> None:
    """Whether those answers get the full mark that are right, and nothing else does."""
    labels = list_leaf_labels(task) if question.form in ("choice", "nodes", "order") else {}
    right, full = solve(task)[question.id], {text for text, worth in given.items() if worth == 100}
    if question.form in ("number", "bound", "choice", "move"):
        assert labels.get(right, right) in full
    if question.form in ("choice", "move"):
        assert set(given) == {labels.get(choice, choice) for choice in question.choices}
        assert len(full) == 1
    if question.form == "order":
        assert full
        assert len(given) > len(full)
    if question.form == "nodes" and len(given) > 2:
        good = {text for text, worth in given.items() if worth > 0}
        assert good == {labels.get(name, name) for name in right.split() or ["none of them"]}
        assert sum(worth for worth in given.values() if worth > 0) == pytest.approx(100, abs=0.001)
        assert sum(given.values()) <= 0.001 or set(given) == good  # who ticks everything gets nothing


FIELD = re.compile(r"[{]1:([A-Z_]+):((?:\\.|[^\\}])*)[}]")
SHARE = re.compile(r"=|%(-?[\d.]+)%|")


def read_field(field: re.Match[str]) -> dict[str, float]:
    """The answers of a field of a Cloze question, and what each is worth in per cent."""
    given = {}
    for answer in re.split(r"(?<!\\)~", field[2]):
        share = SHARE.match(answer)
        assert share is not None
        text = unescape(re.sub(r"\\(.)", r"\1", answer[share.end() :]))
        worth = 100 if share[0] == "=" else float(share[1] or 0)
        given[text.removesuffix(":0") if field[1] == "NUMERICAL" else text] = worth
    return given


@pytest.mark.parametrize("task", TASKS, ids=NAMES)
def test_moodle_xml_is_one_cloze_question_with_pictures_and_grades_that_moodle_knows(task: Task) -> None:
    root = ElementTree.fromstring(write_moodle_xml([task]))
    (asked,) = [one for one in root if one.get("type") != "category"]
    assert asked.get("type") == "cloze"
    text = asked.findtext("questiontext/text") or ""
    files = asked.findall("questiontext/file")
    assert [file.get("name") for file in files] == re.findall(r'src="@@PLUGINFILE@@/([^"]+)"', text)
    assert len(files) == sum(figure.form != "table" for figure in task.figures)
    for file in files:
        assert ElementTree.fromstring(b64decode(file.text or "")).tag.endswith("svg")
    ElementTree.fromstring(f"<div>{re.sub('<img([^>]*)>', '<img/>', text)}</div>")  # well-formed
    assert text.count(task.text[:40]) == 1
    fields = list(FIELD.finditer(text))
    assert len(fields) == len(task.questions)
    for field, question in zip(fields, task.questions, strict=True):
        given = read_field(field)
        assert all(abs(worth) in GRADES for worth in given.values())
        check_answers(task, question, given)


QUESTION = re.compile(r"::((?:\\.|[^\\:])+)::\[html\]((?:\\.|[^\\{}~=#])+)\{\n(.*)\n####(.*)\n\}", re.DOTALL)
ANSWER = re.compile(r"(=|~%(-?[\d.]+)%|~)((?:\\.|[^\\~=#{}:])+)")


@pytest.mark.parametrize("task", TASKS, ids=NAMES)
def test_gift_is_written_as_its_grammar_wants_it(task: Task) -> None:
    category, *questions = write_gift([task]).strip().split("\n\n")  # no blank line inside a question
    assert category.startswith("$CATEGORY: ")
    assert len(questions) == len(task.questions)
    for text, question in zip(questions, task.questions, strict=True):
        parts = QUESTION.fullmatch(text)
        assert parts is not None, text
        assert all(write_figure(figure).splitlines()[-1].strip()[:5] in decode(parts[2]) for figure in task.figures)
        if question.form == "number":
            assert parts[3] == f"#{solve(task)[question.id]}:0"
            continue
        given = {}
        for line in parts[3].split("\n"):
            answer = ANSWER.fullmatch(line)
            assert answer is not None, line
            given[decode(answer[3])] = 100 if answer[1] == "=" else float(answer[2] or 0)
        check_answers(task, question, given)


def test_a_sheet_has_every_question_and_the_solutions_or_not() -> None:
    page = write_html(TASKS)
    tasks, _, solutions = page.partition('<section class="solutions">')
    assert tasks.count('<section class="task') == solutions.count('<section class="task">') == len(TASKS)
    assert tasks.count("<li>") + tasks.count('<li class="whole">') == sum(
        len(task.questions) + len(task.conventions) for task in TASKS
    )
    assert tasks.count("Name</span>") == 1
    assert not re.search(r'(src|href)="|url[(]| style=', page)  # it needs nothing else
    assert "Solutions" not in write_html(TASKS, solutions=False)


def test_the_key_is_on_the_solutions_alone_and_no_sentence_ends_twice() -> None:
    student, _, teacher = write_html(TASKS).partition('<section class="solutions">')
    keys = [f"kibitz exercise {task.kind} --level {task.level} --seed {task.seed}" for task in TASKS]
    assert not any(key in student for key in keys)
    assert all(key in teacher for key in keys)
    assert "kibitz exercise" not in write_html(TASKS, solutions=False)
    assert ".." not in teacher.replace("...", "")
    assert "inf" not in re.sub(r"infinity|infer|inform", "", teacher)  # the sign is used


def test_solutions_are_drawn_into_the_trees_with_what_was_cut_crossed_out() -> None:
    task = make_task("alphabeta", 3, 7)
    (solved,) = find_kind("alphabeta").draw_solution(task)
    assert isinstance(solved, TreeFigure)
    answers, nodes = solve(task), {node.id: node for node in solved.nodes}
    marked = nodes[task.data["marked"]]
    alpha, beta = (answers[name].replace("inf", "∞").replace("-", "−") for name in ("alpha", "beta"))
    assert (marked.text, marked.note) == (answers["returned"], f"({alpha}, {beta})")
    assert set(solved.cut) == set(answers["skipped"].split())
    _, _, solutions = write_html([task]).partition('<section class="solutions">')
    assert solutions.count('class="cross"') == len(solved.cut)
    assert "<- cut off" in write_figure(solved)


def test_a_leaf_is_not_called_by_a_number_alone() -> None:
    task = make_task("alphabeta", 3, 7)
    page = write_html([task])
    assert "never looked at: leaf 5, leaf 6." in page
    assert "leaf 4 gives Max 15" in page
    assert read_answer(task.question("skipped"), "leaf 5, leaf 6") == "5 6"


def test_what_a_task_says_is_not_taken_for_markup() -> None:
    figure = TreeFigure((TreeNode("A<", "", "max", "<b>"), TreeNode("1", "A<", "", "1&2", edge='"x"')), caption="<i>")
    drawn = ElementTree.fromstring(draw_picture(figure) or "")
    assert [node.get("data-node") for node in drawn.iter() if node.get("data-node")] == ["A<", "1"]
    assert not [node for node in drawn.iter() if node.tag.endswith(("}b", "}i"))]


@pytest.mark.parametrize(
    ("file", "solutions", "sentence"),
    [("sheet.pdf", None, "write a sheet"), ("bank.xml", False, "a question bank"), ("sheet", None, "write a sheet")],
)
def test_a_file_of_another_kind_is_refused(file: str, solutions: bool | None, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        check_sheet_path(Path(file), solutions=solutions)
