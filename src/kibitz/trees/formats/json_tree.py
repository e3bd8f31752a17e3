"""A tree as JSON, for other programs; nothing is lost, and `read_json` gives back the same tree.

    format     "kibitz-tree"
    version    1
    game       spec of the game
    position   the root as one line of text
    searcher   spec of the search
    missed     nodes that were searched but not recorded
    nodes      a list in the order they were entered, the root first; each:
      id         its place in the list
      parent     id of the node above, null at the root
      move       the move that led here, as people write it, null at the root
      ply        plies from the root
      depth      plies that remained to be searched below
      alpha      the window the node was given; null for minus infinity …
      beta       … and for plus infinity
      value      what it was found to be worth, null if a limit stopped it
      points     the value as people are shown it: the result of a decided game, the estimate otherwise
      bound      "exact", "lower" (worth at least that) or "upper" (at most)
      kind       where the value came from: "inner" (its moves), "terminal", "horizon", "table" or "stopped"
      ghosts     legal moves that were never searched
      faults     only where a fault of a published program acts: its id, what it is, and what it does here
      notes      only of a search with numbers of its own: visits and mean, or proof and disproof; low and high

Windows, values and points belong to the side to move at the node. A finished game of result r has the value
r * 1,000,000, less one for every ply from the root where the search prefers the sooner win.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from kibitz.core.errors import BadFile, InputError
from kibitz.core.game import GAMES
from kibitz.core.score import INFINITY, Score
from kibitz.core.searching import NodeKind
from kibitz.play.records import parse_state, state_text
from kibitz.trees.fault_marks import FaultMarks, tree_game
from kibitz.trees.search_tree import NO_MOVE, NO_NODE, SearchTree
from kibitz.trees.tree_format import TREE_FORMATS, add_checked, close_checked, note_checked, text_format


def write_json(tree: SearchTree) -> str:
    """One node a line, so that people can read and compare files."""
    head = ",\n".join(f'"{key}": {_dumps(value)}' for key, value in _head(tree).items())
    marks = FaultMarks(tree)
    nodes = ",\n".join(_dumps(_node(tree, node) | _faults(marks, node)) for node in range(len(tree)))
    return f'{{\n{head},\n"nodes": [\n{nodes}\n]\n}}\n'


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _head(tree: SearchTree) -> dict[str, Any]:
    return {
        "format": "kibitz-tree",
        "version": 1,
        "game": tree.game.spec(),
        "position": state_text(tree.game, tree.root_state),
        "searcher": tree.searcher,
        "missed": tree.missed,
    }


def _node(tree: SearchTree, node: int) -> dict[str, Any]:
    is_root, stopped = tree.parent[node] == NO_NODE, tree.kind[node] == NodeKind.STOPPED
    notes = {"notes": {name: column[node] for name, column in tree.notes.items()}} if tree.notes else {}
    return notes | {
        "id": node,
        "parent": None if is_root else tree.parent[node],
        "move": None if is_root else tree.game.move_name(tree.move[node]),
        "ply": tree.ply[node],
        "depth": tree.depth[node],
        "alpha": None if tree.alpha[node] == -INFINITY else tree.alpha[node],
        "beta": None if tree.beta[node] == INFINITY else tree.beta[node],
        "value": None if stopped else tree.value[node],
        "points": None if stopped else Score(tree.value[node]).points,
        "bound": tree.bound(node).name.lower(),
        "kind": NodeKind(tree.kind[node]).name.lower(),
        "ghosts": [tree.game.move_name(move) for move in tree.ghosts(node)],
    }


def _faults(marks: FaultMarks, node: int) -> dict[str, Any]:
    found = [asdict(mark) for mark in marks.at(node, by_colour=False)]
    return {"faults": found} if found else {}


def read_json(text: str) -> SearchTree:
    """The tree a file was written from; a file that contradicts its own tree is refused."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadFile(f"Line {error.lineno} of the tree is not JSON: {error.msg}; write the file again.") from None
    except RecursionError:
        raise BadFile("This JSON is nested far deeper than any tree; write the file again.") from None
    if not isinstance(data, dict) or data.get("format") != "kibitz-tree":
        raise BadFile('This JSON is not a search tree of Kibitz, which says "format": "kibitz-tree".')
    if data.get("version") != 1:
        raise BadFile(f"This tree is of version {data.get('version')}; this Kibitz reads version 1.")
    for key, kind in (("game", str), ("position", str), ("searcher", str), ("missed", int), ("nodes", list)):
        if not isinstance(data.get(key), kind) or data[key] == []:
            raise BadFile(
                f"The entry '{key}' of this tree is missing, empty or of the wrong kind; write the file again."
            )
    try:
        game = tree_game(GAMES.parse(data["game"]), data["searcher"])
        tree = SearchTree(game, parse_state(game, data["position"]), data["searcher"])
    except InputError as error:
        raise BadFile(f"The head of this tree cannot be right: {error}") from None
    tree.missed = data["missed"]
    for place, entry in enumerate(data["nodes"]):
        try:
            _read_node(tree, entry)
        except (KeyError, TypeError, AttributeError):
            raise _damaged(place, "it lacks an entry or has one of the wrong kind") from None
        except (ValueError, InputError) as error:
            raise _damaged(place, str(error).rstrip(".")) from None
    for place, entry in enumerate(data["nodes"]):
        meant = _node(tree, place)
        entry.pop("faults", None)  # which follow from the rest, and are not in the files of earlier versions
        if entry != meant:
            wrong = next(key for key in {**meant, **entry} if key not in meant or entry.get(key) != meant[key])
            raise _damaged(place, f"its '{wrong}' contradicts the rest")
    return tree


def _read_node(tree: SearchTree, entry: dict[str, Any]) -> None:
    parent = NO_NODE if entry["parent"] is None else entry["parent"]
    if parent != NO_NODE and parent not in _last_branch(tree):
        raise ValueError(f"nodes below {parent} do not come here")
    move = NO_MOVE if entry["move"] is None else tree.game.parse_move(entry["move"])
    alpha = -INFINITY if entry["alpha"] is None else entry["alpha"]
    beta = INFINITY if entry["beta"] is None else entry["beta"]
    node = add_checked(tree, parent, move, entry["depth"], alpha, beta)
    close_checked(tree, node, entry["value"] or 0, NodeKind[entry["kind"].upper()])
    for name, number in entry.get("notes", {}).items():
        note_checked(tree, node, name, number)


def _last_branch(tree: SearchTree) -> Iterator[int]:
    """The node read last and all above it: the next node belongs below one of them."""
    node = len(tree) - 1
    while node != NO_NODE:
        yield node
        node = tree.parent[node]


def _damaged(place: int, reason: str) -> BadFile:
    return BadFile(f"Node {place} of the tree cannot be right: {reason}; write the file again.")


TREE_FORMATS.register(
    text_format(
        ".json",
        "every node with its window, value and ghosts, for other programs",
        "application/json",
        write_json,
        read_json,
        max_download=200_000,
    )
)
