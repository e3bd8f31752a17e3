"""Formats by extension: found in their folder on the first look-up, in capital letters or small ones."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from kibitz.core.errors import BadFile
from kibitz.core.file_formats import FormatRegistry


@dataclass(frozen=True)
class Plain:
    suffix: str
    about: str = "for this test"


@pytest.fixture
def formats() -> FormatRegistry[Plain]:
    made: FormatRegistry[Plain] = FormatRegistry("note format", "kibitz.trees.formats")
    made.register(Plain(".b"))
    made.register(Plain(".a"))
    return made


def test_a_format_is_found_by_the_name_of_a_file(formats: FormatRegistry[Plain]) -> None:
    assert formats.find(".A") == formats.find_for("folder.b/file.a") == Plain(".a")


def test_formats_are_listed_in_order_or_those_that_fit(formats: FormatRegistry[Plain]) -> None:
    assert formats.suffixes() == (".a", ".b")
    assert formats.suffixes(lambda made: made.suffix > ".a") == (".b",)


def test_an_unknown_extension_names_the_known_ones(formats: FormatRegistry[Plain]) -> None:
    with pytest.raises(BadFile, match=r"There is no note format '\.c'; the file name must end in \.a \.b\."):
        formats.find(".c")
