"""Imports point downward only, and each outside library is known to one layer alone."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import kibitz

ROOT = Path(kibitz.__file__).parent

# Lowest first; layers on one line stand side by side and do not import each other.
LAYERS = [
    ["core"],
    ["games"],
    ["evals"],
    ["learned"],
    ["search"],
    ["kernels"],
    ["jobs"],
    ["play"],
    ["drawing", "engines"],
    ["analysis"],
    ["arena", "trees", "check"],
    ["learn"],
    ["lab", "doctor"],
    ["exercises"],
    ["reports"],
    ["front door"],  # the modules beside the folders: what `import kibitz` gives
    ["web"],
    ["cli"],  # which opens the web app
]
HEIGHT = {layer: height for height, layers in enumerate(LAYERS) for layer in layers}

OUTSIDE = {
    "click": {"cli"},
    "rich": {"cli"},
    "numba": {"kernels"},
    "llvmlite": {"kernels"},
    "numpy": {"kernels", "lab", "learned", "learn", "arena"},  # the lab fits weights, the arena ratings
    "torch": {"learn"},  # imported late, for it is optional
    "fastapi": {"web"},
    "starlette": {"web"},
    "uvicorn": {"web"},
    "pydantic": {"web"},
    "markdown_it": {"web"},
    "matplotlib": {"arena", "lab"},  # this one and the next are imported late
    "distributed": {"jobs"},
    "pyspiel": {"games"},  # when a game of OpenSpiel is named
}


def imports() -> Iterator[tuple[str, Path, str]]:
    """Every import in the package: the importing layer, the file, the full name of what is imported."""
    for path in sorted(ROOT.rglob("*.py")):
        layer = layer_of(path)
        if layer is None:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}: write imports in full"
                names = [node.module or ""]
            for name in names:
                yield layer, path, name


def layer_of(path: Path) -> str | None:
    """The layer a file belongs to; None for `python -m kibitz`, which is the command line."""
    parts = path.relative_to(ROOT).parts
    if len(parts) > 1:
        return parts[0]
    return None if path.stem == "__main__" else "front door"


def test_every_folder_is_a_known_layer() -> None:
    folders = {path.name for path in ROOT.iterdir() if (path / "__init__.py").exists()}
    assert folders | {"front door"} == HEIGHT.keys()


def test_only_the_web_app_and_the_command_line_stand_above_the_front_door() -> None:
    assert LAYERS[HEIGHT["front door"] + 1 :] == [["web"], ["cli"]]
    assert {path.stem for path in ROOT.glob("*.py") if layer_of(path) == "front door"} == {
        "__init__",
        "arena_api",
        "exercise_api",
        "learn_api",
        "position_api",
    }


@pytest.mark.slow
def test_imports_point_downward() -> None:
    assert {layer for layer, _, _ in imports()} == HEIGHT.keys()
    for layer, path, name in imports():
        if name.startswith("kibitz."):
            other = name.split(".")[1]
            other = other if (ROOT / other).is_dir() else "front door"
            if other != layer:
                assert HEIGHT[other] < HEIGHT[layer], f"{path.relative_to(ROOT)} imports {name}"


def list_run_imports(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports that are made when code runs, late ones included, but not those for annotations alone."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        yield from list_run_imports(node)


def find_imported_modules() -> dict[str, set[str]]:
    """For every module of the package those that it imports."""
    files = {}
    for path in ROOT.rglob("*.py"):
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        files[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    imported: dict[str, set[str]] = {module: set() for module in files}
    for module, path in files.items():
        for node in list_run_imports(ast.parse(path.read_text(encoding="utf-8"))):
            for alias in node.names:
                name = alias.name if isinstance(node, ast.Import) else f"{node.module}.{alias.name}"
                imported[module] |= {name, name.rpartition(".")[0]} & files.keys() - {module}
    return imported


def test_no_module_imports_itself_by_way_of_others() -> None:
    left = find_imported_modules()
    assert "kibitz.core.game" in left["kibitz.play.players"]
    while free := [module for module, others in left.items() if not others & left.keys()]:
        for module in free:
            del left[module]
    assert not left, f"these import each other: {', '.join(sorted(left))}"


def test_outside_libraries_stay_in_their_layer() -> None:
    seen = set()
    for layer, path, name in imports():
        top = name.split(".")[0]
        if top in OUTSIDE:
            seen.add(top)
            assert layer in OUTSIDE[top], f"{path.relative_to(ROOT)} imports {name}"
        elif top != "kibitz":
            assert top in sys.stdlib_module_names, f"{path.relative_to(ROOT)} imports {name}"
    assert {"click", "rich"} <= seen


def list_type_tests(tree: ast.AST) -> Iterator[str]:
    """The names of the classes that code asks for, by isinstance, issubclass, type(x) is or a class pattern."""
    for node in ast.walk(tree):
        asked: list[ast.expr] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 2:
            asked = [node.args[1]] if node.func.id in ("isinstance", "issubclass") else []
        elif isinstance(node, ast.Compare) and isinstance(node.left, ast.Call):
            asked = node.comparators if ast.unparse(node.left.func) == "type" else []
        elif isinstance(node, ast.MatchClass):
            asked = [node.cls]
        for part in (part for one in asked for part in ast.walk(one)):
            if isinstance(part, ast.Name | ast.Attribute):
                yield part.id if isinstance(part, ast.Name) else part.attr


def test_no_room_above_the_kernels_asks_for_the_class_of_a_shipped_game() -> None:
    shipped = {
        node.name
        for path in (ROOT / "games").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    assert {"ConnectFour", "Othello", "LineGame", "MNK"} <= shipped
    example = "isinstance(g, (A, b.B)); issubclass(g, C); type(g) is D\nmatch g:\n    case E(): pass"
    assert set(list_type_tests(ast.parse(example))) >= {"A", "B", "C", "D", "E"}
    seen = 0
    for path in sorted(ROOT.rglob("*.py")):
        layer = layer_of(path)
        if layer is None or HEIGHT[layer] <= HEIGHT["kernels"] or layer == "reports":  # which is about certain games
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {  # by which this file knows classes of shipped games
            alias.asname or alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kibitz.games")
            for alias in node.names
            if alias.name in shipped
        }
        asked = set(list_type_tests(tree))
        seen += len(asked)
        assert not asked & names, f"{path.relative_to(ROOT)} asks for {asked & names}; let the game declare it"
    assert seen


def test_rules_and_searches_need_neither_numpy_nor_a_compiler() -> None:
    loaded = "kibitz.search, kibitz.trees, kibitz.cli.terminal.session"
    code = f"import sys, {loaded}; print({{'numpy', 'numba'}} & set(sys.modules))"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed == "set()\n"
