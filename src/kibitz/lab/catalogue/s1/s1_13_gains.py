"""S1's four charts side by side, and what it reads from them: which heuristic and which bot wins more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from kibitz.lab.catalogue.s1.s1_09_against_random import DEPTHS, GAME, QUICK_DEPTHS, REPORT
from kibitz.lab.design import BoardLink, Cell, Column, Experiment, Kind, Plot, Row, Values, Verdict, number
from kibitz.lab.measuring.matches import estimate_share_of_pairs, play_match

__all__ = ["BotGain", "HeuristicGain"]

HEURISTICS = {"discs": "netPlayerCoins", "phased": "complexHeuristic"}
BOTS = {"minimax": "MinimaxBot", "alphabeta": "ABPruningBot"}


class Gain(NamedTuple):
    """A claim that one row has more points, in percent, than another; both rows are found by their settings."""

    name: str
    claimed: float
    more: Mapping[str, str]
    less: Mapping[str, str]


class _Gains(Experiment):
    """Paired openings at the depths that S1's bots reached, so that nothing depends on the machine."""

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
        held, ruled_out, words = 0, 0, []
        for gain in self.gains:
            more, less = _row(rows, gain.more), _row(rows, gain.less)
            if more is None or less is None:
                continue
            low = number(more, "points low") - number(less, "points high")
            high = number(more, "points high") - number(less, "points low")
            held += low > 0 and high >= gain.claimed
            ruled_out += high < gain.claimed
            points = number(more, "points") - number(less, "points")
            words.append(f"{gain.name} {points:+.0f} (from {low:+.0f} to {high:+.0f}), reported {gain.claimed:+.0f}")
        if not words:
            return Verdict(Kind.OPEN, "")
        kind = Kind.HOLDS if held == len(words) else Kind.WRONG if ruled_out == len(words) else Kind.CONDITION
        return Verdict(kind, f"Points in percent, with 95 % confidence: {'; '.join(words)}.")


def _row(rows: Sequence[Row], wanted: Mapping[str, str]) -> Values | None:
    return next((row.measured for row in rows if wanted.items() <= row.cell.settings.items()), None)


class HeuristicGain(_Gains):
    id = "S1-13"
    covers = ("S1-17",)
    title = "What complexHeuristic gains over netPlayerCoins"
    source = f"{REPORT}, section III.C, with its four charts"
    says = "Almost 10 % improvement for Minimax and 20 % for ABPruning."
    plot = Plot("bars", x="bot", y=("points",), by="heuristic", title="Points against RandomBot, in percent")
    gains = tuple(
        Gain(BOTS[bot], claimed, {"bot": bot, "heuristic": "phased"}, {"bot": bot, "heuristic": "discs"})
        for bot, claimed in (("minimax", 10), ("alphabeta", 20))
    )


class BotGain(_Gains):
    id = "S1-16"
    title = "What ABPruningBot gains over MinimaxBot"
    source = f"{REPORT}, section V.B"
    says = "Alpha-beta pruning raises the winning rate against RandomBot by almost 20 %."
    gains = tuple(
        Gain(name, 20, {"bot": "alphabeta", "heuristic": heuristic}, {"bot": "minimax", "heuristic": heuristic})
        for heuristic, name in HEURISTICS.items()
    )
