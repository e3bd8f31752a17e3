"""The summary of a recording: what the microscope shows before it shows any node."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import GAMES, Cell, Game
from kibitz.core.pseudocode import Pseudocode
from kibitz.core.score import INFINITY, Bound
from kibitz.core.spec import split_spec
from kibitz.drawing.position_view import view_game
from kibitz.search.replica import is_imaginary
from kibitz.trees.fault_marks import FaultCount
from kibitz.trees.labels import game_name, points_text, value_text
from kibitz.trees.microscope.sign_legend import SignMeaning, list_signs
from kibitz.trees.recorder import MAX_EVENTS, MAX_RECORDED, describe_missing_nodes
from kibitz.trees.recording import Recording
from kibitz.trees.search_tree import SearchTree


@dataclass(frozen=True)
class PassSummary:
    """One pass over the tree. `whole`: it was finished and every node of it was recorded."""

    root: int
    depth: int
    nodes: int
    height: int
    value: str
    whole: bool
    label: str


@dataclass(frozen=True)
class BoardNames:
    """What all boards of a tree have in common: the names along the edges, the shape, the lines between points."""

    columns: tuple[str, ...]
    lines: tuple[str, ...]
    shape: str = "squares"
    links: tuple[tuple[Cell, Cell], ...] = ()
    blocks: tuple[int, int] | None = None


@dataclass(frozen=True)
class RecordingSummary:
    """A recording without its nodes.

    `to_move` is the side called Max, as a rule the one to move at the root: texts of values and windows are for it.
    `begins`: the side to move at the root. `value`: what the search found in the end, all passes together. `note`: a
    sentence if not everything was recorded. `steps`: of the replay; with none of them `replay_note` says why.
    `depth_first`: whether the nodes are numbered in the order of the search. `playable`: whether the game is among
    those that can be played and searched; a tree of numbers is not. `legend`: the signs of the pictures. `names`: the
    moves of the game by their number. `line`: the nodes of the principal line of the last complete pass, whose root is
    `root`. `faults`: those of a published program, with how many nodes each acts at.
    """

    tree: str
    game: str
    name: str
    title: str
    playable: bool
    look: str
    players: tuple[str, str]
    to_move: int
    begins: int
    moves: str
    start: str | None
    searcher: str
    algorithm: str
    nodes: int
    missed: int
    limit: int
    memory: int
    note: str
    root: int
    move: str | None
    value: str
    steps: int
    replay_note: str
    depth_first: bool
    passes: tuple[PassSummary, ...]
    has_windows: bool
    columns: tuple[str, ...]
    line: tuple[int, ...]
    pseudocode: Pseudocode
    board: BoardNames
    names: tuple[str, ...]
    legend: tuple[SignMeaning, ...]
    faults: tuple[FaultCount, ...] = ()


def summarize_recording(recording: Recording) -> RecordingSummary:
    """The summary of a recording."""
    tree, game, shown = recording.tree, recording.tree.game, view_game(recording.before)
    line = tree.line(recording.root)
    view = game.view(tree.root_state)
    return RecordingSummary(
        tree=recording.name,
        game=game.spec(full=True),
        name=game_name(game),
        title=_title(game, shown.title),
        playable=game.name in GAMES.classes,
        look=shown.look,
        players=game.sides,
        to_move=tree.max_side,
        begins=game.to_move(tree.root_state),
        moves=shown.moves_text,
        start=shown.start,
        searcher=tree.searcher,
        algorithm=split_spec(tree.searcher)[0],
        nodes=len(tree),
        missed=tree.missed,
        limit=MAX_RECORDED,
        memory=tree.memory,
        note=_note(recording),
        root=recording.root,
        move=_move_name(recording, line),
        value=converged_value_text(recording),
        steps=recording.replay.steps,
        replay_note=_replay_note(recording),
        depth_first=tree.is_depth_first,
        passes=tuple(_summarize_pass(recording, root) for root in tree.roots),
        has_windows=recording.has_windows,
        columns=tuple(tree.notes),
        line=line,
        pseudocode=recording.pseudocode,
        board=BoardNames(view.columns, view.lines, view.shape, view.links, view.blocks),
        names=game.move_names,
        legend=list_signs(recording),
        faults=recording.fault_counts,
    )


def _title(game: Game, title: str) -> str:
    """The game in a headline: one title may stand for several games, and then a board has a name, or is described."""
    if not game.aliases:
        return title
    alias = game_name(game)
    name = alias if alias in game.aliases else game.variant
    return f"{name[:1].upper()}{name[1:]}"


def _move_name(recording: Recording, line: tuple[int, ...]) -> str | None:
    """The move that was played: that of the search, which may have drawn lots; of a tree from a file, the best one."""
    game = recording.tree.game
    if recording.result is not None and recording.result.move is not None:
        return game.move_name(recording.result.move)
    moves = [recording.tree.move[node] for node in line[1:]]
    return next((game.move_name(move) for move in moves if not is_imaginary(game, move)), None)


def converged_value_text(recording: Recording) -> str:
    """What all passes of the last depth together say: each of MTD's tests gives a bound, the last ones meet."""
    tree, last = recording.tree, recording.root
    passes = [root for root in tree.roots if tree.is_complete(root) and tree.depth[root] == tree.depth[last]]
    if tree.bound(last) == Bound.EXACT or len(passes) < 2:
        return value_text(tree, last)
    low = max((tree.value[root] for root in passes if tree.bound(root) != Bound.UPPER), default=-INFINITY)
    high = min((tree.value[root] for root in passes if tree.bound(root) != Bound.LOWER), default=INFINITY)
    return points_text(low) if low == high else value_text(tree, last)


def _replay_note(recording: Recording) -> str:
    if recording.replay.steps:
        return ""
    return (
        f"The order of this search was not recorded: Kibitz records it for up to {MAX_EVENTS:,} steps "
        "and without a time limit. Record a shorter search to replay it."
    )


def _note(recording: Recording) -> str:
    said = describe_missing_nodes(recording.tree)
    if recording.result is not None and recording.result.stopped_by:
        said = f"The search was ended early ({recording.result.stopped_by}). {said}".strip()
    return said


def _summarize_pass(recording: Recording, root: int) -> PassSummary:
    tree = recording.tree
    return PassSummary(
        root=root,
        depth=tree.depth[root],
        nodes=tree.size[root],
        height=recording.pass_heights[root],
        value=value_text(tree, root),
        whole=tree.is_complete(root),
        label=_label(tree, root),
    )


def _label(tree: SearchTree, root: int) -> str:
    """What sets a pass apart from the others."""
    if len(tree.roots) == 1:
        return ""
    alpha, beta = tree.alpha[root], tree.beta[root]
    if beta - alpha == 1:
        return f"test ≥ {points_text(beta)}"
    return f"depth {tree.depth[root]}"
