"""The microscope inside a report: a page that needs no server opens another one with a search of the smallest tree.

The page of the microscope is in the report once, compressed; the data of each search are beside it, and a button puts
the two together. Browsers can undo the compression themselves (DecompressionStream).
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from html import escape

from kibitz.doctor.report import Report
from kibitz.doctor.reports.recordings import make_recording, name_right_run, name_wrong_run
from kibitz.trees.formats.html_page import write_data, write_shell
from kibitz.trees.recording import Recording

SCRIPT = """
const microscope = document.getElementById("microscope");
for (const button of document.querySelectorAll("button[data-search]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const packed = Uint8Array.from(atob(microscope.textContent), (letter) => letter.charCodeAt(0));
    const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    const page = JSON.parse(await new Response(unpacked).text());
    const parts = [page.before, page.data[button.dataset.search], page.after];
    open(URL.createObjectURL(new Blob(parts, { type: "text/html" })));
  });
}
"""


def embed_microscope(report: Report) -> str:
    """Buttons that open both searches of a report, and what they need; empty if there is nothing to open."""
    if report.patient_run is None or report.right_run is None:
        return ""
    is_max = report.smallest_to_move == "max"
    recordings = (
        ("This program", make_recording(report.patient_run, name_wrong_run(report), is_max=is_max)),
        ("Right", make_recording(report.right_run, name_right_run(report.right_run), is_max=is_max)),
    )
    found = [(title, recording) for title, recording in recordings if recording is not None]
    if len(found) < len(recordings):
        return ""
    buttons = " ".join(
        f'<button data-search="{place}" hidden>{escape(title)} in the microscope</button>'
        for place, (title, _) in enumerate(found)
    )
    packed = _pack([recording for _, recording in found])
    return (
        f"<p>{buttons}</p>"
        f'<script type="application/octet-stream" id="microscope">{packed}</script><script>{SCRIPT}</script>'
    )


def _pack(recordings: Sequence[Recording]) -> str:
    before, after = write_shell()
    text = json.dumps({"before": before, "data": list(map(write_data, recordings)), "after": after})
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()
