"""Finding nodes: `#12` by number, `4 4 5` by moves, `=3`, `>=2` or `<-1` by value for Max, or by a fault."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator

from kibitz.core.errors import BadOption, InputError
from kibitz.core.game import Move
from kibitz.core.notation import parse_moves
from kibitz.core.score import Score
from kibitz.core.searching import NodeKind
from kibitz.core.spec import parse_whole_number
from kibitz.trees.fault_marks import FaultMarks
from kibitz.trees.search_tree import SearchTree

_BY_VALUE = re.compile(r"(?P<sign>=|<=|>=|<|>|≤|≥)\s*(?P<number>[-+−]?[0-9]{1,18})")
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    "≤": operator.le,
    "≥": operator.ge,
}


def check_node(tree: SearchTree, node: int) -> int:
    """The node itself, if the tree has it."""
    if not 0 <= node < len(tree):
        raise BadOption(f"There is no node {node}; this tree has nodes 0 to {len(tree) - 1}.")
    return node


def find_nodes(tree: SearchTree, text: str, root: int = 0) -> Iterator[int]:
    """The nodes a text means, in the order of the search; moves and values are sought below `root`."""
    text = text.strip()
    if text.startswith("#"):
        number = parse_whole_number(text[1:])
        if number is None:
            raise BadOption(f"'{text}' is not a node; write # and its number, such as #12.")
        return iter([check_node(tree, number)])
    by_value = _BY_VALUE.fullmatch(text)
    if by_value:
        return _by_value(tree, root, _COMPARE[by_value["sign"]], int(by_value["number"].replace("−", "-")))
    marks = FaultMarks(tree)
    if text.upper() in (known := {fault.id.upper(): fault.id for fault in marks.faults}):
        return (node for node in marks.find(known[text.upper()]) if root <= node < root + tree.size[root])
    try:
        moves = parse_moves(tree.game, text, tree.state(root))
    except InputError as error:
        fault = f", {marks.faults[0].id} for a fault" if marks.faults else ""
        raise BadOption(
            f"'{text}' cannot be found: {str(error).rstrip('.')}; write moves from the root, "
            f"#12 for a node, or =3, >=2, <-1 for a value{fault}."
        ) from None
    return iter(find_by_moves(tree, tuple(moves), root))


def find_by_moves(tree: SearchTree, moves: tuple[Move, ...], root: int = 0) -> list[int]:
    """The nodes these moves lead to: none if the search was not there, several if it was there again."""
    found = [root]
    for move in moves:
        found = [child for node in found for child in tree.children(node) if tree.move[child] == move]
    return found


def _by_value(tree: SearchTree, root: int, fits: Callable[[int, int], bool], number: int) -> Iterator[int]:
    for node in range(root, root + tree.size[root]):
        if tree.kind[node] != NodeKind.STOPPED and fits(Score(tree.value_for_max(node)).points, number):
            yield node
