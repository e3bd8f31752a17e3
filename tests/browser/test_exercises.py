"""The page of the exercises: a task of every kind solved by clicks, one by the keyboard alone, and help on the way."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from browser.fixtures import USUAL, OpenPage, new_page
from browser.play_page import settle
from kibitz.exercises.kind import find_kind, list_kinds, make_task
from kibitz.exercises.marking import solve
from kibitz.exercises.task import Question, Task
from kibitz.trees.drawing.tree_figure import TreeFigure, label_node

NAMES = [kind.name for kind in list_kinds()]
PRUNER = "/exercises?exercise=alphabeta&level=2&seed=7"


@pytest.fixture(scope="module")
def page(browser: Browser, server: str) -> Iterator[Page]:
    """One page for all kinds, which is told where to go; what its console complains of fails the test it is in."""
    context = browser.new_context(**USUAL)
    shown = new_page(context)
    shown.goto(f"{server}/exercises")
    yield shown
    context.close()


def show(page: Page, task: Task) -> None:
    """Go there as the back button does, without loading the app again."""
    address = f"/exercises?exercise={task.kind}&level={task.level}&seed={task.seed}"
    page.evaluate("(to) => (history.pushState(null, '', to), dispatchEvent(new PopStateEvent('popstate')))", address)
    expect(page.get_by_role("heading", level=1)).to_have_text(task.title)
    settle(page)


def find_question(page: Page, question: Question) -> Locator:
    return page.locator(f'[data-question="{question.id}"]')


def click_answer(page: Page, question: Question, answer: str) -> None:
    """Give an answer with the mouse where that is possible; a number is typed after a click on its node."""
    place = find_question(page, question)
    nodes = page.locator("[data-node].clickable").evaluate_all("(nodes) => nodes.map((node) => node.dataset.node)")
    if question.form in ("number", "bound"):
        field = place.get_by_role("textbox")
        if question.node in nodes:
            click_node(page, question.node)
        if not field.evaluate("(field) => field === document.activeElement"):
            field.click()
        page.keyboard.type(answer)
    elif question.form == "nodes":
        for node in answer.split():
            if node in nodes:
                click_node(page, node)
            else:
                place.get_by_role("checkbox", name=label_node(node), exact=True).check()
    elif question.form == "order":
        drag_into_order(page, place, answer.split())
    elif question.form == "move":
        click_move(page, place, answer)
    elif place.get_by_role("radio").count():
        place.locator(f'input[value="{answer}"]').check()
    else:
        place.get_by_role("combobox").select_option(answer)


def click_node(page: Page, node: str) -> None:
    page.locator(f'[data-node="{node}"] .shape').click(force=True)  # its text may lie above it


def drag_into_order(page: Page, place: Locator, order: list[str]) -> None:
    for number, name in enumerate(order):
        item = place.locator(f'[data-item="{name}"] b')
        item.hover()
        page.mouse.down()
        place.locator("[data-item]").nth(number).locator("b").hover()
        page.mouse.up()
    expect(place.locator("[data-item] b")).to_have_text([label_node(name) for name in order])


def click_move(page: Page, place: Locator, move: str) -> None:
    """On the board if a cell stands for the move, else in the list."""
    cell = page.locator(f'kibitz-board .cell[aria-label$="plays {move}"]').first
    if cell.count():
        cell.click()
    elif place.get_by_role("radio").count():
        place.get_by_role("radio", name=move, exact=True).check()
    else:
        place.get_by_role("combobox").select_option(move)


@pytest.mark.parametrize("name", NAMES)
def test_a_task_of_every_kind_is_solved_by_clicks(page: Page, name: str) -> None:
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    task = make_task(name, 1, 3)
    show(page, task)
    answers = solve(task)
    if find_kind(name).is_stepwise:
        expect(page.locator(".question:visible")).to_have_count(1)
    check_all = page.get_by_role("button", name="Check all")
    for question in task.questions:
        click_answer(page, question, answers[question.id])
        if not check_all.count():  # a single question, or one after the other
            find_question(page, question).get_by_role("button", name="Check").click()
            expect(find_question(page, question)).to_have_attribute("data-outcome", "right")
    if check_all.count():
        check_all.click()
    expect(page.locator(".task-solved")).to_have_text("All correct.")
    assert complaints == []


def test_a_task_is_solved_by_the_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page(PRUNER).page
    task = make_task("alphabeta", 2, 7)
    expect(page.get_by_role("heading", level=1)).to_have_text(task.title)
    page.locator(".tree-scroll").focus()
    page.keyboard.press("Tab")  # over the tree as text, to the first box
    answers = solve(task)
    for question in task.questions:
        for _ in range(40):
            page.keyboard.press("Tab")
            inside = f"[data-question='{question.id}'] input"
            if page.evaluate("(inside) => document.activeElement.matches(inside)", inside):
                break
        if question.form == "nodes":
            for choice in question.choices:
                expect(page.locator(f"input[value='{choice}']")).to_be_focused()
                if choice in answers[question.id].split():
                    page.keyboard.press("Space")
                if choice != question.choices[-1]:
                    page.keyboard.press("Tab")
        else:
            page.keyboard.type(answers[question.id])
        page.keyboard.press("Enter")
        expect(find_question(page, question)).to_have_attribute("data-outcome", "right")
    expect(page.locator("#announcer")).to_contain_text("All correct.")


def test_the_number_of_a_chosen_leaf_stays_legible(open_page: OpenPage) -> None:
    page = open_page(PRUNER).page
    node = page.locator('[data-node="3"]')
    node.locator(".shape").click(force=True)
    expect(node).to_have_class(re.compile("chosen"))
    number = node.locator(".text")
    expect(number).to_have_css("stroke", "none")
    filled = [part.evaluate("part => getComputedStyle(part).fill") for part in (number, node.locator(".shape"))]
    assert filled[0] != filled[1]


def test_a_wrong_answer_is_told_a_hint_and_the_reason_and_the_search_is_replayed(open_page: OpenPage) -> None:
    page, kind, task = open_page(PRUNER).page, find_kind("alphabeta"), make_task("alphabeta", 2, 7)
    place = page.locator('[data-question="root"]')
    place.get_by_role("textbox").fill("99")
    page.get_by_role("button", name="Check all").click()
    expect(place).to_have_attribute("data-outcome", "wrong")
    expect(page.locator('[data-question="alpha"] .task-mark')).to_have_text("Not answered yet.")
    place.get_by_role("button", name="Hint").click()
    expect(place.locator(".task-hint")).to_have_text(kind.hint(task, task.question("root")))
    place.get_by_role("button", name="Show the answer").click()
    expect(place.locator(".task-reason")).to_contain_text(kind.explain(task, task.question("root")))
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator(".task-reason")).to_have_count(5)
    solved = kind.draw_solution(task)[0]
    assert isinstance(solved, TreeFigure)
    expect(page.locator(".task-figure .cross")).to_have_count(len(solved.cut))
    for node in solved.nodes:
        if node.side and node.note:
            expect(page.locator(f'[data-node="{node.id}"] .note')).to_have_text(node.note)
            expect(page.locator(f'[data-node="{node.id}"] .text')).to_have_text(node.text)
    page.get_by_role("button", name="Replay in the microscope").click()
    expect(page.locator(".scope-head")).to_contain_text("alphabeta")
    page.go_back()
    expect(page.locator('[data-question="root"]')).to_be_visible()


def test_progress_is_kept_in_the_browser_and_forgotten(open_page: OpenPage) -> None:
    page = open_page("/exercises").page
    page.evaluate("localStorage.setItem('kibitz-exercises', JSON.stringify(['backup/1/7/', 'backup/1/8/']))")
    page.reload()
    level = page.get_by_role("link", name=re.compile("^Level 1: .*; 2 tasks solved$"))
    expect(level).to_have_count(1)
    page.get_by_role("button", name="Forget it").click()
    expect(level).to_have_count(0)
    page.get_by_role("button", name="Give me one").click()
    expect(page.get_by_role("button", name="Show the solution")).to_be_visible()
    assert re.search(r"exercise=[\w-]+&seed=\d+&level=1", page.url)


def test_the_sheet_of_a_task_opens_and_is_styled(open_page: OpenPage) -> None:
    page = open_page(PRUNER).page
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Print this task").click()
    sheet = opened.value
    expect(sheet.get_by_role("heading", name="Solutions")).to_be_attached()
    expect(sheet.locator(".person")).to_have_css("display", "flex")


def test_a_teacher_makes_a_mixed_sheet_in_every_form(open_page: OpenPage) -> None:
    page = open_page("/exercises").page
    page.get_by_role("link", name="Make a sheet or a question bank").click()
    page.get_by_role("checkbox", name="Find the fault").check()
    page.get_by_label("Tasks of each kind").fill("2")
    page.get_by_label("Level").select_option("2")
    page.get_by_label("Seed").fill("7")
    expect(page.locator(".sheet-summary")).to_have_text("6 tasks, for students.")
    assert page.url.endswith("/exercises?exercise=sheet&kinds=backup,alphabeta,fault&seed=7&level=2&count=2")
    texts = {
        name: page.request.get(f"{page.url.split('/exercises')[0]}{link.get_attribute('href')}").text()
        for name in ("Open the sheet", "HTML file", "Moodle", "GIFT")
        if (link := page.get_by_role("link", name=name))
    }
    for name in ("Open the sheet", "HTML file"):
        assert texts[name].count('<section class="task') == 6
        assert "kibitz exercise" not in texts[name]
    assert "<style" in texts["HTML file"]
    assert texts["Moodle"].count('type="cloze"') == 6
    assert texts["GIFT"].count("$CATEGORY") == 3
    page.get_by_role("checkbox", name="With the solutions").check()
    page.reload()
    expect(page.locator(".sheet-summary")).to_have_text(re.compile("^6 tasks, with the solutions"))
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Open the sheet").click()
    expect(opened.value.locator(".solutions .source")).to_have_count(6)
    page.get_by_label("Tasks of each kind").fill("20")
    expect(page.locator(".sheet-summary")).to_have_text("A sheet has at most 40 tasks, not 60.")
    expect(page.locator(".sheet-form a[href^='/api']")).to_have_count(0)


def test_a_phone_shows_no_more_than_its_width(open_page: OpenPage) -> None:
    page = open_page("/exercises?exercise=alphabeta&level=5&seed=7", viewport={"width": 360, "height": 740}).page
    expect(page.get_by_role("button", name="Check all")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_what_does_not_exist_is_told_in_a_sentence(open_page: OpenPage) -> None:
    page = open_page("/exercises?exercise=alpabeta", refusal=True).page
    expect(page.locator(".run-error")).to_contain_text("There is no kind of exercise called 'alpabeta'")
