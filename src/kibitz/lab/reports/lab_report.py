"""All tables and claims as a single HTML page that needs no other file, for the screen or for print."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from html import escape

from kibitz.core.publications import find_publication
from kibitz.lab.design import Claim
from kibitz.lab.outcome import Outcome
from kibitz.lab.reports.plots import draw
from kibitz.lab.reports.text_tables import html_table
from kibitz.lab.verdict import CORRECTED, OWN_PROGRAM, Kind, Verdict

OTHERS = "Further experiments"
OURS_SHOWN = "Measured by us: these figures ship with Kibitz."
OUTDATED = "were measured by other code than this, and a run measures them again"
MARKS = {  # classes of CSS
    Kind.HOLDS: "holds",
    Kind.CONDITION: "condition",
    Kind.WRONG: "wrong",
    Kind.CANNOT_TELL: "unknown",
    Kind.OPEN: "open",
}

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
:root {{
  color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: #8886; --soft: #8882;
  --holds: #0a7d38; --condition: #9a6700; --wrong: #c5221f; --unknown: #5b4b9a; --open: #6b6b6b;
}}
@media (prefers-color-scheme: dark) {{
  :root {{ --holds: #4cc38a; --condition: #e2a336; --wrong: #ff8078; --unknown: #b3a5f5; --open: #a0a0a0; }}
}}
body {{ max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}
h1 {{ line-height: 1.2; }}
h2 {{ margin-top: 3rem; border-bottom: 2px solid var(--line); }}
h3 {{ margin: 2.5rem 0 .3rem; }}
table {{ border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; font-size: .9rem; }}
th, td {{ padding: .2rem .7rem; text-align: right; border-bottom: 1px solid var(--line); }}
th[scope=row], .summary td, .summary th {{ text-align: left; vertical-align: top; }}
th[scope=colgroup] {{ text-align: center; border-left: 1px solid var(--line); }}
th[scope=row] {{ font-weight: normal; min-width: 9rem; }}
th.reported, th.measured {{ font-weight: normal; font-style: italic; }}
td.measured {{ background: var(--soft); }}
figure {{ margin: 1rem 0; }}
figure svg {{ max-width: 100%; height: auto; }}
.wide {{ overflow-x: auto; }}
.summary td:first-child {{ white-space: nowrap; }}
.source, .note {{ opacity: .75; margin: 0 0 .6rem; font-size: .9rem; }}
blockquote {{ margin: .6rem 0; padding-left: 1rem; border-left: 3px solid var(--line); }}
.verdict {{ padding: .5rem .8rem; border-left: 4px solid currentColor; background: var(--soft); margin: .6rem 0; }}
.verdict span, .verdict small {{ color: CanvasText; }}
.verdict small {{ display: block; font-size: .9rem; }}
.holds {{ color: var(--holds); }} .condition {{ color: var(--condition); }}
.wrong {{ color: var(--wrong); }} .open {{ color: var(--open); }} .unknown {{ color: var(--unknown); }}
.counts b {{ font-size: 1.6rem; display: block; }}
.counts {{ display: flex; flex-wrap: wrap; gap: 2rem; padding: 0; list-style: none; }}
@media print {{
  :root {{ color-scheme: light; font-size: 10pt; --holds: #0a7d38; --condition: #9a6700; --wrong: #c5221f; }}
  :root {{ --unknown: #5b4b9a; }}
  body {{ max-width: none; margin: 0; }}
  h2 {{ break-before: page; }}
  h3 {{ break-after: avoid; }}
  tr, figure, .verdict, blockquote {{ break-inside: avoid; }}
  thead {{ display: table-header-group; }}
  .wide {{ overflow: visible; }}
  table {{ font-size: 8pt; }}
  a {{ color: inherit; text-decoration: none; }}
}}
</style>
<h1>{title}</h1>
<p>{summary}</p>
<ul class="counts">{counts}</ul>
{twofold}
{remaining}
<h2 id="contents">Contents and verdicts</h2>
<div class="wide">{contents}</div>
{sections}
<h2 id="how">How it was measured</h2>
{provenance}
</html>
"""


def write_report(outcomes: Sequence[Outcome]) -> str:
    """The whole page."""
    groups: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        groups.setdefault(_group(outcome), []).append(outcome)
    tables = sum(not isinstance(outcome.experiment, Claim) for outcome in outcomes)
    rows = sum(len(outcome.rows) for outcome in outcomes)
    remaining = sum(outcome.remaining for outcome in outcomes)
    outdated = sum(outcome.outdated for outcome in outcomes)
    left = [
        f"{count} of {rows} rows {words}."
        for count, words in ((remaining, "are not measured yet"), (outdated, OUTDATED))
        if count
    ]
    return _PAGE.format(
        title=escape(_title(outcomes, groups)),
        summary=f"Tables: {tables}, claims: {len(outcomes) - tables}, rows: {rows}. Each table shows "
        "the printed values next to what Kibitz measured; code derives the verdicts from the numbers.",
        counts="".join(_count(outcomes, kind) for kind in Kind),
        twofold=_explain_two_answers(outcomes),
        remaining=f'<p class="verdict open"><span>{" ".join(left)}</span></p>' if left else "",
        contents=_contents(groups),
        sections="\n".join(_section(group, own) for group, own in groups.items()),
        provenance=_provenance(outcomes),
    )


def _title(outcomes: Sequence[Outcome], groups: Collection[str]) -> str:
    if len(outcomes) == 1:
        return f"{outcomes[0].experiment.title}: measured again"
    reports = len({*groups} - {OTHERS})
    return f"{reports} reports, measured again" if reports > 1 else "Measured again"


def _group(outcome: Outcome) -> str:
    return str(find_publication(outcome.experiment.id) or OTHERS)


def _count(outcomes: Sequence[Outcome], kind: Kind) -> str:
    count = sum(kind in outcome.verdict.kinds for outcome in outcomes)
    return f'<li class="{MARKS[kind]}"><b>{count}</b>{kind.value}</li>' if count else ""


def _explain_two_answers(outcomes: Sequence[Outcome]) -> str:
    count = sum(outcome.verdict.corrected is not None for outcome in outcomes)
    if not count:
        return ""
    have = "entry has" if count == 1 else "entries have"
    return (
        f'<p class="note">{count} {have} two answers, and each is counted: one for {OWN_PROGRAM}, and one for that '
        f"program {CORRECTED}.</p>"
    )


def _contents(groups: dict[str, list[Outcome]]) -> str:
    rows = []
    for group, own in groups.items():
        rows.append(f'<tr><th colspan="4"><a href="#{_anchor(group)}">{escape(group)}</a></th></tr>')
        for outcome in own:
            made = outcome.experiment
            link = f'<a href="#{_anchor(made.id)}">{escape(made.id)}</a>'
            count = f"{outcome.measured}/{len(outcome.rows)}"
            verdict = f"<td>{_brief_answers(outcome.verdict)}</td>"
            rows.append(f"<tr><td>{link}</td><td>{escape(made.title)}</td><td>{count}</td>{verdict}</tr>")
    return '<table class="summary">\n' + "\n".join(rows) + "\n</table>"


def _brief_answers(verdict: Verdict) -> str:
    return "<br>".join(
        f'<span class="{MARKS[answer.kind]}">{answer.kind.value}</span>{f" ({about})" if about else ""}'
        for about, answer in verdict.answers
    )


def _section(group: str, outcomes: Sequence[Outcome]) -> str:
    return f'<h2 id="{_anchor(group)}">{escape(group)}</h2>\n' + "\n".join(map(_entry, outcomes))


def _entry(outcome: Outcome) -> str:
    made, verdict = outcome.experiment, outcome.verdict
    drawing = draw(outcome) if outcome.sources else ""
    also = f" (with {', '.join(made.covers)})" if made.covers else ""
    parts = [
        f'<section id="{_anchor(made.id)}">',
        f"<h3>{escape(made.id)} {escape(made.title)}</h3>",
        f'<p class="source">{escape(made.source)}{escape(also)}</p>',
        f"<blockquote>{escape(made.says)}</blockquote>" if made.says else "",
        f'<p class="note">Assumed here: {escape(made.assumes)}</p>' if made.assumes else "",
        *(_answer(about, answer) for about, answer in verdict.answers),
        f'<div class="wide">{html_table(outcome)}</div>',
        f"<figure>{drawing}</figure>" if drawing else "",
        f'<p class="note">{OURS_SHOWN}</p>' if outcome.is_ours else "",
        f'<p class="note">{outcome.remaining} rows are not measured yet.</p>' if outcome.remaining else "",
        f'<p class="note">{outcome.outdated} rows {OUTDATED}.</p>' if outcome.outdated else "",
        "</section>",
    ]
    return "\n".join(filter(None, parts))


def _answer(about: str, answer: Verdict) -> str:
    """A verdict as a paragraph: the sentence, then its condition, what is missing, and the figures."""
    head = f"{about[:1].upper()}{about[1:]}: {answer.kind.value}" if about else answer.kind.value
    sentence = f": {answer.sentence}" if answer.sentence else ""
    notes = "".join(
        f"<small>{name}: {escape(text)}</small>"
        for name, text in (
            ("Condition", answer.condition),
            ("Missing", answer.missing),
            ("Measured", answer.figures),
        )
        if text
    )
    return f'<p class="verdict {MARKS[answer.kind]}"><b>{escape(head)}</b><span>{escape(sentence)}</span>{notes}</p>'


def _provenance(outcomes: Sequence[Outcome]) -> str:
    """Which version, machine and seed the numbers come from, and when they were measured."""
    sources = [source for outcome in outcomes for source in outcome.sources]
    if not sources:
        return "<p>Nothing was measured.</p>"
    lines = []
    for version, machine, seed in dict.fromkeys((s.version, s.machine, s.key.seed) for s in sources):
        own = [s for s in sources if (s.version, s.machine, s.key.seed) == (version, machine, seed)]
        about = ", ".join(f"{name} {value}" for name, value in json.loads(machine).items())
        when = f"{min(s.at for s in own)[:10]} to {max(s.at for s in own)[:10]}"
        took = f"{sum(s.seconds for s in own):,.0f} s of measuring"
        lines.append(f"<li>{len(own)} rows: Kibitz {version}, seed {seed}, {escape(about)}; {when}; {took}</li>")
    note = "Counts are the same on every machine; times and memory are those of this one."
    return f"<ul>{''.join(lines)}</ul>\n<p>{note}</p>"


def _anchor(text: str) -> str:
    return text.partition(",")[0].replace(" ", "-").lower()
