"""Recorded searches for the tests of trees; each is done once.

They run as readable Python, which needs no compiler; `test_twins.py` makes sure that compiled ones leave the same tree.
"""

from __future__ import annotations

from functools import cache

from kibitz.core.game import find_game
from kibitz.core.limits import REFERENCE, Backend
from kibitz.core.searching import SearchResult, find_searcher
from kibitz.trees.recorder import MAX_RECORDED, record
from kibitz.trees.recording import Recording
from kibitz.trees.search_tree import SearchTree
from kibitz.trees.tree_files import read_recording
from kibitz.trees.tree_format import TREE_FORMATS

# Every way a search can go about its tree, over all games: windows of every kind, decided values with and without
# distances, table hits, passes, several passes, searches that were stopped and recordings that were.
SEARCHES = [
    ("tic-tac-toe", "a1 b2 c3", "minimax"),
    ("tic-tac-toe", "a1 b2 c3", "alphabeta:sooner=true"),
    ("tic-tac-toe", "a1 b2", "alphabeta:depth=3,fail=hard"),
    ("tic-tac-toe", "a1 b2 c3", "alphabeta:table=two-tier"),
    ("tic-tac-toe", "a1 b2", "alphabeta:depth=3,ties=random,seed=3"),
    ("mnk:width=12,height=1,k=2", "", "alphabeta:depth=2"),
    ("connect-four:width=4,height=3,k=3", "", "pvs:depth=4,sooner=true"),
    ("connect-four", "", "alphabeta:depth=3,deepen=true,aspiration=1"),
    ("connect-four", "", "alphabeta:depth=5,nodes=80,deepen=false"),
    ("connect-four:width=4,height=2", "", "sss:depth=3"),
    ("connect-four:width=4,height=2", "", "dual:depth=3"),
    ("othello:size=4", "", "alphabeta:depth=4,eval=discs"),
    ("othello:size=4", "c4 b4 a1 d4 a3 c1 d1", "alphabeta"),
    ("othello:size=6", "", "mtd:depth=3"),
    ("take-away:chips=7", "", "alphabeta"),
    ("take-away:chips=12,misere=true", "2", "minimax:depth=3"),
]
RECORDINGS = [
    *((*search, MAX_RECORDED) for search in SEARCHES),
    ("othello", "", "alphabeta:depth=4,eval=discs", 77),
    ("othello", "", "alphabeta:depth=4,eval=discs", 1),
]


@cache
def searched(spec: str, moves: str, search: str, limit: int = MAX_RECORDED) -> tuple[SearchResult, SearchTree]:
    """The answer and the tree of a search after these moves of a game; not to be changed."""
    game = find_game(spec)
    state = game.initial()
    for name in moves.split():
        state = game.play(state, game.legal_move(state, name))
    return record(game, state, *find_searcher(search), Backend(REFERENCE), limit=limit)


def tree_of(spec: str, moves: str, search: str, limit: int = MAX_RECORDED) -> SearchTree:
    """The pass of a search that is written."""
    return searched(spec, moves, search, limit)[1].last_pass()


def othello_tree() -> SearchTree:
    """What S1 logged: depth 3, disc difference, Black to move."""
    return tree_of("othello", "", "alphabeta:depth=3,eval=discs")


def write_tree(tree: SearchTree, suffix: str) -> bytes:
    """A tree as the content of a file with that extension."""
    return TREE_FORMATS.find(suffix).write(Recording(tree))


def read_tree(data: bytes, suffix: str) -> SearchTree:
    """The reverse."""
    return read_recording(data, f"tree{suffix}").tree
