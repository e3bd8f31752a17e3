"""S2's five timed games, repeated with the replica and with the corrected program, nodes next to seconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kibitz.lab.design import BoardLink, Cell, Column, Experiment, Row, Values, number
from kibitz.lab.verdict import ClaimPart, Verdict, answer_both, join_words, judge_parts
from kibitz.reports.measuring.matches import play_one_game

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
AGENTS = {"minimax": "the minimax agent", "alphabeta": "the alpha-beta agent"}
OTHERS = {"random": "random moves", "human": "a person who looks three plies ahead"}
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
    says = "Five games, one for each setting: O wins each of them, in so many milliseconds."
    assumes = (
        "The printed time is that of the whole game, the person's thinking included; the measured one is that of the "
        "agent in readable Python. The person is simulated by alpha-beta of depth 3. S2 prints no weights; they are "
        "ours."
    )
    needs_full_rows = True
    columns = (
        Column("depth searched"),
        Column("time", "ms", exact=False),
        Column("nodes a move"),
        Column("plies"),
        Column("agent wins"),
        Column("corrected wins"),
        Column("games"),
    )

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        cells = []
        for search, depth, other in PRINTED:
            own = depth - QUICKER if quick else depth
            games = 1 if depth == 7 and search == "minimax" else 4 if quick else 20
            settings: Values = {"search": search, "depth": depth, "other": other, "own depth": own, "games": games}
            fewer = f"depth {own} searched, {games} game{'s' * (games > 1)}" if quick else ""
            cells.append(Cell(f"{search} depth {depth} v {other}", settings, fewer))
        return cells

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
            "corrected wins": sum(record.outcome == -1 for record in right),
            "games": games,
        }

    def app_links(self, row: Row) -> Sequence[BoardLink]:
        faulty, right = specs(str(row.cell.settings["search"]), int(number(row.cell.settings, "own depth")))
        return (
            BoardLink("play against it", GAME, "human", faulty),
            BoardLink("with its faults corrected", GAME, "human", right),
        )

    def judge(self, rows: Sequence[Row]) -> Verdict:
        return answer_both(*(self._judge(rows, column) for column in ("agent wins", "corrected wins")))

    def _judge(self, rows: Sequence[Row], column: str) -> Verdict:
        """Games against a person who searches and games against random moves are judged apart."""
        counts = {
            (AGENTS[search], OTHERS[other]): _count_wins(rows, column, search, other)
            for other in OTHERS
            for search in AGENTS
        }
        counts = {who: found for who, found in counts.items() if found[1]}
        parts = [
            ClaimPart(
                f"{agent} wins every game against {other}",
                wins == games,
                f"{agent} wins {wins:.0f} of {games:.0f} games against {other}",
                f"{agent} wins {wins:.0f} of {games:.0f} games against {other}",
            )
            for (agent, other), (wins, games) in counts.items()
        ]
        places = list(filter(None, (_place(other, counts) for other in OTHERS.values())))
        costs = [cost for depth in (5, 7) if (cost := _compare_costs(rows, depth))]
        if costs:
            parts.append(
                ClaimPart(
                    "alpha-beta takes fewer nodes than minimax, and the more so the deeper they search",
                    costs[0].nodes > 1 and costs[0].nodes <= costs[-1].nodes,
                    "; ".join(cost.words for cost in costs),
                    "alpha-beta does not gain more the deeper they search",
                )
            )
        return judge_parts(*parts, condition=f"only {join_words(places)}" if places else "")


def _place(other: str, counts: Mapping[tuple[str, str], tuple[float, float]]) -> str:
    """Against whom which agents win every game, as in "against random moves"; empty if none does."""
    played = {agent: wins == games for (agent, against), (wins, games) in counts.items() if against == other}
    always = [agent for agent, wins_all in played.items() if wins_all]
    if not always or len(always) == len(played):
        return f"against {other}" if always else ""
    return f"for {join_words(always)} against {other}"


def _count_wins(rows: Sequence[Row], column: str, search: str, other: str) -> tuple[float, float]:
    own = [row for row in rows if (row.cell.settings["search"], row.cell.settings["other"]) == (search, other)]
    wins, games = (sum(number(row.measured, name) for row in own) for name in (column, "games"))
    return wins, games


class Cost(NamedTuple):
    """By what factor minimax costs more than alpha-beta."""

    nodes: float
    words: str


def _compare_costs(rows: Sequence[Row], depth: int) -> Cost | None:
    """The cost of minimax compared with alpha-beta at a depth; None if one of them is missing."""
    at = {
        str(row.cell.settings["search"]): row
        for row in rows
        if row.cell.settings["depth"] == depth and row.cell.settings["other"] == "random"
    }
    if len(at) < 2:
        return None
    time, nodes = (
        number(getattr(at["minimax"], of), name) / number(getattr(at["alphabeta"], of), name)
        for of, name in (("reported", "time"), ("measured", "nodes a move"))
    )
    own = at["minimax"].cell.settings["own depth"]
    words = (
        f"minimax takes {nodes:.1f} times the nodes at depth {own}, in print {time:.1f} times the time at depth {depth}"
    )
    return Cost(nodes, words)
