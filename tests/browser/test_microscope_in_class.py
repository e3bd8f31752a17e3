"""A lesson with the microscope: the replay in both views, questions during it, links, and the way from a game to it."""

from __future__ import annotations

import json
import random
import re
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import OpenPage
from browser.microscope import Microscope

SMALL = "game=connect-four:width=4,height=4,k=3&moves=12"
SEARCHES = {
    "alphabeta": f"{SMALL}&searcher=alphabeta:depth=3,backend=reference",
    "pvs": f"{SMALL}&searcher=pvs:depth=3,backend=reference",
    "mtd": "game=othello:size=4&searcher=mtd:depth=3,eval=discs,backend=reference",
    "mcts": "game=tic-tac-toe&moves=a1b2c3&searcher=mcts:simulations=80,backend=reference",
    "proof": "game=tic-tac-toe&moves=a1b1c2&searcher=proof:backend=reference",
}
STEPS = {"alphabeta": 50, "mcts": 50, "pvs": 25, "mtd": 25, "proof": 25}  # that are played in either view
FASTEST_SHOWN = 33  # of the slider: about 35 steps a second, each of which is shown

# While it plays: for every step, what the canvas said last, before the next step.
PLAY = """async ([steps, speed]) => {
  const canvas = document.querySelector(".scope-view canvas");
  const slider = document.querySelector(".speed input");
  slider.value = speed;
  slider.dispatchEvent(new Event("input"));
  const step = () => Number(document.querySelector(".clock").textContent.split("/")[0].replace(",", "")) - 1;
  const play = document.querySelector(".replay .primary");
  const seen = {};
  play.click();
  const until = performance.now() + 30000;
  while (performance.now() < until && !(step() >= steps)) {
    await new Promise(requestAnimationFrame);
    const [at, ...rest] = (canvas.dataset.shown ?? "").split(" ");
    if (at) seen[at] = rest.join(" ");
  }
  if (play.textContent === "Pause") play.click();
  return [seen, canvas.clientWidth, canvas.clientHeight];
}"""

# Every text that is painted from now on.
LISTEN = """() => {
  const paint = CanvasRenderingContext2D.prototype.fillText;
  window.painted = [];
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    window.painted.push(String(text));
    return paint.call(this, text, ...rest);
  };
}"""
FRAMES = "async () => { for (let i = 0; i < 4; i++) await new Promise(requestAnimationFrame); }"


def go_to(scope: Microscope, step: int) -> None:
    slider = scope.page.get_by_label("Step of the search")
    slider.fill(str(step))
    expect(scope.page.locator(".clock")).to_contain_text(f"{step + 1:,} /")
    expect(scope.page.locator(".moment-panel .window-path tbody tr").first).to_be_attached()


def steps_of(scope: Microscope, count: int) -> list[dict[str, Any]]:
    moments: list[dict[str, Any]] = scope.ask("steps", **{"from": 0}, count=count).json()["moments"]
    return moments


@pytest.mark.slow
@pytest.mark.parametrize("search", SEARCHES)
def test_play_follows_the_search_in_both_views(open_page: OpenPage, search: str) -> None:
    scope = Microscope(open_page(f"/tree?{SEARCHES[search]}&view=map").page)
    page = scope.page
    recorded = {moment["step"]: moment["node"] for moment in steps_of(scope, STEPS[search] + 20)}
    for view in ("Map", "Drawing"):
        scope.press(view)
        go_to(scope, 0)
        expect(page.get_by_role("tab", name="Replay")).to_have_attribute("aria-selected", "true")
        seen, width, height = page.evaluate(PLAY, [min(STEPS[search], len(recorded) - 2), FASTEST_SHOWN])
        assert len(seen) >= 10, (view, len(seen))  # a slow machine does not paint every step
        for step, text in seen.items():
            node, left, top, right, bottom = map(int, text.split())
            assert node == recorded[int(step)], (view, step)
            assert right > 0 <= left < width, (view, step, text)
            assert bottom > 0 <= top < height, (view, step, text)


@pytest.mark.slow
@pytest.mark.parametrize("search", ["alphabeta", "mtd"])
def test_no_value_is_painted_before_the_search_knew_it(open_page: OpenPage, search: str) -> None:
    scope = Microscope(open_page(f"/tree?{SEARCHES[search]}&view=map").page)
    page = scope.page
    about = scope.ask("about").json()
    nodes = {
        card["node"]: card for first in range(0, about["nodes"], 200) for card in cards(scope, first, about["nodes"])
    }
    left = {node: 2 * (node + card["size"]) - card["ply"] - 1 for node, card in nodes.items()}
    page.evaluate(LISTEN)
    for view in ("Map", "Drawing"):
        scope.press(view)
        for step in random.Random(7).sample(range(about["steps"]), 4):
            go_to(scope, step)
            page.evaluate(FRAMES)
            page.evaluate("window.painted = []")
            scope.press("Zoom in")  # paints once more
            page.evaluate(FRAMES)
            values = {text for text in page.evaluate("window.painted") if re.fullmatch(r"([≥≤] )?[+−]\d+", text)}
            known = {nodes[node]["value"] for node, when in left.items() if when <= step}
            assert values <= known, (view, step)


@pytest.mark.slow
def test_visits_means_and_proof_numbers_are_those_of_the_step(open_page: OpenPage) -> None:
    for search, pattern in (("mcts", r"[\d,]+ visits?|[+−]\d\.\d\d"), ("proof", r"[\d∞]+ / [\d∞]+")):
        scope = Microscope(open_page(f"/tree?{SEARCHES[search]}&view=drawing").page)
        page = scope.page
        about = scope.ask("about").json()
        page.evaluate(LISTEN)
        for step in random.Random(5).sample(range(about["steps"]), 4):
            go_to(scope, step)
            page.evaluate(FRAMES)
            page.evaluate("window.painted = []")
            scope.press("Zoom in")
            page.evaluate(FRAMES)
            texts = {text for text in page.evaluate("window.painted") if re.fullmatch(pattern, text)}
            ids = ",".join(map(str, range(min(400, about["nodes"]))))
            known = scope.ask("known", step=step, ids=ids).json()["nodes"]
            assert texts <= {text for each in known for text in (each["value"], each["note"])}, (search, step)
            assert texts


def cards(scope: Microscope, first: int, nodes: int) -> list[dict[str, Any]]:
    ids = ",".join(map(str, range(first, min(first + 200, nodes))))
    found: list[dict[str, Any]] = scope.ask("nodes", ids=ids).json()["nodes"]
    return found


@pytest.mark.slow
def test_why_answers_about_the_step_that_is_shown(open_page: OpenPage) -> None:
    for search in ("alphabeta", "mcts"):
        scope = Microscope(open_page(f"/tree?{SEARCHES[search]}").page)
        steps = scope.ask("about").json()["steps"]
        for step in random.Random(3).sample(range(steps), 5):
            go_to(scope, step)
            wanted = scope.ask("why-step", step=step).json()
            scope.page.locator(".moment-panel").get_by_role("button", name="Why?").click()
            expect(scope.page.locator(".moment-panel .answer")).to_have_text(wanted["sentence"])
            assert scope.page.locator(".moment-panel .reason").get_attribute("data-node") == str(wanted["node"])


def test_a_row_of_the_path_selects_its_node_for_both_panels_and_the_side_is_named(open_page: OpenPage) -> None:
    scope = Microscope(open_page(f"/tree?{SEARCHES['alphabeta']}&step=9").page)
    expect(scope.windows.first).to_be_visible()
    scope.windows.first.get_by_role("button").click()
    expect(scope.page.locator(".subject")).to_contain_text("The search is at")
    scope.tab("Node")
    scope.wait_for_node(0)
    expect(scope.fact("value")).to_have_text("…")  # the root is being searched
    expect(scope.page.locator(".clock")).to_contain_text("10 /")
    scope.press("Leave")
    scope.press("in search order")
    children = sorted(scope.ask("node", node=0).json()["children"], key=lambda child: child["raw"])
    expect(scope.panel.locator(".children tr:not(.ghost-row) th")).to_have_text([child["move"] for child in children])
    scope.press("best first")
    scope.panel.locator(".children tbody button").first.click()
    scope.wait_for_node(1)
    of_root, of_mover = (scope.ask("node", node=1, pov=pov).json()["card"] for pov in ("root", "mover"))
    assert of_root["value"] != of_mover["value"]
    expect(scope.fact("value")).to_have_text(of_root["value"])
    scope.press("for the side to move")
    expect(scope.fact("value")).to_have_text(of_mover["value"])
    assert scope.query["pov"] == "mover"


def test_a_link_restores_the_picture_in_another_tab(open_page: OpenPage) -> None:
    for view in ("map", "drawing"):
        first = open_page(f"/tree?{SEARCHES['alphabeta']}&view={view}")
        scope = Microscope(first.page)
        go_to(scope, 23)
        scope.press("Zoom in")
        scope.press("Zoom in")
        query = scope.query
        shown = scope.canvas.get_attribute("data-shown")
        other = Microscope(open_page(scope.page.url[scope.page.url.index("/tree") :], beside=first).page)
        expect(other.canvas).to_have_attribute("data-shown", re.compile(f"^{' '.join(str(shown).split()[:2])} "))
        assert other.query == query
        assert near(str(other.canvas.get_attribute("data-shown")), str(shown))
        expect(other.page.locator(".moment-sentence")).to_have_text(scope.page.locator(".moment-sentence").inner_text())


def near(one: str, other: str) -> bool:
    """The same place, up to a few pixels that an address does not hold."""
    return all(abs(int(a) - int(b)) <= 4 for a, b in zip(one.split(), other.split(), strict=True))


def think(page: Page, server: str, **query: str) -> dict[str, Any]:
    text = page.request.get(f"{server}/api/think", params={**query}).text()
    found = re.search(r"event: move\ndata: (.*)", text)
    assert found, text
    answer: dict[str, Any] = json.loads(found[1])
    return answer


def test_why_did_it_play_that_opens_the_very_search(open_page: OpenPage, server: str) -> None:
    player, game = "alphabeta:depth=4,backend=reference", "connect-four:width=4,height=4,k=3"
    page = open_page(f"/play?game={game}&second={quote(player)}&moves=1").page
    link = page.get_by_role("link", name=re.compile("Why did it play"))
    expect(link).to_be_visible()
    nodes = think(page, server, game=game, moves="1", player=player)["nodes"]
    link.click()
    expect(page.locator(".scope-head .about")).to_contain_text(f"{nodes:,} nodes")
    expect(page.locator(".scope-note")).to_contain_text("recorded again")


def test_examples_open_with_one_click_and_by_name(open_page: OpenPage) -> None:
    page = open_page("/tree").page
    expect(page.locator(".examples li")).to_have_count(7)
    page.get_by_role("link", name="Alpha-beta on tic-tac-toe").click()
    expect(page.locator(".scope-head .about")).to_contain_text("12 nodes")
    again = open_page("/tree?example=fault").page
    expect(again.locator(".scope-view canvas")).to_have_count(2)


def test_the_projector_enlarges_and_nothing_sticks_out(open_page: OpenPage) -> None:
    page = open_page(f"/tree?{SEARCHES['alphabeta']}&step=9", viewport={"width": 740, "height": 360}).page
    expect(page.locator(".moment-panel .window-path")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 740
    size = page.evaluate("getComputedStyle(document.documentElement).fontSize")
    page.get_by_role("button", name="Projector").click()
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > float(size[:-2])
    assert page.evaluate("document.documentElement.scrollWidth") <= 740
    page.emulate_media(media="print")
    expect(page.locator(".scope-tools")).to_be_hidden()
    expect(page.locator(".scope-view canvas")).to_be_visible()
