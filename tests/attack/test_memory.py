"""The server's memory has an upper end: what is kept is given back, and what does not fit is refused in a sentence."""

from __future__ import annotations

import asyncio
import json
import zlib
from array import array
from pathlib import Path

import pytest
from click.testing import CliRunner

from kibitz.cli.main import kibitz
from kibitz.core.errors import BadFile
from kibitz.core.game import find_game
from kibitz.core.searching import find_searcher
from kibitz.kernels.common.kept_tables import drop_kept_tables
from kibitz.kernels.compiler import code_memory
from kibitz.search.common import free_memory
from kibitz.trees.formats.kbz import LENGTHS, MAGIC, read_kbz
from kibitz.trees.microscope.recording_cache import RecordingCache
from kibitz.trees.recorder import record
from kibitz.trees.recording import Recording
from kibitz.trees.search_tree import COLUMNS
from kibitz.trees.tree_files import read_recording
from kibitz.web.memory import MemoryGuard
from kibitz.web.pool import Busy, Pool
from kibitz.web.running import make_pool
from kibitz.web.server_limits import find_max_option

MIB = 1 << 20


class Usage:
    """A process whose memory is what the test says."""

    def __init__(self, mib: int) -> None:
        self.mib = mib

    def __call__(self) -> int:
        return self.mib * MIB


@pytest.fixture
def cache() -> RecordingCache:
    game, kept = find_game("tic-tac-toe"), RecordingCache()
    for depth in (1, 2, 3):
        _, tree = record(game, game.initial(), *find_searcher(f"alphabeta:depth={depth}"))
        kept.add(Recording(tree))
    return kept


def test_recordings_are_dropped_when_memory_is_nearly_full_and_not_before(cache: RecordingCache) -> None:
    usage, all_of_it = Usage(600), cache.memory
    guard = MemoryGuard(1000 * MIB, cache, measure=usage)
    guard.look()
    assert cache.memory == all_of_it
    usage.mib = 750
    guard.look()
    assert cache.memory == 0
    assert not guard.is_short


def test_no_search_begins_while_memory_is_short(cache: RecordingCache) -> None:
    async def test() -> None:
        pool, usage = Pool(places=1), Usage(900)
        guard = pool.memory = MemoryGuard(1000 * MIB, cache, measure=usage)
        guard.look()
        with pytest.raises(Busy, match=r"The server uses 900 MiB of the 1,000 MiB that it may use; try again"):
            pool.check_capacity("client")
        usage.mib = 300
        guard.look()
        pool.check_capacity("client")

    asyncio.run(test())


def test_tables_that_are_kept_are_given_back() -> None:
    from kibitz.kernels.common import transposition_table
    from kibitz.kernels.solvers.all_positions import find_table

    find_searcher("engine:depth=2,table_mib=1")[0].search(find_game("tic-tac-toe"), find_game("tic-tac-toe").initial())
    find_table(find_game("tic-tac-toe"))
    assert transposition_table._idle
    drop_kept_tables()
    assert not transposition_table._idle
    assert find_table.cache_info().currsize == 0


@pytest.fixture
def small_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that may use next to no more memory than it does."""
    monkeypatch.setattr(free_memory.MemoryLimit, "bytes", free_memory.memory_in_use() + 64 * MIB)


@pytest.mark.usefixtures("small_process")
def test_a_table_is_a_small_part_of_what_the_server_may_use() -> None:
    assert free_memory.free_memory() <= 64 * MIB
    most, limit = find_max_option("table_mib"), free_memory.MemoryLimit.bytes
    assert most is not None
    assert limit is not None
    assert most * MIB <= limit / 16


@pytest.mark.usefixtures("small_process")
def test_a_file_that_would_fill_the_memory_is_refused() -> None:
    nodes = 4_000_000
    blocks = {name: zlib.compress(bytes(nodes * array(code).itemsize)) for name, code in COLUMNS.items()}
    game = find_game("tic-tac-toe")
    head = {
        "version": 1,
        "game": "tic-tac-toe",
        "position": game.position_text(game.initial()),
        "searcher": "alphabeta",
        "missed": 0,
        "nodes": nodes,
        "roots": [0],
        "columns": [[name, COLUMNS[name], len(block)] for name, block in blocks.items()],
    }
    text, body = json.dumps(head).encode(), b"".join(blocks.values())
    packed = MAGIC + LENGTHS.pack(len(text), len(body), zlib.crc32(body, zlib.crc32(text))) + text + body
    assert len(packed) < MIB
    with pytest.raises(BadFile, match="MiB of memory"):
        read_kbz(packed)
    with pytest.raises(BadFile, match="is too large for the"):
        read_recording(b"[" + b"{}," * 2_000_000 + b"{}]", "bomb.json")


def test_the_code_of_odd_boards_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    usual, odd, other = (find_game(f"mnk:width={width},height=3,k=3") for width in (3, 4, 5))
    monkeypatch.setattr(code_memory._Code, "limit", None)
    monkeypatch.setattr(code_memory, "_let_in", set())
    monkeypatch.setattr(code_memory._Code, "bytes", 0)
    code_memory.limit_code_memory(10 * MIB, [usual])
    assert code_memory.has_room_for(odd, "engine")
    code_memory.count_loaded_code(2 * MIB)
    assert code_memory.has_room_for(odd, "engine")
    assert not code_memory.has_room_for(odd, "mcts")
    assert not code_memory.has_room_for(other, "engine")
    assert code_memory.has_room_for(usual, "mcts")


def test_a_search_without_room_for_its_code_runs_readable_or_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    from kibitz.core.errors import Unsuited
    from kibitz.kernels.backends import choose_backend

    monkeypatch.setattr(code_memory._Code, "limit", code_memory._Limit(0, frozenset()))
    game = find_game("mnk:width=4,height=3,k=2")
    assert choose_backend(find_searcher("alphabeta:depth=1,sooner=true")[0], game) == "reference"
    with pytest.raises(Unsuited, match="this server has compiled as many boards as its memory allows"):
        choose_backend(find_searcher("engine:history=false,table_mib=3")[0], game)


@pytest.mark.parametrize(("mib", "most"), [(512, 5), (1024, 10), (4096, 42)])
def test_less_memory_means_fewer_searches_at_once(mib: int, most: int) -> None:
    pool = make_pool(mib * MIB)
    assert 2 <= pool.places + pool.overtime <= most


@pytest.mark.parametrize("mib", ["0", "511", "-1", "lots"])
def test_too_little_memory_is_refused(mib: str) -> None:
    answer = CliRunner().invoke(kibitz, ["serve", "--no-browser", "--memory", mib])
    assert answer.exit_code == 2
    assert "--memory" in answer.stderr


def test_the_health_of_a_server_tells_its_memory(tmp_path: Path) -> None:
    from helpers.web_server import PLENTY, running_server

    with running_server() as server:
        health = server.ask("/api/health")
        assert health["memory_limit_mib"] == PLENTY >> 20
        assert health["memory_mib"] > 20
