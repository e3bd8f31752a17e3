"""The process in which a player is examined: on trees as a game of their own, and in positions of real games.

python -m kibitz.doctor.patient.player_worker SPEC

── {"spec": …, "is_max": …} or {"game": …, "moves": […]} ──▶
◀── {"move": …, "value": …, "leaves": …, "nodes": …, "refused": …, "error": …, "message": …} ──
"""

from __future__ import annotations

import ast
import inspect
import json
import os
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from kibitz.core.errors import IllegalMove, KibitzError, PlayerFault
from kibitz.core.game import Game
from kibitz.core.limits import REFERENCE, Backend, Limits
from kibitz.core.loading import load_game
from kibitz.core.score import WIN
from kibitz.core.searching import Searcher
from kibitz.core.spec import split_user_file
from kibitz.core.user_files import run_file
from kibitz.doctor.exam_cases import Case
from kibitz.doctor.exam_tree import read_spec
from kibitz.doctor.patient.exam_game import ExamGame
from kibitz.doctor.patient.python.limits import OutOfTime, limit_time
from kibitz.doctor.patient.python.program_clock import PROGRAM_CLOCK, seed_random
from kibitz.doctor.patient.python.source_facts import SourceFacts, read_source
from kibitz.engines.outside.outside_engine import OutsideEngine
from kibitz.play.player import Player
from kibitz.play.players import SearchPlayer, find_player
from kibitz.play.records import GameRecord
from kibitz.search.mcts import MCTS

CALL_SECONDS = 5.0
MAX_LEAVES = 20_000


def load_player(spec: str) -> Player:
    """A player by its spec; a file of one's own may define a function `choose` or a class derived from a searcher."""
    own = split_user_file(spec)
    if own is not None:
        with PROGRAM_CLOCK.installed():
            module = run_file(Path(own.path))
        classes = [
            found
            for key, found in vars(module).items()
            if inspect.isclass(found) and issubclass(found, Searcher) and found.__module__ == module.__name__
            if own.name in ("", key) and not own.options
        ]
        if classes:
            return SearchPlayer(classes[-1](), Limits(), Backend(REFERENCE))
    player = find_player(spec)
    if isinstance(player, SearchPlayer) and player.searcher.has_reference:
        return SearchPlayer(player.searcher, player.limits, Backend(REFERENCE))
    return player


def is_sampled(facts: SourceFacts | None, player: Player) -> bool:
    """Whether it is a Monte Carlo search: one of ours, or a file that looks like one."""
    if isinstance(player, SearchPlayer):
        return isinstance(player.searcher, MCTS)
    return facts is not None and facts.is_sampling


def is_negamax(facts: SourceFacts | None, player: Player) -> bool:
    """Whether it has one form for both sides: it is one of ours, or nothing in its file is called min."""
    if isinstance(player, SearchPlayer):
        return True
    return facts is not None and not any("min" in word.lower() for word in facts.words)


def _read_facts(spec: str) -> SourceFacts | None:
    own = split_user_file(spec)
    if own is None:
        return None
    return read_source(ast.parse(Path(own.path).read_text(encoding="utf-8", errors="replace")))


def ask(player: Player, question: dict[str, Any]) -> dict[str, Any]:
    """The player's move in one position."""
    empty: dict[str, Any] = dict.fromkeys(("move", "value", "leaves", "nodes", "refused"))
    tree = None
    if "game" in question:
        game: Game = load_game(question["game"])
    else:
        case = Case("", read_spec(question["spec"]), None, question["is_max"])
        game, tree = ExamGame(case), case.tree
    try:
        record = GameRecord.begin(game, ("", ""), moves=question.get("moves", ()))
        if tree is not None:
            tree.log.clear()
        if "seed" in question:
            seed_random(question["seed"])
            PROGRAM_CLOCK.watch(() if tree is None else tree.log)
        with limit_time(CALL_SECONDS), PROGRAM_CLOCK.installed() if "seed" in question else nullcontext():
            choice = player.prepare_choice(record)(None)
    except OutOfTime:
        return {**empty, "error": "hang", "message": f"no move after {CALL_SECONDS:g} s"}
    except (IllegalMove, PlayerFault) as error:
        return {**empty, "error": "crash", "message": str(error)}
    except KibitzError as error:
        return {**empty, "error": "unsuited", "message": str(error)}
    except RecursionError:
        return {**empty, "error": "recursion", "message": "it recurses without end"}
    except Exception as error:
        return {**empty, "error": "crash", "message": f"{type(error).__name__}: {error}"}
    found = choice.result
    value = None
    if found is not None and tree is not None:
        value = found.score.value / WIN * (1 if question["is_max"] else -1)
    return {
        "move": choice.move,
        "value": value,
        "leaves": list(tree.log[:MAX_LEAVES])
        if tree is not None and (found is not None or "seed" in question)
        else None,
        "nodes": None if found is None else found.stats.nodes,
        "refused": None if found is None else found.refused,
        "error": "",
        "message": "",
    }


def main(spec: str) -> None:
    """Answer until the input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    try:
        player = load_player(spec)
    except KibitzError as error:
        print(json.dumps({"refused": str(error)}), file=answers, flush=True)
        return
    prunes = not isinstance(player, SearchPlayer) or any(
        word in player.searcher.name for word in ("alphabeta", "pvs", "mtd", "engine", "sss", "dual")
    )
    facts = _read_facts(spec)
    depth = player.limits.depth if isinstance(player, SearchPlayer) else None
    described = {
        "prunes": prunes,
        "depth": depth,
        "is_sampled": is_sampled(facts, player),
        "is_outside": isinstance(player, OutsideEngine),
        "is_negamax": is_negamax(facts, player),
    }
    print(json.dumps(described), file=answers, flush=True)
    for line in sys.stdin:
        print(json.dumps(ask(player, json.loads(line))), file=answers, flush=True)
    player.leave()


if __name__ == "__main__":
    main(sys.argv[1])
