"""The text of a ``moses.ini``: its sections, the features with their arguments, and the weights, each with its line."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from dragoman.common.errors import FormatError
from dragoman.io.compression import MAGIC
from dragoman.io.files import read_lines
from dragoman.settings.kinds import Weight, kind_of, parse
from dragoman.settings.setting_error import SettingError


class Line(NamedTuple):
    """A line of a section, without its comment."""

    number: int
    text: str


@dataclass(frozen=True)
class MosesFeature:
    """One line of ``[feature]``."""

    name: str
    kind: str
    line: int
    arguments: dict[str, str]


@dataclass(frozen=True)
class MosesWeights:
    """One line of ``[weight]``."""

    line: int
    values: list[float]


class IniFile:
    """A file that was read; ``error`` makes the errors of those who find something wrong in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.sections = self._sections()
        self.features = self._features()
        self.weights = self._weights()

    def error(self, message: str, line: int = 0) -> FormatError:
        """Return an error at a line of the file."""
        return FormatError(message, self.path, line)

    def file_of(self, feature: MosesFeature) -> Path:
        """Return the file that a feature reads, or the compressed one that exists, relative to the ini file."""
        named = feature.arguments.get("path")
        if named is None:
            raise self.error(f"expected path=... for {feature.kind}", feature.line)
        path = self.path.parent / named
        with suppress(OSError):  # a name that no file can have
            for end in ("", *MAGIC):
                candidate = Path(f"{path}{end}")
                if candidate.is_file():
                    return candidate
        raise self.error(f"the file {path} of {feature.kind} does not exist", feature.line)

    def weights_of(self, feature: MosesFeature, count: int) -> list[float]:
        """Return the weights of a feature, which must be ``count``."""
        found = self.weights.get(feature.name)
        if found is None:
            raise self.error(f"[weight] has no weight for {feature.name}", feature.line)
        if len(found.values) != count:
            plural = "s" * (count != 1)
            raise self.error(
                f"expected {count} weight{plural} for {feature.name}, found {len(found.values)}",
                found.line,
            )
        return found.values

    def check_weights(self) -> None:
        """Raise an error if there are weights of a feature that is not there."""
        for name, weights in self.weights.items():
            if name not in self.features:
                raise self.error(
                    f"expected a line for {name} in [feature]; it has weights", weights.line
                )

    def _sections(self) -> dict[str, list[Line]]:
        sections: dict[str, list[Line]] = {}
        current: list[Line] | None = None
        for number, raw in enumerate(read_lines(self.path), 1):
            line = raw.split("#", 1)[0].strip()
            if not line:
                continue
            if line.startswith("[") and line.endswith("]"):
                current = sections.setdefault(line[1:-1], [])
            elif current is None:
                raise self.error("expected a [section] first", number)
            else:
                current.append(Line(number, line))
        return sections

    def _features(self) -> dict[str, MosesFeature]:
        features: dict[str, MosesFeature] = {}
        counts: dict[str, int] = {}
        for number, line in self.sections.get("feature", []):
            kind, *words = line.split()
            pairs = [word.partition("=") for word in words]
            if any(not equals for _, equals, _ in pairs):
                raise self.error(f"expected name=value after {kind}", number)
            arguments = {key: value for key, _, value in pairs}
            name = arguments.get("name", f"{kind}{counts.get(kind, 0)}")
            counts[kind] = counts.get(kind, 0) + 1
            if name in features:
                first = features[name].line
                raise self.error(f"expected one feature {name}; line {first} has it too", number)
            features[name] = MosesFeature(name, kind, number, arguments)
        return features

    def _weights(self) -> dict[str, MosesWeights]:
        weights: dict[str, MosesWeights] = {}
        for number, line in self.sections.get("weight", []):
            name, equals, numbers = line.partition("=")
            name = name.strip()
            try:
                values = [parse(kind_of(Weight), value) for value in numbers.split()]
            except SettingError:
                values = []
            if not equals or not values:
                raise self.error("expected 'Name= number ...' in [weight]", number)
            if name in weights:
                first = weights[name].line
                raise self.error(f"expected weights for {name} once; line {first} has some", number)
            weights[name] = MosesWeights(number, values)
        return weights
