"""Two faults of the reports' programs to look at in the microscope, each beside the corrected program."""

from __future__ import annotations

from kibitz.reports.publications import S0, S3
from kibitz.trees.microscope.example_searches import ExampleSearch, add_example

add_example(
    ExampleSearch(
        "twice",
        "A program that moves twice",
        f"Two in a row win here. On the left a program of {S0}, as it was printed: after every move it lets the same "
        "player move again, so that all three moves look like a win and it plays 1. On the right, with that fault "
        "mended, only 2 wins. The passes are flagged with the fault's number; the program does not count them, so it "
        "reports 12 nodes where 15 are drawn.",
        game="connect-four:width=3,height=1,k=2",
        searcher="replica-s0-minimax:depth=2,root_max=false,leaf_side=false,first_column=false,draw_lost=false",
        other="replica-s0-minimax:depth=2,same_player=false,root_max=false,leaf_side=false,first_column=false,"
        "draw_lost=false",
        view="drawing",
    )
)
add_example(
    ExampleSearch(
        "fault",
        "A published fault",
        f"On the left the program for Take-Away of {S3}, as it was printed; on the right the same program corrected. "
        "The printed evaluation aims for the wrong heaps. Both trees have the same nodes, with different values.",
        game="take-away:chips=5,take=2",
        searcher="replica-s3-take-away:depth=2",
        other="replica-s3-take-away:depth=2,modulus=false",
        view="drawing",
    )
)
