"""`kibitz` and `kibitz serve`: the address, the browser, and what can go wrong at the start and the end."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator

import httpx
import pytest
from click.testing import CliRunner, Result

import kibitz.web.running as running
from helpers.example_runner import registries_restored
from helpers.paths import TREBLECROSS
from helpers.waiting import HANGS
from kibitz.cli.main import kibitz
from kibitz.core.errors import BadOption
from kibitz.web.running import Listening, listen, open_browser
from kibitz.web.safety import ANY_ADDRESS


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody else has."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        sock.listen()
        yield sock.getsockname()[1]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses a browser was shown; no server is run, it is only said to be ready."""
    addresses: list[str] = []

    def run(listening: Listening, *, when_ready: Callable[[], None], memory_mib: int, first: object) -> None:
        assert memory_mib == 1024
        with listening.socket:
            when_ready()

    def show(address: str) -> bool:
        addresses.append(address)
        return True

    monkeypatch.setattr(running, "run", run)
    monkeypatch.setattr("webbrowser.open", show)
    return addresses


def invoke(*args: str) -> Result:
    return CliRunner().invoke(kibitz, args, prog_name="kibitz")


def test_kibitz_without_arguments_opens_the_web_app(opened: list[str]) -> None:
    said = invoke()
    assert said.exit_code == 0
    assert opened[0].startswith("http://127.0.0.1:")
    assert said.output == f"Kibitz is at {opened[0]} (Ctrl-C stops it)\n\nGood-bye.\n"


def test_no_browser_is_opened_when_none_is_wanted(opened: list[str]) -> None:
    assert invoke("serve", "--no-browser", "--port", "0").exit_code == 0
    assert opened == []


def test_a_machine_without_a_browser_is_told_the_address(opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    assert "No browser was found on this machine; open http://127.0.0.1:" in invoke("serve", "--port", "0").output


def test_a_browser_that_cannot_be_started_is_no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    import webbrowser

    def fail(address: str) -> bool:
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr("webbrowser.open", fail)
    assert not open_browser("http://127.0.0.1:1/")


def test_a_game_of_ones_own_is_opened_at_once(opened: list[str]) -> None:
    with registries_restored():
        assert invoke("serve", "--port", "0", "--game", f"{TREBLECROSS!s}:Treblecross:cells=9").exit_code == 0
    assert opened[0].endswith("/play?game=treblecross%3Acells%3D9")


def test_a_game_that_cannot_be_loaded_is_refused_before_anything_starts(opened: list[str]) -> None:
    said = invoke("serve", "--game", "nothing.py")
    assert said.exit_code == 2
    assert said.output == "kibitz: nothing.py cannot be read: No such file or directory.\n"


def test_a_port_that_is_taken_is_refused_in_a_sentence(opened: list[str], taken: int) -> None:
    said = invoke("serve", "--port", str(taken))
    assert said.exit_code == 2
    assert said.output == (
        f"kibitz: Port {taken} of 127.0.0.1 cannot be had (Address already in use); "
        "name another, or let --port 0 find one that is free.\n"
    )
    assert opened == []


def test_without_a_port_a_free_one_is_found(monkeypatch: pytest.MonkeyPatch, taken: int) -> None:
    monkeypatch.setattr(running, "FIRST_PORT", taken)
    listening = listen("127.0.0.1", None)
    with listening.socket:
        assert listening.port != taken


def test_a_host_that_is_not_ours_is_refused() -> None:
    with pytest.raises(
        BadOption, match=r"--host no such host is no address of this machine; 127\.0\.0\.1 is the usual"
    ):
        listen("no such host", 0)


def test_a_server_for_the_loopback_goes_by_its_names_alone() -> None:
    listening = listen("127.0.0.1", 0)
    with listening.socket:
        assert listening.names == {"127.0.0.1", "localhost", "::1"}


def test_a_server_for_everybody_says_so_by_its_host_alone() -> None:
    listening = Listening(_Socket(), "0.0.0.0")  # type: ignore[arg-type]  # only its port is asked for
    assert listening.is_public
    assert ANY_ADDRESS in listening.names
    assert listening.address == "http://127.0.0.1:8017/"


class _Socket:
    def getsockname(self) -> tuple[str, int]:
        return "0.0.0.0", 8017


@pytest.mark.slow
def test_the_interrupt_key_ends_the_server_politely() -> None:
    command = [sys.executable, "-m", "kibitz", "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[3]
        assert httpx.get(f"{address}api/health", timeout=HANGS).json()["ok"]
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=HANGS)
    assert rest == "\nGood-bye.\n"
    assert process.returncode == 0
