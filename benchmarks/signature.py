"""Node counts of a fixed suite of searches: a change of the tree any search visits shows up here.

    python benchmarks/signature.py             compare all of them with signature.json; exit status 1 on a difference
    python benchmarks/signature.py --write     change signature.json, on purpose, with the reason in the commit message

A search that exists in both forms must visit as many nodes compiled as it does in readable Python; so there is one
count for both. The engine exists in compiled form only.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from common import game_of, searched

from kibitz.core.limits import COMPILED, REFERENCE
from kibitz.core.searching import find_searcher
from kibitz.kernels.compiled_forms import obstacle

FILE = Path(__file__).with_name("signature.json")

SUITE: dict[str, tuple[str, ...]] = {
    "tic-tac-toe": (
        "minimax",
        "alphabeta",
        "alphabeta:fail=hard",
        "alphabeta:order=centre",
        "alphabeta:order=killer+history",
        "pvs",
        "mcts:simulations=500",
        "proof",
        "engine",
    ),
    "mnk:width=4,height=4,k=3": ("alphabeta:depth=5", "pvs:depth=5,order=heuristic", "proof", "engine"),
    "mnk:width=5,height=5,k=4": ("engine:depth=6",),
    "connect-four": (
        "minimax:depth=5",
        "alphabeta:depth=6,eval=columns",
        "alphabeta:depth=8,eval=columns",
        "alphabeta:depth=7",
        "alphabeta:depth=7,order=centre",
        "alphabeta:depth=7,order=heuristic",
        "alphabeta:depth=7,order=killer+history+centre,sooner=true",
        "alphabeta:depth=6,deepen=true",
        "alphabeta:depth=6,deepen=true,aspiration=5",
        "pvs:depth=7,order=centre",
        "mcts:simulations=500",
        "mcts:simulations=300,solver=false,seed=3",
        "engine:depth=8",
        "engine:depth=12",
        "engine:depth=10,lmr=false",
    ),
    "connect-four:width=5,height=4": ("alphabeta:depth=9", "pvs:depth=9", "engine"),
    "othello": (
        "minimax:depth=4",
        "alphabeta:depth=5",
        "alphabeta:depth=5,order=killer+history",
        "pvs:depth=5",
        "mcts:simulations=100",
        "engine:depth=6",
        "engine:depth=8",
    ),
    "othello:size=4": ("alphabeta:depth=8", "pvs:depth=8,order=killer", "engine"),
    "take-away": ("minimax:depth=8", "alphabeta", "pvs", "engine"),
}

# A subset for the test suite: every searcher, on the games that are compiled there anyway.
QUICK: tuple[tuple[str, str], ...] = (
    ("tic-tac-toe", "alphabeta"),
    ("tic-tac-toe", "mcts:simulations=500"),
    ("tic-tac-toe", "proof"),
    ("connect-four", "minimax:depth=5"),
    ("connect-four", "alphabeta:depth=6,eval=columns"),
    ("connect-four", "alphabeta:depth=7,order=killer+history+centre,sooner=true"),
    ("connect-four", "pvs:depth=7,order=centre"),
    ("connect-four", "engine:depth=8"),
    ("othello", "alphabeta:depth=5"),
    ("othello", "engine:depth=6"),
)


def entries() -> Iterator[tuple[str, str]]:
    """Every game with every search of the suite."""
    for game, searchers in SUITE.items():
        for searcher in searchers:
            yield game, searcher


def backends(game: str, searcher: str) -> list[str]:
    """Where a search must give the count in the file."""
    how, _ = find_searcher(searcher)
    return [REFERENCE] * how.has_reference + [COMPILED] * (not obstacle(how, game_of(game)))


def count(game: str, searcher: str, backend: str) -> int:
    return searched(game, searcher, backend).stats.nodes


def stored() -> dict[str, dict[str, int]]:
    """The counts in the file, by game and searcher."""
    known: dict[str, dict[str, int]] = json.loads(FILE.read_text())
    return known


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="store the counts as they are now")
    options = parser.parse_args()
    before = stored() if FILE.exists() else {}
    now: dict[str, dict[str, int]] = {}
    differences = 0
    for game, searcher in entries():
        counts = {backend: count(game, searcher, backend) for backend in backends(game, searcher)}
        if len(set(counts.values())) > 1:
            raise SystemExit(f"{game} {searcher}: the two forms differ, {counts}; they must visit the same nodes.")
        now.setdefault(game, {})[searcher] = next(iter(counts.values()))
        old, new = before.get(game, {}).get(searcher), now[game][searcher]
        if old != new:
            differences += 1
            print(f"{game} {searcher}: {'nothing' if old is None else f'{old:,}'} in the file, {new:,} now")
    if options.write:
        FILE.write_text(json.dumps(now, indent=2) + "\n")
    print(f"{sum(map(len, now.values()))} searches, {differences} differences" + " stored" * options.write)
    raise SystemExit(differences > 0 and not options.write)


if __name__ == "__main__":
    main()
