"""Examines whatever a person names: a Python file, a program in any language, or a player."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from kibitz.core.errors import BadFile, BadOption
from kibitz.core.files.named_file import MAX_CODE_BYTES, exists, read_bytes
from kibitz.core.python_source import parse_python
from kibitz.core.spec import split_user_file
from kibitz.doctor.examine import examine
from kibitz.doctor.examine_game import examine_in_games
from kibitz.doctor.patient.line_exchange import ExchangePatient
from kibitz.doctor.patient.player_patient import PlayerPatient
from kibitz.doctor.patient.python.python_patient import PythonPatient
from kibitz.doctor.report import Report

MAX_CALLERS = 2
SEARCHERS = ("TreeSearch", "Searcher", "EvaluatingSearcher")


def examine_target(target: str, *, program: str = "", roles: Mapping[str, str] | None = None, game: str = "") -> Report:
    """The report on a program; whatever it has started is ended."""
    if program:
        with ExchangePatient(program) as command:
            return examine(command)
    file = split_user_file(target)
    if file is not None and not file.options:
        path, module = Path(file.path), _parse(Path(file.path))
        if module is None or not _is_player_file(module, file.name):
            return _examine_file(path, file.name, module, roles or {})
    player = PlayerPatient(target)
    with player:
        on_trees = not game and player.plays_trees()
        report = examine(player) if on_trees else examine_in_games(player, game)
        return replace(report, patient=target)


def _parse(path: Path) -> ast.Module | None:
    """The code of a file; None if it has none, as the examination says."""
    try:
        return parse_python(read_bytes(path, MAX_CODE_BYTES).decode("utf-8", "replace"))
    except (BadFile, SyntaxError, ValueError):
        return None


def _examine_file(path: Path, function: str, module: ast.Module | None, roles: Mapping[str, str]) -> Report:
    """The report on a search in a file, or on the function that chooses a move by it."""
    if not exists(path):
        raise BadOption(f"There is no file '{path}'; name a Python file, or a player such as alphabeta.")
    patient = PythonPatient(path, function, roles)
    known = {part.arg for part in ast.walk(module) if isinstance(part, ast.arg)} if module else set(roles)
    unknown = next((name for name in roles if name not in known), None)
    if unknown is not None:
        raise BadOption(f"No function in {path} has a parameter called '{unknown}', which is given a role.")
    with patient:
        report = examine(patient)
    return _examine_callers(patient, report, roles)


def _examine_callers(patient: PythonPatient, report: Report, roles: Mapping[str, str]) -> Report:
    """If a search is right, the functions that choose a move by it may still be wrong: the first such report."""
    if report.verdict != "right":
        return report
    for caller in patient.callers[:MAX_CALLERS]:
        with PythonPatient(patient.path, caller, roles) as other:
            found = examine(other)
        if found.verdict not in ("right", "slow"):
            remark = f"{patient.function}, which it calls, is right."
            return replace(found, remarks=(remark, *found.remarks), seconds=round(report.seconds + found.seconds, 2))
        report = replace(
            report,
            remarks=(*report.remarks, f"{caller}, which calls it, is right as well."),
            seconds=round(report.seconds + found.seconds, 2),
        )
    return report


def _is_player_file(module: ast.Module, name: str) -> bool:
    """Whether a file defines a player of Kibitz: choose(game, state, …), or a class derived from a searcher."""
    for part in module.body:
        if isinstance(part, ast.FunctionDef) and (part.name == name if name else part.name == "choose"):
            return [argument.arg for argument in part.args.args[:2]] == ["game", "state"]
        if isinstance(part, ast.ClassDef) and (not name or part.name == name) and _is_searcher(part):
            return True
    return False


def _is_searcher(part: ast.ClassDef) -> bool:
    return any(ast.unparse(base).rpartition(".")[2] in SEARCHERS for base in part.bases)
