"""Boards of every shape, in text and in SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from textwrap import dedent

import pytest

import kibitz
from kibitz.cli.terminal.coloured_board import draw_board
from kibitz.core.game import View, find_game
from kibitz.drawing.board_svg import BoardDrawing, find_changed_cells
from kibitz.drawing.board_text import format_board
from kibitz.drawing.geometry import Geometry
from kibitz.drawing.position_view import view_game, view_position
from kibitz.play.positions import record_from

SVG = "{http://www.w3.org/2000/svg}"

DRAWN = {
    ("hex:size=3", "b2 a1"): """
        a   b   c
     1 (O)  ·   ·
       2  ·   X   ·
         3  ·   ·   ·
       Red X × 1   Blue O × 1
    """,
    ("three-mens-morris", "b2 a1 a3"): """
       a   b   c
    3 (X)──·───·
       │ ╲ │ ╱ │
    2  ·───X───·
       │ ╱ │ ╲ │
    1  O───·───·
       White X × 2   Black O × 1
       Men in hand: White 1, Black 2.
    """,
    ("dots-and-boxes:rows=1,columns=2", "b1 a2 c2 b3"): """
      a b c d e
    1 ●───● · ●
    2 │ O │   ·
    3 ●═══● · ●
       Boxes: X 0, O 1.
    """,
    ("kalah:pits=3,seeds=2", "2"): """
     ┌─────────────────────┐
     │       2   2   2     │
     │   0               1 │
     │       2  (0)  3     │
     └─────────────────────┘
             1       3
      North above   South below
    """,
    ("checkers", "11-15 22-18 15x22"): """
          ┌────────────────────────┐
      1-4 │    x     x     x     x │
      5-8 │ x     x     x     x    │
     9-12 │    x     x     ·     x │
    13-16 │ ·     ·     ·     ·    │
    17-20 │    ·     ·     ·     · │
    21-24 │ o    (x)    o     o    │
    25-28 │    o     o     o     o │
    29-32 │ o     o     o     o    │
          └────────────────────────┘
           Black men x × 12   White men o × 11
    """,
}


REMARKS = [
    ("checkers", "W:W15:B11,1 15x", "White continues capturing with the piece on 15."),
    ("checkers", "W:W15:B11,1", ""),
    ("nine-mens-morris", None, "Men in hand: White 9, Black 9."),
    ("dots-and-boxes", None, "Boxes: X 0, O 0."),
    ("connect-four", None, ""),
]


@pytest.mark.parametrize(("game", "position", "remark"), REMARKS)
def test_what_the_board_does_not_show_is_said_below_it(game: str, position: str | None, remark: str) -> None:
    record = record_from(find_game(game), position, "")
    assert view_game(record).remark == remark
    assert remark in format_board(record)


def test_who_made_a_mill_is_told_to_remove_a_man() -> None:
    view = view_position(find_game("six-mens-morris"), "a1 b2 c1 b4 e1")
    assert view.remark == "Men in hand: White 3, Black 4. White removes a man."


def lines(text: str) -> list[str]:
    """A drawing without the indentation it has in this file."""
    return [line.rstrip() for line in dedent(text.strip("\n")).rstrip().splitlines()]


@pytest.mark.parametrize(("game", "moves"), DRAWN)
def test_a_board_of_any_shape_is_drawn_as_text(game: str, moves: str) -> None:
    drawn = format_board(record_from(find_game(game), None, moves))
    assert lines(dedent(drawn)) == lines(DRAWN[game, moves]), f"\n{drawn}"


def test_every_character_of_a_board_has_a_plain_form() -> None:
    for game, moves in DRAWN:
        text = draw_board(record_from(find_game(game), None, moves), ascii_only=True).plain
        assert text.isascii(), text


def test_heavier_lines_set_off_the_parts_of_a_board() -> None:
    drawn = lines(str(kibitz.position("ultimate-tic-tac-toe", moves="e5")))
    assert drawn[1].strip() == "┌─────────┬─────────┬─────────┐"
    assert drawn[5].strip() == "├─────────┼─────────┼─────────┤"
    assert drawn[7].count("+") == 2  # the second side must play in the middle
    assert "(X)" in drawn[7]


def elements(game: str, moves: str = "") -> dict[str, list[ElementTree.Element]]:
    """The parts of a picture by their tags; that it parses is part of every test."""
    root = ElementTree.fromstring(kibitz.position(game, moves=moves).svg())
    found: dict[str, list[ElementTree.Element]] = {}
    for element in root.iter():
        found.setdefault(element.tag.removeprefix(SVG), []).append(element)
    return found


def test_a_hexagon_has_its_six_neighbours_one_cell_away() -> None:
    geometry = Geometry([View((".....",) * 5, {}, shape="hexagons")])
    x, y = geometry.at((2, 2))
    for cell in ((2, 1), (2, 3), (1, 2), (3, 2), (1, 3), (3, 1)):
        right, down = geometry.at(cell)
        assert (right - x) ** 2 + (down - y) ** 2 == pytest.approx(1)
    path = elements("hex:size=5")["path"][-1]
    assert path.attrib["d"].count("Z") == 25  # one outline a cell


def test_points_are_joined_by_the_lines_of_the_view() -> None:
    found = elements("nine-mens-morris", "a7 d7")
    links = kibitz.game("nine-mens-morris").view(kibitz.game("nine-mens-morris").initial()).links
    assert found["path"][0].attrib["d"].count("M") == len(links)
    assert len(found["circle"]) == 24 + 2 + 1  # the points, two men, the mark of the last move


def test_edges_run_between_dots_and_boxes_are_signed() -> None:
    found = elements("dots-and-boxes:rows=1,columns=2", "b1 a2 c2 b3")
    assert len(found["circle"]) == 6  # dots
    drawn = [path for path in found["path"] if path.attrib.get("stroke-linecap") == "round"]
    assert len(drawn) == 4
    assert "O" in [text.text for text in found["text"]]


def test_pits_say_their_numbers_and_a_store_is_tall() -> None:
    found = elements("kalah:pits=3,seeds=2", "2")
    assert [text.text for text in found["text"]] == ["0", "2", "2", "2", "2", "0", "3", "1"]
    heights = sorted({float(rect.attrib["height"]) for rect in found["rect"] if "x" in rect.attrib})
    assert len(heights) == 2
    assert heights[1] > 2 * heights[0]


def test_a_king_wears_a_crown_and_men_stand_on_dark_squares() -> None:
    assert "polygon" not in elements("checkers")
    game = find_game("checkers")
    crowned = kibitz.position("checkers", position="B:WK18:B1")
    board = BoardDrawing(game, [game.view(crowned.state)])
    assert board.draw_marks(game.view(crowned.state)).count("<polygon") == 1
    assert board.ground().count("z") == 32


def test_sides_named_after_colours_have_them() -> None:
    drawn = kibitz.position("hex:size=3", moves="b2 a1").svg()
    assert drawn.count("#c23a26") == drawn.count("#2f62a8") == 2  # a border and a stone of each


def test_the_last_move_is_what_was_taken_or_left_and_where_a_piece_went() -> None:
    plain, took = View(("XO", ".."), {}), View((".X", ".."), {})
    assert find_changed_cells(plain, took) == {(0, 0), (0, 1)}  # X went where O stood
    assert find_changed_cells(View(("XO.",), {}), View(("XXX",), {})) == {(0, 2)}  # O was only turned over
    sown = View(("**",), {}, shape="pits", texts={(0, 0): "0", (0, 1): "3"})
    before = View(("**",), {}, shape="pits", texts={(0, 0): "1", (0, 1): "2"})
    assert find_changed_cells(before, sown) == {(0, 0), (0, 1)}


def test_a_board_of_26_by_26_cells_is_drawn() -> None:
    found = elements("mnk:width=26,height=26,k=5", "m13 n14")
    assert [text.text for text in found["text"]][:26] == [chr(97 + i) for i in range(26)]
    assert format_board(record_from(find_game("mnk:width=26,height=26,k=5"), None, "")).count("·") == 676
