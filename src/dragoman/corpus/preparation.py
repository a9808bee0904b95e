"""From raw text to the words that a system sees, and back: one object for training and translating.

    text = TextPreparation(tokenize=True, source_language="de", target_language="en")
    text = text.learn_case(read_lines("train.de"), read_lines("train.en"))
    text.source.words("Das ist klein.")        # what aligner, rules and decoder see
    text.target.words("That is small.")        # the same for references and translations to be forced
    text.finish(["that", "is", "small", "."])  # what the user sees

Training makes it, and the model keeps it (the table ``[text]`` of ``model.toml`` and what was learned beside it). All
code that reads text for a model uses the model's object, so the words of training and of translating cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from dragoman.common.errors import ModelError
from dragoman.corpus.casing import Truecaser, recase_words
from dragoman.corpus.characters import joined, split_characters
from dragoman.corpus.compounds import CompoundSplitter
from dragoman.corpus.detokenizer import Detokenizer
from dragoman.corpus.language import language
from dragoman.corpus.normalize import clean_controls
from dragoman.corpus.options import TextOptions
from dragoman.corpus.tokenizer import Tokenizer
from dragoman.corpus.united_spellings import UnitedSpellings
from dragoman.corpus.word_parts import WordParts
from dragoman.corpus.words import split_words
from dragoman.settings.setting_error import SettingError

Learned = Truecaser | CompoundSplitter | UnitedSpellings
LEARNED: dict[str, tuple[str, type[Learned]]] = {
    "truecaser": ("truecaser.source.tsv", Truecaser),
    "target_truecaser": ("truecaser.target.tsv", Truecaser),
    "spellings": ("spellings.source.tsv", UnitedSpellings),
    "compounds": ("compounds.source.tsv", CompoundSplitter),
}
"""What is stored in files, the names of the files, and what opens them."""


@dataclass(frozen=True)
class SidePreparation:
    """Prepares the text of one language. Threads may share it."""

    tokenizer: Tokenizer | None
    detokenizer: Detokenizer | None
    lowercase: bool
    truecaser: Truecaser | None
    spellings: UnitedSpellings | None = None
    compounds: CompoundSplitter | None = None
    characters: bool = False
    """Whether words are characters."""

    def split(self, line: str) -> str:
        """Tokens with single blanks between them, without control characters."""
        line = clean_controls(line)
        if self.characters:
            return split_characters(line)
        return self.tokenizer(line) if self.tokenizer is not None else line

    def case(self, line: str) -> str:
        """Tokens in the case that the models know."""
        if self.lowercase:
            return line.lower()
        return self.truecaser(line) if self.truecaser is not None else line

    def divide(self, words: Sequence[str]) -> tuple[list[str], WordParts | None]:
        """Return the tokens of words: as the models spell them, and with compounds split.

        And how the words are written, and of how many tokens each consists; None if the tokens are the words.

        Args:
            words: The words in the case that the models know.
        """
        parts = [self._parts(word) for word in words]
        tokens = [part for found in parts for part in found]
        if tokens == list(words):
            return tokens, None
        return tokens, WordParts(tuple(words), tuple(map(len, parts)))

    def _parts(self, word: str) -> list[str]:
        spelled = word if self.spellings is None else self.spellings.of(word)
        if self.compounds is None:
            return [spelled]
        parts = self.compounds.parts(
            spelled if self.spellings is None else self.spellings.plain(word)
        )
        return parts if len(parts) > 1 else [spelled]

    def sentence(self, line: str) -> tuple[list[str], WordParts | None]:
        """The words of a line as the models know them, and which are parts of which."""
        return self.divide(split_words(self.case(self.split(line))))

    def __call__(self, line: str) -> str:
        """A line of training text: split, in that case and spelling, with compounds split."""
        if self.compounds is None and self.spellings is None:
            return self.case(self.split(line))
        return " ".join(self.words(line))

    def words(self, line: str) -> list[str]:
        """The same as a list."""
        return self.sentence(line)[0]

    def phrase(self, text: str) -> list[str]:
        """The words of text that stands inside of a sentence: a capital at its start is its own."""
        split = self.split(text)
        return self.divide(split_words(split.lower() if self.lowercase else split))[0]

    def spaces(self, words: Sequence[str]) -> list[bool]:
        """Whether a person writes a space before each of these words."""
        if self.characters:
            return [False] * len(words)
        if self.detokenizer is not None:
            return self.detokenizer.spaces(list(words))
        return [i > 0 for i in range(len(words))]

    def written(self, words: Sequence[str]) -> str:
        """The words as a person writes them, in the case that they have."""
        return spaced(joined(words) if self.characters else words, self.spaces(words))


def spaced(words: Sequence[str], spaces: Sequence[bool]) -> str:
    """The text of words, with a space where there is one before a word."""
    return "".join([f" {x}" if space else x for x, space in zip(words, spaces, strict=True)])


class TextPreparation(TextOptions):
    """How text is prepared. With the defaults, words are separated by blanks."""

    truecaser: Truecaser | None = None
    """Casing of the source language, learned from the training text; translations then begin with a capital."""
    target_truecaser: Truecaser | None = None
    """The same of the target language."""
    spellings: UnitedSpellings | None = None
    """One spelling of source words that can be written in two ways, for those of the training text."""
    compounds: CompoundSplitter | None = None
    """Splits compounds of the source language, learned from the training text."""

    def learn_case(self, source: Iterable[str], target: Iterable[str]) -> TextPreparation:
        """Return the preparation with truecasers learned from raw training text.

        Args:
            source: Lines of raw text in the source language.
            target: Lines of raw text in the target language.
        """
        return replace(
            self,
            truecaser=Truecaser.train(map(self.source.split, source)),
            target_truecaser=Truecaser.train(map(self.target.split, target)),
        )

    def learn_spellings(self, source: Iterable[str]) -> TextPreparation:
        """Return the preparation that writes each word of raw training text in one way.

        Nothing changes if the source language has no letters that stand for each other.

        Args:
            source: Lines of raw text in the source language.
        """
        letters = language(self.source_language).equal_letters
        if not letters:
            return self
        whole = replace(self, spellings=None, compounds=None).source
        return replace(self, spellings=UnitedSpellings.train(map(whole, source), letters))

    def learn_compounds(self, source: Iterable[str]) -> TextPreparation:
        """Return the preparation with a splitter of compounds learned from raw training text.

        Args:
            source: Lines of raw text in the source language.
        """
        fillers = language(self.source_language).compound_fillers
        whole = replace(self, compounds=None).source
        return replace(self, compounds=CompoundSplitter.train(map(whole, source), fillers))

    @cached_property
    def source(self) -> SidePreparation:
        """For text to be translated."""
        return self._side(self.source_language, self.truecaser, self.spellings, self.compounds)

    @cached_property
    def target(self) -> SidePreparation:
        """For given translations: the target side of training text, references, forced translations."""
        return self._side(self.target_language, self.target_truecaser)

    def _side(
        self,
        code: str,
        truecaser: Truecaser | None,
        spellings: UnitedSpellings | None = None,
        compounds: CompoundSplitter | None = None,
    ) -> SidePreparation:
        tokenizer = Tokenizer(code) if self.tokenize else None
        detokenizer = Detokenizer(code) if self.tokenize else None
        characters = self.unit == "characters"
        return SidePreparation(
            tokenizer, detokenizer, self.lowercase, truecaser, spellings, compounds, characters
        )

    def finish(self, tokens: Sequence[str]) -> str:
        """Return the text that the user sees, made from the decoder's words.

        Args:
            tokens: What the decoder wrote.
        """
        return spaced(*self.finish_words(tokens))

    def finish_words(self, tokens: Sequence[str]) -> tuple[list[str], list[bool]]:
        """Return the words that the user sees, and whether there is a space before each.

        Args:
            tokens: What the decoder wrote.
        """
        words = list(tokens) if self.truecaser is None else recase_words(tokens)
        words = joined(words) if self.target.characters else words
        return words, self.target.spaces(words)

    def write(self, file: Callable[[str], Path]) -> dict[str, Any]:
        """Write what was learned to the paths that ``file`` gives, and return the settings that ``read`` needs.

        Args:
            file: Called with a name; returns the path to write to.
        """
        settings = self.as_table()
        for field, (name, _) in LEARNED.items():
            learned: Learned | None = getattr(self, field)
            if learned is not None:
                settings[field] = name
                learned.save(file(name))
        return settings

    @classmethod
    def read(cls, settings: Mapping[str, Any], directory: Path) -> TextPreparation:
        """Read what ``write`` wrote into ``directory``; unknown settings are refused.

        Args:
            settings: What ``write`` returned.
            directory: Where ``write`` wrote.
        """
        files = {name: settings[name] for name in LEARNED if name in settings}
        for name, file in files.items():
            if not isinstance(file, str):
                raise ModelError(f"{directory}: expected a text for text.{name}")
            if file != LEARNED[name][0]:
                raise ModelError(f"{directory}: expected '{LEARNED[name][0]}' as text.{name}")
        try:
            read = cls.from_table({k: v for k, v in settings.items() if k not in files})
        except SettingError as fault:
            raise ModelError(f"{directory}: {fault.sentence('text')}") from None
        learned: dict[str, Any] = {k: LEARNED[k][1].open(directory / v) for k, v in files.items()}
        return replace(read, **learned)
