"""The options of whatever a spec names as a table in Markdown, for the documentation, printed and in the app."""

from __future__ import annotations

from kibitz.core.evaluation import EVALUATORS
from kibitz.core.game import GAMES
from kibitz.core.limits import Backend, Limits
from kibitz.core.spec import Configured, Option
from kibitz.learn.method import METHODS
from kibitz.play.players import all_players


def write_option_table(name: str, only: str = "") -> str:
    """The table for what is called `name`, or for limits and backend; `only`: these options, in this order.

    What an extension adds may not be there, although the documentation describes it.
    """
    everything: dict[str, type[Configured]] = {"limits": Limits, "backend": Backend}
    everything |= {**GAMES.classes, **all_players().classes, **EVALUATORS.classes, **METHODS.classes}
    if name not in everything:
        return f"`{name}` is not installed."
    options = {o.name: o for o in everything[name].options()}
    shown = [options[each] for each in only.split() or options]
    if name in EVALUATORS.classes:  # a weight may be any whole number
        rows = [f"| `{o.name}` | `{o.default}` | {o.about} |" for o in shown]
        return "\n".join(["| weight | default | counts |", "|---|---|---|", *rows])
    rows = [f"| `{o.name}` | `{_default(o)}` | {o.about} | {o.expects} |" for o in shown]
    return "\n".join(["| option | default | description | allowed values |", "|---|---|---|---|", *rows])


def _default(o: Option) -> str:
    if o.default is None:
        return "none"
    return str(o.default).lower() if isinstance(o.default, bool) else str(o.default) or "(empty)"
