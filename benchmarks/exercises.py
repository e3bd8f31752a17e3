"""Ten thousand exercises of each kind: is the answer unique, the level right, nothing degenerate, the marking strict?

    python benchmarks/exercises.py                     10,000 of each kind, some 30 minutes on one core
    python benchmarks/exercises.py --count 100 order   100 of one kind

Every task is checked in these ways:

    the marker accepts what the algorithm answers, and rejects every single change of it
    an answer that another convention gives is told so
    its cost lies in the band of its level, and the bands ascend
    its own kind says what would make it degenerate or its answer ambiguous, here once more by brute force
    its data can be written as JSON, and every question has a hint and an explanation

At the end a second process makes a fifth of the tasks again and compares. `tests/exercises/test_kinds.py` runs the same
checks on fewer tasks.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from hashlib import blake2b
from itertools import combinations, permutations, product

from kibitz.core.game import find_game
from kibitz.doctor.exam_tree import Tree
from kibitz.doctor.faults.fault import find_library_fault, list_library_faults
from kibitz.exercises.common.number_trees import read_tree
from kibitz.exercises.common.proof_numbers import find_numbers, name_proof_nodes
from kibitz.exercises.common.pruning import count_leaves
from kibitz.exercises.common.search_log import list_programs, log_search
from kibitz.exercises.common.uct_tree import name_uct_nodes, score_child, select
from kibitz.exercises.kind import LEVELS, Convention, Kind, find_kind, list_kinds, make_task
from kibitz.exercises.marking import Outcome, mark, mark_question, solve
from kibitz.exercises.task import Answers, Question, Task, read_answer

KINDS = ("backup", "alphabeta", "order", "aima", "windows", "montecarlo", "proof", "table", "fault")
REPEATED = 5  # one task in so many is made again by another process


def list_changes(question: Question, answer: str) -> Iterator[str]:
    """Every answer that differs from this one in one thing."""
    if question.form in ("number", "bound"):
        if answer.endswith("inf"):
            yield from ("0", "1", answer.removeprefix("-") if answer.startswith("-") else f"-{answer}")
        else:
            number = int(answer)
            yield from map(str, dict.fromkeys((number - 1, number + 1, -number) if number else (-1, 1)))
            if question.form == "bound":
                yield from ("inf", "-inf")
    elif question.form in ("choice", "move"):
        yield from (choice for choice in question.choices if choice != answer)
    elif question.form == "nodes":
        for node in question.choices:
            yield " ".join(sorted(set(answer.split()) ^ {node}))
    else:
        words = answer.split()
        for i, j in combinations(range(len(words)), 2):
            changed = list(words)
            changed[i], changed[j] = words[j], words[i]
            yield " ".join(changed)


def check_task(task: Task, kind: Kind) -> Counter[str]:
    """Raises AssertionError with the task that is wrong; returns how often what was checked."""
    answers = solve(task)
    counts: Counter[str] = Counter(tasks=1, questions=len(task.questions))
    where = f"{task.kind} {task.level} {task.seed} {task.game}"
    assert set(answers) == {question.id for question in task.questions}, where
    assert json.loads(json.dumps(task.data)) == task.data, where
    assert all(one.is_right for one in mark(task, answers)), where
    lowest = 0 if task.level == 1 else kind.costs[task.level - 2]
    assert lowest < kind.find_cost(task) <= kind.costs[task.level - 1], where
    for question in task.questions:
        answer = answers[question.id]
        assert read_answer(question, answer) == answer, where
        assert kind.hint(task, question).endswith((".", "?")), where
        assert kind.explain(task, question).endswith("."), where
        for change in list_changes(question, answer):
            counts["changes"] += 1
            is_right = mark_question(task, question, change).is_right
            assert is_right == is_equally_good(task, question, change), f"{where}: {question.id} {change}"
    counts += _check_conventions(task, kind, answers, where)
    assert CHECKS[task.kind](task, answers), f"{where} is degenerate or ambiguous"
    return counts


def remember_answers(kind: Kind) -> None:
    """Let a kind solve the task at hand once by each convention, not once for every changed answer."""
    solve_task = type(kind).solve
    known: dict[str, Answers] = {}
    last: list[Task] = []

    def solve_once(task: Task, convention: Convention) -> Answers:
        if not last or last[0] is not task:
            known.clear()
            last[:] = [task]
        if convention.name not in known:
            known[convention.name] = solve_task(kind, task, convention)
        return known[convention.name]

    vars(kind)["solve"] = solve_once


def _check_conventions(task: Task, kind: Kind, answers: Answers, where: str) -> Counter[str]:
    """What another convention answers is right there, and the person is told so."""
    counts: Counter[str] = Counter()
    fits = [convention.fits for convention in kind.conventions[1:]]
    for convention in kind.conventions[1:]:
        for question_id, other in kind.solve(task, convention).items():
            question = task.question(question_id)
            is_answer = bool(other) or question.form == "nodes"  # a node that is not reached there has no window
            if not is_answer or other == answers[question_id] or is_equally_good(task, question, other):
                continue
            outcome = mark_question(task, question, other)
            assert outcome.outcome is Outcome.OTHER_CONVENTION, f"{where}: {convention.name} {question_id}"
            assert outcome.sentence in fits, where
            counts[f"other: {convention.name}"] += 1
    return counts


def is_equally_good(task: Task, question: Question, answer: str) -> bool:
    """Whether another answer is as good: an order in which as few leaves are looked at."""
    if question.form != "order":
        return False
    best = {one.node: solve(task)[one.id].split() for one in task.questions if one.form == "order"}
    least = count_in_order(task, best)
    return count_in_order(task, best | {question.node: answer.split()}) == least


def count_in_order(task: Task, orders: dict[str, list[str]]) -> int:
    """The leaves of a tree that are looked at if the children of some nodes come in another order."""
    return count_leaves(read_once(json.dumps(task.data)).arrange(orders))


@lru_cache(maxsize=1)
def read_once(data: str) -> Tree:
    """The tree of a task."""
    return read_tree(json.loads(data))


def _check_backup(task: Task, answers: Answers) -> bool:
    return len(set(answers.values())) > 1


def _check_alphabeta(task: Task, answers: Answers) -> bool:
    leaves = task.question("skipped").choices
    values = {node.static for node in read_tree(task.data).nodes if node.is_leaf}
    return 0 < len(answers["skipped"].split()) < len(leaves) and len(values) > 1


def _check_order(task: Task, answers: Answers) -> bool:
    """All orders of all marked nodes: the best ones are those whose first children are the answer's."""
    asked = [question for question in task.questions if question.form == "order"]
    counts = {
        orders: count_in_order(task, {q.node: list(order) for q, order in zip(asked, orders, strict=True)})
        for orders in product(*(permutations(question.choices) for question in asked))
    }
    least = min(counts.values())
    firsts = {tuple(order[0] for order in orders) for orders, count in counts.items() if count == least}
    drawn = counts[tuple(question.choices for question in asked)]
    right = tuple(answers[question.id].split()[0] for question in asked)
    return least == int(answers["leaves"]) < drawn and firsts == {right}


def _check_aima(task: Task, answers: Answers) -> bool:
    """The leaves in the best order: all below the best move, and one below every other."""
    replies = {name: len(child[1]) for name, child in zip("BCDEFGHIJ", task.data["children"], strict=False)}
    least = replies[answers["best"]] + len(replies) - 1
    values = [answers[f"value-{name}"] for name in replies]
    return (
        0 < len(answers["skipped"].split()) < sum(replies.values())
        and int(answers["least"]) == least
        and values.count(answers["value-A"]) == 1
        and answers["value-A"] == answers[f"value-{answers['best']}"]
    )


def _check_windows(task: Task, answers: Answers) -> bool:
    cut = [answers[question.id] for question in task.questions if question.form == "nodes"]
    windows = [(answers[f"alpha-{name}"], answers[f"beta-{name}"]) for name in task.data["asked"]]
    return any(cut) and ("-inf", "inf") not in windows and find_game(task.game) is not None


def _check_montecarlo(task: Task, answers: Answers) -> bool:
    """The choice is clear by more than rounding to two decimals can make, and not the best in both parts."""
    c = task.data["c"] / 10
    for node in select(name_uct_nodes(task.data["tree"]), c)[:-1]:
        first, second = sorted((score_child(child, c) for child in node.children), reverse=True)[:2]
        chosen = max(node.children, key=lambda child: score_child(child, c))
        best_mean, fewest = max(one.mean for one in node.children), min(one.visits for one in node.children)
        if first - second < 0.04 or (chosen.mean == best_mean and chosen.visits == fewest):
            return False
    return True


def _check_proof(task: Task, answers: Answers) -> bool:
    """One way down: at every node on it one child has the least number."""
    node = name_proof_nodes(task.data["tree"], or_first=task.data["or_first"])
    if 0 in find_numbers(node):
        return False
    while node.children:
        place = 0 if node.is_or else 1
        numbers = [find_numbers(child)[place] for child in node.children]
        if numbers.count(min(numbers)) > 1:
            return False
        node = node.children[numbers.index(min(numbers))]
    return node.name == answers["next"]


def _check_table(task: Task, answers: Answers) -> bool:
    stored = {answer for name, answer in answers.items() if name.startswith("stored")}
    used = {answer for name, answer in answers.items() if name.startswith("use")}
    return len(stored) > 1 and (len(used) > 1 or len(task.data["found"]) == 1)


def _check_fault(task: Task, answers: Answers) -> bool:
    """No other fault to choose from explains what is shown, in any of the ways in which people make it."""
    tree = read_tree(task.data)
    shown = log_search(list_programs(task.data["fault"])[0], tree)
    sentences = {fault.sentence: fault.id for fault in list_library_faults()}
    others = [sentences[one] for one in task.question("fault").choices if one != answers["fault"]]
    assert find_library_fault(task.data["fault"]).id not in others
    return all(log_search(program, tree) != shown for other in others for program in list_programs(other))


CHECKS: dict[str, Callable[[Task, Answers], bool]] = {
    "backup": _check_backup,
    "alphabeta": _check_alphabeta,
    "order": _check_order,
    "aima": _check_aima,
    "windows": _check_windows,
    "montecarlo": _check_montecarlo,
    "proof": _check_proof,
    "table": _check_table,
    "fault": _check_fault,
}


def digest_tasks(name: str, seeds: range) -> str:
    """A digest of the tasks of all levels with these seeds, and of their answers."""
    digest = blake2b(digest_size=8)
    for level in LEVELS:
        for seed in seeds:
            task = make_task(name, level, seed)
            answers = {name: answer for name, answer in solve(task).items() if name != "fault"}  # a sentence may change
            digest.update(json.dumps([task.data, answers], sort_keys=True).encode())
    return digest.hexdigest()


def check_kind(name: str, count: int) -> str:
    """Check so many tasks of a kind, a fifth of each level; returns a line of the table."""
    kind = find_kind(name)
    remember_answers(kind)
    begun, counts, costs = time.perf_counter(), Counter[str](), []
    different = set()
    assert list(kind.costs) == sorted(set(kind.costs))
    for level in LEVELS:
        of_level = []
        for seed in range(count // len(LEVELS)):
            task = make_task(name, level, seed)
            counts += check_task(task, kind)
            of_level.append(kind.find_cost(task))
            different.add(json.dumps([level, task.data], sort_keys=True))
        costs.append(f"{min(of_level)}-{max(of_level)} ({sum(of_level) / len(of_level):.1f})")
    made = range(0, count // len(LEVELS), REPEATED)
    command = [sys.executable, __file__, "--digest", name, str(len(made) * REPEATED)]
    second = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    first = digest_tasks(name, made)
    assert first == second, f"{name}: another process makes other tasks ({first}, {second})"
    seconds = time.perf_counter() - begun
    others = ", ".join(f"{key[7:]} {number:,}" for key, number in sorted(counts.items()) if key.startswith("other"))
    return (
        f"{name}: {counts['tasks']:,} tasks, {len(different):,} different, {counts['questions']:,} questions, "
        f"{counts['changes']:,} changed answers; cost by level {', '.join(costs)}; other conventions: {others}; "
        f"digest {first}; {seconds:.0f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", help="default: all")
    parser.add_argument("--count", type=int, default=10_000, help="tasks of each kind")
    parser.add_argument("--digest", nargs=2, metavar=("KIND", "SEEDS"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.digest:
        name, seeds = options.digest
        print(digest_tasks(name, range(0, int(seeds), REPEATED)))
        return
    known = [kind.name for kind in list_kinds()]
    for name in options.kinds or KINDS:
        assert name in known, f"{name} is no kind: {known}"
        print(check_kind(name, options.count), flush=True)


if __name__ == "__main__":
    main()
