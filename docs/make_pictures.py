"""Draws every picture of README and docs: `python docs/make_pictures.py` writes docs/pictures/*.svg.

The trees are what `kibitz tree` writes, the boards what a node of such a tree shows. A test makes them all again and
compares, so that no picture shows what Kibitz no longer does.
"""

from __future__ import annotations

import sys
from pathlib import Path
from xml.sax.saxutils import escape

import kibitz
from kibitz.trees.formats.svg import write_svg

HERE = Path(__file__).parent
TREBLECROSS = f"{HERE.parent / 'examples' / 'treblecross.py'}:Treblecross"

ENDGAME = ("tic-tac-toe", "a1b2c1c2a3")  # two threats of X, but O is to move and wins: small, and every search differs

# file: game, moves, searcher
TREES = {
    "minimax": (*ENDGAME, "minimax"),
    "alphabeta": (*ENDGAME, "alphabeta"),
    "pvs": (*ENDGAME, "pvs"),
    "mtd": (*ENDGAME, "mtd"),
    "ordering": (*ENDGAME, "alphabeta:order=heuristic"),
    "deepening": (
        "connect-four:width=3,height=3,k=3",
        "",
        "alphabeta:depth=3,deepen=true,table=newest,order=table",
    ),
    "table": ("take-away:chips=6,take=2", "", "minimax:table=newest"),
    "stored": ("connect-four:width=4,height=1,k=2", "", "stored:prune=during"),
    "perfect": ("take-away:chips=6,take=2", "", "perfect"),
    "treblecross-tree": (f"{TREBLECROSS}:cells=5", "1", "alphabeta"),
}

# file: game, moves
BOARDS = {
    "board-tic-tac-toe": ("tic-tac-toe", "b2a1a2c2b3b1c1a3"),
    "board-mnk": ("mnk:width=5,height=5,k=4", "c3b2c4c2d2b4d3d4b3"),
    "board-connect-four": ("connect-four", "4444456356723"),
    "board-othello": ("othello", "f5d6c3d3c4f4f6"),
    "board-take-away": ("take-away:chips=21,take=3", "3 2 3"),
    "board-treblecross": (TREBLECROSS, "4 1"),
    "board-nim": ("nim:heaps=1-3-5-7", "c2 d1 b3"),
    "board-chomp": ("chomp", "e3 c4"),
    "board-wild-tic-tac-toe": ("wild-tic-tac-toe", "xb2 ob1 ob3"),
    "board-notakto": ("notakto", "b2a3c2"),
    "board-hexapawn": ("hexapawn", "b1b2a3b2"),
    "board-breakthrough": ("breakthrough", "d2d3e7e6d3e4d7d6b2b3c7b6"),
    "board-domineering": ("domineering", "b1b2c4d4g2g3e6f6b5b6c2d2g7g8"),
    "board-gomoku": ("mnk:width=15,height=15,k=5", "h8i7h7h9g9f10i8g8i9f9i10"),
    "board-ultimate-tic-tac-toe": ("ultimate-tic-tac-toe", "a1b2d4b1d1b3d7e5f6h8"),
    "board-checkers": (
        "checkers",
        "9-13 23-19 11-15 19-16 12x19 24-20 6-9 28-24 19x28 27-24 10-14 26-23 8-12 22-18 15x22 25x18 3-8 20-16 12x19",
    ),
    "board-dots-and-boxes": ("dots-and-boxes", "f3c6e2f1c2c4f7g4a4f5e4d1b7d3d7"),
    "board-kalah": ("kalah", "453523451523"),
    "board-hex": ("hex:size=7", "d4e2c3c5d2d3e3b4b5a6"),
    "board-three-mens-morris": ("three-mens-morris", "b2 b3 a1 c3 a3"),
    "board-six-mens-morris": ("six-mens-morris", "e3 d2 d3 c2 b4 c4 a1 b2 xd3 d3 e5 a3 b3"),
    "board-nine-mens-morris": ("nine-mens-morris", "b4 a1 d2 c4 d5 g4 d1 e5 g7 f4 b2 d3 a4 c3 f2 xd3 e4"),
}

SIMULATIONS = (100, 1_000, 10_000)
TEXT = 'font-family="Inter,Helvetica,Arial,DejaVu Sans,sans-serif" font-size="12" text-anchor="middle" fill="#475569"'


def pictures() -> dict[str, str]:
    """Every picture: file name and text."""
    drawn = {f"{name}.svg": tree_picture(*how) for name, how in TREES.items()}
    drawn |= {f"{name}.svg": kibitz.position(game, moves=moves).svg() for name, (game, moves) in BOARDS.items()}
    drawn["mcts.svg"] = visits_picture("connect-four")
    return drawn


def tree_picture(game: str, moves: str, searcher: str) -> str:
    return write_svg(kibitz.tree(game, searcher, moves=moves).last_pass())


def visits_picture(game: str) -> str:
    """How Monte Carlo tree search spread its simulations over the first moves, for several numbers of simulations."""
    bar, gap, high, top = 26, 10, 130, 34
    parts, left = [], 14
    for simulations in SIMULATIONS:
        found = kibitz.best_move(game, f"mcts:simulations={simulations}").roots
        roots = sorted(found, key=lambda root: kibitz.game(game).parse_move(root.move))
        middle = left + len(roots) * (bar + gap) / 2
        parts.append(f'<text x="{middle:g}" y="18" {TEXT}>{simulations:,} simulations</text>')
        for root in roots:
            share = root.visits / simulations
            y = top + high * (1 - share)
            parts.append(f'<rect x="{left}" y="{y:.1f}" width="{bar}" height="{high * share:.1f}" fill="#2563eb"/>')
            parts.append(f'<text x="{left + bar / 2:g}" y="{y - 4:.1f}" {TEXT}>{100 * share:.0f}</text>')
            parts.append(f'<text x="{left + bar / 2:g}" y="{top + high + 16}" {TEXT}>{escape(root.move)}</text>')
            left += bar + gap
        left += 3 * gap
    label = f"Visits of each first move of {game}, in per cent"
    return _svg(left - 2 * gap, top + high + 26, label, *parts)


def _svg(width: float, height: float, label: str, *parts: str) -> str:
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape(label)}">'
    return "\n".join([head, '<rect width="100%" height="100%" fill="#fff"/>', *parts, "</svg>"]) + "\n"


def main() -> None:
    folder = HERE / "pictures"
    folder.mkdir(exist_ok=True)
    made = pictures()
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8")
    for stale in sorted(set(folder.glob("*.svg")) - {folder / name for name in made}):
        stale.unlink()
    sys.stdout.write(f"{len(made)} pictures in {folder}\n")


if __name__ == "__main__":
    main()
