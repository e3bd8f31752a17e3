"""The move-tree log of S1: its lines, and what is said of a damaged one."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.trees import SEARCHES, othello_tree, tree_of
from kibitz.core.errors import BadFile
from kibitz.trees.formats.text_log import read_log, write_log


def test_log_begins_with_the_root_board() -> None:
    lines = write_log(othello_tree()).splitlines()
    assert lines[:10] == [
        "Root",
        "  a b c d e f g h",
        "1 . . . . . . . .",
        "2 . . . . . . . .",
        "3 . . . . . . . .",
        "4 . . . O X . . .",
        "5 . . . X O . . .",
        "6 . . . . . . . .",
        "7 . . . . . . . .",
        "8 . . . . . . . .",
    ]
    assert lines[10:15] == [
        "Game: othello:size=8",
        f"Position: {'-' * 27}OX------XO{'-' * 27} X",
        "Searcher: alphabeta:depth=3,eval=discs",
        "Max player: BLACK",
        "Nodes: 37",
    ]


def test_log_has_the_lines_of_the_report() -> None:
    lines = write_log(othello_tree()).splitlines()[16:]
    forms = (
        r"Depth: \d, ID: \d+, ParentID: (none|\d+)(, MOVE \(\d, \d\) by (BLACK|WHITE))?, to search: \d, window: \(.+\)",
        r"\[START Explore children of (ROOT|MOVE \(\d, \d\) by (BLACK|WHITE))\]",
        r"\[END Explore children of (ROOT|MOVE \(\d, \d\) by (BLACK|WHITE))\]\. Eval = -?\d+ and bestEval = -?\d+",
        r"\[HORIZON MOVE \(\d, \d\) by BLACK\]\. Eval = -?\d+ and bestEval = -?\d+",
        r"\[PRUNED\] Falling Back to ParentID: \d+ as remaining \d+ moves got pruned",
    )
    matched = {form for line in lines for form in forms if re.fullmatch(form, line)}
    assert matched == set(forms)
    assert all(any(re.fullmatch(form, line) for form in forms) for line in lines)


def test_log_tells_a_small_search_word_by_word() -> None:
    # Three chips, take one or two: whatever the first takes, the second takes the rest.
    tree = tree_of("take-away:chips=3,take=2", "", "alphabeta")
    assert write_log(tree).splitlines() == [
        "Root",
        " * * *",
        "Game: take-away:chips=3,take=2,misere=false",
        "Position: 3 First",
        "Searcher: alphabeta",
        "Max player: FIRST",
        "Nodes: 7",
        "",
        "Depth: 0, ID: 0, ParentID: none, to search: all, window: (-inf, +inf)",
        "[START Explore children of ROOT]",
        "Depth: 1, ID: 1, ParentID: 0, MOVE 1 by FIRST, to search: all, window: (-inf, +inf)",
        "[START Explore children of MOVE 1 by FIRST]",
        "Depth: 2, ID: 2, ParentID: 1, MOVE 1 by SECOND, to search: all, window: (-inf, +inf)",
        "[START Explore children of MOVE 1 by SECOND]",
        "Depth: 3, ID: 3, ParentID: 2, MOVE 1 by FIRST, to search: all, window: (-inf, +inf)",
        "[TERMINAL MOVE 1 by FIRST]. Eval = 1 won and bestEval = 1 won",
        "[END Explore children of MOVE 1 by SECOND]. Eval = 1 won and bestEval = 1 won",
        "Depth: 2, ID: 4, ParentID: 1, MOVE 2 by SECOND, to search: all, window: (-inf, 1 won)",
        "[TERMINAL MOVE 2 by SECOND]. Eval = -1 lost and bestEval = -1 lost",
        "[END Explore children of MOVE 1 by FIRST]. Eval = -1 lost and bestEval = -1 lost",
        "Depth: 1, ID: 5, ParentID: 0, MOVE 2 by FIRST, to search: all, window: (-1 lost, +inf)",
        "[START Explore children of MOVE 2 by FIRST]",
        "Depth: 2, ID: 6, ParentID: 5, MOVE 1 by SECOND, to search: all, window: (-1 lost, +inf)",
        "[TERMINAL MOVE 1 by SECOND]. Eval = -1 lost and bestEval = -1 lost",
        "[END Explore children of MOVE 2 by FIRST]. Eval = -1 lost and bestEval = -1 lost",
        "[END Explore children of ROOT]. Eval = -1 lost and bestEval = -1 lost",
    ]


def test_log_counts_what_was_pruned_and_names_where_it_falls_back_to() -> None:
    tree = othello_tree()
    pruned = re.findall(r"ParentID: (\d+) as remaining (\d+) moves", write_log(tree))
    left = [node for node, entered in tree.events() if not entered and tree.is_cut(node) and tree.ghosts(node)]
    assert pruned == [(str(tree.parent[node]), str(len(tree.ghosts(node)))) for node in left]


def test_best_eval_is_the_best_for_the_parent_so_far() -> None:
    tree = othello_tree()
    ended = re.findall(
        r"^\[END .+ by (BLACK|WHITE)\]\. Eval = (-?\d+) and bestEval = (-?\d+)$", write_log(tree), re.MULTILINE
    )
    assert {side for side, _, _ in ended} == {"BLACK", "WHITE"}
    for side, value, best in ended:
        assert int(best) >= int(value) if side == "BLACK" else int(best) <= int(value)


@given(st.data())
def test_damaged_log_is_refused_with_its_line(data: st.DataObject) -> None:
    search = data.draw(st.sampled_from([("othello:size=4", "", "alphabeta:depth=2"), SEARCHES[1], SEARCHES[8]]))
    tree = tree_of(*search)
    lines = write_log(tree).splitlines()
    at = data.draw(st.integers(0, len(lines) - 1))
    damage = data.draw(st.sampled_from(["lose", "repeat", "change", "swap", "end"]))
    if damage == "lose":
        damaged = lines[:at] + lines[at + 1 :]
    elif damage == "repeat":
        damaged = [*lines[: at + 1], *lines[at:]]
    elif damage == "change":
        place = data.draw(st.integers(0, len(lines[at])))
        damaged = [*lines[:at], lines[at][:place] + data.draw(st.sampled_from("07(-é")) + lines[at][place + 1 :]]
        damaged += lines[at + 1 :]
    elif damage == "swap":
        damaged = [*lines[:at], *reversed(lines[at : at + 2]), *lines[at + 2 :]]
    else:
        damaged = lines[:at]
    refusal, back = None, tree
    try:
        back = read_log("\n".join(damaged))
    except BadFile as error:
        refusal = str(error)
    if refusal is None:  # a changed number can still make sense: a depth, a window
        assert damage in ("change", "swap")
        assert (back.parent, back.move, back.kind) == (tree.parent, tree.move, tree.kind)
    else:
        assert re.fullmatch(r"Line \d+ of the move-tree log cannot be right: .+; write the log again\.", refusal)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("Root", "Tree", "Line 1 .* begins with a line 'Root'"),
        ("Game: othello:size=4", "Game: reversi", "Line 7 .* no game called 'reversi'"),
        ("XO----- X", "XO----- Z", "Line 8 .* side to move"),
        ("Searcher:", "Search:", "Line 9 .* 'Searcher: …'"),
        ("Nodes: 11", "Nodes: 12", "Line 11 .* 'Nodes: 11'"),
        ("ID: 1, ParentID: 0", "ID: 1, ParentID: 1", "Line 15 .* 'Depth: 1, ID: 1, ParentID: 0,"),
        ("MOVE (0, 1) by BLACK, to", "MOVE (0, 0) by BLACK, to", "Line 15 .* a1 is not legal there"),
        ("MOVE (0, 1) by BLACK, to", "MOVE b1 by BLACK, to", "Line 15 .* 'b1' is not a move of othello:size=4"),
        (", MOVE (0, 1) by BLACK, to", ", to", "Line 15 .* every node but the root is reached by a move"),
        ("to search: 2", "to search: two", "Line 13 .* not how a node is written"),
        ("window: (-inf, +inf)", "window: (-inf, many)", "Line 13 .* 'many' is not a value"),
        ("window: (-inf, +inf)", "window: (-inf, 9999999999)", "Line 13 .* too large"),
        ("Eval = 0 and", "Eval = 1 and", "Line 18 .* 'Eval|here should be"),
        ("2 moves got pruned", "1 moves got pruned", "here should be .* remaining 2 moves"),
        ("[END Explore children of ROOT]", "[STOPPED ROOT]", "unless it was stopped"),
    ],
)
def test_each_kind_of_damage_is_named(old: str, new: str, complaint: str) -> None:
    text = write_log(tree_of("othello:size=4", "", "alphabeta:depth=2,eval=discs"))
    assert old in text
    with pytest.raises(BadFile, match=complaint):
        read_log(text.replace(old, new, 1))


def test_log_must_end_where_its_tree_does() -> None:
    lines = write_log(tree_of("take-away:chips=3,take=2", "", "alphabeta")).splitlines()
    for kept, complaint in (
        (lines[:7], "Line 8 .* ends before its first node"),
        (lines[:-1], "Line 26 .* ends while 1 nodes are open"),
        ([*lines, "and so on"], "Line 27 .* continues after the end"),
        ([*lines, lines[-1]], "Line 27 .* no node is open"),
        ([*lines, lines[8]], "Line 27 .* second root"),
    ):
        with pytest.raises(BadFile, match=complaint):
            read_log("\n".join(kept))
