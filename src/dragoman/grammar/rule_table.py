"""The rule table: all rules of a grammar in memory-mapped arrays, found by their source side.

    table = RuleTable.open("rules")
    for rule in table.lookup("das haus"):
        print(rule)
    table = table.add_column("long_source", numpy.array([...], dtype="f4"))   # one value a rule
    table.save("rules-with-my-feature")

The arrays are described in ``core/grammar/table/rule_table.hpp``; ``table.native`` is the core's view of them, which
the decoders read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Self, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dragoman._core import RuleTable as NativeTable
from dragoman._core import RuleTableBuilder, Vocabulary, rule_table_arrays
from dragoman.common.errors import ConfigError, ModelError
from dragoman.corpus.lattice import Lattice
from dragoman.grammar.array_files import ArrayFiles, TableBudget
from dragoman.grammar.option_parts import GappedReordering, Gaps
from dragoman.grammar.rule import (
    COUNT_COLUMNS,
    GAP,
    REORDERING_COLUMNS,
    SCORE_COLUMNS,
    Rule,
    show_symbol,
)
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.io.saved import Saved
from dragoman.settings.setting_error import shown

ARRAYS: dict[str, str] = {name: dtype for name, dtype, _ in rule_table_arrays()}
"""Name and type of every array, as the core declares them (``core/grammar/table/table_layout.hpp``)."""
MATRICES = tuple(name for name, _, matrix in rule_table_arrays() if matrix)
"""Those that have a row for every rule, or for every link."""


REORDERING_MODELS = tuple(name for name in get_args(GappedReordering) if name != "none")


class RuleTable(Saved):
    """Rules by source side; made by ``extract`` or ``RuleTable.open``.

    It never changes; ``add_column`` makes another table.
    """

    KIND = "rule-table"

    def __repr__(self) -> str:
        return f"RuleTable({len(self):,} rules, scores {', '.join(self.columns)})"

    def __init__(
        self,
        arrays: Mapping[str, NDArray[Any]],
        columns: Sequence[str] = SCORE_COLUMNS,
        settings: Mapping[str, Any] | None = None,
        files: ArrayFiles | None = None,
        fresh: bool = False,
    ) -> None:
        """The content of a ``fresh`` table, which the core has just made, is not checked again; ``files`` are its."""
        self.columns = tuple(columns)
        self.settings = dict(settings or {})
        self._arrays = {name: arrays[name] for name in ARRAYS}
        self._files = files
        self.native = NativeTable(dict(self._arrays), not fresh)
        width = self._arrays["scores"].shape[1]
        if len(set(self.columns)) != width:
            raise ModelError(f"the rule table names {len(self.columns)} scores but has {width}")
        rules = len(self._arrays["target_first"]) - 1
        for name in ("scores", "reordering", "counts"):
            if len(self._arrays[name]) != rules:
                raise ModelError(f"the rule table has {rules} rules but not as many rows of {name}")

    @classmethod
    def _read(cls, artifact: Artifact) -> Self:
        arrays = {
            name: artifact.array(name, dtype, 2 if name in MATRICES else 1)
            for name, dtype in ARRAYS.items()
        }
        settings = dict(artifact.settings)
        columns = settings.pop("columns", None)
        if not isinstance(columns, list) or not all(isinstance(c, str) for c in columns):
            raise ModelError(f"{artifact.path}: the settings do not name the scores")
        if settings.get("gaps") not in (None, *get_args(Gaps)):
            raise ModelError(f"{artifact.path}: settings.gaps is {shown(settings['gaps'])}")
        if not isinstance(settings.get("extraction", {}), dict):
            raise ModelError(f"{artifact.path}: expected a table as settings.extraction")
        return cls(arrays, columns, settings)

    @classmethod
    def build(
        cls,
        rules: Iterable[Rule],
        columns: Sequence[str] = SCORE_COLUMNS,
        gap: str | None = None,
    ) -> RuleTable:
        """Return a table of a few rules made by hand: words split at blanks unless symbols are given.

        ``gap`` is the word that stands for a gap, such as ``…``; without it every word is a word.

        Args:
            rules: The rules.
            columns: The names of their scores.
            gap: The word that stands for a gap, such as ``…``; None: every word is a word.
        """
        source, target = Vocabulary(), Vocabulary()
        builder: RuleTableBuilder | None = None
        for rule in rules:
            if builder is None:
                builder = RuleTableBuilder(len(columns), len(rule.reordering), len(rule.counts))
            builder.add(
                rule.source_symbols or _symbols(rule.source, source, gap),
                rule.target_symbols or _symbols(rule.target, target, gap),
                list(rule.alignment),
                [rule.scores[name] for name in columns],
                list(rule.reordering.values()),
                list(rule.counts.values()),
            )
        arrays = (builder or RuleTableBuilder(len(columns))).finish()
        return cls(with_vocabularies(arrays, source, target), columns)

    def _write(self, out: ArtifactWriter) -> None:
        out.settings.update({**self.settings, "columns": list(self.columns), "gaps": self.gaps})
        for name, values in self._arrays.items():
            if self._files is not None and self._files.holds(name, values):
                out.adopt(f"{name}.npy", self._files.path(name))
            else:
                out.array(name, values)

    def array(self, name: str) -> NDArray[Any]:
        """Return one of the arrays, not to be changed.

        Args:
            name: The name of the array.
        """
        return self._arrays[name]

    @property
    def looks_up(self) -> bool:
        """Whether rules are looked up when a sentence needs them: a table has all its rules."""
        return False

    @property
    def growing(self) -> None:
        """A table does not grow: it has no text."""
        return None

    @property
    def has_reordering(self) -> bool:
        """Whether the rules carry orientation probabilities."""
        return bool(self._arrays["reordering"].shape[1] > 0)

    @property
    def reordering_model(self) -> str:
        """How orientations were told apart in training, which the decoder has to follow.

        ``wbe`` (links) and ``phrase`` (neighbouring phrases): by the phrase before; ``hier``: by the largest block;
        ``pieces``: as ``wbe``, by the pieces of a phrase with gaps.
        """
        extraction = self.settings.get("extraction", {})
        return str(self.settings.get("reordering_model", extraction.get("reordering", "wbe")))

    def with_reordering_model(self, model: str) -> RuleTable:
        """Return the same table with its orientations declared to be of this model.

        Args:
            model: ``wbe``, ``phrase``, ``hier`` or ``pieces``.
        """
        if model not in REORDERING_MODELS:
            raise ConfigError(f"there is no reordering model '{model}'")
        return RuleTable(self._arrays, self.columns, {**self.settings, "reordering_model": model})

    @cached_property
    def gaps(self) -> Gaps:
        """On which sides rules have gaps; it is saved with the table, so that not all rules are read."""
        known: Gaps | None = self.settings.get("gaps")
        if known is not None:
            return known
        if "extraction" in self.settings and "gaps" not in self.settings["extraction"]:
            return "none"
        source = bool((self._arrays["trie_symbol"][1:] == GAP).any())
        target = bool((self._arrays["target_symbols"] == GAP).any())
        if source and target:
            return "both"
        return "source" if source else "target" if target else "none"

    def column(self, name: str) -> NDArray[np.float32]:
        """Return one score of all rules.

        Args:
            name: The name of the score.
        """
        if name not in self.columns:
            raise ConfigError(f"the rule table has no score '{name}'")
        values: NDArray[np.float32] = self._arrays["scores"][:, self.columns.index(name)]
        return values

    def add_column(self, name: str, values: ArrayLike) -> RuleTable:
        """Return a table with one more score: ``values`` holds a number for every rule, in their order.

        Args:
            name: The name of the score.
            values: A number for every rule, in their order.
        """
        if name in self.columns:
            raise ConfigError(f"the rule table already has a score '{name}'")
        extra = np.asarray(values, dtype="f4")
        if extra.shape != (len(self),):
            raise ConfigError(
                f"expected one value for each of the {len(self)} rules, got an array of shape {extra.shape}"
            )
        if not np.isfinite(extra).all():
            raise ConfigError(f"the values of the score '{name}' are not all finite")
        scores = np.ascontiguousarray(np.column_stack([self._arrays["scores"], extra]))
        return RuleTable({**self._arrays, "scores": scores}, (*self.columns, name), self.settings)

    def rules_for(
        self,
        sentences: Sequence[Sequence[str]],
        threads: int = 1,
        budget: TableBudget | None = None,
    ) -> RuleTable:
        """Return the table itself: it holds what there is for any sentence (see ``RuleSource``).

        Args:
            sentences: The words of every sentence.
            threads: How many threads work; the result does not depend on it.
            budget: Memory for the table and the place of files for what is beyond; None keeps all in memory.
        """
        return self

    def rules_for_lattices(
        self, lattices: Sequence[Lattice], threads: int = 1, budget: TableBudget | None = None
    ) -> RuleTable:
        """Return the table itself.

        Args:
            lattices: The lattices.
            threads: How many threads work; the result does not depend on it.
            budget: Memory for the table and the place of files for what is beyond; None keeps all in memory.
        """
        return self

    def batches(
        self, sentences: Sequence[Sequence[str]], threads: int = 1
    ) -> Iterator[tuple[slice, RuleTable]]:
        """Yield all sentences at once.

        Args:
            sentences: The words of every sentence.
            threads: How many threads work; the result does not depend on it.
        """
        yield slice(0, len(sentences)), self

    @property
    def extent(self) -> str:
        """How many rules there are."""
        return f"{len(self):,} rules"

    def __len__(self) -> int:
        return len(self.native)

    def __iter__(self) -> Iterator[Rule]:
        """All rules, sorted by length of the source side; see ``lookup`` for one source side."""
        first, symbols = self._arrays["trie_first"], self._arrays["trie_symbol"]
        rows = self._arrays["trie_rules"]
        level: list[tuple[int, ...]] = [()]
        node = 0
        while level:
            following: list[tuple[int, ...]] = []
            for path in level:
                for row in range(int(rows[node]), int(rows[node + 1])):
                    yield self._rule(path, row)
                begin, end = int(first[node]), int(first[node + 1])
                following.extend((*path, int(symbol)) for symbol in symbols[begin:end])
                node += 1
            level = following

    def lookup(self, source: str | Sequence[int]) -> list[Rule]:
        """Return the rules whose source side is this text (words split at blanks) or these symbols.

        Args:
            source: The words, split at blanks, or their symbols.
        """
        if isinstance(source, str):
            symbols = tuple(self.native.source_vocabulary.encode(source).tolist())
            if any(symbol >= len(self.native.source_vocabulary) for symbol in symbols):
                return []
        else:
            symbols = tuple(source)
        begin, end = self.native.find(list(symbols))
        return [self._rule(symbols, row) for row in range(begin, end)]

    def with_target(self, symbols: Sequence[int], first: int, last: int) -> list[int]:
        """Return the numbers of those rules in [first, last) whose target side is these symbols.

        Args:
            symbols: The target side.
            first: The first rule looked at.
            last: The rule after the last.
        """
        begins = self._arrays["target_first"][first : last + 1].astype(np.int64)
        same = np.flatnonzero(np.diff(begins) == len(symbols))
        places = begins[same, None] + np.arange(len(symbols))
        equal = self._arrays["target_symbols"][places] == np.array(symbols, dtype=np.int64)
        found: list[int] = (first + same[equal.all(axis=1)]).tolist()
        return found

    def rule(self, number: int) -> Rule:
        """Return the rule of a number, as derivations and features name it.

        Args:
            number: The number of the rule, from 0.
        """
        if not 0 <= number < len(self):
            raise ConfigError(f"there is no rule {number}; the table has {len(self)}")
        first, rows = self._arrays["trie_first"], self._arrays["trie_rules"]
        node = int(np.searchsorted(rows, number, side="right")) - 1
        path: list[int] = []
        while node > 0:  # nodes are numbered breadth-first: the children of a node are a range
            path.append(int(self._arrays["trie_symbol"][node]))
            node = int(np.searchsorted(first, node, side="right")) - 1
        return self._rule(tuple(reversed(path)), number)

    def _rule(self, source: tuple[int, ...], row: int) -> Rule:
        arrays = self._arrays
        begin, end = arrays["target_first"][row : row + 2]
        target = tuple(arrays["target_symbols"][begin:end].tolist())
        begin, end = arrays["align_first"][row : row + 2]
        return Rule(
            _text(source, self.native.source_vocabulary),
            _text(target, self.native.target_vocabulary),
            tuple((i, j) for i, j in arrays["alignment"][begin:end].tolist()),
            _named(self.columns, arrays["scores"][row]),
            _named(REORDERING_COLUMNS, arrays["reordering"][row]),
            _named(COUNT_COLUMNS, arrays["counts"][row]),
            source,
            target,
        )


def with_vocabularies(
    arrays: Mapping[str, NDArray[Any]], source: Vocabulary, target: Vocabulary
) -> dict[str, NDArray[Any]]:
    """A builder's arrays together with those of the two vocabularies."""
    whole = dict(arrays)
    for side, vocabulary in (("source", source), ("target", target)):
        whole |= zip(
            (f"{side}_bytes", f"{side}_offsets", f"{side}_slots"), vocabulary.arrays(), strict=True
        )
    return whole


def _symbols(text: str, vocabulary: Vocabulary, gap: str | None) -> list[int]:
    if gap is None:
        words: list[int] = vocabulary.encode(text).tolist()
        return words
    return [GAP if word == gap else vocabulary.encode(word).tolist()[0] for word in text.split()]


def _text(symbols: Sequence[int], vocabulary: Vocabulary) -> str:
    return " ".join(vocabulary.word(s) if s >= 0 else show_symbol(s) for s in symbols)


def _named(names: Sequence[str], values: NDArray[np.float32]) -> dict[str, float]:
    return dict(zip(names, values.tolist(), strict=False))
