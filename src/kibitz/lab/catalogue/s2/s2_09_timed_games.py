"""S2's five timed games, repeated with the replica and with the corrected program, nodes next to seconds."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.lab.design import BoardLink, Cell, Column, Experiment, Kind, Row, Values, Verdict, number
from kibitz.lab.measuring.matches import play_one_game

__all__ = ["GAME", "HUMAN", "PRINTED", "RANDOM", "REPORT", "TimedGames", "specs"]

REPORT = "S2, Connect-4 project (2022)"
GAME = "connect-four"
HUMAN, RANDOM = "alphabeta:depth=3,eval=windows,order=centre,backend=reference", "random"

# Milliseconds of the whole game, by agent, depth and opponent; the agent won all five.
PRINTED = {
    ("minimax", 5, "human"): 59_624,
    ("minimax", 5, "random"): 613,
    ("minimax", 7, "random"): 20_179,
    ("alphabeta", 5, "random"): 315,
    ("alphabeta", 7, "random"): 518,
}
QUICKER = 2  # plies less in a quick run


def specs(search: str, depth: int) -> tuple[str, str]:
    """The agent as reported, and with its faults corrected."""
    replica = f"replica-s2-{search}:depth={depth},backend=reference"
    right = ",root_min=false" + (",loose_ties=false" if search == "alphabeta" else "")
    return replica, replica + right


class TimedGames(Experiment):
    id = "S2-9"
    title = "Timed games of the two agents"
    source = f"{REPORT}, results"
    says = "Five games, one for each setting; the person is simulated here."
    columns = (
        Column("depth searched"),
        Column("time", "ms", exact=False),
        Column("nodes a move"),
        Column("plies"),
        Column("agent wins"),
        Column("put right wins"),
        Column("games"),
    )

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [
            Cell(
                f"{search} depth {depth} v {other}",
                {
                    "search": search,
                    "depth": depth,
                    "other": other,
                    "own depth": depth - QUICKER if quick else depth,
                    "games": 1 if depth == 7 and search == "minimax" else 4 if quick else 20,
                },
            )
            for search, depth, other in PRINTED
        ]

    def reported(self, cell: Cell) -> Values:
        search, other = str(cell.settings["search"]), str(cell.settings["other"])
        printed = PRINTED[search, cell.whole("depth"), other]
        return {"depth searched": cell.settings["depth"], "time": printed, "agent wins": 1, "games": 1}

    def measure(self, cell: Cell, seed: int) -> Values:
        """Time, nodes and plies are means over the games; the opponent moves first, as the person did in S2."""
        games = cell.whole("games")
        opponent = HUMAN if cell.settings["other"] == "human" else RANDOM
        reported, right = (
            [play_one_game(GAME, opponent, spec, seeds=(seed + 2 * n, seed + 2 * n + 1)) for n in range(games)]
            for spec in specs(str(cell.settings["search"]), cell.whole("own depth"))
        )
        efforts = [record.effort(1) for record in reported]
        return {
            "depth searched": cell.settings["own depth"],
            "time": 1000 * sum(effort.seconds for effort in efforts) / games,
            "nodes a move": sum(e.nodes for e in efforts) // sum(e.moves for e in efforts),
            "plies": sum(len(record.moves) for record in reported) / games,
            "agent wins": sum(record.outcome == -1 for record in reported),
            "put right wins": sum(record.outcome == -1 for record in right),
            "games": games,
        }

    def app_links(self, row: Row) -> Sequence[BoardLink]:
        faulty, right = specs(str(row.cell.settings["search"]), int(number(row.cell.settings, "own depth")))
        return (
            BoardLink("play against it", GAME, "human", faulty),
            BoardLink("with its faults corrected", GAME, "human", right),
        )

    def judge(self, rows: Sequence[Row]) -> Verdict:
        measured = [row for row in rows if row.measured is not None]
        names = ("agent wins", "put right wins", "games")
        wins, right, games = (sum(number(row.measured, name) for row in measured) for name in names)
        kind = Kind.HOLDS if wins == games else Kind.CONDITION if wins else Kind.WRONG
        outcome = (
            f"The agent with its faults wins {wins:.0f} of {games:.0f} games, and {right:.0f} with its faults corrected"
        )
        costs = [cost for depth in (5, 7) if (cost := _compare_costs(measured, depth))]
        return Verdict(kind, "; ".join([outcome, *costs]) + ". One game per setting is not a sample (S2-20).")


def _compare_costs(rows: Sequence[Row], depth: int) -> str:
    """The cost of minimax compared with alpha-beta at a depth, in words; empty if one of them is missing."""
    at = {
        str(row.cell.settings["search"]): row
        for row in rows
        if row.cell.settings["depth"] == depth and row.cell.settings["other"] == "random"
    }
    if len(at) < 2:
        return ""
    time, nodes = (
        number(getattr(at["minimax"], of), name) / number(getattr(at["alphabeta"], of), name)
        for of, name in (("reported", "time"), ("measured", "nodes a move"))
    )
    own = at["minimax"].cell.settings["own depth"]
    return f"minimax takes {nodes:.1f} times the nodes at depth {own}, in print {time:.1f} times the time at {depth}"
