"""S3-11: Take-Away searched to the end and to a limited depth, and what the two cost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from kibitz.core.game import find_game
from kibitz.lab.design import BoardLink, Cell, Column, Experiment, Kind, Row, Values, Verdict
from kibitz.lab.measuring.searches import count_tree_sizes, search_with

__all__ = ["TakeAwaySearches"]

CHIPS, TAKE = 20, 3
HEURISTICS = {"the rule as meant": "modulo", "the rule as printed": "reported-modulo"}


class TakeAwaySearches(Experiment):
    id = "S3-11"
    title = "Take-Away: full search, limited search, and their cost"
    source = "Tic-tac-toe, Take-Away and Connect 4 console program, task two, Resource Consumption"
    says = (
        "Full search wins 100 % from a winning side; a limited search can be trapped where the chips are beyond its "
        "depth; a search of depth d takes as long as a full search of d chips."
    )
    columns = (
        Column("won heaps"),
        Column("games won"),
        Column("nodes of depth d"),
        Column("nodes of d chips"),
    )

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        limited = [
            Cell(f"depth {depth}, {words}", {"depth": depth, "eval": heuristic})
            for words, heuristic in HEURISTICS.items()
            for depth in (2, 4, 6, 8)
        ]
        cost = [Cell(f"cost of depth {depth}", {"cost": depth}) for depth in (4, 8, 12)]
        return [Cell("full search", {"depth": CHIPS, "eval": "modulo"}), *limited, *cost]

    def reported(self, cell: Cell) -> Values:
        return {"games won": "all"} if cell.name == "full search" else {}

    def measure(self, cell: Cell, seed: int) -> Values:
        cost = cell.settings.get("cost")
        if isinstance(cost, int):
            deep = count_tree_sizes(f"take-away:chips=60,take={TAKE}", cost)[-1]
            return {
                "nodes of depth d": deep,
                "nodes of d chips": count_tree_sizes(f"take-away:chips={cost},take={TAKE}", cost)[-1],
            }
        won = [chips for chips in range(1, CHIPS + 1) if chips % (TAKE + 1)]
        keeps = [_wins(chips, cell.whole("depth"), str(cell.settings["eval"])) for chips in won]
        return {"won heaps": len(won), "games won": "all" if all(keeps) else str(sum(keeps))}

    def app_links(self, row: Row) -> Sequence[BoardLink]:
        if "cost" in row.cell.settings:
            return ()
        game, depth = f"take-away:chips={CHIPS},take={TAKE}", row.cell.whole("depth")
        links = [
            BoardLink("play against it", game, "human", f"alphabeta:depth={depth},eval={row.cell.settings['eval']}")
        ]
        if row.cell.settings["eval"] != "modulo":
            links.append(BoardLink("the program as published", game, "human", f"replica-s3-take-away:depth={depth}"))
        return links

    def judge(self, rows: Sequence[Row]) -> Verdict:
        found = {row.cell.name: row.measured for row in rows if row.measured}
        full, parts = found.get("full search"), []
        if full:
            parts.append(f"full search wins {full['games won']} of {full['won heaps']} won heaps")
        trapped = [name for name, values in found.items() if values["games won"] not in ("all", None)]
        parts.append(f"trapped: {'; '.join(trapped) or 'none'}")
        costs = [(name, values) for name, values in found.items() if values["nodes of depth d"] is not None]
        for name, values in costs[-1:]:
            deep, small = values["nodes of depth d"], values["nodes of d chips"]
            parts.append(f"but the {name} is {deep:,} nodes from many chips and {small:,} from as many chips as plies")
        fails = bool(costs) or (full is not None and full["games won"] != "all")
        return Verdict(Kind.CONDITION if fails else Kind.HOLDS, "; ".join(parts))


@cache
def _wins(chips: int, depth: int, heuristic: str) -> bool:
    """Whether the search, to move with a winning heap, wins against every reply."""
    game = find_game(f"take-away:chips={CHIPS},take={TAKE}")
    move = search_with(f"alphabeta:depth={depth},eval={heuristic},backend=reference", game, (chips, 0)).move
    assert move is not None
    left = chips - move - 1
    return left == 0 or all(left - taken > 0 and _wins(left - taken, depth, heuristic) for taken in range(1, TAKE + 1))
