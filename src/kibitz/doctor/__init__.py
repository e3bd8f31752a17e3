"""The doctor: examines somebody's search program from outside, and names the fault if it has one.

In Python it is called as `kibitz.doctor(minimax)`: the package itself is the function.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from kibitz.doctor.report import Report


class DoctorPackage(ModuleType):
    """This package, which can be called."""

    def __call__(
        self,
        program: Callable[..., Any] | str,
        *,
        roles: Mapping[str, str] | None = None,
        game: str = "",
    ) -> Report:
        """Examine a search, and name its fault; `print` shows the report, and a notebook displays it.

        `program`: a function, such as your minimax, or what `kibitz doctor` takes: a file or a player. `roles`: what a
        parameter is, by its name. `game`: that on which a player is examined.
        """
        from kibitz.doctor.examine_function import examine_function
        from kibitz.doctor.examine_target import examine_target

        if isinstance(program, str):
            return examine_target(program, roles=roles, game=game)
        return examine_function(program, roles)


doctor = cast(DoctorPackage, sys.modules[__name__])
doctor.__class__ = DoctorPackage
