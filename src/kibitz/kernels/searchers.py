"""The searchers that exist in compiled form only; to import this file registers them and imports no compiler."""

from kibitz.kernels.engine.engine import Engine
from kibitz.kernels.solvers.strong import Strong

__all__ = ["Engine", "Strong"]
