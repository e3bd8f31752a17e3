"""S3-20: alpha-beta on a tree that is already built, compared with alpha-beta while it is built."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.lab.design import Cell, Claim, Column, Plot, Row, TreeLink, Values
from kibitz.lab.verdict import ClaimPart, Kind, Verdict, judge_parts
from kibitz.reports.measuring.searches import MB, build_stored_tree

__all__ = ["PruningAfterAndDuring"]

WAYS = ("none", "after", "during")
NOTICED = 10  # percent of the time


class PruningAfterAndDuring(Claim):
    id = "S3-20"
    title = "Connect 4: pruning after the tree is built, and during"
    source = "Tic-tac-toe, Take-Away and Connect 4 console program, task three, Search Algorithm"
    says = (
        "That pruned branches are not generated improves performance substantially more than if the algorithm was just "
        "not checking their value, as that results in an undetectable change in performance."
    )
    assumes = f"A change can be noticed if it saves {NOTICED} % of the time or more."
    columns = (
        Column("stored"),
        Column("looked at"),
        Column("time", "ms", exact=False),
        Column("memory", "MB", exact=False),
    )
    plot = Plot("lines", x="depth", y=("time",), by="pruning", log=True, title="Connect 4: when it is pruned")

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [
            Cell(f"depth {depth}, {way}", {"depth": depth, "pruning": way})
            for depth in range(2, 6 if quick else 7)
            for way in WAYS
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        way = str(cell.settings["pruning"])
        tree = build_stored_tree("connect-four", cell.whole("depth"), prune=way, evaluator="windows")
        assert tree is not None
        return {
            "stored": tree.nodes,
            "looked at": tree.looked_at,
            "time": 1000 * tree.seconds,
            "memory": tree.memory / MB,
        }

    def app_links(self, row: Row) -> Sequence[TreeLink]:
        depth, way = row.cell.whole("depth"), row.cell.settings["pruning"]
        return (TreeLink("the tree", "connect-four", f"replica-s3-connect-four:depth={depth},prune={way}"),)

    def judge(self, rows: Sequence[Row]) -> Verdict:
        """Judged by the greatest depth that was measured in all three ways."""
        by_depth: dict[int, dict[str, Row]] = {}
        for row in rows:
            if row.measured:
                by_depth.setdefault(row.cell.whole("depth"), {})[str(row.cell.settings["pruning"])] = row
        whole = [depth for depth, ways in by_depth.items() if len(ways) == len(WAYS)]
        if not whole:
            return Verdict(Kind.OPEN, "no depth has been measured all three ways yet")
        depth = max(whole)
        stored, looked, time = (
            {way: by_depth[depth][way].number(name) or 0 for way in WAYS} for name in ("stored", "looked at", "time")
        )
        saved = 100 * (1 - time["after"] / time["none"])
        return judge_parts(
            ClaimPart(
                "not building pruned branches saves most of the work",
                stored["during"] < stored["none"] / 2,
                f"at depth {depth} it builds {stored['during']:,.0f} of {stored['none']:,.0f} nodes, "
                f"{100 * stored['during'] / stored['none']:.1f} %",
                "not building pruned branches saves little",
            ),
            ClaimPart(
                "skipping them in a tree that is already built changes nothing that can be noticed",
                saved < NOTICED,
                f"skipping after building looks at {looked['after']:,.0f} of {stored['after']:,.0f} nodes, stores all "
                f"of them, and saves {saved:.0f} % of the time",
                "skipping them in a tree that is already built saves time too, here where a board is evaluated only "
                "when the search looks at it",
            ),
            condition="if boards are evaluated when they are made, as in S3's program, and not when they are looked at",
        )
