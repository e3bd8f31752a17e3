"""`kibitz menu`: choose a game, change its settings, play. Settings last as long as the menu is open."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from kibitz.cli.terminal.common import make_console
from kibitz.cli.terminal.interrupt import Interrupted
from kibitz.core.errors import InputError, KibitzError

if TYPE_CHECKING:
    from rich.console import Console

    from kibitz.cli.terminal.game_settings import GameSettings


QUIT = ("q", "quit", "exit")
RULE_WIDTH = 80  # columns, where there is no terminal to say
VALUE_WIDTH = 12  # what a setting's value takes of the line


@click.command()
@click.option("--game", metavar="FILE.py:Class", help="Also offer your own game.")
def menu(game: str | None = None) -> None:
    """Choose and play games in a text menu."""
    if game is not None:
        from kibitz.play.catalogue import offer_game

        offer_game(game)
    try:
        _Menu(make_console()).choose_game()
    except _Leave:
        click.echo("Good-bye.")


class _Leave(Exception):
    """The person wants to quit, from whichever page."""


class _Menu:
    """The pages; each asks until the person leaves it."""

    def __init__(self, console: Console) -> None:
        from kibitz.cli.terminal.game_settings import default_settings
        from kibitz.play.catalogue import group_by_family, list_games

        self.console = console
        families = group_by_family(list_games())
        self.settings = {info.name: default_settings(info) for infos in families.values() for info in infos}
        self.headings = {infos[0].name: heading for heading, infos in families.items()}
        self.note = ""  # about the last answer, shown with the next page

    def choose_game(self) -> None:
        """The main page."""
        while True:
            rows = [(s.info.title, s.game_spec) for s in self.settings.values()]
            headings = [self.headings.get(name, "") for name in self.settings]
            self._page("Kibitz", rows, "q  quit", headings)
            answer = self._ask("Which game?")
            name = _pick(answer, list(self.settings))
            if name:
                self.set_up(name)
            elif answer:
                self.note = f"'{answer}' is not one of these games; type a number, a name, or q to quit."

    def set_up(self, name: str) -> None:
        """The page of one game: its settings, and from there into play."""
        while True:
            settings = self.settings[name]
            rows = [(s.name, s.value, s.about) for s in settings.rows()]
            self._page(
                settings.info.title, rows, "Enter  play    s  swap sides    v  variants    d  defaults    b  back"
            )
            answer = self._ask("A setting to change, or Enter to play:")
            if answer in ("", "p", "play"):
                if self.play(settings) == "menu":
                    return
            elif answer in ("b", "back", "m", "menu"):
                return
            elif answer in ("s", "swap"):
                self.settings[name] = settings.swap_sides()
            elif answer in ("v", "variants"):
                self.settings[name] = self._choose_variant(settings)
            elif answer in ("d", "defaults"):
                from kibitz.cli.terminal.game_settings import default_settings

                self.settings[name] = default_settings(settings.info)
            else:
                self.settings[name] = self._change(settings, answer)

    def play(self, settings: GameSettings) -> str:
        """Play games until the person stops; where they go next, "settings" or "menu"."""
        from kibitz.cli.terminal.game_loop import play_out, print_summary
        from kibitz.cli.terminal.session import summarize

        while True:
            try:
                session = play_out(self.console, settings.start(seed=time.time_ns() % 2**32))
            except Interrupted as pressed:
                if pressed.known is not None:
                    print_summary(self.console, summarize(pressed.known.record))
                raise
            except KibitzError as error:  # only found out in play, such as a depth for a player that takes none
                self.note = str(error)
                return "settings"
            print_summary(self.console, summarize(session.record))
            self.console.print()
            answer = self._ask("Enter  play again    s  settings    m  back to the menu    q  quit:")
            if answer in ("s", "settings"):
                return "settings"
            if answer in ("m", "menu", "b", "back"):
                return "menu"

    def _choose_variant(self, settings: GameSettings) -> GameSettings:
        presets = settings.info.presets
        self._page(f"{settings.info.title}: variants", [(spec,) for spec in presets], "Enter  keep the current one")
        spec = _pick(self._ask("Which one?"), presets)
        return settings.choose_variant(spec) if spec else settings

    def _change(self, settings: GameSettings, answer: str) -> GameSettings:
        """Change a setting by number or name; `6`, `depth`, `depth=5` and `depth 5` are all accepted."""
        rows = {s.name: s for s in settings.rows()}
        key, _, text = re.sub(r"\s*=\s*|\s+", " ", answer, count=1).partition(" ")
        name = _pick(key, list(rows))
        if name is None:
            self.note = f"'{key}' is not one of these settings; type a number, a name, or b to go back."
            return settings
        row = rows[name]
        if name == "algorithm":
            text = self._choose_algorithm(settings, text)
        elif not text:
            text = self._ask(f"{name} ({row.about}), now {row.value}:")
        try:
            changed = settings.change(name, text) if text else settings
        except InputError as error:
            self.note = str(error)
            return settings
        if name == "algorithm" and changed.unused:
            self.note = f"{changed.algorithm} does not use {changed.unused}; it is kept for the algorithms that do."
        return changed

    def _choose_algorithm(self, settings: GameSettings, text: str) -> str:
        """The algorithm that a text or the answer to the page of algorithms means; empty to keep the current one."""
        algorithms = settings.list_algorithms()
        if not text:
            rows = [(info.name, info.about) for info in algorithms]
            self._page(f"{settings.info.title}: algorithms", rows, f"Enter  keep {settings.algorithm}")
            text = self._ask("Which one?")
        return _pick(text, [info.name for info in algorithms]) or text

    def _page(self, title: str, rows: Sequence[tuple[str, ...]], keys: str, headings: Sequence[str] = ()) -> None:
        """Print a title, numbered rows, and the other keys; `headings` stand above some of the rows."""
        from rich.rule import Rule
        from rich.text import Text

        if self.console.is_terminal:
            self.console.clear()
        self.console.print()
        rule = Rule(Text(title, "bold"), align="left", style="dim")
        self.console.print(rule, width=min(self.console.width, RULE_WIDTH))
        names, *others = zip(*rows, strict=True)
        widths = [max(map(len, names)), *(min(max(map(len, column)), VALUE_WIDTH) for column in others)]
        for number, row in enumerate(rows, start=1):
            if headings and headings[number - 1]:
                self.console.print(Text(headings[number - 1], "dim"))
            line = Text.assemble((f"{number:>3}", "bold cyan"))
            for i, (cell, width) in enumerate(zip(row, widths, strict=True)):
                is_last = i > 0 and i == len(row) - 1
                line.append("  ")
                line.append(cell if is_last else _fit(cell, width), "dim" if is_last else "")
            line.truncate(self.console.width, overflow="ellipsis")
            self.console.print(line)
        self.console.print(Text(f"\n{keys}", "cyan"))
        if self.note:
            self.console.print(Text(self.note, "yellow"))
            self.note = ""

    def _ask(self, prompt: str) -> str:
        from kibitz.cli.terminal.game_loop import ask

        answer = ask(self.console, prompt)
        if answer is None or answer.lower() in QUIT:
            raise _Leave
        return answer.lower()


def _fit(text: str, width: int) -> str:
    return text.ljust(width) if len(text) <= width else text[: width - 1] + "…"


def _pick(answer: str, names: Sequence[str]) -> str | None:
    """The name meant by an answer: its number from 1, the name, or a beginning that only one name has."""
    numbered = {str(number): name for number, name in enumerate(names, 1)}
    if answer in numbered:
        return numbered[answer]
    matching = [name for name in names if answer and name.startswith(answer)]
    return answer if answer in names else matching[0] if len(matching) == 1 else None
