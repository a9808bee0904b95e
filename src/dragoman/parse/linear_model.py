"""Linear models on disk: weights as arrays of an artifact, settings that are checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from dragoman._core import LinearModel, ParserInput
from dragoman.common.errors import ModelError
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.parse.parser import Tokens

Numbers = NDArray[np.uint16]
"""Tags or labels as numbers."""
_S = TypeVar("_S", bound=msgspec.Struct)


def encode(sentences: Sequence[Tokens]) -> ParserInput:
    """Sentences as the core sees them: words and their lower-cased forms."""
    return ParserInput(sentences, [[word.lower() for word in words] for words in sentences])


class Weights:
    """The weights of a linear model: a table of features, and a row for each."""

    def __init__(self, arrays: tuple[NDArray[np.uint64], NDArray[np.int16]], classes: int) -> None:
        self._arrays = arrays
        self.model = LinearModel(classes, *arrays)

    def write(self, out: ArtifactWriter, name: str) -> None:
        """Stores the weights as the arrays ``name.slots`` and ``name.rows``."""
        slots, rows = self._arrays
        out.array(f"{name}.slots", slots)
        out.array(f"{name}.rows", rows)

    @classmethod
    def from_artifact(cls, artifact: Artifact, name: str, classes: int) -> Weights:
        """Views the weights in an artifact."""
        slots = open_array(artifact, f"{name}.slots", np.uint64)
        rows = open_array(artifact, f"{name}.rows", np.int16)
        return cls((slots, rows), classes)


def open_array(artifact: Artifact, name: str, dtype: Any) -> NDArray[Any]:
    """A one-dimensional array of an artifact."""
    values = artifact.array(name, dtype)
    if values.ndim != 1:
        raise ModelError(f"the array '{name}' has a wrong shape")
    return values


def open_settings(artifact: Artifact, kind: type[_S]) -> _S:
    """The settings of an artifact, checked."""
    try:
        return msgspec.convert(artifact.settings, kind)
    except msgspec.ValidationError as error:
        raise ModelError(f"the settings are not sound: {error}") from None
