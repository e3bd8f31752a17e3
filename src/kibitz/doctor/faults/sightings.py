"""Where published programs have the faults of the library: known to whoever adds such programs."""

from __future__ import annotations

from kibitz.core.extensions import Additions

SIGHTINGS: Additions[tuple[str, ...]] = Additions("sighting")  # by the id of the fault here, its ids in publications
