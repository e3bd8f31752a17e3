"""S3-20: alpha-beta on a tree that is already built, compared with alpha-beta while it is built.

S3's tree generation evaluates every leaf when it makes it. Here the same is measured with leaves that are evaluated
only when the search looks at them, because then pruning a finished tree does save work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kibitz.lab.design import Cell, Claim, Column, Plot, Row, TreeLink, Values, number
from kibitz.lab.verdict import ClaimPart, Kind, Verdict, judge_parts
from kibitz.reports.measuring.searches import MB, build_stored_tree
from kibitz.search.stored_tree import LOOKED_AT, MADE


class Way(NamedTuple):
    """When branches are pruned, and when leaves are evaluated."""

    pruning: str
    evaluate: str


WAYS = {
    "none": Way("none", MADE),
    "after": Way("after", MADE),
    "during": Way("during", MADE),
    "none, evaluated when looked at": Way("none", LOOKED_AT),
    "after, evaluated when looked at": Way("after", LOOKED_AT),
}


class PruningAfterAndDuring(Claim):
    id = "S3-20"
    title = "Connect 4: pruning after the tree is built, and during"
    source = "Tic-tac-toe, Take-Away and Connect 4 console program, task three, Search Algorithm"
    says = (
        "That pruned branches are not generated improves performance substantially more than if the algorithm was just "
        "not checking their value, as that results in an undetectable change in performance."
    )
    assumes = (
        "Performance is counted in boards made and boards evaluated, the two things that cost time. As in S3's text, a "
        "leaf is evaluated when it is made; evaluating it only when the search looks at it is measured as well."
    )
    columns = (
        Column("stored"),
        Column("evaluated"),
        Column("looked at"),
        Column("time", "ms", exact=False),
        Column("memory", "MB", exact=False),
    )
    plot = Plot("lines", x="depth", y=("time",), by="way", log=True, title="Connect 4: when it is pruned")

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [
            Cell(f"depth {depth}, {name}", {"depth": depth, "way": name})
            for depth in range(2, 6 if quick else 7)
            for name in WAYS
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        way = WAYS[str(cell.settings["way"])]
        tree = build_stored_tree(
            "connect-four",
            cell.whole("depth"),
            prune=way.pruning,
            evaluator="windows",
            evaluates_early=way.evaluate == MADE and way.pruning != "during",
        )
        assert tree is not None
        return {
            "stored": tree.nodes,
            "evaluated": tree.evaluated,
            "looked at": tree.looked_at,
            "time": 1000 * tree.seconds,
            "memory": tree.memory / MB,
        }

    def app_links(self, row: Row) -> Sequence[TreeLink]:
        depth, way = row.cell.whole("depth"), WAYS[str(row.cell.settings["way"])]
        program = f"replica-s3-connect-four:depth={depth},prune={way.pruning},evaluate={way.evaluate}"
        return (TreeLink("the tree", "connect-four", program),)

    def judge(self, rows: Sequence[Row]) -> Verdict:
        """Judged by the greatest depth that was measured in all ways, and by counts: times depend on the machine."""
        by_depth: dict[int, dict[str, Values]] = {}
        for row in rows:
            if row.measured:
                by_depth.setdefault(row.cell.whole("depth"), {})[str(row.cell.settings["way"])] = row.measured
        whole = [depth for depth, ways in by_depth.items() if len(ways) == len(WAYS)]
        if not whole:
            return Verdict(Kind.OPEN, "no depth has been measured in all ways yet")
        return _judge_depth(max(whole), by_depth[max(whole)])


def _judge_depth(depth: int, found: Mapping[str, Values]) -> Verdict:
    work = {name: number(values, "stored") + number(values, "evaluated") for name, values in found.items()}
    after, lazy = "after", "after, evaluated when looked at"
    saved, saved_lazily = (
        1 - work[way] / work[whole] for way, whole in ((after, "none"), (lazy, "none, evaluated when looked at"))
    )
    time, time_lazily = (
        1 - number(found[way], "time") / number(found[whole], "time")
        for way, whole in ((after, "none"), (lazy, "none, evaluated when looked at"))
    )
    stored, evaluated = (
        {way: number(values, name) for way, values in found.items()} for name in ("stored", "evaluated")
    )
    looked = number(found[after], "looked at")
    return judge_parts(
        ClaimPart(
            "alpha-beta saves most of the boards made and evaluated if pruned branches are not built",
            work["during"] < work["none"] / 2,
            f"at depth {depth} it builds {stored['during']:,.0f} of {stored['none']:,.0f} boards and evaluates "
            f"{evaluated['during']:,.0f} of {evaluated['none']:,.0f}",
            "alpha-beta saves few of the boards made and evaluated even if pruned branches are not built",
        ),
        ClaimPart(
            "it saves none of them in a tree that is already built, where S3's program has evaluated every leaf",
            saved == 0,
            f"skipping branches of the finished tree looks at {looked:,.0f} of {stored[after]:,.0f} boards and saves "
            f"{100 * saved:.0f} % of the boards made and evaluated, and {100 * time:.0f} % of the time here; if a leaf "
            f"were evaluated only when the search looks at it, {100 * saved_lazily:.0f} % and "
            f"{100 * time_lazily:.0f} %",
            "it saves some of them even in a tree that is already built",
        ),
    )
