"""From a user's text to the decoder's words and back: tokenisation and casing as the model was trained with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from dragoman.common.artifact import Artifact, ArtifactWriter
from dragoman.common.errors import ModelError
from dragoman.corpus.casing import Truecaser, recase
from dragoman.corpus.detokenizer import Detokenizer
from dragoman.corpus.tokenizer import Tokenizer

TABLE = "text"
TRUECASER = "truecaser.{side}.tsv"


@dataclass(frozen=True)
class TextSettings:
    """How text is prepared. With the defaults, words are what stands between blanks."""

    tokenize: bool = False
    source_language: str = "generic"
    target_language: str = "generic"
    lowercase: bool = False
    truecaser: Truecaser | None = None
    """Casing of the source language, learned from the training text; translations then begin with a capital."""

    @classmethod
    def from_artifact(cls, artifact: Artifact) -> TextSettings:
        """The settings of a saved model."""
        values: dict[str, Any] = dict(artifact.manifest.get(TABLE, {}))
        name = values.pop("truecaser", None)
        known = {field.name for field in fields(cls)}
        strange = sorted(set(values) - known)
        if strange:
            raise ModelError(f"{artifact.path}: there is no text setting '{strange[0]}'")
        truecaser = Truecaser.read(artifact.path / name) if name else None
        return cls(**values, truecaser=truecaser)

    def save(self, out: ArtifactWriter) -> None:
        """Adds the settings to a model that is being written."""
        values = {k: v for k, v in asdict(self).items() if k != "truecaser"}
        if self.truecaser is not None:
            values["truecaser"] = TRUECASER.format(side="source")
            self.truecaser.write(out.file(values["truecaser"]))
        out.tables[TABLE] = values


class TextWorker:
    """Prepares source lines and finishes translations by the settings."""

    def __init__(self, settings: TextSettings) -> None:
        self.settings = settings
        self._tokenizer = Tokenizer(settings.source_language) if settings.tokenize else None
        self._detokenizer = Detokenizer(settings.target_language) if settings.tokenize else None

    def prepare(self, line: str) -> list[str]:
        """The words that the decoder sees."""
        if self._tokenizer is not None:
            line = self._tokenizer(line)
        return self.case(line).split()

    def case(self, line: str) -> str:
        """Lowercased or truecased, as the settings say."""
        if self.settings.lowercase:
            return line.lower()
        if self.settings.truecaser is not None:
            return self.settings.truecaser(line)
        return line

    def finish(self, tokens: Sequence[str]) -> str:
        """The text that the user sees."""
        line = " ".join(tokens)
        if self.settings.truecaser is not None:
            line = recase(line)
        return self._detokenizer(line) if self._detokenizer is not None else line
