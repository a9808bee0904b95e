"""Syntactic cohesion, by definition: which phrases of a translation interrupt which subtrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dragoman.common.lazy import lazy_exports

if TYPE_CHECKING:
    from dragoman.cohesion.definition import interruptions as interruptions
    from dragoman.cohesion.definition import is_cohesive as is_cohesive
    from dragoman.cohesion.definition import violations as violations
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)
