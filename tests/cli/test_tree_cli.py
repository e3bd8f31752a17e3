"""`kibitz tree`: recordings, pages without a server, and files turned into one another."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from helpers.trees import searched
from kibitz.cli.main import kibitz
from kibitz.core.errors import Unsuited
from kibitz.trees.formats.html_page import bundle, embed
from kibitz.trees.recording import Recording
from kibitz.trees.tree_files import list_readable_suffixes, load_recording
from kibitz.trees.tree_format import TREE_FORMATS

SEARCH = ["tic-tac-toe", "alphabeta:backend=reference", "--moves", "a1b2c3"]


def run(*args: str) -> str:
    result = CliRunner().invoke(kibitz, args)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*args: str) -> str:
    result = CliRunner().invoke(kibitz, args)
    assert result.exit_code == 2
    return result.stderr


def test_a_recording_is_written_and_becomes_any_other_form(tmp_path: Path) -> None:
    kept = str(tmp_path / "t.kbz")
    said = run("tree", *SEARCH, "--record", kept)
    nodes = len(load_recording(kept).tree)
    assert said.startswith(f"{kept}: {nodes} nodes, move ")
    for suffix in (".txt", ".json", ".dot", ".svg", ".kbz"):
        out = str(tmp_path / f"out{suffix}")
        assert f"{nodes} nodes" in run("tree", kept, "--out", out)
        if suffix in (".txt", ".json", ".kbz"):
            assert load_recording(out).tree == load_recording(kept).tree
    both = json.loads(run("tree", *SEARCH, "--record", kept, "--out", str(tmp_path / "t.txt"), "--json"))
    assert (both["recording"], both["nodes"]) == (kept, nodes)


def test_help_names_every_format() -> None:
    said = run("tree", "--help")
    written, read = TREE_FORMATS.suffixes(), list_readable_suffixes()
    assert [suffix for suffix in written if suffix not in said] == []
    assert [suffix for suffix in read if suffix not in said.partition("Options:")[0]] == []
    assert {".kbz", ".json", ".txt"} == set(read) < set(written)


def test_what_is_no_recording_is_refused(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign.kbz"
    foreign.write_bytes(b"GIF89a")
    assert "not a recording of Kibitz" in refused("tree", str(foreign), "--out", str(tmp_path / "t.txt"))
    assert "cannot be read" in refused("tree", str(tmp_path / "missing.kbz"), "--out", str(tmp_path / "t.txt"))
    assert "its name must end in one of: .kbz" in refused("tree", *SEARCH, "--record", str(tmp_path / "t.txt"))


def test_a_tree_of_numbers_says_whose_view_its_score_is(tmp_path: Path) -> None:
    out = str(tmp_path / "t.svg")
    assert run("tree", "numbers:[[3,12],[2,4]]", "alphabeta", "--out", out).endswith(
        "score +3 for Max, worth 3 to Max\n"
    )
    game = "numbers:[[3,12],[2,4]],first=min"
    assert run("tree", game, "alphabeta", "--out", out).endswith("score -4 for Min, worth 4 to Max\n")
    assert json.loads(run("tree", game, "alphabeta", "--out", out, "--json"))["to_move"] == "Min"


def test_a_page_has_everything_inside(tmp_path: Path) -> None:
    out = tmp_path / "t.html"
    run("tree", *SEARCH, "--out", str(out))
    page = out.read_text(encoding="utf-8")
    assert not re.findall(r'(?:src|href)="(?!data:|#)[^"]*\.(?:js|css)"', page)
    code = page.rpartition('<script type="module">')[2]
    assert not re.findall(r"^\s*(?:import|export)\s", code, re.MULTILINE)
    found = re.search(r'<script type="application/json" id="kibitz-tree">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data = json.loads(found[1])
    _, tree = searched("tic-tac-toe", "a1 b2 c3", "alphabeta")
    assert data["recording"]["nodes"] == len(tree)
    assert data["explained"]
    assert set(data["steps"]) >= {"sentence", "line", "then", "rows"}


def test_a_page_is_for_trees_that_a_browser_can_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.trees.formats.html_page.MAX_EMBEDDED", 100)
    with pytest.raises(Unsuited, match=r"too many for one page \(at most 100\)"):
        embed(Recording(searched("tic-tac-toe", "a1 b2", "alphabeta")[1]))


def test_modules_are_put_together_in_the_order_they_need_each_other(tmp_path: Path) -> None:
    (tmp_path / "c.js").write_text('export const name = "c";\nfunction own() {}\nexport { own };\n')
    (tmp_path / "b.js").write_text('import { name as other } from "./c.js";\nexport function own() { return other; }\n')
    (tmp_path / "a.js").write_text('import { own } from "./b.js";\nimport { name } from "./c.js";\nown(name);\n')
    code = bundle(tmp_path / "a.js")
    places = [code.index(text) for text in ('const name = "c"', "const { name: other } = module0", "own(name)")]
    assert places == sorted(places)
    assert "return { name, own }" in code
    assert "import" not in code
    (tmp_path / "c.js").write_text('import { own } from "./b.js";\nexport const name = 1;\n')
    with pytest.raises(ValueError, match="imports itself"):
        bundle(tmp_path / "a.js")
