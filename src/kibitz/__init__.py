"""Kibitz: a laboratory for adversarial search.

    import kibitz

    start = kibitz.position("connect-four")
    start.play("4 4 3").best("engine:time=1")

This is the whole public interface; everything else in the package is private. Names are imported when they are first
used, so that `import kibitz` itself costs nothing.
"""

TYPE_CHECKING = False  # type checkers take it for true; typing's own would be most of the cost of this file

if TYPE_CHECKING:  # for type checkers and editors; _MODULES below is the same at run time, as a test makes sure
    from kibitz.analysis.best_move import BestMove as BestMove
    from kibitz.analysis.best_move import Solved as Solved
    from kibitz.analysis.eval_explanation import Explanation as Explanation
    from kibitz.arena.grading import Grade as Grade
    from kibitz.arena.match import MatchResult as MatchResult
    from kibitz.arena_api import grade as grade
    from kibitz.arena_api import match as match
    from kibitz.core.errors import BadFile as BadFile
    from kibitz.core.errors import BadOption as BadOption
    from kibitz.core.errors import BadPosition as BadPosition
    from kibitz.core.errors import IllegalMove as IllegalMove
    from kibitz.core.errors import InputError as InputError
    from kibitz.core.errors import KibitzError as KibitzError
    from kibitz.core.errors import MalformedMove as MalformedMove
    from kibitz.core.errors import PlayerFault as PlayerFault
    from kibitz.core.errors import Unfinished as Unfinished
    from kibitz.core.errors import UnknownName as UnknownName
    from kibitz.core.errors import Unsuited as Unsuited
    from kibitz.core.evaluation import DepthErrors as DepthErrors
    from kibitz.core.evaluation import Evaluator as Evaluator
    from kibitz.core.game import ONGOING as ONGOING
    from kibitz.core.game import Game as Game
    from kibitz.core.game import Move as Move
    from kibitz.core.game import Reason as Reason
    from kibitz.core.game import Rules as Rules
    from kibitz.core.game import State as State
    from kibitz.core.game import Symmetry as Symmetry
    from kibitz.core.game import View as View
    from kibitz.core.game import helper as helper
    from kibitz.core.loading import load_game
    from kibitz.core.score import INFINITY as INFINITY
    from kibitz.core.score import is_decided as is_decided
    from kibitz.core.searching import Searcher as Searcher
    from kibitz.core.spec import option as option
    from kibitz.doctor import doctor as doctor
    from kibitz.exercise_api import Exercise as Exercise
    from kibitz.exercise_api import exercise as exercise
    from kibitz.lab.design import Cell as Cell
    from kibitz.lab.design import Claim as Claim
    from kibitz.lab.design import Column as Column
    from kibitz.lab.design import Experiment as Experiment
    from kibitz.lab.design import Plot as Plot
    from kibitz.lab.design import Row as Row
    from kibitz.lab.verdict import Kind as Kind
    from kibitz.lab.verdict import Verdict as Verdict
    from kibitz.learn_api import Trained as Trained
    from kibitz.learn_api import train as train
    from kibitz.position_api import Position as Position
    from kibitz.position_api import best_move as best_move
    from kibitz.position_api import position as position
    from kibitz.position_api import solve as solve
    from kibitz.position_api import tree as tree
    from kibitz.search.common.run import Run as Run
    from kibitz.search.common.tree_search import TreeSearch as TreeSearch
    from kibitz.trees.search_tree import SearchTree as SearchTree

    game = load_game

__version__ = "0.1.0"

# Where each name is defined. (Lists would be longer and say no more.)
_MODULES = {
    "kibitz.arena.grading": "Grade",
    "kibitz.arena.match": "MatchResult",
    "kibitz.arena_api": "grade match",
    "kibitz.core.errors": "BadFile BadOption BadPosition IllegalMove InputError KibitzError MalformedMove PlayerFault "
    "Unfinished UnknownName Unsuited",
    "kibitz.core.evaluation": "DepthErrors Evaluator",
    "kibitz.core.game": "ONGOING Game Move Reason Rules State Symmetry View helper",
    "kibitz.core.loading": "game",
    "kibitz.core.score": "INFINITY is_decided",
    "kibitz.core.searching": "Searcher",
    "kibitz.core.spec": "option",
    "kibitz.doctor": "doctor",
    "kibitz.exercise_api": "Exercise exercise",
    "kibitz.lab.design": "Cell Claim Column Experiment Plot Row",
    "kibitz.lab.verdict": "Kind Verdict",
    "kibitz.learn_api": "Trained train",
    "kibitz.analysis.best_move": "BestMove Solved",
    "kibitz.analysis.eval_explanation": "Explanation",
    "kibitz.position_api": "Position best_move position solve tree",
    "kibitz.search.common.run": "Run",
    "kibitz.search.common.tree_search": "TreeSearch",
    "kibitz.trees.search_tree": "SearchTree",
}
_NAMED_THERE = {"game": "load_game"}  # what has another name where it is defined
_HOMES = {name: module for module, names in _MODULES.items() for name in names.split()}

__all__ = sorted(["__version__", *_HOMES])

if not TYPE_CHECKING:  # a type checker would take it to mean that there is every name

    def __getattr__(name):
        if name not in _HOMES:
            raise AttributeError(f"module 'kibitz' has no attribute {name!r}; it has: {', '.join(__all__)}")
        from importlib import import_module

        globals()[name] = found = getattr(import_module(_HOMES[name]), _NAMED_THERE.get(name, name))
        return found


def __dir__() -> list[str]:
    return list(__all__)
