"""A model that translates text: sentences, documents, and what a person has begun to type."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self, TypedDict, Unpack, overload

from dragoman.common.errors import ConfigError
from dragoman.common.progress import Report
from dragoman.consistency import Consistency
from dragoman.corpus.document import Document
from dragoman.corpus.preparation import TextPreparation
from dragoman.documents import Content, DocumentFile, parse
from dragoman.forest import Forest
from dragoman.forest.prefix import EDIT_COST, Prefix
from dragoman.grammar import RuleSource
from dragoman.lm import LanguageModel
from dragoman.model.decodable import DecodableModel
from dragoman.model.documents.document_translation import (
    DocumentTranslation,
    DocumentTranslator,
    open_document,
)
from dragoman.model.interactive.calibration import Calibration
from dragoman.model.interactive.completion import SCALE, Completion, TypedText
from dragoman.model.interactive.forest_cache import KeptForests, Same
from dragoman.model.interactive.searched_forests import SearchedForests
from dragoman.model.requests.sentence_constraints import with_demands
from dragoman.model.requests.terminology import Terminology
from dragoman.model.translation import Translation
from dragoman.model.translation_of_result import Extras, translation_of
from dragoman.search import AnyFeature, DecodeRequest, Input
from dragoman.search.decoder import DEFAULT

Terms = str | os.PathLike[str] | Mapping[str, str | Sequence[str]]
"""Prescribed translations: a file, or a dictionary."""
AnyTerms = Terms | Terminology
Sentences = list[str] | list[Input] | tuple[str | Input, ...] | Document

FORESTS = 16
"""Sentences per thread, and twice as many at least, whose forests are in memory together."""


class Wishes(TypedDict, total=False):
    """What may be asked of ``Model.translate`` beside the text."""

    nbest: int
    distinct: bool
    forest: bool
    confidence: float | None
    kbest_filter: int
    markup: bool
    terms: AnyTerms | None
    threads: int
    progress: Report | None


class TranslatingModel(DecodableModel):
    """A decodable model with the settings of its text."""

    def __init__(
        self,
        rules: RuleSource,
        lms: Sequence[LanguageModel],
        weights: Mapping[str, float] | None = None,
        options: Any = None,
        text: TextPreparation | None = None,
        features: Sequence[AnyFeature] = (),
        decoder: str = DEFAULT,
        consistency: Consistency | None = None,
    ) -> None:
        super().__init__(rules, lms, weights, options, features, decoder, consistency)
        self.text = text or TextPreparation()
        self.calibration: Calibration | None = None
        """Makes probabilities of the confidences of completions."""
        self._forests = KeptForests()

    def _twin(self) -> Self:
        other = super()._twin()
        other._forests = KeptForests()
        return other

    @overload
    def translate(self, text: str | Input, **wishes: Unpack[Wishes]) -> Translation: ...
    @overload
    def translate(self, text: Sentences, **wishes: Unpack[Wishes]) -> list[Translation]: ...

    def translate(
        self,
        text: str | Input | Sentences,
        *,
        nbest: int = 0,
        distinct: bool = True,
        forest: bool = False,
        confidence: float | None = None,
        kbest_filter: int = 0,
        markup: bool = False,
        terms: AnyTerms | None = None,
        threads: int = 1,
        progress: Report | None = None,
    ) -> Translation | list[Translation]:
        """Translates a sentence, sentences or a document.

        ``nbest`` asks for that many alternatives (``distinct`` ones by their words), ``forest`` for the whole
        search graph. A sentence may be an ``Input``, which carries demands on its translation. With
        ``kbest_filter``, the best cohesive one of that many derivations is taken (for an ``Input`` with a tree, and if
        there is one).

        With ``markup``, strings may carry demands (``model/requests/markup.py``). ``terms`` prescribes translations
        of phrases wherever they stand: a dictionary, a ``Terminology``, or a file of ``source TAB target``.
        ``confidence`` asks for the confidence of each word; it is the scale of scores (1: as they are; less: less
        sure).
        """
        prepared = self.text
        single = isinstance(text, str | Input)
        lines = [text] if isinstance(text, str | Input) else _lines(text)
        document = text.id if isinstance(text, Document) else ""
        demanded = with_demands(lines, prepared, markup, self._terminology(terms))
        inputs = [
            replace(one, document=document) if isinstance(line, str) and document else one
            for line, one in zip(lines, demanded, strict=True)
        ]
        extras = Extras(nbest, distinct, forest, confidence, kbest_filter)
        weights = dict(self.weights)
        decoder = self.decoder()
        # Forests are large: they are read and forgotten before the next sentences are translated.
        few = extras.reads_forest and not decoder.by_document and progress is None
        size = FORESTS * max(threads, 2) if few else max(1, len(inputs))
        request = extras.request(threads)
        translations: list[Translation] = []
        for first in range(0, len(inputs), size):
            part = slice(first, first + size)
            results = decoder.decode(inputs[part], request, progress)
            translations += [
                translation_of(line, source, result, prepared, weights, extras)
                for line, source, result in zip(lines[part], inputs[part], results, strict=True)
            ]
        return translations[0] if single else translations

    def complete(
        self,
        source: str | Input,
        prefix: str,
        *,
        alternatives: int = 0,
        terms: AnyTerms | None = None,
        confidence: float | None = None,
        edit_cost: float = EDIT_COST,
    ) -> Completion:
        """What follows a beginning of the translation that a person has typed (``completion.py``).

        The last word of ``prefix`` may be incomplete, unless a blank follows it. The search graph of the sentence is
        kept for the next call. ``edit_cost`` is what a correction of the typed words costs if no translation begins so,
        as a difference of scores. Confidences are posteriors, or probabilities if the model has a ``calibration``;
        ``confidence`` asks for posteriors with this scale of scores, as in ``translate``.
        """
        given = with_demands([source], self.text, terms=self._terminology(terms))[0]
        typed = TypedText(prefix, self.text, self.lms[0] if self.lms else None)
        objects = (given.tree, given.lattice, self.rules, self._consistency, *self.lms)
        same = tuple(map(Same, (*objects, *self._features)))
        key = (repr(given), tuple(self.weights.items()), self.options, same)
        forests = self._forests.get(key, lambda: SearchedForests(self._forest(given)))

        def search(beginning: Prefix) -> Forest | None:
            if "prefix" not in self.takes:
                return None
            found = self._forest(replace(given, prefix=beginning))
            return found if len(found) else None

        scale = SCALE if confidence is None else confidence
        found = typed.completion(forests, search, edit_cost, alternatives, scale)
        if self.calibration is None or confidence is not None:
            return found
        return self.calibration.of(found)

    def _forest(self, given: Input) -> Forest:
        found = self.decoder().decode([given], DecodeRequest(forest=True))[0].forest
        assert found is not None
        return found

    def _terminology(self, terms: AnyTerms | None) -> Terminology | None:
        if terms is None or isinstance(terms, Terminology):
            return terms
        return self.terminology(terms)

    def terminology(self, terms: Terms) -> Terminology:
        """Prescribed translations, from a file (see ``terminology.py``) or a dictionary.

        Several translations of a phrase are alternatives; the empty one copies it.
        """
        if not isinstance(terms, Mapping):
            return Terminology.read(terms, self.text)
        several = {k: [v] if isinstance(v, str) else v for k, v in terms.items()}
        return Terminology.of([(k, v) for k, found in several.items() for v in found], self.text)

    def translate_document(
        self,
        source: str | os.PathLike[str] | bytes | DocumentFile,
        format: str | None = None,
        *,
        name: str | None = None,
        languages: tuple[str, str] | None = None,
        terms: AnyTerms | None = None,
        nbest: int = 0,
        threads: int = 1,
        progress: Report | None = None,
    ) -> DocumentTranslation:
        """Translates a document and keeps its structure (see ``dragoman.documents`` for the formats).

        ``source`` is a path, the document's bytes (``name`` is what messages call them), or a document that was read.
        The format is found out unless it is given (one of ``documents.FORMATS``). ``languages`` are those that the
        model was trained for, unless given. With ``nbest``, the result has ``alternatives``.
        """
        if isinstance(source, DocumentFile):
            file = source
        else:
            codes = languages or (self.text.source_language, self.text.target_language)
            file = open_document(source, format, codes, name)
        translator = DocumentTranslator(
            self.text,
            lambda inputs: self.translate(inputs, nbest=nbest, threads=threads),
            self.takes,
            self._terminology(terms),
            progress,
        )
        return translator(file)

    def translate_text(
        self,
        text: str,
        format: str = "text",
        *,
        languages: tuple[str, str] | None = None,
        terms: AnyTerms | None = None,
        threads: int = 1,
    ) -> str:
        """Text of a format (``html``, ``markdown``, ...) in, the same format out; no file is ever read."""
        codes = languages or (self.text.source_language, self.text.target_language)
        file = parse(Content.of_text(text, *codes), format)
        return self.translate_document(file, terms=terms, threads=threads).text


def _lines(text: Sentences) -> list[str | Input]:
    if isinstance(text, Document):
        return [sentence.source for sentence in text]
    lines = list(text) if isinstance(text, Iterable) and not isinstance(text, bytes) else [text]
    for number, line in enumerate(lines):
        if not isinstance(line, str | Input):
            raise ConfigError(
                f"expected texts to translate, but number {number} is of the type {type(line).__name__}"
            )
    return lines
