"""S3-23: how much deeper alpha-beta searches for the same number of nodes."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kibitz.lab.design import Cell, Claim, Column, Plot, Row, TreeLink, Values
from kibitz.lab.verdict import Kind, Verdict, answer_both, join_words
from kibitz.reports.catalogue.s3.s3_21_time_and_memory import PRINTED
from kibitz.reports.measuring.searches import count_tree_sizes, search_with

__all__ = ["TwoPliesDeeper"]

GAME = "connect-four"
LEGIBLE = 100  # ms; from here on, a time printed in whole milliseconds is precise enough
LOOKED_AT = 7  # plies; deeper trees have too many nodes to look at


class TwoPliesDeeper(Claim):
    id = "S3-23"
    title = "Connect 4: alpha-beta searches two plies deeper"
    source = "Tic-tac-toe, Take-Away and Connect 4 console program, task three, Resource Consumption"
    says = "Alpha-beta at depth d costs what minimax costs at depth d - 2; it raises the greatest depth by 2."
    assumes = (
        "The report's own program is judged by its printed times (S3-21), and alpha-beta as the textbook has it by "
        "nodes; it tries the columns from left to right."
    )
    columns = (Column("alpha-beta"), Column("minimax"), Column("minimax at d - 2"), Column("plies gained"))
    plot = Plot(
        "lines", x="depth", y=("alpha-beta", "minimax"), log=True, title="Connect 4, first move: nodes by depth"
    )

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [Cell(f"depth {depth}", {"depth": depth}) for depth in range(3, 10 if quick else 11)]

    def reported(self, cell: Cell) -> Values:
        return {"plies gained": 2}

    def measure(self, cell: Cell, seed: int) -> Values:
        """The gain is read off the curve of minimax, with its logarithm interpolated linearly between depths."""
        depth = cell.whole("depth")
        nodes = search_with(f"alphabeta:depth={depth},eval=windows", GAME).stats.nodes
        sizes = count_tree_sizes(GAME, depth, compiled=True)
        below = max(d for d in range(depth) if sizes[d] <= nodes)
        part = math.log(nodes / sizes[below]) / math.log(sizes[below + 1] / sizes[below])
        gained = round(depth - below - part, 2)
        return {"alpha-beta": nodes, "minimax": sizes[-1], "minimax at d - 2": sizes[-3], "plies gained": gained}

    def app_links(self, row: Row) -> Sequence[TreeLink]:
        depth = row.cell.whole("depth")
        if depth > LOOKED_AT:
            return ()
        return (TreeLink("alpha-beta's tree", GAME, f"alphabeta:depth={depth},eval=windows"),)

    def judge(self, rows: Sequence[Row]) -> Verdict:
        """By the printed times of S3's own program, and by the nodes of the textbook's."""
        nodes = {row.cell.whole("depth"): gain for row in rows if (gain := row.number("plies gained")) is not None}
        printed = {depth: gain for depth in nodes if (gain := _gain_in_print(depth)) is not None}
        textbook = _judge_gains(nodes, "nodes")
        return answer_both(_judge_gains(printed, "printed time"), textbook) if printed else textbook


def _judge_gains(gains: dict[int, float], of: str) -> Verdict:
    first, last = min(gains), max(gains)
    figures = f"by the {of} {gains[first]:.1f} plies are gained at depth {first} and {gains[last]:.1f} at depth {last}"
    near = [depth for depth, gain in gains.items() if 1.5 <= gain <= 2.5]
    if len(near) == len(gains):
        return Verdict(Kind.HOLDS, f"For the same {of} alpha-beta searches about two plies deeper.", figures)
    if not near:
        most = max(gains.values())
        sentence = f"For the same {of} alpha-beta does not search two plies deeper, but at most {most:.1f}."
        return Verdict(Kind.WRONG, sentence, figures)
    sentence = f"For the same {of} alpha-beta searches deeper by a number of plies that grows with the depth."
    return Verdict(Kind.CONDITION, sentence, figures, f"about two plies only at depth {join_words([*map(str, near)])}")


def _gain_in_print(depth: int) -> float | None:
    """The same gain read off S3's own times (S3-21); None where they are too short, or minimax has none to compare."""
    pruned, plain = (PRINTED[search] for search in ("alphabeta", "minimax"))
    times = [time for time, _ in plain if isinstance(time, int)]
    time = pruned[depth - 1][0] if depth <= len(pruned) else None
    if not isinstance(time, int) or time < LEGIBLE or time > times[-1]:
        return None
    below = max(d for d in range(1, len(times)) if times[d - 1] <= time)
    return depth - below - math.log(time / times[below - 1]) / math.log(times[below] / times[below - 1])
