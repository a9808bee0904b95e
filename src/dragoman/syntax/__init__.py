"""What is computed from trees: cohesion, projection."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dragoman.common.lazy import lazy_exports

if TYPE_CHECKING:
    from dragoman.syntax.cohesion import interruptions as interruptions
    from dragoman.syntax.cohesion import is_cohesive as is_cohesive
    from dragoman.syntax.cohesion import violations as violations
    from dragoman.syntax.projection import project as project
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)
