"""Which language a text is in, and whether it is tokenised: guesses from a sample of its lines, without any network.

    identify(lines)         # "de", or None if there is too little to go by
    looks_tokenized(lines)  # True for "Yes , we can ."

The script decides first. Among the languages of one script, common short words and rare letters are counted
(``identification.toml``); a word that several languages have counts less for each. After Dunning (1994) longer
statistics would do for single words too, but a bitext offers whole pages.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

ENOUGH = 8.0
"""Evidence (about as many characteristic words) below which no guess is made."""
MARGIN = 1.15
"""The best language must have so many times the evidence of the second."""
_SHARED = ("Latin", "Cyrillic", "Arabic", "Devanagari")
"""Scripts of several languages."""
_LETTER = 0.5
"""What a rare letter counts beside a common word."""
_BREAK = re.compile(r"""[\s\d_.,;:!?()\[\]"'’„“”«»।،؛…/-]+""")
_MARKS = re.compile(r"(?<=\S)([,;:!?。，！？]|\.(?=$|\s))")
_ALONE = re.compile(r"(?:^|\s)[.,;:!?。，！？](?=$|\s)")


@dataclass(frozen=True)
class _Facts:
    words: frozenset[str]
    letters: frozenset[str]


@cache
def _known() -> tuple[dict[str, dict[str, _Facts]], dict[str, str]]:
    """By script, the languages and what they are known by; and the scripts of one language."""
    text = resources.files("dragoman.corpus").joinpath("identification.toml").read_text("utf-8")
    table = tomllib.loads(text)
    shared = {
        script: {
            code: _Facts(frozenset(facts["words"].split()), frozenset(facts["letters"]))
            for code, facts in table[script].items()
        }
        for script in _SHARED
    }
    return shared, table["scripts"]


def identified_languages() -> list[str]:
    """The codes of the languages that can be told."""
    shared, scripts = _known()
    return sorted({code for script in shared.values() for code in script} | set(scripts.values()))


def identify(lines: Iterable[str]) -> str | None:
    """Return the code of the language, or None if the text does not tell.

    Args:
        lines: Some lines of text.
    """
    lines = [unicodedata.normalize("NFC", line) for line in lines]
    letters = Counter(letter for line in lines for letter in line.lower() if letter.isalpha())
    if not letters:
        return None
    script = _script(letters)
    shared, scripts = _known()
    if script in scripts:
        return scripts[script]
    if script not in shared:
        return None
    evidence = _evidence(lines, letters, shared[script])
    (first, best), (second, _) = sorted(((v, k) for k, v in evidence.items()), reverse=True)[:2]
    return best if first >= ENOUGH and first >= MARGIN * second else None


def _script(letters: Counter[str]) -> str:
    """The script of most letters; kana in a Chinese-looking text are Japanese."""
    counts: Counter[str] = Counter()
    for letter, count in letters.items():
        name = unicodedata.name(letter, "").split(" ")[0]
        counts[name if name.title() not in _SHARED else name.title()] += count
    kana = counts["HIRAGANA"] + counts["KATAKANA"]
    if kana * 20 > sum(counts.values()):
        return "HIRAGANA"
    return counts.most_common(1)[0][0]


def _evidence(
    lines: Iterable[str], letters: Counter[str], languages: dict[str, _Facts]
) -> dict[str, float]:
    """What speaks for each language."""
    owners = Counter(word for facts in languages.values() for word in facts.words)
    letter_owners = Counter(letter for facts in languages.values() for letter in facts.letters)
    words = Counter(word for line in lines for word in _BREAK.split(line.lower()))
    return {
        code: sum(words[word] / owners[word] for word in facts.words)
        + _LETTER * sum(letters[one] / letter_owners[one] for one in facts.letters)
        for code, facts in languages.items()
    }


def looks_tokenized(lines: Iterable[str]) -> bool:
    """Return whether punctuation stands by itself, or (in Chinese and the like) blanks stand between words.

    Args:
        lines: Some lines of text.
    """
    alone, attached = _signs_of_tokenization(list(lines))
    return alone > 4 * max(attached, 1)


def looks_raw(lines: Iterable[str]) -> bool:
    """Whether punctuation hangs on words, or blanks are missing. Text without punctuation tells neither."""
    alone, attached = _signs_of_tokenization(list(lines))
    return attached > 4 * max(alone, 1)


def _signs_of_tokenization(lines: Sequence[str]) -> tuple[int, int]:
    """How many signs there are that the text was tokenised, and that it was not."""
    text = "\n".join(lines)
    wide = sum(_is_wide(letter) for letter in text)
    if 4 * wide > sum(letter.isalpha() for letter in text):
        # Running text in these scripts has next to no blanks.
        tokenized = 4 * sum(line.count(" ") for line in lines) > wide
        return (wide, 0) if tokenized else (0, wide)
    return len(_ALONE.findall(text)), len(_MARKS.findall(text))


def _is_wide(letter: str) -> bool:
    name = unicodedata.name(letter, "")
    return name.startswith(
        ("CJK UNIFIED", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR")
    )


def looks_lowercased(lines: Iterable[str]) -> bool:
    """Whether there is hardly a capital in it, although its script has them."""
    text = "\n".join(lines)
    small = sum(letter.islower() for letter in text)
    letters = sum(letter.isalpha() for letter in text)
    return 2 * small > letters and 500 * sum(letter.isupper() for letter in text) < small
