"""Tables, plots and the report of an experiment that has an odd name for everything."""

from __future__ import annotations

import re
from dataclasses import replace

from helpers.example_runner import registries_restored
from kibitz.lab.design import Cell, Column, Experiment, Plot, Row, Values
from kibitz.lab.outcome import Outcome
from kibitz.lab.reports.lab_report import write_report
from kibitz.lab.reports.plots import draw
from kibitz.lab.reports.text_tables import html_table, text_table, value_text
from kibitz.lab.verdict import Kind, Verdict

with registries_restored():  # so that no other test finds it in the catalogue

    class Made(Experiment):
        """Three rows of an <odd> table."""

        title, source, says = "Odd & ends", "nowhere", "1 < 2"
        id = "made-1"
        columns = (Column("rate", "%", exact=False), Column("rate low"), Column("rate high"), Column("name"))
        plot = Plot("bars", x="who", y=("rate",))

        def cells(self, *, quick: bool = False) -> list[Cell]:
            return [Cell("<b>", {"who": "<b>"}), Cell("$c$", {"who": "$c$"}, "2 < 3 games"), Cell("d", {"who": "d"})]

        def measure(self, cell: Cell, seed: int) -> dict[str, int]:
            return {}

        def judge(self, rows: object) -> Verdict:
            return Verdict(Kind.CONDITION, "It depends.", "1 < 2", condition="if <b>")


def made() -> Outcome:
    values: tuple[Values | None, ...] = (
        {"rate": 1234.5678, "rate low": 1200, "rate high": 1300, "name": "a<b"},
        {"rate": 0.123456},
        None,
    )
    printed: tuple[Values, ...] = ({"rate": 1000}, {"rate": "DNF"}, {})
    experiment = Made()
    rows = [Row(*row) for row in zip(experiment.cells(), printed, values, strict=True)]
    return Outcome(experiment, tuple(rows), (), experiment.judge(rows))


def test_a_text_table_stands_in_columns() -> None:
    assert text_table(made()).splitlines() == [
        "                                     rate, %  rate low  rate high      name",
        "                          reported  measured  measured   measured  measured",
        "<b>                          1,000     1,235     1,200      1,300       a<b",
        "$c$ (2 < 3 games, quick)       DNF    0.1235         –          –         –",
        "d                                –",
    ]


def test_values_are_written_as_people_read_them() -> None:
    texts = [value_text(value) for value in (None, 0, 1234567, 1e6, 0.5, 1.83929, 12345.6, "b2", 3.0)]
    assert texts == ["–", "0", "1,234,567", "1,000,000", "0.5", "1.839", "12,346", "b2", "3"]


def test_a_report_is_one_page_that_needs_nothing_else() -> None:
    page = write_report([made()])
    assert "<script" not in page
    assert re.findall(r'(?:src|href)="(?!#)[^"]*"', re.sub(r"<svg.*?>", "", page)) == []
    assert "@media print" in page
    assert "prefers-color-scheme: dark" in page
    assert "<b>holds with a condition</b><span>: It depends.</span>" in page
    assert "<small>Condition: if &lt;b&gt;</small><small>Measured: 1 &lt; 2</small>" in page
    assert '<th scope="row">$c$ (2 &lt; 3 games, quick)</th>' in page
    assert "Odd &amp; ends" in page
    assert '<th scope="row">&lt;b&gt;</th>' in html_table(made())
    assert "3 of 3 rows are not measured yet" in page


def test_two_answers_stand_apart_in_a_report() -> None:
    right = Verdict(Kind.WRONG, "It does not.", "0 of 3")
    both = Verdict(Kind.HOLDS, "It does.", "3 of 3", corrected=right)
    page = write_report([replace(made(), verdict=both)])
    assert "<b>The report&#x27;s own program: holds</b><span>: It does.</span>" in page
    assert "<b>With its faults corrected: wrong</b><span>: It does not.</span>" in page
    assert "1 entry has two answers, and each is counted" in page


def test_plots_are_repeatable_and_take_the_colours_of_the_page() -> None:
    drawing = draw(made())
    assert drawing == draw(made())
    assert drawing.startswith("<svg")
    assert "currentColor" in drawing
    assert {"reported", "measured, quick", "rate (%)", "$c$"} <= set(re.findall(r"<text[^>]*>([^<]*)</text>", drawing))
    assert all(name.startswith("made-1-") for name in re.findall(r'\bid="([^"]*)"', drawing))
