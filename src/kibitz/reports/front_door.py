"""What somebody who knows the reports looks for first: each report's program, and its main table measured again."""

from __future__ import annotations

from kibitz.lab.report_cards import ReportCard, ReportLink, ReportShelf

__all__ = ["SHELF"]

CARDS = (
    ReportCard(
        id="S0",
        title="Four in a Row",
        about="Minimax and alpha-beta on stored game trees, compared by the boards they evaluate (Java).",
        programs=(
            ReportLink("Play against its minimax", "/play?game=connect-four&second=replica-s0-minimax:depth=4"),
            ReportLink("Let it advise you", "/play?game=connect-four&adviser=replica-s0-minimax:depth=4"),
            ReportLink(
                "Watch it play itself",
                "/play?game=connect-four&first=replica-s0-minimax:depth=4&second=replica-s0-minimax:depth=4",
            ),
        ),
        command="kibitz play connect-four --second replica-s0-minimax:depth=4",
        entry="S0-26",
    ),
    ReportCard(
        id="S1",
        title="Othello bots",
        about="Minimax against alpha-beta with two heuristics and 2 seconds a move: depths, win rates, logs of trees.",
        programs=(
            ReportLink("Play against its alpha-beta", "/play?game=othello&second=replica-s1-alphabeta:time=2"),
            ReportLink(
                "Watch its two bots",
                "/play?game=othello&first=replica-s1-minimax:time=2&second=replica-s1-alphabeta:time=2",
            ),
        ),
        command="kibitz play othello --second replica-s1-alphabeta:time=2",
        entry="S1-14",
    ),
    ReportCard(
        id="S2",
        title="Connect Four agents",
        about="Random, minimax and alpha-beta agents: timed games at several depths, and their final boards (Java).",
        programs=(
            ReportLink("Play against its alpha-beta", "/play?game=connect-four&second=replica-s2-alphabeta:depth=5"),
            ReportLink(
                "Watch its two agents",
                "/play?game=connect-four&first=replica-s2-minimax:depth=5&second=replica-s2-alphabeta:depth=5",
            ),
        ),
        command="kibitz play connect-four --second replica-s2-alphabeta:depth=5",
        entry="S2-9",
    ),
    ReportCard(
        id="S3",
        title="console games",
        about="A console program with a menu: tic-tac-toe, Take-Away and Connect Four, time and memory by depth (C#).",
        programs=(
            ReportLink("Play its Connect Four", "/play?game=connect-four&second=replica-s3-connect-four:depth=5"),
            ReportLink("Its Take-Away", "/play?game=take-away&second=replica-s3-take-away:depth=5"),
            ReportLink("Its tic-tac-toe", "/play?game=tic-tac-toe&second=replica-s3-tic-tac-toe"),
        ),
        command="kibitz menu",
        entry="S3-21",
    ),
    ReportCard(
        id="S4",
        title="tic-tac-toe with a window",
        about="Tic-tac-toe on 3×3 and 5×5 in a window: sooner wins, shuffled and ordered moves (Python).",
        programs=(
            ReportLink("Play it on 3×3", "/play?game=tic-tac-toe&second=replica-s4-alphabeta"),
            ReportLink("Play it on 5×5", "/play?game=mnk:width=5,height=5,k=4&second=replica-s4-alphabeta"),
        ),
        command="kibitz play tic-tac-toe --second replica-s4-alphabeta",
        entry="S4-12",
    ),
)

SHELF = ReportShelf(
    title="The five reports",
    about="Kibitz grew out of these course reports. Their programs play as they were published, with their faults, and "
    "every table and claim has been measured again.",
    cards=CARDS,
)
