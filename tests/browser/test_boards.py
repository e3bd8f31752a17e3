"""Boards under the hand: pieces that are moved, sides that move again, cells too small for a finger, many games."""

from __future__ import annotations

import re
from dataclasses import asdict

from playwright.sync_api import expect

from browser.fixtures import OpenPage
from browser.play_page import PlayPage, settle
from kibitz.core.game import find_game
from kibitz.drawing.position_view import view_position

PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True}


def middle(page: PlayPage, row: int, column: int) -> tuple[float, float]:
    settle(page.page)
    box = page.cell(row, column).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_piece_is_chosen_and_then_says_where_it_can_go(open_page: OpenPage) -> None:
    page = open_page("/play?game=hexapawn")
    expect(page.board.locator("circle.movable")).to_have_count(3)
    page.cell(2, 1).click()
    expect(page.board.locator(".chosen")).to_have_count(1)
    expect(page.board.locator(".cell.goal")).to_have_count(1)
    page.cell(0, 0).click()  # a pawn of the other side: nothing is chosen any more
    expect(page.board.locator(".chosen")).to_have_count(0)
    page.cell(2, 0).click()
    page.cell(2, 1).click()  # another one instead
    page.cell(1, 1).hover()
    expect(page.board.locator(".ghost .comes")).to_have_count(1)
    page.click(1, 1)
    assert page.moves == ["b1b2"]


def test_a_piece_is_dragged(open_page: OpenPage) -> None:
    page = open_page("/play?game=hexapawn")
    expect(page.status).to_contain_text("to move")
    mouse = page.page.mouse
    for goal, plies in (((0, 2), 0), ((1, 1), 1)):  # where it cannot go, it goes back
        mouse.move(*middle(page, 2, 1))
        mouse.down()
        mouse.move(*middle(page, *goal), steps=3)
        mouse.up()
        expect(page.page.locator(".moves .move[data-ply]")).to_have_count(plies)
    assert page.moves == ["b1b2"]


def test_a_finger_drags_a_piece_and_elsewhere_scrolls_the_page(open_page: OpenPage) -> None:
    page = open_page("/play?game=checkers", viewport={"width": 390, "height": 600}, has_touch=True, is_mobile=True)
    fingers = page.page.context.new_cdp_session(page.page)

    def drag(start: tuple[float, float], end: tuple[float, float]) -> None:
        (x, y), (to_x, to_y) = start, end
        fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for part in (0.1, 0.3, 0.5, 0.7, 0.9, 1):
            point = {"x": x + part * (to_x - x), "y": y + part * (to_y - y)}
            fingers.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    drag(middle(page, 2, 1), middle(page, 3, 2))
    page.wait_for_plies(1)
    assert page.moves == ["9-14"]
    assert page.page.evaluate("scrollY") == 0
    drag(middle(page, 4, 1), (middle(page, 4, 1)[0], 20.0))  # from an empty square
    page.page.wait_for_function("scrollY > 0")


def test_a_piece_is_moved_with_the_keyboard(open_page: OpenPage) -> None:
    page = open_page("/play?game=hexapawn")
    page.cell(2, 1).focus()
    keyboard = page.page.keyboard
    keyboard.press("Enter")
    expect(page.cell(2, 1)).to_have_attribute("aria-label", re.compile("chosen, now say where it goes"))
    keyboard.press("Escape")
    expect(page.cell(2, 1)).to_have_attribute("aria-label", re.compile("can move"))
    keyboard.press("Enter")
    keyboard.press("ArrowUp")
    expect(page.cell(1, 1)).to_have_attribute("aria-label", re.compile("plays b1b2"))
    keyboard.press("Enter")
    page.wait_for_plies(1)
    assert page.moves == ["b1b2"]


def test_the_arrow_keys_reach_every_edge_between_dots(open_page: OpenPage) -> None:
    page = open_page("/play?game=dots-and-boxes:rows=2,columns=2")
    page.cell(0, 3).focus()
    reached = []
    for _ in range(5):  # rows of lines
        for key in ("ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowRight"):
            page.page.keyboard.press(key)
            reached.append(page.page.evaluate("document.activeElement.dataset.cell"))
        page.page.keyboard.press("ArrowDown")
    assert set(reached) == {f"{row},{column}" for row in range(5) for column in range(5) if (row + column) % 2}


def test_a_program_moves_on_while_it_is_its_turn(open_page: OpenPage) -> None:
    game = "dots-and-boxes:rows=1,columns=2&moves=b1+b3+d1+d3"
    page = open_page(f"/play?game={game}&second=alphabeta:depth=3,backend=reference")
    page.cell(1, 0).click()
    page.wait_for_plies(7)
    assert page.moves[5:] == ["c2", "e2"]  # both boxes, one after the other
    expect(page.ending).to_contain_text("lose")


def test_a_part_of_a_large_board_is_enlarged_for_a_finger(open_page: OpenPage) -> None:
    page = open_page("/play?game=mnk:width=26,height=26,k=5", **PHONE)
    expect(page.status).to_contain_text("to move")
    page.page.touchscreen.tap(*middle(page, 12, 12))
    expect(page.page.get_by_role("button", name="Whole board")).to_be_visible()
    settle(page.page)
    box = page.cell(12, 12).bounding_box()
    assert box is not None
    assert box["width"] > 30
    assert page.moves == []
    page.cell(12, 12).dispatch_event("click")  # a tap would be the second of a double tap to a quick browser
    page.wait_for_plies(1)
    assert page.moves == ["m13"]
    expect(page.page.get_by_role("button", name="Whole board")).to_have_count(0)


def test_a_game_is_found_by_a_part_of_its_name(open_page: OpenPage) -> None:
    page = open_page("/").page
    expect(page.locator(".family-name").first).to_have_text("Your own")
    expect(page.locator(".family").first.get_by_role("button")).to_have_text(["Treblecross"])
    field = page.get_by_label("Find a game")
    field.fill("morr")
    expect(page.locator(".game-card:visible .game-title")).to_have_count(3)
    expect(page.locator(".family-name:visible")).to_have_text(["Pieces"])
    field.fill("NOTAK")  # a further name of another game
    expect(page.locator(".game-card:visible .game-title")).to_have_text(re.compile("Notakto"))
    field.fill("draughts")  # what people also call it
    expect(page.locator(".game-card:visible .game-title")).to_have_text(["Checkers"])
    for name in ("Five in a row", "five-in-a-row", "gomoku"):  # a board with a card for itself
        field.fill(name)
        expect(page.locator(".game-card:visible .game-title")).to_have_text(["Five in a row"])
    page.locator(".game-card:visible").click()
    expect(page.locator(".setup h2")).to_have_text("Five in a row")
    expect(page.locator('.game-card[aria-pressed="true"]')).to_have_text("Five in a row")
    field.fill("hexap")
    field.press("Enter")
    expect(page.get_by_role("heading", name="Hexapawn")).to_be_visible()
    field.fill("chess")
    expect(page.get_by_text("No game is called “chess”.")).to_be_visible()


def test_the_second_player_of_hex_is_told_of_the_swap(open_page: OpenPage) -> None:
    page = open_page("/play?game=hex:size=3,swap=true&moves=b2")
    expect(page.status).to_contain_text("press “swap” to take over the stone")
    page.press("swap")
    expect(page.status).not_to_contain_text("swap")
    assert page.moves == ["b2", "swap"]


# Every colour of a large board, and those of the same board among the nodes of a tree, painted as on a canvas.
PAINTED = """async ([board, look, sides]) => {
  const { paintBoard } = await import("/static/microscope/picture/small_board.js");
  const { SvgCanvas } = await import("/static/microscope/picture/svg_canvas.js");
  const large = document.createElement("kibitz-board");
  document.body.append(large);
  large.show({ board, look, sides, label: "", bare: true });
  const small = new SvgCanvas(100, 100);
  const { rows, shape, links, texts, blocks } = board;
  const box = { x: 0, y: 0, width: 100, height: 100 };
  paintBoard(small, { rows, shape, links, texts, blocks }, { look, sides }, [], box, {});
  const shown = [...large.querySelectorAll(":is(.ground, .pieces, .front, .signs) :is(path, rect, circle, polygon)")];
  return {
    large: shown.map((part) => getComputedStyle(part).fill),
    small: [...small.element.children].map((part) => part.getAttribute("fill")),
    isWhole: [...small.element.children].every((part) => !/NaN|undefined/.test(part.outerHTML)),
  };
}"""


def test_a_board_in_a_tree_is_painted_as_the_large_one(open_page: OpenPage) -> None:
    page = open_page("/play?game=tic-tac-toe").page
    for name, moves in {
        "connect-four": "4 4 3",
        "othello": "d3 c3",
        "tic-tac-toe": "b2 a1",
        "hex:size=4": "b2 c2",
        "nine-mens-morris": "",
        "dots-and-boxes": "",
        "domineering": "",
        "chomp": "",
        "take-away": "2",
        "checkers": "",
        "hexapawn": "",
        "ultimate-tic-tac-toe": "",
    }.items():
        shown = view_position(find_game(name), moves)
        drawn = page.evaluate(PAINTED, [asdict(shown.board), shown.look, shown.sides])
        assert drawn["isWhole"], name
        assert set(drawn["large"]) <= set(drawn["small"]), name
