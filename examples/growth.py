"""My report, table 1: how many nodes minimax and alpha-beta visit on tic-tac-toe."""

from kibitz import Cell, Column, Experiment, Kind, Plot, Verdict, best_move


class Growth(Experiment):
    id = "my-1"
    title = "Tic-tac-toe: nodes by depth"
    source = "my report, table 1"
    says = "Alpha-beta visits half the nodes of minimax."
    columns = (Column("minimax"), Column("alpha-beta"), Column("time", "ms", exact=False))
    plot = Plot("lines", x="depth", y=("minimax", "alpha-beta"), log=True)

    def cells(self, *, quick=False):
        return [Cell(f"depth {depth}", {"depth": depth}) for depth in range(1, 5 if quick else 7)]

    def reported(self, cell):
        printed = {1: (10, 10), 2: (82, 41), 3: (586, 293)}  # as in my report
        return dict(zip(("minimax", "alpha-beta"), printed.get(cell.whole("depth"), ()), strict=False))

    def measure(self, cell, seed):
        options = f"depth={cell.whole('depth')},backend=reference"
        minimax, alphabeta = (best_move("tic-tac-toe", f"{name}:{options}") for name in ("minimax", "alphabeta"))
        return {
            "minimax": minimax.nodes,
            "alpha-beta": alphabeta.nodes,
            "time": 1000 * (minimax.seconds + alphabeta.seconds),
        }

    def judge(self, rows):
        last = rows[-1]
        share = last.number("alpha-beta") / last.number("minimax")
        kind = Kind.HOLDS if 0.45 < share < 0.55 else Kind.WRONG
        return Verdict(kind, f"at {last.cell.name} it visits {100 * share:.0f} % of them")
