"""Files of models: what is written reads back, and whatever is wrong with one is said in a sentence."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from helpers.networks import random_network
from kibitz.cli.main import kibitz
from kibitz.core.errors import BadFile, Unsuited
from kibitz.core.game import find_game
from kibitz.learned.action_table import ActionTable, Row
from kibitz.learned.model import Model, Training, TruthPoint
from kibitz.learned.model_file import read_header, read_model, write_model

GAME = find_game("tic-tac-toe")
TRAINING = Training("q-learning:games=5", "games", 5, 1.5, "0.1.0", "all", (TruthPoint(5, 1.5, 0.5, 0.25),))


def make_table() -> ActionTable:
    start = GAME.initial()
    after = GAME.play(start, 4)
    return ActionTable(GAME, {start: Row([0.5] * 9, [3] * 9), after: Row([-0.25] * 8, [1] * 8)}, TRAINING)


@pytest.mark.parametrize("model", [make_table(), random_network(GAME)], ids=["table", "network"])
def test_a_model_reads_back(tmp_path: Path, model: Model) -> None:
    model.training = TRAINING
    write_model(tmp_path / "one.kbm", model)
    again = read_model(tmp_path / "one.kbm", find_game("tic-tac-toe"))
    assert type(again) is type(model)
    assert again.training == TRAINING
    header = read_header(tmp_path / "one.kbm")
    assert (header.kind, header.game, header.training) == (model.kind, GAME.spec(), TRAINING)
    state = GAME.play(GAME.initial(), 4)
    for ours, theirs in zip(model.expect(state), again.expect(state), strict=True):
        assert (ours.move, ours.visits) == (theirs.move, theirs.visits)
        assert theirs.value == pytest.approx(ours.value, abs=2e-3)  # networks are kept in half precision


def test_the_table_keeps_every_number(tmp_path: Path) -> None:
    write_model(tmp_path / "one.kbm", make_table())
    again = read_model(tmp_path / "one.kbm", GAME)
    assert isinstance(again, ActionTable)
    kept = {state: (row.values, row.visits) for state, row in again.rows.items()}
    assert kept == {state: (row.values, row.visits) for state, row in make_table().rows.items()}


def test_a_position_that_was_never_met_is_level() -> None:
    expected = make_table().expect(GAME.play(GAME.initial(), 0))
    assert [(one.value, one.visits) for one in expected] == [(0.0, 0)] * 8


def damage(path: Path, change: dict[str, Any]) -> None:
    """Write the archive anew with another header."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["kibitz.json"] = json.dumps({**json.loads(parts["kibitz.json"]), **change}).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            {"format": 2},
            "has format 2, and this version of Kibitz reads formats up to 1; update Kibitz, or train again.",
        ),
        ({"format": "new"}, "has format new"),
        ({"kind": "oracle"}, "there is no kind of model called 'oracle'"),
        ({"kind": "network"}, "is not a model that `kibitz learn` wrote, or is damaged"),
        ({"training": []}, "is not a model that `kibitz learn` wrote, or is damaged"),
        (
            {"game": "connect-four:width=7,height=6,k=4"},
            "was learned on connect-four:width=7,height=6,k=4, and this is",
        ),
    ],
)
def test_what_a_file_must_not_say(tmp_path: Path, change: dict[str, Any], sentence: str) -> None:
    path = tmp_path / "one.kbm"
    write_model(path, make_table())
    damage(path, change)
    with pytest.raises((BadFile, Unsuited)) as refused:
        read_model(path, GAME)
    assert sentence in str(refused.value)


def test_a_file_cut_off_anywhere_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "one.kbm"
    write_model(path, make_table())
    content = path.read_bytes()
    for length in (0, 1, 10, len(content) // 2, len(content) - 1):
        path.write_bytes(content[:length])
        with pytest.raises(BadFile, match="is not a model that `kibitz learn` wrote, or is damaged"):
            read_model(path, GAME)


def test_a_folder_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="is a folder; a regular file was expected"):
        read_model(tmp_path, GAME)


def test_a_changed_number_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "one.kbm"
    write_model(path, random_network(GAME))
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 255
    path.write_bytes(bytes(content))
    with pytest.raises(BadFile, match="damaged"):
        read_model(path, GAME)


@pytest.mark.parametrize("part", ["cells", "moves"])
def test_a_network_whose_symmetries_lead_off_the_board_is_refused(tmp_path: Path, part: str) -> None:
    model = random_network(GAME)
    first = model.network.turns[0]
    model.network.turns = (first._replace(**{part: np.full_like(getattr(first, part), 99)}),)
    write_model(tmp_path / "one.kbm", model)
    with pytest.raises(BadFile, match="damaged"):
        read_model(tmp_path / "one.kbm", GAME)


def test_nothing_is_run_that_a_file_holds(tmp_path: Path) -> None:
    """An array of Python objects would be unpickled, which runs code."""
    path = tmp_path / "one.kbm"
    write_model(path, make_table())
    content = io.BytesIO()
    np.save(content, np.array([print], dtype=object), allow_pickle=True)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("trap.npy", content.getvalue())
    with pytest.raises(BadFile, match="damaged"):
        read_model(path, GAME)


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "one.kbm"
    write_model(path, make_table())
    before = path.read_bytes()

    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np.lib.format, "write_array", fail)
    with pytest.raises(
        BadFile, match=r"cannot be written \(No space left on device\); what was there before is unchanged"
    ):
        write_model(path, make_table())
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        (
            "learned:file=nowhere.kbm",
            "There is no file nowhere.kbm; `kibitz learn GAME METHOD --out nowhere.kbm` makes one.",
        ),
        ("learned", "No learned player ships with mnk:width=3,height=3,k=3; train one"),
    ],
)
def test_a_player_without_a_model_is_refused(player: str, sentence: str) -> None:
    result = CliRunner().invoke(kibitz, ["best", "tic-tac-toe", player])
    assert result.exit_code == 2
    assert sentence in result.stderr
