"""Models as files: one zip archive, with what it is in plain JSON and the numbers as NumPy writes them.

    kibitz.json      format, kind of model, game, and how it was trained
    NAME.npy …       the arrays of the model

A checksum of each part comes with the archive, so that a damaged or truncated file is noticed.
"""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import BadFile, Unsuited
from kibitz.core.files.named_file import MAX_DATA_BYTES, check_input, exists
from kibitz.core.files.safe_file import write_safely
from kibitz.core.game import Game
from kibitz.learned.model import KINDS, Arrays, Model, Training, TruthPoint, find_kind

FORMAT = 1
HEADER = "kibitz.json"
MAX_HEADER = 4_000_000  # bytes: a curve of ten thousand points
_DAMAGED = (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, NotImplementedError, RuntimeError)


@dataclass(frozen=True)
class ModelHeader:
    """What a file says about its model."""

    kind: str
    game: str
    training: Training


def write_model(path: Path, model: Model) -> None:
    """Keep a model. Raises BadFile if the file cannot be written; an old one is unchanged then."""
    header = {"kind": model.kind, "game": model.game.spec(), "training": asdict(model.training)}
    write_archive(path, header, model.arrays())


def write_archive(path: Path, header: dict[str, Any], arrays: Arrays) -> None:
    """Keep numbers and what they are, under the format of this version."""

    def write(file: IO[bytes]) -> None:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(HEADER, json.dumps({"format": FORMAT, **header}, indent=1))
            for name, array in arrays.items():
                with archive.open(f"{name}.npy", "w", force_zip64=True) as part:
                    np.lib.format.write_array(part, np.asanyarray(array), allow_pickle=False)

    write_safely(path, write)


def check_model_file(path: Path) -> None:
    """Refuse a file that cannot be read, or is not there."""
    if not exists(path):
        raise BadFile(f"There is no file {path}; `kibitz learn GAME METHOD --out {path}` makes one.")
    check_input(path, MAX_DATA_BYTES)


def read_header(path: Path) -> ModelHeader:
    """What a file says about its model, without the model."""
    return _parse_header(path, read_archive(path, with_arrays=False)[0])


def read_model(path: Path, game: Game) -> Model:
    """The model in a file, for that very game.

    Raises BadFile if it is none, is damaged or of a later format, and Unsuited if it was learned on another game.
    """
    raw, arrays = read_archive(path)
    header = _parse_header(path, raw)
    if header.game != game.spec():
        raise Unsuited(f"{path} was learned on {header.game}, and this is {game.spec()}; name a file for this game.")
    try:
        return find_kind(header.kind).from_arrays(game, header.training, arrays)
    except _DAMAGED as error:
        raise _damaged(path, error) from None


def read_archive(path: Path, *, with_arrays: bool = True) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """The header of a file as it was written, and its arrays."""
    arrays: dict[str, NDArray[Any]] = {}
    check_model_file(path)
    try:
        with zipfile.ZipFile(path) as archive:
            if archive.getinfo(HEADER).file_size > MAX_HEADER:
                raise ValueError("its description is too long")
            raw = json.loads(archive.read(HEADER))
            number = raw["format"]
            if not isinstance(number, int) or number > FORMAT:
                raise BadFile(
                    f"{path} has format {number}, and this version of Kibitz reads formats up to {FORMAT}; "
                    "update Kibitz, or train again."
                )
            if sum(part.file_size for part in archive.infolist()) > MAX_DATA_BYTES:
                raise ValueError("it is too large")
            for part in archive.infolist() if with_arrays else ():
                if part.filename.endswith(".npy"):
                    content = io.BytesIO(archive.read(part))
                    arrays[part.filename.removesuffix(".npy")] = np.lib.format.read_array(content, allow_pickle=False)
    except _DAMAGED as error:
        raise _damaged(path, error) from None
    return raw, arrays


def _parse_header(path: Path, raw: dict[str, Any]) -> ModelHeader:
    try:
        training = dict(raw["training"])
        curve = tuple(TruthPoint(**point) for point in training.pop("curve"))
        header = ModelHeader(raw["kind"], raw["game"], Training(**training, curve=curve))
        if header.kind not in KINDS or not isinstance(header.game, str):
            raise ValueError(f"there is no kind of model called '{header.kind}'")
    except _DAMAGED as error:
        raise _damaged(path, error) from None
    return header


def _damaged(path: Path, error: BaseException) -> BadFile:
    reason = (error.strerror if isinstance(error, OSError) else str(error)) or type(error).__name__
    return BadFile(f"{path} is not a model that `kibitz learn` wrote, or is damaged ({reason}); name another file.")
