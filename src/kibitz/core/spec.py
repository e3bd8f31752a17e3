"""Spec strings: how games, evaluators, searchers and players are named and configured in a shell, a file or a form.

    connect-four:width=5,height=4          name : option = value , option = value
    alphabeta:depth=6,eval=windows/two=5   a spec inside a spec: '/' stands for both ':' and ','
    gtp:program=./bot --seed "1,2",time=1  a comma in quotes belongs to the value
    bots/mine.py:choose:width=3            something defined in a user's file
    openspiel:hex:board_size=5             something that an outside library has
    numbers:[[3,12],[2,4]],first=min       lists: a comma in brackets belongs to the value, and the key may be left out

Everything that can be named this way is a frozen dataclass. Its fields are its options, and the rest follows from
them: parsing, checking, the printed form, listings and forms. `option(...)` adds a description and a range to a field;
a plain annotated default is an option too.
"""

from __future__ import annotations

import dataclasses
import difflib
import functools
import re
import types
import typing
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeVar

from kibitz.core.errors import BadOption

T = TypeVar("T", bound="Configured")

_ITEM = re.compile(r"""(?:[^,'"]|'[^']*'|"[^"]*"|['"])+""")  # up to a comma that is not in quotes
_OWN = re.compile(r"(?P<path>(?:[A-Za-z]:)?[^:]+\.py)(?::(?P<name>[^:]*))?(?::(?P<options>.*))?")
_LIBRARY = re.compile(r"(?P<name>openspiel[:/][^:,/]*)[:,/]?(?P<options>.*)", re.DOTALL)
_KINDS = {bool: "true or false", int: "a whole number", float: "a number", str: "a word"}


def option(
    default: Any,
    about: str,
    low: float | None = None,
    high: float | None = None,
    choices: Iterable[str | int] = (),
    *,
    alias: str = "",
) -> Any:
    """A dataclass field with a description and the values it may have.

    `alias` is an earlier name of the option: spec strings with it still work, but only the new name is shown.
    """
    return dataclasses.field(
        default=default,
        metadata={"about": about, "low": low, "high": high, "choices": tuple(map(str, choices)), "alias": alias},
    )


@dataclass(frozen=True)
class Option:
    """One option of a configured class, as a listing or a form shows it."""

    name: str
    kind: type
    default: Any
    about: str = ""
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    alias: str = ""

    @property
    def expects(self) -> str:
        """Which values are allowed, in words."""
        if self.choices:
            return "one of " + ", ".join(self.choices)
        words = _KINDS[self.kind]
        if self.low is not None and self.high is not None:
            return f"{words} from {self.low} to {self.high}"
        if self.low is not None:
            return f"{words}, at least {self.low}"
        return words

    def parse(self, text: str) -> Any:
        """The value that a text in a spec string means; raises ValueError or KeyError if it is not of this kind."""
        if self.default is None and text == "none":
            return None
        if self.kind is bool:
            return {"true": True, "false": False}[text.lower()]
        return self.kind(text)

    def accepts(self, value: Any) -> bool:
        if value is None:
            return self.default is None
        kind = type(value)
        if kind is not self.kind and not (self.kind is float and kind is int):
            return False
        if self.choices:
            return str(value) in self.choices
        if self.low is not None and not value >= self.low:  # written so that NaN is refused as well
            return False
        return self.high is None or bool(value <= self.high)


class Configured:
    """Base class of everything a spec string can name; subclasses are frozen dataclasses."""

    name: ClassVar[str]
    noun: ClassVar[str] = "item"
    main_option: ClassVar[str] = ""  # the one whose key may be left out if its value is a list in brackets
    is_listed: ClassVar[bool] = True  # whether listings and menus offer it; it can be named in any case
    shipped: ClassVar[bool] = False  # part of Kibitz and held to its tests; set by the registry, never inherited

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        cls.shipped = False

    @classmethod
    @functools.cache  # reading type hints takes a millisecond, and this is called often
    def options(cls) -> tuple[Option, ...]:
        """The fields that can be set, in order."""
        hints = typing.get_type_hints(cls)
        return tuple(
            Option(field.name, _kind(hints[field.name]), field.default, **field.metadata)
            for field in dataclasses.fields(cls)  # type: ignore[arg-type]  # every subclass is a dataclass
            if field.init and field.default is not dataclasses.MISSING
        )

    @classmethod
    def rename_aliases(cls, texts: Mapping[str, str]) -> dict[str, str]:
        """The same option texts with the current name in place of every earlier one; both at once are refused."""
        new_names = {o.alias: o.name for o in cls.options() if o.alias}
        renamed: dict[str, str] = {}
        for key, text in texts.items():
            name = new_names.get(key, key) if key else cls.main_option or text
            if name in renamed:
                old = next(alias for alias in new_names if new_names[alias] == name)
                raise BadOption(f"{cls.name}: {old} is the earlier name of {name}; give only {name}.")
            renamed[name] = text
        return renamed

    @classmethod
    def from_texts(cls: type[T], texts: Mapping[str, str], **extra: Any) -> T:
        """An instance from option texts, as a spec string or a form gives them."""
        options = {o.name: o for o in cls.options()}
        texts = cls.rename_aliases(texts)
        check_known(cls.name, texts, options)
        values = {}
        for key, text in texts.items():
            try:
                values[key] = options[key].parse(text)
            except (ValueError, KeyError):
                raise BadOption(f"{cls.name}: {key}={text} is not allowed; {key} is {options[key].expects}.") from None
        return cls(**extra, **values)

    def __post_init__(self) -> None:
        for o in self.options():
            value = getattr(self, o.name)
            if not o.accepts(value):
                raise BadOption(f"{self.name}: {o.name}={value} is not allowed; {o.name} is {o.expects}.")

    def spec(self, *, full: bool = True) -> str:
        """The spec string that creates an equal object; the short form leaves out default values."""
        parts = [
            f"{o.name}={value_text(getattr(self, o.name))}"
            for o in self.options()
            if full or getattr(self, o.name) != o.default
        ]
        return f"{self.name}:{','.join(parts)}" if parts else self.name

    def __str__(self) -> str:
        return self.spec(full=False)

    def __getstate__(self) -> dict[str, Any]:
        # Cached rules are closures, which cannot be pickled; the fields are enough to make them again.
        return {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}  # type: ignore[arg-type]  # as above


def check_known(name: str, keys: Iterable[str], options: Collection[str]) -> None:
    """Refuse keys that are not options of `name`."""
    for key in keys:
        if key not in options:
            known = f"its options: {', '.join(options)}" if options else "it has none"
            raise BadOption(f"{name} has no option '{key}'{suggest_name(key, options)}; {known}.")


def split_spec(spec: str) -> tuple[str, dict[str, str]]:
    """Split `name:key=value,key=value`, or `name/key=value/key=value`, the form inside another spec."""
    own, library = split_user_file(spec), _LIBRARY.fullmatch(spec.strip())
    if own is not None:
        name, rest = f"{own.path}:{own.name}" if own.name else own.path, own.options
    elif library is not None:
        name, rest = library["name"].replace("/", ":"), library["options"]
        rest = rest if ":" in spec else rest.replace("/", ",")
    else:
        if ":" not in spec and "/" in spec:
            spec = spec.replace("/", ":", 1).replace("/", ",")
        name, _, rest = spec.strip().partition(":")
    texts: dict[str, str] = {}
    for item in _split_items(rest):
        key, equals, value = item.partition("=")
        if item.lstrip().startswith("[") and "" not in texts:
            texts[""] = item.strip()
            continue
        if not equals or not key.strip() or not value.strip():
            raise BadOption(f"'{item}' in '{spec}' is not of the form key=value; write {name}:key=value,key=value.")
        if key.strip() in texts:
            raise BadOption(f"'{spec}' gives {key.strip()} twice; give it once.")
        texts[key.strip()] = value.strip()
    return name, texts


def _split_items(text: str) -> list[str]:
    """The parts between commas that are neither in quotes nor in square brackets."""
    items, depth = list[str](), 0
    for part in _ITEM.findall(text):
        if depth > 0:
            items[-1] += f",{part}"
        else:
            items.append(part)
        depth = max(0, depth + part.count("[") - part.count("]"))
    return items


def join_spec(name: str, texts: Mapping[str, str]) -> str:
    """The reverse of `split_spec`."""
    return f"{name}:{join_options(texts)}" if texts else name


def join_options(texts: Mapping[str, str]) -> str:
    """The options of a spec, without the name."""
    return ",".join(f"{key}={text}" for key, text in texts.items())


def nest_spec(spec: str) -> str:
    """A spec as it is written inside another."""
    return spec.replace(":", "/").replace(",", "/")


class UserFileSpec(NamedTuple):
    """A spec that names something in a user's file: `path/file.py:name:key=value`; name and options may be empty."""

    path: str
    name: str
    options: str


def split_user_file(spec: str) -> UserFileSpec | None:
    """The parts of a spec that names a user's file; None for any other spec."""
    match = _OWN.fullmatch(spec.strip())
    return None if match is None else UserFileSpec(match["path"], match["name"] or "", match["options"] or "")


def _kind(hint: Any) -> type:
    """int for `int` and for `int | None`, and so on."""
    if isinstance(hint, types.UnionType):
        (hint,) = (part for part in typing.get_args(hint) if part is not type(None))
    return typing.cast(type, hint)


def value_text(value: Any) -> str:
    """An option's value as written in a spec string."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_whole_number(text: str) -> int | None:
    """The number that a text of up to 18 ASCII digits stands for, None for any other text.

    `int` also reads digits of other scripts, refuses others that `str.isdigit` accepts, and refuses very long texts.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else None


def suggest_name(name: str, known: Iterable[str]) -> str:
    """A hint at the known name that is closest to this one, as a part of a sentence; empty if none is close."""
    close = difflib.get_close_matches(name, list(known), n=1)
    return f" (did you mean {close[0]}?)" if close else ""
