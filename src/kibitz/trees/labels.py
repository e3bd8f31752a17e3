"""The labels of a tree's nodes in drawings and sentences, always from the view of Max, the side to move at the root."""

from __future__ import annotations

from kibitz.core.game import GAMES, Game
from kibitz.core.score import INFINITY, MAX_RESULT, WIN, Bound, Score, is_decided
from kibitz.core.searching import NodeKind
from kibitz.trees.search_tree import SearchTree

__all__ = [
    "KIND_WORDS",
    "detail_text",
    "edge_text",
    "game_name",
    "has_windows",
    "points_text",
    "proof_texts",
    "side_to_move",
    "summarize_tree",
    "value_text",
    "verdict_text",
    "window_text",
]

KIND_WORDS = {
    NodeKind.INNER: "from its moves",
    NodeKind.TERMINAL: "the game is over",
    NodeKind.HORIZON: "estimated at the horizon",
    NodeKind.TABLE: "known from the table",
    NodeKind.STOPPED: "stopped by a limit",
}

NEVER = 1 << 50  # a proof number from here on is infinite

_BOUND_SIGNS = {Bound.EXACT: "", Bound.LOWER: "≥ ", Bound.UPPER: "≤ "}


def points_text(value: int) -> str:
    """A value as people are shown it, with its sign."""
    if abs(value) > MAX_RESULT * WIN:  # infinity itself, or next to it when the window has width one
        return "+∞" if value > 0 else "−∞"
    points = Score(value).points
    return "0" if points == 0 else f"+{points}" if points > 0 else f"−{-points}"


def value_text(tree: SearchTree, node: int) -> str:
    """The value, with a sign for at least or at most where it is only a bound."""
    if tree.kind[node] == NodeKind.STOPPED:
        return "?"
    return _BOUND_SIGNS[tree.bound_for_max(node)] + points_text(tree.value_for_max(node))


def verdict_text(tree: SearchTree, node: int) -> str:
    """Whether Max has certainly "won" or "lost"; empty where that is not certain, as with a bound the other way."""
    value, bound = tree.value_for_max(node), tree.bound_for_max(node)
    if not is_decided(value) or bound == (Bound.UPPER if value > 0 else Bound.LOWER):
        return ""
    return "won" if value > 0 else "lost"


def window_text(tree: SearchTree, node: int) -> str:
    alpha, beta = tree.window_for_max(node)
    return f"({points_text(alpha)}, {points_text(beta)})"


def detail_text(tree: SearchTree, node: int) -> str:
    """What goes below the value: the window, or the numbers of a search that has none."""
    if "visits" in tree.notes:
        return f"{tree.notes['visits'][node]:,} visits"
    return " / ".join(proof_texts(tree, node)) if "proof" in tree.notes else window_text(tree, node)


def proof_texts(tree: SearchTree, node: int) -> tuple[str, str]:
    """The proof and the disproof number for Max: what it takes to show that Max succeeds, and that Max fails."""
    phi, delta = tree.notes["proof"][node], tree.notes["disproof"][node]
    proof, disproof = (phi, delta) if tree.is_max(node) else (delta, phi)
    return _proof_text(proof), _proof_text(disproof)


def _proof_text(number: int) -> str:
    return "∞" if number >= NEVER else f"{number:,}"


def has_windows(tree: SearchTree) -> bool:
    """Whether any window is narrower than infinite; plain minimax has no windows to show."""
    return max(tree.alpha) > -INFINITY or min(tree.beta) < INFINITY


def edge_text(tree: SearchTree, node: int) -> str:
    """The move that led to the node, with a word if it was searched before."""
    return tree.game.move_name(tree.move[node]) + (" again" if tree.is_research(node) else "")


def side_to_move(tree: SearchTree, node: int) -> str:
    """Who is to move at the node."""
    return tree.game.sides[tree.game.to_move(tree.state(node))]


def summarize_tree(tree: SearchTree) -> str:
    """The search in one line: its value, its principal line and its size."""
    counts = tree.counts()
    line = " ".join(tree.game.move_name(tree.move[node]) for node in tree.line()[1:])
    parts = [f"value {value_text(tree, 0)}"]
    parts += [f"line {line}"] if line else []
    parts += [_plural(counts.nodes, "node"), _plural(counts.leaves, "leaf", "leaves")]
    parts += [_plural(counts.cutoffs, "cut-off")] if counts.cutoffs else []
    parts += [f"{tree.missed:,} more nodes not recorded"] if tree.missed else []
    return " · ".join(parts)


def _plural(count: int, one: str, many: str = "") -> str:
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def game_name(game: Game) -> str:
    """The game as people name it: by an alias if one means just this, else by its spec."""
    named = (alias for alias in game.aliases if GAMES.parse(alias) == game)
    return next(named, game.spec(full=False))
