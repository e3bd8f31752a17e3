"""Find the fault: a search ran with one of the doctor's faults. Where did it first go wrong, and which fault is it?"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from json import dumps, loads

from kibitz.core.rng import Rng
from kibitz.doctor.faults.fault import find_library_fault
from kibitz.exercises.common.number_trees import (
    draw_nodes,
    draw_values,
    make_tree,
    random_tree,
    read_tree,
    record_search,
)
from kibitz.exercises.common.pruning import FAIL_SOFT, say_bound
from kibitz.exercises.common.search_log import Step, list_programs, log_search
from kibitz.exercises.kind import STATED, Convention, Kind
from kibitz.exercises.task import Answers, Figure, Question, TableFigure, Task
from kibitz.search.alphabeta import AlphaBeta
from kibitz.trees.drawing.tree_figure import TreeFigure
from kibitz.trees.recording import Recording

# Faults are named here rather than taken from the library as a whole: a new one there must not change old tasks.
VALUES = (
    "last-child-kept",
    "last-child-skipped",
    "first-child-skipped",
    "max-also-minimizes",
    "min-also-maximizes",
    "child-of-max-is-max",
    "child-of-min-is-min",
    "returns-in-loop-at-max",
    "returns-in-loop-at-min",
    "max-starts-at-zero",
    "min-starts-at-zero",
    "two-children-only",
    "leaf-sign-dropped",
)
WINDOWS = (
    "alpha-never-raised",
    "beta-never-lowered",
    "alpha-overwritten",
    "no-pruning-at-root",
    "window-never-narrowed",
    "window-shared-by-all-nodes",
    "wrong-bound-updated",
    "cut-inverted-at-max",
    "cut-inverted-at-min",
    "cut-never-made",
    "wrong-bound-returned",
)
CUTS = (
    "alpha-shared-between-siblings",
    "bound-of-other-side-not-passed",
    "cut-before-value-kept",
    "cut-only-beyond-window",
    "cut-returns-infinity",
    "deep-cuts-missed",
    "no-cut-at-max",
    "no-cut-at-min",
    "own-bound-returned-on-cut",
    "siblings-cut-too",
)
# Plies, numbers of children, faults, faults to choose from, and most steps, by level.
SHAPES = (
    (2, (2,), VALUES, 3, 12),
    (2, (2, 3), VALUES, 4, 20),
    (3, (2,), VALUES + WINDOWS, 4, 26),
    (3, (2, 3), WINDOWS + CUTS, 5, 34),
    (3, (2, 3), CUTS, 6, 44),
)
EARLIEST = 3  # the first step that may be wrong

LATER = Convention("later", "Something is wrong there as well, but it went wrong earlier.")


class FindFault(Kind):
    name = "fault"
    title = "Find the fault"
    about = "A search ran with a fault: at which node did it first go wrong, and which fault is it?"
    levels = (
        "two plies, three faults to choose from",
        "two plies, four faults to choose from",
        "three plies of two moves, also faults of the window",
        "three plies, faults of windows and cuts, five to choose from",
        "three plies, faults of cuts, six to choose from",
    )
    costs = (9, 12, 16, 22, 44)  # steps up to the first wrong one, and faults to choose from
    conventions = (STATED, LATER)

    def propose(self, level: int, rng: Rng, game: str) -> Task | None:
        plies, widths, faults, number, most = SHAPES[level - 1]
        lists = random_tree(rng, plies, widths, range(-9, 16))
        max_first = rng.below(2) == 0
        tree = make_tree(lists, max_first=max_first)
        fault = rng.choice(faults)
        wrong, right = log_search(list_programs(fault)[0], tree), log_search(FAIL_SOFT, tree)
        if wrong is None or right is None or len(wrong) > most:
            return None
        first = _find_first_wrong(wrong, right)
        if first is None or first + 1 < EARLIEST:
            return None
        others = [other for other in faults if other != fault]
        rng.shuffle(others)
        choices = [fault]
        for other in others:
            if len(choices) < number and all(log_search(one, tree) != wrong for one in list_programs(other)):
                choices.append(other)
        if len(choices) < number:
            return None
        rng.shuffle(choices)
        seen = dict.fromkeys(step.node for step in wrong)
        names = tuple(node.name for node in tree.nodes if node.name in seen)
        return Task(
            self.name,
            level,
            0,
            game,
            "Where did this search first go wrong?",
            "A program was to search this tree by alpha-beta, but it has a fault. The table shows what it did, step by "
            "step. At which node is the first step that a right search would not have made, and which fault is it?",
            (
                "A right search looks at children from left to right and stops at a node as soon as alpha >= beta.",
                "It returns the best value it has seen, inside the window or not (fail-soft).",
                "All values and windows are seen by Max.",
                "A step is wrong if the node, the window or the value is; later steps may be wrong because of it.",
            ),
            (TreeFigure(draw_nodes(tree)), _draw_log(wrong)),
            (
                Question("node", "Node of the first wrong step", "choice", choices=names),
                Question(
                    "fault",
                    "The fault",
                    "choice",
                    choices=tuple(find_library_fault(choice).sentence for choice in choices),
                ),
            ),
            {"tree": lists, "max_first": max_first, "fault": fault},
        )

    def solve(self, task: Task, convention: Convention) -> Answers:
        wrong, right = _run(dumps(task.data))
        first = _find_first_wrong(wrong, right)
        assert first is not None, "a task holds a tree on which its fault shows"
        return {"node": wrong[first].node, "fault": find_library_fault(task.data["fault"]).sentence}

    def is_right(self, task: Task, question: Question, answer: str, convention: Convention) -> bool:
        if convention is LATER:
            wrong, right = _run(dumps(task.data))
            return question.id == "node" and any(step.node == answer for step in wrong if step not in right)
        return answer == self.solve(task, convention)[question.id]

    def find_cost(self, task: Task) -> int:
        first = _find_first_wrong(*_run(dumps(task.data)))
        return (first or 0) + 1 + len(task.question("fault").choices)

    def hint(self, task: Task, question: Question) -> str:
        if question.id == "node":
            return "Do the search yourself next to the table, and stop at the first line where you differ."
        return "Look at the first wrong step, and ask for every fault whether it would make exactly this difference."

    def explain(self, task: Task, question: Question) -> str:
        wrong, right = _run(dumps(task.data))
        first = _find_first_wrong(wrong, right)
        assert first is not None, "a task holds a tree on which its fault shows"
        fault = find_library_fault(task.data["fault"])
        if question.id == "fault":
            return f"{fault.why} Right: {fault.right}. Here: {fault.wrong}."
        done = _describe(wrong[first])
        expected = _describe(right[first]) if first < len(right) else "the search is over"
        return f"Step {first + 1}: {done}. Right: {expected}."

    def draw_solution(self, task: Task) -> tuple[Figure, ...]:
        """What the right search does, and the node where the faulty one first went wrong as the marked one."""
        _, right = _run(dumps(task.data))
        came = {step.node: step for step in right if step.what == "come"}
        values = {step.node: _show(step.value) for step in right if step.what == "leave"}
        seen = {step.node for step in right}
        cut = [child for node in read_tree(task.data).nodes if node.name in came for child in node.children]
        figure = next(one for one in task.figures if isinstance(one, TreeFigure))
        drawn = draw_values(
            figure,
            values,
            {name: f"({_show(step.alpha)}, {_show(step.beta)})" for name, step in came.items()},
            [child for child in cut if child.name not in seen],
        )
        caption = "The right search; marked: where the program first went wrong"
        return (replace(drawn, marked=(self.solve(task, STATED)["node"],), caption=caption),)

    def record(self, task: Task) -> Recording | None:
        """The right search of the tree."""
        return record_search(read_tree(task.data), AlphaBeta())


@lru_cache(maxsize=64)
def _run(text: str) -> tuple[list[Step], list[Step]]:
    """The steps of the faulty search and of the right one."""
    data = loads(text)
    tree = read_tree(data)
    wrong, right = log_search(list_programs(data["fault"])[0], tree), log_search(FAIL_SOFT, tree)
    assert wrong is not None, "a task holds a tree on which its fault gives an answer"
    assert right is not None
    return wrong, right


def _find_first_wrong(wrong: list[Step], right: list[Step]) -> int | None:
    """The place of the first step that the right search does not make; None if there is none."""
    for place, step in enumerate(wrong):
        if place >= len(right) or step != right[place]:
            return place
    return None


def _draw_log(steps: list[Step]) -> TableFigure:
    rows = []
    for number, step in enumerate(steps, start=1):
        alpha, beta, value = ("" if one is None else _show(one) for one in (step.alpha, step.beta, step.value))
        what = {"come": f"come to {step.node}", "leaf": f"look at leaf {step.node}", "leave": f"leave {step.node}"}
        rows.append((str(number), what[step.what], alpha, beta, value))
    return TableFigure(("step", "what it does", "alpha", "beta", "value"), tuple(rows), "What the program did")


def _describe(step: Step) -> str:
    if step.what == "come":
        return f"come to {step.node} with alpha {_show(step.alpha)} and beta {_show(step.beta)}"
    if step.what == "leaf":
        return f"look at leaf {step.node}, worth {_show(step.value)}"
    return f"leave {step.node} with {_show(step.value)}"


def _show(number: float | None) -> str:
    return "nothing" if number is None else say_bound(number)
