"""Why a search does what it does at one step: why it tries this move, cuts here, or gives a node this value."""

from __future__ import annotations

import math
from dataclasses import dataclass

from kibitz.core.errors import KibitzError
from kibitz.core.searching import NodeKind, find_searcher
from kibitz.search.mcts import MCTS
from kibitz.trees.event_replay import EventReplay, ProofReplay, SimulationReplay
from kibitz.trees.explain_cutoff import after_text, explain_cutoff
from kibitz.trees.explain_value import explain_value
from kibitz.trees.labels import NodeNumbers, estimate_text, numbers_text, points_text, side_name, side_to_move
from kibitz.trees.replay import AnyReplay, OpenNode, Replay
from kibitz.trees.search_tree import NO_NODE, SearchTree


@dataclass(frozen=True)
class StepExplanation:
    """`about`: what was explained: "cut", "value" or "move". `path`: the nodes that the sentence points at."""

    about: str
    node: int
    sentence: str
    path: tuple[int, ...]


def explain_step(tree: SearchTree, replay: AnyReplay, step: int, *, for_max: bool = True) -> StepExplanation:
    """Explain a step; numbers are for Max, or else for Min."""
    if isinstance(replay, EventReplay):
        return _explain_event(tree, replay, step, for_max)
    assert isinstance(replay, Replay)
    found = replay.describe(step)
    node = found.node
    if found.event == "cut":
        cut = explain_cutoff(tree, node, replay, for_max=for_max)
        return StepExplanation("cut", node, cut.sentence, (node, *cut.line))
    if found.event == "leave":
        value = explain_value(tree, node, for_max=for_max)
        return StepExplanation("value", node, value.sentence, value.path)
    return StepExplanation("move", node, _explain_entering(tree, replay, found.path, for_max), (node,))


def _explain_entering(tree: SearchTree, replay: Replay, path: tuple[OpenNode, ...], for_max: bool) -> str:
    node = path[-1].node
    if tree.parent[node] == NO_NODE:
        count = len(tree.roots)
        return "The search begins." if count == 1 else f"Pass {tree.pass_of(node) + 1} of {count} begins."
    above, side = path[-2], side_to_move(tree, tree.parent[node])
    move, legal = tree.game.move_name(tree.move[node]), len(tree.game.moves(tree.state(above.node)))
    if tree.is_research(node):
        said = f"{side} searches {move} again, because its test showed that it is better than expected"
    else:
        said = f"{side} tries {move}, move {above.tried + 1} of {legal} {after_text(tree, above.node)}"
    held = [text for at in path[:-1] if (text := _what_is_held(tree, at, path, for_max))]
    if not replay.raises_alpha:
        return f"{said}; this search tries every move."
    if not held:
        return f"{said}; no bound is known yet."
    return f"{said}: {' and '.join(held)} (for {side_name(tree, for_max=for_max)})."


def _what_is_held(tree: SearchTree, at: OpenNode, path: tuple[OpenNode, ...], for_max: bool) -> str:
    """What a node on the path has already, if the window below is bounded by it."""
    if at.best is None:
        return ""
    last = path[-1]
    same_side = tree.is_max(at.node) == tree.is_max(last.node)
    if at.best != (tree.alpha[last.node] if same_side else -tree.beta[last.node]):
        return ""
    below = next(each.node for each in path if tree.parent[each.node] == at.node)
    earlier = [child for child in tree.children(at.node) if child < below and tree.value_above(child) == at.best]
    if not earlier:
        return ""
    value = points_text(at.best if tree.is_max(at.node) == for_max else -at.best)
    move = tree.game.move_name(tree.move[earlier[0]])
    return f"{side_to_move(tree, at.node)} already has {value} by playing {move} {after_text(tree, at.node)}"


def _explain_event(tree: SearchTree, replay: EventReplay, step: int, for_max: bool) -> StepExplanation:
    node, path = replay.node_at(step), replay.path_at(step)
    if isinstance(replay, SimulationReplay):
        return StepExplanation("move", node, _explain_simulation(tree, replay, step, path), path)
    assert isinstance(replay, ProofReplay)
    return StepExplanation("move", node, _explain_look(tree, replay, step, path, for_max), path)


def _explain_simulation(tree: SearchTree, replay: SimulationReplay, step: int, path: tuple[int, ...]) -> str:
    """By which numbers the last choice on the way was made, and why the way ended there."""
    end = path[-1]
    parts = []
    choices = path[:-1] if replay.is_new(step) else path
    if len(choices) > 1 and step > 0:
        parts.append(_explain_choice(tree, replay, step, choices[-2], choices[-1]))
    if replay.is_new(step):
        move = tree.game.move_name(tree.move[end])
        parts.append(f"{move} is new: a move that was never tried comes before all others")
    elif tree.kind[end] == NodeKind.TERMINAL:
        parts.append("the game is over there, so no play-out is needed")
    if not parts:
        return "The first game is played out from here."
    said = "; ".join(parts)
    return f"{said[:1].upper()}{said[1:]}."


def _explain_choice(tree: SearchTree, replay: SimulationReplay, step: int, above: int, chosen: int) -> str:
    children = tree.children(above)
    known = replay.numbers(step - 1, (above, *children))
    there, side = [each for each in known[1:] if each.is_there and each.visits], side_to_move(tree, above)
    visits, c = known[0].visits or 0, _exploration(tree)

    def bound(visited: int, mean: float) -> float:
        return (1 + mean) / 2 + c * math.sqrt(math.log(visits) / visited)

    def mean_above(known: NodeNumbers) -> float:
        return (known.mean or 0) if tree.keeps_turn(known.node) else -(known.mean or 0)

    bounds = sorted(((bound(each.visits or 1, mean_above(each)), each) for each in there), key=lambda pair: -pair[0])
    by_node = {each.node: (number, each) for number, each in bounds}
    if chosen not in by_node:
        return f"{side} goes to {tree.game.move_name(tree.move[chosen])}"
    number, mine = by_node[chosen]
    reward = (1 + mean_above(mine)) / 2
    said = (
        f"{after_text(tree, above)} {side} goes to {tree.game.move_name(tree.move[chosen])}: its mean "
        f"{estimate_text(mean_above(mine))} for {side}, a reward of {reward:.2f}, and {number - reward:.2f} for being "
        f"tried only {mine.visits} of {visits} times make {number:.2f}"
    )
    others = [(each, other) for each, other in bounds if other.node != chosen]
    if others:
        next_best, other = others[0]
        name = tree.game.move_name(tree.move[other.node])
        said += f", the next is {name} with {next_best:.2f}" if next_best <= number else f"; {name} is settled already"
    return said


def _exploration(tree: SearchTree) -> float:
    try:
        searcher = find_searcher(tree.searcher)[0]
    except KibitzError:
        return MCTS.c
    return searcher.c if isinstance(searcher, MCTS) else MCTS.c


def _explain_look(tree: SearchTree, replay: ProofReplay, step: int, path: tuple[int, ...], for_max: bool) -> str:
    node, side = path[-1], side_to_move(tree, path[-1])
    question = f"the question is whether {side} gets at least {replay.goal_at(step)} {after_text(tree, node)}"
    (known,) = replay.numbers(step, (node,))
    if known.proof == 0:
        return f"Settled: {side} does, {question.removeprefix('the question is whether ')}."
    if known.disproof == 0:
        return f"Settled: no, as {question}."
    numbers = f"{numbers_text(tree, known, for_max=for_max)} for {side_name(tree, for_max=for_max)}"
    said = f"{question[:1].upper()}{question[1:]}; proof and disproof numbers {numbers}"
    children = [
        each for each in replay.numbers(step, tree.children(node)) if each.is_there and each.disproof is not None
    ]
    if not children:
        return f"{said}."
    easiest = min(children, key=lambda each: each.disproof or 0)
    move = tree.game.move_name(tree.move[easiest.node])
    return f"{said}. {move} comes next: the least is missing to show that {side} succeeds there."
