"""S3-20: alpha-beta on a tree that is already built, compared with alpha-beta while it is built."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.lab.design import Cell, Claim, Column, Kind, Plot, Row, TreeLink, Values, Verdict
from kibitz.lab.measuring.searches import MB, build_stored_tree

__all__ = ["PruningAfterAndDuring"]

WAYS = ("none", "after", "during")


class PruningAfterAndDuring(Claim):
    id = "S3-20"
    title = "Connect 4: pruning after the tree is built, and during"
    source = "Tic-tac-toe, Take-Away and Connect 4 console program, task three, Search Algorithm"
    says = "Not to look at pruned branches of a tree that is built is an undetectable change; not to build them saves."
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
        depth, search = row.cell.whole("depth"), "minimax" if row.cell.settings["pruning"] == "none" else "alphabeta"
        return (TreeLink("the tree", "connect-four", f"{search}:depth={depth},eval=windows"),)

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
        stored, looked = ([by_depth[depth][way].number(name) or 0 for way in WAYS] for name in ("stored", "looked at"))
        words = (
            f"at depth {depth}, pruning after building looks at {looked[1]:,.0f} of {stored[1]:,.0f} nodes and stores "
            f"all of them; pruning during it stores {stored[2]:,.0f}, {100 * stored[2] / stored[0]:.1f} %"
        )
        saves = stored[1] == stored[0] and stored[2] < stored[0]
        return Verdict(
            Kind.CONDITION if saves else Kind.WRONG,
            f"{words}; nodes that are not looked at are not evaluated either, unless this is done when they are made",
        )
