"""The protocol of decoders, and the list of decoders.

A model names its decoder (``[decoder] name = "phrase"`` in ``model.toml``) and uses it through these protocols only.
Ours are listed here; another package adds one with an entry point of the group ``dragoman.decoders``:

    [project.entry-points."dragoman.decoders"]
    mine = "my_package.decoder:MyDecoder"

``tests/search/test_conformance.py`` checks that every decoder of the list behaves the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import EntryPoint
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from dragoman.common.errors import ConfigError
from dragoman.common.plugins import Plugins
from dragoman.common.progress import Report
from dragoman.grammar import RuleSource
from dragoman.lm import LanguageModel
from dragoman.search.features import AnyFeature
from dragoman.search.input import Demand, Input
from dragoman.search.request import BEST, DecodeRequest
from dragoman.search.result import Result
from dragoman.settings.settings import Settings

DEFAULT = "phrase"
"""The decoder of models that do not name one: older models, from the time when there was only this one."""
DECODERS = Plugins(
    "dragoman.decoders",
    {
        "phrase": "dragoman.search.phrase:PhraseDecoder",
        "chart": "dragoman.search.chart:ChartDecoder",
        "treelet": "dragoman.search.treelet:TreeletDecoder",
    },
)


class DecoderOptions(Protocol):
    """How a decoder is to search: ``Settings`` that stand under ``[decoder]`` in ``model.toml``."""

    @property
    def needs_trees(self) -> bool:
        """Whether the search looks at dependency trees of the source."""


class Decoder(Protocol):
    """Translates sentences with rules, language models and weights. It never changes; threads may share it."""

    takes: frozenset[Demand]
    """The demands that it accepts; any other demand is refused, not ignored."""
    makes_trees: bool
    """Whether its results have a ``target_tree``."""
    by_document: bool
    """Whether the sentences of a document must be given together, because one depends on the others."""
    rules: RuleSource
    feature_names: tuple[str, ...]
    """The names of the features, in the order of feature vectors."""
    weights: dict[str, float]

    def with_rules(self, rules: RuleSource) -> Decoder:
        """Return the same decoder with other rules, such as some that were looked up.

        Args:
            rules: The rules.
        """

    def decode(
        self,
        inputs: Sequence[Input],
        request: DecodeRequest = BEST,
        progress: Report | None = None,
    ) -> list[Result]:
        """Return the best translation of every sentence, and of what was searched as much as is requested.

        An input with a demand that is not in ``takes`` is a ConfigError.

        Args:
            inputs: The sentences.
            request: What is wanted besides the best translation, and by how many threads.
            progress: Called with the work done and the total; what it raises stops the work.
        """


class DecoderType(Decoder, Protocol):
    """A class of decoders, as models name it."""

    name: ClassVar[str]
    options_type: ClassVar[type[Settings]]
    """Its ``DecoderOptions``; all have defaults."""

    def __init__(
        self,
        rules: RuleSource,
        lms: Sequence[LanguageModel],
        weights: Mapping[str, float],
        options: Any = None,
        features: Sequence[AnyFeature] = (),
    ) -> None:
        """Refuses weights that do not fit ``features_of`` and options that do not fit each other."""

    @classmethod
    def features_of(
        cls,
        rules: RuleSource,
        lms: Sequence[LanguageModel],
        options: Any = None,
        features: Sequence[AnyFeature] = (),
    ) -> tuple[str, ...]:
        """Return the names of the features that need a weight, those written in Python last.

        Args:
            rules: The rules.
            lms: The language models.
            options: How it searches; None is the decoder's default.
            features: Those written in Python.
        """


if TYPE_CHECKING:  # the type checker holds ours to the protocol
    from dragoman.search.chart import ChartDecoder
    from dragoman.search.phrase import PhraseDecoder
    from dragoman.search.treelet import TreeletDecoder

    _ours: tuple[type[DecoderType], ...] = (PhraseDecoder, ChartDecoder, TreeletDecoder)


def decoders() -> dict[str, EntryPoint]:
    """Return every decoder by its name: ours, then those of other packages."""
    return DECODERS.all()


def decoder_type(name: str) -> type[DecoderType]:
    """Return the decoder of a name.

    Args:
        name: The name in ``model.toml``.
    """
    found: type[DecoderType] | None = DECODERS.find(name)
    if found is None:
        names = ", ".join(decoders())
        raise ConfigError(f"there is no decoder '{name}'; the decoders are: {names}")
    return found
