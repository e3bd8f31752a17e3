"""Every table and claim of the five reports, one short file each, and the results of our own run of them."""

from pathlib import Path

from kibitz.lab.shipped_results import RESULT_FILES

__all__ = ["RESULTS"]

RESULTS = RESULT_FILES.add("reports", Path(__file__).parents[1] / "shipped_results.json")
