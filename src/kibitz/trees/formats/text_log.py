"""The move-tree log: what a search did, line by line, in the order in which it happened.

    Root                                                     the position that was searched
      a b c d
    1 . . . .
    …
    Game: othello:size=4                                     five lines that say what the rest is about
    Position: -----OX--XO----- X                             as one line, or `state` and its numbers
    Searcher: alphabeta:depth=3,eval=discs
    Max player: BLACK
    Nodes: 32

    Depth: 0, ID: 0, ParentID: none, to search: 3, window: (-inf, +inf)
    [START Explore children of ROOT]
    Depth: 1, ID: 1, ParentID: 0, MOVE (0, 1) by BLACK, to search: 2, window: (-inf, +inf)
    [START Explore children of MOVE (0, 1) by BLACK]
    …
    Depth: 2, ID: 6, ParentID: 1, MOVE (0, 2) by WHITE, to search: 1, window: (-inf, 3)
    [START Explore children of MOVE (0, 2) by WHITE]
    Depth: 3, ID: 7, ParentID: 6, MOVE (0, 3) by BLACK, to search: 0, window: (-inf, 3)
    [HORIZON MOVE (0, 3) by BLACK]. Eval = 5 and bestEval = 5
    [PRUNED] Falling Back to ParentID: 1 as remaining 3 moves got pruned
    [END Explore children of MOVE (0, 2) by WHITE]. Eval = 5 and bestEval = 3
    …

- A node prints a line when it is entered (depth from the root, its ID, its parent's), START before its children, and
  a last line with its value: END after its children; HORIZON, TERMINAL or TABLE where it needed none; STOPPED, without
  a value, where a limit ended the search. PRUNED comes before END and names the node the search falls back to.
- Othello moves are (row, column) from the top left, both from 0; other games write their moves as usual.
- Eval is the value of the move, bestEval the best its parent has seen so far; both, and the window, for the side to
  move at the root, which is Max. A won or lost game is written `1 won`, `-12 lost`, or `1 won in 5` where the value
  tells how many plies from the root.
- "to search: all" means to the end of the game.
- Where a fault of a published program acts, a line [FAULT ID] says what it does there, before the node's last line.
- A search with numbers of its own adds them to the line of a node: ", visits: 12, mean: -83" (Monte Carlo; thousandths,
  for the side that moved there) or ", proof: 3, disproof: 1" (for the side to move).

Nothing is lost: `read_log` gives back the same tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from kibitz.core.errors import BadFile, InputError
from kibitz.core.game import GAMES, Move, View
from kibitz.core.limits import FULL_DEPTH
from kibitz.core.score import INFINITY, MAX_RESULT, WIN, is_decided, result_of
from kibitz.core.searching import NodeKind
from kibitz.play.records import parse_state, state_text
from kibitz.trees.fault_marks import FaultMarks, takes_least, tree_game
from kibitz.trees.search_tree import NO_MOVE, NO_NODE, SearchTree
from kibitz.trees.tree_format import TREE_FORMATS, add_checked, close_checked, note_checked, text_format

_NODE = re.compile(
    r"Depth: (?P<ply>\d+), ID: (?P<id>\d+), ParentID: (?P<parent>none|\d+)(, MOVE (?P<move>.+) by .+)?, "
    r"to search: (?P<depth>all|-?\d+), window: \((?P<low>[^,]+), (?P<high>[^,]+)\)(?P<notes>(, \w+: -?\d+)*)"
)
_CLOSED = re.compile(
    r"\[(?P<kind>END Explore children of|HORIZON|TERMINAL|TABLE|STOPPED) .+\]"
    r"(\. Eval = (?P<value>.+) and bestEval = .+)?"
)
_FAULT = "[FAULT "
_NUMBER = re.compile(r"(?P<number>[+-]?\d+)(?P<known> (won|lost)( in (?P<distance>\d+))?)?")


# Writing.


def write_log(tree: SearchTree) -> str:
    return "\n".join(_lines(tree)) + "\n"


def _lines(tree: SearchTree) -> Iterator[str]:
    yield "Root"
    yield from board_text(tree.game.view(tree.root_state))
    yield f"Game: {tree.game.spec()}"
    yield f"Position: {state_text(tree.game, tree.root_state)}"
    yield f"Searcher: {tree.searcher}"
    yield f"Max player: {_side(tree, 0)}"
    yield f"Nodes: {len(tree)}" + (f", {tree.missed} more not recorded" if tree.missed else "")
    yield ""
    best: dict[int, int] = {}  # for every open node, the best value it has seen
    marks, root_takes_least = FaultMarks(tree), takes_least(tree)
    for node, entered in tree.events():
        if entered:
            yield _entered(tree, node)
            if tree.kind[node] == NodeKind.INNER or not tree.is_leaf(node):
                yield f"[START Explore children of {_move_made(tree, node)}]"
            continue
        remaining = len(tree.ghosts(node)) if tree.is_cut(node) else 0
        if remaining:
            yield f"[PRUNED] Falling Back to ParentID: {_parent(tree, node)} as remaining {remaining} moves got pruned"
        best.pop(node, None)
        if tree.kind[node] != NodeKind.STOPPED:
            _keep_best(tree, node, best, least=root_takes_least and tree.ply[node] == 1)
        for mark in marks.at(node, by_colour=False):
            yield f"{_FAULT}{mark.id}] {mark.here}"
        yield _left(tree, node, best)


def _keep_best(tree: SearchTree, node: int, best: dict[int, int], *, least: bool) -> None:
    parent, value = tree.parent[node], tree.value_for_max(node)
    better = max if tree.is_max(parent) != least else min  # the parent chooses
    best[parent] = better(best[parent], value) if parent in best else value


def _entered(tree: SearchTree, node: int) -> str:
    ply, depth = tree.ply[node], tree.depth[node]
    low, high = map(_number_text, tree.window_for_max(node))
    made = "" if tree.parent[node] == NO_NODE else f", {_move_made(tree, node)}"
    to_search = "all" if depth == FULL_DEPTH - ply else depth
    ids = f"Depth: {ply}, ID: {node}, ParentID: {_parent(tree, node)}"
    notes = "".join(f", {name}: {column[node]}" for name, column in tree.notes.items())
    return f"{ids}{made}, to search: {to_search}, window: ({low}, {high}){notes}"


def _left(tree: SearchTree, node: int, best: dict[int, int]) -> str:
    kind = NodeKind(tree.kind[node])
    word = "END Explore children of" if kind == NodeKind.INNER else kind.name
    line = f"[{word} {_move_made(tree, node)}]"
    if kind == NodeKind.STOPPED:
        return line
    best_value = _number_text(best[tree.parent[node]])
    return f"{line}. Eval = {_number_text(tree.value_for_max(node))} and bestEval = {best_value}"


def _move_made(tree: SearchTree, node: int) -> str:
    """The move that led to the node, and who made it."""
    parent = tree.parent[node]
    if parent == NO_NODE:
        return "ROOT"
    return f"MOVE {tree.game.name_in_log(tree.move[node])} by {_side(tree, parent)}"


def _side(tree: SearchTree, node: int) -> str:
    return tree.game.players[tree.game.to_move(tree.state(node))].upper()


def _parent(tree: SearchTree, node: int) -> int | str:
    return "none" if tree.parent[node] == NO_NODE else tree.parent[node]


def _number_text(value: int) -> str:
    """Plain, or with its meaning for a decided game; see `_number` for the reverse."""
    if abs(value) == INFINITY:
        return "+inf" if value > 0 else "-inf"
    if is_decided(value):
        result = result_of(value)
        word, distance = ("won" if value > 0 else "lost"), abs(result) * WIN - abs(value)
        # The edge of a narrow window can lie beyond any real value; that stays a plain number.
        if abs(result) <= MAX_RESULT and 0 <= distance <= FULL_DEPTH:
            return f"{result} {word}" + (f" in {distance}" if distance else "")
    return str(value)


def board_text(view: View) -> list[str]:
    """The position as lines of plain text, with the names along its edges."""
    wide = max(map(len, ("", *view.columns)))
    margin = max(map(len, ("", *view.lines)))
    names = view.lines or ("",) * len(view.rows)
    rows = [(name, row) for name, row in zip(names, view.rows, strict=True)]
    header = [("", view.columns)] if view.columns else []
    return [
        " ".join([name.rjust(margin), *(cell.rjust(wide) for cell in cells)]).rstrip()
        for name, cells in (*header, *rows)
    ]


# Reading.


def read_log(text: str) -> SearchTree:
    """The tree a log was written from; a log that differs from what `write_log` writes is refused."""
    lines = [line.rstrip() for line in text.splitlines()]
    tree, body = _header(lines)
    moves = {tree.game.name_in_log(move): move for move in range(tree.game.num_moves)}
    open_nodes: list[int] = []
    for number, line in enumerate(lines[body:], body + 1):
        try:
            if line.startswith("Depth: "):
                open_nodes.append(_read_entered(tree, line, open_nodes[-1] if open_nodes else NO_NODE, moves))
            elif found := _CLOSED.fullmatch(line):
                _read_left(tree, found, open_nodes)
        except ValueError as error:
            raise _damaged(number, str(error)) from None
    if not len(tree):
        raise _damaged(len(lines) + 1, "the log ends before its first node")
    if open_nodes:
        raise _damaged(len(lines) + 1, f"the log ends while {len(open_nodes)} nodes are open")
    _check_against(tree, lines)
    return tree


def _header(lines: list[str]) -> tuple[SearchTree, int]:
    """The tree without its nodes, and the index of the first line that is about a node."""
    start = next((i for i, line in enumerate(lines) if line.startswith("Game: ")), None)
    if start is None or lines[0] != "Root":
        raise _damaged(1, "a move-tree log begins with a line 'Root', the board, and a line 'Game: …'")
    entries = {}
    for number, key in enumerate(("Game", "Position", "Searcher", "Max player", "Nodes"), start):
        if number >= len(lines) or not lines[number].startswith(f"{key}:"):
            raise _damaged(number + 1, f"here should be '{key}: …'")
        entries[key] = lines[number].removeprefix(f"{key}:").strip()
    line = start
    try:
        game = tree_game(GAMES.parse(entries["Game"]), entries["Searcher"])
        line = start + 1
        tree = SearchTree(game, parse_state(game, entries["Position"]), entries["Searcher"])
    except InputError as error:
        raise _damaged(line + 1, str(error).rstrip(".")) from None
    missed = re.fullmatch(r"\d+(, (\d+) more not recorded)?", entries["Nodes"])
    tree.missed = int(missed[2] or 0) if missed else 0
    return tree, start + len(entries)


def _read_entered(tree: SearchTree, line: str, parent: int, moves: dict[str, Move]) -> int:
    found = _NODE.fullmatch(line)
    if not found:
        raise ValueError("this is not how a node is written")
    if (found["move"] is None) != (parent == NO_NODE):
        raise ValueError("every node but the root is reached by a move from a node that is still open")
    move = NO_MOVE if found["move"] is None else moves.get(found["move"])
    if move is None:
        raise ValueError(f"'{found['move']}' is not a move of {tree.game}")
    ply = 0 if parent == NO_NODE else tree.ply[parent] + 1
    depth = FULL_DEPTH - ply if found["depth"] == "all" else int(found["depth"])
    low, high = _number(found["low"]), _number(found["high"])
    is_max = (ply % 2 == 0) == (tree.game.to_move(tree.root_state) == tree.max_side)
    if tree.game.moves_again and parent != NO_NODE:
        after = tree.game.play(tree.state(parent), move)
        is_max = tree.game.to_move(after) == tree.max_side
    alpha, beta = (low, high) if is_max else (-high, -low)
    node = add_checked(tree, parent, move, depth, alpha, beta)
    for note in found["notes"].split(", ")[1:]:
        name, _, number = note.partition(": ")
        note_checked(tree, node, name, int(number))
    return node


def _read_left(tree: SearchTree, found: re.Match[str], open_nodes: list[int]) -> None:
    if not open_nodes:
        raise ValueError("no node is open that could end here")
    node = open_nodes.pop()
    word = found["kind"]
    kind = NodeKind.INNER if word.startswith("END") else NodeKind[word]
    if (found["value"] is None) != (kind == NodeKind.STOPPED):
        raise ValueError("a node ends with its Eval unless it was stopped")
    value = 0 if found["value"] is None else _number(found["value"])
    close_checked(tree, node, value if tree.is_max(node) else -value, kind)


def _number(text: str) -> int:
    """The reverse of `_number_text`."""
    if text in ("+inf", "-inf"):
        return INFINITY if text == "+inf" else -INFINITY
    found = _NUMBER.fullmatch(text)
    if not found:
        raise ValueError(f"'{text}' is not a value")
    number = int(found["number"])
    if not found["known"]:
        return number
    distance = int(found["distance"] or 0)
    return number * WIN + (-distance if number > 0 else distance)


def _check_against(tree: SearchTree, lines: list[str]) -> None:
    """Refuse a log that contradicts its own tree: a lost line, a wrong count, a changed board.

    Marks of faults follow from the rest, and are not in the logs of earlier versions.
    """
    numbered = [(number, line) for number, line in enumerate(lines, 1) if not line.startswith(_FAULT)]
    written = (line for line in _lines(tree) if not line.startswith(_FAULT))
    for (number, line), meant in zip_longest(numbered, written, fillvalue=(len(lines) + 1, None)):
        if isinstance(meant, tuple):
            raise _damaged(number, "the log continues after the end of its tree")
        if line != meant.rstrip():
            raise _damaged(number, f"here should be '{meant}'")


def _damaged(line: int, reason: str) -> BadFile:
    return BadFile(f"Line {line} of the move-tree log cannot be right: {reason}; write the log again.")


TREE_FORMATS.register(
    text_format(
        ".txt",
        "move-tree log, line by line",
        "text/plain; charset=utf-8",
        write_log,
        read_log,
        max_download=200_000,
    )
)
