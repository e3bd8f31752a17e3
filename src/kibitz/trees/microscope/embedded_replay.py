"""The replay of a search for a page without a server: every step as the server would describe it, written beforehand.

One record a step:

    event, line, then   as in `StepView`
    sentence            what happens; `sentence_for_min`: with values for Min, where the step is about a node of Min
    happens             the conditions that hold at the step, joined by blanks; see `CONDITIONS`
    rows                what the step changed on the path: [node, alpha, beta, best, closed, tried, moves], for Max;
                        `rows_for_min`: the same for Min, where Min moves

and for a search that does not go depth first also:

    path                the nodes on the way to the node of the step, which is the last
    known               what the step changed of what is known of the nodes: the values of a `NodeAtStep`
    why, why_for_min    why the search does it

In a search that goes depth first a step changes one row: on entering a node its own, on leaving it that of the node
above.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, replace

from kibitz.core.game import State
from kibitz.trees.event_replay import EventReplay, ProofReplay
from kibitz.trees.labels import NodeNumbers
from kibitz.trees.microscope.explanation_view import explain_replay_step
from kibitz.trees.microscope.point_of_view import PointOfView
from kibitz.trees.microscope.step_view import MAX_KNOWN, NodeAtStep, view_known, view_open_node, write_sentence
from kibitz.trees.recording import Recording
from kibitz.trees.replay import OpenNode, Replay, ReplayStep

Row = tuple[int, str, str, str, str, int, int]

AT_ANY_STEP = ("cutoff", "closes", "research", "table", "leaf", "proven", "fault")
AT_ANY_EVENT = ("leaf", "proven")


@dataclass(frozen=True)
class EmbeddedStep:
    """A step as the page holds it; see the top of this file."""

    event: str
    line: str
    then: str
    sentence: str
    sentence_for_min: str
    happens: str
    rows: tuple[Row, ...]
    rows_for_min: tuple[Row, ...]
    path: tuple[int, ...] = ()
    known: tuple[tuple[object, ...], ...] = ()
    why: str = ""
    why_for_min: str = ""


def list_steps(recording: Recording) -> Iterable[EmbeddedStep]:
    """All steps of a search; none if its order was not recorded."""
    replay = recording.replay
    if isinstance(replay, Replay):
        return _list_depth_first(recording, replay)
    assert isinstance(replay, EventReplay)
    return _list_events(recording, replay)


def _list_depth_first(recording: Recording, replay: Replay) -> Iterable[EmbeddedStep]:
    conditions = {name: replay.condition(name) for name in AT_ANY_STEP}
    for step in range(replay.steps):
        found = replay.describe(step)
        node, is_entering = found.node, found.event == "enter"
        happens = [name for name, holds in conditions.items() if holds(node, is_entering)]
        changed = found.path[-1] if is_entering or len(found.path) == 1 else found.path[-2]
        yield _write_step(recording, found, happens, [(changed, None)])


def _list_events(recording: Recording, replay: EventReplay) -> Iterable[EmbeddedStep]:
    conditions = {name: replay.condition(name) for name in AT_ANY_EVENT}
    for step, known in enumerate(list_changes(recording)):
        found = replay.describe(step)
        happens = [name for name, holds in conditions.items() if holds(step)]
        path = tuple(at.node for at in found.path)
        rows = list(zip(found.path, replay.numbers(step, path), strict=True))
        yield replace(
            _write_step(recording, found, happens, rows),
            path=path,
            known=tuple(map(astuple, known)),
            why=explain_replay_step(recording, step, pov=PointOfView.ROOT).sentence,
            why_for_min=explain_replay_step(recording, step, pov=PointOfView.MOVER).sentence,
        )


def _write_step(
    recording: Recording,
    found: ReplayStep,
    happens: Sequence[str],
    changed: Sequence[tuple[OpenNode, NodeNumbers | None]],
) -> EmbeddedStep:
    tree = recording.tree

    def rows(for_max: bool) -> tuple[Row, ...]:
        asked = [(at, numbers) for at, numbers in changed if for_max or not tree.is_max(at.node)]
        shown = (view_open_node(tree, at, for_max, numbers) for at, numbers in asked)
        return tuple(
            (at.node, at.alpha_text, at.beta_text, at.best_text, at.closed, at.tried, at.moves) for at in shown
        )

    return EmbeddedStep(
        event=found.event,
        line=found.line,
        then=found.then,
        sentence=write_sentence(recording, found, for_max=True),
        sentence_for_min="" if tree.is_max(found.node) else write_sentence(recording, found, for_max=False),
        happens=" ".join(happens),
        rows=rows(True),
        rows_for_min=rows(False),
    )


def list_changes(recording: Recording) -> Iterable[tuple[NodeAtStep, ...]]:
    """For every step, what it changed of what is known of the nodes."""
    tree, replay = recording.tree, recording.replay
    assert isinstance(replay, EventReplay), "the search does not go depth first"
    alike: dict[State, list[int]] = {}
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
