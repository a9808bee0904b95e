"""The closed classes of German and English."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Preposition:
    """With the case and the kinds of its noun."""

    source: str
    target: str
    case: str
    kinds: str

    @property
    def pair(self) -> tuple[str, str]:
        """Its words in both languages."""
        return self.source, self.target


PLACES = (
    Preposition("in", "in", "dat", "building place"),
    Preposition("vor", "in front of", "dat", "building"),
    Preposition("hinter", "behind", "dat", "building furniture"),
    Preposition("neben", "next to", "dat", "building furniture"),
    Preposition("bei", "near", "dat", "building place"),
)
OTHERS = (
    Preposition("mit", "with", "dat", "person animal"),
    Preposition("ohne", "without", "acc", "person clothes container"),
    Preposition("für", "for", "acc", "person group"),
    Preposition("nach", "after", "dat", "event"),
    Preposition("wegen", "because of", "gen", "event idea nature"),
    Preposition("vor", "before", "dat", "event"),
    Preposition("trotz", "despite", "gen", "event idea nature"),
    Preposition("während", "during", "gen", "event"),
)
"""*vor* is *in front of* a house and *before* a journey."""
TO = Preposition("zu", "to", "dat", "building place")
OF = Preposition("von", "of", "dat", "")

CASES = {one.pair: one.case for one in (*PLACES, *OTHERS, TO, OF)}

_CONTRACTIONS = {
    ("in", "dem"): "im",
    ("zu", "dem"): "zum",
    ("zu", "der"): "zur",
    ("bei", "dem"): "beim",
    ("von", "dem"): "vom",
}


def contracted(preposition: str, article: str) -> str | None:
    """One word for a preposition and an article, if there is one."""
    return _CONTRACTIONS.get((preposition, article))


@dataclass(frozen=True)
class Negation:
    """Words before and after what ``kein`` negates, or with ``nicht``; and in English, where the second part
    stands at the end."""

    before: str
    after: str
    target: str
    closer: str

    @property
    def source(self) -> tuple[str, ...]:
        """The words that stand together if nothing indefinite is negated."""
        core = "nie" if self.target == "never" else "nicht"
        return tuple(word for word in (self.before, core, self.after) if word)


NEGATIONS = (
    Negation("", "", "not", ""),
    Negation("", "mehr", "not", "anymore"),
    Negation("noch", "", "not", "yet"),
    Negation("überhaupt", "", "not", "at all"),
    Negation("", "", "never", ""),
)
NEVER = NEGATIONS[-1]
"""The only negation of a world without discontinuity: all others need *does ... not*."""
AFFIRMATION = ("tatsächlich", "actually")
COMPLEMENTISER = ("dass", "that")
SUBORDINATORS = (
    ("weil", "because"),
    ("wenn", "if"),
    ("obwohl", "although"),
    ("während", "while"),
    ("bevor", "before"),
)
CONJUNCTIONS = (("und", "and"), ("aber", "but"), ("oder", "or"))
DEGREES = (("sehr", "very"), ("ziemlich", "rather"), ("besonders", "particularly"))
PRONOUNS = {
    "m": ("er", "ihn", "he", "him"),
    "f": ("sie", "sie", "she", "her"),
    "pl": ("sie", "sie", "they", "them"),
}
"""German nominative and accusative, English the same."""
RELATIVES = {"m": "der", "f": "die", "n": "das", "pl": "die"}
NUMERALS = (
    ("zwei", "two"),
    ("drei", "three"),
    ("vier", "four"),
    ("fünf", "five"),
    ("sechs", "six"),
    ("sieben", "seven"),
    ("zehn", "ten"),
    ("zwölf", "twelve"),
)
