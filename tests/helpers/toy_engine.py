"""A program that plays Take-Away over GTP or UGI, and goes wrong the way it is told to when asked for its second move.

    python toy_engine.py gtp|ugi [how]

It always takes one chip. Nothing of Kibitz is in it, so that it starts in a blink.
"""

import os
import subprocess
import sys
import threading


def main(protocol: str, how: str = "", place: str = "") -> None:
    if how == "family":  # a child that would outlive it
        child = subprocess.Popen([sys.executable, "-IS", "-c", "import time; time.sleep(60)"])
        with open(place, "w") as file:
            file.write(str(child.pid))
    genmoves = 0
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        is_asked = words[0] in ("genmove", "go")
        genmoves += is_asked
        if is_asked and genmoves == 2 and how not in ("", "family"):
            go_wrong(how, protocol)
        elif protocol == "gtp":
            gtp(words)
        else:
            ugi(words)
        if words[0] == "quit":
            return


def gtp(words: list[str]) -> None:
    if words[0] == "list_commands":
        say("= play\ngenmove\nclear_board\nquit\n")
    else:
        say("= 1\n" if words[0] == "genmove" else "=\n")


def ugi(words: list[str]) -> None:
    answers = {"ugi": "id name toy\nugiok", "isready": "readyok", "go": "info depth 1 nodes 7 score cp 3\nbestmove 1"}
    if words[0] in answers:
        say(answers[words[0]])


def go_wrong(how: str, protocol: str) -> None:
    if how == "crash":
        sys.exit("out of luck")
    if how == "hang":
        threading.Event().wait()
    if how == "leave":
        os._exit(0)
    if how == "long":
        say("x" * 200_000)
    if how == "flood":
        while True:
            say("info " + "x" * 60_000)
    answers = {"illegal": "3", "rubbish": "banana", "resign": "resign"}
    if protocol == "ugi":
        say(f"bestmove {answers.get(how, '')}")
    elif how == "refuse":
        say("? not today\n")
    elif how == "rubbish":
        say("banana\n")
    else:
        say(f"= {answers[how]}\n")


def say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
