"""What the text of a Python program tells about it before it runs: functions, who calls whom, which names it uses."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass
class FunctionFacts:
    """A function in a file. `owner`: the class it is a method of, or empty; `is_nested`: inside another function."""

    name: str
    owner: str
    is_nested: bool
    calls: set[str] = field(default_factory=set)
    # What a parameter is compared with, and the ways in which it is passed on: "-x", "not x", "1-x", "x+1", "x-1" …
    compared: dict[str, list[object]] = field(default_factory=dict)
    passed: dict[str, set[str]] = field(default_factory=dict)
    multiplied: set[str] = field(default_factory=set)
    called_names: set[str] = field(default_factory=set)  # parameters that are called as functions


@dataclass
class SourceFacts:
    """A file. `recursive`: the functions that call themselves, perhaps by way of others."""

    functions: list[FunctionFacts] = field(default_factory=list)
    recursive: set[str] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    text_keys: set[str] = field(default_factory=set)  # subscripts that are texts, as in node["children"]
    pair_loops: set[str] = field(
        default_factory=set
    )  # attributes looped over in pairs: for move, child in node.successors()
    mapped: set[str] = field(default_factory=set)  # attributes used as a dict: node.children.items()
    called: set[str] = field(default_factory=set)  # attributes called with arguments: board.play(move)
    type_tests: set[str] = field(default_factory=set)  # names in isinstance(x, …) and type(x) == …
    node_class: str = ""  # a class of the file with a list of children
    class_fields: set[str] = field(default_factory=set)  # what its constructor sets
    words: set[str] = field(default_factory=set)
    negated_calls: set[str] = field(default_factory=set)  # functions whose result is negated at once
    class_names: set[str] = field(default_factory=set)

    @property
    def is_sampling(self) -> bool:
        """Whether it looks like a Monte Carlo search: by the names of its functions and classes, and random numbers."""
        return _sounds_sampling([*(one.name for one in self.functions), *self.class_names]) and bool(
            {"random", "np", "numpy", "rng", "rand", "choice", "randrange", "randint"} & (self.words | self.attributes)
        )

    def find(self, name: str, owner: str = "") -> FunctionFacts | None:
        return next((one for one in self.functions if one.name == name and one.owner == owner), None)


SAMPLING_WORDS = ("mcts", "uct", "ucb", "rollout", "playout", "montecarlo", "monte", "backprop")
_NAME_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")  # the words of a name, as in uct_search or UCTSearch
CHILD_WORDS = ("children", "child", "successors", "kids", "branches", "subtrees")


def _sounds_sampling(names: Iterable[str]) -> bool:
    return any(word.lower().startswith(SAMPLING_WORDS) for name in names for word in _NAME_PARTS.findall(name))


def read_source(module: ast.Module) -> SourceFacts:
    """The facts of a file."""
    facts = SourceFacts()
    _walk(module, facts, "", None)
    _find_recursive(facts)
    for node in ast.walk(module):
        _note(node, facts)
    return facts


def _walk(node: ast.AST, facts: SourceFacts, owner: str, inside: FunctionFacts | None) -> None:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            _note_class(child, facts)
            _walk(child, facts, child.name, None)
        elif isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            one = FunctionFacts(child.name, owner if inside is None else "", inside is not None)
            facts.functions.append(one)
            for part in ast.walk(child):
                _note_in_function(part, one)
            _walk(child, facts, "", one)
        else:
            _walk(child, facts, owner, inside)


def _note_class(node: ast.ClassDef, facts: SourceFacts) -> None:
    facts.class_names.add(node.name)
    fields = {
        part.attr
        for part in ast.walk(node)
        if isinstance(part, ast.Attribute)
        and isinstance(part.value, ast.Name)
        and part.value.id == "self"
        and isinstance(part.ctx, ast.Store)
    }
    fields |= {
        part.target.id for part in node.body if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
    }
    if "state" in fields or _sounds_sampling([node.name]):
        return  # it is the search's own tree, which grows
    if not facts.node_class and any(
        name.lower().strip("_") in CHILD_WORDS or name in ("left", "right") for name in fields
    ):
        facts.node_class, facts.class_fields = node.name, fields


def _note_in_function(node: ast.AST, one: FunctionFacts) -> None:
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name):
            one.calls.add(node.func.id)
            one.called_names.add(node.func.id)
        elif isinstance(node.func, ast.Attribute):
            one.calls.add(node.func.attr)
        if not (isinstance(node.func, ast.Name) and node.func.id in ("range", "print", "max", "min", "abs")):
            for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
                _note_passed(argument, one)
    elif isinstance(node, ast.Compare) and len(node.comparators) == 1:
        for left, right in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
            name = left.id if isinstance(left, ast.Name) else f".{left.attr}" if isinstance(left, ast.Attribute) else ""
            if name and isinstance(right, ast.Constant):
                one.compared.setdefault(name, []).append(right.value)
            elif name and isinstance(right, ast.UnaryOp) and isinstance(right.operand, ast.Constant):
                value = right.operand.value
                one.compared.setdefault(name, []).append(-value if isinstance(value, (int, float)) else value)
            elif name and isinstance(right, (ast.Name, ast.Attribute)):
                one.compared.setdefault(name, []).append(ast.unparse(right) + "()")  # a name, looked up later
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        for side in (node.left, node.right):
            if isinstance(side, ast.Name):
                one.multiplied.add(side.id)
    elif isinstance(node, (ast.Assign, ast.AugAssign)):
        _note_assigned(node, one)


def _note_assigned(node: ast.Assign | ast.AugAssign, one: FunctionFacts) -> None:
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and isinstance(node.op, ast.Sub):
        one.passed.setdefault(node.target.id, set()).add("x-1")
    elif isinstance(node, ast.Assign):
        _note_passed(node.value, one)


def _note_passed(argument: ast.expr, one: FunctionFacts) -> None:
    if isinstance(argument, ast.UnaryOp) and isinstance(argument.operand, ast.Name):
        sign = {"USub": "-x", "Not": "not x"}.get(type(argument.op).__name__)
        if sign:
            one.passed.setdefault(argument.operand.id, set()).add(sign)
    elif isinstance(argument, ast.BinOp):
        left, right = argument.left, argument.right
        sign = {"Add": "+", "Sub": "-", "BitXor": "^"}.get(type(argument.op).__name__, "")
        if isinstance(left, ast.Name) and isinstance(right, ast.Constant) and sign:
            one.passed.setdefault(left.id, set()).add(f"x{sign}{right.value!r}")
        if isinstance(right, ast.Name) and isinstance(left, ast.Constant) and sign:
            one.passed.setdefault(right.id, set()).add(f"{left.value!r}{sign}x")
    elif isinstance(argument, ast.IfExp) and isinstance(argument.test, ast.Compare):
        for part in (argument.body, argument.orelse):
            if isinstance(part, ast.Constant) and isinstance(argument.test.left, ast.Name):
                one.compared.setdefault(argument.test.left.id, []).append(part.value)


def _find_recursive(facts: SourceFacts) -> None:
    calls: dict[str, set[str]] = {}
    for one in facts.functions:
        calls.setdefault(one.name, set()).update(one.calls)
    for name in calls:
        reached, front = set[str](), set(calls[name])
        while front:
            reached |= front
            front = {called for one in front for called in calls.get(one, ())} - reached
        if name in reached:
            facts.recursive.add(name)


def _note(node: ast.AST, facts: SourceFacts) -> None:
    if isinstance(node, ast.Attribute):
        facts.attributes.add(node.attr)
        if node.attr in ("items", "values", "keys") and isinstance(node.value, ast.Attribute):
            facts.mapped.add(node.value.attr)
    elif isinstance(node, ast.Name):
        facts.words.add(node.id)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        facts.negated_calls |= {
            part.func.id if isinstance(part.func, ast.Name) else part.func.attr
            for part in ast.walk(node.operand)
            if isinstance(part, ast.Call) and isinstance(part.func, (ast.Name, ast.Attribute))
        }
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
        facts.text_keys.add(node.slice.value)
    elif isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute):
            if node.args:
                facts.called.add(node.func.attr)
            if node.func.attr == "get" and node.args and isinstance(node.args[0], ast.Constant):
                facts.text_keys.add(str(node.args[0].value))
        if isinstance(node.func, ast.Name) and node.func.id == "isinstance" and len(node.args) == 2:
            facts.type_tests |= {part.id for part in ast.walk(node.args[1]) if isinstance(part, ast.Name)}
    elif isinstance(node, ast.Compare):
        for side in (node.left, *node.comparators):
            if isinstance(side, ast.Call) and isinstance(side.func, ast.Name) and side.func.id == "type":
                facts.type_tests.add("type")
        if isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
            facts.text_keys.add(node.left.value)  # "children" in node
    elif isinstance(node, (ast.For, ast.comprehension)) and isinstance(node.target, ast.Tuple):
        looped = node.iter.func if isinstance(node.iter, ast.Call) else node.iter
        if isinstance(looped, ast.Attribute):
            facts.pair_loops.add(looped.attr)
