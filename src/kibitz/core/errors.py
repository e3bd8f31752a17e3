"""Every error Kibitz raises on purpose, in one tree.

    KibitzError
    ├── InputError            the input cannot be used; nothing was done          (exit status 2)
    │   ├── UnknownName       no game, player, searcher or evaluator of that name
    │   ├── BadOption         an option is unknown, malformed or out of range
    │   ├── MalformedMove     the text is not a move of this game at all
    │   ├── IllegalMove       a move of this game, but not legal in this position
    │   ├── BadPosition       a position that cannot be read or cannot occur
    │   ├── BadFile           a file that cannot be read, written or understood
    │   └── Unsuited          the parts do not go together (an Othello heuristic for Take-Away)
    ├── PlayerFault           a player crashed, hung, or gave a nonsensical answer      (exit status 1)
    └── Unfinished            a limit ended the work before there was an answer         (exit status 1)

A message is one sentence for the person who typed the input: the value, what was expected, what to do.
"""

import unicodedata


class KibitzError(Exception):
    """Anything that Kibitz refuses or could not finish. Its text is one line, whatever input it quotes."""

    def __str__(self) -> str:
        return escape_controls(super().__str__())


def escape_controls(text: str) -> str:
    """A text as one line, whatever input it quotes."""
    return text if text.isprintable() else "".join(map(_escape_control, text))


def _escape_control(character: str) -> str:
    """Line breaks and control characters as Python writes them; all others as they are."""
    is_control = unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}
    return character.encode("unicode_escape").decode() if is_control else character


class InputError(KibitzError):
    """The input cannot be used."""


class UnknownName(InputError):
    """No game, player, searcher or evaluator has that name."""


class BadOption(InputError):
    """An option is unknown, malformed or out of range."""


class MalformedMove(InputError):
    """The text is not a move of this game in any position."""


class IllegalMove(InputError):
    """A move of this game that is not legal in this position."""


class BadPosition(InputError):
    """A position that cannot be read, or that no game can reach."""


class BadFile(InputError):
    """A file that cannot be read, written or understood."""


class Unsuited(InputError):
    """Parts that do not go together."""


class PlayerFault(KibitzError):
    """A player crashed, hung, or gave a nonsensical answer. The message has no subject, as in "hung: no move".

    `kind`: "hang", "crash" or "nonsense".
    """

    def __init__(self, message: str, kind: str = "nonsense") -> None:
        super().__init__(message)
        self.kind = kind


class Unfinished(KibitzError):
    """A limit ended the work before there was an answer."""
