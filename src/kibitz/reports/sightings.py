"""Which faults of the doctor's library the reports' programs have, by their lines in the list of what is printed."""

from __future__ import annotations

from kibitz.doctor.faults.sightings import SIGHTINGS

SIGHTINGS.add("same-side-again", ("S0-38",))
SIGHTINGS.add("root-always-max", ("S0-39",))
SIGHTINGS.add("leaf-for-side-to-move", ("S0-40",))
SIGHTINGS.add("no-cut-at-min", ("S1-24a",))
SIGHTINGS.add("children-searched-by-minimax", ("S1-24b",))
SIGHTINGS.add("terminal-not-seen", ("S1-24c",))
SIGHTINGS.add("root-calls-min", ("S2-18",))
SIGHTINGS.add("ties-from-bounds", ("S2-19",))
