"""S1's four charts side by side, and what it reads from them: which heuristic and which bot wins more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from kibitz.lab.design import BoardLink, Cell, Column, Experiment, Plot, Row, Values, number
from kibitz.lab.verdict import ClaimPart, Kind, Verdict, judge_parts
from kibitz.reports.catalogue.s1.s1_09_against_random import (
    BOTS,
    DEPTHS,
    GAME,
    HEURISTICS,
    NO_WEIGHTS,
    QUICK_DEPTHS,
    REPORT,
)
from kibitz.reports.measuring.matches import estimate_share_of_pairs, play_match


class Gain(NamedTuple):
    """A claim that one row has more points, in percent, than another; both rows are found by their settings."""

    name: str
    claim: str
    instead: str  # what is true if the gain is ruled out
    claimed: float
    more: Mapping[str, str]
    less: Mapping[str, str]


class _Gains(Experiment):
    """Paired openings at the depths that S1's bots reached, so that nothing depends on the machine."""

    assumes = (
        "The bots search to the depths that S1's bots reached on average in 2 s, from paired openings, 200 games each; "
        "a draw is half a point. Print leaves open whether the gain is one of percentage points or one in proportion, "
        f"so it holds if either may be as large. {NO_WEIGHTS}"
    )
    needs_full_rows = True
    gains: ClassVar[tuple[Gain, ...]]
    columns = (
        Column("games"),
        Column("points", "%"),
        Column("points low", "%"),
        Column("points high", "%"),
        Column("wins"),
    )

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        depths, games, backend = (QUICK_DEPTHS, 10, "reference") if quick else (DEPTHS, 200, "auto")
        return [
            Cell(
                f"{BOTS[bot]}, {HEURISTICS[heuristic]}",
                {"bot": bot, "heuristic": heuristic, "depth": depths[bot], "games": games, "backend": backend},
                f"{games} games, depth {depths[bot]}" if quick else "",
            )
            for bot in BOTS
            for heuristic in HEURISTICS
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        settings = cell.settings
        bot = f"{settings['bot']}:depth={settings['depth']},eval={settings['heuristic']},backend={settings['backend']}"
        result = play_match(GAME, bot, "random", int(number(settings, "games")), seed)
        share = estimate_share_of_pairs(result)
        return {
            "games": result.games,
            "points": share.percent,
            "points low": share.low,
            "points high": share.high,
            "wins": result.wins,
        }

    def app_links(self, row: Row) -> Sequence[BoardLink]:
        settings = row.cell.settings
        bot = f"{settings['bot']}:depth={settings['depth']},eval={settings['heuristic']}"
        return (BoardLink("watch a game", GAME, bot, "random"),)

    def judge(self, rows: Sequence[Row]) -> Verdict:
        """A gain holds if it is certain and may be as large as claimed; it is wrong if it cannot be that large."""
        pairs = [(gain, _row(rows, gain.more), _row(rows, gain.less)) for gain in self.gains]
        parts = [_judge_gain(gain, more, less) for gain, more, less in pairs if more is not None and less is not None]
        return judge_parts(*parts) if parts else Verdict(Kind.OPEN, "")


def _judge_gain(gain: Gain, more: Values, less: Values) -> ClaimPart:
    (points, low, high), (points_less, low_less, high_less) = (
        [number(values, f"points{end}") for end in ("", " low", " high")] for values in (more, less)
    )
    smallest, largest = low - high_less, high - low_less
    in_proportion = 100 * (high / max(low_less, 1) - 1)
    is_possible = max(largest, in_proportion) >= gain.claimed
    return ClaimPart(
        gain.claim,
        True if smallest > 0 and is_possible else None if is_possible else False,
        f"{gain.name} {points - points_less:+.0f} percentage points ({smallest:+.0f} to {largest:+.0f} with 95 % "
        f"confidence), {100 * (points / points_less - 1):+.0f} % in proportion, printed {gain.claimed:+.0f}",
        gain.instead,
        "more games",
    )


def _row(rows: Sequence[Row], wanted: Mapping[str, str]) -> Values | None:
    return next((row.measured for row in rows if wanted.items() <= row.cell.settings.items()), None)


class HeuristicGain(_Gains):
    id = "S1-13"
    covers = ("S1-17",)
    title = "What complexHeuristic gains over netPlayerCoins"
    source = f"{REPORT}, section III.C, with its four charts"
    says = "complexHeuristic is an improvement over netPlayerCoins of almost 10 % for Minimax and 20 % for ABPruning."
    plot = Plot(
        "bars",
        x="bot",
        y=("points",),
        by="heuristic",
        title="Points against RandomBot, in percent",
        names={**BOTS, **HEURISTICS},
    )
    gains = tuple(
        Gain(
            BOTS[bot],
            f"{BOTS[bot]} gains almost {claimed} % by complexHeuristic",
            f"{BOTS[bot]} gains less than {claimed} % by complexHeuristic",
            claimed,
            {"bot": bot, "heuristic": "phased"},
            {"bot": bot, "heuristic": "discs"},
        )
        for bot, claimed in (("minimax", 10), ("alphabeta", 20))
    )


class BotGain(_Gains):
    id = "S1-16"
    title = "What ABPruningBot gains over MinimaxBot"
    source = f"{REPORT}, section V.B"
    says = "Alpha-beta pruning raises the winning rate against RandomBot by almost 20 %."
    gains = tuple(
        Gain(
            name,
            f"ABPruningBot wins almost 20 % more than MinimaxBot with {name}",
            f"ABPruningBot wins less than 20 % more than MinimaxBot with {name}",
            20,
            {"bot": "alphabeta", "heuristic": heuristic},
            {"bot": "minimax", "heuristic": heuristic},
        )
        for heuristic, name in HEURISTICS.items()
    )
