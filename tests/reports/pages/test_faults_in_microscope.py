"""What the microscope says about the faults of a published program."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.fixtures import new_page
from browser.microscope import Microscope
from kibitz.core.loading import load_game
from kibitz.play.players import SearchPlayer, find_player
from kibitz.play.positions import record_at
from kibitz.trees.formats.html_page import write_page
from kibitz.trees.recording import record_search


def test_a_page_of_a_faulty_program_names_its_faults_and_leads_to_them(browser: Browser, tmp_path: Path) -> None:
    game, player = load_game("connect-four:width=4,height=3,k=3"), find_player("replica-s0-alphabeta:depth=1")
    assert isinstance(player, SearchPlayer)
    recording = record_search(record_at(game, moves="1"), player)
    file = tmp_path / "faulty.html"
    file.write_text(write_page(recording), encoding="utf-8")
    page = new_page(browser)
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(file.as_uri())
    scope = Microscope(page)
    scope.wait_for_node(0)
    expect(page.locator(".fault-note")).to_contain_text(["S0-39 the root takes the greatest value"])
    page.get_by_role("button", name="S0-38").click()
    first = next(count.first for count in recording.fault_counts if count.id == "S0-38")
    scope.wait_for_node(first or 0)
    expect(page.locator(".fault-note")).to_contain_text(["Red does not get to answer 1: Yellow moves twice in a row."])
    expect(page.get_by_role("button", name="S0-41")).to_be_disabled()
