"""What S3 says in passing about Take-Away: who wins, and whether the limit or the depth costs more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from kibitz.core.game import find_game
from kibitz.lab.design import BoardLink, Cell, Column, Plot, Row, Values, number
from kibitz.lab.verdict import ClaimPart, Verdict, judge_parts
from kibitz.reports.measuring.claims import CheckedClaim, read_column
from kibitz.reports.measuring.searches import count_tree_sizes, search_with

REPORT = "Tic-tac-toe, Take-Away and Connect 4 console program, task two"
MOST_CHIPS = 24
DEPTHS, LIMITS, CHIPS = (6, 7, 8), range(3, 10), 20  # of S3's table


class WhoWinsTakeAway(CheckedClaim):
    id = "S3-11b"
    title = "Who wins Take-Away"
    source = f"{REPORT}, Resource Consumption"
    says = (
        "If the removal amount is at or above a multiple of the starting number of chips, the starting player wins, if "
        "they play perfectly."
    )
    assumes = (
        "The sentence lacks its verb and is read in two ways: as printed (the limit is a multiple of the chips, or "
        "above one, so all can be taken at once), and turned round (the chips are at or above a multiple of the "
        "limit)."
    )
    columns = (
        Column("starts with a win"),
        Column("right as printed"),
        Column("right turned round"),
        Column("right by the rule"),
    )

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [Cell(f"1 to {MOST_CHIPS} chips, at most {take} a move", {"take": take}) for take in range(1, 7)]

    def measure(self, cell: Cell, seed: int) -> Values:
        """How many of the heaps the starting player wins, and how often each rule says so rightly."""
        take = cell.whole("take")
        wins = {chips: _first_wins(chips, take) for chips in range(1, MOST_CHIPS + 1)}
        rules: dict[str, Callable[[int], bool]] = {
            "right as printed": lambda chips: take >= chips,
            "right turned round": lambda chips: chips >= take,
            "right by the rule": lambda chips: chips % (take + 1) != 0,
        }
        right = {name: sum(rule(chips) == wins[chips] for chips in wins) for name, rule in rules.items()}
        return {"starts with a win": sum(wins.values()), **right}

    def app_links(self, row: Row) -> Sequence[BoardLink]:
        take = row.cell.whole("take")
        return (
            BoardLink("play against perfect play", f"take-away:chips={4 * (take + 1)},take={take}", "human", "strong"),
        )

    def decide(self, rows: Sequence[Row]) -> Verdict:
        heaps = MOST_CHIPS * len(rows)
        printed, turned, rule = (
            int(sum(read_column(rows, f"right {name}"))) for name in ("as printed", "turned round", "by the rule")
        )
        return judge_parts(
            ClaimPart(
                "the starting player wins as the sentence says",
                heaps in (printed, turned),
                f"right for {printed} of {heaps} heaps as printed, for {turned} turned round, and for {rule} with the "
                "rule that the chips must not be a multiple of the limit plus one",
                "the starting player wins unless the chips are a multiple of the limit plus one, which is another rule",
            )
        )


@cache
def _first_wins(chips: int, take: int) -> bool:
    game = find_game(f"take-away:chips={chips},take={take}")
    return search_with("alphabeta:table=two-tier,backend=reference", game).score.points > 0


class TurnsTheGame(CheckedClaim):
    id = "S3-11c"
    title = "A losing full search against a player who errs"
    source = f"{REPORT}, Resource Consumption"
    says = (
        "If it is the losing player, [the full tree search] will set itself to be the winning player, if the other "
        "player does not play perfectly."
    )
    assumes = (
        "The full search is to move on a heap that it loses, and the other player makes every possible reply: all "
        "these games are counted. That player does not play perfectly if a reply leaves a heap that the search can win."
    )
    columns = (Column("games"), Column("with a mistake"), Column("of these won"), Column("without, won"))

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [
            Cell(f"{chips} chips, at most {take} a move", {"chips": chips, "take": take})
            for take in (2, 3, 4)
            for chips in range(take + 1, MOST_CHIPS + 1, take + 1)
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        games = list(_games_of_search(cell.whole("chips"), cell.whole("take")))
        mistaken = [won for won, mistake in games if mistake]
        return {
            "games": len(games),
            "with a mistake": len(mistaken),
            "of these won": sum(mistaken),
            "without, won": sum(won for won, mistake in games if not mistake),
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        games, mistaken, won, lucky = (
            int(sum(read_column(rows, name))) for name in ("games", "with a mistake", "of these won", "without, won")
        )
        return judge_parts(
            ClaimPart(
                "a full search that starts on a lost heap wins every game in which the other player makes a mistake",
                won == mistaken,
                f"it wins {won:,} of {mistaken:,} games with a mistake and {lucky:,} of the other "
                f"{games - mistaken:,}, from {len(rows)} lost heaps",
                "a full search that starts on a lost heap does not win every game in which the other player makes a "
                "mistake",
            )
        )


def _games_of_search(chips: int, take: int, *, mistake: bool = False) -> Iterator[tuple[bool, bool]]:
    """All games of the full search, to move, against every reply: whether it wins, and whether the other erred."""
    left = _leave(chips, take)
    if left == 0:
        yield True, mistake
    for taken in range(1, min(take, left) + 1):
        if taken == left:
            yield False, mistake
        else:
            is_mistake = _first_wins(left - taken, take)
            yield from _games_of_search(left - taken, take, mistake=mistake or is_mistake)


@cache
def _leave(chips: int, take: int) -> int:
    """The chips that the full search leaves."""
    game = find_game(f"take-away:chips={chips},take={take}")
    move = search_with("alphabeta:table=two-tier,backend=reference", game).move
    assert move is not None
    return chips - int(game.move_name(move))


class LimitAgainstDepth(CheckedClaim):
    id = "S3-16b"
    title = "Take-Away: the removal limit against the search depth"
    source = f"{REPORT} (c), Removal Limit"
    says = (
        "The higher the search depth, the faster increasing the removal limit increases the search time; if either is "
        "static, increasing the removal limit increases it less than increasing the search depth."
    )
    assumes = (
        "Nodes stand for time, at the depths and limits of S3's table; 'growing by' means the factor for one more."
    )
    columns = (Column("nodes"), Column("growth by limit"), Column("growth by depth"))
    plot = Plot("lines", x="limit", y=("growth by limit", "growth by depth"), by="depth")

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [
            Cell(f"depth {depth}, limit {limit}", {"depth": depth, "limit": limit})
            for depth in DEPTHS
            for limit in LIMITS
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        depth, limit = cell.whole("depth"), cell.whole("limit")
        here = _nodes(depth, limit)
        return {
            "nodes": here,
            "growth by limit": _nodes(depth, limit + 1) / here,
            "growth by depth": _nodes(depth + 1, limit) / here,
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        by_place = {(row.cell.whole("depth"), row.cell.whole("limit")): row.measured for row in rows}
        nodes, limit, depth = (
            {place: number(values, name) for place, values in by_place.items()}
            for name in ("nodes", "growth by limit", "growth by depth")
        )
        added = {place: nodes[place] * (limit[place] - 1) for place in nodes}
        less = [place for place in limit if limit[place] < depth[place]]
        least = max((at for _, at in set(limit) - set(less)), default=min(LIMITS) - 1) + 1
        parts = (
            ClaimPart(
                "a higher limit adds more nodes the deeper the search is",
                _rises(added),
                f"one more chip a move adds up to {max(added[DEPTHS[0], n] for n in LIMITS):,.0f} nodes at depth "
                f"{DEPTHS[0]} and up to {max(added[DEPTHS[-1], n] for n in LIMITS):,.0f} at depth {DEPTHS[-1]}",
                "a higher limit does not always add more nodes the deeper the search is",
            ),
            ClaimPart(
                "the factor by which a higher limit multiplies the nodes rises with the depth as well",
                _rises(limit),
                f"it is a factor of {min(limit.values()):.2f} to {max(limit.values()):.2f}, and one ply more is one of "
                f"{min(depth.values()):.2f} to {max(depth.values()):.2f}",
                "the factor by which a higher limit multiplies the nodes does not rise with the depth, since the heap "
                "is empty sooner",
            ),
            ClaimPart(
                "a higher limit costs less than a greater depth",
                len(less) == len(limit),
                f"the limit costs less in {len(less)} of {len(limit)} places of the table",
                f"a higher limit costs less than a greater depth only from a limit of {least} on",
            ),
        )
        condition = f"in nodes, not as a factor, and for limits of {least} or more" if parts[0].holds else ""
        return judge_parts(*parts, condition=condition)


def _rises(numbers: Mapping[tuple[int, int], float]) -> bool:
    """Whether every number is larger at the next depth."""
    return all(numbers[a, n] < numbers[b, n] for a, b in pairwise(DEPTHS) for n in LIMITS)


def _nodes(depth: int, limit: int) -> int:
    return count_tree_sizes(f"take-away:chips={CHIPS},take={limit}", depth)[-1]
