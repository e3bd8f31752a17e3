"""How Sphinx builds these pages: `sphinx-build -W -n docs docs/_build`. Nothing is fetched from anywhere."""

import re
import sys
from pathlib import Path

from docutils import nodes

import kibitz

sys.path.insert(0, str(Path(__file__).parent))

project = "Kibitz"
author = "the Kibitz project"
copyright = "the Kibitz project, MIT licence"
version = release = kibitz.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "option_tables"]
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = "Kibitz"
html_static_path = ["static"]
html_css_files = ["kibitz.css"]
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}
pygments_style = "friendly"
pygments_dark_style = "native"

autodoc_default_options = {"members": True, "undoc-members": True}
autodoc_type_aliases = {name: name for name in ("State", "Move", "Cell")}
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
add_module_names = False

# What has no page here: the standard library, and what is private, which is all that lies deeper than `kibitz.Name`.
nitpick_ignore_regex = [("py:.*", r"(?!kibitz\.).*"), ("py:.*", r"kibitz\..*\..*")]


def plain_docstring(app, what, name, obj, options, lines):
    """Docstrings are plain text with `code` in backticks and indented drawings; make that what Sphinx reads."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()
    text, drawing = [], False
    for line in lines:
        if line.startswith("    ") and not drawing and (not text or not text[-1]):
            text += [".. code-block:: text", ""]
            drawing = True
        elif line and not line.startswith("    "):
            drawing = False
        if not drawing:
            line = re.sub(r"([*_|\\])", r"\\\1", line) if "`" not in line else _escaped_outside_code(line)
        text.append(line)
    lines[:] = text


def _escaped_outside_code(line):
    parts = re.split(r"`+([^`]+)`+", line)
    return "".join(
        f"``{part}``" if number % 2 else re.sub(r"([*_|\\])", r"\\\1", part) for number, part in enumerate(parts)
    )


def link_public_name(app, env, node, contnode):
    """A name that a signature gives by the module it is defined in is documented as `kibitz.Name`."""
    name = node.get("reftarget", "").rpartition(".")[2]
    if node.get("refdomain") != "py" or name not in kibitz.__all__:
        return None
    domain = env.get_domain("py")
    return domain.resolve_xref(env, node["refdoc"], app.builder, "obj", f"kibitz.{name}", node, contnode)


def link_drawings(app, doctree):
    """Sphinx links an image that has a width to the same image in full size."""
    for image in doctree.findall(nodes.image):
        image["width"] = "100%"


def setup(app):
    app.connect("autodoc-process-docstring", plain_docstring)
    app.connect("missing-reference", link_public_name)
    app.connect("doctree-read", link_drawings)
