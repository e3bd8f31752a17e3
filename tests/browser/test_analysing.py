"""The analysis in the browser: scores on the board, the line, the graph, the terms, two searches compared."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.fixtures import OpenPage
from browser.play_page import settle
from helpers.naive import minimax
from kibitz.core.game import find_game
from kibitz.core.notation import parse_moves

SMALL = "connect-four:width=5,height=4"
LATE = "3241244221"  # ten stones of twenty on the small board


def test_the_scores_stand_over_the_columns(open_page: OpenPage) -> None:
    """On a small board, where minimax says what is right."""
    play_page = open_page(f"/analyse?game={SMALL}&moves={LATE}")
    expect(play_page.page.locator(".source")).to_contain_text("Exact")
    game = find_game(SMALL)
    state = game.initial()
    for move in parse_moves(game, LATE):
        state = game.play(state, move)
    truth = {game.move_name(move): -minimax(game, game.play(state, move), 20) for move in game.moves(state)}
    shown = {move: _sign(text) for move, text in play_page.scores().items()}
    assert shown == {move: (value > 0) - (value < 0) for move, value in truth.items()}
    heights = {play_page.board.locator(f'.score[data-move="{move}"]').bounding_box()["y"] for move in truth}  # type: ignore[index]  # every score is drawn
    assert len(heights) == 1
    assert max(heights) < play_page.cell(0, 0).bounding_box()["y"] + 60  # type: ignore[index]  # as is every cell


def test_the_empty_board_shows_the_published_scores(open_page: OpenPage) -> None:
    play_page = open_page("/analyse?game=connect-four")
    expect(play_page.page.locator(".source")).to_contain_text("Exact")
    expect(play_page.board.locator(".score")).to_have_count(7)
    shown = [int(play_page.scores()[column].replace("−", "-")) for column in "1234567"]
    assert shown == [-2, -1, 0, 1, 0, -1, -2]  # known_values.md
    expect(play_page.page.locator(".scores-list li .move")).to_have_text([*"4352617"])  # best first


def _sign(text: str) -> int:
    text = text.replace("−", "-")
    words = {"won": 1, "draw": 0, "lost": -1}
    return words[text] if text in words else (int(text) > 0) - (int(text) < 0)


def test_against_a_corner_only_the_centre_holds(open_page: OpenPage) -> None:
    play_page = open_page("/analyse?game=tic-tac-toe&moves=a1")
    expect(play_page.page.locator(".source")).to_contain_text("Exact")
    assert {move for move, text in play_page.scores().items() if _sign(text) == 0} == {"b2"}
    assert len(play_page.scores()) == 8
    expect(play_page.cell(1, 1)).to_have_attribute("aria-label", re.compile("score (0|draw), best"))


def test_the_switch_keeps_the_game(open_page: OpenPage) -> None:
    play_page = open_page("/play?game=tic-tac-toe&moves=a1b2")
    play_page.page.get_by_role("switch", name="Analyse").check()
    expect(play_page.board.locator(".score")).to_have_count(7)
    assert play_page.page.url.endswith("/analyse?game=tic-tac-toe&moves=a1b2")
    play_page.page.get_by_role("switch", name="Analyse").uncheck()
    expect(play_page.board.locator(".score")).to_have_count(0)


def test_the_expected_line_is_played_through_on_the_board(open_page: OpenPage) -> None:
    play_page = open_page("/analyse?game=tic-tac-toe&moves=a1b2")
    expect(play_page.page.locator(".source")).to_contain_text("Exact")  # before, the line may be one move long
    play_page.press("Play it through")
    expect(play_page.board.locator(".pieces > *")).to_have_count(3)
    play_page.page.locator(".line").get_by_role("button", name="Forward").click()
    expect(play_page.board.locator(".pieces > *")).to_have_count(4)
    expect(play_page.board.locator(".note")).to_have_count(2)
    play_page.press("Leave the line")
    expect(play_page.board.locator(".pieces > *")).to_have_count(2)
    assert play_page.query["moves"] == "a1b2"  # it was only looked at


def test_the_graph_marks_the_mistake_and_goes_there(open_page: OpenPage) -> None:
    play_page = open_page("/analyse?game=tic-tac-toe&moves=a1b1a2")  # b1 loses against a corner
    mistake = play_page.page.get_by_role("button", name=re.compile("^Move 2, O: b1\\?\\? b1 turned a draw into a loss"))
    expect(mistake).to_be_visible()
    expect(play_page.page.locator(".graph .point")).to_have_count(4)
    mistake.click()
    expect(play_page.board.locator(".pieces > *")).to_have_count(1)
    graph = play_page.page.locator(".graph svg")
    settle(play_page.page)
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": box["width"] - 14, "y": 40}, force=True)  # wherever it has moved to meanwhile
    expect(play_page.board.locator(".pieces > *")).to_have_count(3)


def test_another_weight_changes_the_evaluation_at_once(open_page: OpenPage) -> None:
    play_page = open_page("/analyse?game=connect-four:width=5,height=4&moves=3")
    total, weight = play_page.page.locator(".total strong"), play_page.page.get_by_label("Weight of one")
    before = total.inner_text()
    weight.fill("7")
    expect(total).to_have_text(f"−{7 * int(before.replace('−', ''))}")
    play_page.page.get_by_role("button", name="one", exact=True).click()
    expect(play_page.board.locator(".counted").first).to_be_attached()
    play_page.press("Default weights")
    expect(total).to_have_text(before)


def test_two_searches_are_compared(open_page: OpenPage) -> None:
    play_page = open_page("/analyse?game=tic-tac-toe&moves=a1b2")
    play_page.press("Compare")
    rows = play_page.page.locator(".compare-table tr", has_text="Positions").locator("td")
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_have_text(re.compile(r"\d"))
    settle(play_page.page)
    minimax_nodes, alphabeta_nodes = (int(re.sub(r"\D", "", text)) for text in rows.all_inner_texts())
    assert alphabeta_nodes < minimax_nodes


@pytest.mark.parametrize("game", ["take-away", "treblecross"])
def test_every_game_is_scored_on_its_board(open_page: OpenPage, game: str) -> None:
    play_page = open_page(f"/analyse?game={game}")
    expect(play_page.page.locator(".source")).to_contain_text("Exact")
    legal = play_page.page.locator(".scores-list li").count()
    expect(play_page.board.locator(".score")).to_have_count(legal)


def test_a_learned_player_says_what_it_expects(open_page: OpenPage) -> None:
    """The one that comes with Connect Four; where none has learned a game, nothing is said."""
    page = open_page("/analyse?game=connect-four").page
    card = page.get_by_role("region", name="Learned player")
    expect(card.get_by_label("Learned player")).to_contain_text("comes with Kibitz: imitation")
    rows = card.locator("tbody tr")
    expect(rows).to_have_count(7)
    expect(rows.first.locator("th")).to_have_text("4")  # the only move that wins
    shares = [float(text.split()[0]) for text in rows.locator("td").nth(0).all_inner_texts()]
    assert all(0 <= share <= 100 for share in shares)
    expect(open_page("/analyse?game=nim").page.get_by_role("region", name="Learned player")).to_be_hidden()
