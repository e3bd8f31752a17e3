"""A lesson with the microscope: the replay in both views, questions during it, links, and the way from a game to it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from browser.fixtures import OpenPage
from browser.microscope import Microscope
from browser.play_page import settle

SMALL = "game=connect-four:width=4,height=4,k=3&moves=12"
SEARCHES = {
    "alphabeta": f"{SMALL}&searcher=alphabeta:depth=3,backend=reference",
    "pvs": f"{SMALL}&searcher=pvs:depth=3,backend=reference",
    "mtd": "game=othello:size=4&searcher=mtd:depth=3,eval=discs,backend=reference",
    "mcts": "game=tic-tac-toe&moves=a1b2c3&searcher=mcts:simulations=80,backend=reference",
    "proof": "game=tic-tac-toe&moves=a1b1c2&searcher=proof:backend=reference",
}
STEPS = 50  # that are played in either view
FEW_PIXELS = {"width": 1040, "height": 480}  # which are painted sooner
FASTEST_SHOWN = 37  # of the slider: about 59 steps a second, each of which is shown

# Plays on, and tells for every step where its node was painted on each canvas.
PLAY = """async ([steps, speed]) => {
  const canvases = [...document.querySelectorAll(".scope-view canvas")];
  const slider = document.querySelector(".speed input");
  slider.value = speed;
  slider.dispatchEvent(new Event("input"));
  const step = () => Number(document.querySelector(".clock").textContent.split("/")[0].replace(",", "")) - 1;
  const play = document.querySelector(".replay .primary");
  const seen = canvases.map(() => ({}));
  const watchers = canvases.map((canvas, i) => {
    const look = () => {
      const [at, ...rest] = (canvas.dataset.shown ?? "").split(" ");
      if (at) seen[i][at] = rest.map(Number);
    };
    const watcher = new MutationObserver(look);
    look();
    watcher.observe(canvas, { attributes: true, attributeFilter: ["data-shown"] });
    return watcher;
  });
  play.click();
  while (step() < steps || !(steps in seen[0])) await new Promise(requestAnimationFrame);
  if (play.textContent === "Pause") play.click();
  watchers.forEach((watcher) => watcher.disconnect());
  return seen.map((found, i) => [found, canvases[i].clientWidth, canvases[i].clientHeight]);
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


def go_to(scope: Microscope, step: int) -> None:
    slider = scope.page.get_by_label("Step of the search")
    slider.fill(str(step))
    expect(scope.page.locator(".clock")).to_contain_text(f"{step + 1:,} /")
    expect(scope.page.locator(".moment-panel .window-path tbody tr").first).to_be_attached()
    expect(scope.canvas.first).to_have_attribute("data-shown", re.compile(f"^{step} "))
    settle(scope.page)


def steps_of(scope: Microscope, count: int) -> list[dict[str, Any]]:
    moments: list[dict[str, Any]] = scope.ask("steps", **{"from": 0}, count=count).json()["moments"]
    return moments


def check_played(played: list[Any], recorded: list[int], steps: int) -> None:
    """Every step after the first was painted: the node of the recorded event, somewhere on its canvas."""
    seen, width, height = played
    assert set(map(int, seen)) >= set(range(1, steps))
    for step, (node, left, top, right, bottom) in seen.items():
        assert node == recorded[int(step)], step
        assert right > 0 <= left < width, (step, left, right, width)
        assert bottom > 0 <= top < height, (step, top, bottom, height)


@pytest.mark.slow
@pytest.mark.parametrize("search", SEARCHES)
def test_play_follows_the_search_in_both_views_and_shows_nothing_early(open_page: OpenPage, search: str) -> None:
    scope = Microscope(open_page(f"/tree?{SEARCHES[search]}&view=map", viewport=FEW_PIXELS).page)
    page = scope.page
    recorded = [moment["node"] for moment in steps_of(scope, STEPS + 20)]
    assert len(recorded) > STEPS
    knows = find_out_what_is_known(scope)
    page.evaluate(LISTEN)
    for view in ("Map", "Drawing"):
        scope.press(view)
        go_to(scope, 0)
        expect(page.get_by_role("tab", name="Replay")).to_have_attribute("aria-selected", "true")
        (played,) = page.evaluate(PLAY, [STEPS, FASTEST_SHOWN])
        check_played(played, recorded, STEPS)
        shown = 0
        for step in random.Random(7).sample(range(scope.ask("about").json()["steps"]), 3):
            go_to(scope, step)
            page.evaluate("window.painted = []")
            scope.press("Zoom in")  # paints once more
            settle(page)
            values = {text for text in page.evaluate("window.painted") if VALUE.fullmatch(text)}
            assert values <= knows(step), (view, step)
            shown += len(values)
        assert shown


def test_a_step_is_painted_in_sight_while_the_details_of_its_node_are_on_their_way(open_page: OpenPage) -> None:
    """MTD(f) searches the tree several times; the map shows another one of them before the first step."""
    scope = Microscope(open_page(f"/tree?{SEARCHES['mtd']}&view=map", viewport=FEW_PIXELS).page)
    details: list[Route] = []
    scope.page.route("**/api/tree/node?*", lambda route: details.append(route))
    scope.page.get_by_label("Step of the search").fill("0")
    expect(scope.canvas).to_have_attribute("data-shown", re.compile("^0 0 "))
    box = scope.canvas.bounding_box()
    assert box is not None
    assert 0 <= int(str(scope.canvas.get_attribute("data-shown")).split()[2]) < box["width"]
    (held,) = details
    held.continue_()


VALUE = re.compile(
    r"([≥≤] )?[+−]\d+( proven)?|0 proven|[+−]\d\.\d\d|0\.00"  # values
    r"|[\d,]+ visits?|[\d∞]+ / [\d∞]+"  # and what stands below them
)


def find_out_what_is_known(scope: Microscope) -> Callable[[int], set[str]]:
    """By the recording: the values and numbers that a search knew at a step."""
    about = scope.ask("about").json()
    count = about["nodes"]
    if not about["depth_first"]:
        ids = ",".join(map(str, range(min(400, count))))

        def known(step: int) -> set[str]:
            nodes = scope.ask("known", step=step, ids=ids).json()["nodes"]
            return {text for node in nodes for text in (node["value"], node["note"])}

        return known
    nodes = [card for first in range(0, count, 200) for card in cards(scope, first, count)]
    left = [(2 * (card["node"] + card["size"]) - card["ply"] - 1, card["value"]) for card in nodes]
    return lambda step: {value for when, value in left if when <= step}


@pytest.mark.slow
def test_two_searches_are_replayed_together(open_page: OpenPage) -> None:
    first, second = "minimax:depth=2,backend=reference", "alphabeta:depth=2,backend=reference"
    address = f"/tree?{SMALL}&searcher={first}&other={second}&view=drawing"
    scope = Microscope(open_page(address, viewport=FEW_PIXELS).page)
    page, captions = scope.page, scope.page.locator(".view-caption")
    expect(page.locator(".replay")).to_contain_text("Both searches advance together")
    steps, server = scope.page.locator(".clock"), "{0.scheme}://{0.netloc}".format(urlsplit(page.url))

    def record(searcher: str) -> list[int]:
        position = {"game": "connect-four:width=4,height=4,k=3", "moves": "12"}
        told = page.request.get(f"{server}/api/tree/record", params={**position, "searcher": searcher}).text()
        found = re.search(r"event: recorded\ndata: (.*)", told)
        assert found, told
        query = {"tree": json.loads(found[1])["tree"], "from": 0, "count": 300}
        moments = page.request.get(f"{server}/api/tree/steps", params=query).json()["moments"]
        return [moment["node"] for moment in moments]

    longer, shorter = record(first), record(second)
    assert len(longer) > len(shorter)
    go_to(scope, 0)
    played = page.evaluate(PLAY, [len(longer) - 1, FASTEST_SHOWN])
    check_played(played[0], longer, len(longer))
    check_played(played[1], shorter, len(shorter))
    expect(steps).to_contain_text(f"{len(longer)} / {len(longer)}")
    expect(captions.nth(1)).to_contain_text(f"has ended after {len(shorter)} steps")
    go_to(scope, 3)
    expect(captions.nth(0)).to_contain_text(f"step 4 of {len(longer)}: ")
    expect(captions.nth(1)).to_contain_text(f"step 4 of {len(shorter)}: ")
    scope.press("Leave")
    expect(captions.nth(1)).to_have_text("alphabeta:depth=2")


def cards(scope: Microscope, first: int, nodes: int) -> list[dict[str, Any]]:
    ids = ",".join(map(str, range(first, min(first + 200, nodes))))
    found: list[dict[str, Any]] = scope.ask("nodes", ids=ids).json()["nodes"]
    return found


@pytest.mark.slow
def test_why_answers_about_the_step_that_is_shown(open_page: OpenPage) -> None:
    for search in ("alphabeta", "mcts"):
        scope = Microscope(open_page(f"/tree?{SEARCHES[search]}").page)
        steps = scope.ask("about").json()["steps"]
        assert steps > 5
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
    children = sorted(scope.ask("node", node=0).json()["children"], key=lambda child: -child["merit"])
    rows = scope.panel.locator(".children tbody tr:not(.ghost-row) th")
    expect(rows).to_have_text([child["move"] for child in children])  # best first
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
    expect(page.locator(".examples li")).to_have_count(8)
    page.get_by_role("link", name="Alpha-beta on tic-tac-toe").click()
    expect(page.locator(".scope-head .about")).to_contain_text("12 nodes")
    again = open_page("/tree?example=fault").page
    expect(again.locator(".scope-view canvas")).to_have_count(2)


def test_the_projector_enlarges_and_nothing_sticks_out(open_page: OpenPage, server: str) -> None:
    page = open_page(f"/tree?{SEARCHES['alphabeta']}&step=9", viewport={"width": 740, "height": 360}).page
    expect(page.locator(".moment-panel .window-path")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 740
    size = page.evaluate("getComputedStyle(document.documentElement).fontSize")
    page.get_by_role("button", name="Projector").click()
    settle(page)
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > float(size[:-2])
    assert page.evaluate("document.documentElement.scrollWidth") <= 740
    page.emulate_media(media="print")
    expect(page.locator(".scope-tools")).to_be_hidden()
    expect(page.locator(".scope-view canvas")).to_be_visible()
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 360, "height": 740})
    for address in (f"{SEARCHES['mcts']}&step=9", f"{SEARCHES['alphabeta']}&other=minimax:depth=2,backend=reference"):
        page.goto(f"{server}/tree?{address}")
        Microscope(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
