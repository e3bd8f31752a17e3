"""S0's claims about preventing a win, chances that are skipped, longer games, and games that end soon.

Preventing is the aim of parts 1 and 3 of S0's tests. A block is counted as `kibitz match` counts it: the side to move
cannot win at once, the other side could with its next move, and at least one legal move keeps it from doing so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.arena.chances import count_chances_of_side
from kibitz.core.game import Game, Move, find_game
from kibitz.core.random_games import play_randomly
from kibitz.core.rng import Rng
from kibitz.core.searching import find_searcher
from kibitz.lab.design import Cell, Column, Plot, Row, Values, number
from kibitz.lab.tools.growth import count_nodes_by_ply
from kibitz.lab.verdict import ClaimPart, Verdict, answer_both, join_words, judge_parts
from kibitz.play.players import find_player, take_turn
from kibitz.play.records import Choice, GameRecord
from kibitz.reports.catalogue.s0.s0_22_human_games import RANDOM_PEOPLE, every_game
from kibitz.reports.catalogue.s0.s0_26_evaluation_counts import REPORT, RIGHT, TESTS
from kibitz.reports.catalogue.s0.s0_27_outcomes import SEARCHERS
from kibitz.reports.measuring.claims import CheckedClaim, read_column, rows_with
from kibitz.reports.measuring.matches import count_leaves, estimate_share_of_games, list_searches

SECOND = 1  # the side of the program in S0's games against a person
AS_PUBLISHED, CORRECTED = "as published", "corrected"
SWITCHES = {AS_PUBLISHED: "", CORRECTED: f",{RIGHT}"}


class PreventsWins(CheckedClaim):
    id = "S0-34"
    title = "Does the second player prevent a win?"
    source = f"{REPORT}, sections 5 and 6.2"
    says = (
        "Indeed the second player wants to prevent the first player winning the game; but in some tests the program "
        "does not prevent the opponent's win, even if it is too obvious."
    )
    assumes = (
        "The program of S0 is asked for its move as second player on 7x6 with N=4, in positions of random games in "
        "which it cannot win at once, the first player threatens to, and some legal moves prevent that. Wanting to "
        "prevent is taken as blocking more often than random moves would. Alpha-beta is asked, as S0's minimax plays "
        "the same."
    )
    columns = (
        Column("positions"),
        Column("blocked"),
        Column("share", "%"),
        Column("share low", "%"),
        Column("share high", "%"),
        Column("by chance", "%"),
    )
    plot = Plot("bars", x="depth", y=("share",), by="program", title="Threats of the first player that are blocked")

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        count = 10 if quick else 200
        return [
            Cell(
                f"{program}, depth {depth}",
                {"program": program, "depth": depth, "positions": count},
                f"{count} positions" if quick else "",
            )
            for program in SWITCHES
            for depth in (2, 6)
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        game, asked = find_game("connect-four"), cell.whole("positions")
        program = f"replica-s0-alphabeta:depth={cell.settings['depth']}{SWITCHES[str(cell.settings['program'])]}"
        searcher, limits = find_searcher(program)
        blocked, by_chance = 0, 0.0
        for moves in _find_threats(game, asked, seed):
            state = game.initial()
            for move in moves:
                state = game.play(state, move)
            answer = searcher.search(game, state, limits).move
            assert answer is not None
            legal = game.moves(state)
            blocked += _blocks(game, moves, answer)
            by_chance += sum(_blocks(game, moves, move) for move in legal) / len(legal)
        return {
            "positions": asked,
            "blocked": blocked,
            **dict(zip(("share", "share low", "share high"), estimate_share_of_games(blocked, asked), strict=True)),
            "by chance": 100 * by_chance / asked,
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        return answer_both(*(self._judge(rows_with(rows, program=program)) for program in SWITCHES))

    def _judge(self, rows: Sequence[Row]) -> Verdict:
        blocked, asked = (int(sum(read_column(rows, name))) for name in ("blocked", "positions"))
        low, by_chance = (read_column(rows, name) for name in ("share low", "by chance"))
        by_depth = join_words(
            [f"{number(row.measured, 'share'):.0f} % at depth {row.cell.settings['depth']}" for row in rows]
        )
        return judge_parts(
            ClaimPart(
                "the second player blocks threats more often than random moves would",
                all(least > chance for least, chance in zip(low, by_chance, strict=True)),
                f"{blocked} of {asked} answers block the threat ({by_depth}), by chance it would be "
                f"{max(by_chance):.0f} %",
                "the second player does not block threats more often than random moves would",
            ),
            ClaimPart(
                "the program leaves obvious threats unblocked",
                blocked < asked,
                "",
                "the program leaves no threat unblocked",
            ),
        )


def _find_threats(game: Game, count: int, seed: int) -> Iterator[list[Move]]:
    """The moves of random games up to the first position in which the second player has to block."""
    rng, found = Rng(seed), 0
    while found < count:
        moves = list[Move]()
        for move, state, legal in play_randomly(game, rng):
            if move is not None:
                moves.append(move)
            if legal and game.to_move(state) == SECOND and _has_to_block(game, moves, legal[0]):
                found += 1
                yield moves
                break


def _has_to_block(game: Game, moves: Sequence[Move], any_move: Move) -> bool:
    return count_chances_of_side(game, [*moves, any_move], len(moves), SECOND).blocks == 1


def _blocks(game: Game, moves: Sequence[Move], answer: Move) -> bool:
    return count_chances_of_side(game, [*moves, answer], len(moves), SECOND).blocks_missed == 0


class SkippedChance(CheckedClaim):
    id = "S0-27b"
    title = "Who skips a chance to win on (7x6,4,2)"
    source = f"{REPORT}, section 5.1, test 7"
    says = "But if I make a mistake i.e. skip the chance to win, it can't win since the goal is higher."
    assumes = (
        f"The person is simulated by {len(SEARCHERS)} players who search one to five plies and who, at their first "
        "chance to win at once, make another move at random and go on. It is not true if the program wins one of those "
        "games. What the program wins against random moves is shown as well, but decides nothing about people."
    )
    columns = (Column("games"), Column("person wins"), Column("program wins"), Column("draws"))
    needs_full_rows = True
    searching, random = "people who search", "random moves"

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        tries = 1 if quick else 10
        fewer = "a tenth of the games" if quick else ""
        return [Cell(name, {"people": name, "tries": tries}, fewer) for name in (self.searching, self.random)]

    def measure(self, cell: Cell, seed: int) -> Values:
        """Games of the published program in which there was a chance to skip; each try skips by another move."""
        test, people = TESTS[7], SEARCHERS if cell.settings["people"] == self.searching else RANDOM_PEOPLE
        program = f"replica-s0-minimax:depth={test.depth},backend=reference"
        outcomes = [
            outcome
            for person in people
            for attempt in range(cell.whole("tries"))
            if (outcome := _play_and_skip(find_game(test.game), person, program, 1_000 * seed + attempt)) is not None
        ]
        return {
            "games": len(outcomes),
            "person wins": outcomes.count(1),
            "program wins": outcomes.count(-1),
            "draws": outcomes.count(0),
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        found = {
            str(row.cell.settings["people"]): [number(row.measured, name) for name in ("program wins", "games")]
            for row in rows
        }
        (wins, games), (wins_at_random, games_at_random) = found[self.searching], found[self.random]
        return judge_parts(
            ClaimPart(
                "the program wins no game after a person who searches has skipped a chance to win",
                wins == 0 if games else None,
                f"the program wins {wins:.0f} of {games:.0f} such games; against random moves {wins_at_random:.0f} of "
                f"{games_at_random:.0f}",
                "the program can win after a person who searches has skipped a chance to win",
                "games in which there was a chance to skip",
            )
        )


def _play_and_skip(game: Game, person: str, program: str, seed: int) -> int | None:
    """The outcome for the person, who begins and skips the first win in one; None if there was none to skip."""
    players, rng = (find_player(person, seed=seed), find_player(program)), Rng(seed)
    record, skipped = GameRecord.begin(game, (person, program)), False
    while not record.is_over:
        side = record.to_move
        choice = take_turn(record, players[side])
        if side != SECOND and not skipped:
            legal = game.moves(record.state)
            others = [move for move in legal if game.result(game.play(record.state, move)) != -1]
            skipped = 0 < len(others) < len(legal)
            choice = Choice(rng.choice(others)) if skipped else choice
        record = record.after(choice)
    return record.outcome if skipped else None


class LongerGames(CheckedClaim):
    id = "S0-24b"
    title = "A longer game takes fewer evaluations"
    source = f"{REPORT}, section 5.3, test 6"
    says = "The interesting part is, if I let the game play be longer, the evaluation becomes a bit less."
    assumes = (
        "Print does not say whether the evaluations of a game or those of a move are meant, so both are judged. All "
        "games that a person can play against the published alpha-beta program on (7x6,2,6) are played."
    )
    columns = (Column("games"), Column("fewest"), Column("mean"), Column("most"), Column("a move"))

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [Cell(f"games of {plies} moves", {"plies": plies}) for plies in (3, 4)]

    def measure(self, cell: Cell, seed: int) -> Values:
        test = TESTS[6]
        program = f"replica-s0-alphabeta:depth={test.depth},backend=reference"
        begun = GameRecord.begin(find_game(test.game), ("human", program))
        records = [one for one in every_game(begun, find_player(program)) if len(one.moves) == cell.whole("plies")]
        searches = [list_searches(record, SECOND) for record in records]
        counts = [count_leaves(choices) for choices in searches]
        return {
            "games": len(records),
            "fewest": min(counts),
            "mean": sum(counts) / len(counts),
            "most": max(counts),
            "a move": sum(counts) / sum(map(len, searches)),
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        short, long = rows
        shown = "; ".join(
            f"{row.cell.name}: {number(row.measured, 'fewest'):.0f} to {number(row.measured, 'most'):.0f} evaluations, "
            f"{number(row.measured, 'mean'):.0f} on average and {number(row.measured, 'a move'):.0f} a move, in "
            f"{number(row.measured, 'games'):.0f} games"
            for row in rows
        )

        def falls(name: str) -> bool:
            return number(long.measured, name) < number(short.measured, name)

        return judge_parts(
            ClaimPart(
                "a longer game takes fewer evaluations for each move of the program",
                falls("a move"),
                shown,
                "a longer game does not take fewer evaluations for each move of the program",
            ),
            ClaimPart(
                "it takes fewer in all",
                falls("mean"),
                "",
                "it takes more in all",
            ),
            condition="only per move of the program" if falls("a move") else "only for the whole game",
        )


class BranchingNearZero(CheckedClaim):
    id = "S0-19b"
    title = "The branching factor when games end early"
    source = f"{REPORT}, section 6.1"
    says = "Since the game ends in early stages [with N=2], the branching factor will be close to zero."
    assumes = (
        "The branching factor of a ply is the number of its positions divided by that of the ply before, finished "
        "games included. Close to zero would be less than one. Seven plies are what S0's program sees at depth 6."
    )
    columns = (Column("positions"), Column("finished"), Column("factor"))
    plot = Plot("lines", x="ply", y=("factor",), by="board")
    boards = ("4x2", "7x6")
    plies = 7

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [
            Cell(f"{board}, ply {ply}", {"board": board, "ply": ply})
            for board in self.boards
            for ply in range(1, self.plies + 1)
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        width, height = str(cell.settings["board"]).split("x")
        game, ply = find_game(f"connect-four:width={width},height={height},k=2"), cell.whole("ply")
        counted = [*count_nodes_by_ply(game, game.initial(), ply), *[(0, 0)] * (ply + 1)]
        (before, _), (reached, unfinished) = counted[ply - 1], counted[ply]
        return {
            "positions": reached,
            "finished": reached - unfinished,
            "factor": reached / before if before else None,
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        factors = {board: read_column(rows_with(rows, board=board), "factor") for board in self.boards}
        least = {board: min(found) for board, found in factors.items()}
        far, near = ([board for board in self.boards if (least[board] >= 1) == is_far] for is_far in (True, False))
        shown = "; ".join(f"{board}: {', '.join(f'{one:.1f}' for one in found)}" for board, found in factors.items())
        return judge_parts(
            ClaimPart(
                "the branching factor falls where games end early",
                all(found[-1] < found[0] for found in factors.values()),
                f"from ply to ply, with N=2, {shown}",
                "the branching factor does not fall where games end early",
            ),
            ClaimPart(
                "it comes close to zero",
                not far,
                "",
                f"it does not come close to zero on {join_words(far)}, where every ply still has "
                f"{min((least[board] for board in far), default=0):.1f} times the positions of the ply before or more",
            ),
            condition=f"only on {join_words(near)}" if near and far else "",
        )
