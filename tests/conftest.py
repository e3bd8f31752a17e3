"""Fixtures that several files of tests use."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from browser.fixtures import browser, open_page, server
from helpers.trees import RECORDINGS, tree_of
from kibitz.trees.search_tree import SearchTree

__all__ = ["browser", "open_page", "server"]  # registered once: two files of fixtures would start two browsers

# The same examples in every run, and none fails because it took long; benchmarks/attack.py looks for new ones.
settings.register_profile("kibitz", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kibitz")


def pytest_configure() -> None:
    """Let the interrupt key work even where a shell has started the tests in the background, which ignores it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shuffle", type=int, metavar="SEED", help="run files, and the tests of a file, in random order")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """All workers have the same seed, and so the same order, which pytest-xdist requires."""
    if (seed := config.getoption("--shuffle")) is not None:
        rng = random.Random(seed)
        rank = {file: rng.random() for file in dict.fromkeys(item.path for item in items)}
        items.sort(key=lambda item: (rank[item.path], rng.random()))


@pytest.fixture(scope="session", autouse=True)
def _own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What servers keep for their user goes into a folder of the tests' own."""
    before = os.environ.get("KIBITZ_DATA")
    os.environ["KIBITZ_DATA"] = str(tmp_path_factory.mktemp("data"))
    yield
    if before is None:
        del os.environ["KIBITZ_DATA"]
    else:
        os.environ["KIBITZ_DATA"] = before


@pytest.fixture(params=RECORDINGS, ids=lambda search: " ".join(map(str, search)))
def tree(request: pytest.FixtureRequest) -> SearchTree:
    return tree_of(*request.param)
