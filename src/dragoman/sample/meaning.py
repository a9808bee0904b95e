"""The meaning of a sentence, before it is expressed in the two languages.

Everything has an ``id``, unique in its sentence. The grammars label every word with a *unit*, (id, role); words of
the two languages with the same unit are translations of each other.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dragoman.sample.dictionary import Adjective, Name, Noun, Verb

Unit = tuple[int, str]
Pair = tuple[str, str]
"""A word of a closed class: source, target."""


@dataclass(slots=True)
class Nominal:
    """A noun phrase: a common noun, a name, or (``noun`` is None) a pronoun."""

    id: int
    noun: Noun | Name | None
    plural: bool = False
    feminine: bool = False
    """Of pronouns."""
    variant: int = 0
    """Which of a term's translations is used."""
    determiner: str = ""
    numeral: Pair | None = None
    adjectives: list[tuple[Adjective, Pair | None]] = field(default_factory=list)
    """With a degree, if any."""
    genitive: Nominal | None = None
    modifier: Oblique | None = None
    relative: Clause | None = None


@dataclass(slots=True)
class Oblique:
    """A prepositional phrase."""

    id: int
    preposition: Pair
    nominal: Nominal


@dataclass(slots=True)
class Clause:
    """A clause. A relative clause has no subject."""

    id: int
    verb: Verb
    subject: Nominal | None
    tense: str = "present"
    """``present``, ``past``, ``perfect`` or ``future``."""
    object: Nominal | None = None
    obliques: list[Oblique] = field(default_factory=list)
    adverb: Pair | None = None
    negation: int | None = None
    """Which of the language's negations."""
    affirmed: bool = False
    complement: Clause | None = None
    adverbial: tuple[Pair, Clause] | None = None
    attributive: bool = False
    """Of relative clauses, in a language that has both kinds: whether it stands before its noun."""
    front: str = "subject"
    """The first part of the source sentence: ``subject``, ``object``, ``oblique``, ``adverb`` or ``adverbial``."""


@dataclass(slots=True)
class Utterance:
    """A sentence: one main clause, or two with a conjunction."""

    first: Clause
    conjunction: Pair | None = None
    second: Clause | None = None
    question: bool = False
    marks: list[str] = field(default_factory=list)
    """Phenomena that only the plan shows (terms, temptations)."""
