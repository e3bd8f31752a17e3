"""Where the things are that tests read."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
EXAMPLES = ROOT / "examples"
FACTS = ROOT / "tests" / "facts"
TREBLECROSS = EXAMPLES / "treblecross.py"
TOY_ENGINE = Path(__file__).with_name("toy_engine.py")
