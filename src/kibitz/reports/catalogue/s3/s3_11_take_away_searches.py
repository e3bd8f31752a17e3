"""S3-11: Take-Away searched to the end and to a limited depth, and what the two cost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from kibitz.core.game import find_game
from kibitz.lab.design import BoardLink, Cell, Column, Experiment, Row, Values, number
from kibitz.lab.verdict import ClaimPart, Verdict, answer_both, judge_parts
from kibitz.reports.measuring.searches import count_tree_sizes, search_with

CHIPS, TAKE = 20, 3
FULL = "full search"
HEURISTICS = {"the rule as meant": "modulo", "the rule as printed": "reported-modulo"}


class TakeAwaySearches(Experiment):
    id = "S3-11"
    title = "Take-Away: full search, limited search, and their cost"
    source = "Tic-tac-toe, Take-Away and Connect 4 console program, task two, Resource Consumption"
    says = (
        "Full search wins 100 % from a winning side; a limited search can be trapped where the chips are beyond its "
        "depth; a search of depth d takes as long as a full search of d chips."
    )
    assumes = (
        "S3's rule for the horizon is printed with a mistake (S3-25), so the report's own program is the search with "
        "the rule as printed, and the corrected one has the rule as meant."
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
        return [Cell(FULL, {"depth": CHIPS, "eval": "modulo"}), *limited, *cost]

    def reported(self, cell: Cell) -> Values:
        return {"games won": "all"} if cell.name == FULL else {}

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
        return answer_both(*(self._judge(rows, heuristic) for heuristic in ("reported-modulo", "modulo")))

    def _judge(self, rows: Sequence[Row], heuristic: str) -> Verdict:
        found = {row.cell.name: row.measured for row in rows if row.measured}
        parts = []
        if full := found.get(FULL):
            parts.append(
                ClaimPart(
                    "full search wins from every winning side",
                    full["games won"] == "all",
                    f"full search wins {full['games won']} of {full['won heaps']} won heaps",
                    "full search does not win from every winning side",
                )
            )
        limited = [row for row in rows if row.cell.settings.get("eval") == heuristic and row.cell.name != FULL]
        if limited:
            won = ", ".join(
                f"{row.measured['games won']} at depth {row.cell.settings['depth']}" for row in limited if row.measured
            )
            parts.append(
                ClaimPart(
                    "a limited search can be trapped",
                    any(row.measured is not None and row.measured["games won"] != "all" for row in limited),
                    f"of 15 won heaps a limited search wins {won}",
                    "a limited search is never trapped, as its heuristic knows the theory of the game",
                )
            )
        costs = [(number(row.cell.settings, "cost"), row) for row in rows if "cost" in row.cell.settings]
        if costs:
            depth, last = costs[-1]
            deep, small = (number(last.measured, name) for name in ("nodes of depth d", "nodes of d chips"))
            parts.append(
                ClaimPart(
                    "a search of depth d takes as long as a full search of d chips",
                    deep == small,
                    f"at depth {depth:.0f}, {deep:,.0f} nodes from many chips and {small:,.0f} from {depth:.0f} chips",
                    "a search of depth d takes far longer from many chips than a full search of d chips",
                )
            )
        return judge_parts(*parts)


@cache
def _wins(chips: int, depth: int, heuristic: str) -> bool:
    """Whether the search, to move with a winning heap, wins against every reply."""
    game = find_game(f"take-away:chips={CHIPS},take={TAKE}")
    move = search_with(f"alphabeta:depth={depth},eval={heuristic},backend=reference", game, (chips, 0)).move
    assert move is not None
    left = chips - move - 1
    return left == 0 or all(left - taken > 0 and _wins(left - taken, depth, heuristic) for taken in range(1, TAKE + 1))
