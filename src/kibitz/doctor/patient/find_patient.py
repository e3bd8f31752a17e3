"""The program that a text names: a Python file, perhaps with a function, a program in any language, or a player."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from kibitz.core.errors import BadOption
from kibitz.core.files.named_file import exists
from kibitz.doctor.patient.line_exchange import ExchangePatient
from kibitz.doctor.patient.patient import Patient
from kibitz.doctor.patient.python.python_patient import PythonPatient

__all__ = ["find_tree_patient", "split_target"]


def split_target(target: str) -> tuple[Path, str] | None:
    """A Python file and the name of a function in it, which may be empty; None if the text names no Python file."""
    head, separator, tail = target.rpartition(":")
    if target.endswith(".py"):
        return Path(target), ""
    if separator and head.endswith(".py"):
        return Path(head), tail
    return None


def find_tree_patient(target: str, *, program: str = "", roles: Mapping[str, str] | None = None) -> Patient | None:
    """A program that is examined on trees; None if the text names a player, which is examined in games."""
    if program:
        return ExchangePatient(program)
    file = split_target(target)
    if file is None:
        return None
    if not exists(file[0]):
        raise BadOption(f"There is no file '{file[0]}'; name a Python file, or a player such as alphabeta.")
    return PythonPatient(*file, roles)
