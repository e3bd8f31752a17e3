"""Runs the examples of a Markdown page, so that README and docs show what really happens.

    ```python     with >>>: as a doctest, else as plain code; the blocks of a page share their names
    ```console    `$ command` is run, and what follows it is compared with what it printed

`...` stands for anything, as in doctest. What a person types in a game is what the page shows after a prompt ("X, your
move: b2"). Other blocks (```sh, ```text, ```json) are not run.
"""

from __future__ import annotations

import difflib
import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner

from kibitz.cli.main import kibitz
from kibitz.core.evaluation import EVALUATORS
from kibitz.core.game import GAMES
from kibitz.core.registry import Registry
from kibitz.core.searching import SEARCHERS
from kibitz.lab.design import EXPERIMENTS
from kibitz.play.player import PLAYERS

_FENCE = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PROMPT = re.compile(
    r"^.*(?:your move:|your answer:|would you like to play\?|Which game\?|Enter to play:|q  quit:) ?(.*)$", re.MULTILINE
)
_ENVIRONMENT = {"COLUMNS": "100", "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


class Block(NamedTuple):
    """A fenced block, and the line of its page it begins at."""

    language: str
    text: str
    line: int


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for match in _FENCE.finditer(text):
        yield Block(match[1], match[2], text.count("\n", 0, match.start()) + 2)


def run_page(page: Path) -> int:
    """Run every example in the current folder; how many there were. The first that is wrong raises AssertionError."""
    with only_shipped():
        return _run_blocks(page)


# Said on the first use of a machine only, and where it is slow.
_PASSING = re.compile(r"^kibitz: (compiling .* once|.* s so far; Ctrl-C stops\.)\n", re.MULTILINE)


@contextmanager
def registries_restored() -> Iterator[None]:
    """Whatever the block defines (games, searches …) is forgotten at its end, so that other tests do not see it."""
    with GAMES.restored(), EVALUATORS.restored(), SEARCHERS.restored(), PLAYERS.restored(), EXPERIMENTS.restored():
        yield


@contextmanager
def only_shipped() -> Iterator[None]:
    """In the block there is nothing but what is shipped, whatever other tests of this process have registered."""
    with registries_restored():
        registries: tuple[Registry[Any], ...] = (GAMES, EVALUATORS, SEARCHERS, PLAYERS)
        for registry in registries:
            registry._classes = {name: cls for name, cls in registry.classes.items() if cls.shipped}
            registry._aliases = {alias: at for alias, at in registry.aliases.items() if at[0] in registry._classes}
        yield


def _run_blocks(page: Path) -> int:
    names: dict[str, Any] = {"__name__": "__main__"}  # dataclasses look their module up
    count = 0
    for block in blocks(page):
        if block.language == "python":
            _run_python(page, block, names)
            count += 1
        elif block.language == "console":
            count += _run_console(page, block)
    return count


def _run_python(page: Path, block: Block, names: dict[str, Any]) -> None:
    if ">>>" not in block.text:
        exec(compile("\n" * (block.line - 1) + block.text, str(page), "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(block.text, names, page.name, str(page), block.line - 1)
    test.globs = names
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False).run(test, out=report.append, clear_globs=False)
    assert not report, "\n" + "".join(report)


def _run_console(page: Path, block: Block) -> int:
    commands = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    assert commands[0] == "", f"{page}:{block.line}: a console block begins with a command"
    for example in commands[1:]:
        command, _, shown = example.partition("\n")
        printed = _PASSING.sub("", _printed(command, shown))
        assert _agree(shown, printed), f"{page}:{block.line}: $ {command}\n" + "\n".join(
            difflib.unified_diff(shown.splitlines(), printed.splitlines(), "shown", "printed", lineterm="")
        )
    return len(commands) - 1


def _printed(command: str, shown: str) -> str:
    words = shlex.split(command)
    if words[0] == "kibitz" and not {"|", ">"} & set(words):
        typed = "\n".join(match[1] for match in _PROMPT.finditer(shown))
        result = CliRunner().invoke(kibitz, words[1:], input=typed, env=_ENVIRONMENT)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        refused = re.search(r"^(kibitz|Error): ", shown, re.MULTILINE)
        assert bool(result.exit_code) == bool(refused), f"$ {command}: exit status {result.exit_code}\n{result.output}"
        return result.output
    done = subprocess.run(
        ["sh", "-c", command],
        env={**os.environ, **_ENVIRONMENT},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.stdout


def _agree(shown: str, printed: str) -> bool:
    """Whether they are the same, `...` and white space at the ends of lines apart."""
    shown, printed = ("\n".join(map(str.rstrip, text.strip("\n").splitlines())) + "\n" for text in (shown, printed))
    return doctest.OutputChecker().check_output(shown, printed, doctest.ELLIPSIS)
