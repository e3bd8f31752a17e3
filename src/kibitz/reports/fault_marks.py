"""Where the faults of the reports' programs act in their trees, in words (`trees/fault_marks.py`).

With S0-38 or S2-18 the tree is one of Connect Four with a forced pass (`reports/replicas/forced_pass.py`).
"""

from __future__ import annotations

from kibitz.core.score import EVAL_LIMIT, Bound
from kibitz.core.searching import NodeKind
from kibitz.evals.take_away import Modulo
from kibitz.games.take_away import TakeAway
from kibitz.reports.replicas.forced_pass import ForcedPass
from kibitz.search.replica import is_imaginary
from kibitz.trees.fault_marks import FAULT_ACTS, begins_search, takes_least
from kibitz.trees.labels import points_text
from kibitz.trees.search_tree import NO_NODE, SearchTree

LEAVES = (NodeKind.TERMINAL, NodeKind.HORIZON)

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
    if tree.parent[node] != NO_NODE or tree.kind[node] != NodeKind.INNER or not begins_search(tree):
        return ""
    worst = EVAL_LIMIT if takes_least(tree) else -EVAL_LIMIT  # for the side to move
    if any(-tree.value[child] != worst for child in tree.children(node)):
        return ""
    column = tree.game.move_name(0)
    full = "" if 0 in tree.game.moves(tree.state(node)) else f", although column {column} is full"
    return f"Every move has the worst value, so the answer is column {column}{full}."


def _draw_lost(tree: SearchTree, node: int) -> str:
    if tree.kind[node] != NodeKind.TERMINAL or tree.game.outcome(tree.state(node)) != 0:
        return ""
    value = points_text(tree.value[node] if _is_first_to_move(tree, node) else -tree.value[node])
    return f"The game is drawn, and counts as {value} for {tree.game.players[0]}, as a loss does."


def _late_cut(tree: SearchTree, node: int) -> str:
    if tree.is_max(node) or not tree.meets_beta(node):
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
    if not (_follows_pass(tree, parent) if with_pass else tree.ply[node] == 1 and begins_search(tree)):
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
    return is_imaginary(tree.game, tree.move[node])


def _is_first_to_move(tree: SearchTree, node: int) -> bool:
    """Whether the player who began the game is to move."""
    return (tree.game.to_move(tree.root_state) + tree.ply[node]) % 2 == 0


def _mover(tree: SearchTree, node: int) -> str:
    return tree.game.players[tree.game.to_move(tree.state(node))]


def _other(tree: SearchTree, node: int) -> str:
    return tree.game.players[1 - tree.game.to_move(tree.state(node))]


FAULT_ACTS.add("S0-37", _draw_lost)
FAULT_ACTS.add("S0-38", _same_player)
FAULT_ACTS.add("S0-39", _root_max)
FAULT_ACTS.add("S0-40", _leaf_side)
FAULT_ACTS.add("S0-41", _first_column)
FAULT_ACTS.add("S1-24a", _late_cut)
FAULT_ACTS.add("S1-24b", _calls_minimax)
FAULT_ACTS.add("S1-24c", _no_end)
FAULT_ACTS.add("S2-18", _root_min)
FAULT_ACTS.add("S2-19", _loose_ties)
FAULT_ACTS.add("S3-25", _modulus)
FAULT_ACTS.add("S4-19", _zero_horizon)
