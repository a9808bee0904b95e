"""The closed classes of both languages, as tables of (source, target).

The words that close a negation in the source language also stand alone as adverbs, with another meaning. Only
the pair of both words has a clear meaning.
"""

from __future__ import annotations

PREPOSITIONS: dict[str, tuple[tuple[str, str], ...]] = {
    "place": (("em", "en"), ("ob", "sor"), ("unt", "sota"), ("bei", "presto"), ("vor", "ante")),
    "other": (("mid", "con"), ("fon", "di"), ("ohn", "sen"), ("weg", "pro"), ("nai", "aposta")),
}
"""By the class of their noun."""

NEGATION_OPENER = "ul"
AFFIRMATION = ("ul", "certe")
"""The opener without a closer affirms."""
NEGATIONS: tuple[tuple[str, str, str], ...] = (
    ("tem", "non", ""),
    ("gar", "non", "plus"),
    ("vek", "jam", ""),
    ("nok", "non", "ancor"),
)
"""Source closer, target word, target closer (which stands after the object) if any."""
PLAIN_NEGATION = ("nit", "non")
"""The words in a world without discontinuity."""
CLOSERS_ALONE: tuple[tuple[str, str], ...] = (
    ("tem", "aquí"),
    ("gar", "sovent"),
    ("vek", "ier"),
    ("nok", "dunc"),
)

FUTURE = ("vil", "vilen")
PERFECT = (("hat", "hant"), ("ha", "han"))
COMPLEMENTISER = ("das", "que")
SUBORDINATORS: tuple[tuple[str, str], ...] = (
    ("wen", "si"),
    ("weil", "pais"),
    ("als", "cuan"),
    ("bis", "fin"),
    ("obšon", "ben"),
)
CONJUNCTIONS: tuple[tuple[str, str], ...] = (("un", "e"), ("aber", "mas"), ("oder", "u"))
RELATIVE = ("wer", "qui")
"""The source word is used only where relative clauses follow their nouns."""
GENITIVE = "de"
DEGREES: tuple[tuple[str, str], ...] = (("zer", "molt"), ("zu", "trop"), ("ganš", "bastan"))
PRONOUNS: dict[str, tuple[str, str, str]] = {
    "m": ("hen", "henn", "lu"),
    "f": ("sea", "sean", "li"),
    "pl": ("hai", "haim", "lus"),
}
"""Source nominative and accusative, and target."""
NUMERALS: tuple[tuple[str, str], ...] = (
    ("tva", "dos"),
    ("dri", "tre"),
    ("fir", "cat"),
    ("fenf", "cin"),
    ("sek", "ses"),
    ("zib", "set"),
    ("tein", "dez"),
)
QUESTION = "esc"
"""Opens a question in the target; the source puts its verb first."""

_BOTH = (
    *PREPOSITIONS["place"],
    *PREPOSITIONS["other"],
    *CLOSERS_ALONE,
    *SUBORDINATORS,
    *CONJUNCTIONS,
    *DEGREES,
    *NUMERALS,
    *zip(*PERFECT, strict=True),
    AFFIRMATION,
    PLAIN_NEGATION,
    COMPLEMENTISER,
    RELATIVE,
)
RESERVED_SOURCE = frozenset(
    [pair[0] for pair in _BOTH] + [*FUTURE] + [w for row in PRONOUNS.values() for w in row[:2]]
)
RESERVED_TARGET = frozenset(
    [pair[1] for pair in _BOTH]
    + [GENITIVE, QUESTION]
    + [row[2] for row in PRONOUNS.values()]
    + [word for row in NEGATIONS for word in row[1:]]
)
"""Words that no content word may look like."""
