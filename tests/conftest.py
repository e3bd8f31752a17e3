"""Fixtures that several files of tests use."""

from __future__ import annotations

import pytest

from kibitz.explore.tree import SearchTree
from trees import RECORDINGS, tree_of


@pytest.fixture(params=RECORDINGS, ids=lambda search: " ".join(map(str, search)))
def tree(request: pytest.FixtureRequest) -> SearchTree:
    return tree_of(*request.param)
