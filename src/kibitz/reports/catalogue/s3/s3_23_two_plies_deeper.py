"""S3-23: how much deeper alpha-beta searches at the same cost, and how much deeper it gets at all.

The two halves are judged apart: by the printed times for S3's own program, and by nodes for the textbook's alpha-beta.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from kibitz.lab.design import Cell, Claim, Column, Plot, Row, TreeLink, Values
from kibitz.lab.verdict import ClaimPart, Verdict, answer_both, join_words, judge_parts
from kibitz.reports.catalogue.s3.s3_21_time_and_memory import FINISHED, PRINTED
from kibitz.reports.measuring.searches import count_tree_sizes, search_with

GAME = "connect-four"
TWO = 2  # plies
TIMED = {depth: time for depth, (time, _) in enumerate(PRINTED["alphabeta"], start=1) if isinstance(time, int)}
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
        return [Cell(f"depth {depth}", {"depth": depth}) for depth in range(3, 10 if quick else 12)]

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
        textbook = _judge_both(_judge_gains(nodes, "nodes"), _judge_depth_by_nodes(rows), nodes)
        if not printed:
            return textbook
        note = f" (minimax continued beyond depth {FINISHED['minimax']})" if FINISHED["alphabeta"] in printed else ""
        gains = _judge_gains(printed, "printed time", note)
        return answer_both(_judge_both(gains, _judge_depth_in_print(), printed), textbook)


def _judge_both(gains: ClaimPart, depth: ClaimPart, by_depth: Mapping[int, float]) -> Verdict:
    near = [str(at) for at, gain in by_depth.items() if _is_near(gain)]
    words = f"about two plies at depth {join_words(near)} only" if near else "nowhere about two plies"
    condition = f"for the greatest depth; at the same cost {words}" if depth.holds and not gains.holds else ""
    return judge_parts(depth, gains, condition=condition)


def _is_near(gain: float) -> bool:
    return TWO - 0.5 <= gain <= TWO + 0.5


def _judge_gains(gains: Mapping[int, float], of: str, note: str = "") -> ClaimPart:
    first, last = min(gains), max(gains)
    shown = f"{gains[first]:.1f} plies deeper at depth {first} and {gains[last]:.1f} at depth {last}"
    return ClaimPart(
        f"for the same {of} alpha-beta searches about two plies deeper",
        all(map(_is_near, gains.values())),
        f"for the same {of} alpha-beta searches {shown}{note}",
        f"for the same {of} it searches {shown}, so not two plies deeper throughout",
    )


def _judge_depth_in_print() -> ClaimPart:
    plain, pruned = FINISHED["minimax"], FINISHED["alphabeta"]
    return ClaimPart(
        f"alpha-beta's greatest depth is two plies more than minimax's ({pruned} and {plain})",
        pruned - plain == TWO,
        f"in print minimax finishes depth {plain} and alpha-beta depth {pruned}, both not the next one",
        f"alpha-beta's greatest depth ({pruned}) is not two plies more than minimax's ({plain})",
    )


def _judge_depth_by_nodes(rows: Sequence[Row]) -> ClaimPart:
    """How deep alpha-beta gets with the nodes that minimax takes to the greatest depth it finishes in print."""
    plain = FINISHED["minimax"]
    room = next((row.number("minimax") for row in rows if row.cell.whole("depth") == plain), None)
    counts = {row.cell.whole("depth"): count for row in rows if (count := row.number("alpha-beta")) is not None}
    fitting = [depth for depth, count in counts.items() if room is not None and count <= room]
    reached = max(fitting, default=0)
    return ClaimPart(
        f"with the nodes of minimax at depth {plain} alpha-beta reaches two plies more",
        None if room is None or reached == max(counts) else reached - plain == TWO,
        f"minimax takes {room or 0:,.0f} nodes to depth {plain}, alpha-beta {counts.get(reached, 0):,.0f} to depth "
        f"{reached}",
        f"with the nodes of minimax at depth {plain} alpha-beta reaches depth {reached}",
        "deeper rows",
    )


def _gain_in_print(depth: int) -> float | None:
    """The same gain read off S3's own times (S3-21); None where they are too short.

    Beyond minimax's last time, its curve is continued by the factor of its last ply.
    """
    times = [time for time, _ in PRINTED["minimax"] if isinstance(time, int)]
    time = TIMED.get(depth, 0)
    if time < LEGIBLE:
        return None
    below = min(max(d for d in range(1, len(times) + 1) if times[d - 1] <= time), len(times))
    step = min(below, len(times) - 1)
    return depth - below - math.log(time / times[below - 1]) / math.log(times[step] / times[step - 1])
