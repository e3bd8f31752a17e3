"""Attacks on files: what is stored is damaged in every way a disk can think of, and read again.

Whatever happens to a file, reading it gives what was stored, or one sentence. `benchmarks/attack.py` does the same for
as long as it is told.
"""

from __future__ import annotations

import json
import random
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from helpers.cups import finished
from helpers.trees import write_tree
from kibitz.arena.game_store import GameStore
from kibitz.core.errors import KibitzError
from kibitz.core.game import find_game
from kibitz.core.limits import Backend
from kibitz.core.searching import find_searcher
from kibitz.kernels.compiler.disk_cache import CacheFiles
from kibitz.lab.result_store import Key, Measurement, ResultStore
from kibitz.play.files.game_files import GAME_FORMATS, SavedGame, read_file, write_file
from kibitz.play.players import find_player, play_game
from kibitz.trees.recorder import record
from kibitz.trees.search_tree import COLUMNS
from kibitz.trees.tree_files import read_recording

REFUSED, SAME, OTHER = "refused", "same", "other"
KEY = ("key", 1)


class Attacked(NamedTuple):
    """A kind of file: its name, how one is written, and read into something that can be compared.

    `is_checked`: whether what is read must be what was written; a text that a person may edit need not be.
    """

    name: str
    write: Callable[[Path], None]
    read: Callable[[Path], object]
    is_checked: bool = True


def damage(data: bytes, rng: random.Random) -> bytes:
    """The same with a few bits flipped, an end cut off, a block of zeros, or a block from elsewhere."""
    kind, changed = rng.randrange(5), bytearray(data)
    place = rng.randrange(1, len(data))  # an empty file is a new one
    if kind <= 1:
        for _ in range(rng.choice((1, 1, 3, 40))):
            changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    elif kind == 2:
        del changed[place:]
    elif kind == 3:
        changed[place : place + 512] = bytes(len(changed[place : place + 512]))
    else:
        source = rng.randrange(len(data))
        block = changed[source : source + 512]
        changed[place : place + len(block)] = block
    return bytes(changed)


def attack_file(attacked: Attacked, folder: Path, rng: random.Random, times: int) -> Counter[str]:
    """Damage a file so many times; how often it was refused, read as it was, or read as something else."""
    folder.mkdir(parents=True, exist_ok=True)
    path, outcomes = folder / attacked.name, Counter[str]()
    attacked.write(path)
    data, stored = path.read_bytes(), attacked.read(path)
    for _ in range(times):
        for leftover in folder.iterdir():
            leftover.unlink()
        harmed = damage(data, rng)
        path.write_bytes(harmed)
        try:
            outcome = SAME if attacked.read(path) == stored else OTHER
        except KibitzError as error:
            if not str(error).isprintable():
                raise AssertionError(f"not one line: {error}") from None
            outcome = REFUSED
        if outcome == OTHER and attacked.is_checked:
            raise AssertionError(f"{attacked.name}: a damaged file was read as something else")
        outcomes[outcome] += 1
    return outcomes


def _write_store(path: Path) -> None:
    with GameStore(path) as store:
        store.remember("plan", json.dumps({"game": "tic-tac-toe"}))
        store.remember("openings", json.dumps([[n] for n in range(9)]))
        store.add([finished(number, number % 3 / 2) for number in range(60)])


def _read_store(path: Path) -> object:
    with GameStore(path) as store:
        return store.recall("plan"), store.recall("openings"), store.games()


def _write_results(path: Path) -> None:
    with ResultStore(path) as store:
        keys = [Key("main", "my-1", f"cell {n}", "{}", n, "abc") for n in range(60)]
        store.add([Measurement(key, {"nodes": 7}, ("nodes",), 0.5, "1", "{}", "2026-01-01") for key in keys])


def _read_results(path: Path) -> object:
    with ResultStore(path) as store:
        return store.runs(), store.all()


def _write_tree(path: Path) -> None:
    game = find_game("tic-tac-toe")
    _, tree = record(game, game.initial(), *find_searcher("alphabeta:depth=3"), Backend("reference"))
    path.write_bytes(write_tree(tree, path.suffix))


def _read_tree(path: Path) -> object:
    tree = read_recording(path.read_bytes(), path.name).tree
    return [list(getattr(tree, name)) for name in COLUMNS], str(tree.game), tree.searcher


def _write_cache(path: Path) -> None:
    files = CacheFiles(path.parent, "kernel-1.py3", "stamp")
    files.save(KEY, {"code": bytes(range(256)) * 20})
    next(path.parent.glob("kernel*.nbc")).rename(path)


def _read_cache(path: Path) -> object:
    files = CacheFiles(path.parent, "kernel-1.py3", "stamp")
    shutil.copy(path, files._path(KEY))
    found = files.load(KEY)
    if found is None:
        raise KibitzError("It is compiled anew.")
    return found


def _write_games(path: Path) -> None:
    game = find_game("othello")
    played = [play_game(game, (find_player("random", seed=n), find_player("random", seed=n + 1))) for n in range(3)]
    write_file(path, [SavedGame(record) for record in played])


def _read_games(path: Path) -> object:
    found = read_file(path, load=find_game, game=find_game("othello"))
    return [(saved.record.moves, dict(saved.headers)) for saved in found]


def _written_games(suffix: str) -> Attacked:
    return Attacked(f"games{suffix}", _write_games, _read_games, is_checked=False)


ATTACKED = [
    Attacked("store of games.db", _write_store, _read_store),
    Attacked("store of results.db", _write_results, _read_results),
    Attacked("recording.kbz", _write_tree, _read_tree),
    Attacked("compiled code.nbc", _write_cache, _read_cache),
    Attacked("tree.json", _write_tree, _read_tree, is_checked=False),
    Attacked("log.txt", _write_tree, _read_tree, is_checked=False),
    *map(_written_games, GAME_FORMATS.suffixes(lambda made: made.write is not None)),
]
