"""How many puzzles of five in a row a search solves, and at what cost.

    python benchmarks/threat_puzzles.py FILE [PLAYER …]

A file of puzzles is JSON as published sets have it: {"items": [{"b": [[row, column], …], "w": [[row, column], …],
"a": "black" or "white", "d": how many moves the published solution takes}, …]} on a board of 15x15, rows and columns
from 0. A puzzle is solved if the search proves that the side named by "a" wins.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from kibitz.core.game import State, find_game
from kibitz.games.mnk import MNK
from kibitz.play.players import SearchPlayer, find_player

GAME = find_game("mnk:width=15,height=15,k=5")
PLAYERS = ["threats:time=1", "engine:time=0.5"]


def read_position(item: dict[str, object]) -> State:
    assert isinstance(GAME, MNK)
    sides = {colour: sum(1 << GAME.bit(*cell) for cell in item[colour[0]]) for colour in ("black", "white")}
    mine = str(item["a"])
    return (sides[mine], sides["white" if mine == "black" else "black"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("players", nargs="*", default=PLAYERS)
    given = parser.parse_args()
    items = json.loads(given.file.read_text(encoding="utf-8"))["items"]
    for spec in given.players:
        player = find_player(spec)
        assert isinstance(player, SearchPlayer)
        solved, nodes, seconds, longest = 0, 0, 0.0, 0
        for item in items:
            state = read_position(item)
            found = player.searcher.search(GAME, state, player.limits)
            nodes, seconds = nodes + found.stats.nodes, seconds + found.stats.seconds
            if found.score.proven and found.score.value > 0:
                solved, longest = solved + 1, max(longest, len(found.line))
            else:
                print(f"{spec} does not solve puzzle {item['i']} ({item['d']} moves)")
        print(
            f"{spec}: {solved} of {len(items)} solved, {nodes / len(items):,.0f} nodes and "
            f"{1000 * seconds / len(items):.0f} ms a puzzle; the longest line has {longest} plies"
        )


if __name__ == "__main__":
    main()
