"""Trees written to text and read back: nothing lost, nothing damaged accepted, and drawings that hold together."""

from __future__ import annotations

import json
import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.errors import BadFile, Unsuited
from kibitz.core.game import GAMES, Game, View, the_game
from kibitz.core.score import INFINITY, WIN
from kibitz.core.searching import Kind, the_searcher
from kibitz.explore.export import FORMATS, read_tree, write_tree
from kibitz.explore.record import MAX_RECORDED, record
from kibitz.explore.tree import NO_MOVE, NO_NODE, SearchTree
from kibitz.games.take_away import TakeAway
from trees import searched

SVG = "{http://www.w3.org/2000/svg}"

# Every way a search can go about its tree, over all games: windows of every kind, decided values with and without
# distances, table hits, passes, several passes, searches that were stopped and recordings that were.
SEARCHES = [
    ("tic-tac-toe", "a1 b2 c3", "minimax"),
    ("tic-tac-toe", "a1 b2 c3", "alphabeta:sooner=true"),
    ("tic-tac-toe", "a1 b2", "alphabeta:depth=3,fail=hard"),
    ("tic-tac-toe", "a1 b2 c3", "alphabeta:table=two-tier"),
    ("tic-tac-toe", "a1 b2", "alphabeta:depth=3,ties=random,seed=3"),
    ("mnk:width=12,height=1,k=2", "", "alphabeta:depth=2"),
    ("connect-four:width=4,height=3,k=3", "", "pvs:depth=4,sooner=true"),
    ("connect-four", "", "alphabeta:depth=3,deepen=true,aspiration=1"),
    ("connect-four", "", "alphabeta:depth=5,nodes=80,deepen=false"),
    ("connect-four:width=4,height=2", "", "sss:depth=3"),
    ("connect-four:width=4,height=2", "", "dual:depth=3"),
    ("othello:size=4", "", "alphabeta:depth=4,eval=discs"),
    ("othello:size=4", "c4 b4 a1 d4 a3 c1 d1", "alphabeta"),
    ("othello:size=6", "", "mtd:depth=3"),
    ("take-away:chips=7", "", "alphabeta"),
    ("take-away:chips=12,misere=true", "2", "minimax:depth=3"),
]
RECORDINGS = [
    *((*search, MAX_RECORDED) for search in SEARCHES),
    ("othello", "", "alphabeta:depth=4,eval=discs", 77),
    ("othello", "", "alphabeta:depth=4,eval=discs", 1),
]


def tree_of(spec: str, moves: str, search: str, limit: int = MAX_RECORDED) -> SearchTree:
    """The pass of a search that is written."""
    return searched(spec, moves, search, limit)[1].last_pass()


@pytest.fixture(params=RECORDINGS, ids=lambda search: " ".join(map(str, search)))
def tree(request: pytest.FixtureRequest) -> SearchTree:
    return tree_of(*request.param)


def othello_tree() -> SearchTree:
    """What S1 logged: depth 3, disc difference, Black to move."""
    return tree_of("othello", "", "alphabeta:depth=3,eval=discs")


# Both ways.


@pytest.mark.parametrize("suffix", [".txt", ".json"])
def test_tree_reads_back_the_same(tree: SearchTree, suffix: str) -> None:
    text = write_tree(tree, suffix)
    back = read_tree(text, suffix)
    assert back == tree
    assert [back.ghosts(node) for node in range(len(back))] == [tree.ghosts(node) for node in range(len(tree))]
    assert write_tree(back, suffix) == text


def test_searches_above_cover_every_kind_of_node() -> None:
    trees = [tree_of(*search) for search in RECORDINGS]
    assert {Kind(kind) for tree in trees for kind in tree.kind} == set(Kind)
    assert any(tree.missed for tree in trees)
    assert any(tree.is_cut(node) and tree.ghosts(node) for tree in trees for node in range(len(tree)))
    assert any(tree.game.move_name(move) == "pass" for tree in trees for move in tree.move[1:])
    assert any(tree.beta[0] - tree.alpha[0] == 1 for tree in trees)  # a test
    assert any(value % WIN and abs(value) > WIN // 2 for tree in trees for value in tree.value)  # a distance


ANY_VALUE = st.integers(-INFINITY, INFINITY)


@pytest.mark.parametrize("suffix", [".txt", ".json"])
@settings(deadline=None)
@given(ANY_VALUE, ANY_VALUE, ANY_VALUE, st.integers(0, 10_001))
def test_any_numbers_read_back(suffix: str, alpha: int, beta: int, value: int, depth: int) -> None:
    game = the_game("tic-tac-toe")
    tree = SearchTree(game, game.initial(), "by hand")
    tree.add(NO_NODE, NO_MOVE, depth, alpha, beta)
    tree.close(tree.add(0, 4, depth - 1, -beta, -alpha), value, Kind.HORIZON)
    tree.close(0, -value, Kind.INNER)
    assert read_tree(write_tree(tree, suffix), suffix) == tree


class Wordless(TakeAway):
    """A game without a text for its positions, as a user's own may be."""

    position_text = Game.position_text
    parse_position = Game.parse_position


@pytest.mark.parametrize("suffix", [".txt", ".json"])
def test_game_without_position_text_keeps_its_state(suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES.classes, "take-away", Wordless)
    game = Wordless(chips=6)
    tree = record(game, (5, 1), *the_searcher("alphabeta"))[1]
    text = write_tree(tree, suffix)
    assert "state 5 1" in text
    assert read_tree(text, suffix) == tree
    with pytest.raises(BadFile, match="'state 5 7' is no state of take-away"):
        read_tree(text.replace("state 5 1", "state 5 7"), suffix)


def test_of_several_passes_the_last_whole_one_is_written() -> None:
    game = the_game("tic-tac-toe")
    forest = record(game, game.initial(), *the_searcher("alphabeta:depth=3,deepen=true"))[1]
    alone = record(game, game.initial(), *the_searcher("alphabeta:depth=3"))[1]
    assert len(forest.roots) == 3
    back = read_tree(write_tree(forest, ".txt"), ".txt")
    assert (back.move, back.value) == (alone.move, alone.value)


# The log of S1.


def test_log_begins_with_the_root_board() -> None:
    lines = write_tree(othello_tree(), ".txt").splitlines()
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
    lines = write_tree(othello_tree(), ".txt").splitlines()[16:]
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
    assert write_tree(tree, ".txt").splitlines() == [
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
    pruned = re.findall(r"ParentID: (\d+) as remaining (\d+) moves", write_tree(tree, ".txt"))
    left = [node for node, entered in tree.events() if not entered and tree.is_cut(node) and tree.ghosts(node)]
    assert pruned == [(str(tree.parent[node]), str(len(tree.ghosts(node)))) for node in left]


def test_best_eval_is_the_best_for_the_parent_so_far() -> None:
    tree = othello_tree()
    for line in write_tree(tree, ".txt").splitlines():
        found = re.fullmatch(r"\[END .+ by (BLACK|WHITE)\]\. Eval = (-?\d+) and bestEval = (-?\d+)", line)
        if found:
            value, best = int(found[2]), int(found[3])
            assert best >= value if found[1] == "BLACK" else best <= value


# Damage.


@settings(deadline=None)
@given(st.data())
def test_damaged_log_is_refused_with_its_line(data: st.DataObject) -> None:
    search = data.draw(st.sampled_from([("othello:size=4", "", "alphabeta:depth=2"), SEARCHES[1], SEARCHES[8]]))
    tree = tree_of(*search)
    lines = write_tree(tree, ".txt").splitlines()
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
        back = read_tree("\n".join(damaged), ".txt")
    except BadFile as error:
        refusal = str(error)
    if refusal is None:  # a changed number can still make sense: a depth, a window
        assert damage in ("change", "swap")
        assert (back.parent, back.move, back.kind) == (tree.parent, tree.move, tree.kind)
    else:
        assert re.fullmatch(r"Line \d+ of the move-tree log cannot be right: .+; write the log anew\.", refusal)


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
        ("MOVE (0, 1) by BLACK, to", "MOVE b1 by BLACK, to", "Line 15 .* 'b1' is no move of othello:size=4"),
        (", MOVE (0, 1) by BLACK, to", ", to", "Line 15 .* every node but the root is reached by a move"),
        ("to search: 2", "to search: two", "Line 13 .* not how a node is written"),
        ("window: (-inf, +inf)", "window: (-inf, many)", "Line 13 .* 'many' is no value"),
        ("window: (-inf, +inf)", "window: (-inf, 9999999999)", "Line 13 .* too large"),
        ("Eval = 0 and", "Eval = 1 and", "Line 18 .* 'Eval|here should be"),
        ("2 moves got pruned", "1 moves got pruned", "here should be .* remaining 2 moves"),
        ("[END Explore children of ROOT]", "[STOPPED ROOT]", "unless it was stopped"),
    ],
)
def test_each_kind_of_damage_is_named(old: str, new: str, complaint: str) -> None:
    text = write_tree(tree_of("othello:size=4", "", "alphabeta:depth=2,eval=discs"), ".txt")
    assert old in text
    with pytest.raises(BadFile, match=complaint):
        read_tree(text.replace(old, new, 1), ".txt")


def test_log_must_end_where_its_tree_does() -> None:
    lines = write_tree(tree_of("take-away:chips=3,take=2", "", "alphabeta"), ".txt").splitlines()
    for kept, complaint in (
        (lines[:7], "Line 8 .* ends before its first node"),
        (lines[:-1], "Line 26 .* ends while 1 nodes are open"),
        ([*lines, "and so on"], "Line 27 .* goes on after the end"),
        ([*lines, lines[-1]], "Line 27 .* no node is open"),
        ([*lines, lines[8]], "Line 27 .* second root"),
    ):
        with pytest.raises(BadFile, match=complaint):
            read_tree("\n".join(kept), ".txt")


def test_empty_and_foreign_files_are_refused() -> None:
    for text in ("", "\n", "hello", "Root\n", "Root\nGame: tic-tac-toe\n"):
        with pytest.raises(BadFile, match=r"Line \d+ of the move-tree log"):
            read_tree(text, ".txt")
    for text in ("", "[]", "{}", "[" * 100_000, '{"format": "kibitz-tree", "version": 2}'):
        with pytest.raises(BadFile):
            read_tree(text, ".json")


@pytest.mark.parametrize(
    ("path", "value", "complaint"),
    [
        (["game"], "reversi", "no game called 'reversi'"),
        (["game"], 3, "'game' of this tree is missing, empty or of the wrong kind"),
        (["nodes"], [], "'nodes' of this tree is missing, empty or of the wrong kind"),
        (["position"], "XXX", "16 characters"),
        (["nodes", 1, "parent"], 5, "Node 1 .* nodes below 5 do not come here"),
        (["nodes", 1, "parent"], None, "Node 1 .* second root"),
        (["nodes", 1, "move"], "a1", "Node 1 .* a1 is not legal there"),
        (["nodes", 1, "move"], "z9", "Node 1 .* 'z9' is no move"),
        (["nodes", 1, "kind"], "odd", "Node 1 .* lacks an entry or has one of the wrong kind"),
        (["nodes", 1, "alpha"], "low", "Node 1 .* lacks an entry or has one of the wrong kind"),
        (["nodes", 1, "beta"], 10**12, "Node 1 .* too large"),
        (["nodes", 1, "ply"], 7, "Node 1 .* 'ply' contradicts the rest"),
        (["nodes", 0, "ghosts"], ["a1"], "Node 0 .* 'ghosts' contradicts the rest"),
        (["nodes", 0, "extra"], 1, "Node 0 .* 'extra' contradicts the rest"),
    ],
)
def test_damaged_json_is_refused(path: list[str | int], value: object, complaint: str) -> None:
    data = json.loads(write_tree(tree_of("othello:size=4", "", "alphabeta:depth=2,eval=discs"), ".json"))
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(BadFile, match=complaint):
        read_tree(json.dumps(data), ".json")


def test_json_has_the_documented_keys() -> None:
    data = json.loads(write_tree(othello_tree(), ".json"))
    assert set(data) == {"format", "version", "game", "position", "searcher", "missed", "nodes"}
    keys = ["id", "parent", "move", "ply", "depth", "alpha", "beta", "value", "points", "bound", "kind", "ghosts"]
    assert all(list(node) == keys for node in data["nodes"])


# Drawings.


def node_groups(svg: str) -> list[ElementTree.Element]:
    return [g for g in ElementTree.fromstring(svg).iter(f"{SVG}g") if re.fullmatch(r"n\d+", g.get("id", ""))]


def test_svg_shows_every_node_move_and_ghost(tree: SearchTree) -> None:
    svg = write_tree(tree, ".svg")
    groups = node_groups(svg)
    assert [group.get("id") for group in groups] == [f"n{node}" for node in range(len(tree))]
    texts = list(ElementTree.fromstring(svg).iter(f"{SVG}text"))
    moves = [text for text in texts if "move" in text.get("class", "").split()]
    ghosts = [text for text in texts if text.get("class") == "ghost"]
    assert len(moves) == len(tree) - 1
    named = sorted(tree.game.move_name(move) for node in range(len(tree)) for move in tree.ghosts(node))
    assert sorted(ghost.text or "" for ghost in ghosts) == named
    for node, group in enumerate(groups):
        assert Kind(tree.kind[node]).name.lower() in group.get("class", "")
        assert (group.find(f".//{SVG}path[@class='bar']") is not None) == tree.is_cut(node)


def test_no_two_cards_of_a_drawing_overlap() -> None:
    tree = tree_of("connect-four", "", "pvs:depth=3,eval=windows")
    assert len(tree) > 200
    boxes = []
    for group in node_groups(write_tree(tree, ".svg")):
        x, y = map(float, re.findall(r"[\d.]+", group.get("transform", "")))
        card = group.find(f"{SVG}rect")
        assert card is not None
        boxes.append((x, y, x + float(card.get("width", "")), y + float(card.get("height", ""))))
    for (left, top, right, bottom), (other_left, other_top, other_right, other_bottom) in combinations(boxes, 2):
        assert right <= other_left or other_right <= left or bottom <= other_top or other_bottom <= top


def test_svg_marks_the_principal_line_and_writes_values_for_max() -> None:
    tree = tree_of("tic-tac-toe", "a1 b1 a2 c3 b2 a3", "alphabeta")
    groups = node_groups(write_tree(tree, ".svg"))
    assert {int(g.get("id", "")[1:]) for g in groups if "best" in g.get("class", "").split()} == set(tree.line())
    written = [[text.text for text in group.iter(f"{SVG}text")] for group in groups]
    assert written[0] == ["+1", "(−∞, +∞)"]
    assert written[tree.line()[1]] == ["+1", "(−1, +∞)"]  # Max has -1 for certain already, and now a win
    (cut,) = (node for node in range(len(tree)) if tree.is_cut(node))
    assert written[cut] == ["≤ +1", "(+1, +∞)"]


def test_minimax_drawing_has_no_windows() -> None:
    assert "∞" not in "".join(
        text.text or "" for text in ElementTree.fromstring(write_tree(tree_of(*SEARCHES[0]), ".svg")).iter(f"{SVG}text")
    )


def test_take_away_draws_its_chips() -> None:
    groups = node_groups(write_tree(tree_of("take-away:chips=7", "", "alphabeta"), ".svg"))
    chips = [circle for circle in groups[0].iter(f"{SVG}circle") if circle.get("fill") == "#d97706"]
    assert len(chips) == 7


def test_unknown_marks_and_odd_names_are_escaped() -> None:
    class Odd(TakeAway):
        players = ("<First>", "O & Co")

        def view(self, state: tuple[int, ...]) -> View:
            return View(("&<" * state[0] + "..",), {})

        def move_name(self, move: int) -> str:
            return f'"<{move}&\\'

    tree = record(Odd(chips=4), (4, 0), *the_searcher("alphabeta"))[1]
    groups = node_groups(write_tree(tree, ".svg"))
    assert [text.text for text in groups[0].iter(f"{SVG}text")][:2] == ["&", "<"]
    assert r'label="\"<0&\\"' in write_tree(tree, ".dot")


def test_drawing_too_many_nodes_is_refused_with_a_way_out() -> None:
    tree = tree_of("tic-tac-toe", "a1", "alphabeta")
    with pytest.raises(
        Unsuited, match=r"2,\d+ nodes could not be read \(at most 2,000\); search less deep, or .*\.txt"
    ):
        write_tree(tree, ".svg")


def test_dot_has_every_node_edge_and_ghost(tree: SearchTree) -> None:
    dot = write_tree(tree, ".dot")
    ghosts = sum(len(tree.ghosts(node)) for node in range(len(tree)))
    assert len(re.findall(r"^  n\d+ \[", dot, re.M)) == len(tree)
    assert len(re.findall(r"^  n\d+ -> n\d+ \[", dot, re.M)) == len(tree) - 1
    assert len(re.findall(r"^  n\d+ -> g\d+_\d+ \[style=dashed", dot, re.M)) == ghosts
    assert dot.count("color=red") == tree.counts().cutoffs


# By extension.


def test_formats_are_found_by_extension() -> None:
    assert set(FORMATS) == {".txt", ".svg", ".dot", ".json"}
    assert write_tree(othello_tree(), ".SVG").startswith("<svg")


def test_unknown_extension_is_refused() -> None:
    with pytest.raises(BadFile, match=r"no tree format '.png'; the file name must end in .dot .json .svg .txt"):
        write_tree(othello_tree(), ".png")


def test_drawings_cannot_be_read() -> None:
    with pytest.raises(BadFile, match=r"A .svg file is a drawing .* these can: .json .txt"):
        read_tree(write_tree(othello_tree(), ".svg"), ".svg")


def test_tree_without_nodes_is_not_written() -> None:
    game = the_game("tic-tac-toe")
    with pytest.raises(Unsuited, match="left no tree"):
        write_tree(SearchTree(game, game.initial(), "nothing"), ".txt")
