"""What Python users get prints as lines, shows as a table in a notebook, and is data all the same."""

from __future__ import annotations

import math
from typing import Any

import pytest

import kibitz

INFINITE = math.inf


def is_leaf(node: Any) -> bool:
    return isinstance(node, int)


def alphabeta(node: Any, depth: int, alpha: float, beta: float, maximizing: bool) -> float:
    if is_leaf(node):
        return float(node)
    best = -INFINITE if maximizing else INFINITE
    for child in node:
        value = alphabeta(child, depth - 1, alpha, beta, not maximizing)
        best = max(best, value) if maximizing else min(best, value)
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best


def broken(node: Any, depth: int, maximizing: bool) -> float:
    if is_leaf(node):
        return float(node)
    return max(broken(child, depth - 1, not maximizing) for child in node)


def test_answers_print_as_lines_and_show_as_tables() -> None:
    position = kibitz.position("tic-tac-toe", moves="a1")
    best, solved, why = (
        position.best("alphabeta:depth=2,backend=reference"),
        position.solve(all=True),
        position.why("a2"),
    )
    assert str(best).splitlines()[0] == f"move    {best.move}"
    assert str(solved).startswith("score   0: O draws with best play\nmove    b2\nscores  b2 0  b1 -1")
    assert str(why).splitlines()[0] == f"a2      {why.sentence}"
    assert "b1 -1" in solved._repr_html_()
    assert solved.scores is not None
    assert repr(solved).startswith("Solved(game=")
    assert str(position.explain()).startswith("windows  -3 for the side to move\n")
    tree = repr(position.tree("alphabeta:depth=2,backend=reference"))
    assert tree.startswith("SearchTree(alphabeta:depth=2 on mnk:width=3,height=3,k=3: ")


def test_matches_and_grades_print_as_lines_and_show_as_tables() -> None:
    played = kibitz.match("tic-tac-toe", "random", "random", games=4)
    lines = str(played).splitlines()
    assert lines[:2] == [
        "players  random against random",
        f"games    4: +{played.wins} ={played.draws} -{played.losses}",
    ]
    assert "<th>score</th>" in played._repr_html_()
    grade = kibitz.grade("tic-tac-toe", "random", positions=6)
    assert str(grade).splitlines()[-1].startswith(f"all      {100 * grade.phases[-1].optimal:.1f} % best moves (95 %: ")


def test_the_doctor_is_a_function_and_a_package() -> None:
    assert kibitz.doctor(alphabeta).verdict == "right"
    from kibitz.doctor.report import Report

    assert vars(kibitz.doctor)["report"].Report is Report
    assert callable(kibitz.doctor)


def test_the_doctor_examines_a_function_with_what_it_uses() -> None:
    report = kibitz.doctor(broken)
    assert (report.patient, report.verdict, report.faults[0].id) == ("broken", "wrong", "min-also-maximizes")
    assert str(report).startswith("broken: wrong\n")
    assert report._repr_html_().startswith("<pre>broken: wrong\n")
    with pytest.raises(kibitz.BadOption, match="examines functions, files and players"):
        kibitz.doctor(3)  # type: ignore[arg-type]
    names: dict[str, Any] = {}
    exec("def minimax(node): return max(node)", names)
    with pytest.raises(kibitz.BadOption, match="The code of minimax cannot be read"):
        kibitz.doctor(names["minimax"])
