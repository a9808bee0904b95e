"""Rules with syntax: a rule table, the analyses of its rules, and the models of target trees.

    rules = TreeletRules.train(bitext, table, read_derivations("train.en.trees", HeadRules.named("english")), tags)
    rules.save("rules")
    rules = TreeletRules.open("rules")

They are a source of rules for the decoders: the treelet decoder uses all of it, the others the table alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Self

from dragoman import _core
from dragoman.common.errors import FormatError, ModelError
from dragoman.corpus.dependency import DependencyTree
from dragoman.corpus.lattice import Lattice
from dragoman.grammar.array_files import TableBudget
from dragoman.grammar.extraction import AlignedBitext
from dragoman.grammar.option_parts import Gaps
from dragoman.grammar.rule_table import RuleTable
from dragoman.grammar.treelet.derivation import Derivation
from dragoman.grammar.treelet.extraction import extract_numbered
from dragoman.grammar.treelet.models import DependencyModel, SyntacticLanguageModel, TreeletData
from dragoman.grammar.treelet.numbered_derivations import number_derivations
from dragoman.grammar.treelet.options import DependencyOptions, SPhraseOptions
from dragoman.grammar.treelet.sphrases import ARRAYS, SPhrases
from dragoman.grammar.treelet.usual_spines import usual_spines
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.io.saved import Saved

_TABLE = "table"


class TreeletRules(Saved):
    """A rule table with the analyses of its rules and the models that score target trees.

    Args:
        sphrases: The analyses, with their table.
        syntax: The syntactic language model.
        dependencies: The dependency model.
        usual: The spines that words without an analysis may have, by the tag of the source word:
            their numbers, the most usual first. Tags that are not named have those of the empty tag.
    """

    KIND = "treelet-rules"

    def __init__(
        self,
        sphrases: SPhrases,
        syntax: SyntacticLanguageModel,
        dependencies: DependencyModel,
        usual: Mapping[str, Sequence[int]],
    ) -> None:
        self.table = sphrases.table
        self.sphrases, self.syntax, self.dependencies = sphrases, syntax, dependencies
        self.usual = {tag: list(spines) for tag, spines in usual.items()}
        known = range(len(sphrases.spines))
        if (
            "" not in usual
            or not all(usual.values())
            or any(n not in known for s in usual.values() for n in s)
        ):
            raise ModelError("the spines of unknown words are not in the inventory")
        self.native = _core.SPhraseData(
            {name: sphrases.array(name) for name in ARRAYS}, sphrases.spine_texts(), self.usual
        )

    def __repr__(self) -> str:
        return f"<TreeletRules: {self.extent}>"

    def __len__(self) -> int:
        return len(self.table)

    @classmethod
    def train(
        cls,
        bitext: AlignedBitext,
        table: RuleTable,
        derivations: Iterable[Derivation | None],
        source: Iterable[DependencyTree | None] = (),
        options: SPhraseOptions | None = None,
        dependencies: DependencyOptions | None = None,
    ) -> TreeletRules:
        """Learn the rules from a bitext, the table of its phrase pairs, target derivations, and source trees or tags.

        Args:
            bitext: The bitext with its links.
            table: The table of its phrase pairs.
            derivations: One for each target sentence; None where there is none.
            source: The tree of each source sentence, or its tags; None where there is none.
            options: Which analyses are kept.
            dependencies: The dependency model.
        """
        numbered = number_derivations(bitext.target, derivations)
        if not numbered.inventory:
            raise FormatError("expected trees of the target sentences, found none")
        trees = list(source)
        data = TreeletData(bitext, numbered, trees)
        return cls(
            extract_numbered(bitext, numbered, table, options),
            SyntacticLanguageModel.train(data),
            DependencyModel.train(data, dependencies),
            usual_spines(bitext, numbered, trees),
        )

    def _write(self, out: ArtifactWriter) -> None:
        out.component(_TABLE, self.table)
        self.sphrases.write(out)
        self.syntax.write(out)
        self.dependencies.write(out)
        out.settings["usual_spines"] = self.usual

    @classmethod
    def _read(cls, artifact: Artifact) -> Self:
        table = RuleTable.component(artifact, _TABLE)
        usual = artifact.settings.get("usual_spines")
        if not isinstance(usual, dict) or not all(
            isinstance(spines, list) and all(isinstance(n, int) for n in spines)
            for spines in usual.values()
        ):
            raise ModelError(
                f"{artifact.path}: the settings do not name the spines of unknown words"
            )
        return cls(
            SPhrases.read(artifact, table),
            SyntacticLanguageModel.read(artifact),
            DependencyModel.read(artifact),
            usual,
        )

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the rules' scores."""
        return self.table.columns

    @property
    def extent(self) -> str:
        """How much there is, in words."""
        return f"{self.table.extent}, {len(self.sphrases):,} analyses"

    @property
    def gaps(self) -> Gaps:
        """On which sides rules may have gaps."""
        return self.table.gaps

    @property
    def looks_up(self) -> bool:
        """Whether rules are looked up when a sentence needs them: the table has all of them."""
        return False

    @property
    def growing(self) -> None:
        """The table does not grow: it has no text."""
        return None

    @property
    def has_reordering(self) -> bool:
        """Whether the rules carry orientation probabilities."""
        return self.table.has_reordering

    @property
    def reordering_model(self) -> str:
        """How orientations were told apart in training."""
        return self.table.reordering_model

    def rules_for(
        self,
        sentences: Sequence[Sequence[str]],
        threads: int = 1,
        budget: TableBudget | None = None,
    ) -> RuleTable:
        """Return the table.

        Args:
            sentences: The words of every sentence.
            threads: Not used: the table is there.
            budget: Not used: the table is there.
        """
        return self.table

    def rules_for_lattices(
        self, lattices: Sequence[Lattice], threads: int = 1, budget: TableBudget | None = None
    ) -> RuleTable:
        """Return the table.

        Args:
            lattices: The lattices.
            threads: Not used: the table is there.
            budget: Not used: the table is there.
        """
        return self.table

    def batches(
        self, sentences: Sequence[Sequence[str]], threads: int = 1
    ) -> Iterator[tuple[slice, RuleTable]]:
        """Yield the table, for all sentences at once.

        Args:
            sentences: The words of every sentence.
            threads: Not used: the table is there.
        """
        return self.table.batches(sentences, threads)
