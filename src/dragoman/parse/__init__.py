"""Parsers and taggers: our own, trained from treebanks, and adapters of others."""

from dragoman.common.lazy import lazy_exports

__all__, __getattr__, __dir__ = lazy_exports(
    {
        "DependencyParser": "dragoman.parse.dependency_parser",
        "Tagger": "dragoman.parse.tagger",
        "load_model": "dragoman.parse.parsers",
        "load_parser": "dragoman.parse.parsers",
        "train_parser": "dragoman.parse.dependency_parser",
        "train_tagger": "dragoman.parse.tagger",
    }
)
