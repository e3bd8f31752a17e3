"""Threat search in one loop, node for node that of `search/threats.py`.

Plies alternate: at even ones the attacker chooses a threat, at odd ones the defender an answer. A row of `rows` holds
the moves of a ply, `counts` how many, `tried` which one is under way. A table keeps what is known about positions of
the attacker: the key, and for how many answers and threats it fails, or the move that wins.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.game import ONGOING, Game, State
from kibitz.core.limits import Limits
from kibitz.core.searching import SearchResult, Stats, StopFlag
from kibitz.kernels.common.control import NODES, STOP, STOPPED_BY_NODES, Control
from kibitz.kernels.common.transposition_table import mixed
from kibitz.kernels.compiler.bridge import candidates, kernel, play, result, state_words, subkernel, threats
from kibitz.search.threats import ThreatLine, Threats

ENTRIES = 1 << 16  # of two words
KNOWN = -1  # in place of a number of threats: that they fail
UNFINISHED, FAILED, WON = -1, 0, 1


def search_threats(
    searcher: Threats, game: Game, state: State, limits: Limits, stop: StopFlag | None = None
) -> SearchResult:
    with Control(limits, stop) as control:
        found = find_threats(searcher, game, state, control)
        stats = Stats(nodes=int(control.cells[NODES]), seconds=control.seconds())
    return searcher.answer(game, state, found, stats, control.stopped_by)


def find_threats(searcher: Threats, game: Game, state: State, control: Control) -> ThreatLine | None:
    """A win by threats, None if there is none or a limit came first."""
    plies = 2 * searcher.most + 2
    room = (
        np.zeros((plies, game.num_moves), np.int64),
        np.zeros((plies, game.num_moves), np.int64),
        np.zeros(plies, np.int64),
        np.zeros(plies, np.int64),
        np.zeros((ENTRIES, 2), np.int64),
        np.zeros(plies, np.int64),
        np.zeros((plies, plies), np.int64),
    )
    root = state_words(game, state)
    for answers, most in searcher.stages():
        outcome = attack(game, root, answers, most, control.max_nodes, control.cells, *room)
        if outcome == WON:
            lengths, lines = room[5], room[6]
            return ThreatLine(most, tuple(int(move) for move in lines[0, : lengths[0]]))
        if outcome == UNFINISHED:
            break
    return None


@subkernel
def _key(state: Any, answers: int) -> int:
    key = answers
    for word in range(len(state)):
        key = mixed(key, state[word])
    return key


@kernel
def attack(game, root, answers, most, max_nodes, cells, rows, orders, counts, tried, table, lengths, lines):
    """Whether the side to move wins with at most `most` threats, each leaving at most so many answers."""
    path = [root] * (2 * most + 2)
    replies = np.empty(rows.shape[1], np.int64)
    ply, entering, value = 0, True, FAILED
    while True:
        left = most - ply // 2
        if ply % 2 == 0:
            # The attacker: which threats are there?
            if entering:
                entering = False
                lengths[ply] = 0
                key = _key(path[ply], answers)
                entry = key & (ENTRIES - 1)
                if left == 0 or (table[entry, 0] == key and table[entry, 1] >= left):
                    counts[ply] = KNOWN
                else:
                    count = 0
                    for index in range(threats(game, path[ply], rows[ply])):
                        if cells[NODES] >= max_nodes:
                            cells[STOP] = STOPPED_BY_NODES
                        if cells[STOP] != 0:
                            return UNFINISHED
                        cells[NODES] += 1
                        move = rows[ply, index]
                        child = play(game, path[ply], move)
                        over = result(game, child)
                        number = answers + 1
                        if over == ONGOING:
                            number = candidates(game, child, replies)
                        elif over < 0:
                            rows[ply, 0], orders[ply, 0], count = move, 0, 1
                            break
                        if number <= answers:
                            place = count
                            while place > 0 and orders[ply, place - 1] > number:
                                rows[ply, place], orders[ply, place] = rows[ply, place - 1], orders[ply, place - 1]
                                place -= 1
                            rows[ply, place], orders[ply, place] = move, number
                            count += 1
                    counts[ply] = count
                tried[ply] = -1
                value = FAILED
            # What the threat under way came to, and the next one.
            won = value == WON
            if not won:
                tried[ply] += 1
                if tried[ply] < counts[ply] and orders[ply, tried[ply]] == 0:
                    lines[ply, 0], lengths[ply] = rows[ply, tried[ply]], 1
                    won = True
            if won or tried[ply] >= counts[ply] or left == 1:
                if not won and counts[ply] != KNOWN:
                    key = _key(path[ply], answers)
                    entry = key & (ENTRIES - 1)
                    table[entry, 0], table[entry, 1] = key, left
                value = WON if won else FAILED
                if ply == 0:
                    return value
                ply -= 1
                continue
            path[ply + 1] = play(game, path[ply], rows[ply, tried[ply]])
            ply += 1
            counts[ply] = candidates(game, path[ply], rows[ply])
            tried[ply], lengths[ply] = -1, 0
            value = WON
        # The defender: every answer must fail.
        if value == WON and tried[ply] >= 0 and lengths[ply + 1] + 1 >= lengths[ply]:
            lines[ply, 0] = rows[ply, tried[ply]]
            for index in range(lengths[ply + 1]):
                lines[ply, index + 1] = lines[ply + 1, index]
            lengths[ply] = lengths[ply + 1] + 1
        tried[ply] += 1
        if value == WON and tried[ply] < counts[ply]:
            path[ply + 1] = play(game, path[ply], rows[ply, tried[ply]])
            if result(game, path[ply + 1]) == ONGOING:
                ply += 1
                entering = True
                continue
            value = FAILED
        if value == WON:
            lines[ply - 1, 0] = rows[ply - 1, tried[ply - 1]]
            for index in range(lengths[ply]):
                lines[ply - 1, index + 1] = lines[ply, index]
            lengths[ply - 1] = lengths[ply] + 1
        ply -= 1
