"""Inflection of the two languages.

The source language, Qarsan, has three genders and marks case on determiners, agreement on adjectives, and
tense and number on verbs. The target language, Qotic, has two genders, and adjectives and determiners agree with
nouns in gender and number.
"""

from __future__ import annotations

MASCULINE, FEMININE, NEUTER = "m", "f", "n"

_PLURAL = {"m": "en", "f": "ar", "n": "i"}
_GENITIVE = {"m": "es", "f": "e", "n": "es"}
_ADJECTIVE = {"m": "er", "f": "e", "n": "et"}
_DETERMINER = {
    "nom": {"m": "ar", "f": "ai", "n": "at", "pl": "an"},
    "acc": {"m": "arn", "f": "ai", "n": "at", "pl": "an"},
    "dat": {"m": "om", "f": "era", "n": "om", "pl": "onen"},
    "gen": {"m": "ors", "f": "era", "n": "ors", "pl": "oro"},
}
_SOURCE_DETERMINERS = {"definite": "d", "indefinite": "ein", "this": "sel", "his": "hem"}
_TARGET_DETERMINERS = {"definite": "", "indefinite": "n", "this": "k", "his": "s"}
_TARGET_ENDING = {
    ("m", False): "o",
    ("f", False): "a",
    ("m", True): "os",
    ("f", True): "as",
}


def source_noun(stem: str, gender: str, plural: bool, case: str) -> str:
    """A noun: plural by gender, genitive marked, other cases bare."""
    word = stem + _PLURAL[gender] if plural else stem
    if case != "gen":
        return word
    return word + "o" if plural else word + _GENITIVE[gender]


def source_determiner(kind: str, gender: str, plural: bool, case: str) -> str:
    """A determiner of a kind; there is no indefinite plural."""
    return _SOURCE_DETERMINERS[kind] + _DETERMINER[case]["pl" if plural else gender]


def source_adjective(stem: str, gender: str, plural: bool) -> str:
    """An adjective that agrees with its noun."""
    return stem + ("en" if plural else _ADJECTIVE[gender])


def source_verb(stem: str, tense: str, plural: bool) -> str:
    """A finite verb: present or past."""
    if tense == "past":
        return stem + ("eten" if plural else "ete")
    return stem + ("en" if plural else "et")


def source_infinitive(stem: str) -> str:
    """The verb form after the future auxiliary."""
    return stem + "a"


def source_participle(stem: str) -> str:
    """The verb form after the perfect auxiliary."""
    return "ga" + stem + "ot"


def source_relative(stem: str, plural: bool) -> str:
    """The verb of a relative clause that stands before its noun."""
    return stem + ("anden" if plural else "ande")


def target_noun(stem: str, gender: str, plural: bool) -> str:
    """A noun."""
    return stem + _TARGET_ENDING[gender, plural]


def target_adjective(stem: str, gender: str, plural: bool) -> str:
    """An adjective; some stems take one ending for both genders."""
    if stem.endswith("nt"):
        return stem + ("es" if plural else "e")
    return stem + _TARGET_ENDING[gender, plural]


def target_determiner(kind: str, gender: str, plural: bool) -> str:
    """A determiner of a kind."""
    word = _TARGET_DETERMINERS[kind] + ("ol" if gender == "m" else "al")
    return word + "s" if plural else word


def target_verb(stem: str, tense: str, plural: bool) -> str:
    """A finite verb: present, past or future."""
    ending = {"present": "e", "past": "ié", "future": "era"}[tense]
    return stem + ending + ("n" if plural else "")


def target_participle(stem: str) -> str:
    """The verb form after the perfect auxiliary."""
    return stem + "eto"
