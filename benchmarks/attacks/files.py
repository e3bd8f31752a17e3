"""The folder in which attacked commands run: files of every kind and format, sound and damaged, and own games."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import socket
import stat
from pathlib import Path

from helpers.attacks import ATTACKED, damage
from helpers.cups import CUP

EXAMPLES = Path(__file__).parents[2] / "examples"
MOVES_END, PLAY, RESULT = (
    "return len(free)",
    "return (state[0] | 1 << move, 1 - state[1])",
    "return -1 if state[0] & state[0] >> 1 & state[0] >> 2 else ONGOING",
)
FAULTS = {  # of a game: what takes the place of what
    "game.py": ("", ""),
    "moves_loop.py": (MOVES_END, "while True: cells"),
    "play_loops.py": (PLAY, "while True: cells"),
    "never_ends.py": (PLAY, "return (0, 1 - state[1])"),
    "moves_raise.py": (MOVES_END, "raise ValueError('a\\nb')"),
    "play_raises.py": (PLAY, "return (state[0] // (move - move), 0)"),
    "result_raises.py": (RESULT, "raise KeyError(state)"),
    "moves_none.py": (MOVES_END, "return None"),
    "moves_negative.py": (MOVES_END, "return -9"),
    "moves_many.py": (MOVES_END, "return 10**6"),
    "no_moves.py": (MOVES_END, "return 0"),
    "play_none.py": (PLAY, "return None"),
    "play_huge.py": (PLAY, "return (2**80, 2)"),
    "play_text.py": (PLAY, "return 'ab'"),
    "result_float.py": (RESULT, "return 0.5"),
    "result_large.py": (RESULT, "return 10**9"),
    "not_compiled.py": (MOVES_END, "return len({**{'a': 1}}) and len(free)"),
    "recursive.py": (MOVES_END, "return moves(state, out)"),
    "view_raises.py": ('"".join(".X"', '"".jion(".X"'),
    "name_raises.py": ("return str(move + 1)", "return 1 / 0"),
    "no_name.py": ('name = "treblecross"', 'name = ""'),
    "odd_name.py": ('name = "treblecross"', 'name = "a\\nb:c,d"'),
    "bad_option.py": ("option(7, ", "option('x', "),
    "syntax.py": ("return len(free)", "return len(free"),
    "import_loops.py": ("from dataclasses", "while True: pass\nfrom dataclasses"),
    "import_exits.py": ("from dataclasses", "import sys; sys.exit(3)\nfrom dataclasses"),
    "import_key.py": ("from dataclasses", "raise KeyboardInterrupt\nfrom dataclasses"),
    "import_raises.py": ("from dataclasses", "raise BaseException('x')\nfrom dataclasses"),
    "no_game.py": ("(Game)", "(object)"),
}
GAME_FILES = tuple(FAULTS)
PLACES = ("folder", "fifo", "socket", "zero", "full", "loop", "secret", "missing", "empty")
FORMATS = tuple(attacked.name.replace(" ", "-") for attacked in ATTACKED)
FILES = (
    *PLACES,
    *GAME_FILES[:3],
    *("cup.toml", "bad.toml", "moves.txt", "student.py", "new.kbz", "new.svg", "new.json", "new.db", "new.kbm"),
    *FORMATS,
    *(f"bad-{name}" for name in FORMATS),
    *("zero.kbz", "zero.toml", "fifo.kbz", "fifo.toml", "fifo.py", "zero.py", "folder/new.html", "missing/new.xml"),
    *("", ".", "..", "-", "x" * 300, "x" * 300 + ".kbz", "\udcff.svg", "a\nb.toml", "/proc/nowhere/x.json"),
    *("/proc/self/mem", "loop.kbz", "new.gift", "new.csv", "new.kbm/x"),
)
DEVICES = {"zero": (1, 5), "full": (1, 7)}


def make_template(folder: Path, rng: random.Random) -> None:
    """Write the plain files once; `make_folder` copies them for every command."""
    folder.mkdir()
    game = (EXAMPLES / "treblecross.py").read_text(encoding="utf-8")
    for name, (old, new) in FAULTS.items():
        (folder / name).write_text(game.replace(old, new), encoding="utf-8")
    shutil.copy(EXAMPLES / "student_negamax.py", folder / "student.py")
    for attacked in ATTACKED:
        written = folder / "work" / attacked.name
        written.parent.mkdir()
        attacked.write(written)
        data = written.read_bytes()
        (folder / attacked.name.replace(" ", "-")).write_bytes(data)
        (folder / f"bad-{attacked.name.replace(' ', '-')}").write_bytes(damage(data, rng))
        shutil.rmtree(written.parent)
    (folder / "cup.toml").write_text(CUP.replace("games = 12", "games = 2"), encoding="utf-8")
    (folder / "bad.toml").write_bytes(damage(CUP.encode(), rng))
    (folder / "moves.txt").write_text("4455\n\n44\nx\n" + "9" * 100_000 + "\n☃\n", encoding="utf-8")
    (folder / "secret").write_text("4455\n", encoding="utf-8")
    (folder / "secret").chmod(0)
    (folder / "empty").touch()


def make_folder(template: Path, folder: Path) -> None:
    """A fresh folder with a copy of the plain files, and with what no copy can be made of."""
    shutil.copytree(template, folder)
    (folder / "folder").mkdir()
    for name in ("fifo", "fifo.kbz", "fifo.toml", "fifo.py"):
        os.mkfifo(folder / name)
    with socket.socket(socket.AF_UNIX) as listening, contextlib.chdir(folder):
        listening.bind("socket")
    for name, numbers in DEVICES.items():
        try:  # devices of our own: root could replace those of the system
            os.mknod(folder / name, 0o666 | stat.S_IFCHR, os.makedev(*numbers))
        except PermissionError:
            (folder / name).symlink_to(f"/dev/{name}")
    for name in ("zero.kbz", "zero.toml", "zero.py"):
        (folder / name).symlink_to("zero")
    for name in ("loop", "loop.kbz"):
        (folder / name).symlink_to(name)
