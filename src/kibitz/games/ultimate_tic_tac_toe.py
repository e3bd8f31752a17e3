"""Ultimate tic-tac-toe: nine small boards in a large one; a cell says on which board the other side must go on.

Whoever gets three in a row on a small board owns it; whoever owns three boards in a row wins. If the board one is sent
to is finished, any other may be chosen. If all boards are finished and nobody has three in a row, the game is drawn.

Small boards are numbered in reading order, and so are the cells of each, 0 to 8. A state is five ints:

    X's cells of boards 0 to 6, nine bits each          O's cells of boards 0 to 6
    boards 7 and 8: X's cells, then O's (18 bits each)
    boards owned by X, by O, full without an owner (nine bits each), then the board to play on, 9 for any
    whose turn

Moves are the 81 cells of the large board in reading order.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass

from kibitz.core.game import ONGOING, Cell, Game, Move, Reason, Rules, State, Symmetry, View, helper
from kibitz.core.notation import check_position
from kibitz.games.lines import square_symmetries

LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)  # three in a row on a small board
FULL = 0o777
ANY = 9  # in place of the number of a board
LOW = 7  # small boards whose cells are in the first two ints
TARGET = 27  # the bit of the fourth int with which the board to play on begins
PLACES = (
    *("at the top left", "at the top", "at the top right"),
    *("on the left", "in the middle", "on the right"),
    *("at the bottom left", "at the bottom", "at the bottom right"),
)
BOARD_NAMES = tuple(f"{column}{row}" for row in "123" for column in "abc")


@helper
def has_three(cells: int) -> bool:
    """Whether three in a row are among nine cells."""
    found = False
    for line in LINES:
        found |= cells & line == line
    return found


@helper
def small_board(state: State, side: int, board: int) -> int:
    """A side's cells on one small board."""
    if board < LOW:
        return state[side] >> 9 * board & FULL
    return state[2] >> 9 * (board - LOW + 2 * side) & FULL


@dataclass(frozen=True)
class UltimateTicTacToe(Game):
    name = "ultimate-tic-tac-toe"
    title = "Ultimate tic-tac-toe"
    about = "Win three small boards in a row; each cell you take sends the opponent to the small board at its place."
    family = "lines"
    look = "marks"
    presets = ("ultimate-tic-tac-toe",)
    evaluator = "small-boards"
    position_marks = "XO"

    @property
    def num_moves(self) -> int:
        return 81

    @property
    def max_plies(self) -> int:
        return 81

    def initial(self) -> State:
        return (0, 0, 0, ANY << TARGET, 0)

    def rules(self) -> Rules:
        def moves(state: State, out: MutableSequence[int]) -> int:
            target, boards, count = state[3] >> TARGET, state[3], 0
            closed = (boards | boards >> 9 | boards >> 18) & FULL
            if target < ANY:
                free = ~(small_board(state, 0, target) | small_board(state, 1, target))
                corner = target // 3 * 27 + target % 3 * 3
                for cell in range(9):
                    out[count] = corner + cell // 3 * 9 + cell % 3
                    count += free >> cell & 1
                return count
            for row in range(9):
                for column in range(3):
                    board = row // 3 * 3 + column
                    if closed >> board & 1 == 0:
                        free = ~(small_board(state, 0, board) | small_board(state, 1, board))
                        for cell in range(3):
                            out[count] = row * 9 + column * 3 + cell
                            count += free >> (row % 3 * 3 + cell) & 1
            return count

        def play(state: State, move: Move) -> State:
            x, o, high, boards, turn = state
            row, column = move // 9, move % 9
            board, cell = row // 3 * 3 + column // 3, row % 3 * 3 + column % 3
            if board >= LOW:
                high |= 1 << 9 * (board - LOW + 2 * turn) + cell
            elif turn == 0:
                x |= 1 << 9 * board + cell
            else:
                o |= 1 << 9 * board + cell
            mine = small_board(state, turn, board) | 1 << cell
            if has_three(mine):
                boards |= 1 << 9 * turn + board
            elif mine | small_board(state, 1 - turn, board) == FULL:
                boards |= 1 << 18 + board
            closed = (boards | boards >> 9 | boards >> 18) & FULL
            target = ANY if closed >> cell & 1 else cell
            return (x, o, high, boards & (1 << TARGET) - 1 | target << TARGET, 1 - turn)

        def result(state: State) -> int:
            boards = state[3]
            if has_three(boards >> 9 * (1 - state[4]) & FULL):
                return -1
            return 0 if (boards | boards >> 9 | boards >> 18) & FULL == FULL else ONGOING

        return Rules(moves, play, result)

    def rows(self, state: State) -> tuple[str, ...]:
        """All 81 cells; on boards that are finished, in lower case what does not own the board."""
        rows = [["."] * 9 for _ in range(9)]
        for board in range(9):
            owner = self.owner(state, board)
            for side, mark in enumerate("XO"):
                cells = small_board(state, side, board)
                for cell in range(9):
                    if cells >> cell & 1:
                        row, column = _place(board, cell)
                        rows[row][column] = mark if owner in (mark, "") else mark.lower()
        return tuple(map("".join, rows))

    def owner(self, state: State, board: int) -> str:
        """X or O if that side owns the small board, '=' if it is full without an owner, '' while it is open."""
        for shift, mark in ((0, "X"), (9, "O"), (18, "=")):
            if state[3] >> shift + board & 1:
                return mark
        return ""

    def view(self, state: State) -> View:
        names = tuple("abcdefghi"), tuple("123456789")
        targets = {divmod(move, 9): move for move in self.moves(state)}
        owners = {_place(board, 4): self.owner(state, board) for board in range(9)}
        texts = {cell: owner for cell, owner in owners.items() if owner in ("X", "O")}
        return View(self.rows(state), targets, *names, texts=texts, blocks=(3, 3))

    def remark(self, state: State) -> str:
        board, side = state[3] >> TARGET, self.players[state[4]]
        if board == ANY:
            return "" if state == self.initial() else f"{side} may play on any open board."
        first, last = (self.move_name(9 * row + column) for row, column in (_place(board, 0), _place(board, 8)))
        return f"{side} must play on the board {PLACES[board]}, {first} to {last}."

    def move_name(self, move: Move) -> str:
        return f"{'abcdefghi'[move % 9]}{move // 9 + 1}"

    def centre_distance(self, move: Move) -> int:
        """The middle cells of small boards come first, then their corners, as in tic-tac-toe."""
        row, column = divmod(move, 9)
        return (0, 2, 1)[abs(row % 3 - 1) + abs(column % 3 - 1)]

    def symmetries(self) -> tuple[Symmetry, ...]:
        """Those of the large board; the small ones turn with it."""
        return tuple(map(self._symmetry, square_symmetries(9, 9)))

    def _symmetry(self, turn: Callable[[Cell], Cell]) -> Symmetry:
        moves = tuple(row * 9 + column for row, column in (turn(divmod(move, 9)) for move in range(81)))

        def turned_board(board: int) -> int:
            row, column = turn(_place(board, 4))
            return row // 3 * 3 + column // 3

        def image(state: State) -> State:
            marks = ["-"] * 81
            for move, mark in enumerate("".join(self.rows(state))):
                marks[moves[move]] = mark.upper()
            target = state[3] >> TARGET
            return _state("".join(marks), state[4], target if target == ANY else turned_board(target))

        return Symmetry(image, moves)

    def winning_cells(self, state: State) -> frozenset[Cell]:
        """The cells of the winner on the three boards in a row."""
        side = 1 - state[4]
        owned = state[3] >> 9 * side & FULL
        boards = {board for line in LINES if owned & line == line for board in range(9) if line >> board & 1}
        return frozenset(
            _place(board, cell) for board in boards for cell in range(9) if small_board(state, side, board) >> cell & 1
        )

    def reasons(self, state: State, move: Move) -> tuple[Reason, ...]:
        """The small board that is won, blocked or given away, and the free choice of the next one."""
        side, after = state[4], self.play(state, move)
        row, column = divmod(move, 9)
        board, cell = row // 3 * 3 + column // 3, row % 3 * 3 + column % 3
        place = PLACES[board]
        cells = tuple(_place(board, each) for each in range(9))
        found = []
        if self.owner(after, board) == "XO"[side]:
            text = f"wins the small board {place}"
            found.append(Reason("board", text, cells, self.result(after) is not None, hint="wins a small board"))
        elif has_three(small_board(state, 1 - side, board) | 1 << cell):
            found.append(Reason("block", f"blocks the small board {place}", cells, hint="blocks a small board"))
        if self.result(after) is not None:
            return tuple(found)
        target, other = after[3] >> TARGET, self.sides[1 - side]
        if target == ANY:
            found.append(Reason("free", f"lets {other} choose any board"))
            return tuple(found)
        taken = small_board(after, 0, target) | small_board(after, 1, target)
        theirs = small_board(after, 1 - side, target)
        wins = [each for each in range(9) if not taken >> each & 1 and has_three(theirs | 1 << each)]
        if wins:
            there = tuple(_place(target, each) for each in wins)
            found.append(Reason("gives", f"lets {other} win the small board {PLACES[target]}", there))
            return tuple(found)
        found.append(
            Reason(
                "sends",
                f"sends {other} to the board {PLACES[target]}, where it cannot win yet",
                hint=f"sends {other} to a board where it cannot win yet",
            )
        )
        return tuple(found)

    @property
    def variant(self) -> str:
        return "nine boards of 3 × 3"

    def why_over(self, state: State) -> str:
        if self.result(state) == 0:
            return "All nine boards are finished, without three in a row."
        return f"{self.players[1 - state[4]]} owns three boards in a row."

    def position_text(self, state: State) -> str:
        board = "".join(self.rows(state)).upper().replace(".", "-")
        target = state[3] >> TARGET
        return f"{board} {self.players[state[4]]} {'any' if target == ANY else BOARD_NAMES[target]}"

    def parse_position(self, text: str) -> State:
        """81 cells in reading order, the side to move, and the small board to play on: a1 to c3, or any."""
        board, *rest = text.strip().upper().replace("/", "").replace(".", "-").split() or [""]
        side, target = [*rest, "", ""][:2]
        check_position(
            len(board) == 81 and set(board) <= set("XO-") and len(rest) <= 2,
            "A position of ultimate-tic-tac-toe is 81 characters of X, O and -, row by row, then the side to move and "
            f"the small board to play on (a1 to c3, or any); got '{text}'.",
        )
        ahead = board.count("X") - board.count("O")
        check_position(
            ahead in (0, 1),
            f"X moves first, so X has as many marks as O or one more; here the difference is {ahead:+d}.",
        )
        turn = self.players[ahead]
        check_position(side in ("", turn), f"With these marks it is {turn}'s turn, not {side}'s.")
        targets = {"": ANY, "ANY": ANY, **{name.upper(): number for number, name in enumerate(BOARD_NAMES)}}
        check_position(target in targets, f"The board to play on is a1 to c3, or any; got '{target.lower()}'.")
        state = _state(board, ahead, targets[target])
        for number, name in enumerate(BOARD_NAMES):
            both = all(has_three(small_board(state, side, number)) for side in (0, 1))
            check_position(not both, f"Both sides have three in a row on the small board {name}.")
        check_position(
            not has_three(state[3] >> 9 * ahead & FULL),
            f"{turn} owns three boards in a row already, so the game was over before this position.",
        )
        chosen = targets[target]
        check_position(
            chosen == ANY or not self.owner(state, chosen),
            f"The small board {target.lower()} is finished; write any instead.",
        )
        return state


def _place(board: int, cell: int) -> Cell:
    """Where a cell of a small board lies on the large one."""
    return board // 3 * 3 + cell // 3, board % 3 * 3 + cell % 3


def _state(marks: str, turn: int, target: int) -> State:
    """The state with these 81 marks in reading order."""
    low, high, boards = [0, 0], 0, target << TARGET
    for board in range(9):
        cells = [marks[row * 9 + column] for row, column in (_place(board, cell) for cell in range(9))]
        for side, mark in enumerate("XO"):
            mine = sum(1 << cell for cell in range(9) if cells[cell] == mark)
            if board < LOW:
                low[side] |= mine << 9 * board
            else:
                high |= mine << 9 * (board - LOW + 2 * side)
            boards |= has_three(mine) << 9 * side + board
        if not {".", "-"} & set(cells) and not (boards >> board | boards >> 9 + board) & 1:
            boards |= 1 << 18 + board
    return (low[0], low[1], high, boards, turn)
