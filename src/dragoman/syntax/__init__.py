"""What is computed from trees: cohesion, projection."""

from dragoman.common.lazy import lazy_exports

__all__, __getattr__, __dir__ = lazy_exports(
    {
        "interruptions": "dragoman.syntax.cohesion",
        "is_cohesive": "dragoman.syntax.cohesion",
        "project": "dragoman.syntax.projection",
        "violations": "dragoman.syntax.cohesion",
    }
)
