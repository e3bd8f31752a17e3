"""Where the faults of a published program act in its tree: the nodes, each with a sentence on what happens there.

A recording names its search, and a replica's faults are switches of it; what acts where follows from the tree. So files
need no marks of their own. A fault of which the tree alone shows nothing has no entry here.

With S0-38 or S2-18 the tree is one of Connect Four with a forced pass (`reports/replicas/forced_pass.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from kibitz.core.errors import KibitzError
from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.score import EVAL_LIMIT, Bound
from kibitz.core.searching import NodeKind, Searcher, find_searcher
from kibitz.evals.take_away import Modulo
from kibitz.games.take_away import TakeAway
from kibitz.reports.replicas.forced_pass import ForcedPass, is_forced_pass
from kibitz.reports.replicas.s0 import S0
from kibitz.search.replica import Fault, Replica
from kibitz.trees.labels import points_text
from kibitz.trees.search_tree import NO_NODE, SearchTree

__all__ = ["FaultCount", "FaultMark", "FaultMarks", "find_tree_position", "takes_least", "tree_game"]

LEAVES = (NodeKind.TERMINAL, NodeKind.HORIZON)


@dataclass(frozen=True)
class FaultMark:
    """A fault at a node: its id, what it is, and what it does there."""

    id: str
    title: str
    here: str


@dataclass(frozen=True)
class FaultCount:
    """A fault of a search: at how many nodes of the tree it acts, and the first of them, None if at none."""

    id: str
    title: str
    nodes: int
    first: int | None


def tree_game(game: Game, searcher: str | Searcher) -> Game:
    """The game that the tree of a search is one of; `game` is what it was asked to search."""
    found = searcher if isinstance(searcher, Searcher) else _find_replica(searcher)[0]
    return found.tree_game(game) if isinstance(found, Replica) else game


def find_tree_position(game: Game, state: State, searcher: Searcher) -> tuple[Game, State]:
    """That game and the root of the tree in it."""
    found = tree_game(game, searcher)
    return found, found.root(state) if isinstance(found, ForcedPass) else state


def takes_least(tree: SearchTree) -> bool:
    """Whether the root of a tree takes the value that is least for the side to move there (S0-39)."""
    replica, _ = _find_replica(tree.searcher)
    second_moves = tree.game.to_move(tree.root_state) == 1
    return isinstance(replica, S0) and replica.root_max and second_moves and _begins_search(tree)


@lru_cache
def _find_replica(searcher: str) -> tuple[Replica | None, Limits]:
    """The published program that a spec names, and its limits; None if it names another search, or none."""
    try:
        found, limits = find_searcher(searcher)
    except KibitzError:
        return None, Limits()
    return (found, found.limited(limits)) if isinstance(found, Replica) else (None, limits)


def _begins_search(tree: SearchTree) -> bool:
    """Whether the root is that of the search; a part of a tree, written to a file, begins further down."""
    replica, limits = _find_replica(tree.searcher)
    if replica is None or limits.depth is None or limits.time is not None or limits.nodes is not None:
        return True
    return tree.depth[tree.roots[-1]] == limits.depth + replica.extra_plies


class FaultMarks:
    """The faults that the search of a tree has, and where they act."""

    def __init__(self, tree: SearchTree) -> None:
        self.tree = tree
        replica, _ = _find_replica(tree.searcher)
        on = [fault for fault in replica.faults if getattr(replica, fault.switch)] if replica else []
        self.faults = tuple(fault for fault in on if fault.id in _ACTS)

    def at(self, node: int, *, by_colour: bool = True) -> tuple[FaultMark, ...]:
        """The faults that act at a node; the sides are called by their colours, or as files call them."""
        found = ((fault, _ACTS[fault.id](self.tree, node)) for fault in self.faults)
        named = self.tree.game.name_by_colour if by_colour else str
        return tuple(FaultMark(fault.id, fault.title, named(here)) for fault, here in found if here)

    def find(self, fault_id: str) -> Iterator[int]:
        """The nodes at which a fault acts."""
        acts = _ACTS[fault_id]
        return (node for node in range(len(self.tree)) if acts(self.tree, node))

    def count(self) -> tuple[FaultCount, ...]:
        """Every fault that the search has, with the number of its nodes."""
        return tuple(self._count(fault) for fault in self.faults)

    def _count(self, fault: Fault) -> FaultCount:
        nodes = list(self.find(fault.id))
        return FaultCount(fault.id, fault.title, len(nodes), nodes[0] if nodes else None)


# What each fault does at a node; nothing where it does not act.


def _same_player(tree: SearchTree, node: int) -> str:
    if not _follows_pass(tree, node):
        return ""
    move = tree.game.move_name(tree.move[tree.parent[node]])
    return f"{_other(tree, node)} does not get to answer {move}: {_mover(tree, node)} moves twice in a row."


def _root_max(tree: SearchTree, node: int) -> str:
    if tree.parent[node] != NO_NODE or tree.kind[node] != NodeKind.INNER or not takes_least(tree):
        return ""
    first, second = tree.game.players
    return f"{second} takes the move that is worth most to {first}, {points_text(-tree.value[node])}: its own worst."


def _leaf_side(tree: SearchTree, node: int) -> str:
    """A leaf is judged for the side to move; where S0-38 ends a game with the first move, for the side that made it."""
    if tree.kind[node] not in LEAVES:
        return ""
    moved_again = isinstance(tree.game, ForcedPass) and tree.root_state[2] == tree.ply[node]
    asked = (tree.game.to_move(tree.root_state) + tree.ply[node] + moved_again) % 2
    if asked == 0:
        return ""  # Max, who is the first player
    first, second = tree.game.players
    value = points_text(tree.value[node] if _is_first_to_move(tree, node) else -tree.value[node])
    if tree.kind[node] == NodeKind.HORIZON:
        return f"{second} is to move, so its longest line is the value, {value}, which counts for {first}."
    result = tree.game.outcome(tree.state(node))
    if result == 0:
        return ""
    winner = first if result == 1 else second
    return f"Judged for {second}: {winner} has won, and that counts as {value} for {first}."


def _first_column(tree: SearchTree, node: int) -> str:
    if tree.parent[node] != NO_NODE or tree.kind[node] != NodeKind.INNER or not _begins_search(tree):
        return ""
    worst = EVAL_LIMIT if takes_least(tree) else -EVAL_LIMIT  # for the side to move
    if any(-tree.value[child] != worst for child in tree.children(node)):
        return ""
    column = tree.game.move_name(0)
    full = "" if 0 in tree.game.moves(tree.state(node)) else f", although column {column} is full"
    return f"Every move has the worst value, so that the answer is column {column}{full}."


def _draw_lost(tree: SearchTree, node: int) -> str:
    if tree.kind[node] != NodeKind.TERMINAL or tree.game.outcome(tree.state(node)) != 0:
        return ""
    value = points_text(tree.value[node] if _is_first_to_move(tree, node) else -tree.value[node])
    return f"The game is drawn, and counts as {value} for {tree.game.players[0]}, as a loss does."


def _late_cut(tree: SearchTree, node: int) -> str:
    if tree.is_max(node) or not tree.is_cut(node):
        return ""
    children = tree.children(node)
    refuting = next((index for index, child in enumerate(children) if -tree.value[child] >= tree.beta[node]), 0)
    wasted = len(children) - 1 - refuting
    if not wasted:
        return ""
    move = tree.game.move_name(tree.move[children[refuting]])
    return (
        f"{move} meets the bound, and {wasted} more {'move is' if wasted == 1 else 'moves are'} searched for nothing."
    )


def _calls_minimax(tree: SearchTree, node: int) -> str:
    if tree.ply[node] != 1 or tree.kind[node] != NodeKind.INNER:
        return ""
    return "From here on minimax searches, which knows no window and cuts nothing."


def _no_end(tree: SearchTree, node: int) -> str:
    if tree.parent[node] == NO_NODE or tree.size[node] > 1 or tree.depth[node] == 0 or tree.value[node] != -EVAL_LIMIT:
        return ""
    side = _mover(tree, node)
    over = tree.game.result(tree.state(node)) is not None
    return f"{side} has no move, {'as the game is over' if over else 'and must pass'}: that counts as lost for {side}."


def _root_min(tree: SearchTree, node: int) -> str:
    if not _follows_pass(tree, node):
        return ""
    side, program = _mover(tree, node), _other(tree, node)
    return f"{program} is to move, but the first call goes to the method of {side}, whose stones are dropped here."


def _loose_ties(tree: SearchTree, node: int) -> str:
    """A refuted move of the root that may be drawn: its bound equals the best value."""
    parent = tree.parent[node]
    if parent == NO_NODE or tree.kind[parent] != NodeKind.INNER:
        return ""
    if -tree.value[node] != tree.value[parent] or tree.bound(node) != Bound.LOWER:
        return ""
    with_pass = isinstance(tree.game, ForcedPass)
    if not (_follows_pass(tree, parent) if with_pass else tree.ply[node] == 1 and _begins_search(tree)):
        return ""
    value, side = points_text(tree.value[parent]), _mover(tree, parent)
    return f"Only known to be worth at most {value} to {side}, it can be drawn by lot as if it were worth {value}."


def _modulus(tree: SearchTree, node: int) -> str:
    if tree.kind[node] != NodeKind.HORIZON:
        return ""
    assert isinstance(tree.game, TakeAway)
    state = tree.state(node)
    right, value = Modulo(tree.game)(state), tree.value[node]
    if value == right:
        return ""
    side = _mover(tree, node)
    return (
        f"{state[0]} chips count as {points_text(value)} for {side}; by the rule that is meant, {points_text(right)}."
    )


def _zero_horizon(tree: SearchTree, node: int) -> str:
    if tree.kind[node] != NodeKind.HORIZON:
        return ""
    return "The depth limit is reached, so the position is worth 0, whatever is on the board."


def _follows_pass(tree: SearchTree, node: int) -> bool:
    return is_forced_pass(tree.game, tree.move[node])


def _is_first_to_move(tree: SearchTree, node: int) -> bool:
    """Whether the player who began the game is to move."""
    return (tree.game.to_move(tree.root_state) + tree.ply[node]) % 2 == 0


def _mover(tree: SearchTree, node: int) -> str:
    return tree.game.players[tree.game.to_move(tree.state(node))]


def _other(tree: SearchTree, node: int) -> str:
    return tree.game.players[1 - tree.game.to_move(tree.state(node))]


_ACTS: dict[str, Callable[[SearchTree, int], str]] = {
    "S0-37": _draw_lost,
    "S0-38": _same_player,
    "S0-39": _root_max,
    "S0-40": _leaf_side,
    "S0-41": _first_column,
    "S1-24a": _late_cut,
    "S1-24b": _calls_minimax,
    "S1-24c": _no_end,
    "S2-18": _root_min,
    "S2-19": _loose_ties,
    "S3-25": _modulus,
    "S4-19": _zero_horizon,
}
