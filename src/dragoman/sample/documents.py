"""Documents of sentence pairs, from a seed.

for document in generate(SampleOptions(pairs=1000, seed=7)):
    for sentence in document.sentences:
        print(" ".join(sentence.source), "|||", " ".join(sentence.target))
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from dragoman.corpus.document import Document, Sentence
from dragoman.sample.languages import languages
from dragoman.sample.options import SampleOptions
from dragoman.sample.planner import LONGEST, SHORTEST
from dragoman.sample.transfer import SampleSentence, realise

SENTENCES = 8, 16
"""The least and the greatest number of sentences in a document; the last document of a corpus may be shorter."""


@dataclass(frozen=True, slots=True)
class SampleDocument:
    """Sentences on one topic, with one choice of translation for each of its terms."""

    id: str
    topic: int
    sentences: tuple[SampleSentence, ...]

    def plain(self) -> Document:
        """Return the document as one of ``dragoman.corpus``."""
        return Document(
            self.id,
            tuple(
                Sentence(
                    source=" ".join(s.source),
                    targets=(" ".join(s.target),),
                    document=self.id,
                    source_tree=s.source_tree,
                    target_tree=s.target_tree,
                    alignment=s.alignment,
                )
                for s in self.sentences
            ),
        )


def generate(options: SampleOptions) -> Iterator[SampleDocument]:
    """Yield documents of ``options.pairs`` sentence pairs in all.

    Args:
        options: Size, seed and phenomena.
    """
    left = options.pairs
    number = 0
    while left > 0:
        document = _document(options, number, left)
        left -= len(document.sentences)
        number += 1
        yield document


def _document(options: SampleOptions, number: int, most: int) -> SampleDocument:
    """Document ``number``, or the first ``most`` sentences of it."""
    random = Random(f"document {options.seed} {number}")
    spoken = languages(options.languages)
    planner = spoken.planner(random, spoken.words(options.world), options.phenomena)
    source = spoken.source(options.phenomena)
    target = spoken.target(options.phenomena)
    name = f"{options.prefix}{number + 1:04d}"
    sentences: list[SampleSentence] = []
    size = random.randint(*SENTENCES)
    while len(sentences) < min(size, most):
        sentence = realise(planner.utterance(), source, target, name)
        lengths = len(sentence.source), len(sentence.target)
        if min(lengths) >= SHORTEST and max(lengths) <= LONGEST:
            sentences.append(sentence)
    return SampleDocument(name, planner.topic, tuple(sentences))
