"""Writing the skeleton of a new game, and a test beside it, under a name in all the spellings that Python needs.

The skeleton is a small game that works, `game.txt`, with words to fill in such as $name.
"""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass
from importlib import resources, util
from pathlib import Path
from string import Template

from kibitz.core.errors import BadFile, BadOption
from kibitz.core.files.named_file import exists
from kibitz.core.game import GAMES
from kibitz.jobs.folders import make_folder

MAX_NAME = 40  # characters
_PARTS = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")  # of "fox and geese", "FoxAndGeese" or "fox_and_geese"


@dataclass(frozen=True)
class GameNames:
    """The spellings of one name: Fox and geese has the name fox-and-geese and the class FoxAndGeese."""

    name: str
    class_name: str
    title: str
    file: str
    test: str


@dataclass(frozen=True)
class WrittenSkeleton:
    """The game that was written, and its files."""

    name: str
    class_name: str
    game_file: str
    test_file: str


def write_skeleton(name: str, folder: Path) -> WrittenSkeleton:
    """Write the two files into the folder, which is made if need be; a file that exists is never replaced."""
    names = spell_name(name)
    files = {"game.txt": folder / names.file, "test.txt": folder / names.test}
    for file in files.values():
        if exists(file):
            raise BadFile(f"{file} exists already and is not replaced; choose another name, or another --folder.")
    if util.find_spec(Path(names.file).stem) is not None:
        raise BadOption(
            f"'{name}' would be written to {names.file}, which hides the Python module of that name; "
            "choose another name."
        )
    make_folder(folder)
    try:
        for template, file in files.items():
            with file.open("x", encoding="utf-8") as opened:
                opened.write(_fill_in(template, names))
    except OSError as error:
        raise BadFile(f"{error.filename or folder} cannot be written: {error.strerror}.") from None
    return WrittenSkeleton(names.name, names.class_name, *map(str, files.values()))


def spell_name(name: str) -> GameNames:
    """The spellings of a name; refuses a name that no class, file or game can have."""
    parts = [part.lower() for part in _PARTS.findall(name)]
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9]*([ _-][A-Za-z0-9]+)*", name) or len(name) > MAX_NAME:
        raise BadOption(
            f"'{name}' cannot be the name of a game; a name is a letter, then letters, digits and single hyphens, "
            f"{MAX_NAME} characters at most, such as fox-and-geese."
        )
    kebab, class_name = "-".join(parts), "".join(part.capitalize() for part in parts)
    if kebab in GAMES.names():
        raise BadOption(f"There is a game called '{kebab}' already; choose another name.")
    if keyword.iskeyword(class_name) or re.search(rf"^(?:from|import) .*\b{class_name}\b", _template("game.txt"), re.M):
        raise BadOption(f"'{name}' would make the class {class_name}, a name that is taken; choose another name.")
    stem = "_".join(parts)
    return GameNames(kebab, class_name, " ".join(parts).capitalize(), f"{stem}.py", f"test_{stem}.py")


def _fill_in(template: str, names: GameNames) -> str:
    return Template(_template(template)).substitute(
        name=names.name, Class=names.class_name, title=names.title, file=names.file, test=names.test
    )


def _template(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
