"""The ratings of the ten levels: every level plays the one above it and the one above that, on even openings.

    python benchmarks/levels.py GAME [--games 200] [--top PLAYER] [--write]
    python benchmarks/levels.py GAME --tune 130 --depths 1,1,2,2,3,4,5,6,7 [--pairs 150]

The first form prints the rating of each level with its interval, and how much each is above the one below, from their
games alone. --top plays in the place of level 10 where that has a time limit: a limit in nodes makes games quick, and
the same on every machine. --write puts the ratings into the file that the program shows them from.

The second form looks for settings: one level after the other, the temperature at which it beats the one below by so
many Elo, by stochastic approximation [Robbins & Monro, "A stochastic approximation method", 1951], and prints them;
with --write they go into the same file, and ratings of older settings go out of it.
"""

from __future__ import annotations

import argparse
import json
import math
from datetime import date

from common import game_of, heading, print_table

from kibitz.arena.elo import elo_interval, score_from_elo
from kibitz.arena.game_task import GameTask
from kibitz.arena.game_workers import run_task
from kibitz.arena.match import MatchScore, match_tasks
from kibitz.arena.openings import make_openings
from kibitz.arena.ratings import Encounter, bradley_terry
from kibitz.core.game import Game
from kibitz.core.limits import COMPILED
from kibitz.core.rng import Rng
from kibitz.play.levels import level_player
from kibitz.play.levels.calibration import FILE, TOP, Setting
from kibitz.play.records import Choice, GameRecord

SEED = 15
COLDEST, HOTTEST = 0.004, 3.0  # temperatures that are tried
FIRST_TEMPERATURE = 1.2


def name_player(level: int, top: str) -> str:
    return top if level == TOP and top else f"level:{level}"


def play_match(game: str, players: tuple[str, str], games: int, number: int) -> MatchScore:
    """A match of the arena, in this process."""
    openings = make_openings(game_of(game), (games + 1) // 2, SEED + number).openings
    score = MatchScore()
    for task in match_tasks(GameTask(number * games, game, players), openings, games, SEED):
        score.add(task.number - number * games, run_task(task))
    return score


def measure(game: str, games: int, top: str, write: bool) -> None:
    encounters, steps, played, forfeits = list[Encounter](), dict[int, MatchScore](), 0, 0
    for low in range(1, TOP):
        for high in range(low + 1, min(low + 2, TOP) + 1):
            count = games if high == low + 1 else games // 2
            score = play_match(game, (name_player(high, top), name_player(low, top)), count, 10 * low + high)
            for points, pairs in enumerate(score.pairs):
                encounters += [Encounter(high - 1, low - 1, points / 2, 2)] * pairs
            if high == low + 1:
                steps[high] = score
            played += count
            forfeits += score.forfeits(0) + score.forfeits(1)
            print(f"level {high} against level {low}: {score.points_of(0):g} of {count}", flush=True)
    assert not forfeits, "a level forfeited a game"
    ratings = bradley_terry(TOP, encounters)
    base = ratings[0].elo
    heading(f"Levels of {game}, {played:,} games" + (f", {top} as level 10" if top else ""))
    rows = []
    for level, rating in enumerate(ratings, start=1):
        step = elo_interval(steps[level].pairs) if level > 1 else None
        own = level_player.find_setting(game_of(game), level)
        rows.append(
            (
                level,
                f"{own.depth} plies, {own.temperature:g}" if level < TOP else "",
                f"{rating.elo - base:.0f}",
                f"{rating.low - base:.0f} … {rating.high - base:.0f}",
                "" if step is None else f"{_number(step.elo)} ({_number(step.low)} … {_number(step.high)})",
            )
        )
    print_table(("level", "look-ahead, temperature", "Elo", "95 %", "above the level below (95 %)"), rows)
    if write:
        update(game, games=played, ratings=[[round(x - base) for x in (r.elo, r.low, r.high)] for r in ratings])


def _number(elo: float | None) -> str:
    return "∞" if elo is None else f"{elo:.0f}"


def tune(game: str, depths: list[int], target: float, pairs: int, write: bool) -> None:
    """Settings for the levels 1 to 9."""
    rules, rng, wanted = game_of(game), Rng(SEED), score_from_elo(target)
    openings = make_openings(rules, 100, SEED).openings
    below = Setting(depths[0], FIRST_TEMPERATURE)
    found = [below]
    for depth in depths[1:]:
        heat = math.log(below.temperature) - (0.5 if depth == below.depth else 0.2)
        late = []
        for number in range(pairs):
            now, opening = Setting(depth, math.exp(heat)), openings[number % len(openings)].moves
            points = (play(rules, (now, below), opening, rng) + 1 - play(rules, (below, now), opening, rng)) / 2
            heat += 3.5 / (number + 8) ** 0.8 * (points - wanted)
            heat = max(math.log(COLDEST), min(math.log(HOTTEST), heat))
            late += [heat] if number >= pairs // 2 else []
        below = Setting(depth, round(math.exp(sum(late) / len(late)), 4))
        found.append(below)
        print(f"level {len(found)}: {below}", flush=True)
    if write:
        update(game, settings=[list(setting) for setting in found], games=0, ratings=[])


def play(game: Game, settings: tuple[Setting, Setting], opening: tuple[int, ...], rng: Rng) -> float:
    """The points of the side that begins."""
    record, seeds = GameRecord.begin(game, ("", ""), moves=opening), (rng.word() >> 1, rng.word() >> 1)
    while not record.is_over:
        side = record.to_move
        choice = level_player.play_by_loss(record, settings[side], seed=seeds[side], backend=COMPILED)
        record = record.after(Choice(choice.move))
    outcome = record.outcome or 0
    return 0.5 + 0.5 * ((outcome > 0) - (outcome < 0))


def update(game: str, **change: object) -> None:
    """Change the entry of a game in the file, or add it."""
    entries = json.loads(FILE.read_text("utf-8"))
    entry = next((one for one in entries if game_of(one["game"]) == game_of(game)), None)
    if entry is None:
        entry = {"game": game}
        entries.append(entry)
    entry |= {"date": str(date.today()), **change}
    lines = ",\n".join("  " + json.dumps(one) for one in entries)
    FILE.write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=200, help="between neighbours; half as many with the next but one")
    parser.add_argument("--top", default="", help="who plays level 10, if not level:10 itself")
    parser.add_argument("--tune", type=float, default=0, metavar="ELO", help="look for settings so far apart")
    parser.add_argument("--depths", default="1,1,2,2,3,4,5,6,7", help="of levels 1 to 9, in plies")
    parser.add_argument("--pairs", type=int, default=150, help="of games for every setting")
    parser.add_argument("--write", action="store_true", help=f"into {FILE.name}")
    told = parser.parse_args()
    if told.tune:
        tune(told.game, [int(depth) for depth in told.depths.split(",")], told.tune, told.pairs, told.write)
    else:
        measure(told.game, told.games, told.top, told.write)
