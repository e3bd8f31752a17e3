"""The results of a full run of the catalogue, which come with it."""

from pathlib import Path

from kibitz.lab.shipped_results import RESULT_FILES

RESULTS = RESULT_FILES.add("reports", Path(__file__).with_name("shipped_results.json"))
