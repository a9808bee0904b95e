"""What a model is to its decoder: rules, language models, weights, settings and features, which may be changed."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, Self

from dragoman.common.errors import ConfigError
from dragoman.consistency import Consistency, Passes
from dragoman.grammar import RuleSource, TableRoom
from dragoman.lm import LanguageModel
from dragoman.model.decoder_cache import KeptDecoder
from dragoman.model.weights import Weights, complete
from dragoman.search import AnyFeature, Decoder, Input, decoder_type
from dragoman.search.batches import for_sentences
from dragoman.search.decoder import DEFAULT
from dragoman.search.input import Demand


class DecodableModel:
    """The part of a model that decodes. Weights, options and features may be changed at any time."""

    def __init__(
        self,
        rules: RuleSource,
        lms: Sequence[LanguageModel],
        weights: Mapping[str, float] | None = None,
        options: Any = None,
        features: Sequence[AnyFeature] = (),
        decoder: str = DEFAULT,
        consistency: Consistency | None = None,
    ) -> None:
        self._decoder_type = decoder_type(decoder)
        self._rules = rules
        self._lms = tuple(lms)
        self._options = options or self._decoder_type.options_type()
        self._features = tuple(features)
        self._consistency = consistency
        self._awaited: dict[str, float] = {}
        """The weights of features of the search that the model was saved with and that nobody has brought yet."""
        self._weights = complete(self._names(), weights or {})
        self._decoder = KeptDecoder(self._decoder_type)
        self._first = KeptDecoder(self._decoder_type)

    @property
    def decoder_name(self) -> str:
        """The decoder that the model is made for."""
        return self._decoder_type.name

    @property
    def takes(self) -> frozenset[Demand]:
        """The demands on translations that its decoder takes."""
        return self._decoder_type.takes

    @property
    def weights(self) -> Weights:
        """The weight of every feature, which may be set; other names than features' are refused at once."""
        return self._weights

    @weights.setter
    def weights(self, weights: Mapping[str, float]) -> None:
        self._weights = self._weights.replaced(weights)

    @property
    def options(self) -> Any:
        """How to search, in the struct of the decoder. Other features bring their weights, and take them away."""
        return self._options

    @options.setter
    def options(self, options: Any) -> None:
        self._options = options
        self._fit_weights()

    @property
    def rules(self) -> RuleSource:
        """A table, or rules that are looked up in the training text when a sentence needs them. A column of the table
        that is new brings its weight.
        """
        return self._rules

    @rules.setter
    def rules(self, rules: RuleSource) -> None:
        self._rules = rules
        self._fit_weights()

    @property
    def lms(self) -> tuple[LanguageModel, ...]:
        """The language models; one more brings its weight."""
        return self._lms

    @lms.setter
    def lms(self, lms: Sequence[LanguageModel]) -> None:
        self._lms = tuple(lms)
        self._fit_weights()

    def _fit_weights(self) -> None:
        """Takes away the weights of features that are gone, and gives new ones theirs."""
        names = self._names()
        self._weights = complete(names, {n: w for n, w in self.weights.items() if n in names})

    @property
    def features(self) -> tuple[AnyFeature, ...]:
        """Features of the search written in Python; each has a weight by its name (0 until it is set).

        A saved model keeps their weights but not the features: whoever opens it brings them again.
        """
        return self._features

    @features.setter
    def features(self, features: Sequence[AnyFeature]) -> None:
        self._features = tuple(features)
        names = self._names()
        kept = {n: w for n, w in self.weights.items() if n in names}
        brought = {n: w for n, w in self._awaited.items() if n in names}
        self._weights, self._awaited = complete(names, {**brought, **kept}), {}

    @property
    def consistency(self) -> Consistency | None:
        """How documents are translated consistently: in two passes, with features that bring their weights."""
        return self._consistency

    @consistency.setter
    def consistency(self, consistency: Consistency | None) -> None:
        self._consistency = consistency
        self._fit_weights()

    @property
    def _of_documents(self) -> tuple[AnyFeature, ...]:
        return self._consistency.features if self._consistency is not None else ()

    def _names(self) -> tuple[str, ...]:
        features = (*self._of_documents, *self._features)
        return self._decoder_type.features_of(self.rules, self.lms, self._options, features)

    @property
    def feature_names(self) -> tuple[str, ...]:
        """The names of the features, in the order of feature vectors."""
        return tuple(self.decoder().feature_names)

    def decoder(self) -> Decoder:
        """The decoder for the weights and options as they are now; with features of consistency, of several passes."""
        if self._awaited:
            raise ConfigError(
                f"the model has the feature '{next(iter(self._awaited))}', which is written in Python: "
                "set model.features to bring it, or to () to do without"
            )
        features = (*self._of_documents, *self._features)
        last = self._decoder.get(self.rules, self.lms, self.weights, self.options, features)
        if self._consistency is None or not self._consistency.features:
            return last
        of_documents = {feature.name for feature in self._of_documents}
        own = {n: w for n, w in self.weights.items() if n not in of_documents}
        weights = complete(own, {**own, **self._consistency.first_weights})
        first = self._first.get(self.rules, self.lms, weights, self.options, self._features)
        return Passes(self._consistency, first, last)

    def informed(self, sentences: Sequence[Input], threads: int = 1) -> list[Input]:
        """With features of consistency: the sentences with the choices of the first pass, which is done once.

        Like ``for_sentences``, it is for those who decode the same sentences again and again.
        """
        decoder = self.decoder()
        if isinstance(decoder, Passes):
            return decoder.informed(sentences, threads)
        return list(sentences)

    def for_sentences(
        self, sentences: Sequence[Input], threads: int = 1, room: TableRoom | None = None
    ) -> Self:
        """A model with the same components and weights that has looked up its rules for these sentences.

        It is for those who decode the same sentences again and again, such as tuning. With ``room``, rules that do not
        fit there are in files.
        """
        other = self._twin()
        other.rules = for_sentences(self.rules, sentences, threads, room)
        return other

    def changed(
        self,
        weights: Mapping[str, float] | None = None,
        options: Any = None,
        features: Sequence[AnyFeature] = (),
    ) -> Self:
        """A model with the same components that has some other weights, other options or more features."""
        other = self._twin()
        if options is not None:
            other.options = options
        if features:
            other.features = (*self.features, *features)
        other.weights.update(weights or {})
        return other

    def _twin(self) -> Self:
        other = copy.copy(self)
        other._weights = Weights(self.weights)
        other._decoder = KeptDecoder(self._decoder_type)
        other._first = KeptDecoder(self._decoder_type)
        return other
