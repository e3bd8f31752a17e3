"""The ratings of a tournament as a drawing: a point and an interval for each player, best on top.

Matplotlib is loaded when something is drawn. The same table gives the same bytes.
"""

from __future__ import annotations

import io
from typing import Literal

from kibitz.arena.standings import Standings

INK = "#a8321a"


def plot_ratings(table: Standings) -> str:
    """An SVG picture that stands on its own."""
    return draw_ratings(table, "svg").decode("utf-8")


def draw_ratings(table: Standings, kind: Literal["svg", "pdf"]) -> bytes:
    """The plot as a file of that kind."""
    import matplotlib
    from matplotlib.figure import Figure

    lines = table.players
    places = list(range(len(lines), 0, -1))
    with matplotlib.rc_context({"svg.hashsalt": "kibitz", "svg.fonttype": "none", "font.size": 10}):
        figure = Figure(figsize=(7, 1.2 + 0.4 * len(lines)), layout="constrained")
        axes = figure.add_subplot()
        middle = [line.elo for line in lines]
        reach = [[line.elo - line.elo_low for line in lines], [line.elo_high - line.elo for line in lines]]
        axes.errorbar(middle, places, xerr=reach, fmt="o", color=INK, ecolor=INK, capsize=4)
        axes.set_yticks(places, [line.name.replace("$", r"\$") for line in lines])
        axes.set_xlabel("Elo, with 95 % intervals; the mean of all is 0")
        axes.grid(axis="x", alpha=0.3)
        axes.axvline(0, color="#888888", linewidth=0.8)
        for side in ("top", "right", "left"):
            axes.spines[side].set_visible(False)
        out = io.BytesIO()
        undated = {"svg": "Date", "pdf": "CreationDate"}[kind]
        figure.savefig(out, format=kind, metadata={undated: None, "Creator": "Kibitz"})
    return out.getvalue()
