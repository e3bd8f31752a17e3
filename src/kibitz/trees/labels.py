"""The labels of a tree's nodes in drawings and sentences.

They are for one side: Max, the side to move at the root, or with `for_max=False` for the other one.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import GAMES, Game
from kibitz.core.score import INFINITY, MAX_RESULT, WIN, Bound, Score, is_decided
from kibitz.core.searching import NodeKind
from kibitz.trees.search_tree import SearchTree

KIND_WORDS = {
    NodeKind.INNER: "from its moves",
    NodeKind.TERMINAL: "the game is over",
    NodeKind.HORIZON: "estimated at the horizon",
    NodeKind.TABLE: "found in the table",
    NodeKind.STOPPED: "stopped by a limit",
}

NOT_KNOWN = "…"  # what a search had not found out at some step
MEAN_SCALE = 1_000  # what the mean of random games is multiplied by to make it a value
NEVER = 1 << 50  # a proof number from here on is infinite

_BOUND_SIGNS = {Bound.EXACT: "", Bound.LOWER: "≥ ", Bound.UPPER: "≤ "}


@dataclass(frozen=True)
class NodeNumbers:
    """What a search knew of a node at a step, for the side to move there.

    `mean`: of the results, 1 for a win and -1 for a loss. `low` and `high` enclose the exact result. Numbers that the
    search does not have are None; before a node is there, it has none at all.
    """

    node: int
    is_there: bool
    visits: int | None = None
    mean: float | None = None
    low: int | None = None
    high: int | None = None
    proof: int | None = None
    disproof: int | None = None

    @property
    def proven(self) -> int | None:
        """The result, or the bound of it that decides who wins; None while that is open."""
        if self.low is None or self.high is None:
            return None
        if self.low > 0 or self.low == self.high:
            return self.low
        return self.high if self.high < 0 else None


def points_text(value: int) -> str:
    """A value as people are shown it, with its sign."""
    if abs(value) > MAX_RESULT * WIN:  # infinity itself, or next to it when the window has width one
        return "+∞" if value > 0 else "−∞"
    points = Score(value).points
    return "0" if points == 0 else f"+{points}" if points > 0 else f"−{-points}"


def estimate_text(mean: float) -> str:
    """The mean of random games, from −1.00 for all lost to +1.00 for all won."""
    rounded = round(mean, 2)
    return "0.00" if rounded == 0 else f"{'+' if rounded > 0 else '−'}{abs(rounded):.2f}"


def value_text(tree: SearchTree, node: int, *, for_max: bool = True) -> str:
    """The value, with a sign for at least or at most where it is only a bound.

    Of a search that does not go depth first it is what the search came to prove, with the word proven; else the mean of
    random games from −1 to 1, or nothing.
    """
    if tree.kind[node] == NodeKind.STOPPED:
        return "?"
    value, bound = tree.value_for_max(node), tree.bound_for_max(node)
    if not for_max:
        value, bound = -value, -bound
    if "low" in tree.notes:
        low, high = tree.notes["low"][node], tree.notes["high"][node]
        mean = tree.value[node] / MEAN_SCALE if "visits" in tree.notes else None
        return _result_text(tree, node, low, high, mean, for_max=for_max)
    if "visits" in tree.notes:  # a recording that does not say what was proven
        if tree.kind[node] == NodeKind.TERMINAL:
            return points_text(value)
        return f"{points_text(value)} proven" if is_decided(value) else estimate_text(value / MEAN_SCALE)
    return _BOUND_SIGNS[bound] + points_text(value)


def verdict_text(tree: SearchTree, node: int) -> str:
    """Whether Max has certainly "won" or "lost"; empty where that is not certain, as with a bound the other way."""
    value, bound = tree.value_for_max(node), tree.bound_for_max(node)
    if not is_decided(value) or bound == (Bound.UPPER if value > 0 else Bound.LOWER):
        return ""
    return "won" if value > 0 else "lost"


def window_text(tree: SearchTree, node: int, *, for_max: bool = True) -> str:
    alpha, beta = tree.window_for_max(node)
    return (
        f"({points_text(alpha)}, {points_text(beta)})" if for_max else f"({points_text(-beta)}, {points_text(-alpha)})"
    )


def detail_text(tree: SearchTree, node: int) -> str:
    """What goes below the value: the window, or the numbers of a search that has none."""
    if "visits" in tree.notes:
        return f"{tree.notes['visits'][node]:,} visits"
    return " / ".join(proof_texts(tree, node)) if "proof" in tree.notes else window_text(tree, node)


def proof_texts(tree: SearchTree, node: int, *, for_max: bool = True) -> tuple[str, str]:
    """The proof and the disproof number: what it takes to show that the side succeeds, and that it fails."""
    phi, delta = tree.notes["proof"][node], tree.notes["disproof"][node]
    proof, disproof = (phi, delta) if tree.is_max(node) == for_max else (delta, phi)
    return _proof_text(proof), _proof_text(disproof)


def value_at_step_text(tree: SearchTree, known: NodeNumbers, *, for_max: bool = True) -> str:
    """The value of a node as it stood at a step of a search that does not go depth first."""
    if not known.is_there or known.low is None or known.high is None:
        return NOT_KNOWN
    return _result_text(tree, known.node, known.low, known.high, known.mean, for_max=for_max)


def _result_text(tree: SearchTree, node: int, low: int, high: int, mean: float | None, *, for_max: bool) -> str:
    """What encloses the result, for the side to move: the result, who wins, else the mean or what is known at all."""
    is_theirs = tree.is_max(node) == for_max
    if not is_theirs:
        low, high = -high, -low
    if tree.kind[node] == NodeKind.TERMINAL:
        return points_text(low * WIN)
    if low == high:
        return f"{points_text(low * WIN)} proven"
    if low <= 0 <= high and mean is not None:
        return estimate_text(mean if is_theirs else -mean)
    if low + high == 0:
        return NOT_KNOWN
    return f"≥ {points_text(low * WIN)} proven" if low + high > 0 else f"≤ {points_text(high * WIN)} proven"


def numbers_text(tree: SearchTree, known: NodeNumbers, *, for_max: bool = True) -> str:
    """What goes below the value: visits, or proof and disproof numbers, as they stood at a step."""
    if not known.is_there:
        return ""
    if known.visits is not None:
        return f"{known.visits:,} visit{'s' * (known.visits != 1)}"
    if known.proof is None or known.disproof is None:
        return ""
    proof, disproof = known.proof, known.disproof
    if tree.is_max(known.node) != for_max:
        proof, disproof = disproof, proof
    return f"{_proof_text(proof)} / {_proof_text(disproof)}"


def _proof_text(number: int) -> str:
    return "∞" if number >= NEVER else f"{number:,}"


def has_windows(tree: SearchTree) -> bool:
    """Whether any window is narrower than infinite; plain minimax has no windows to show."""
    return max(tree.alpha) > -INFINITY or min(tree.beta) < INFINITY


def edge_text(tree: SearchTree, node: int) -> str:
    """The move that led to the node, with how many such it stands for, or a word if it was searched before."""
    alike = tree.stands_for(node)
    suffix = f" ×{alike}" if alike > 1 else " again" if tree.is_research(node) else ""
    return tree.game.move_name(tree.move[node]) + suffix


def side_to_move(tree: SearchTree, node: int) -> str:
    """Who is to move at the node."""
    return tree.game.sides[tree.game.to_move(tree.state(node))]


def side_name(tree: SearchTree, *, for_max: bool = True) -> str:
    """Who is Max, or Min."""
    first = tree.max_side
    return tree.game.sides[first if for_max else 1 - first]


def summarize_tree(tree: SearchTree) -> str:
    """The search in one line: its value, its principal line, its size, and how many nodes were cut off."""
    counts = tree.counts()
    line = " ".join(tree.game.move_name(tree.move[node]) for node in tree.line()[1:])
    parts = [f"value {value_text(tree, 0)}"]
    parts += [f"line {line}"] if line else []
    parts += [plural(counts.nodes, "node"), plural(counts.leaves, "leaf", "leaves")]
    cut = sum(map(tree.is_cut, range(len(tree)))) if counts.cutoffs else 0
    parts += [plural(cut, "cut-off")] if cut else []
    parts += [f"{tree.missed:,} more nodes not recorded"] if tree.missed else []
    return " · ".join(parts)


def plural(count: int, one: str, many: str = "") -> str:
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def game_name(game: Game) -> str:
    """The game as people name it: by an alias if one means just this, else by its spec."""
    named = (alias for alias in game.aliases if GAMES.parse(alias) == game)
    return next(named, game.spec(full=False))
