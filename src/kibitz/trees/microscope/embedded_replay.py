"""The replay of a search that does not go depth first, for a page without a server: every step worked out beforehand.

One line of text a step in each of these columns:

    path       the nodes on the way to the node of the step, which is the last
    code       the lines of the pseudocode: of the node, and what comes then
    known      JSON: [node, value, note, merit] of every node that the step has changed
    sentence   what happens, with values for the side to move at the root
    why        why it does
    theirs     the sentence with values for the side to move at the node
    their_why  likewise

and numbers for every node: `born` and `done`, the steps of the replay at which it is entered and left, and `legal`, how
many moves there are; for every step `proves`, 1 if it proves something.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable

from kibitz.trees.event_replay import EventReplay, ProofReplay
from kibitz.trees.microscope.explanation_view import explain_replay_step
from kibitz.trees.microscope.point_of_view import PointOfView
from kibitz.trees.microscope.step_view import MAX_KNOWN, NodeAtStep, describe_step, view_known
from kibitz.trees.recording import Recording

__all__ = ["list_changes", "write_events"]


def write_events(recording: Recording) -> tuple[dict[str, list[str]], dict[str, array[int]]] | None:
    """The columns of text and those of numbers; None for a search that is replayed without them, or not at all."""
    replay = recording.replay
    if not isinstance(replay, EventReplay) or not replay.steps:
        return None
    tree, steps = recording.tree, range(replay.steps)
    found = [replay.describe(step) for step in steps]
    texts = {
        "path": [" ".join(str(at.node) for at in each.path) for each in found],
        "code": [f"{each.line} {each.then}" for each in found],
        "known": [
            json.dumps([[each.node, each.value, each.note, each.merit] for each in changed], ensure_ascii=False)
            for changed in list_changes(recording)
        ],
    }
    for pov, said, why in ((PointOfView.ROOT, "sentence", "why"), (PointOfView.MOVER, "theirs", "their_why")):
        texts[said] = [describe_step(recording, step, pov=pov) for step in steps]
        texts[why] = [explain_replay_step(recording, step, pov=pov).sentence for step in steps]
    numbers = {
        "born": array("i", map(replay.entered, range(len(tree)))),
        "done": array("i", map(replay.left, range(len(tree)))),
        "legal": array("i", (len(tree.game.moves(tree.state(node))) for node in range(len(tree)))),
        "proves": array("b", map(replay.proves_something, steps)),
    }
    return texts, numbers


def list_changes(recording: Recording) -> Iterable[tuple[NodeAtStep, ...]]:
    """For every step, what it changed of what is known of the nodes."""
    tree, replay = recording.tree, recording.replay
    assert isinstance(replay, EventReplay), "the search does not go depth first"
    alike: dict[object, list[int]] = {}
    for node in range(len(tree)):
        alike.setdefault(tree.state(node), []).append(node)
    before: dict[int, NodeAtStep] = {}
    for step in range(replay.steps):
        path = replay.path_at(step)
        touched = set(path)
        if isinstance(replay, ProofReplay):
            for node in alike[tree.state(path[-1])]:
                touched |= {node, *tree.children(node)}
            if len(path) == 1 and replay.is_first_look(step):  # a new question about the root sets all numbers back
                touched = set(range(len(tree)))
            else:
                touched |= {same for node in list(touched) for same in alike[tree.state(node)]}
        there = [node for node in sorted(touched) if replay.entered(node) <= step]
        known = [
            each
            for first in range(0, len(there), MAX_KNOWN)
            for each in view_known(recording, step, there[first : first + MAX_KNOWN])
        ]
        changed = tuple(each for each in known if before.get(each.node) != each)
        before.update((each.node, each) for each in changed)
        yield changed
