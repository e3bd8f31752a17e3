"""The tree a search visits changes only on purpose: node counts of a fixed suite, in benchmarks/signature.json."""

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))
signature: Any = importlib.import_module("signature")


@pytest.mark.slow
@pytest.mark.parametrize(("game", "searcher"), signature.QUICK, ids=" ".join)
def test_search_visits_as_many_nodes_as_the_signature_says(game: str, searcher: str) -> None:
    known = signature.stored()[game][searcher]
    counts = {backend: signature.count(game, searcher, backend) for backend in signature.backends(game, searcher)}
    assert counts
    for backend, nodes in counts.items():
        assert nodes == known, (
            f"{searcher} on {game} ({backend}) visits {nodes:,} nodes, the signature says {known:,}; "
            f"if that is meant, run benchmarks/signature.py --write and say why in the commit message"
        )


def test_signature_covers_the_suite_and_nothing_else() -> None:
    known = {(game, searcher) for game, searchers in signature.stored().items() for searcher in searchers}
    assert known == set(signature.entries())
    assert set(signature.QUICK) <= known


def test_signature_holds_counts_known_from_elsewhere() -> None:
    """Published or exact: 549,946 and 18,297 for tic-tac-toe; two peers count 271,613 for Connect Four to depth 8."""
    known = signature.stored()
    assert known["tic-tac-toe"]["minimax"] == 549_946
    assert known["tic-tac-toe"]["alphabeta"] == 18_297
    assert known["connect-four"]["alphabeta:depth=8,eval=columns"] == 271_613
    assert known["connect-four"]["minimax:depth=5"] == sum(7**ply for ply in range(6))
