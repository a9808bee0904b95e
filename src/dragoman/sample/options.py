"""The phenomena of the sample world, its languages and its size.

Each phenomenon is a property of the two languages that can be taken away: without ``verb_final`` the source language
puts its verbs where the target language does, without ``consistency`` every word has one translation, and so on. What
is left is still a pair of languages, though German is no longer what Germans say.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace

from dragoman.common.errors import ConfigError

GERMAN_ENGLISH = "de-en"
INVENTED = "qar-qot"
"""Languages that nobody speaks, with more words and more of every phenomenon."""
LANGUAGES = (GERMAN_ENGLISH, INVENTED)


@dataclass(frozen=True)
class Phenomena:
    """Which phenomena the languages have. ``NAMES`` lists the switches; the rates are theirs."""

    cohesion: bool = True
    """Whole subtrees move far: relative clauses and genitives before their nouns, fronting, a middle field in
    another order (Cherry 2008; Bach et al. 2009)."""
    discontinuity: bool = True
    """Units with gaps: bracketing negation, separable verbs, futures, phrasal verbs (Galley & Manning 2010)."""
    cross_serial: bool = True
    """Units with gaps interleave (cross-serial and bonbon), so that no binary SCFG generates them. Needs
    ``discontinuity``; without it they nest."""
    verb_final: bool = True
    """Non-finite verbs, and finite ones in subordinate clauses, stand last (Carreras & Collins 2009)."""
    consistency: bool = True
    """Terms have two translations, of which a document uses one (Ture et al. 2012)."""

    temptation: float = 0.4
    """Of the clauses with two modified nouns: how many have modifiers that would suit the other noun better."""
    negation: float = 0.16
    """Of all clauses: how many are negated (a little more in the end, since too short sentences are redrawn)."""
    term: float = 0.28
    """Of all common nouns: how many are one of the document's terms."""
    cue: float = 0.7
    """Of all terms: how many stand beside an adjective that hints at the right translation."""
    faithful: float = 0.97
    """Of all terms: how many follow the document's choice."""

    def without(self, *names: str) -> Phenomena:
        """Return the same languages without the phenomena named.

        Args:
            *names: Names of phenomena.
        """
        return replace(self, **{switch(name): False for name in names})

    def only(self, *names: str) -> Phenomena:
        """Return the same languages with no phenomena but those named.

        Args:
            *names: Names of phenomena.
        """
        kept = {switch(name) for name in names}
        if "cross_serial" in kept:
            kept.add("discontinuity")
        return replace(self, **{name: name in kept for name in _SWITCHES})


_SWITCHES = tuple(f.name for f in fields(Phenomena) if f.type == "bool")
NAMES = tuple(name.replace("_", "-") for name in _SWITCHES)


def switch(name: str) -> str:
    """The field of ``Phenomena`` that ``name`` (``cross-serial`` or ``cross_serial``) means."""
    plain = name.replace("-", "_")
    if plain not in _SWITCHES:
        raise ConfigError(f"there is no phenomenon '{name}'; there are {', '.join(NAMES)}")
    return plain


@dataclass(frozen=True)
class SampleOptions:
    """What to generate. Document ``k`` depends on all but ``pairs``."""

    pairs: int = 1000
    seed: int = 1
    """Of the text. Corpora with different seeds are different texts in the same two languages."""
    languages: str = GERMAN_ENGLISH
    """Source and target: one of ``LANGUAGES``."""
    world: int = 1
    """Of the vocabularies of invented languages."""
    phenomena: Phenomena = field(default_factory=Phenomena)
    prefix: str = "d"
    """Document names are this and a number."""
