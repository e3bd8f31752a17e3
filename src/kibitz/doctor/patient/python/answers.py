"""Reading the answer of a program: a value, a value and a move in either order, a dict, an object, or a node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.doctor.exam_tree import Tree
from kibitz.doctor.patient.python.observed_data import number_in_name
from kibitz.doctor.patient.python.observed_nodes import LeafNumber, ObservedList, ObservedNode
from kibitz.doctor.patient.python.roles import attribute_role

MOVE_WORDS = ("move", "action", "best", "column", "child", "index", "path")


@dataclass(frozen=True)
class AnswerShape:
    """Where value and move are in an answer: `value` and `move` are places in a tuple, keys of a dict, attributes, or
    "" for the answer itself; None if it has none."""

    value: Any = ""
    move: Any = None


def learn_shape(answers: Sequence[tuple[Any, Tree, set[float]]]) -> AnswerShape:
    """The shape of the answers of a program to a few trees, each with the values its leaves have."""
    shapes = [_guess(answer, tree, values) for answer, tree, values in answers]
    return max(shapes, key=shapes.count) if shapes else AnswerShape()


def learn_move_shape(answers: Sequence[tuple[Any, Tree]]) -> AnswerShape:
    """The same for a program that chooses a move, and may say how sure it is; its value is of no interest."""
    shapes = [AnswerShape(None, _find_move_part(answer, tree)) for answer, tree in answers]
    return max(shapes, key=shapes.count) if shapes else AnswerShape(None, "")


def _find_move_part(answer: Any, tree: Tree) -> Any:
    if _read_move(answer, tree) is not None and not isinstance(answer, (tuple, list)):
        return ""
    parts: dict[Any, Any] = {}
    if isinstance(answer, (tuple, list)):
        parts = dict(enumerate(answer))
    elif isinstance(answer, dict):
        parts = answer
    elif answer is not None and hasattr(answer, "__dict__"):
        parts = vars(answer)
    likely = [
        key for key, part in parts.items() if isinstance(part, (ObservedNode, ObservedList, str)) or type(part) is int
    ]
    named = [key for key in likely if any(word in str(key).lower() for word in (*MOVE_WORDS, "state"))]
    return next((key for key in (*named, *likely) if _read_move(parts[key], tree) is not None), "")


def _guess(answer: Any, tree: Tree, values: set[float]) -> AnswerShape:
    if isinstance(answer, (ObservedNode, ObservedList)) or (
        isinstance(answer, str) and _read_move(answer, tree) is not None
    ):
        return AnswerShape(None, "")
    if isinstance(answer, dict):
        value = next(
            (key for key in answer if attribute_role(str(key)) == "value" or "value" in str(key).lower()), None
        )
        move = next(
            (key for key in answer if key != value and any(word in str(key).lower() for word in MOVE_WORDS)), None
        )
        return AnswerShape(value, move)
    if isinstance(answer, (tuple, list)) and len(answer) >= 2 and not isinstance(answer, ObservedList):
        fields = getattr(answer, "_fields", None)
        if fields:
            value = next((i for i, name in enumerate(fields) if attribute_role(name) == "value" or "value" in name), 0)
            return AnswerShape(value, next((i for i in range(len(answer)) if i != value), None))
        likely = [i for i, part in enumerate(answer[:3]) if _is_number(part) and abs(part) in values]
        numbers = [i for i, part in enumerate(answer[:3]) if _is_number(part)]
        place = likely[0] if likely else None
        if place is None:
            moves = [
                i for i, part in enumerate(answer[:2]) if _is_number(part) and 0 <= part < 10 and part == int(part)
            ]
            others = [i for i in numbers if i not in moves]
            place = others[0] if others else numbers[0] if numbers else 0
        rest = [i for i in range(len(answer)) if i != place]
        return AnswerShape(place, next((i for i in rest if _could_be_move(answer[i], tree)), rest[0]))
    if _is_number(answer):
        is_index = answer == int(answer) if abs(answer) != float("inf") else False
        if is_index and answer not in values and 0 <= answer < len(tree.root.children) and -answer not in values:
            return AnswerShape(None, "")
        return AnswerShape("", None)
    if answer is not None and hasattr(answer, "__dict__"):
        names = list(vars(answer))
        value = next((name for name in names if attribute_role(name) == "value" or "value" in name), None)
        move = next(
            (name for name in names if name != value and any(word in name.lower() for word in MOVE_WORDS)), None
        )
        return AnswerShape(value, move)
    return AnswerShape()


def read_answer(answer: Any, shape: AnswerShape, tree: Tree) -> tuple[float | None, int | None, str]:
    """Value, move, and what is wrong with the answer if it is none."""
    value_part, move_part = _pick(answer, shape.value), _pick(answer, shape.move)
    value = float(value_part) if _is_number(value_part) else None
    if value is not None and value == int(value_part if abs(value) != float("inf") else 0):
        value = float(int(value))
    move = _read_move(move_part, tree) if shape.move is not None else None
    if shape.value is None:
        problem = "" if move is not None or not tree.root.children else f"it answers {answer!r:.80}"
        return None, move, problem
    if value is None or value != value:
        return None, move, f"it answers {answer!r:.80} where a number was expected"
    return value, move, ""


def _pick(answer: Any, where: Any) -> Any:
    if where is None:
        return None
    if where == "" and isinstance(where, str):
        return answer
    try:
        if isinstance(where, int) or isinstance(answer, dict):
            return answer[where]
        return getattr(answer, where, None)
    except (IndexError, KeyError, TypeError):
        return answer if _is_number(answer) and isinstance(where, int) else None


def _is_number(value: Any) -> bool:
    if isinstance(value, (bool, str, bytes)) or value is None:
        return False
    if isinstance(value, (int, float)):
        return True
    return type(value).__module__ == "numpy" and hasattr(value, "item") and getattr(value, "ndim", 1) == 0


def _could_be_move(part: Any, tree: Tree) -> bool:
    return part is None or _read_move(part, tree) is not None


def _read_move(part: Any, tree: Tree) -> int | None:
    """The move of the root that a part of an answer means: a place, a node, the name of one, or a line of them."""
    if isinstance(part, ObservedNode):
        return tree.find_root_move(part._k[0].number)
    if isinstance(part, (LeafNumber, ObservedList)) and getattr(part, "number", -1) >= 0:
        return tree.find_root_move(part.number)
    if type(part).__name__ == "DictNode":
        return tree.find_root_move(part.number)
    if isinstance(part, str):
        try:
            return tree.find_root_move(number_in_name(part))
        except (ValueError, IndexError):
            return None
    if isinstance(part, (list, tuple)) and part:
        found = [_read_move(one, tree) for one in part]
        return next((move for move in found if move is not None), None)
    if _is_number(part) and part == int(part) and 0 <= part < len(tree.root.children):
        return int(part)
    return None
