"""Othello matches at equal time: Kibitz against another program that speaks GTP.

    python benchmarks/othello_match.py COMMAND [--games N] [--time SECONDS|peer] [--player SPEC] [--workers N]
        [--keep FOLDER] [--json FILE]
    python benchmarks/othello_match.py "./other --level 10" --games 100 --time 0.1 --workers 2 --keep match

Every opening is played twice with the sides swapped. The openings are in `othello_openings.moves`, so that matches of
different days can be compared; `--write-openings` makes that file. With `--time peer` the other program first plays
some games against itself, and Kibitz is given its mean time a move. Kibitz then uses a little less, since it moves at
once where it has solved the game. Both mean times are printed.

With `--keep`, each game is stored as it ends, and the same command goes on where it was killed. Another checkout of
Kibitz is another program as well:

    COMMAND = "env PYTHONPATH=../old/src python -m kibitz engine othello engine:time=0.1 --protocol gtp"
"""

from __future__ import annotations

import argparse
import json
import tempfile
from dataclasses import asdict, replace
from pathlib import Path

from common import game_of, heading, print_table, times
from rich.console import Console
from rich.progress import Progress

from kibitz.arena.game_store import GameStore
from kibitz.arena.game_task import FinishedGame, GameTask, total_effort
from kibitz.arena.game_workers import play_games, run_task
from kibitz.arena.match import MatchResult, MatchScore
from kibitz.arena.openings import prepare_openings, random_positions
from kibitz.arena.plan import Entrant, Plan
from kibitz.arena.tournament import STORE, Tournament
from kibitz.core.errors import KibitzError
from kibitz.core.notation import moves_text
from kibitz.core.rng import Rng
from kibitz.core.score import Score
from kibitz.core.searching import StopFlag, find_searcher
from kibitz.core.spec import join_spec, split_spec

GAME = "othello"
OPENINGS = Path(__file__).with_name("othello_openings.moves")
OPENING_PLIES, OPENING_COUNT, OPENING_SEED = 8, 100, 20
CANDIDATES, JUDGE_DEPTHS = (900, 200), (8, 12)  # openings judged at first and again, and to what depth
SHORTEST = 0.001  # seconds for a move that a player can be given
GAMES_FOR_TIME = 8  # that the other program plays against itself


def peer_player(command: str) -> str:
    return join_spec("gtp", {"program": command})


def mean_seconds(command: str, workers: int) -> float:
    """What the program takes for a move when it plays itself."""
    openings = prepare_openings(game_of(GAME), str(OPENINGS), GAMES_FOR_TIME, 0)
    spec = peer_player(command)
    tasks = [GameTask(i, GAME, (spec, spec), opening=openings[i].moves) for i in range(GAMES_FOR_TIME)]
    finished = [one for batch in play_games(tasks, workers, None) for one in batch]
    for one in finished:
        if one.fault:
            raise SystemExit(f"{command} does not play to the end: {one.fault}")
    spent = total_effort([effort for one in finished for effort in one.efforts])
    return spent.seconds / spent.moves


def play_alone(task: GameTask, stop: StopFlag) -> FinishedGame:
    """In a process of its own, so that no game waits for the interpreter of another."""
    return run_task(replace(task, alone=True), stop)


def play_match(player: str, command: str, games: int, workers: int, folder: Path, log: Path | None) -> MatchResult:
    """Kibitz as `player` against the program; the games are kept in the folder, and all results in `log`."""
    players = (Entrant("Kibitz", player), Entrant("peer", peer_player(command)))
    plan = Plan(GAME, players, games=games, openings=str(OPENINGS))
    tournament = Tournament(plan, folder, workers=workers, play_one=play_alone)
    specs = (players[0].spec, players[1].spec)
    with Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task(f"{player} against {command}", total=games)
        for _ in tournament.play(resume=(folder / STORE).exists()):
            progress.update(bar, completed=len(tournament.played))
            if log is not None:
                write_log(log, specs, tournament.played)
    return score_of(tournament.played).result(GAME, specs)


def score_of(played: dict[int, FinishedGame]) -> MatchScore:
    score = MatchScore()
    for number, finished in played.items():
        score.add(number, finished)
    return score


def write_log(file: Path, specs: tuple[str, str], played: dict[int, FinishedGame]) -> None:
    """The result so far and every game, written so that a run that is killed leaves the last whole one."""
    games = [
        {**asdict(played[number]), "first_player_points": MatchScore.points(number, played[number]), "text": ""}
        for number in sorted(played)
    ]
    result = asdict(score_of(played).result(GAME, specs))
    unfinished = file.with_suffix(".part")
    unfinished.write_text(json.dumps({"result": result, "games": games}, indent=1), encoding="utf-8")
    unfinished.replace(file)


def elo_text(result: MatchResult) -> str:
    def number(elo: float | None, sign: str) -> str:
        return f"{sign}∞" if elo is None else f"{elo:+.0f}"

    low, high = number(result.elo_low, "-"), number(result.elo_high, "+")
    return f"{number(result.elo, '+' if result.wins else '-')} ({low} to {high})"


def report(result: MatchResult) -> None:
    heading("Match on paired openings, one thread each")
    depth, games = result.average_depth[0], max(result.games, 1)
    head = ["Kibitz", "peer", "games", "won-drawn-lost", "score", "Elo (95 %)", "time a move", "peer's", "depth"]
    row = [
        *(result.players[0], result.players[1].partition("=")[2], result.games),
        *(f"{result.wins}-{result.draws}-{result.losses}", f"{100 * result.score / games:.1f} %", elo_text(result)),
        *(times(result.seconds[side] / max(result.moves[side], 1)) for side in (0, 1)),
        "" if depth is None else f"{depth:.1f}",
        f"{result.forfeits[0]}, {result.forfeits[1]}",
    ]
    print_table([*head, "forfeits"], [row])


def with_time(player: str, seconds: float) -> str:
    name, texts = split_spec(player)
    return join_spec(name, {**texts, "time": f"{seconds:.3g}"})


def move_time(text: str) -> float | None:
    """Seconds for a move; None for as many as the other program takes."""
    if text == "peer":
        return None
    try:
        return max(float(text), SHORTEST)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a time; give seconds, such as 0.1, or peer") from None


def add_match_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument(
        "--time", type=move_time, metavar="SECONDS|peer", help="of Kibitz for a move; default: as the other's mean"
    )
    parser.add_argument("--player", default="engine", metavar="SPEC", help="Kibitz's player, without its time")
    parser.add_argument("--workers", type=int, default=1, help="games at a time")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="for the games, to go on with them later")
    parser.add_argument("--json", type=Path, metavar="FILE", help="for all results, rewritten after every game")


def match_peer(command: str, options: argparse.Namespace) -> None:
    """Play, and print the result."""
    player, keep = options.player, options.keep
    try:
        if options.time is not None:
            player = with_time(player, options.time)
        elif keep is not None and (keep / STORE).exists():
            player = begun_player(keep)
        else:
            player = with_time(player, max(mean_seconds(command, options.workers), SHORTEST))
        with tempfile.TemporaryDirectory() as folder:
            keep = keep or Path(folder) / "games"
            report(play_match(player, command, options.games, options.workers, keep, options.json))
    except KibitzError as error:
        raise SystemExit(str(error)) from None


def begun_player(folder: Path) -> str:
    """Kibitz's player in the match that was begun there, so that it goes on with the time that was measured then."""
    with GameStore(folder / STORE) as store:
        return Plan.from_text(store.recall("plan") or "").players[0].spec


def make_openings() -> list[str]:
    """Random openings that are even as far as Kibitz sees, none like another, in an order that the seed decides."""
    game = game_of(GAME)
    left = list(random_positions(game, CANDIDATES[0], OPENING_SEED, plies=OPENING_PLIES).values())
    for kept, depth in zip((CANDIDATES[1], OPENING_COUNT), JUDGE_DEPTHS, strict=True):
        searcher, limits = find_searcher(f"engine:depth={depth},eval=patterns")
        judged = sorted((_imbalance(searcher.search(game, state, limits).score), moves, state) for state, moves in left)
        left = [(state, moves) for _, moves, state in judged[:kept]]
    lines = [moves for _, moves in left]
    Rng(OPENING_SEED).shuffle(lines)
    return [moves_text(game, moves) for moves in lines]


def _imbalance(score: Score) -> tuple[bool, int]:
    return score.proven, abs(score.points)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", nargs="?", help="how the other program is started, as a shell would read it")
    add_match_options(parser)
    parser.add_argument("--write-openings", action="store_true")
    given = parser.parse_args()
    if given.write_openings:
        OPENINGS.write_text("".join(f"{line}\n" for line in make_openings()), encoding="ascii")
        return
    if given.command is None:
        parser.error("name the command that starts the other program")
    match_peer(given.command, given)


if __name__ == "__main__":
    main()
