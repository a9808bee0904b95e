"""Inflection of German: nouns, determiners, adjectives and verbs of the third person."""

from __future__ import annotations

import re

CASES = ("nom", "acc", "dat", "gen")
_COLUMNS = ("m", "f", "n", "pl")


def _table(*rows: str) -> dict[tuple[str, str], str]:
    """Cells by case and gender; ``-`` is no ending."""
    return {
        (case, column): "" if cell == "-" else cell
        for case, row in zip(CASES, rows, strict=True)
        for column, cell in zip(_COLUMNS, row.split(), strict=True)
    }


_ARTICLE = _table("der die das die", "den die das die", "dem der dem den", "des der des der")
_DIES = _table("er e es e", "en e es e", "em er em en", "es er es er")
_EIN = _table("- e - e", "en e - e", "em er em en", "es er es er")
STRONG, WEAK, MIXED = "strong", "weak", "mixed"
_ADJECTIVE = {
    STRONG: _table("er e es e", "en e es e", "em er em en", "en er en er"),
    WEAK: _table("e e e en", "en e e en", "en en en en", "en en en en"),
    MIXED: _table("er e es en", "en e es en", "en en en en", "en en en en"),
}
_STEMS = {"indefinite": "ein", "his": "sein", "no": "kein"}
_INSEPARABLE = re.compile("(be|ge|er|ver|zer|ent|emp|miss|über|unter)")
_VOWELS = re.compile("[aeiouyäöü]+")


def determiner(kind: str, gender: str, plural: bool, case: str) -> str:
    """A determiner of a kind; there is no indefinite plural."""
    cell = case, "pl" if plural else gender
    if kind == "definite":
        return _ARTICLE[cell]
    if kind == "this":
        return "dies" + _DIES[cell]
    return _STEMS[kind] + _EIN[cell]


def declension(kind: str) -> str:
    """How adjectives are declined after a determiner; an empty kind is none."""
    if not kind:
        return STRONG
    return WEAK if kind in ("definite", "this") else MIXED


def adjective(stem: str, kind: str, gender: str, plural: bool, case: str) -> str:
    """An adjective before its noun; a stem that ends in ``-`` takes no ending (*Londoner*)."""
    if stem.endswith("-"):
        return stem[:-1]
    ending = _ADJECTIVE[declension(kind)][case, "pl" if plural else gender]
    return stem.removesuffix("e") + ending if ending.startswith("e") else stem + ending


def noun(word: str, gender: str, plurals: str, weak: bool, plural: bool, case: str) -> str:
    """A noun; ``plurals`` is its plural, and weak ones look so in all cases but the nominative."""
    if plural:
        return plurals + "n" if case == "dat" and plurals[-1] not in "ns" else plurals
    if weak:
        return word if case == "nom" else plurals
    return word if case != "gen" or gender == "f" else word + _genitive(word, plurals)


def _genitive(word: str, plurals: str) -> str:
    if word.endswith("nis") or plurals == word + "se":
        return "ses"
    if word[-1] in "sßxz":
        return "es"
    short = len(_VOWELS.findall(word.lower())) == 1 and word[-1] not in "aeiouyh"
    return "es" if (short and not plurals.endswith("s")) or (word.endswith("ch") and short) else "s"


def verb_forms(infinitive: str) -> tuple[str, str, str]:
    """Present and past (he), and participle, of a regular verb."""
    stem = infinitive[:-2] if infinitive.endswith("en") else infinitive[:-1]
    link = "e" if stem[-1] in "td" else ""
    ge = "" if _INSEPARABLE.match(stem) or stem.endswith("ier") else "ge"
    return stem + link + "t", stem + link + "te", ge + stem + link + "t"


def past_plural(past: str) -> str:
    """``kauften`` from ``kaufte``, ``sahen`` from ``sah``."""
    return past + ("n" if past.endswith("e") else "en")
