"""Write the results of a full run into the package, so that the lab shows them where nothing was measured.

    kibitz lab run all --results full.db        # hours, on idle cores; can be stopped and resumed
    python benchmarks/ship_lab_results.py full.db --commit $(git rev-parse --short HEAD)

Rows that are in the package already stay unless the file has newer ones; rows that no experiment has any more go. It
prints which rows are missing.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from kibitz.lab.find_experiments import find_experiments
from kibitz.lab.result_store import Key, Measurement, ResultStore, make_key
from kibitz.lab.shipped_results import OURS, pack_results, read_shipped_results
from kibitz.reports.results import RESULTS


def main() -> None:
    """Collect, report what is missing, and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path, help="a file of results")
    parser.add_argument("--run", default="main", help="the run in it")
    parser.add_argument("--commit", required=True, help="the commit whose code measured them")
    options = parser.parse_args()
    found = {_place(one.key): one for one in read_shipped_results()}
    with ResultStore(options.results) as file:
        measured = file.run_named(options.run).values()
    found |= {_place(one.key): replace(one, commit=options.commit) for one in measured}
    chosen, missing = list[Measurement](), list[str]()
    for experiment in find_experiments().values():
        for cell in experiment.cells():
            source = found.get(_place(make_key(OURS, experiment, cell, 0)))
            if source is not None and all(column.name in source.values for column in experiment.columns):
                chosen.append(source)
            else:
                missing.append(f"{experiment.id}, {cell.name}")
    RESULTS.write_text(pack_results(chosen), encoding="utf-8")
    print(f"{len(chosen)} rows written, {len(missing)} missing", *missing, sep="\n  ")


def _place(key: Key) -> tuple[str, str, str, int]:
    return key.experiment, key.cell, key.settings, key.seed


if __name__ == "__main__":
    main()
