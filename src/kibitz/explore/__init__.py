"""What a search did, as a tree: recorded, laid out, written and read.

Importing this folder also loads every file format in `formats/`, which `export` then knows by its extension.
"""

import kibitz.explore.formats  # noqa: F401  # registers the formats
