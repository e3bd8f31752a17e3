"""The directive `options`: the options of a game, player, search, evaluator or method as a table, from the code.

```{options} alphabeta
:only: fail order
```
"""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from kibitz.web.option_table import write_option_table


class OptionTable(SphinxDirective):
    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"only": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        return self.parse_text_to_nodes(write_option_table(self.arguments[0], self.options.get("only", "")))


def setup(app: Any) -> dict[str, bool]:
    app.add_directive("options", OptionTable)
    return {"parallel_read_safe": True}
