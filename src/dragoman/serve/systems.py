"""The models that are served, by language pair and by name.

A model is named as ``PATH`` (its name is the directory's) or ``NAME=PATH``. Of several models of one pair, the first
one answers requests that name none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from dragoman.common.errors import ConfigError
from dragoman.corpus.language import language_pair
from dragoman.corpus.language_names import language_name
from dragoman.model import Model
from dragoman.model.cohesive import warn_without_trees
from dragoman.model.source_parser import SourceParser
from dragoman.search.model_bounds import Bounded
from dragoman.serve.errors import RequestError
from dragoman.serve.responses import Language

AUTO = "auto"
"""The source language of a request whose language is to be found out."""
_DETECTED_BY = 200
"""The words that tell a text's language, at most."""


@dataclass(frozen=True, eq=False)
class System:
    """A model that is served."""

    name: str
    model: Model
    source: str
    target: str

    @property
    def languages(self) -> tuple[str, str]:
        """Source and target."""
        return self.source, self.target

    def known(self, text: str) -> float:
        """Return the share of a text's first words for which the model has rules, from 0 to 1.

        Args:
            text: The text.
        """
        words = self.model.text.source.words(text)[:_DETECTED_BY]
        if not words:
            return 0.0
        table = self.model.rules.rules_for([[word] for word in words]).native
        numbers = [table.source_vocabulary.find(word) for word in words]
        spans = [table.find([number]) for number in numbers if number is not None]
        return sum(begin < end for begin, end in spans) / len(words)


class Systems:
    """The models that are served.

    Args:
        systems: The models, each with its name and its languages.
        bounds: How wide a search a model may ask for; None: any.
    """

    def __init__(self, systems: Iterable[System], bounds: Bounded | None = "served") -> None:
        self.all = tuple(systems)
        self.bounds = bounds
        """How wide a search a model may ask for."""
        self.parser: SourceParser | None = None
        """For models that look at trees and bring no parser of their own."""
        names = [system.name for system in self.all]
        for name in names:
            if names.count(name) > 1:
                raise ConfigError(f"two models have the name '{name}': name one NAME=PATH")
        if not names:
            raise ConfigError("there is no model to serve")

    @classmethod
    def open(
        cls, models: Sequence[str], pairs: Sequence[str] = (), bounds: Bounded | None = "served"
    ) -> Systems:
        """Open models.

        Args:
            models: Each as ``PATH`` or ``NAME=PATH``.
            pairs: The languages of each (``de-en``), if the models do not know them.
            bounds: How wide a search a model may ask for; None: any.
        """
        if pairs and len(pairs) != len(models):
            raise ConfigError(f"expected a language pair for each of {len(models)} models")
        return cls(
            [
                _open(model, pairs[number] if pairs else "", bounds)
                for number, model in enumerate(models)
            ],
            bounds,
        )

    def bring(self, parser: SourceParser | None) -> None:
        """Make all models ready; those that need a parser and have none get this one.

        Args:
            parser: The parser.
        """
        self.parser = parser
        given = {one.source for one in self.all if self.complete(one.model)}
        if len(given) > 1:
            told = " and ".join(sorted(given))
            raise ConfigError(
                f"--parser is for one source language, and the models that need a parser translate from {told}: "
                "save one with each model (model.parser)"
            )

    def complete(self, model: Model) -> bool:
        """Make a model ready that was opened; return whether it was given the parser.

        One that cannot translate is named now, not with the first request.

        Args:
            model: The model.
        """
        needs = model.awaits_parser or (model.options.needs_trees and not model.has_parser)
        given = needs and self.parser is not None
        if given:
            model.parser = self.parser
        warn_without_trees(model.options, model.parser)
        model.decoder()
        return given

    def exchange(self, old: System, new: System) -> None:
        """Serve another model in the place of one; requests in work keep theirs.

        Args:
            old: The one that goes.
            new: The one that comes.
        """
        self.all = tuple(new if one is old else one for one in self.all)

    def find(self, source: str, target: str, name: str = "") -> System:
        """Return the model for a request whose source language is known.

        Args:
            source: The source language.
            target: The target language.
            name: The name of a model, if the request says one.
        """
        named = [system for system in self.all if name in ("", system.name)]
        if not named:
            raise RequestError(400, "there is no model of this name")
        if source not in {system.source for system in named}:
            raise RequestError(400, f"{source[:20]} is not supported")
        for system in named:
            if system.languages == (source, target):
                return system
        raise RequestError(400, f"{target[:20]} is not available as a target language")

    def pair_for(self, source: str, target: str, name: str = "") -> tuple[str, str]:
        """Return source and target of a request that may leave them out: those of the first model that it can mean.

        Args:
            source: The source language, or nothing.
            target: The target language, or nothing.
            name: The name of a model, or nothing.
        """
        meant = (
            one
            for one in self.all
            if name in ("", one.name)
            and source in ("", AUTO, one.source)
            and target in ("", one.target)
        )
        found = next(meant, self.all[0])
        return source or found.source, target or found.target

    def detect(self, text: str) -> list[tuple[str, float]]:
        """Return the source languages, most probable first, with the share of the text's words that they know.

        Args:
            text: The text.
        """
        found: dict[str, float] = {}
        for system in self.all:
            found[system.source] = max(found.get(system.source, 0.0), system.known(text))
        return sorted(found.items(), key=lambda one: (-one[1], one[0]))

    def source_for(self, text: str, target: str) -> tuple[str, float]:
        """Return the most probable language among those with a model for the target, and its share.

        Args:
            text: The text.
            target: The target language.
        """
        sources = {system.source for system in self.all if system.target == target}
        if not sources:
            raise RequestError(400, f"{target[:20]} is not available as a target language")
        return next(one for one in self.detect(text) if one[0] in sources)

    def as_list(self) -> list[Language]:
        """Return the languages as LibreTranslate lists them: a language without a model from it has no targets."""
        targets: dict[str, list[str]] = {}
        for system in self.all:
            into = targets.setdefault(system.source, [])
            if system.target not in into:
                into.append(system.target)
        for system in self.all:
            targets.setdefault(system.target, [])
        return [
            {"code": code, "name": language_name(code), "targets": into}
            for code, into in targets.items()
        ]


def _open(argument: str, pair: str, bounds: Bounded | None) -> System:
    name, equals, path = argument.partition("=")
    if not equals:
        name, path = Path(argument).resolve().name, argument
    if not name or not path:
        raise ConfigError(f"expected MODEL or NAME=MODEL, found '{argument}'")
    model = Model.open(path, bounds)
    source, target = model.text.source_language, model.text.target_language
    if pair:
        source, target = language_pair(pair)
    return System(name, model, source, target)
