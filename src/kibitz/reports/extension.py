"""What the reports add to the rest of Kibitz, and where it is defined (`core/extensions.py`)."""

ADDS = {
    "publication": ("kibitz.reports.publications",),
    "evaluator": ("kibitz.reports.heuristics",),
    "searcher": ("kibitz.reports.replicas",),
    "fault mark": ("kibitz.reports.fault_marks",),
    "sighting": ("kibitz.reports.sightings",),
    "example search": ("kibitz.reports.example_searches",),
    "experiment": ("kibitz.reports.catalogue",),
    "result file": ("kibitz.reports.results",),
}
