"""Which functions of somebody's file may be the search, and which of them only call it."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from kibitz.doctor.patient.python.roles import simplify_name
from kibitz.doctor.patient.python.source_facts import SourceFacts

SAMPLING_NAMES = (
    ("mcts.", 6),
    ("uct", 6),
    ("montecarlo.", 6),
    ("rollout", -12),
    ("playout", -12),
    ("simulat", -12),
    ("backprop", -12),
    ("expand", -12),
    ("bestchild", -12),
    ("selectchild", -12),
    ("update", -12),
    ("addchild", -12),
    ("ucb", -12),
    (".select", -9),
)  # of the functions of a Monte Carlo search: the one that begins it, and its parts

NAMES = (
    ("mcts", 9),
    ("montecarlo", 9),
    ("uctsearch", 9),
    ("alphabeta", 9),
    ("negamax", 8),
    ("minimax", 8),
    ("minmax", 8),
    ("pvs", 8),
    ("negascout", 8),
    ("mtdf", 8),
    ("deepening", 8),
    ("prun", 7),
    ("bestmove", 6),
    ("search", 5),
    ("solve", 4),
    ("decision", 6),
    ("maxvalue", 4),
    ("maximize", 3),
    ("choose", 3),
    ("evaluate", -5),
    ("build", -9),
    ("main", -9),
    ("print", -9),
    ("test", -9),
    ("make", -6),
    ("generate", -6),
    ("minvalue", -2),
    ("minimize", -2),
)


def find_candidates(facts: SourceFacts, module: ModuleType) -> list[str]:
    """The functions and methods that may be the search, the likeliest first; whoever calls a search comes before it."""
    scored = []
    by_name = {(one.owner, one.name): one for one in facts.functions if not one.is_nested}
    for (owner, name), one in by_name.items():
        holder: Any = vars(module).get(owner) if owner else module
        if holder is None or not callable(getattr(holder, name, None)) or name.startswith("__"):
            continue
        if owner and owner == facts.node_class and len(by_name) > 1 and name not in facts.recursive:
            continue
        simple = simplify_name(name)
        score = sum(points for word, points in NAMES if word in simple)
        score += 4 if name in facts.recursive else 0
        if facts.is_sampling:
            score += sum(points for word, points in SAMPLING_NAMES if word in f"{owner.lower()}.{simple}")
        calls_search = any(other in facts.recursive and other != name for other in one.calls)
        if not (name in facts.recursive or calls_search or score > 4):
            continue
        score += 3 if calls_search and name not in facts.recursive else 0
        scored.append((score, f"{owner}.{name}" if owner else name))
    scored.sort(key=lambda item: -item[0])
    return [name for _, name in scored]


def is_caller(facts: SourceFacts, name: str, called: str) -> bool:
    """Whether a function is not a search itself, but chooses a move by calling one."""
    owner, _, short = name.rpartition(".")
    one = facts.find(short, owner)
    return one is not None and short not in facts.recursive and called.rpartition(".")[2] in one.calls
