"""What somebody who knows the reports looks for first: each report's program, and its main table measured again."""

from __future__ import annotations

from kibitz.lab.report_cards import ReportLink, add_report_card
from kibitz.reports.publications import S0, S1, S2, S3, S4

add_report_card(
    S0,
    ReportLink("Play against its minimax", "/play?game=connect-four&second=replica-s0-minimax:depth=4"),
    ReportLink("Let it advise you", "/play?game=connect-four&adviser=replica-s0-minimax:depth=4"),
    ReportLink(
        "Watch it play itself",
        "/play?game=connect-four&first=replica-s0-minimax:depth=4&second=replica-s0-minimax:depth=4",
    ),
    command="kibitz play connect-four --second replica-s0-minimax:depth=4",
    entry="S0-26",
)
add_report_card(
    S1,
    ReportLink("Play against its alpha-beta", "/play?game=othello&second=replica-s1-alphabeta:time=2"),
    ReportLink(
        "Watch its two bots", "/play?game=othello&first=replica-s1-minimax:time=2&second=replica-s1-alphabeta:time=2"
    ),
    command="kibitz play othello --second replica-s1-alphabeta:time=2",
    entry="S1-14",
)
add_report_card(
    S2,
    ReportLink("Play against its alpha-beta", "/play?game=connect-four&second=replica-s2-alphabeta:depth=5"),
    ReportLink(
        "Watch its two agents",
        "/play?game=connect-four&first=replica-s2-minimax:depth=5&second=replica-s2-alphabeta:depth=5",
    ),
    command="kibitz play connect-four --second replica-s2-alphabeta:depth=5",
    entry="S2-9",
)
add_report_card(
    S3,
    ReportLink("Play its Connect Four", "/play?game=connect-four&second=replica-s3-connect-four:depth=5"),
    ReportLink("Its Take-Away", "/play?game=take-away&second=replica-s3-take-away:depth=5"),
    ReportLink("Its tic-tac-toe", "/play?game=tic-tac-toe&second=replica-s3-tic-tac-toe"),
    command="kibitz menu",
    entry="S3-21",
)
add_report_card(
    S4,
    ReportLink("Play it on 3×3", "/play?game=tic-tac-toe&second=replica-s4-alphabeta"),
    ReportLink("Play it on 5×5", "/play?game=mnk:width=5,height=5,k=4&second=replica-s4-alphabeta"),
    command="kibitz play tic-tac-toe --second replica-s4-alphabeta",
    entry="S4-12",
)
