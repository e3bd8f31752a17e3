"""`kibitz best`, `solve` and `perft`: the commands about one position."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.terminal.common import (
    GameCommand,
    echo_json,
    game_argument,
    json_option,
    make_console,
    make_text_table,
    position_options,
)
from kibitz.cli.terminal.effort_warning import warn_of_effort
from kibitz.cli.terminal.worker_options import exit_interrupted, worker_options

if TYPE_CHECKING:
    from kibitz.analysis.best_move import BestMove, Solved
    from kibitz.analysis.count_games import Counted
    from kibitz.analysis.solve_lines import SolvedLine
    from kibitz.core.game import Game
    from kibitz.play.player import Player
    from kibitz.search.perfect import Perfect


SAVE_PATIENCE = 600.0  # seconds after the interrupt key for a large table to be written to its file


@click.command(cls=GameCommand)
@game_argument
@click.argument("player")
@position_options
@click.option("--all", "every_move", is_flag=True, help="Also show what the search found out about the other moves.")
@json_option
def best(game: str, player: str, moves: str | None, position: str | None, every_move: bool, as_json: bool) -> None:
    """Show the move that PLAYER would make.

    The answer includes what its search found and what it cost.
    """
    from kibitz.analysis.best_move import BestMove, answer
    from kibitz.cli.terminal.interrupt import Interrupted, run_stoppable
    from kibitz.cli.terminal.search_line import show_search
    from kibitz.core.loading import load_game
    from kibitz.play.players import find_player
    from kibitz.play.positions import record_at

    record, asked = record_at(load_game(game), moves=moves, position=position), find_player(player)
    warn_of_effort(asked, record)
    try:
        with show_search(f"{player} is thinking", record.game, asked.seconds) as stop:
            found = run_stoppable(partial(answer, record, asked), stop, heeds_stop=asked.heeds_stop)
    except Interrupted as pressed:
        known = pressed.known
        if not isinstance(known, BestMove) or not known.roots:
            raise Interrupted from None
        _show_best(known, record.game, asked, every_move, as_json)
        raise Interrupted(sentence="stopped; this is the result so far.") from None
    _show_best(found, record.game, asked, every_move, as_json)


def _show_best(found: BestMove, game: Game, player: Player, every_move: bool, as_json: bool) -> None:
    if as_json:
        echo_json(found)
    elif found.move is None:
        click.echo(f"The game is over: {found.result}.")
    else:
        _print_best(found, game, player, every_move)


def _print_best(answer: BestMove, game: Game, player: Player, every_move: bool) -> None:
    from kibitz.cli.terminal.formatting import format_bound, format_cost, format_refused, format_score, plural

    click.echo(f"move    {answer.move}")
    click.echo(f"score   {format_score(answer, game, player)}")
    if answer.line:
        click.echo(f"line    {' '.join(answer.line)}")
        click.echo(f"search  {format_cost(answer)}")
    if answer.refused:
        click.echo(f"        {format_refused(answer)}")
    if answer.stopped_by == "stop":
        click.echo("        ended by Ctrl-C")
    elif answer.stopped_by:
        click.echo(f"        ended by its limit on {answer.stopped_by}")
    if every_move:
        width = max((len(root.move) for root in answer.roots), default=0)
        for root in answer.roots:
            visits = f"   {plural(root.visits, 'visit')}" if root.visits else ""
            share = "" if root.share is None else f"   {100 * root.share:.1f} % likely"
            # A network that was not asked about the position after a move has said no more of it than its share.
            is_judged = root.share is None or root.visits or root.proven or root.bound != "upper"
            click.echo(f"  {root.move:<{width}}  {format_bound(root) if is_judged else '–'}{visits}{share}")


@click.command(cls=GameCommand)
@game_argument
@position_options
@click.option(
    "--file",
    "lines",
    metavar="F",
    help="A file with one position per line, answered line by line; - reads standard input.",
)
@click.option("--all", "every_move", is_flag=True, help="Also show the score of every move.")
@click.option("--line", "whole_line", is_flag=True, help="Also show the whole line of best play.")
@click.option("--time", "seconds", type=float, metavar="S", help="Time limit per position in seconds; default: 60.")
@click.option(
    "--no-book", "no_book", is_flag=True, help="Connect Four: search early positions too, without the opening book."
)
@click.option(
    "--table",
    "table_mib",
    type=int,
    metavar="MIB",
    help="Connect Four, Othello: memory for the table; default: 256.",
)
@click.option(
    "--threads", type=int, metavar="N", help="Connect Four, Othello: threads that share the table; default: 1."
)
@click.option(
    "--keep",
    type=Path,
    metavar="FILE",
    help="Games with repetitions: solve every position, store the results in FILE, and resume from it.",
)
@worker_options("with --file: lines solved")
@json_option
def solve(
    game: str,
    moves: str | None,
    position: str | None,
    lines: str | None,
    every_move: bool,
    whole_line: bool,
    seconds: float | None,
    no_book: bool,
    table_mib: int | None,
    threads: int | None,
    keep: Path | None,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Solve a position exactly.

    The answer is the outcome with best play on both sides. With --file, every line begins with moves or with a board
    and the side to move, and the answer is "position score nodes microseconds" or "position error: …".
    """
    from kibitz.analysis.best_move import SOLVE_SECONDS, solve_kept
    from kibitz.analysis.best_move import solve as solve_position
    from kibitz.cli.terminal.interrupt import PATIENCE, run_stoppable
    from kibitz.cli.terminal.search_line import show_search
    from kibitz.core.loading import load_game
    from kibitz.core.spec import value_text
    from kibitz.search.perfect import Perfect

    loaded, limit = load_game(game), seconds
    seconds = SOLVE_SECONDS if seconds is None else seconds
    switches = {"book": not no_book, "whole_line": whole_line, "table_mib": table_mib, "threads": threads}
    solver = Perfect.from_texts({key: value_text(value) for key, value in switches.items() if value is not None})
    if lines is not None:
        if moves is not None or position is not None or every_move or whole_line or keep or as_json:
            raise click.UsageError(
                "--file has its own positions and output; combine it only with --time, --no-book, "
                "--table, --threads, --workers and --cluster."
            )
        _solve_lines(loaded, lines, seconds, solver, workers or 1, cluster)
        return
    if workers is not None or cluster is not None:
        raise click.UsageError(
            "--workers and --cluster distribute the lines of --file; for one position use --threads."
        )
    common: dict[str, Any] = {"moves": moves, "position": position, "every_move": every_move}
    question = partial(solve_position, loaded, seconds=seconds, solver=solver, **common)
    if keep is not None:
        question = partial(solve_kept, loaded, keep, seconds=limit, **common)
    with show_search(f"solving {game}", loaded, seconds if keep is None else limit) as stop:
        solved = run_stoppable(question, stop, patience=PATIENCE if keep is None else SAVE_PATIENCE)
    if as_json:
        echo_json(solved)
    elif solved.move is None:
        click.echo(f"The game is over: {solved.result}.")
    else:
        _print_solved(solved, loaded, whole_line)


def _print_solved(solved: Solved, game: Game, whole_line: bool) -> None:
    from kibitz.analysis.score_words import name_worth
    from kibitz.cli.terminal.formatting import format_points, format_time, plural

    verdict = "a draw" if solved.score == 0 else f"{solved.to_move} {'wins' if solved.score > 0 else 'loses'}"
    when = "" if solved.distance is None else f" in {plural(solved.distance, 'ply', 'plies')}"
    if worth := name_worth(game, solved.to_move, solved.score):
        verdict, when = worth, ""
    click.echo(f"score   {format_points(solved.score)}: {verdict}{when} with best play")
    click.echo(f"move    {solved.move}")
    if whole_line:
        click.echo(f"line    {' '.join(solved.line)}")
    click.echo(f"search  {plural(solved.nodes, 'node')}, {format_time(solved.seconds)}")
    if solved.scores is not None:
        click.echo("scores  " + "  ".join(f"{move}:{format_points(score)}" for move, score in solved.scores.items()))


def _solve_lines(game: Game, lines: str, seconds: float, solver: Perfect, workers: int, cluster: str | None) -> None:
    """Answer the lines of a file, - for standard input, line by line; exit status 1 if any had no answer."""
    from kibitz.analysis.solve_lines import read_pieces, solve_pieces
    from kibitz.cli.terminal.formatting import plural
    from kibitz.cli.terminal.progress_bar import end_preparation
    from kibitz.core.files.named_file import open_binary

    answered, failed = 0, False
    context = click.get_current_context()
    file = sys.stdin.buffer if lines == "-" else context.with_resource(open_binary(Path(lines)))
    end_preparation()
    pieces = solve_pieces(game, read_pieces(file), seconds=seconds, solver=solver, workers=workers, cluster=cluster)
    try:
        for answers in pieces:
            click.echo("\n".join(map(_format_answer, answers)))
            answered += len(answers)
            failed |= any(answer.error for answer in answers)
    except KeyboardInterrupt:
        exit_interrupted(f"{plural(answered, 'line')} had been answered")
    if failed:
        sys.exit(1)


def _format_answer(answer: SolvedLine) -> str:
    if answer.error:
        return f"{answer.position} error: {answer.error}"
    return f"{answer.position} {answer.score} {answer.nodes} {1e6 * answer.seconds:.0f}"


@click.command(cls=GameCommand, context_settings={"ignore_unknown_options": True})  # so that -1 is a number
@game_argument
@click.argument("depth", type=int)
@position_options
@click.option("--split", is_flag=True, help="Also show the count after each first move.")
@click.option("--anyway", is_flag=True, help="Start even if it will take more than a day.")
@json_option
def perft(
    game: str, depth: int, moves: str | None, position: str | None, split: bool, anyway: bool, as_json: bool
) -> None:
    """Count the games of up to DEPTH plies."""
    from kibitz.analysis.count_games import Counted, CountProgress, count_games
    from kibitz.cli.terminal.interrupt import Interrupted, run_stoppable
    from kibitz.cli.terminal.progress_bar import WorkLine, show_work
    from kibitz.core.loading import load_game
    from kibitz.core.searching import StopFlag

    loaded, progress = load_game(game), CountProgress(StopFlag())

    def watch(line: WorkLine) -> None:
        ply = f", ply {progress.ply} of {depth}" if progress.ply else ""
        planned = progress.planned
        line.update(min(progress.done, planned or 0), f"counting the games{ply}", planned)

    def count(stop: StopFlag) -> Counted:
        return count_games(loaded, depth, moves=moves, position=position, split=split, anyway=anyway, progress=progress)

    try:
        with show_work("counting the games", unit="%", watch=watch):
            counted = run_stoppable(count, progress.stop)
    except Interrupted as pressed:
        known = pressed.known
        if not isinstance(known, Counted) or not known.nodes_by_ply:
            raise Interrupted(sentence="stopped; nothing is counted yet.") from None
        _show_counted(known, as_json)
        raise Interrupted(sentence=f"stopped; these are the plies that were counted, of {depth}.") from None
    _show_counted(counted, as_json)


def _show_counted(counted: Counted, as_json: bool) -> None:
    if as_json:
        echo_json(counted)
    else:
        _print_counted(counted)


def _print_counted(counted: Counted) -> None:
    table = make_text_table(gap=3)
    for heading in ("ply", "games that long", "finished there", "different positions"):
        table.add_column(heading, justify="right")
    rows = zip(counted.nodes_by_ply, counted.finished_by_ply, counted.positions_by_ply, strict=True)
    for ply, (nodes, finished, positions) in enumerate(rows):
        table.add_row(f"{ply}", f"{nodes:,}", f"{finished:,}", "?" if positions is None else f"{positions:,}")
    console = make_console()
    console.print(table)
    finished_in_all = sum(counted.finished_by_ply)
    console.print(f"{finished_in_all:,} games finished within {counted.depth} plies")
    if None in counted.positions_by_ply:
        console.print("?: games were counted there, but not the different positions they reach")
    for move, nodes in (counted.split or {}).items():
        console.print(f"  {move}: {nodes:,}", markup=False)
