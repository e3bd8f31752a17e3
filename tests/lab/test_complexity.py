"""How searches grow, beside what theory says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kibitz.cli.main import kibitz
from kibitz.core.game import find_game
from kibitz.lab.tools.growth import count_nodes_by_ply, effective_branching, minimal_leaves


def run(*words: str) -> Result:
    return CliRunner().invoke(kibitz, ["lab", "complexity", *words])


def test_the_minimal_tree_is_knuths_and_moores() -> None:
    assert [minimal_leaves(3, depth) for depth in (1, 2, 3, 4)] == [3, 5, 11, 17]


@pytest.mark.parametrize(("breadth", "depth"), [(1, 5), (2, 10), (3, 3), (7, 6)])
def test_the_effective_branching_of_a_uniform_tree_is_its_breadth(breadth: int, depth: int) -> None:
    nodes = sum(breadth**ply for ply in range(depth + 1))
    assert effective_branching(nodes, depth) == pytest.approx(breadth)


def test_the_plies_of_tic_tac_toe_add_up_to_its_tree() -> None:
    game = find_game("tic-tac-toe")
    plies = count_nodes_by_ply(game, game.initial(), 9)
    assert sum(nodes for nodes, _ in plies) == 549_946
    assert sum(nodes - going_on for nodes, going_on in plies) == 255_168


def test_take_away_grows_by_1_839_a_chip() -> None:
    """The root of x³ = x² + x + 1, and the sizes that were recomputed from a report."""
    found = json.loads(run("take-away:take=3", "--along", "chips", "--depth", "20", "--json").stdout)
    rows = {row["depth"]: row for row in found["rows"]}
    assert (rows[12]["tree"], rows[20]["tree"]) == (2_031, 266_079)
    assert rows[20]["tree_factor"] == pytest.approx(1.8393, abs=1e-4)
    assert all(row["nodes"] <= row["tree"] for row in found["rows"])


def test_b_is_the_number_of_moves_at_each_ply() -> None:
    """9, 8, 7 … on an empty board, though games end early; the products are those of 9!. Nobody needs less than 10
    nodes to look one ply ahead, and no exponent is given where b falls."""
    found = json.loads(run("tic-tac-toe", "--depth", "7", "--json").stdout)
    rows = found["rows"]
    assert [row["branching"] for row in rows] == [9, 8, 7, 6, 5, 4, 3]
    assert [row["all_of_b"] for row in rows] == [9, 72, 504, 3_024, 15_120, 60_480, 181_440]
    assert rows[0]["minimal"] == rows[0]["nodes"] == 10
    assert all(row["exponent"] is None for row in rows)
    said = run("tic-tac-toe", "--depth", "7").stdout
    assert "No exponent: b falls from 9 to 3, and the exponent x of b^(x d) is for trees with one b.\n" in said


def test_connect_four_from_the_middle_needs_no_more_than_the_minimal_tree() -> None:
    """7 moves at every ply: 343 + 343 - 1 leaves at depth 6, and the sum of them over the plies is the minimal tree."""
    found = json.loads(run("connect-four", "--order", "centre", "--depth", "6", "--json").stdout)
    assert [row["branching"] for row in found["rows"]] == [7] * 6
    minimal = 1 + sum(minimal_leaves(7, depth) for depth in range(1, 7))
    assert found["rows"][5]["minimal"] == found["rows"][5]["nodes"] == minimal == 1_249
    assert found["rows"][5]["leaves"] == minimal_leaves(7, 6) == 685
    assert (found["rows"][5]["all_of_b"], found["no_exponent"]) == (7**6, "")
    assert found["rows"][5]["exponent"] == pytest.approx(0.611, abs=1e-3)


def test_a_stored_tree_shows_its_memory() -> None:
    """S3's tables have time and memory by depth."""
    rows = json.loads(run("connect-four", "--searcher", "stored:prune=none", "--depth", "4", "--json").stdout)["rows"]
    assert [row["nodes"] for row in rows] == [8, 57, 400, 2_801]
    assert 0 < rows[0]["memory"] < rows[1]["memory"] < rows[2]["memory"] < rows[3]["memory"]
    assert all(row["seconds"] > 0 for row in rows)


def test_a_better_order_brings_the_search_nearer_to_the_minimal_tree(tmp_path: Path) -> None:
    picture = tmp_path / "growth.svg"
    common = ("tic-tac-toe", "--searcher", "alphabeta:backend=reference", "--depth", "5", "--json")
    natural, sorted_ = (
        json.loads(run(*common, *order).stdout)["rows"] for order in ((), ("--order", "centre", "--plot", str(picture)))
    )
    assert [row["tree"] for row in natural] == [10, 82, 586, 3_610, 18_730]
    assert natural[-1]["minimal"] < sorted_[-1]["nodes"] < natural[-1]["nodes"] < natural[-1]["tree"]
    text = picture.read_text(encoding="utf-8")
    assert all(label in text for label in ("minimax, counted", "b^(3d/4), theory", "minimal tree, theory"))


def test_the_table_shows_what_the_json_says() -> None:
    result = run("tic-tac-toe", "--searcher", "minimax:backend=reference,eval=zero", "--depth", "3", "--moves", "b2")
    assert result.exit_code == 0
    first, headings, *rows, last = result.stdout.splitlines()
    assert first == "minimax:eval=zero on mnk:width=3,height=3,k=3 after b2"
    assert headings.split()[:5] == ["depth", "nodes", "factor", "time", "memory"]
    assert [row.split()[:2] for row in rows] == [["1", "9"], ["2", "65"], ["3", "401"]]
    assert last.startswith("No exponent: b falls from 8 to 6")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("tic-tac-toe", "--depth", "0"), "depth=0 is not allowed"),
        (("tic-tac-toe", "--searcher", "alphabeta:depth=3"), "--depth gives the depth"),
        (("take-away", "--along", "chip"), "did you mean chips?"),
        (("take-away", "--along", "chips", "--moves", "1"), "give only one"),
        (("tic-tac-toe", "--moves", "a1b1a2b2a3"), "The game is over there"),
        (("tic-tac-toe", "--depth", "1", "--plot", "x.png"), "drawn as .svg"),
        (("tic-tac-toe", "--order", "best"), "there is no order 'best'"),
    ],
)
def test_what_cannot_be_measured_is_refused(words: tuple[str, ...], sentence: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert sentence in result.output
