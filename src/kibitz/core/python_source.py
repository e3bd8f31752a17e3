"""Python source as a syntax tree, made by one thread at a time.

CPython 3.11 fails with a SystemError where two threads build syntax trees at once (its issue 106905).
"""

from __future__ import annotations

import ast
import threading

_PARSING = threading.Lock()


def parse_python(source: str | bytes) -> ast.Module:
    """As `ast.parse`; raises SyntaxError."""
    with _PARSING:
        return ast.parse(source)


def read_literal(text: str) -> object:
    """As `ast.literal_eval`; raises ValueError or SyntaxError."""
    with _PARSING:
        return ast.literal_eval(text)
