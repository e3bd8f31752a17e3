"""S2's claims about minimax and alpha-beta: complexity, accuracy, half the nodes, and speed at depth five."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from kibitz.lab.design import BoardLink, Cell, Column, Plot, Row, Value, Values, number
from kibitz.lab.verdict import ClaimPart, Kind, Verdict, answer_both, join_words, judge_parts
from kibitz.reports.measuring.agreement import SameAnswers
from kibitz.reports.measuring.claims import CheckedClaim, count_moves_held, growth_factor, read_column, rows_with
from kibitz.reports.measuring.exponents import NEAR, Exponents
from kibitz.reports.measuring.matches import estimate_share_of_pairs, play_match
from kibitz.reports.measuring.searches import search_with

REPORT = "CSC361 Connect-4 project"
FAST = 100_000  # nodes
FEW_MOVES = 1_000
EVEN = 48  # percent of the points: so many are called as good

# Rows and columns of the matches between S2's two agents.
EQUAL, SOUND = "same depth", "same depth, with sound ties"
DEEPER = {1: "alpha-beta one ply deeper", 2: "alpha-beta two plies deeper"}
POINTS = (("games", ""), ("points", "%"), ("points low", "%"), ("points high", "%"))


class ThreeComplexities(Exponents):
    id = "S2-8"
    title = "Alpha-beta in the worst, best and average case"
    source = f"{REPORT}, the time complexity for alpha beta pruning"
    says = "Worst case O(b^d), best case O(b^(d/2)), average over random leaves O(b^(3d/4))."
    assumes = "Measured on uniform trees of five moves a position, where the best and the worst case are reached."
    breadth = 5
    leaves = ("worst", "best", "random")
    deepest = 6

    def decide(self, rows: Sequence[Row]) -> Verdict:
        exponent = self.per_ply(rows, "random")
        leaves = read_column(rows_with(rows, order="random"), "leaves")
        pearl = math.log(pearl_branching(self.breadth)) / math.log(self.breadth)
        average = ClaimPart(
            "with random leaves the exponent is about three quarters",
            abs(exponent - 0.75) < 2 * NEAR,
            f"random leaves b^({exponent:.2f} d), {leaves[-1]:,.0f} leaves at the last depth; in the limit "
            f"b^({pearl:.2f} d) for b = {self.breadth} [Pearl 1982]",
            "with random leaves the exponent is not three quarters",
        )
        return judge_parts(self.worst(rows), self.best(rows), average)


def pearl_branching(breadth: int) -> float:
    """The branching factor of alpha-beta on random leaves at great depth: x / (1 - x), where x^b + x = 1."""
    low, high = 0.0, 1.0
    for _ in range(60):
        x = (low + high) / 2
        low, high = (low, x) if x**breadth + x > 1 else (x, high)
    return low / (1 - low)


class MinimaxIsMoreAccurate(SameAnswers):
    """The replicas play each other; the searches themselves are asked for the same positions."""

    id = "S2-14"
    title = "Minimax is more accurate than alpha-beta"
    source = f"{REPORT}, discussion"
    says = (
        "The minMax agent is more accurate to win, since it explores all the possibilities; alpha-beta will have the "
        "same accuracy if it has a higher depth."
    )
    assumes = (
        "More accurate is taken as winning more points against the other. S2's two agents play each other, faults "
        "included, from paired openings at depth 4; with a higher depth means one ply more, and two."
    )
    eval = "threes"
    columns = (*SameAnswers.columns, *(Column(name, unit) for name, unit in POINTS))

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        depth, games = (2, 6) if quick else (4, 200)
        matches: dict[str, dict[str, Value]] = {
            EQUAL: {"minimax": depth, "alphabeta": depth, "ties": "true"},
            **{name: {"minimax": depth, "alphabeta": depth + more, "ties": "true"} for more, name in DEEPER.items()},
            SOUND: {"minimax": depth, "alphabeta": depth, "ties": "false"},
        }
        fewer = f"depth {depth}, {games} games" if quick else ""
        played = [Cell(name, {**settings, "games": games}, fewer) for name, settings in matches.items()]
        return [*super().cells(quick=quick), *played]

    def measure(self, cell: Cell, seed: int) -> Values:
        settings = cell.settings
        if "games" not in settings:
            return super().measure(cell, seed)
        plain = f"replica-s2-minimax:depth={settings['minimax']},backend=reference"
        pruned = f"replica-s2-alphabeta:depth={settings['alphabeta']},loose_ties={settings['ties']},backend=reference"
        result = play_match(self.game, pruned, plain, cell.whole("games"), seed)
        share = estimate_share_of_pairs(result)
        return dict(zip((name for name, _ in POINTS), (result.games, *share), strict=True))

    def app_links(self, row: Row) -> Sequence[BoardLink]:
        settings = row.cell.settings
        if "games" not in settings:
            return ()
        pruned = f"replica-s2-alphabeta:depth={settings['alphabeta']},loose_ties={settings['ties']}"
        return (BoardLink("watch a game", self.game, pruned, f"replica-s2-minimax:depth={settings['minimax']}"),)

    def decide(self, rows: Sequence[Row]) -> Verdict:
        played = {row.cell.name: row for row in rows if "games" in row.cell.settings}
        low, high = (number(played[EQUAL].measured, f"points {end}") for end in ("low", "high"))
        worse = ClaimPart(
            "S2's alpha-beta agent loses to its minimax agent at the same depth",
            True if high < 50 else False if low > 50 else None,
            "; ".join(f"{name}: {_points(row)}" for name, row in played.items()),
            "S2's alpha-beta agent does not lose to its minimax agent",
            "more games",
        )
        points, most = (
            max(number(played[name].measured, column) for name in DEEPER.values())
            for column in ("points", "points high")
        )
        deeper = ClaimPart(
            "a higher depth makes up for it",
            True if points >= EVEN else False if most < 50 else None,
            "",
            "one or two plies more do not make up for it",
            "more games",
        )
        if any(row.cell.quick for row in played.values()):
            worse, deeper = worse.withhold(), deeper.withhold()
        same = self.agreement(rows)
        corrected = Verdict(
            Kind.WRONG if same.holds else Kind.HOLDS,
            "Alpha-beta plays exactly the moves of minimax at the same depth, so minimax is not more accurate."
            if same.holds
            else "Alpha-beta does not always play the moves of minimax at the same depth.",
            same.figures,
        )
        return answer_both(judge_parts(worse, deeper), corrected)


def _points(row: Row) -> str:
    games, points, low, high = (number(row.measured, name) for name, _ in POINTS)
    return f"alpha-beta has {points:.0f} % of the points in {games:.0f} games ({low:.0f} to {high:.0f} %)"


class HalfTheNodes(CheckedClaim):
    id = "S2-15"
    title = "Alpha-beta halves the work"
    source = f"{REPORT}, introduction and best case"
    says = "Pruning reduces the complexity to half of its time; alpha-beta can search more than half the nodes."
    assumes = (
        "Nodes at the same depth are compared, from the empty board. S2 prints no weights for its heuristic; they are "
        "ours."
    )
    columns = (Column("minimax"), Column("alpha-beta"), Column("share", "%"))
    plot = Plot("lines", x="depth", y=("minimax", "alpha-beta"), log=True)

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        backend = "reference" if quick else "auto"
        return [Cell(f"depth {depth}", {"depth": depth, "backend": backend}) for depth in range(1, 6 if quick else 10)]

    def reported(self, cell: Cell) -> Values:
        return {"share": 50}

    def measure(self, cell: Cell, seed: int) -> Values:
        switches = f"depth={cell.settings['depth']},eval=threes,backend={cell.settings['backend']}"
        plain, pruned = (search_with(f"{n}:{switches}", "connect-four").stats.nodes for n in ("minimax", "alphabeta"))
        return {"minimax": plain, "alpha-beta": pruned, "share": 100 * pruned / plain}

    def decide(self, rows: Sequence[Row]) -> Verdict:
        shares, pruned = read_column(rows, "share"), read_column(rows, "alpha-beta")
        rises = [depth for depth, (before, after) in enumerate(pairwise(shares), start=2) if after >= before]
        falls = "falls with every ply" if not rises else f"falls, though not at depth {join_words([*map(str, rises)])}"
        return judge_parts(
            ClaimPart(
                "alpha-beta does half the work of minimax",
                45 <= min(shares) <= max(shares[1:]) <= 55,
                f"alpha-beta's share of minimax's nodes {falls}: "
                f"{', '.join(f'{share:.1f}' for share in shares)} % at depths 1 to {len(shares)}; a ply costs a factor "
                f"of {growth_factor(pruned):.1f}, minimax {growth_factor(read_column(rows, 'minimax')):.1f}",
                f"alpha-beta does no fixed half of minimax's work, but {shares[0]:.0f} % of it at depth 1 and "
                f"{shares[-1]:.1f} % at depth {len(shares)}, as at best the exponent is halved and not the work",
            ),
            ClaimPart(
                "alpha-beta searches more than half of minimax's nodes",
                min(shares) > 50,
                "",
                f"it searches more than half of minimax's nodes at {sum(share > 50 for share in shares)} of "
                f"{len(shares)} depths only",
            ),
        )


class FastAtDepthFive(CheckedClaim):
    id = "S2-17"
    title = "Minimax is fast to depth five and needs little memory"
    source = f"{REPORT}, conclusion"
    says = "Minimax does not require high space memory and it is really fast in depth of 5 and below."
    assumes = (
        f"Fast is fewer than {FAST:,} nodes for the first move, which readable Python searches in a second or two; "
        f"little memory, fewer than {FEW_MOVES:,} moves held."
    )
    columns = (
        Column("nodes"),
        Column("seconds", "s", exact=False),
        Column("moves held"),
        Column("stored tree", "MB"),
    )

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [Cell(f"depth {depth}", {"depth": depth}) for depth in range(1, 6 if quick else 8)]

    def measure(self, cell: Cell, seed: int) -> Values:
        """Readable Python, the slowest form there is; next to it, the same tree stored as objects."""
        depth = cell.whole("depth")
        plain = search_with(f"minimax:depth={depth},eval=threes,backend=reference", "connect-four").stats
        stored = search_with(f"stored:depth={depth},eval=threes", "connect-four").stats
        return {
            "nodes": plain.nodes,
            "seconds": plain.seconds,
            "moves held": count_moves_held("connect-four", f"minimax:depth={depth},eval=threes"),
            "stored tree": stored.memory / 1e6,
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        five = rows_with(rows, depth=5)[0].measured
        seconds, nodes, stored = (number(five, name) for name in ("seconds", "nodes", "stored tree"))
        return judge_parts(
            ClaimPart(
                "minimax is fast at depth 5",
                nodes < FAST,
                f"{nodes:,.0f} nodes in {seconds:.2f} s, in readable Python",
                "minimax is slow at depth 5",
            ),
            ClaimPart(
                "it needs little memory",
                number(five, "moves held") < FEW_MOVES,
                f"{number(five, 'moves held'):.0f} moves are held at a time, where a stored tree takes {stored:.1f} MB",
                "it needs much memory",
            ),
        )
