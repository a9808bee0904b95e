"""Functions that turn a count into a value: increasing and concave, 0 for nothing (Ture et al. 2012, section 4)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from dragoman.consistency.options import Damping

Values = NDArray[np.float64]


def damped(counts: Values, damping: Damping, saturation: float) -> Values:
    """The value of every count; ``bm25`` with saturation 1.2 is equation 1."""
    functions: dict[str, Callable[[Values], Values]] = {
        "bm25": lambda n: (saturation + 1) * n / (saturation + n),
        "log": np.log1p,
        "root": np.sqrt,
        "exponential": lambda n: -np.expm1(-n),
    }
    return functions[damping](counts)
