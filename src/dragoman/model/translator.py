"""Translating lines with a decoder: the demands on them, batches, and what the user gets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from dragoman.common.progress import Report
from dragoman.corpus.document import Document
from dragoman.corpus.preparation import TextPreparation
from dragoman.model.requests.sentence_constraints import with_demands
from dragoman.model.requests.terminology import Terminology
from dragoman.model.translation import Translation
from dragoman.model.translation_of_result import Extras, translation_of
from dragoman.search import Decoder, Input

FORESTS = 16
"""Sentences per thread, and twice as many at least, whose forests are in memory together."""
Sentences = list[str] | list[Input] | tuple[str | Input, ...] | Document


@dataclass(frozen=True)
class Lines:
    """What a user wants translated, and the same as a decoder takes it."""

    given: Sequence[str | Input]
    inputs: Sequence[Input]

    @classmethod
    def of(
        cls,
        text: str | Input | Sentences,
        preparation: TextPreparation,
        markup: bool = False,
        terms: Terminology | None = None,
    ) -> Lines:
        """Prepare a sentence, sentences, or a document, whose sentences then know that they belong together."""
        given: list[str | Input] = [text] if isinstance(text, str | Input) else _lines(text)
        inputs = with_demands(given, preparation, markup, terms)
        if isinstance(text, Document):
            inputs = [replace(one, document=text.id) for one in inputs]
        return cls(given, inputs)


@dataclass(frozen=True)
class Translator:
    """Translates lines with a decoder."""

    decoder: Decoder
    text: TextPreparation

    def translate(
        self, lines: Lines, extras: Extras, threads: int = 1, progress: Report | None = None
    ) -> list[Translation]:
        """Return the translation of every line, with what ``extras`` ask for."""
        # Forests are large: they are read and forgotten before the next sentences are translated.
        few = extras.reads_forest and not self.decoder.by_document and progress is None
        size = FORESTS * max(threads, 2) if few else max(1, len(lines.inputs))
        translations: list[Translation] = []
        for first in range(0, len(lines.inputs), size):
            given, inputs = lines.given[first : first + size], lines.inputs[first : first + size]
            results = self.decoder.decode(inputs, extras.request(threads), progress)
            translations += [
                translation_of(line, source, result, self.text, self.decoder.weights, extras)
                for line, source, result in zip(given, inputs, results, strict=True)
            ]
        return translations


def _lines(text: Sentences) -> list[str | Input]:
    if isinstance(text, Document):
        return [sentence.source for sentence in text]
    lines = list(text) if isinstance(text, Iterable) and not isinstance(text, bytes) else [text]
    for number, line in enumerate(lines):
        if not isinstance(line, str | Input):
            raise TypeError(
                f"expected texts to translate, but number {number} is of the type {type(line).__name__}"
            )
    return lines
