"""Where trainings are kept, and what each has learned by when.

    DATA/learning/0123456789ab/     a training that the web app was asked for, by its name
        model.kbm                   what it has learned so far
        model.checkpoints/200.kbm   what it had learned after 200 games

`kibitz learn` writes the same files, the name of the model being the user's. A request to the web app names a training
and never a file: the player is learned:training=0123456789ab, or with at=200 as it was then.
"""

from __future__ import annotations

import re
from pathlib import Path

from kibitz.core.errors import BadFile, BadOption
from kibitz.core.files.data_folder import find_data_folder

SUFFIX = ".kbm"
MODEL = f"model{SUFFIX}"
CHECKPOINTS = ".checkpoints"
TRAINING_NAME = "[0-9a-f]{12}"  # a pattern


def training_folder() -> Path:
    """Where all trainings of the web app are."""
    return find_data_folder() / "learning"


def find_training_file(training: str, at: int = 0, folder: Path | None = None) -> Path:
    """The file of what a training has learned by now, or had learned `at` so many games.

    `folder`: where all trainings are, if not in the user's data folder. Raises BadOption if that is no name of a
    training, BadFile if there is no such training or checkpoint.
    """
    if not re.fullmatch(TRAINING_NAME, training):
        raise BadOption(f"'{training}' is not a name of a training; the Learn page of the web app has them.")
    model = (folder or training_folder()) / training / MODEL
    if not model.parent.is_dir():
        raise BadFile(f"There is no training '{training}' here; it may have been removed.")
    checkpoints = {int(path.stem): path for path in list_checkpoints(model)}
    if at:
        if at not in checkpoints:
            known = ", ".join(f"{done}" for done in checkpoints) or "none yet"
            raise BadFile(f"The training {training} has no checkpoint at={at}; there are: {known}.")
        return checkpoints[at]
    # While it learns, a checkpoint may be newer than the model, which is written once a minute.
    written = [path for path in (model, *checkpoints.values()) if path.exists()]
    if not written:
        raise BadFile(f"The training {training} has nothing to show yet; wait for its first checkpoint.")
    return max(written, key=lambda path: path.stat().st_mtime_ns)


def list_checkpoints(model: Path) -> list[Path]:
    """The checkpoints beside a model, by how much they had learned."""
    found = model.with_suffix(CHECKPOINTS).glob(f"*{SUFFIX}")
    return sorted((one for one in found if one.stem.isdigit()), key=lambda one: int(one.stem))
