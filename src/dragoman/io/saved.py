"""Things that are saved as an artifact of their kind and opened by memory-mapping, alone or as a component of another.

class SideCounts(Saved):
    KIND = "side-counts"
    def _write(self, out): out.array("counts", self.counts)
    @classmethod
    def _read(cls, artifact): return cls(artifact.array("counts"))

counts.save("counts")
counts = SideCounts.open("counts")
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar, Self

from dragoman.common.errors import ConfigError, ModelError
from dragoman.io.artifact import Artifact, ArtifactWriter


class Saved(ABC):
    """What has a kind of artifacts of its own."""

    KIND: ClassVar[str]
    artifact: Artifact | None = None
    """Where it was opened, if it was."""

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Self:
        """Open what was saved, by memory-mapping.

        Args:
            path: Where it was saved.
        """
        return Artifact.read(path, cls.KIND, cls.from_artifact)

    @classmethod
    def component(cls, whole: Artifact, name: str) -> Self:
        """Open a component of another artifact.

        Args:
            whole: The other artifact, opened.
            name: The name of the component.
        """
        return cls.from_artifact(whole.component(name, cls.KIND))

    @classmethod
    def from_artifact(cls, artifact: Artifact) -> Self:
        """Return what is in an artifact that is open; a ModelError if it is not sound.

        Args:
            artifact: The artifact, opened.
        """
        with naming(artifact.path):
            made = cls._read(artifact)
        made.artifact = artifact
        return made

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it as an artifact.

        Args:
            path: Where it goes; what is there is replaced when all is written.
        """
        with ArtifactWriter(path, self.KIND) as out:
            self._write(out)

    @classmethod
    @abstractmethod
    def _read(cls, artifact: Artifact) -> Self:
        """What the settings and arrays of an artifact make."""

    @abstractmethod
    def _write(self, out: ArtifactWriter) -> None:
        """Puts settings and arrays into an artifact."""


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Says which artifact it is that an error is about."""
    try:
        yield
    except (ModelError, ConfigError) as error:
        text = str(error)
        raise ModelError(text if text.startswith(str(path)) else f"{path}: {text}") from None
