"""Searches worth a look, with what to look for; the address `/tree?example=NAME` leads to one of them."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.extensions import Additions


@dataclass(frozen=True)
class ExampleSearch:
    """A search, and a second one beside it unless `other` is empty. `look`: what to look for.

    `view`: which picture of the tree is shown first, "drawing" or empty for the map of all nodes.
    """

    name: str
    title: str
    look: str
    game: str
    searcher: str
    moves: str = ""
    other: str = ""
    view: str = ""


EXAMPLES: Additions[ExampleSearch] = Additions("example search")


def add_example(example: ExampleSearch) -> ExampleSearch:
    return EXAMPLES.add(example.name, example)


add_example(
    ExampleSearch(
        "alphabeta",
        "Alpha-beta on tic-tac-toe",
        "Twelve nodes that fit on a blackboard: press Play and watch the window at the root narrow after the first "
        "move. Stop at a cut-off and press Why? to see which move set the bound.",
        game="tic-tac-toe",
        moves="a1b2c1c2a3",
        searcher="alphabeta",
        view="drawing",
    )
)
add_example(
    ExampleSearch(
        "pruning",
        "Minimax beside alpha-beta",
        "Both look 4 plies ahead in Connect Four and find the same value; minimax visits 2,801 nodes, alpha-beta far "
        "fewer. Go there leads to the first move that alpha-beta leaves out.",
        game="connect-four",
        searcher="minimax:depth=4",
        other="alphabeta:depth=4",
    )
)
add_example(
    ExampleSearch(
        "order",
        "The effect of the move order",
        "The same search twice, from left to right and from the centre. Compare the red cut-off bars, and in the "
        "statistics how many of the cut-offs the first move makes.",
        game="connect-four",
        searcher="alphabeta:depth=5",
        other="alphabeta:depth=5,order=centre",
    )
)
add_example(
    ExampleSearch(
        "mtd",
        "The passes of MTD(f)",
        "MTD(f) asks again and again whether the value is at least some number, and every pass answers with a bound. "
        "Play goes through the passes one after another until the bounds meet.",
        game="tic-tac-toe",
        searcher="mtd:depth=3",
    )
)
add_example(
    ExampleSearch(
        "trap",
        "Monte Carlo finds a trap",
        "O does best at random in the corners beside its own stone, c1 and c3, and both lose. Play the simulations "
        "one by one: the visits go there first, and to a1 and a3, which hold the draw, once X's answers are found.",
        game="tic-tac-toe",
        moves="b3c2a2",
        searcher="mcts:simulations=400",
        view="drawing",
    )
)
add_example(
    ExampleSearch(
        "proof",
        "Proof numbers",
        "X wins here, and the search proves it by expanding the node closest to a proof. Follow the two numbers under "
        "a node: it is settled when one of them becomes 0.",
        game="tic-tac-toe",
        moves="a1b1",
        searcher="proof",
        view="drawing",
    )
)
