"""A translation model on disk: the artifact ``translation-model``, what it holds, and how it is read and written.

``model.toml`` has the weights and settings in readable form; rules, language models and the aligner are components
below it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dragoman.align import Aligner
from dragoman.common.errors import ConfigError, ModelError
from dragoman.consistency import Consistency
from dragoman.corpus.preparation import TextPreparation
from dragoman.grammar import RuleSource, open_rules
from dragoman.grammar.suffix_segment import SuffixSegment
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.lm import LanguageModel
from dragoman.model.interactive.calibration import Calibration
from dragoman.model.memory.options import MemoryOptions
from dragoman.model.source_parser import SourceParser
from dragoman.osm import OperationModel
from dragoman.search import decoder_type
from dragoman.search.decoder import DEFAULT
from dragoman.settings.kinds import check_weights
from dragoman.settings.setting_error import SettingError
from dragoman.unseen.unseen_words import UnseenWords

KIND = "translation-model"
ALIGNER = "aligner"
"""The component that aligns pairs added later, and the setting that says that there is one."""
DECODER = "decoder"
"""The table of ``model.toml`` that names the decoder and has its settings."""
UNSEEN = "unseen"
"""The component that makes translations for words that no rule has, and the setting that says that there is one."""
MEMORY = "memory"
"""The table of ``model.toml`` that says when the training text is used as a translation memory, if it is."""
TEXT = "text"
"""The table of ``model.toml`` that says how text is prepared."""
CONSISTENCY = "consistency"
"""The table of ``model.toml`` that says how documents are translated consistently, if they are."""
OPERATIONS = "operations"
"""The component that scores operation sequences, and the setting that says that there is one."""
KEPT_TEXT = "training-text"
"""The component with the training text beside a table of rules, and the setting that says that there is one."""
CONFIDENCE = "confidence"
"""The table of ``model.toml`` that makes probabilities of confidences, if it does."""


@dataclass(frozen=True)
class StoredModel:
    """All that a model directory holds."""

    rules: RuleSource
    lms: Sequence[LanguageModel]
    weights: Mapping[str, float]
    missing: Mapping[str, float]
    """The weights of features of the search that are written in Python: they are not in the directory."""
    decoder: str
    options: Any
    text: TextPreparation
    consistency: Consistency | None
    aligner: Aligner | Artifact | None
    """An artifact as long as nobody has asked for the aligner."""
    provenance: Mapping[str, Any]
    papers: Mapping[str, str] = field(default_factory=dict)
    """Texts that are written beside; reading leaves them on disk."""
    calibration: Calibration | None = None
    parser: SourceParser | None = None
    unseen: UnseenWords | None = None
    memory: MemoryOptions = field(default_factory=MemoryOptions)
    operations: OperationModel | None = None
    kept_text: SuffixSegment | None = None

    @classmethod
    def read(cls, artifact: Artifact) -> StoredModel:
        """The parts of an opened artifact, memory-mapped."""
        weights = _numbers(artifact, "weights")
        missing = {n: weights.pop(n, 0.0) for n in artifact.names("search_features")}
        decoder, options = _decoder(artifact)
        consistency = artifact.table(CONSISTENCY)
        has_aligner = artifact.settings.get(ALIGNER)
        names = artifact.parts("language_models")
        has_unseen = artifact.settings.get(UNSEEN)
        has_operations = artifact.settings.get(OPERATIONS)
        has_text = artifact.settings.get(KEPT_TEXT)
        return cls(
            open_rules(artifact.component("rules")),
            [LanguageModel.component(artifact, name) for name in names],
            weights,
            missing,
            decoder,
            options,
            TextPreparation.read(artifact.table(TEXT), artifact.path),
            Consistency.read(consistency, artifact.path) if consistency else None,
            artifact.component(ALIGNER, Aligner.KIND) if has_aligner else None,
            dict(artifact.provenance),
            calibration=_calibration(artifact),
            parser=SourceParser.read(artifact),
            unseen=UnseenWords.component(artifact, UNSEEN) if has_unseen else None,
            memory=_memory(artifact),
            operations=OperationModel.component(artifact, OPERATIONS) if has_operations else None,
            kept_text=SuffixSegment.component(artifact, KEPT_TEXT) if has_text else None,
        )

    def write(self, out: ArtifactWriter) -> None:
        """Fills a new artifact; components that lie on the same disk and did not change are linked, not copied."""
        names = ["lm" if i == 0 else f"lm{i + 1}" for i in range(len(self.lms))]
        out.component("rules", self.rules)
        for name, lm in zip(names, self.lms, strict=True):
            out.component(name, lm)
        if self.operations is not None:
            out.settings[OPERATIONS] = True
            out.component(OPERATIONS, self.operations)
        if self.aligner is not None:
            out.settings[ALIGNER] = True
            if isinstance(self.aligner, Artifact) and self.aligner.unchanged():
                out.include(ALIGNER, self.aligner)
            else:
                out.component(ALIGNER, opened(self.aligner))
        if self.unseen is not None:
            out.settings[UNSEEN] = True
            out.component(UNSEEN, self.unseen)
        if self.kept_text is not None:
            out.settings[KEPT_TEXT] = True
            out.component(KEPT_TEXT, self.kept_text)
        out.settings["language_models"] = names
        if self.missing:
            out.settings["search_features"] = list(self.missing)
        out.tables[DECODER] = {"name": self.decoder, **self.options.as_table()}
        out.tables["weights"] = {**self.weights, **self.missing}
        out.tables[TEXT] = self.text.write(out.file)
        if self.memory != MemoryOptions():
            out.tables[MEMORY] = self.memory.as_table()
        if self.consistency is not None:
            out.tables[CONSISTENCY] = self.consistency.write(out.file)
        if self.calibration is not None:
            out.tables[CONFIDENCE] = self.calibration.table()
        if self.parser is not None:
            self.parser.write(out)
        for name, content in self.papers.items():
            out.text(name, content)
        out.provenance.update(self.provenance)


def opened(aligner: Aligner | Artifact) -> Aligner:
    """The aligner, opened if it was not."""
    return Aligner.from_artifact(aligner) if isinstance(aligner, Artifact) else aligner


def _numbers(artifact: Artifact, table: str) -> dict[str, float]:
    try:
        return check_weights(artifact.table(table))
    except SettingError as fault:
        raise ModelError(f"{artifact.path}: {fault.sentence(table)}") from None


def _memory(artifact: Artifact) -> MemoryOptions:
    try:
        return MemoryOptions.from_table(artifact.table(MEMORY))
    except SettingError as fault:
        raise ModelError(f"{artifact.path}: {fault.sentence(MEMORY)}") from None


def _calibration(artifact: Artifact) -> Calibration | None:
    try:
        return Calibration.read(_numbers(artifact, CONFIDENCE))
    except ConfigError as error:
        raise ModelError(f"{artifact.path}: {error}") from None


def _decoder(artifact: Artifact) -> tuple[str, Any]:
    """Return the decoder's name and settings. Models used to have the name at the top, and settings as ``[search]``."""
    place = DECODER
    if isinstance(artifact.manifest.get(DECODER), str):
        place, table = "search", {"name": artifact.manifest[DECODER], **artifact.table("search")}
    else:
        table = dict(artifact.table(DECODER))
    name = str(table.pop("name", DEFAULT))
    try:
        return name, decoder_type(name).options_type.from_table(table)
    except SettingError as fault:
        raise ModelError(f"{artifact.path}: {fault.sentence(place)}") from None
    except ConfigError as error:
        raise ModelError(f"{artifact.path}: {error}") from None
