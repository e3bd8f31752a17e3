"""What the signs in the pictures of a recorded search mean: those that can occur in it, and no others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kibitz.core.searching import NodeKind
from kibitz.trees.labels import side_name
from kibitz.trees.recording import Recording

MAX_LOOKED_AT = 10_000  # nodes; in a larger tree every sign of the search is listed

_KINDS = (
    (NodeKind.TERMINAL, "game over"),
    (NodeKind.HORIZON, "horizon, estimated"),
    (NodeKind.TABLE, "found in the table"),
    (NodeKind.STOPPED, "stopped by a limit"),
)


@dataclass(frozen=True)
class SignMeaning:
    sign: str
    words: str


def list_signs(recording: Recording) -> tuple[SignMeaning, ...]:
    """The signs that occur in a recording and what they mean, in the order of the legend."""
    tree = recording.tree

    def occurs(holds: Callable[[int], object]) -> bool:
        return len(tree) > MAX_LOOKED_AT or any(map(holds, range(len(tree))))

    found = [
        SignMeaning(sign, f"{side} to move" if side.lower() == sign else f"{side} to move ({sign.capitalize()})")
        for sign, side in (("max", side_name(tree)), ("min", side_name(tree, for_max=False)))
    ]
    kinds = set(tree.kind)
    for kind, words in _KINDS:
        if kind in kinds:
            is_estimate = kind != NodeKind.HORIZON or tree.is_depth_first
            found.append(SignMeaning(kind.name.lower(), words if is_estimate else "not expanded"))
    if recording.has_windows and occurs(tree.is_cut):
        found.append(SignMeaning("cut", "cut-off: the other moves were not searched"))
    if tree.is_depth_first and "again" in {line.id for line in recording.pseudocode.lines} and occurs(tree.is_research):
        found.append(SignMeaning("research", "searched again"))
    if (recording.has_windows or not tree.is_depth_first) and occurs(tree.ghosts):
        found.append(SignMeaning("ghost", "never searched"))
    if len(tree.line(recording.root)) > 1:
        found.append(SignMeaning("principal", "principal line"))
    if any(count.nodes for count in recording.fault_counts):
        found.append(SignMeaning("fault", "a fault of the program acts here; on the map an orange edge"))
    return tuple(found)
