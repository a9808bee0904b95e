"""Data about a language for tokeniser, detokeniser and sentence splitter, read from ``languages/CODE.toml``."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources

import msgspec

from dragoman.common.errors import ConfigError
from dragoman.common.suggest import did_you_mean


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A language's conventions; the defaults are for languages without data."""

    code: str = ""
    abbreviations: frozenset[str] = frozenset()
    """Words that keep the full stop behind them; listed without the full stop."""
    numeric_abbreviations: frozenset[str] = frozenset()
    """The same, but only before a number ("No. 7")."""
    separate_initials: frozenset[str] = frozenset()
    """Single letters that are words, so that a full stop behind them ends a sentence."""
    final_abbreviations: frozenset[str] = frozenset()
    """Abbreviations after which a sentence may end ("etc."), or go on."""
    starters: frozenset[str] = frozenset()
    """Words that, with a capital, begin a sentence after such an abbreviation, an initial or an ordinal."""
    continuations: tuple[str, ...] = ()
    """Words after a quotation that ends in a sentence mark, if the sentence continues (Japanese)."""
    ordinals: bool = False
    """Whether a number keeps its full stop ("am 21. September")."""
    apostrophe: str = "word"
    """``word``: inside a word it is a letter; ``english``, ``elision``, ``italian``: see tokenizer.py."""
    elisions: tuple[str, ...] = ()
    """Words whose elided form keeps the apostrophe and is a token ("l'", "qu'")."""
    apocopes: frozenset[str] = frozenset()
    """Words whose shortened form ends in an apostrophe and is followed by a space ("po'")."""
    leading_apostrophe: tuple[str, ...] = ()
    """Words that are written with an apostrophe in front ("'t")."""
    possessive: bool = False
    """Whether an apostrophe after s may mark a genitive ("the members' rights")."""
    spaced_punctuation: frozenset[str] = frozenset()
    """Closing punctuation that has a space before it."""
    percent_space: bool = False
    spaced_guillemets: bool = False
    quotes: tuple[str, ...] = ()
    """Pairs of quotation marks, opening and closing, that differ from the English ones."""
    tight: frozenset[str] = frozenset()
    """Marks without a space on either side."""
    decimal: str = ""
    """What stands before the decimals of a number; without it, numbers are not rewritten."""
    grouping: str = ""
    """What stands between groups of three digits."""
    date: str = ""
    """How a date in figures is written, such as ``d.m.y``. English readers differ in d/m and m/d: for them, y-m-d."""
    ordinal: str = ""
    """What follows the figures of an ordinal number; ``th`` stands for the four endings of English."""
    compound_fillers: tuple[str, ...] = ()
    """Letters that stand between the parts of a compound and belong to none ("Aktion-s-plan")."""
    equal_letters: tuple[tuple[str, str], ...] = ()
    """Letters that stand for each other, by country, reform or keyboard, as ß and ss do."""
    alike_beginnings: bool = False
    """Whether forms of a word differ in their endings, and so mostly begin alike ("arbeiten, arbeitet, Arbeit")."""


def languages() -> list[str]:
    """The codes of the languages with rules of their own."""
    files = resources.files("dragoman.corpus").joinpath("languages").iterdir()
    codes = (file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml"))
    return sorted(code for code in codes if code != "generic")


def short_code(code: str) -> str:
    """Return the language of a code alone: ``de`` of ``de_DE`` and of ``deu``.

    Args:
        code: Two or three letters, and perhaps a country.
    """
    base = re.split("[-_]", code.lower())[0]
    return _twins().get(base, base)


def check_language(code: str) -> None:
    """Raises a ConfigError unless this can be the code of a language.

    Two letters are looked up in ISO 639-1. Three letters are for languages that have no two, and for private use.
    Their list, ISO 639-3, is not free to copy: any three are taken, unless they stand for two (``deu`` for ``de``).
    """
    base = re.split("[-_]", code.lower())[0]
    twins = _twins()
    known = {"generic", *languages(), *_data("iso639-1.txt").split()}
    if base in known or (re.fullmatch("[a-z]{3}", base) and base not in twins):
        return
    meant = (
        f"; did you mean '{twins[base]}'?" if base in twins else did_you_mean(code, sorted(known))
    )
    raise ConfigError(
        f"there is no language '{code}'{meant} (two letters such as en, three such as hsb if there are no two, or "
        f"generic; {', '.join(languages())} have rules of their own)"
    )


@cache
def _twins() -> dict[str, str]:
    """The codes of three letters that stand for two."""
    return dict(pair.split("=") for pair in _data("iso639-2.txt").split())


def _data(name: str) -> str:
    return (
        resources.files("dragoman.corpus").joinpath("languages", name).read_text(encoding="ascii")
    )


def language_pair(text: str) -> tuple[str, str]:
    """``de-en`` as two codes, both checked."""
    source, _, target = text.partition("-")
    if not source or not target:
        raise ConfigError(f"expected two languages such as de-en, found '{text}'")
    for code in (source, target):
        check_language(code)
    return source, target


@cache
def language(code: str) -> Language:
    """The conventions of a language; a language without data gets the generic ones."""
    if not re.fullmatch(r"[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*", code):
        raise ConfigError(f"'{code}' is not a language code like 'en'")
    base = re.split("[-_]", code.lower())[0]
    folder = resources.files("dragoman.corpus").joinpath("languages")
    file = folder.joinpath(f"{base}.toml")
    if not file.is_file():
        file = folder.joinpath("generic.toml")
    facts = tomllib.loads(file.read_text(encoding="utf-8"))
    return msgspec.convert({"code": base, **facts}, Language)
