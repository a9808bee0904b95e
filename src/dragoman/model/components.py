"""What a model decodes with: rules, language models, options, features."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from dragoman.consistency import Consistency
from dragoman.grammar import RuleSource
from dragoman.lm import LanguageModel
from dragoman.osm import OperationModel
from dragoman.search import AnyFeature, Decoder, DecoderType


@dataclass(frozen=True, eq=False)
class Components:
    """The components of a decoder. They never change, so that one object stands for them in a cache."""

    decoder_type: type[DecoderType]
    rules: RuleSource
    lms: tuple[LanguageModel, ...]
    options: Any
    """In the struct of the decoder."""
    features: tuple[AnyFeature, ...] = ()
    """Features written in Python."""
    consistency: Consistency | None = None
    operations: OperationModel | None = None

    def changed(self, **components: Any) -> Self:
        """Return these components with some others in their place; the same object if none is another."""
        same = all(getattr(self, name) is one for name, one in components.items())
        return self if same else replace(self, **components)

    @property
    def document_features(self) -> tuple[AnyFeature, ...]:
        """The features of consistency, which the first pass over documents does not have."""
        return () if self.consistency is None else self.consistency.features

    @property
    def _always(self) -> tuple[AnyFeature, ...]:
        """The features that are stored with the model."""
        return () if self.operations is None else (self.operations,)

    @cached_property
    def feature_names(self) -> tuple[str, ...]:
        """The names of all features that need a weight, in the order of feature vectors."""
        features = (*self._always, *self.document_features, *self.features)
        return self.decoder_type.features_of(self.rules, self.lms, self.options, features)

    def decoder(self, weights: Mapping[str, float], *, first_pass: bool = False) -> Decoder:
        """Make a decoder of sentences; ``weights`` has one for every feature that it has."""
        of_documents = () if first_pass else self.document_features
        features = (*self._always, *of_documents, *self.features)
        return self.decoder_type(self.rules, self.lms, weights, self.options, features)
