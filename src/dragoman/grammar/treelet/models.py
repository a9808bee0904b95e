"""The two models of target trees of Carreras & Collins (2009), trained from a bitext with target derivations.

    data = TreeletData(bitext, numbered, source_trees)
    syntax = SyntacticLanguageModel.train(data)
    print(syntax.score(derivation))                           # score_SYN, section 3.3
    dependencies = DependencyModel.train(data, DependencyOptions(kind="loglinear"))
    print(dependencies.score(gamma, source_tree))             # score_r, section 4.1

``core/grammar/treelet/syntactic_events.hpp`` and ``gamma.hpp`` say what the models depend on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, repeat
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dragoman import _core
from dragoman.common.errors import ConfigError, FormatError, ModelError
from dragoman.common.progress import progress
from dragoman.common.warning import warn
from dragoman.corpus.dependency import DependencyTree
from dragoman.grammar.extraction import AlignedBitext
from dragoman.grammar.treelet.derivation import Derivation, Spine
from dragoman.grammar.treelet.numbered_derivations import NumberedDerivations
from dragoman.grammar.treelet.options import DEPENDENCY_FEATURES, DependencyOptions
from dragoman.io.artifact import Artifact, ArtifactWriter

_DECISIONS = 4


class TreeletData:
    """A bitext with the derivations of its target side and what is known of its source side.

    Args:
        bitext: The bitext with its links.
        derivations: Of the target side.
        trees: Of the source sentences; only tags, heads and labels are looked at. Missing ones have none.
    """

    def __init__(
        self,
        bitext: AlignedBitext,
        derivations: NumberedDerivations,
        trees: Iterable[DependencyTree | None] = (),
    ) -> None:
        self.sentences = len(bitext.source)
        vocabulary = bitext.target.vocabulary
        words = [vocabulary.word(number) for number in range(len(vocabulary))]
        known = _source_analyses(bitext, trees)
        self.labelled = len(known.labels) > 0
        """Whether some source trees have labels."""
        self.native = _core.TreeletTrainingData(
            *bitext.sides(),
            derivations.arrays(),
            derivations.spine_texts(),
            words,
            known.tags,
            known.tag_names,
            known.heads,
            known.labels,
            known.label_names,
        )


class _Analyses(NamedTuple):
    """What is known of the source words: numbers of tags and labels, with their names, and heads."""

    tags: NDArray[np.uint32]
    tag_names: list[str]
    heads: NDArray[np.int32]
    labels: NDArray[np.uint32]
    label_names: list[str]


def _source_analyses(bitext: AlignedBitext, trees: Iterable[DependencyTree | None]) -> _Analyses:
    """All is empty if there are no trees, labels also if no tree has any."""
    numbers: dict[str, int] = {"": 0}
    relations: dict[str, int] = {"": 0}
    tags: list[int] = []
    heads: list[int] = []
    labels: list[int] = []
    some = False
    given = chain(trees, repeat(None, len(bitext.source)))
    for line in range(len(bitext.source)):
        tree, size = next(given), len(bitext.source.line(line))
        if tree is not None and len(tree) != size:
            raise FormatError(f"line {line + 1}: the source has {size} words, its tree {len(tree)}")
        some = some or tree is not None
        for name in source_tags(tree) if tree is not None else [""] * size:
            tags.append(numbers.setdefault(name, len(numbers)))
        heads += tree.heads if tree is not None else [-1] * size
        for name in (tree.labels if tree is not None else ()) or [""] * size:
            labels.append(relations.setdefault(name, len(relations)))
    if not some:
        tags, heads = [], []
    if len(relations) == 1:
        labels = []
    return _Analyses(
        np.array(tags, np.uint32),
        list(numbers),
        np.array(heads, np.int32),
        np.array(labels, np.uint32),
        list(relations),
    )


def source_tags(tree: DependencyTree) -> list[str]:
    """The tags of a source tree: language-specific ones where there are any."""
    return list(tree.xpos or tree.tags or ("",) * len(tree))


class SyntacticLanguageModel:
    """score_SYN: log probabilities of target trees; made by ``SyntacticLanguageModel.train``."""

    def __init__(
        self, keys: NDArray[np.uint64], values: NDArray[np.uint32], outcomes: list[int]
    ) -> None:
        self._parts = keys, values, outcomes
        self.native = _core.SyntacticModel(keys, values, outcomes)

    @classmethod
    def train(cls, data: TreeletData) -> SyntacticLanguageModel:
        """Learn a model from the derivations of all target sentences that have one.

        Args:
            data: A bitext with derivations.
        """
        with progress("syntactic language model") as show:
            arrays, outcomes = _core.count_syntax(data.native, show)
        return cls(arrays["keys"], arrays["values"], outcomes)

    def score(self, derivation: Derivation) -> float:
        """Return the log probability of a derivation's tree.

        Args:
            derivation: The derivation.
        """
        numbered = NumberedDerivations()
        numbered.add(derivation, len(derivation.spines))
        return self.native.score(
            list(derivation.words()), numbered.spine_texts(), numbered.arrays()
        )

    def write(self, out: ArtifactWriter) -> None:
        """Make the model part of an artifact.

        Args:
            out: The artifact that is written.
        """
        keys, values, outcomes = self._parts
        out.array("syntax.keys", keys)
        out.array("syntax.values", values)
        out.settings["syntax_outcomes"] = outcomes

    @classmethod
    def read(cls, artifact: Artifact) -> SyntacticLanguageModel:
        """Return the model that is part of an artifact.

        Args:
            artifact: An open artifact, such as a model's component.
        """
        outcomes = artifact.settings.get("syntax_outcomes")
        sound = isinstance(outcomes, list) and len(outcomes) == _DECISIONS
        if not sound or not all(isinstance(n, int) and 0 < n < 2**32 for n in outcomes or ()):
            raise ModelError(f"{artifact.path}: the settings do not fit a syntactic model")
        return cls(
            artifact.array("syntax.keys", "u8", 1),
            artifact.array("syntax.values", "u4", 1),
            list(outcomes or ()),
        )


NativeWord = tuple[str, str, int, int]
"""Word, spine, first and last source word."""


class GammaWord(NamedTuple):
    """A target word of a dependency and the source words that it is aligned to."""

    spine: Spine
    first: int
    last: int

    def native(self) -> NativeWord:
        """Return the word for the core."""
        text = " ".join((self.spine.tag, *self.spine.nodes))
        return self.spine.word, text, self.first, self.last


class Gamma(NamedTuple):
    """A Gamma-dependency (definition 2); rho follows from the side and the source words."""

    modifier: GammaWord
    head: GammaWord
    left: bool
    """Whether the modifier stands before its head."""


def _native(
    gamma: Gamma, source: DependencyTree
) -> tuple[NativeWord, NativeWord, bool, list[str], list[int], list[str], int]:
    """A dependency and its source sentence for the core."""
    tags = source_tags(source) if source.xpos or source.tags else []
    words = gamma.modifier.native(), gamma.head.native()
    return *words, gamma.left, tags, list(source.heads), list(source.labels), len(source)


class DependencyModel:
    """score_r: log P(+1 | gamma, f); made by ``DependencyModel.train``."""

    def __init__(
        self, kind: str, arrays: dict[str, NDArray[Any]], features: Sequence[str] = ()
    ) -> None:
        self.kind = kind
        self.features = tuple(features)
        """What a log-linear model looks at on request (``DependencyOptions.features``)."""
        self._arrays = arrays
        self.native: _core.DependencyModel
        if kind == "loglinear":
            self.native = _core.LogLinearDependencies(arrays["weights"], list(features))
        else:
            self.native = _core.BackedOffDependencies(arrays["keys"], arrays["values"])

    @classmethod
    def train(cls, data: TreeletData, options: DependencyOptions | None = None) -> DependencyModel:
        """Learn a model from pairs of target words in sentences with a derivation.

        Args:
            data: A bitext with derivations and source trees.
            options: The kind of model, and what it learns from.
        """
        chosen = options or DependencyOptions()
        if chosen.features and not data.labelled:
            raise ConfigError(
                f"the feature '{chosen.features[0]}' of the dependency model needs source trees with labels, and no "
                "source tree has any: give dependency trees (conllu) with their labels, or leave it out"
            )
        how = data.native, chosen.max_length, chosen.sentences
        with progress("dependency model") as show:
            if chosen.kind == "backoff":
                counted = _core.count_dependencies(*how, chosen.least, chosen.memory, show)
                arrays, left_out = counted
            else:
                size, wanted = 2**chosen.bits, list(chosen.features)
                weights = _core.fit_dependencies(*how, size, chosen.passes, wanted, show)
                arrays, left_out = {"weights": weights}, 0
        if left_out:
            warn(
                f"dependency model: the memory for contexts was full, and {left_out} times one that was not among them "
                "was not counted; give it more (memory, or dependency_memory under [grammar])"
            )
        return cls(chosen.kind, arrays, chosen.features)

    def score(self, gamma: Gamma, source: DependencyTree) -> float:
        """Return the log probability that there is such a dependency.

        Args:
            gamma: The dependency, with all that the model looks at.
            source: The tree of the source sentence.
        """
        return self.native.score(*_native(gamma, source))

    def places(self, gamma: Gamma, source: DependencyTree) -> list[int]:
        """Return which weights of a log-linear model the dependency's features have.

        Args:
            gamma: The dependency, with all that the model looks at.
            source: The tree of the source sentence.
        """
        if not isinstance(self.native, _core.LogLinearDependencies):
            raise ModelError("a backed-off dependency model has no weights")
        return self.native.places(*_native(gamma, source))

    def write(self, out: ArtifactWriter) -> None:
        """Make the model part of an artifact.

        Args:
            out: The artifact that is written.
        """
        out.settings["dependencies"] = self.kind
        if self.features:
            out.settings["dependency_features"] = list(self.features)
        for name, values in self._arrays.items():
            out.array(f"dependencies.{name}", values)

    @classmethod
    def read(cls, artifact: Artifact) -> DependencyModel:
        """Return the model that is part of an artifact.

        Args:
            artifact: An open artifact, such as a model's component.
        """
        kind = artifact.settings.get("dependencies")
        if kind == "loglinear":
            wanted = artifact.settings.get("dependency_features", [])
            if not isinstance(wanted, list) or not set(wanted) <= set(DEPENDENCY_FEATURES):
                raise ModelError(
                    f"{artifact.path}: expected features of a dependency model "
                    f"({', '.join(DEPENDENCY_FEATURES)}), found {wanted!r}; train the rules again with this version"
                )
            return cls(kind, {"weights": artifact.array("dependencies.weights", "f4", 1)}, wanted)
        if kind != "backoff":
            raise ModelError(f"{artifact.path}: the settings name no dependency model")
        types = {"keys": "u8", "values": "u4"}
        arrays = {n: artifact.array(f"dependencies.{n}", t, 1) for n, t in types.items()}
        return cls(kind, arrays)
