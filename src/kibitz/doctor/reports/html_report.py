"""A report as one page that needs nothing else: the verdict, the fault, and the tree with both runs drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from kibitz.core.publications import cite_publication
from kibitz.doctor.report import Report
from kibitz.doctor.reports.draw_run import DARK, describe_answer, draw_run
from kibitz.doctor.reports.embedded_microscope import embed_microscope
from kibitz.doctor.reports.text_report import WHOSE_LINES, format_counts

STYLE = """
:root { color-scheme: light dark; --ink: #1d2733; --paper: #fff; --soft: #f1f4f7; --line: #8a97a5; --good: #1a7f4b;
  --bad: #b3261e; --dim: #67737f; --accent: #1f5fae; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebf0; --paper: #12181f; --soft: #1c252f; --line: #718092;
  --good: #5fd39a; --bad: #ff8a80; --dim: #9aa7b4; --accent: #8ab8f5; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto;
  max-width: 72rem; padding: 1.5rem; overflow-wrap: anywhere; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; }
.verdict { font-size: 1.15rem; border-left: 5px solid var(--bad); padding-left: .8rem; }
.verdict.right { border-color: var(--good); }
pre, code { font-family: ui-monospace, monospace; }
pre { background: var(--soft); padding: .7rem; overflow-x: auto; margin: .3rem 0; }
.wrong { color: var(--bad); } .right-line { color: var(--good); }
.runs { display: flex; flex-wrap: wrap; gap: 1.5rem; } figure { margin: 0; max-width: 100%; overflow-x: auto; }
figcaption { font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; } dd { margin: 0; }
dt, .dim { color: var(--dim); } a { color: var(--accent); }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--soft); }
"""


def write_html(report: Report) -> str:
    """The page."""
    parts = [
        f"<h1><code>{escape(report.patient)}</code></h1>",
        f'<p class="verdict {"right" if report.verdict == "right" else ""}"><b>{escape(report.verdict)}</b>: '
        f"{escape(report.sentence)}</p>",
    ]
    if report.faults:
        both = (
            "These faults together explain it"
            if report.is_pair
            else "The faults that explain it, the most specific first"
        )
        parts.append(f"<h2>{both if len(report.faults) > 1 else 'The fault'}</h2>")
        parts += [
            _write_fault(fault.id, fault.sentence, fault.why, fault.wrong, fault.right, fault.published)
            for fault in report.faults
        ]
        if any(fault.wrong for fault in report.faults):
            parts.append(f'<p class="dim">{escape(WHOSE_LINES)}</p>')
        if report.agreed:
            parts.append(
                f'<p class="dim">Put into the textbook, each gives the same {escape(report.agreed)} as this program on '
                f"all {report.cases} trees.</p>"
            )
    if report.smallest is not None:
        depth = "" if report.smallest_depth is None else f", searched to depth {report.smallest_depth}"
        parts.append("<h2>The smallest tree on which it shows</h2>")
        parts.append(f"<pre>{escape(str(report.smallest))}</pre>")
        parts.append(f"<p>{report.smallest_to_move.capitalize()} to move{depth}: {escape(report.violation)}.</p>")
    if report.example is not None:
        parts.append(f"<h2>Its search of a small tree</h2><pre>{escape(str(report.example))}</pre>")
    if report.patient_run is not None and report.right_run is not None:
        parts.append('<div class="runs">')
        for title, run in (("This program", report.patient_run), ("Right", report.right_run)):
            drawing = draw_run(run, report.smallest_to_move == "max")
            parts.append(f"<figure><figcaption>{title}: {escape(describe_answer(run))}</figcaption>{drawing}</figure>")
        parts.append("</div>")
        parts.append(embed_microscope(report))
        parts.append(
            '<p class="dim">A triangle up is Max, one down is Min. Below a node its window; faint: not looked at.</p>'
        )
    rows = []
    if report.leaves is not None:
        rows.append(("leaves looked at", format_counts(report)))
    if report.next_step:
        rows.append(("try next", report.next_step))
    rows += [("note", remark) for remark in report.remarks]
    if report.understood:
        rows.append(("read as", report.understood))
    rows.append(
        ("asked", f"{report.cases} {report.unit}, {report.wrong_cases} answered wrongly, {report.seconds:.1f} s")
    )
    parts.append(
        "<h2>More</h2><dl>" + "".join(f"<dt>{name}</dt><dd>{escape(text)}</dd>" for name, text in rows) + "</dl>"
    )
    return _page(f"{report.patient}: {report.verdict}", parts)


def _write_fault(name: str, sentence: str, why: str, wrong: str, right: str, published: Sequence[str]) -> str:
    lines = (
        f'<pre><span class="wrong">- {escape(wrong)}</span>\n<span class="right-line">+ {escape(right)}</span></pre>'
        if wrong
        else ""
    )
    cited = escape(", ".join(map(cite_publication, published)))
    also = f" <span class='dim'>As in a published program: {cited}.</span>" if published else ""
    return f"<p><code>{escape(name)}</code>: <b>{escape(sentence)}</b> {escape(why)}{also}</p>{lines}"


def write_index(title: str, rows: Iterable[tuple[str, str, str, str, str, str]]) -> str:
    """The table of a class: program, its page, verdict, faults, leaves, time."""
    cells = "".join(
        f'<tr><td><a href="{escape(page)}">{escape(name)}</a></td>'
        f'<td class="{"right-line" if verdict == "right" else "wrong"}">{escape(verdict)}</td>'
        f"<td>{escape(faults)}</td><td>{escape(leaves)}</td><td>{escape(seconds)}</td></tr>"
        for name, page, verdict, faults, leaves, seconds in rows
    )
    head = "<tr><th>program</th><th>verdict</th><th>fault</th><th>leaves</th><th>time</th></tr>"
    return _page(title, [f"<h1>{escape(title)}</h1>", f"<table>{head}{cells}</table>"])


def _page(title: str, parts: Iterable[str]) -> str:
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}{DARK}</style></head><body>{''.join(parts)}</body></html>\n"
    )
