"""The front door to the reports: every program can be played where it says, every table and command is there."""

from __future__ import annotations

import shlex
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner

from kibitz.cli.main import kibitz
from kibitz.lab.find_experiments import find_experiments
from kibitz.lab.report_cards import ReportCard, ReportLink, make_report_shelf
from kibitz.play.players import SearchPlayer
from kibitz.web.server_limits import find_game_within_limits, find_player_within_limits

CARDS = make_report_shelf().cards
PROGRAMS = [(card, link) for card in CARDS for link in card.programs]
PLAYERS = ("first", "second", "adviser")


def test_there_are_five_reports() -> None:
    assert [card.id for card in CARDS] == ["S0", "S1", "S2", "S3", "S4"]
    assert make_report_shelf().title == "The five reports"


@pytest.mark.parametrize(("card", "link"), PROGRAMS, ids=[f"{card.id} {link.title}" for card, link in PROGRAMS])
def test_the_address_of_a_program_plays_the_program_of_that_report(card: ReportCard, link: ReportLink) -> None:
    address = urlsplit(link.page)
    assert address.path == "/play"
    query = {name: values[0] for name, values in parse_qs(address.query).items()}
    game = find_game_within_limits(query.pop("game"))
    assert query
    assert query.keys() <= set(PLAYERS)
    for spec in query.values():
        player = find_player_within_limits(spec, game)
        assert isinstance(player, SearchPlayer)
        assert player.searcher.name.startswith(f"replica-{card.id.lower()}-")


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_the_main_table_of_a_report_is_one_of_its_own(card: ReportCard) -> None:
    assert card.entry.startswith(f"{card.id}-")
    assert list(find_experiments([card.entry])) == [card.entry]
    assert card.tables_command == f"kibitz lab run {card.entry} --quick"


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_the_command_of_a_report_starts_its_program(card: ReportCard) -> None:
    program, *words = shlex.split(card.command)
    said = CliRunner().invoke(kibitz, words, input="quit\nq\n")
    assert program == "kibitz"
    assert said.exit_code == 0, said.output
    assert ("Which game?" if card.command == "kibitz menu" else "your move:") in said.output
