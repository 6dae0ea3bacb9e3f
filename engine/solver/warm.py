"""Loading the compiled kernels, or compiling them, before anybody waits for an answer."""

from __future__ import annotations

import math

from engine.codes import make_code
from engine.deals import deal
from engine.solver import growing
from engine.solver.par import par
from engine.solver.search import solve
from engine.solver.tableau_par import enlarged
from engine.variants import Variant, variant_named

_STATES = 500
_NAMES = ("russian-classic", "yukon", "klondike-3")


def warm_up(*variants: Variant) -> None:
    """Make the next answer for ``variants`` (all, if none is named) as fast as any later one.

    Costs some 10 s of CPU a family when nothing is on disk yet, else half a second for all.
    """
    for variant in variants or tuple(map(variant_named, _NAMES)):
        start = deal(make_code(variant.event, "AAAAABB"))
        verdict = solve(start, seconds=math.inf, states=_STATES)
        par(start, seconds=0.0, known=verdict)
    enlarged(growing.larger_table(growing.first_table()))
