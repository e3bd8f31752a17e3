"""Kibitz's own format: any game, every move with its score and what it cost.

    [Game "connect-four:width=7,height=6,k=4"]      as on the command line
    [First "engine:depth=6"]                        who began
    [Second "random"]
    [Given "2"]                                     moves set up beforehand
    [Result "X wins"]                               and any further headers

    4 4
    4 {+12 d6 n1520 e700 t0.012345}                 score, depth, nodes, evaluations, seconds
    3 {t0.000004}
    5 {+1#5 d6 n88 t0.001}

A score is for the side that moves: an evaluator's guess, or with # the proven result, and the plies to the end if
known; >= and <= mark bounds. A game that does not begin at the usual place has a header Start with its position.
Variations stand in parentheses after the move that they replace: `4 (3 5 (6)) 3`.
The next game in a file begins with its first header.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kibitz.core.errors import BadFile, KibitzError
from kibitz.core.game import Game
from kibitz.core.score import WIN, Bound, Score
from kibitz.core.searching import SearchResult, Stats
from kibitz.core.spec import parse_whole_number
from kibitz.play.files.game_files import GAME_FORMATS, GameFormat, GameLoader, SavedGame
from kibitz.play.records import Choice, GameRecord, parse_state, state_text
from kibitz.play.variations import MoveTree, Variation, can_write_variations, write_line

OWN = ("Game", "First", "Second", "Given", "Start")  # headers that belong to the record

_HEADER = re.compile(r'\[(?P<key>[A-Za-z]+) "(?P<value>(?:[^"\\]|\\.)*)"\]')
_NOTE = r"(?:\s*\{(?P<note>[^{}]*)\})?"
_TOKEN = re.compile(rf"(?P<bracket>[()])|(?P<move>[^\s{{}}()]+){_NOTE}")
_MOVE = re.compile(rf"(?P<bracket>(?!))|(?P<move>[^\s{{}}]+){_NOTE}")  # where a parenthesis is part of a move's name
_SCORE = re.compile(r"(?P<bound>[<>]=)?(?P<points>[+-]?\d+)(?P<proven>#(?P<distance>\d+)?)?")
_NUMBER = re.compile(r"(?P<kind>[dent])(?P<value>\d+(?:\.\d+)?)")
_BOUNDS = {Bound.EXACT: "", Bound.LOWER: ">=", Bound.UPPER: "<="}


def write_game(saved: SavedGame) -> str:
    """One game as text, an empty line at its end."""
    record = saved.record
    headers = {
        "Game": saved.headers.get("Game", str(record.game)),
        "First": record.players[0],
        "Second": record.players[1],
        "Given": str(record.given),
    }
    if record.start is not None:
        headers["Start"] = state_text(record.game, record.start)
    headers.update((key, value) for key, value in saved.headers.items() if key not in headers)
    headers.setdefault("Result", record.result)
    lines = [f'[{key} "{_quoted(value)}"]' for key, value in headers.items()]
    if saved.variations and not can_write_variations(record.game):
        raise BadFile(
            f"Variations of {record.game.name} cannot be written: names of its moves have parentheses in them."
        )
    return "\n".join([*lines, "", *_move_lines(record, saved.variations)]) + "\n\n"


def _move_lines(record: GameRecord, variations: Sequence[Variation]) -> Iterator[str]:
    """The given moves in one line, then a line for every move and every variation."""
    names = [record.game.move_names[move] for move in record.moves]
    waiting, given = list(variations), list[str]()
    for ply, (name, choice) in enumerate(zip(names, record.choices, strict=True)):
        if ply < record.given:
            given.append(name)
        else:
            yield f"{name} {_note(choice)}".rstrip()
        here = [variation for variation in waiting if variation.ply == ply]
        if given and (here or ply == record.given - 1):
            yield " ".join(given)
            given = []
        for variation in here:
            yield f"({_variation_text(record.game, variation)})"


def _variation_text(game: Game, variation: Variation) -> str:
    def write(choices: Sequence[Choice]) -> str:
        return " ".join(f"{game.move_names[choice.move]} {_note(choice)}".rstrip() for choice in choices)

    return write_line(variation.choices, variation.variations, variation.ply, write)


def _note(choice: Choice) -> str:
    parts = []
    if choice.result is not None:
        stats = choice.result.stats
        parts = [_score_text(choice.result.score), f"d{stats.depth}", f"n{stats.nodes}", f"e{stats.evaluations}"]
    if choice.seconds:
        parts.append(f"t{choice.seconds:.6f}")
    return "{" + " ".join(parts) + "}" if parts else ""


def _score_text(score: Score) -> str:
    points = f"{score.points:+d}" if score.points else "0"
    distance = "" if score.distance is None else str(score.distance)
    return _BOUNDS[score.bound] + points + (f"#{distance}" if score.proven else "")


def _parse_score(text: str) -> Score | None:
    match = _SCORE.fullmatch(text)
    if match is None:
        return None
    points, distance = int(match["points"]), None if match["distance"] is None else int(match["distance"])
    bound = {text: bound for bound, text in _BOUNDS.items()}[match["bound"] or ""]
    if match["proven"] is None:
        return Score(points, bound)
    short = (distance or 0) * ((points > 0) - (points < 0))
    return Score(points * WIN - short, bound, proven=True, distance=distance)


def parse_games(text: str, load: GameLoader, game: Game | None = None) -> list[SavedGame]:
    """The games in a text; the reverse of `write_game` for each. `game` is for those that do not name theirs."""
    return [_parse(number, headers, moves, load, game) for number, headers, moves in _split(text)]


def read_headers(text: str) -> dict[str, str]:
    """The headers of the first game in a text; empty if there is none."""
    return next((headers for _, headers, _ in _split(text)), {})


def _split(text: str) -> Iterator[tuple[int, dict[str, str], str]]:
    """The line each game begins at, its headers, and the text of its moves."""
    begun, headers, moves, among_headers = 1, dict[str, str](), list[str](), False
    for number, line in enumerate(text.splitlines(), start=1):
        header = _HEADER.fullmatch(line.strip())
        if header is not None:
            if not among_headers and (headers or moves):
                yield begun, headers, "\n".join(moves)
                headers, moves = {}, []
            begun = begun if headers else number
            headers[header["key"]] = re.sub(r"\\(.)", r"\1", header["value"])
        elif line.strip().startswith("["):
            raise BadFile(f"Line {number}: '{line.strip()}' is not a header; write [Name \"value\"].")
        elif line.strip():
            moves.append(line)
        among_headers = header is not None
    if headers or moves:
        yield begun, headers, "\n".join(moves)


def _parse(number: int, headers: dict[str, str], moves: str, load: GameLoader, game: Game | None) -> SavedGame:
    where = f"The game in line {number}"
    if "Game" in headers:
        game = load(headers["Game"])
    if game is None:
        raise BadFile(f'{where} does not name the game; add a line such as [Game "othello"].')
    start = parse_state(game, headers["Start"]) if "Start" in headers else None
    given = headers.get("Given", "0")
    if parse_whole_number(given) is None:
        raise BadFile(f"{where}: Given is the number of moves set up beforehand, not '{given}'.")
    tree = MoveTree(game, start)
    for token in (_TOKEN if can_write_variations(game) else _MOVE).finditer(moves):
        try:
            if token["bracket"] == "(":
                tree.open()
            elif token["bracket"] == ")":
                tree.close()
            else:
                move = game.legal_move(tree.state, token["move"])
                tree.add(_choice(move, token["note"] or "", f"{where}, {tree.place}"))
        except BadFile:
            raise
        except KibitzError as error:
            raise BadFile(f"{where}, {tree.place}: {error}") from None
    try:
        found = tree.finish((headers.get("First", ""), headers.get("Second", "")))
    except KibitzError as error:
        raise BadFile(f"{where}: {error}") from None
    record = replace(found.record, given=min(int(given), len(found.record.choices)))
    kept = {key: value for key, value in headers.items() if key not in OWN or key == "Game"}
    return SavedGame(record, kept, found.variations)


def _choice(move: int, note: str, where: str) -> Choice:
    score, numbers = None, dict[str, str]()
    for word in note.split():
        number = _NUMBER.fullmatch(word)
        if number is not None:
            numbers[number["kind"]] = number["value"]
        elif (score := _parse_score(word)) is None:
            raise BadFile(f"{where}: '{word}' is neither a score nor d, n, e or t with a number.")
    seconds = float(numbers.get("t", "0"))
    if score is None:
        return Choice(move, None, seconds)
    depth, nodes, evaluations = (int(float(numbers.get(kind, "0"))) for kind in "dne")
    stats = Stats(nodes=nodes, evaluations=evaluations, depth=depth)
    return Choice(move, SearchResult(move, score, stats=stats), seconds)


def _quoted(text: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", " ".join(text.split()))


def _write(games: Sequence[SavedGame]) -> str:
    return "".join(map(write_game, games))


GAME_FORMATS.register(
    GameFormat(".games", "Kibitz's own: every game, every move with score, depth, nodes and time", parse_games, _write)
)
