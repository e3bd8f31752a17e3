"""A sheet to print: the tasks with room for answers, and the solutions on a page of their own or left out.

It is one page of HTML that needs nothing else. A task is never broken between two pages if it fits on one; a wide tree
is on a page that lies on its side. Everything is legible in black and white.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from kibitz.exercises.figures.figure_html import draw_figure, find_width
from kibitz.exercises.kind import find_kind
from kibitz.exercises.task import Question, Task, list_leaf_labels
from kibitz.exercises.task_data import end_prompt, explain_task

PORTRAIT = 1_000  # pixels that are still legible beside each other on a page that stands upright

STYLE = """
@page { size: A4; margin: 13mm 15mm; }
@page wide { size: A4 landscape; margin: 11mm 10mm; }
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { font: 11pt/1.4 "Palatino Linotype", Palatino, "TeX Gyre Pagella", Georgia, "DejaVu Serif", serif; color: #000;
  background: #fff; max-width: 180mm; margin: 0 auto; padding: 8mm 4mm; }
h1 { font-size: 16pt; margin: 0; } h2 { font-size: 12.5pt; margin: 0 0 1.5mm; } p { margin: 0 0 2mm; }
header { display: flex; flex-wrap: wrap; align-items: end; gap: 4mm 8mm; margin-bottom: 5mm; }
.person { flex: 1; display: flex; gap: 5mm; margin: 0; font-size: 9.5pt; min-width: 100mm; }
.person span { flex: 1; border-bottom: .7pt solid #000; } .person span:first-child { flex: 2.5; }
.task { break-inside: avoid; margin-bottom: 6mm; }
.wide { page: wide; font-size: 10pt; }
.conventions { font-size: 9.5pt; margin: 0 0 2mm; padding-left: 5mm; } .conventions li { margin: 0; }
figure { margin: 3mm 0; break-inside: avoid; } figcaption { font-style: italic; margin-bottom: 1mm; }
.figures { display: flex; flex-wrap: wrap; justify-content: space-evenly; align-items: center; gap: 0 8mm; }
figure svg { display: block; max-width: 100%; height: auto; margin: 0 auto; }
.board:not(:only-child) svg { width: 42mm; } .turn { text-align: center; }
table { border-collapse: collapse; margin: 0 auto; }
th, td { border: .6pt solid #000; padding: .4mm 3mm; font-size: 10pt; }
.answers { list-style: none; margin: 3mm 0 0; padding: 0; display: grid; gap: 2.1mm 10mm;
  grid-template-columns: repeat(auto-fill, minmax(80mm, 1fr)); }
.answers > li { display: flex; align-items: end; gap: 1mm 2mm; break-inside: avoid; }
.wide .answers { gap: 1.8mm 8mm; grid-template-columns: repeat(auto-fill, minmax(60mm, 1fr)); }
.answers > .whole { grid-column: 1 / -1; flex-wrap: wrap; }
.blank { flex: 1; min-width: 14mm; border-bottom: .7pt solid #000; height: 1.1em; }
.long { min-width: 60mm; height: 5mm; } .place { flex: 0 1 18mm; }
.choices { display: flex; flex-wrap: wrap; gap: .5mm 5mm; flex: 1 0 100%; }
.choices span::before { content: "\\2610\\a0"; }
.source { font: 8pt monospace; color: #333; margin: 1mm 0 0; }
.solutions { break-before: page; font-size: 10pt; } .solutions .task { margin: 4mm 0 0; }
.solutions p { margin: 0 0 1mm; }
@media screen { .wide { max-width: none; overflow-x: auto; } body { padding: 10mm 5mm; } }
@media print { body { max-width: none; padding: 0; } }
"""


def write_html(tasks: Sequence[Task], *, solutions: bool = True, style: str = "") -> str:
    """The sheet. `style`: an element that takes the place of the style sheet inside it.

    The commands that make the tasks again stand with the solutions, since they give the answers away.
    """
    titles = list(dict.fromkeys(find_kind(task.kind).title for task in tasks))
    title = titles[0] if len(titles) == 1 else "Exercises"
    head = (
        f"<header><h1>{escape(title)}</h1>"
        '<p class="person"><span>Name</span><span>Number</span><span>Date</span></p></header>'
    )
    parts = [part for number, task in enumerate(tasks, start=1) for part in _write_task(number, task, head)]
    if solutions:
        parts.append('<section class="solutions"><h1>Solutions</h1>')
        parts += [part for number, task in enumerate(tasks, start=1) for part in _write_solution(number, task)]
        parts.append("</section>")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width"><title>{escape(title)}</title>{style or f"<style>{STYLE}</style>"}</head>\n'
        f"<body>{chr(10).join(parts)}</body></html>\n"
    )


def _write_task(number: int, task: Task, head: str) -> Iterator[str]:
    """A task; the first one has the head of the sheet above it, on whatever page it is."""
    wide = " wide" if any(find_width(figure) > PORTRAIT for figure in task.figures) else ""
    yield f'<section class="task{wide}">{head if number == 1 else ""}<h2>{number}. {escape(task.title)}</h2>'
    yield f"<p>{escape(task.text)}</p>"
    if task.conventions:
        yield '<ul class="conventions">' + "".join(f"<li>{escape(one)}</li>" for one in task.conventions) + "</ul>"
    yield f'<div class="figures">{"".join(map(draw_figure, task.figures))}</div>'
    labels = list_leaf_labels(task)
    yield f'<ul class="answers">{"".join(_write_question(one, labels) for one in task.questions)}</ul></section>'


def _write_question(question: Question, labels: Mapping[str, str]) -> str:
    prompt, unit = escape(end_prompt(question.prompt)), f" {escape(question.unit)}" if question.unit else ""
    if question.form in ("number", "bound"):
        return f'<li>{prompt} <span class="blank"></span>{unit}</li>'
    if question.form in ("choice", "move"):
        return f'<li class="whole">{prompt}{_write_choices(question, labels)}</li>'
    prompt = escape(question.prompt)
    if question.form == "order":
        places = '<span class="blank place"></span>' * len(question.choices)
        names = escape(", ".join(labels.get(one, one) for one in question.choices))
        return f'<li class="whole">{prompt} ({names}): {places}</li>'
    how = "or mark them in the figure"
    return f'<li class="whole">{prompt} ({how}):<span class="blank long"></span></li>'


def _write_choices(question: Question, labels: Mapping[str, str]) -> str:
    names = [choice if question.form == "move" else labels.get(choice, choice) for choice in question.choices]
    return f'<div class="choices">{"".join(f"<span>{escape(name)}</span>" for name in names)}</div>'


def _write_solution(number: int, task: Task) -> Iterator[str]:
    solved = find_kind(task.kind).draw_solution(task)
    wide = " wide" if any(find_width(figure) > PORTRAIT for figure in solved) else ""
    yield f'<section class="task{wide}"><h2>{number}. {escape(task.title)}</h2>'
    if solved:
        yield f'<div class="figures">{"".join(map(draw_figure, solved))}</div>'
    for question, one in zip(task.questions, explain_task(task), strict=True):
        answer = f"{end_prompt(question.prompt)} {one.shown}."
        yield f"<p><b>{escape(answer)}</b> {escape(one.reason)}</p>"
    yield f'<p class="source">{escape(name_source(task))}</p></section>'


def name_source(task: Task) -> str:
    """The command that makes the task again."""
    game = f" --game {task.game}" if task.game and task.game != find_kind(task.kind).usual_game else ""
    return f"kibitz exercise {task.kind} --level {task.level} --seed {task.seed}{game}"
