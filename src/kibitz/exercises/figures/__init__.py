"""The figures of tasks, drawn: as SVG and HTML for page and paper, as text for the terminal."""
