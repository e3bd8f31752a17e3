"""Experiments as a table for spreadsheets and statistics programs: a line for each value, reported and measured."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from kibitz.lab.outcome import Outcome

COLUMNS = ("experiment", "row", "column", "unit", "reported", "measured")


def csv_table(outcomes: Sequence[Outcome]) -> str:
    """Values in full, as they are stored; empty where nothing was published, or nothing has been measured."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for outcome in outcomes:
        for row in outcome.rows:
            for column in outcome.experiment.columns:
                reported, measured = row.reported.get(column.name), (row.measured or {}).get(column.name)
                if reported is not None or measured is not None:
                    writer.writerow(
                        (outcome.experiment.id, row.cell.label, column.name, column.unit, reported, measured)
                    )
    return text.getvalue()
