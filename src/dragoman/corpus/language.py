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


def languages() -> list[str]:
    """The codes of the languages with rules of their own."""
    files = resources.files("dragoman.corpus").joinpath("languages").iterdir()
    codes = (file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml"))
    return sorted(code for code in codes if code != "generic")


def check_language(code: str) -> None:
    """Raises a ConfigError unless this is the code of a language: of ISO 639-1, for private use, or ``generic``."""
    base = re.split("[-_]", code.lower())[0]
    folder = resources.files("dragoman.corpus").joinpath("languages")
    known = {"generic", *languages()}
    known.update(folder.joinpath("iso639-1.txt").read_text(encoding="ascii").split())
    if base not in known and not re.fullmatch("q[a-t][a-z]", base):
        raise ConfigError(
            f"there is no language '{code}'{did_you_mean(code, sorted(known))} (two letters such as en, or generic; "
            f"{', '.join(languages())} have rules of their own)"
        )


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
