"""The interface of KenLM's Python module over our language models.

    import dragoman.kenlm as kenlm
    model = kenlm.Model("model.arpa")          # or a binary that ``dragoman lm binarize`` made
    model.score("the house is small")          # log10, with <s> and </s>

For programs that are written for KenLM and run where it cannot be installed: the same names, and scores that agree to
1e-5. KenLM's own binaries are not read; their ARPA file is.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

from dragoman._core import LmState
from dragoman.common.errors import ModelError
from dragoman.lm import LanguageModel as _LanguageModel

_MAGIC = b"mmap lm http://kheafield.com/code"
"""How a binary file of KenLM begins."""


class LoadMethod(IntEnum):
    """How KenLM loads its binaries. Ours are always mapped into memory; the value is accepted and not used."""

    LAZY = 0
    POPULATE_OR_LAZY = 1
    POPULATE_OR_READ = 2
    READ = 3
    PARALLEL_READ = 4


class ARPALoadComplain(IntEnum):
    """When KenLM complains about ARPA files. The value is accepted and not used."""

    ALL = 0
    EXPENSIVE = 1
    NONE = 2


class Config:
    """Settings of loading. They change nothing here; programs that set them run."""

    def __init__(self) -> None:
        self.load_method = LoadMethod.POPULATE_OR_READ
        self.show_progress = False
        self.arpa_complain = ARPALoadComplain.ALL


class FullScoreReturn(NamedTuple):
    """What is known of one word's score."""

    log_prob: float
    ngram_length: int
    oov: bool


class State:
    """What a model remembers of the words before; ``BaseScore`` and others write it."""

    __slots__ = ("_native",)

    def __init__(self) -> None:
        self._native: LmState | None = None

    def __eq__(self, other: object) -> bool:
        return self._native == other._native if isinstance(other, State) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._native)

    def __copy__(self) -> State:
        copied = State()
        copied._native = self._native
        return copied

    def __deepcopy__(self, memo: object = None) -> State:
        return self.__copy__()


class Model:
    """An n-gram model with the methods of ``kenlm.Model``."""

    def __init__(self, path: str | bytes | os.PathLike[str], config: Config | None = None) -> None:
        """Open an ARPA file (plain or compressed) or a binary of ours.

        Args:
            path: The file or directory.
            config: Accepted for programs that are written for KenLM.
        """
        self.path = str(Path(os.fsdecode(path)).absolute())
        if _is_kenlm_binary(Path(self.path)):
            raise ModelError(
                f"{self.path}: this is a binary of KenLM, which only KenLM reads; give the ARPA file it was made from"
            )
        self._model = _LanguageModel.open(self.path)

    @property
    def order(self) -> int:
        """The length of the longest n-grams."""
        return self._model.order

    def score(self, sentence: str | bytes, bos: bool = True, eos: bool = True) -> float:
        """Return the log10 probability of a sentence.

        Args:
            sentence: Tokens with blanks between them.
            bos: Begin with <s>.
            eos: End with </s>.
        """
        return self._model.score(_words(sentence), bos, eos)

    def perplexity(self, sentence: str | bytes) -> float:
        """Return the perplexity of a sentence; </s> counts as a word.

        Args:
            sentence: Tokens with blanks between them.
        """
        return self._model.perplexity([_words(sentence)])

    def full_scores(
        self, sentence: str | bytes, bos: bool = True, eos: bool = True
    ) -> Iterator[tuple[float, int, bool]]:
        """Yield for every word: log10 probability, length of the n-gram found, whether the word is unknown.

        Args:
            sentence: Tokens with blanks between them.
            bos: Begin with <s>.
            eos: End with </s>.
        """
        for word in self._model.full_scores(_words(sentence), bos, eos):
            yield word.log10, word.length, word.unknown

    def BeginSentenceWrite(self, state: State) -> None:  # noqa: N802 (KenLM's name)
        """Make ``state`` the beginning of a sentence.

        Args:
            state: The state to write.
        """
        state._native = self._model.begin()

    def NullContextWrite(self, state: State) -> None:  # noqa: N802 (KenLM's name)
        """Make ``state`` that of no context.

        Args:
            state: The state to write.
        """
        state._native = self._model.begin(bos=False)

    def BaseScore(self, in_state: State, word: str | bytes, out_state: State) -> float:  # noqa: N802 (KenLM's name)
        """Return the log10 probability of a word after ``in_state``, and write the state after it.

        Args:
            in_state: The state before the word.
            word: The word.
            out_state: The state to write.
        """
        return self.BaseFullScore(in_state, word, out_state).log_prob

    def BaseFullScore(  # noqa: N802 (KenLM's name)
        self, in_state: State, word: str | bytes, out_state: State
    ) -> FullScoreReturn:
        """Return what is known of a word's score after ``in_state``, and write the state after it.

        Args:
            in_state: The state before the word.
            word: The word.
            out_state: The state to write.
        """
        native = self._model.native
        before = native.empty() if in_state._native is None else in_state._native
        id = native.find(_text(word))
        out_state._native, log10, length = native.step(before, id)
        return FullScoreReturn(log10, length, id == native.unknown)

    def __contains__(self, word: str | bytes) -> bool:
        native = self._model.native
        return native.find(_text(word)) != native.unknown

    def __repr__(self) -> str:
        return f"<Model from {Path(self.path).name}>"

    def __reduce__(self) -> tuple[type[Model], tuple[str]]:
        return type(self), (self.path,)


LanguageModel = Model
"""The older name of the class in KenLM's module."""


def _is_kenlm_binary(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def _text(word: str | bytes) -> str:
    """The word of a model; bytes that are no UTF-8 are a word that no model of ours has."""
    if isinstance(word, str):
        return word
    try:
        return word.decode("utf-8")
    except UnicodeDecodeError:
        return "<unk>"


def _words(sentence: str | bytes) -> list[str]:
    """Split as KenLM does: at the white space of ASCII only, so that no other blank ends a word."""
    data = sentence if isinstance(sentence, bytes) else sentence.encode("utf-8")
    return [_text(word) for word in data.split()]
