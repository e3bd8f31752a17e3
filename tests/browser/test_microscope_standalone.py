"""The page that carries its tree with it: the same microscope, without a server."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.fixtures import new_page
from browser.microscope import Microscope
from browser.play_page import settle
from kibitz.core.loading import load_game
from kibitz.core.searching import NodeKind
from kibitz.play.players import SearchPlayer, find_player
from kibitz.play.positions import record_at
from kibitz.trees.formats.html_page import write_page
from kibitz.trees.formats.kbz import read_kbz
from kibitz.trees.labels import points_text, value_text, window_text
from kibitz.trees.microscope.explanation_view import explain_replay_step
from kibitz.trees.microscope.point_of_view import PointOfView
from kibitz.trees.microscope.step_view import view_step
from kibitz.trees.recording import record_search
from kibitz.trees.search_tree import SearchTree

SEARCH = ("connect-four:width=4,height=4,k=3", "alphabeta:depth=5,backend=reference")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, SearchTree]:
    """A page that was written for a search, and the tree of that search."""
    folder = tmp_path_factory.mktemp("standalone")
    page, recording = folder / "t.html", folder / "t.kbz"
    command = [sys.executable, "-m", "kibitz", "tree", *SEARCH, "--out", str(page), "--record", str(recording)]
    subprocess.run(command, check=True, capture_output=True)
    return page, read_kbz(recording.read_bytes())


@pytest.fixture
def page(browser: Browser, files: tuple[Path, SearchTree]) -> Page:
    """The page from the disk; a request to anywhere or an error would fail the test."""
    page = new_page(browser)
    page.on("request", lambda request: pytest.fail(request.url) if not request.url.startswith("file:") else None)
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(files[0].as_uri())
    return page


def test_a_page_of_its_own_shows_the_recorded_numbers(page: Page, files: tuple[Path, SearchTree]) -> None:
    tree = files[1]
    scope = Microscope(page)
    for node in (0, 1, len(tree) // 3, len(tree) - 1):
        page.get_by_label("Find a node").fill(f"#{node}")
        page.get_by_label("Find a node").press("Enter")
        scope.wait_for_node(node)
        expect(scope.fact("value")).to_have_text(value_text(tree, node))
        expect(scope.fact("window")).to_have_text(window_text(tree, node))
        rows = tree.game.view(tree.state(node)).rows
        stones = page.locator(".node-panel .pieces > *")
        expect(stones).to_have_count(sum(mark in "XO" for mark in "".join(rows)))


def test_a_page_of_its_own_replays_to_every_cutoff_in_turn(page: Page, files: tuple[Path, SearchTree]) -> None:
    tree = files[1]
    scope = Microscope(page)
    left = {2 * (node + tree.size[node]) - tree.ply[node] - 1: node for node in range(len(tree)) if tree.is_cut(node)}
    assert len(left) > 5
    for step, node in sorted(left.items())[:5]:
        scope.press("Next cut-off")
        expect(page.locator(".clock")).to_contain_text(f"{step + 1:,} /")
        best = tree.value[node] if tree.is_max(node) else -tree.value[node]
        expect(scope.windows.last.locator("td").nth(3)).to_have_text(points_text(best))


def test_a_page_of_its_own_answers_questions_and_keeps_its_place(page: Page, files: tuple[Path, SearchTree]) -> None:
    tree = files[1]
    scope = Microscope(page)
    scope.press("Why this value?")
    line = " ".join(tree.game.move_name(tree.move[node]) for node in tree.line()[1:])
    expect(page.locator(".answer")).to_contain_text(line)
    scope.tab("Statistics")
    expect(page.locator(".scope-statistics .figures")).to_contain_text(f"{len(tree):,}")
    page.keyboard.press("p")
    expect(page).to_have_url(re.compile(f"#node={tree.line()[-1]}&"))
    page.reload()
    Microscope(page).wait_for_node(tree.line()[-1])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("moves", "searcher"),
    [("a1b2c3", "mcts:simulations=120,backend=reference"), ("a1b1c2", "proof:backend=reference")],
)
def test_a_page_of_its_own_replays_a_search_that_does_not_go_depth_first(
    browser: Browser, tmp_path: Path, moves: str, searcher: str
) -> None:
    player = find_player(searcher)
    assert isinstance(player, SearchPlayer)
    recording = record_search(record_at(load_game("tic-tac-toe"), moves=moves), player)
    (tmp_path / "t.html").write_text(write_page(recording), encoding="utf-8")
    page = new_page(browser)
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto((tmp_path / "t.html").as_uri())
    scope = Microscope(page)
    for pov in PointOfView:
        scope.press(f"for {recording.tree.game.sides[1]}" if pov == PointOfView.ROOT else "for the side to move")
        for step in (0, 37, recording.replay.steps - 1, 12):
            shown = view_step(recording, step, pov=pov)
            page.get_by_label("Step of the search").fill(str(step))
            expect(page.locator(".clock")).to_contain_text(f"{step + 1} /")
            expect(page.locator(".moment-sentence")).to_have_text(shown.sentence)
            numbers = scope.windows.locator("td:nth-child(3)")
            expect(numbers).to_have_text([at.best_text for at in shown.path])
            expect(page.locator(".window-path td:last-child")).to_have_text(
                [f"{at.tried} of {at.moves}" if at.moves else "" for at in shown.path]
            )
            page.locator(".moment-panel").get_by_role("button", name="Why?").click()
            why = explain_replay_step(recording, step, pov=pov).sentence
            expect(page.locator(".moment-panel .answer")).to_have_text(why)
    page.close()


def test_a_page_of_a_game_in_which_a_side_moves_again_draws_whose_turn_it_is(browser: Browser, tmp_path: Path) -> None:
    """Kalah: South's move into its own store gives South another turn, worth 4 less to South."""
    player = find_player("alphabeta:depth=4,backend=reference")
    assert isinstance(player, SearchPlayer)
    recording = record_search(record_at(load_game("kalah:pits=2,seeds=2")), player)
    tree = recording.tree
    (tmp_path / "kalah.html").write_text(write_page(recording), encoding="utf-8")
    page = new_page(browser)
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(f"{(tmp_path / 'kalah.html').as_uri()}#view=drawing")
    scope = Microscope(page)
    page.get_by_label("Find a node").fill("#1")
    page.get_by_label("Find a node").press("Enter")
    scope.wait_for_node(1)
    expect(scope.fact("value")).to_have_text("−4")
    expect(scope.fact("to move")).to_have_text("South")
    page.get_by_label("Find a node").fill("#0")
    page.get_by_label("Find a node").press("Enter")
    scope.wait_for_node(0)
    for name, pov in (("for South", PointOfView.ROOT), ("for the side to move", PointOfView.MOVER)):
        scope.press(name)
        settle(page)
        drawn = read_drawing(page, scope, tree)
        assert drawn == {
            node: (
                value_text(tree, node, for_max=pov.is_for_max(tree, node)),
                ("max" if tree.game.to_move(tree.state(node)) == tree.game.to_move(tree.root_state) else "min")
                if tree.kind[node] == NodeKind.INNER
                else NodeKind(tree.kind[node]).name.lower(),
            )
            for node in drawn
        }
        assert drawn[1] == ("−4", "max")
    page.get_by_label("Step of the search").fill(str(recording.replay.entered(1)))
    expect(scope.windows.locator("td:nth-child(2)")).to_have_text(["Max South", "Max South"])
    expect(page.locator(".pseudocode [aria-current]")).to_contain_text("where the same side moves again")
    page.close()


def read_drawing(page: Page, scope: Microscope, tree: SearchTree) -> dict[int, tuple[str, str]]:
    """For every node in the picture, its value and which sign stands before it: they are painted in this order."""
    svg = list(ElementTree.fromstring(scope.save("Picture as shown, SVG")[1]))
    names: dict[str, str] = page.evaluate(
        """() => Object.fromEntries(["max", "min", "terminal", "horizon"].map((name) => {
            const probe = document.querySelector(".scope-view").appendChild(document.createElement("span"));
            probe.style.color = `var(--${name})`;
            const { color } = getComputedStyle(probe);
            probe.remove();
            return [color, name];
        }))"""
    )
    shown = [
        (value.text or "", sign.get("fill", ""))
        for value, sign in pairwise(svg)
        if value.get("font-weight") == "600" and sign.get("fill") in names
    ]
    plies = next(ply for ply in range(99) if sum(at <= ply for at in tree.ply) >= len(shown))
    nodes = [node for node in range(len(tree)) if tree.ply[node] <= plies]
    return {node: (value, names[colour]) for node, (value, colour) in zip(nodes, shown, strict=True)}
