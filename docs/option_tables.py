"""The directive `options`: the options of a game, player, searcher or evaluator as a table, generated from the code.

```{options} alphabeta
:only: fail order
```
"""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from kibitz.core.evaluation import EVALUATORS
from kibitz.core.game import GAMES
from kibitz.core.limits import Backend, Limits
from kibitz.core.spec import Configured, Option
from kibitz.play.players import all_players

EVERYTHING: dict[str, type[Configured]] = {
    "limits": Limits,
    "backend": Backend,
    **GAMES.classes,
    **all_players().classes,
    **EVALUATORS.classes,
}


class OptionTable(SphinxDirective):
    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"only": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        options = EVERYTHING[self.arguments[0]].options()
        if only := self.options.get("only", "").split():
            known = {o.name: o for o in options}
            options = tuple(known[name] for name in only)
        if self.arguments[0] in EVALUATORS.classes:  # a weight may be any whole number
            rows = [f"| `{o.name}` | `{o.default}` | {o.about} |" for o in options]
            table = ["| weight | default | counts |", "|---|---|---|", *rows]
        else:
            rows = [f"| `{o.name}` | `{_default(o)}` | {o.about} | {o.expects} |" for o in options]
            table = ["| option | default | what it does | allowed values |", "|---|---|---|---|", *rows]
        return self.parse_text_to_nodes("\n".join(table))


def _default(o: Option) -> str:
    if o.default is None:
        return "none"
    return str(o.default).lower() if isinstance(o.default, bool) else str(o.default) or "(empty)"


def setup(app: Any) -> dict[str, bool]:
    app.add_directive("options", OptionTable)
    return {"parallel_read_safe": True}
