"""What a model knows for the translation of a sentence, for a person or for a language model to work from.

    brief = Brief.of(model, "das haus ist klein")
    brief.as_dict()                    # all of it
    brief.prompt(words=400)            # a text of bounded length, the most useful parts first

Sentence pairs that cover fragments of the source are better examples for a large language model than pairs that are
similar as a whole, above all for languages that it knows little (Fragment-Shot Prompting, arXiv 2505.22293). So pairs
are chosen one after the other, each for the n-grams of the sentence that no pair before it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from dragoman.corpus.language_names import language_name
from dragoman.model.requests.sentence_constraints import with_demands

if TYPE_CHECKING:
    from dragoman.forest import Derivation
    from dragoman.model.evidence import Evidence, Example
    from dragoman.model.model import Model
    from dragoman.model.requests.terminology import Terminology

_LONGEST = 4
"""The longest n-grams of the source that pairs are chosen for."""
_UNSURE = 0.5
"""Words of the draft below this confidence are named."""


@dataclass(frozen=True)
class Pair:
    """A sentence pair of the training text, as people write it."""

    line: int
    source: str
    target: str


@dataclass(frozen=True)
class Fragment:
    """A part of the sentence, and what the training text says about it."""

    source: str
    target: str
    """How the draft translates it."""
    occurrences: int
    """How often the source words are in the training text."""
    looked_at: int
    supporting: int
    """In how many of those that were looked at the translation is the draft's."""
    others: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Brief:
    """A sentence, a draft of its translation, and where the draft comes from."""

    source: str
    source_language: str
    target_language: str
    draft: str
    words: tuple[tuple[str, float], ...]
    """The words of the draft with their confidences, from 0 to 1."""
    unknown: tuple[str, ...]
    """Words of the source that are not in the training text."""
    terms: tuple[tuple[str, tuple[str, ...]], ...]
    """Prescribed translations of phrases in the sentence."""
    fragments: tuple[Fragment, ...]
    pairs: tuple[Pair, ...]
    """Sentence pairs that cover fragments of the source, the most useful first."""

    @classmethod
    def of(
        cls, model: Model, text: str, *, pairs: int = 8, terms: Terminology | None = None
    ) -> Brief:
        """Return what a model knows for one sentence.

        The model must keep its training text (``Model.indexed``).

        Args:
            model: The model.
            text: The sentence.
            pairs: How many sentence pairs are chosen, at most.
            terms: Prescribed translations.
        """
        translation = model.translate(text, confidence=1.0, terms=terms)
        evidence = model.evidence(translation, examples=max(3, pairs))
        tokens = translation.source_tokens
        preparation = model.text
        (given,) = with_demands([text], preparation, terms=terms)
        chosen = _covering(tokens, _examples(evidence), pairs)
        return cls(
            text,
            preparation.source_language,
            preparation.target_language,
            translation.text,
            tuple(zip(translation.tokens, translation.confidence, strict=True)),
            _unknown(model, translation.derivation),
            tuple(
                (
                    " ".join(tokens[zone.begin : zone.end]),
                    tuple(" ".join(words) for words in zone.translations),
                )
                for zone in given.zones
            ),
            tuple(
                Fragment(o.source, o.target, o.occurrences, o.looked_at, o.supporting, o.others)
                for o in evidence.phrases
            ),
            tuple(
                Pair(
                    one.line,
                    preparation.source.written(one.source),
                    preparation.target.written(one.target),
                )
                for one in chosen
            ),
        )

    def as_dict(self) -> dict[str, Any]:
        """Return all of it as plain data."""
        return asdict(self)

    def prompt(self, words: int = 600) -> str:
        """Return a request to translate the sentence, with examples, as a text for a language model.

        Args:
            words: The length of the text, at most; pairs and fragments that do not fit are left out. Pairs that cover
                more and fragments that are rarer go first. The request itself and the terms always stay.
        """
        target = language_name(self.target_language)
        head = [f"Translate from {language_name(self.source_language)} to {target}."]
        if self.terms:
            told = [f"- {source} = {' or '.join(into)}" for source, into in self.terms]
            head += ["", "These terms are prescribed:", *told]
        tail = ["", f"Draft: {self.draft}"]
        unsure = [word for word, confidence in self.words if confidence < _UNSURE]
        if unsure:
            tail.append(f"The draft is least sure of: {', '.join(dict.fromkeys(unsure))}")
        if self.unknown:
            tail.append(f"Not in the training text: {', '.join(self.unknown)}")
        tail += ["", f"Text: {self.source}", "Translation:"]
        room = words - _length([*head, *tail])
        pairs = list(_fitting((f"{one.source} = {one.target}" for one in self.pairs), room - 4))
        room -= _length(pairs) + 4 * bool(pairs)
        known = sorted((one for one in self.fragments if one.occurrences), key=_frequency)
        fragments = list(_fitting(map(_told, known), room - 4))
        body = ["", "Sentences and their translations:", *pairs] if pairs else []
        body += ["", "Parts of the text:", *fragments] if fragments else []
        return "\n".join([*head, *body, *tail])


def _unknown(model: Model, derivation: Derivation) -> tuple[str, ...]:
    """The copied words that the text does not have; one that it has may teach no phrase of its own."""
    texts = model.indexed()
    return tuple(
        step.source_text
        for step in derivation.in_target_order
        if step.kind == "unknown" and not any(text.places([step.source], 1)[0] for text in texts)
    )


def _examples(evidence: Evidence) -> list[Example]:
    """All pairs that taught a phrase, each once."""
    found = {one.line: one for phrase in evidence.phrases for one in phrase.examples}
    return [found[line] for line in sorted(found)]


def _covering(words: Sequence[str], examples: Sequence[Example], most: int) -> list[Example]:
    """Pairs that have the n-grams of a sentence: each the one with the most new ones; of equals, the shortest."""
    wanted = _ngrams(words)
    left = list(examples)
    chosen: list[Example] = []
    while left and len(chosen) < most:
        gains = [len(wanted & _ngrams(one.source)) for one in left]
        best = max(range(len(left)), key=lambda i: (gains[i], -len(left[i].source), -left[i].line))
        if not gains[best]:
            break
        wanted -= _ngrams(left[best].source)
        chosen.append(left.pop(best))
    return chosen


def _ngrams(words: Sequence[str]) -> set[tuple[str, ...]]:
    return {
        tuple(words[i : i + n]) for n in range(1, _LONGEST + 1) for i in range(len(words) - n + 1)
    }


def _frequency(one: Fragment) -> int:
    """Rare parts come first: of frequent words, a language model needs no example."""
    return one.occurrences


def _told(one: Fragment) -> str:
    others = "".join(f", {text} {count}" for text, count in one.others)
    return f"{one.source} = {one.target} ({one.supporting} of {one.looked_at}{others})"


def _length(lines: Iterable[str]) -> int:
    return sum(len(line.split()) for line in lines)


def _fitting(lines: Iterable[str], room: int) -> Iterator[str]:
    """The lines that have room, the first ones first."""
    for line in lines:
        needed = len(line.split()) + 1
        if needed <= room:
            room -= needed
            yield f"- {line}"
