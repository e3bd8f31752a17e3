"""Every test can fail: it makes an assertion that runs whatever the code under test returns.

Assertions are `assert`, `pytest.raises`, `pytest.warns`, `pytest.fail`, Playwright's `expect`, Schemathesis's
`call_and_validate`, `wait_until` of the helpers, and calls of functions of the tests that are sure to make one.
An assertion does not count

- in one branch of an `if`, after a `return`, `break` or `continue` that may come first, or where errors are suppressed;
- in a loop over a collection that may be empty: everything but literals, ranges of literals and constants;
- if it is `all(...)`, `not any(...)` or says that nothing was found, and looks at a collection that may be empty.

To mend a test, also assert that there was something to look at: `assert len(states) == 30`.
"""

from __future__ import annotations

import ast
import importlib
from dataclasses import dataclass
from functools import cache

import pytest

from helpers.paths import ROOT

TESTS = ROOT / "tests"
ASSERTING = {"raises", "warns", "fail", "expect", "call_and_validate", "wait_until"}
UNRESOLVED = ("check_", "assert_", "expect_")  # how helpers that assert are called, where they cannot be looked up
SIZE_KEPT = {"sorted", "reversed", "list", "tuple", "set", "frozenset", "dict", "enumerate"}  # functions
FILL_KEPT = {"items", "values", "keys", "split", "splitlines"}  # methods
NOTHING = {"[]", "()", "{}", "set()", "0", "''"}

Values = dict[str, ast.expr]
Functions = dict[str, ast.FunctionDef | ast.AsyncFunctionDef]


@dataclass(frozen=True)
class Scope:
    """What names stand for in a function of a module, or in the module itself."""

    module: Module
    values: Values
    functions: Functions

    def without(self, name: str) -> Scope:
        """For what a name stands for, which may have been made from its last value."""
        values = {other: value for other, value in self.values.items() if other != name}
        functions = {other: body for other, body in self.functions.items() if other != name}
        return Scope(self.module, values, functions)

    # Collections.

    def is_filled(self, node: ast.expr) -> bool:
        """Whether a collection is sure to have an element."""
        match node:
            case ast.Constant(value=value):
                return bool(value)
            case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
                return any(not isinstance(one, ast.Starred) or self.is_filled(one.value) for one in elements)
            case ast.Dict(keys=keys, values=values):
                return any(key is not None or self.is_filled(value) for key, value in zip(keys, values, strict=True))
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                return self.is_run(node) and not any(loop.ifs for loop in node.generators)
            case ast.BinOp(left=left, op=ast.Add() | ast.BitOr(), right=right):
                return self.is_filled(left) or self.is_filled(right)
            case ast.BinOp(left=left, op=ast.Mult(), right=ast.Constant(value=int(times))):
                return times > 0 and self.is_filled(left)
            case ast.Subscript(value=value, slice=ast.Slice(lower=None, upper=upper)):
                return self.is_filled(value) and (upper is None or ast.unparse(upper).isdecimal())
            case ast.Call(func=ast.Name(id="range"), args=[ast.IfExp(body=one, orelse=other)]):
                return all(self.is_filled(ast.Call(ast.Name("range"), [end], [])) for end in (one, other))
            case ast.Call(func=ast.Name(id="range"), args=ends):
                try:
                    return len(range(*map(ast.literal_eval, ends))) > 0
                except ValueError:
                    return False
            case ast.Call(func=ast.Name(id="zip"), args=args, keywords=[ast.keyword(arg="strict", value=strict)]):
                return (any if ast.literal_eval(strict) else all)(map(self.is_filled, args))
            case ast.Call(func=ast.Name(id="map"), args=[_, one]):
                return self.is_filled(one)
            case ast.Call(func=ast.Name(id=name), args=[one, *_]) if name in SIZE_KEPT:
                return self.is_filled(one)
            case ast.Call(func=ast.Name(id="product") | ast.Attribute(attr="product"), args=args):
                return all(map(self.is_filled, args))
            case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in FILL_KEPT:
                return self.is_filled(value)
            case ast.Name(id=name) if name in self.values:
                return self.without(name).is_filled(self.values[name])
            case ast.Name(id=name):
                return self.module.has_filled(name)
        return False

    def is_run(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> bool:
        return all(self.is_filled(loop.iter) for loop in node.generators)

    def may_find_nothing_to_look_at(self, found: ast.expr) -> bool:
        match found:
            case ast.Name(id=name) if name in self.values:
                return self.without(name).may_find_nothing_to_look_at(self.values[name])
            case ast.Call(func=ast.Name(id=name), args=[one]) if name in {*SIZE_KEPT, "sum", "len", "any"}:
                return self.may_find_nothing_to_look_at(one)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                return not self.is_run(found)
        return False

    # Assertions.

    def is_sure(self, statements: list[ast.stmt]) -> bool:
        """Whether an assertion runs for certain if these statements do."""
        for statement in statements:
            if self.asserts(statement):
                return True
            if may_leave(statement):
                return False
        return False

    def asserts(self, statement: ast.stmt) -> bool:
        match statement:
            case ast.Assert(test=test):
                return not self.is_vacuous(test)
            case ast.Expr(value=value):
                return self.calls_assertion(value)
            case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
                opened = [item.context_expr for item in items]
                suppresses = any("suppress" in ast.unparse(one) for one in opened)
                return any(map(self.calls_assertion, opened)) or (self.is_sure(body) and not suppresses)
            case ast.For(iter=iterable, body=body):
                return self.is_filled(iterable) and self.is_sure(body)
            case ast.While(test=ast.Constant(value=True), body=body):
                return self.is_sure(body)
            case ast.If(body=body, orelse=other):
                return self.is_sure(body) and self.is_sure(other)
            case ast.Match(cases=cases):
                return all(self.is_sure(case.body) for case in cases)
            case ast.Try(body=body, handlers=handlers, orelse=other, finalbody=last):
                ways = [body + other, *(handler.body for handler in handlers)]
                return self.is_sure(last) or all(map(self.is_sure, ways))
        return False

    def is_vacuous(self, condition: ast.expr) -> bool:
        """Whether a condition holds if a loop in it finds nothing to look at."""
        match condition:
            case ast.Call(func=ast.Name(id="all"), args=[found]) | ast.UnaryOp(op=ast.Not(), operand=found):
                return self.may_find_nothing_to_look_at(found)
            case ast.Compare(left=found, ops=[ast.LtE()]):
                return self.may_find_nothing_to_look_at(found)
            case ast.Compare(left=found, ops=[ast.Eq()], comparators=[right]):
                return self.may_find_nothing_to_look_at(found) and ast.unparse(right) in NOTHING
            case ast.BoolOp(op=ast.And(), values=values):
                return all(map(self.is_vacuous, values))
        return False

    def calls_assertion(self, value: ast.expr) -> bool:
        for node in ast.walk(value):
            match node:
                case ast.Name(id=name) if name in self.functions:
                    if self.without(name).is_sure(self.functions[name].body):
                        return True
                case ast.Name(id=name) | ast.Attribute(attr=name):
                    if name in ASSERTING or self.module.asserts_in(name):
                        return True
        return False


class Module:
    """A module of tests or helpers: its functions, its constants and what it imports."""

    def __init__(self, source: str) -> None:
        tree = ast.parse(source)
        methods = [part for node in tree.body if isinstance(node, ast.ClassDef) for part in node.body]
        self.values, self.functions = read_names([*tree.body, *methods])
        self.known: dict[str, bool] = {}  # whether a function asserts something
        self.imported = {
            alias.asname or alias.name: (node.module or "", alias.name)
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }

    def list_unsure(self) -> list[str]:
        """The tests that may pass without an assertion."""
        return [name for name in self.functions if name.startswith("test_") and not self.asserts_in(name)]

    def asserts_in(self, name: str) -> bool:
        """Whether a function of this name, here or where it is imported from, is sure to make an assertion."""
        if name in self.functions and name not in self.known:
            body = self.functions[name].body
            self.known[name] = False  # while it is looked into
            self.known[name] = Scope(self, *read_names(body)).is_sure(body)
        if name in self.known:
            return self.known[name]
        module, original = self.imported.get(name, ("", ""))
        source = find_source(module)
        return source.asserts_in(original) if source else name.startswith(UNRESOLVED)

    def has_filled(self, name: str) -> bool:
        """Whether a name is that of a constant that is a collection with an element."""
        if name in self.values:
            return Scope(self, {}, {}).is_filled(self.values[name])
        module, original = self.imported.get(name, ("", ""))
        if source := find_source(module):
            return source.has_filled(original)
        return bool(module and getattr(importlib.import_module(module), original, None))


@cache
def find_source(module: str) -> Module | None:
    """A module of the tests by its name; None for modules from elsewhere."""
    path = TESTS.joinpath(*module.split(".")).with_suffix(".py")
    return Module(path.read_text(encoding="utf-8")) if path.is_file() else None


def read_names(body: list[ast.stmt]) -> tuple[Values, Functions]:
    """The values and the functions that are given names here."""
    values: Values = {}
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                values[name] = value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                values[name] = value
    return values, {node.name: node for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def may_leave(node: ast.AST, *, in_loop: bool = False) -> bool:
    """Whether a statement may end the block in which it stands."""
    match node:
        case ast.Return():
            return True
        case ast.Break() | ast.Continue():
            return not in_loop
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return False
    in_loop = in_loop or isinstance(node, ast.For | ast.While)
    return any(may_leave(child, in_loop=in_loop) for child in ast.iter_child_nodes(node))


def test_every_test_can_fail() -> None:
    files = sorted(TESTS.rglob("test_*.py"))
    unsure = {str(file.relative_to(TESTS)): Module(file.read_text(encoding="utf-8")).list_unsure() for file in files}
    assert {file: names for file, names in unsure.items() if names} == {}
    assert len(unsure) > 150


@pytest.mark.parametrize(
    "body",
    [
        "found()",
        "if found(): assert a",
        "if found(): return\nassert a",
        "for one in found(): assert one",
        "for one in [*found()]: assert one",
        "for one in (1, 2):\n  if one > found(): continue\n  assert one",
        "for one in found[:3]: assert one",
        "for one in zip(CONSTANT, found(), strict=False): assert one",
        "while found(): assert a",
        "assert all(one for one in found())",
        "assert not any(one for one in found())",
        "assert [one for one in found() if one] == []",
        "wrong = [one for one in found() if one]\nassert not wrong",
        "with suppress(OSError): assert a",
        "try: assert a\nexcept OSError: pass",
        "def inner(): assert a\n",
        "asserts_perhaps()",
    ],
)
def test_a_test_that_may_pass_without_an_assertion_is_found(body: str) -> None:
    assert unsure_in(body) == ["test_it"]


@pytest.mark.parametrize(
    "body",
    [
        "assert found()",
        "if found(): assert a\nelse: assert b",
        "for one in CONSTANT: assert one",
        "for one in found():\n  if one: break\nassert one",
        "for one in range(3):\n  for two in {**CONSTANT}.items(): assert one",
        "for one in zip(CONSTANT, found(), strict=True): assert one",
        "while True:\n  assert a\n  if found(): break",
        "assert all(one for one in CONSTANT)",
        "wrong = [one for one in found() if one]\nassert wrong == [1]",
        "with pytest.raises(OSError): found()",
        "try: found()\nexcept OSError: assert a\nelse: assert b",
        "def inner(): assert a\nrun(inner)",
        "asserts_surely()",
        "checks.check_it()",
    ],
)
def test_a_test_that_is_sure_to_make_an_assertion_is_not(body: str) -> None:
    assert unsure_in(body) == []


def unsure_in(body: str) -> list[str]:
    """What is found in a module with one test."""
    helpers = "CONSTANT = {1: 2}\ndef asserts_surely():\n  assert a\ndef asserts_perhaps():\n  if a: assert b\n"
    return Module(helpers + "def test_it():\n" + "".join(f"  {line}\n" for line in body.splitlines())).list_unsure()
