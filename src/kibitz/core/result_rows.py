"""How a result prints in Python: rows of a name and a text, as lines in a terminal and as a table in a notebook.

move    4
score   0 for X, an estimate
"""

from __future__ import annotations

from abc import abstractmethod
from html import escape


class ResultRows:
    """A result whose `str` is a few lines. It adds no fields, and `repr` still shows them all."""

    @staticmethod
    def signed(number: float) -> str:
        """With its sign, to a whole number; 0 has none."""
        return f"{number:+.0f}" if round(number) else "0"

    @abstractmethod
    def rows(self) -> list[tuple[str, str]]:
        """Name and text, one pair a line; the name is empty where a line goes on."""

    def __str__(self) -> str:
        rows = self.rows()
        width = max((len(name) for name, _ in rows), default=0) + 2
        return "\n".join(f"{name:<{width}}{text}" for name, text in rows)

    def _repr_html_(self) -> str:
        cells = (f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in self.rows())
        return f"<table style='text-align: left'>{''.join(cells)}</table>"
