"""From a user's text to the decoder's words and back: tokenisation and casing as the model was trained with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from dragoman.common.artifact import Artifact, ArtifactWriter
from dragoman.common.errors import ModelError
from dragoman.corpus.casing import Truecaser, recase
from dragoman.corpus.detokenizer import Detokenizer
from dragoman.corpus.normalize import clean_controls
from dragoman.corpus.tokenizer import Tokenizer

TABLE = "text"
TRUECASERS = {"truecaser": "truecaser.source.tsv", "target_truecaser": "truecaser.target.tsv"}
"""Settings that are files of a model, and their names."""


@dataclass(frozen=True)
class TextSettings:
    """How text is prepared. With the defaults, words are what stands between blanks."""

    tokenize: bool = False
    source_language: str = "generic"
    target_language: str = "generic"
    lowercase: bool = False
    truecaser: Truecaser | None = None
    """Casing of the source language, learned from the training text; translations then begin with a capital."""
    target_truecaser: Truecaser | None = None
    """The same of the target language, for references."""

    @classmethod
    def from_artifact(cls, artifact: Artifact) -> TextSettings:
        """The settings of a saved model."""
        values: dict[str, Any] = dict(artifact.manifest.get(TABLE, {}))
        names = {field: values.pop(field, None) for field in TRUECASERS}
        known = {field.name for field in fields(cls)}
        strange = sorted(set(values) - known)
        if strange:
            raise ModelError(f"{artifact.path}: there is no text setting '{strange[0]}'")
        for field, name in names.items():
            values[field] = Truecaser.read(artifact.path / name) if name else None
        return cls(**values)

    def save(self, out: ArtifactWriter) -> None:
        """Adds the settings to a model that is being written."""
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in TRUECASERS}
        for field, name in TRUECASERS.items():
            truecaser: Truecaser | None = getattr(self, field)
            if truecaser is not None:
                values[field] = name
                truecaser.write(out.file(name))
        out.tables[TABLE] = values


class TextWorker:
    """Prepares source lines and references, and finishes translations, by the settings."""

    def __init__(self, settings: TextSettings) -> None:
        self.settings = settings
        self._tokenizer = Tokenizer(settings.source_language) if settings.tokenize else None
        self._target = Tokenizer(settings.target_language) if settings.tokenize else None
        self._detokenizer = Detokenizer(settings.target_language) if settings.tokenize else None

    def prepare(self, line: str) -> list[str]:
        """The words that the decoder sees."""
        return self.case(_split(line, self._tokenizer)).split()

    def reference(self, line: str) -> list[str]:
        """A translation by someone else in the words that the decoder would write."""
        line = _split(line, self._target)
        return self._cased(line, self.settings.target_truecaser).split()

    def case(self, line: str) -> str:
        """A source line lowercased or truecased, as the settings say."""
        return self._cased(line, self.settings.truecaser)

    def _cased(self, line: str, truecaser: Truecaser | None) -> str:
        if self.settings.lowercase:
            return line.lower()
        return truecaser(line) if truecaser is not None else line

    def finish(self, tokens: Sequence[str]) -> str:
        """The text that the user sees."""
        line = " ".join(tokens)
        if self.settings.truecaser is not None:
            line = recase(line)
        return self._detokenizer(line) if self._detokenizer is not None else line


def _split(line: str, tokenizer: Tokenizer | None) -> str:
    """As training text is: without control characters, and tokenised if the model says so."""
    line = clean_controls(line)
    return tokenizer(line) if tokenizer is not None else line
