"""The methods of learning as listings and forms show them."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.learn.method import METHODS
from kibitz.play.catalogue import OptionInfo, describe_options


@dataclass(frozen=True)
class MethodListing:
    """A method with its settings. `unit`: what it learns from, "games" or "positions"."""

    name: str
    about: str
    unit: str
    needs_torch: bool
    options: tuple[OptionInfo, ...]


def list_methods() -> tuple[MethodListing, ...]:
    """All of them, those that need nothing to be installed first."""
    return tuple(
        MethodListing(name, cls.about, cls.total_option, cls.needs_torch, describe_options(cls.options()))
        for name, cls in sorted(METHODS.classes.items(), key=lambda item: (item[1].needs_torch, item[0]))
    )
