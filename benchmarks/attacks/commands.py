"""Random command lines as real processes, with odd files and inputs, and the interrupt key at any moment.

Every run has a folder, home, data and temporary files of its own, and shares the compiled code of the others, but for
a few that compile anew. What must hold, with all times multiplied by the pace of the machine:

- exit status 0, 1, 2 or 130, and no traceback, no fault in Kibitz itself and no exception that was ignored;
- every line on standard error is a sentence of Kibitz or click's usage, and there is one with status 2;
- a word within 10 s, the end within 8 s of the interrupt key, and less than 1 GiB of memory a process;
- with --json and status 0, JSON on standard output;
- nothing written outside its folder, and no process left.
"""

from __future__ import annotations

import json
import os
import random
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from attacks.files import make_folder, make_template
from attacks.tally import Tally, measure_pace
from attacks.words import WordMaker

RUNS = 25  # a round
STATUSES = (0, 1, 2, 130)
SILENT, DEAF, LONGEST, GONE = 10.0, 8.0, 12.0, 5.0  # seconds; after LONGEST the key is pressed in any case
MEMORY_MIB = 1024
FATAL_MIB = 3 * MEMORY_MIB  # then the process is killed, for the sake of the machine
KEPT = 1 << 22  # bytes of an output
MARK = "KIBITZ_ATTACK"  # in the environment of every process of a run
SENTENCES = ("kibitz: ", "Usage: ", "Try '", "Error: ")  # how a line on standard error begins
FORBIDDEN = ("Traceback", "fault in Kibitz itself", "Exception ignored", "Fatal Python error", "Exception in thread")
INPUTS = ("nothing", "closed", "endless", "lines")
OUTPUTS = ("read", "closed", "full", "broken")  # broken: a pipe that nobody reads from any more


@dataclass
class Run:
    """One command: what is done to it, and what came of it."""

    words: list[str]
    stdin: str
    stdout: str
    key_after: float | None  # seconds, already with the pace
    is_key_for_group: bool
    has_fresh_cache: bool
    status: int | None = None
    out: bytearray = field(default_factory=bytearray)
    err: bytearray = field(default_factory=bytearray)
    first_word: float | None = None  # seconds after the start
    pressed: float | None = None
    ended: float = 0.0
    peak_mib: int = 0
    was_killed: bool = False

    @property
    def command(self) -> str:
        return self.words[0] if self.words else "kibitz"

    def __str__(self) -> str:
        how = [f"stdin {self.stdin}", *([f"stdout {self.stdout}"] if self.stdout != "read" else [])]
        if self.pressed is not None:
            how.append(f"key after {self.pressed:.1f} s{' for the group' if self.is_key_for_group else ''}")
        how += ["no compiled code yet"] * self.has_fresh_cache
        return f"{shlex.join(['kibitz', *self.words])}   # {', '.join(how)}"


def attack_commands(rng: random.Random, counts: Tally) -> None:
    scratch = Path(tempfile.mkdtemp(prefix="attack-"))
    make_template(scratch / "template", rng)
    pace, began = measure_pace(), len(counts.findings)
    outside = _list_outside()
    for number in range(RUNS):
        folder = scratch / "run"
        make_folder(scratch / "template", folder)
        hurried = rng.random() < 0.35
        run = Run(
            WordMaker(rng, rng.choice((0.0, 0.03, 0.1, 0.3))).make_line(),
            rng.choice((INPUTS[0], *INPUTS)),
            rng.choice((*(OUTPUTS[0],) * 20, *OUTPUTS)),
            rng.uniform(0.05, 6) * pace if hurried else None,
            rng.random() < 0.5,
            hurried and rng.random() < 0.2,
        )
        mark = f"{os.getpid()}-{number}"
        _execute(run, folder, scratch, mark, pace)
        for problem in _judge(run, pace):
            counts.found(problem, str(run))
        if left := _wait_for_others(mark, GONE * pace):
            counts.found(f"{run.command}: processes left behind: {left}", str(run))
        if new := _list_outside() - outside:
            counts.found(f"{run.command}: files outside the folder: {sorted(map(str, new))}", str(run))
            outside |= new
        counts[f"commands: exit status {run.status}{', the key pressed' * (run.pressed is not None)}"] += 1
        counts["commands: largest memory in MiB"] = max(counts["commands: largest memory in MiB"], run.peak_mib)
        shutil.rmtree(folder)
    if len(counts.findings) > began:
        print(f"The files of these commands are in {scratch / 'template'}.", flush=True)
    else:
        shutil.rmtree(scratch)


def _execute(run: Run, folder: Path, scratch: Path, mark: str, pace: float) -> None:
    """Run the command to its end, and fill in what came of it."""
    for name in ("home", "tmp"):
        (scratch / name).mkdir(exist_ok=True)
    environment = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ} | {
        **{"HOME": str(scratch / "home"), "TMPDIR": str(scratch / "tmp"), "KIBITZ_DATA": str(folder / "data")},
        **{"BROWSER": "true", "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C.UTF-8", MARK: mark},
        "NUMBA_CACHE_DIR": str(folder / "code") if run.has_fresh_cache else _code_folder(),
    }
    stdin, stdout = _open_input(run.stdin, folder), _open_output(run.stdout, folder)
    process = subprocess.Popen(
        [sys.executable, "-m", "kibitz", *run.words],
        cwd=folder,
        env=environment,
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: [os.close(n) for n, stream in enumerate((run.stdin, run.stdout)) if stream == "closed"],
    )
    for stream in {stdin, stdout} - {subprocess.PIPE}:
        os.close(stream)
    try:
        _watch(run, process, pace, mark)
    finally:
        if process.returncode is None:
            process.kill()
            process.wait()
        for pipe in filter(None, (process.stdout, process.stderr)):
            pipe.close()


def _watch(run: Run, process: subprocess.Popen[bytes], pace: float, mark: str) -> None:
    began = time.monotonic()
    outputs = {
        pipe.fileno(): kept for pipe, kept in ((process.stdout, run.out), (process.stderr, run.err)) if pipe is not None
    }
    open_ones, next_look = list(outputs), 0.0
    limit = LONGEST * pace if run.key_after is None else run.key_after
    while True:
        ready = select.select(open_ones, (), (), 0.05)[0]
        passed = time.monotonic() - began
        for stream in ready:
            data = os.read(stream, 1 << 16)
            if not data:
                open_ones.remove(stream)
            elif len(outputs[stream]) < KEPT:
                outputs[stream] += data
                run.first_word = run.first_word or passed
        watched = [process.pid]
        if passed > next_look:  # its children too, but not always: that is work
            watched, next_look = _find_processes(mark), passed + 0.5
        run.peak_mib = max([run.peak_mib, *map(_peak_mib, watched)])
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        if ended:
            process.returncode = run.status = os.waitstatus_to_exitcode(status)
            run.ended, run.peak_mib = passed, max(run.peak_mib, usage.ru_maxrss >> 10)
            for stream in open_ones:  # what is still on its way, unless a process that is left holds it open
                while select.select((stream,), (), (), 0)[0] and (data := os.read(stream, 1 << 16)):
                    outputs[stream] += data
            return
        serving = b"http://" in run.out[:4000]
        if run.pressed is None and (passed > limit or (serving and passed > limit / 5)):
            run.pressed = passed
            (os.killpg if run.is_key_for_group else os.kill)(process.pid, signal.SIGINT)
        if run.peak_mib > FATAL_MIB or (run.pressed is not None and passed > run.pressed + DEAF * pace):
            run.was_killed, run.ended = True, passed
            os.killpg(process.pid, signal.SIGKILL)
            run.pressed = run.pressed or passed


def _judge(run: Run, pace: float) -> Iterator[str]:
    """What should not be, a sentence each."""
    said = run.err.decode(errors="surrogateescape")
    lines = [line for line in said.splitlines() if line.strip()]
    if run.peak_mib > MEMORY_MIB:
        yield f"{run.command}: memory of {run.peak_mib} MiB"
    if run.was_killed:
        if run.peak_mib <= FATAL_MIB:
            yield f"{run.command}: deaf to the interrupt key for {DEAF * pace:.0f} s: {said[-200:]}"
        return
    if run.pressed is not None and "kibitz" not in said and run.status in (130, -signal.SIGINT, 1):
        return  # before Python had come to Kibitz
    silent = run.first_word or run.ended
    if silent > SILENT * pace and run.stdout == "read":  # a server says no more than its address, on standard output
        yield f"{run.command}: silent for {silent:.0f} s"
    if run.status not in STATUSES:
        yield f"exit status {run.status}: {said[-300:]}"
    if bad := next((text for text in FORBIDDEN if text in said or text.encode() in run.out), ""):
        yield f"{bad}: {next((line for line in reversed(lines) if line[:1].strip()), '')}"
    elif odd := next((line for line in lines if not line.startswith(SENTENCES) or not line.isprintable()), ""):
        yield f"status {run.status}, a line that is no sentence of kibitz: {odd[:200]!r}"
    if run.status == 2 and not lines:
        yield f"{run.command}: exit status 2 without a word"
    is_read = run.stdout == "read" and len(run.out) < KEPT
    if is_read and run.status == 0 and "--json" in run.words and not {"-h", "--help", "--version"} & {*run.words}:
        try:
            json.loads(run.out, parse_constant=lambda name: json.loads(f"no JSON: {name}"))
        except ValueError:
            yield f"{run.command}: what --json prints is not JSON: {bytes(run.out[:100])!r} … {bytes(run.out[-100:])!r}"


def _code_folder() -> str:
    """Where compiled code is kept from run to run."""
    return os.environ.get("NUMBA_CACHE_DIR") or str(Path(tempfile.gettempdir()) / "kibitz-attack-code")


def _open_input(kind: str, folder: Path) -> int:
    return os.open(folder / {"endless": "zero", "lines": "moves.txt"}.get(kind, "empty"), os.O_RDONLY)


def _open_output(kind: str, folder: Path) -> int:
    if kind in ("read", "closed"):
        return subprocess.PIPE
    if kind == "full":
        return os.open(folder / "full", os.O_WRONLY)
    reader, writer = os.pipe()
    os.close(reader)
    return writer


def _find_processes(mark: str) -> list[int]:
    """The processes of a run, its children's children as well."""
    wanted, found = f"{MARK}={mark}\0".encode(), []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                if wanted in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
            except OSError:  # gone, or somebody else's
                continue
    return found


def _peak_mib(process: int) -> int:
    try:
        lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) >> 10 for line in lines if line.startswith("VmHWM:")), 0)


def _wait_for_others(mark: str, seconds: float) -> list[str]:
    """The command lines of processes that have not ended by then; they are killed."""
    until = time.monotonic() + seconds
    while (left := _find_processes(mark)) and time.monotonic() < until:
        time.sleep(0.05)
    said = []
    for process in left:
        try:
            said.append(Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ")[:100])
            os.kill(process, signal.SIGKILL)
        except OSError:
            continue
    return said


def _list_outside() -> set[Path]:
    places = (Path("/"), Path("/dev"), Path(__file__).parents[2])
    return {entry for place in places for entry in place.iterdir()}
