"""An option that was renamed keeps its earlier name as an alias: accepted in spec strings, shown nowhere."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from kibitz.core.errors import BadOption
from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.registry import Registry
from kibitz.core.searching import SEARCHERS, Searcher, SearchResult, StopFlag, Watcher, find_searcher
from kibitz.core.spec import Configured, option

THINGS: Registry[Configured] = Registry("thing")


@dataclass(frozen=True)
class Thing(Configured):
    name = "thing"
    aliases = {"small-thing": "size=1"}

    size: int = option(3, "how large it is", 1, 9, alias="girth")
    colour: str = option("red", "its colour")


THINGS.add(Thing)


@pytest.mark.parametrize("spec", ["thing:size=5,colour=blue", "thing:girth=5,colour=blue", "thing:colour=blue,girth=5"])
def test_an_old_option_name_means_the_new_one(spec: str) -> None:
    assert THINGS.parse(spec) == Thing(size=5, colour="blue")


def test_a_spec_is_written_with_the_new_name() -> None:
    assert str(THINGS.parse("thing:girth=5")) == "thing:size=5"
    assert [o.name for o in Thing.options()] == ["size", "colour"]


def test_an_old_option_name_overrides_what_an_alias_of_the_class_sets() -> None:
    assert THINGS.parse("small-thing") == Thing(size=1)
    assert THINGS.parse("small-thing:girth=4") == Thing(size=4)


@pytest.mark.parametrize("spec", ["thing:size=5,girth=5", "thing:girth=5,size=5"])
def test_both_names_at_once_are_refused(spec: str) -> None:
    with pytest.raises(BadOption, match=r"^thing: girth is the earlier name of size; give only size\.$"):
        THINGS.parse(spec)


def test_errors_show_the_new_name_only() -> None:
    with pytest.raises(BadOption, match=r"^thing: size=20 is not allowed; size is a whole number from 1 to 9\.$"):
        THINGS.parse("thing:girth=20")
    with pytest.raises(BadOption, match=r"^thing: size=big is not allowed; size is a whole number from 1 to 9\.$"):
        THINGS.parse("thing:girth=big")
    with pytest.raises(BadOption, match=r"^thing has no option 'weight'; its options: size, colour\.$"):
        THINGS.parse("thing:weight=2")


def test_a_searcher_with_limits_accepts_an_old_option_name() -> None:
    with SEARCHERS.restored():

        @dataclass(frozen=True)
        class Guess(Searcher):
            name = "guess"
            about = "never searches"

            tries: int = option(1, "guesses", 1, alias="shots")

            def search_reference(
                self,
                game: Game,
                state: State,
                limits: Limits = Limits(),
                *,
                watcher: Watcher | None = None,
                stop: StopFlag | None = None,
            ) -> SearchResult:
                raise NotImplementedError

        assert find_searcher("guess:shots=4,depth=2") == (Guess(tries=4), Limits(depth=2))
        with pytest.raises(BadOption, match="shots is the earlier name of tries"):
            find_searcher("guess:shots=4,tries=2")


def test_the_engine_knows_the_earlier_name_of_its_move_ordering() -> None:
    assert str(find_searcher("engine:sight=false,depth=3")[0]) == "engine:order_by_eval=false"
