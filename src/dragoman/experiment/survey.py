"""What there is to know of a bitext before a model is trained on it: languages, tokenisation, size, documents."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from dragoman.common.errors import ConfigError
from dragoman.corpus.bad_lines import BadLines
from dragoman.corpus.document import Sentence
from dragoman.corpus.formats import detect_format, read_bitext
from dragoman.corpus.identification import identify, looks_lowercased, looks_tokenized
from dragoman.corpus.language import check_language
from dragoman.corpus.tmx import memory_languages
from dragoman.experiment.config import Preprocessing
from dragoman.experiment.holdout import DEV, TEST, TRAIN, divide, without_repeats
from dragoman.io.files import display_name

SAMPLE = 2000
"""Lines that are looked at, spread over the text."""
EMPTY = 0
"""The number of pairs with an empty side."""
COLUMNS = ("source", "target", "document")
FEWEST = 60
"""Pairs below which there is nothing to learn from."""


@dataclass(frozen=True)
class BitextFiles:
    """What a user named: two files of parallel lines, or one file of pairs (TMX, tab-separated, ...)."""

    source: Path
    target: Path | None = None
    docs: Path | None = None
    languages: tuple[str, str] | None = None
    """As codes; guessed unless they are given."""

    def pairs(self, bad: BadLines) -> Iterator[Sentence]:
        """The sentence pairs; several translations of one are several pairs.

        A pair of two texts of which a line cannot be read is an empty one.
        """
        if self.target is not None and all(map(_is_text, (self.source, self.target))):
            yield from self._lines(bad)
            return
        targets = [self.target] if self.target else []
        codes = self.languages or (None, None)
        for sentence in read_bitext(self.source, targets, self.docs, languages=codes):
            if not sentence.targets:
                raise ConfigError(
                    f"{display_name(self.source)}: expected pairs; where is the other language (--target)?"
                )
            for target in sentence.targets:
                yield Sentence(sentence.source, (target,), sentence.document)

    def _lines(self, bad: BadLines) -> Iterator[Sentence]:
        paths = self.paths()
        for source, target, *document in bad.read(paths, COLUMNS[: len(paths)]):
            yield Sentence(source, (target,), document[0].strip() if document else "")

    def named(self) -> tuple[str, str] | None:
        """The languages that a translation memory names, if they are codes that we know."""
        found = memory_languages(self.source) if detect_format(self.source) == "tmx" else None
        with suppress(ConfigError):
            for code in found or ():
                check_language(code)
            return found
        return None

    def paths(self) -> list[Path]:
        """All files."""
        return [path for path in (self.source, self.target, self.docs) if path is not None]


@dataclass
class Survey:
    """The outcome."""

    languages: tuple[str, str] = ("", "")
    found_out: str = ""
    """How the languages were found out; empty if they were told."""
    tokenized: bool = False
    lowercased: bool = False
    pairs: int = 0
    documents: int = 0
    """0 if they are not known."""
    parts: bytearray = field(default_factory=bytearray, repr=False)
    """For every pair, whether it is to train, tune or test on (``holdout.py``)."""

    def count(self, part: int) -> int:
        """Pairs of a part."""
        return self.parts.count(part)

    def lines(self) -> Iterator[str]:
        """In words, for the user."""
        how = f"{self.found_out}; --languages names others" if self.found_out else "as told"
        yield f"languages: {self.languages[0]} to {self.languages[1]} ({how})"
        what = "tokenised: words are what blanks separate" if self.tokenized else "raw text"
        case = ", all in small letters" if self.lowercased else ""
        yield f"text: {self.pairs} pairs, {what}{case}"
        way = f"whole documents of {self.documents}" if self.documents else "blocks of lines"
        yield (
            f"held out: {self.count(DEV)} pairs to tune on and {self.count(TEST)} to test on "
            f"({way}), {self.count(TRAIN)} are left to train on"
        )


def survey(files: BitextFiles) -> Survey:
    """Reads the bitext once."""
    if files.target is not None and files.source.resolve() == files.target.resolve():
        raise ConfigError(f"{files.source} is both source and target")
    found = Survey()
    sample: list[Sentence] = []
    step = 1
    ids: dict[str, str] = {}
    documents: list[str] = []
    keys = array("Q")
    bad = BadLines(Preprocessing().bad_lines, None)
    for sentence in files.pairs(bad):
        if found.pairs % step == 0:
            sample.append(sentence)
            if len(sample) > 2 * SAMPLE:
                sample, step = sample[::2], 2 * step
        documents.append(ids.setdefault(sentence.document, sentence.document))
        keys.append(_key(sentence))
        found.pairs += 1
    if found.pairs < FEWEST:
        raise ConfigError(
            f"{display_name(files.source)}: expected at least {FEWEST} sentence pairs, found {found.pairs}"
        )
    bad.warn()
    known = len(ids) > 1 and "" not in ids
    found.parts = divide(found.pairs, documents if known else None)
    cut = any(found.parts[i] != found.parts[i - 1] for i in _inside(documents)) if known else True
    found.documents = 0 if cut else len(ids)
    found.parts = without_repeats(found.parts, keys, EMPTY)
    if not found.count(TRAIN):
        raise ConfigError(
            f"{display_name(files.source)}: nothing is left to train on: every pair is also one of those held out to "
            "tune and test on; give a text with more different pairs"
        )
    sides = [[s.source for s in sample], [s.target for s in sample]]
    found.tokenized = all(looks_tokenized(side) for side in sides)
    found.lowercased = all(looks_lowercased(side) for side in sides)
    found.languages = files.languages or files.named() or ("", "")
    if files.languages is None:
        found.found_out = "as the memory says" if any(found.languages) else "guessed"
    if not any(found.languages):
        found.languages = _guess(files, sides)
    for code in found.languages:
        check_language(code)
    return found


def _is_text(path: Path) -> bool:
    return detect_format(path) in ("text", "bars", "tsv")  # two files are never columns


def _key(sentence: Sentence) -> int:
    """A number for a pair: the same for the same texts."""
    source, target = sentence.source.strip(), sentence.target.strip()
    if not source or not target:
        return EMPTY
    text = f"{source}\0{target}".encode(errors="surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")


def _inside(documents: list[str]) -> Iterator[int]:
    """The lines that go on with the document of the line before."""
    return (i for i in range(1, len(documents)) if documents[i] == documents[i - 1])


def _guess(files: BitextFiles, sides: list[list[str]]) -> tuple[str, str]:
    codes = []
    for side, path in zip(sides, (files.source, files.target or files.source), strict=True):
        code = identify(side)
        if code is None:
            raise ConfigError(
                f"{display_name(path)}: the language cannot be told from the text; name both, such as --languages de-en"
            )
        codes.append(code)
    return codes[0], codes[1]
