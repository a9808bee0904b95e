"""How wide a search a model may ask for.

The limits of a search stand in the model's directory, and whoever made the model wrote them: without bounds, it could
make every search take all memory. What a model asks for beyond them is narrowed when it is opened. Whoever opens it may
still set any limits, or ask for them as they are. The bounds are declared with the options (``settings.Bounds``).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from dragoman.settings.settings import options

Bounded = Literal["model", "served"]
"""Whose bounds: those of any model that is opened, or those of one that a server offers to others."""


def bounded(settings: Any, whose: Bounded = "model") -> tuple[Any, list[str]]:
    """Return the options within bounds, and a sentence for each that was beyond: some number, or no limit at all.

    Args:
        settings: A decoder's options.
        whose: The bounds that hold.
    """
    narrower: dict[str, int] = {}
    warnings = []
    for name, declared in options(type(settings)).items():
        bounds = declared.bounds
        value = getattr(settings, name)
        if bounds is None or value is None:
            continue
        most = bounds.model
        if whose == "served" and bounds.served is not None:
            most = bounds.served
        unlimited = value == bounds.unlimited
        if value > most or unlimited:
            narrower[name] = most
            shown = f"{value} (no limit)" if unlimited else f"{value}"
            warnings.append(f"{name} = {shown} is more than a model may ask for: {most} is used")
    return (replace(settings, **narrower) if narrower else settings), warnings
