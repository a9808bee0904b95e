"""A translation model: rules, language models, weights and settings, as it is stored and as it grows.

    model = dragoman.load("model")
    print(model.translate("das haus ist klein"))
    model.weights["lm"] = 0.7                         # takes effect with the next translation
    model.options = replace(model.options, stack=50)
    model.save("other")

A model is a directory (kind ``translation-model``) with ``model.toml``, which holds weights and settings in readable
form, and its components below. Any number of threads may translate with one model.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Self

from dragoman.align import Aligner
from dragoman.common.progress import Report, watched
from dragoman.common.warning import warn
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.io.directory_lock import locked_directory
from dragoman.model.model_html import model_html
from dragoman.model.store.additions import (
    ADDED,
    Additions,
    Pair,
    added_text,
    enlarge,
    growing,
    papers_of,
    with_links,
)
from dragoman.model.store.stored_model import KIND, StoredModel
from dragoman.model.translating import TranslatingModel
from dragoman.search.model_bounds import BOUNDS, Bounds, bounded


class Model(TranslatingModel):
    """A model in memory; its weights, options and text settings may be changed at any time."""

    artifact: Artifact | None = None
    """Where the model was opened, if it was."""
    _aligner: Aligner | Artifact | None = None

    @cached_property
    def provenance(self) -> dict[str, Any]:
        """Its origin, such as the experiment."""
        return {}

    @cached_property
    def papers(self) -> dict[str, str]:
        """Texts saved with the model: the pairs that were added to it, and, for a new model, how it was made."""
        return {}

    def _twin(self) -> Self:
        other = super()._twin()
        other.artifact = None
        other.papers = dict(self.papers)
        return other

    @classmethod
    def open(cls, path: str | os.PathLike[str], bounds: Bounds | None = BOUNDS) -> Model:
        """The model saved at ``path``, memory-mapped.

        If it asks for a wider search than ``bounds`` allow, they are used instead, and it is said; None: any search.
        """
        model = Artifact.read(path, KIND, cls._from_artifact)
        if bounds is not None:
            model.options, told = bounded(model.options, bounds)
            for sentence in told:
                warn(f"{os.fspath(path)}: {sentence}")
        return model

    @classmethod
    def _from_artifact(cls, artifact: Artifact) -> Model:
        parts = StoredModel.read(artifact)
        model = cls(
            parts.rules,
            parts.lms,
            parts.weights,
            parts.options,
            parts.text,
            decoder=parts.decoder,
            consistency=parts.consistency,
        )
        model._aligner = parts.aligner
        model.calibration = parts.calibration
        model.artifact = artifact
        model.provenance = dict(parts.provenance)
        model._awaited = dict(parts.awaited)
        if ADDED in artifact.manifest["files"]:
            model.papers[ADDED] = artifact.text(ADDED)
        return model

    def __repr__(self) -> str:
        languages = f"{self.text.source_language}-{self.text.target_language}"
        return (
            f"Model({self.decoder_name}, {languages}, {self.rules.extent}, "
            f"{len(self.lms)} language model{'s' * (len(self.lms) != 1)}, {len(self.weights)} features)"
        )

    def _repr_html_(self) -> str:
        facts = {
            "decoder": self.decoder_name,
            "languages": f"{self.text.source_language} to {self.text.target_language}",
            "text": "raw, tokenised by the model" if self.text.tokenize else "tokens",
            "rules": self.rules.extent,
            "language models": ", ".join(map(repr, self.lms)),
        }
        return model_html(facts, self.weights)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the model; what was at ``path`` is replaced when all is written.

        Tables and language models that lie on the same disk are linked, not copied.
        """
        outside = {feature.name: self.weights.get(feature.name, 0.0) for feature in self.features}
        parts = StoredModel(
            self.rules,
            self.lms,
            self.weights,
            {**self._awaited, **outside},
            self.decoder_name,
            self.options,
            self.text,
            self.consistency,
            self._aligner,
            self.provenance,
            self.papers,
            self.calibration,
        )
        with ArtifactWriter(path, kind=KIND) as out:
            parts.write(out)

    @property
    def aligner(self) -> Aligner | None:
        """Aligns what is added to the training text, if the model has such a thing."""
        if isinstance(self._aligner, Artifact):
            self._aligner = Aligner.from_artifact(self._aligner)
        return self._aligner

    @aligner.setter
    def aligner(self, aligner: Aligner | None) -> None:
        self._aligner = aligner

    @property
    def learns_alone(self) -> bool:
        """Whether it can align pairs that are added without links."""
        return self._aligner is not None

    def add(
        self,
        pairs: Iterable[tuple[str, str]],
        *,
        links: Iterable[str] | None = None,
        threads: int = 1,
        save: bool = True,
        progress: Report | None = None,
    ) -> Additions:
        """Adds sentence pairs (raw text) to the training text of a model that looks its rules up there.

        They take effect with the next translation. The model's aligner aligns them, unless ``links`` gives a line such
        as ``0-0 1-2`` for each pair. A model that was opened keeps them where it was opened, unless ``save`` is false.
        """
        given = with_links(pairs, links)
        with watched(progress):
            return self._add(given, threads, save)

    def _add(self, given: Sequence[Pair], threads: int, save: bool) -> Additions:
        if not save or self.artifact is None:
            return self.add_again(given, threads)
        path = self.artifact.path
        with locked_directory(path):  # somebody else may be adding to it
            current = Model.open(path, bounds=None)
            assert current.artifact is not None
            current.papers = papers_of(current.artifact)
            result = current.add_again(given, threads)
            if result.added:
                current.save(path)
        saved = Model.open(path, bounds=None)
        self.rules, self.artifact, self.papers = saved.rules, saved.artifact, saved.papers
        return result

    def add_again(self, pairs: Sequence[Pair], threads: int = 1) -> Additions:
        """Adds pairs to the model in memory, such as those that another model has in ``added.tsv``."""
        rules = growing(self.rules, pairs, aligner=self._aligner is not None)
        self.rules, kept = enlarge(rules, pairs, self.text, self.aligner, threads)
        if kept:
            self.papers[ADDED] = self.papers.get(ADDED, "") + added_text(kept)
        return Additions(len(kept), len(pairs) - len(kept), len(self.rules))


def load(path: str | os.PathLike[str]) -> Model:
    """Opens the model at ``path``."""
    return Model.open(path)
