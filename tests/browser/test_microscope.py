"""The microscope in a real browser: large trees, replay, links, comparison, files."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.fixtures import OpenPage
from browser.microscope import Microscope
from kibitz.trees.formats.kbz import read_kbz
from kibitz.trees.labels import points_text, value_text, window_text
from kibitz.trees.search_tree import SearchTree

LARGE = "/tree?game=connect-four&searcher=alphabeta:depth=8"
SMALL = "/tree?game=connect-four:width=4,height=4,k=3&moves=12&searcher=alphabeta:depth=4,backend=reference"
PNG = b"\x89PNG\r\n\x1a\n"


def recorded(scope: Microscope) -> SearchTree:
    """The tree as the server has it."""
    return read_kbz(scope.ask("export", format="kbz").body())


def test_a_tree_of_100_000_nodes_is_stepped_to_a_cutoff_and_shows_the_recorded_window(open_page: OpenPage) -> None:
    scope = Microscope(open_page(LARGE).page)
    tree = recorded(scope)
    assert len(tree) > 100_000
    for _ in range(3):
        scope.press("Next cut-off")
        expect(scope.windows.last).to_have_class(re.compile("cut"))
        node = json.loads(scope.ask("step", step=int(scope.query["step"])).body())["node"]
        assert tree.is_cut(node)
        low, high = tree.alpha[node], tree.beta[node]
        reached = tree.value[node]  # what alpha has risen to when the cut-off is made
        shown, why = ["closed", points_text(high)], f"closed: best {points_text(reached)} ≥ beta {points_text(high)}"
        if not tree.is_max(node):
            shown = [points_text(-high), "closed"]
            why = f"closed: best {points_text(-reached)} ≤ alpha {points_text(-high)}"
        expect(scope.page.locator(".window-path tfoot")).to_contain_text(why)
        expect(scope.windows.last.locator(".alpha")).to_have_text(shown[0])
        expect(scope.windows.last.locator(".beta")).to_have_text(shown[1])
        assert reached >= high > low
        expect(scope.windows.last.locator("th")).to_have_text(tree.game.move_name(tree.move[node]))
        assert scope.windows.count() == tree.ply[node] + 1
        step = int(scope.query["step"])
        expect(scope.page.locator(".pseudocode [aria-current]")).to_contain_text("beta")
        scope.press("One step")
        expect(scope.page.locator(".clock")).to_contain_text(f"{step + 2:,} /")


def test_a_link_leads_to_its_node(open_page: OpenPage) -> None:
    scope = Microscope(open_page(LARGE + "&node=54321").page)
    scope.wait_for_node(54_321)
    tree = recorded(scope)
    expect(scope.fact("value")).to_have_text(value_text(tree, 54_321))
    expect(scope.fact("window")).to_have_text(window_text(tree, 54_321))
    names = [tree.game.move_name(move) for move in tree.moves_to(54_321)]
    expect(scope.page.locator(".node-path button")).to_have_text(["root", *names])
    again = Microscope(open_page(scope.page.url[scope.page.url.index("/tree") :]).page)
    again.wait_for_node(54_321)


def test_the_keyboard_walks_the_tree_and_the_address_follows(open_page: OpenPage) -> None:
    scope = Microscope(open_page(SMALL).page)
    tree = recorded(scope)
    scope.canvas.focus()
    first, second, *_ = tree.children(0)
    for key, node in (("ArrowDown", first), ("ArrowRight", second), ("ArrowLeft", first), ("ArrowUp", 0)):
        scope.page.keyboard.press(key)
        scope.wait_for_node(node)
        assert scope.query["node"] == str(node)
    assert "value" in scope.page.locator("#announcer").inner_text()
    scope.page.keyboard.press("p")
    scope.wait_for_node(tree.line()[-1])


def test_a_node_is_chosen_by_a_click_on_the_map(open_page: OpenPage) -> None:
    scope = Microscope(open_page(SMALL + "&view=map").page)
    tree = recorded(scope)
    box = scope.canvas.bounding_box()
    assert box is not None
    last = tree.children(0)[-1]
    scope.canvas.click(position={"x": box["width"] - 20, "y": box["height"] / 4})
    expect(scope.fact("number")).not_to_have_text("#0")
    chosen = int(scope.query["node"])
    assert last <= chosen < last + tree.size[last]


def test_replay_runs_to_a_condition_and_plays_until_it(open_page: OpenPage) -> None:
    scope = Microscope(open_page(SMALL).page)
    tree = recorded(scope)
    page = scope.page
    page.get_by_label("Run to").select_option("move")
    page.get_by_label("Which").fill("3")
    page.get_by_role("button", name="Run forward").click()
    expect(scope.windows.last.locator("th")).to_have_text("3")
    node = next(
        node for node in range(len(tree)) if tree.parent[node] >= 0 and tree.game.move_name(tree.move[node]) == "3"
    )
    expect(page.locator(".clock")).to_contain_text(f"{2 * node - tree.ply[node] + 1:,} /")
    page.get_by_label("Run to").select_option("cutoff")
    page.get_by_label("stop there").check()
    page.get_by_label("Speed").fill("60")
    scope.press("Play")
    expect(scope.windows.last).to_have_class(re.compile("cut"))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()  # it has stopped there
    page.keyboard.press("Escape")
    expect(page.locator(".clock")).to_have_text("all")


def test_it_tells_why_a_node_was_cut_and_where_a_value_comes_from(open_page: OpenPage) -> None:
    scope = Microscope(open_page(LARGE).page)
    tree = recorded(scope)
    cut = next(
        node for node in range(len(tree)) if tree.is_cut(node) and tree.ghosts(node) and len(tree.line(node)) > 2
    )
    scope.page.get_by_label("Find a node").fill(f"#{cut}")
    scope.page.get_by_label("Find a node").press("Enter")
    scope.wait_for_node(cut)
    scope.press("Why cut here?")
    refutation = tree.source(cut)
    assert refutation is not None
    expect(scope.page.locator(".answer")).to_contain_text(tree.game.move_name(tree.move[refutation]))
    expect(scope.panel.locator(".ghost-row")).to_have_count(len(tree.ghosts(cut)))
    scope.press("Why this value?")
    expect(scope.page.locator(".leaf-terms tbody tr").first).to_be_visible()
    scope.press("To the leaf")
    scope.wait_for_node(tree.line(cut)[-1])


def test_two_searches_are_compared_side_by_side(open_page: OpenPage) -> None:
    scope = Microscope(open_page("/tree?game=connect-four&searcher=minimax:depth=4&other=alphabeta:depth=4").page)
    expect(scope.page.locator(".scope-view canvas")).to_have_count(2)
    answer = scope.page.locator(".compare-panel .answer")
    expect(answer).to_contain_text("2,801")  # 1 + 7 + 49 + 343 + 2401: nobody can lose in four moves
    visited = json.loads(scope.ask("about").body())["nodes"]
    assert visited in (2_801, 822)
    expect(scope.page.locator(".compare-panel .bars tbody tr")).to_have_count(5)
    scope.press("Go there")
    scope.tab("Node")
    expect(scope.fact("number")).not_to_have_text("#0")
    scope.press("End the comparison")
    expect(scope.page.locator(".scope-view canvas")).to_have_count(1)


@pytest.mark.parametrize("view", ["map", "drawing"])
def test_what_is_shown_is_saved_as_a_picture(open_page: OpenPage, view: str) -> None:
    scope = Microscope(open_page(f"{SMALL}&view={view}").page)
    name, svg = scope.save("Picture as shown, SVG")
    assert name.endswith(".svg")
    drawn = ElementTree.fromstring(svg)
    texts = {each.text for each in drawn.iter("{http://www.w3.org/2000/svg}text")}
    assert {"1", "2", "3"} <= texts
    name, png = scope.save("Picture as shown, PNG")
    assert name.endswith(".png")
    assert png.startswith(PNG)
    assert len(png) > 2_000


def test_a_subtree_is_saved_as_data_and_a_log_is_read_back(open_page: OpenPage, tmp_path: Path) -> None:
    scope = Microscope(open_page(SMALL).page)
    tree = recorded(scope)
    _, dot = scope.save("Subtree as DOT")
    assert dot.startswith(b"digraph")
    _, as_json = scope.save("Subtree as JSON")
    assert json.loads(as_json)
    name, log = scope.save("Subtree as a text log")
    assert f"Nodes: {len(tree)}".encode() in log
    (tmp_path / name).write_bytes(log)
    scope.page.get_by_role("link", name="Microscope").click()
    scope.press("Another search")
    scope.page.get_by_label("Recording").set_input_files(tmp_path / name)
    expect(scope.page).to_have_url(re.compile("tree="))
    expect(scope.page.locator(".scope-head .about")).to_contain_text(f"{len(tree)} nodes")


def test_a_damaged_recording_is_refused_with_a_sentence(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("/tree", refusal=True).page
    (tmp_path / "broken.kbz").write_bytes(b"\x89KBZ\r\n\x1a\nnothing of use")
    page.get_by_label("Recording").set_input_files(tmp_path / "broken.kbz")
    expect(page.get_by_role("alert")).to_contain_text("cut short")


def test_a_search_is_chosen_recorded_and_shown(open_page: OpenPage) -> None:
    page = open_page("/tree?game=tic-tac-toe&moves=a1b2").page
    page.get_by_label("Search").select_option(label="Minimax, 3 plies")
    page.get_by_role("button", name="Record the search").click()
    scope = Microscope(page)
    assert scope.query == {
        "game": "tic-tac-toe",
        "moves": "a1b2",
        "searcher": "minimax:depth=3",
        "view": "map",
        "node": "0",
    }
    expect(page.locator(".scope-head .about")).to_contain_text("260 nodes")  # 1 + 7 + 7·6 + 7·6·5


def test_a_tree_of_ten_nodes_is_drawn_as_in_a_textbook(open_page: OpenPage) -> None:
    scope = Microscope(open_page("/tree?game=take-away:chips=4,take=2&searcher=minimax:depth=9,backend=reference").page)
    expect(scope.page.get_by_role("button", name="Drawing")).to_have_attribute("aria-pressed", "true")
    drawn = ElementTree.fromstring(scope.save("Picture as shown, SVG")[1])
    tree = recorded(scope)
    values = [each.text for each in drawn.iter("{http://www.w3.org/2000/svg}text") if each.get("font-weight") == "600"]
    assert len(values) == 2 * len(tree) - 1  # a value for every node, a move for every edge


@pytest.mark.parametrize("address", [SMALL, SMALL + "&step=9", "/tree"])
def test_the_microscope_is_no_wider_than_a_phone(open_page: OpenPage, address: str) -> None:
    page = open_page(address, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True).page
    expect(page.locator(".scope-view, .setting-board").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_analysis_leads_to_the_microscope(open_page: OpenPage) -> None:
    page = open_page("/analyse?game=tic-tac-toe&moves=a1b2c3").page
    page.get_by_role("link", name="Open both in the microscope").click()
    scope = Microscope(page)
    expect(page.locator(".scope-view canvas")).to_have_count(2)
    assert scope.query["moves"] == "a1b2c3"
