"""Every command that README or docs mention exists and is complete, and the counts in them are those of the registries.

Blocks of examples are run by test_readme.py and test_docs.py. Here are the commands inside sentences and in blocks that
are not run: each is parsed, and every game, player, method and experiment in it must exist. The quick ones are run.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import pytest
from click.testing import CliRunner

from helpers.example_runner import blocks, only_shipped
from helpers.paths import EXAMPLES
from kibitz.cli.main import kibitz
from kibitz.core.errors import KibitzError
from kibitz.core.evaluation import find_evaluator
from kibitz.core.loading import load_game
from kibitz.doctor.faults.fault import list_library_faults
from kibitz.exercises.kind import find_kind
from kibitz.lab.find_experiments import find_experiments
from kibitz.learn.method import find_method
from kibitz.learn.training import name_model_file
from kibitz.play.catalogue import list_evaluators, list_games
from kibitz.play.levels.calibration import TOP
from kibitz.play.players import find_player
from kibitz.search.common.move_ordering import ORDERS
from kibitz.search.common.transposition_table import SCHEMES

ROOT = Path(__file__).parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
PLACEHOLDER = re.compile(r"[A-Z]+…?(\.\w+)?(:Class)?|\[.*|…")  # GAME, FILE.py:Class, ID…, [ID…]
OWN_FILE = re.compile(r".*\.(py|toml|db|kbm|kbz|txt)\b.*|my-\d+")  # what readers are to have


class Mention(NamedTuple):
    """A command that a page mentions."""

    page: str
    command: str

    @property
    def words(self) -> list[str]:
        return shlex.split(self.command)[1:]


def find_mentions() -> Iterator[Mention]:
    for page in PAGES:
        name = str(page.relative_to(ROOT))
        text = page.read_text(encoding="utf-8")
        for code in re.findall(r"`([^`]+)`", FENCED.sub("", text)):
            command = " ".join(code.split())
            if command.startswith("kibitz "):
                yield Mention(name, command)
        for block in blocks(page):
            for line in block.text.replace("\\\n", " ").splitlines() if block.language == "sh" else ():
                if line.startswith("kibitz "):
                    yield Mention(name, re.split(r"  +#|[|>&]", line)[0].strip())


MENTIONS = sorted(set(find_mentions()))


def find_command(words: list[str]) -> tuple[click.Command, list[str]]:
    """The command that the words begin with, and what is left of them; `KeyError` if there is none."""
    command: click.Command = kibitz
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        if PLACEHOLDER.fullmatch(words[0]):
            break
        command, words = command.commands[words[0]], words[1:]
    return command, words


def check_spec(name: str, value: str, game: str) -> None:
    """Raise a `KibitzError` if an argument names something that does not exist."""
    if PLACEHOLDER.fullmatch(value) or OWN_FILE.fullmatch(value):
        return
    if name == "game":
        load_game(value)
    elif name in {"player", "searcher", "players", *(("first", "second") if game else ())}:
        find_player(value)
    elif name in {"method", "methods"}:
        find_method(value)
    elif name == "evaluator":
        find_evaluator(value, load_game(game))
    elif name == "ids":
        find_experiments((value,))
    elif name == "kind" and value != "daily":
        find_kind(value)


def find_problem(mention: Mention) -> str:
    """What is wrong with a command; empty if nothing is."""
    try:
        command, words = find_command(mention.words)
    except KeyError as error:
        return f"no command {error}"
    words = [word for word in words if word != "…"]
    options = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    unknown = [word for word in words if word.startswith("--") and word.partition("=")[0] not in {*options, "--help"}]
    if unknown:
        return f"no option {', '.join(unknown)}"
    if not words or words[0].startswith("-"):
        return ""  # the name of a command, perhaps with the option that a sentence is about
    numbers = {"DEPTH": "3", "N": "3", "MIB": "512", "SECONDS": "1"}
    words = [numbers.get(word, word) for word in words]
    try:
        with command.make_context(mention.command, words) as context:
            game = str(context.params.get("game") or "")
            for name, value in context.params.items():
                for one in value if isinstance(value, tuple) else (value,):
                    if isinstance(one, str) and one:
                        check_spec(name, one, game)
    except click.ClickException as error:
        return error.format_message()
    except KibitzError as error:
        return str(error)
    return ""


def test_every_command_in_a_sentence_can_be_given_as_it_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    assert len(MENTIONS) > 150
    with only_shipped():
        problems = [f"{one.page}: {one.command}: {problem}" for one in MENTIONS if (problem := find_problem(one))]
    assert not problems, "\n".join(problems)


def run(*words: str) -> str:
    result = CliRunner().invoke(kibitz, words, env={"COLUMNS": "120"})
    assert result.exit_code == 0, result.output
    return result.output


def test_a_training_and_a_report_need_no_name_for_their_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = run("learn", "tic-tac-toe", "q-learning", "--games", "50", "--truth", "0")
    assert "--second learned:file=tic-tac-toe-q-learning.kbm" in said
    assert (tmp_path / "tic-tac-toe-q-learning.kbm").exists()
    assert "50 games" in run("learn", "tic-tac-toe", "q-learning:games=50", "--truth", "0")  # the same file goes on
    assert "to lab-report: report.html" in run("lab", "report", str(EXAMPLES / "growth.py"), "--no-run")


def test_a_file_of_a_training_is_named_after_game_method_and_settings() -> None:
    name = name_model_file("connect-four:width=5,height=4", find_method("td:games=9,tuples=20"))
    assert str(name) == "connect-four-width-5-height-4-td-tuples-20.kbm"
    assert (
        str(name_model_file("examples/treblecross.py:Treblecross", find_method("td")))
        == "treblecross-treblecross-td.kbm"
    )


def test_the_counts_of_the_readme_are_those_of_the_registries() -> None:
    readme = PAGES[0].read_text(encoding="utf-8")
    with only_shipped():
        assert f"| games | [{len(list_games())}](docs/games/index.md)" in readme
        assert f"| heuristics | {len(list_evaluators())}, with" in readme
    assert TOP == 10
    assert "ten levels" in readme
    assert len(list_library_faults()) > 100
    assert "more than a hundred faults" in readme
    assert (len(SCHEMES), len(["natural", *ORDERS])) == (3, 7)
    assert "(three replacement schemes), seven move orders" in readme


QUICK = (
    "kibitz games",
    "kibitz lab complexity tic-tac-toe",
    "kibitz methods",
    "kibitz players",
    "kibitz tree tic-tac-toe alphabeta --moves a1b2c1c2a3 --out tree.svg",
)


def test_the_quick_commands_in_sentences_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert {one.command for one in MENTIONS} >= set(QUICK)
    for command in QUICK:
        assert run(*shlex.split(command)[1:]), command
