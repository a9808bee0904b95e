"""How a translation was made: rule by rule, with spans, links and the features of every step.

``Derivation.as_dict()`` gives all of it as plain data (``derivation_data.py``), from which every picture is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from dragoman._core import edge_kinds
from dragoman.forest.derivation_data import DerivationData, StepData

Span = tuple[int, int]
"""Words [begin, end)."""
WordLinks = tuple[list[int], list[list[int]]]
"""For each word of a translation the rule of its step, and its source words."""

EDGE_KINDS: dict[str, int] = dict(edge_kinds())
"""The rule number of a step that does not apply a rule of the table, by its kind (``core/forest/edge_kinds.hpp``).

Relaxed forced decoding adds ``inserted`` (glue with inserted words), ``deleted`` (a source word without a translation)
and ``back-off`` (a word for a word that no rule pairs); an ``adjunction`` joins target trees.
"""
UNKNOWN_WORD, ZONE, GLUE = (EDGE_KINDS[kind] for kind in ("unknown", "given", "glue"))
_KINDS = {rule: kind for kind, rule in EDGE_KINDS.items()}


def contiguous(positions: Iterable[int]) -> tuple[Span, ...]:
    """Ascending positions as spans."""
    spans: list[Span] = []
    for position in positions:
        if spans and spans[-1][1] == position:
            spans[-1] = (spans[-1][0], position + 1)
        else:
            spans.append((position, position + 1))
    return tuple(spans)


def _with_gaps(words: tuple[str, ...], spans: tuple[Span, ...]) -> str:
    pieces, first = [], 0
    for begin, end in spans:
        pieces.append(" ".join(words[first : first + end - begin]))
        first += end - begin
    return " … ".join(pieces)


@dataclass(frozen=True)
class Step:
    """One rule application."""

    rule: int
    """Number in the rule table, or one of ``EDGE_KINDS``."""
    source_spans: tuple[Span, ...]
    """The source words that the rule itself translates, in ascending order."""
    source: tuple[str, ...]
    """Those words."""
    target: tuple[str, ...]
    """The rule's own target words, all pieces of a phrase with gaps."""
    target_positions: tuple[int, ...]
    """The positions of these words in the translation."""
    alignment: tuple[tuple[int, int], ...]
    """Links (position in the source sentence, position in the translation)."""
    features: Mapping[str, float] = field(repr=False)
    """The features that are not zero."""
    score: float
    tails: tuple[int, ...] = ()
    """The steps (by place in the derivation) whose results this one uses."""
    order: int = 0
    """The place among the steps in target order: by the first target word of each. A step without target words comes
    after all that its rule has put together."""
    origin: str = ""
    """What made a given translation, if it was not the user."""

    @property
    def target_spans(self) -> tuple[Span, ...]:
        """The positions of the target words, as contiguous pieces in ascending order."""
        return contiguous(self.target_positions)

    @property
    def source_text(self) -> str:
        """The source words; gaps are shown as ``…``."""
        return _with_gaps(self.source, self.source_spans)

    @property
    def target_text(self) -> str:
        """The target words; gaps are shown as ``…``."""
        return _with_gaps(self.target, self.target_spans)

    @property
    def kind(self) -> str:
        """What the step applies: a ``rule``, an ``unknown`` word, a ``given`` translation (or what made it: ``memory``,
        ``number``, ``form``, ``name``), or ``glue``; in relaxed forced decoding also ``inserted``, ``deleted`` or
        ``back-off``."""
        return self.origin or _KINDS.get(self.rule, "rule")

    @property
    def unknown(self) -> bool:
        """Whether the step copies, drops or marks a word that no rule translates."""
        return self.rule == UNKNOWN_WORD

    def as_dict(
        self, weights: Mapping[str, float], groups: Mapping[str, Sequence[str]]
    ) -> StepData:
        """Return the step as plain data.

        Args:
            weights: The features' weights; None gives no costs.
            groups: Features whose costs are summed, by the name of the group.
        """
        return {
            "rule": self.rule,
            "kind": self.kind,
            "source_spans": [list(span) for span in self.source_spans],
            "source": list(self.source),
            "target_spans": [list(span) for span in self.target_spans],
            "target": list(self.target),
            "alignment": [list(link) for link in self.alignment],
            "features": dict(self.features),
            "costs": _costs(self.features, weights, groups),
            "score": self.score,
            "tails": list(self.tails),
        }


def _costs(
    features: Mapping[str, float],
    weights: Mapping[str, float],
    groups: Mapping[str, Sequence[str]],
) -> dict[str, float]:
    return {
        group: sum(weights.get(name, 0.0) * features.get(name, 0.0) for name in names)
        for group, names in groups.items()
    }


@dataclass(frozen=True, repr=False, eq=False)
class Derivation:
    """A translation and its steps."""

    source: tuple[str, ...]
    """The words of the source sentence."""
    tokens: tuple[str, ...]
    made_of: tuple[Step, ...] | Callable[[], tuple[Step, ...]] = field(repr=False)
    """The steps, or what puts them together: most translations are never asked for them, and they take long."""
    score: float
    linked: Callable[[], WordLinks] | None = field(default=None, repr=False)
    """What finds ``word_links`` without the steps, if there is a quicker way."""

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps; each comes after those whose results it uses."""
        return self.made_of() if callable(self.made_of) else self.made_of

    @cached_property
    def in_target_order(self) -> tuple[Step, ...]:
        """The steps in target order, as ``Step.order`` defines it for every decoder."""
        return tuple(sorted(self.steps, key=lambda step: step.order))

    @property
    def phrases(self) -> tuple[Step, ...]:
        """The steps that translate source words, in target order; glue, for example, translates none."""
        return tuple(step for step in self.in_target_order if step.source_spans)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Derivation):
            return NotImplemented
        return (self.source, self.tokens, self.score, self.steps) == (
            other.source,
            other.tokens,
            other.score,
            other.steps,
        )

    def __hash__(self) -> int:
        return hash((self.source, self.tokens, self.score))

    @property
    def text(self) -> str:
        """The translation, its words joined by blanks."""
        return " ".join(self.tokens)

    @cached_property
    def features(self) -> dict[str, float]:
        """The sum of each feature over the steps, for features that are not zero in every step."""
        total: dict[str, float] = {}
        for step in self.steps:
            for name, value in step.features.items():
                total[name] = total.get(name, 0.0) + value
        return total

    @cached_property
    def alignment(self) -> tuple[tuple[int, int], ...]:
        """All links (source position, target position), sorted."""
        return tuple(sorted({link for step in self.steps for link in step.alignment}))

    @cached_property
    def word_links(self) -> WordLinks:
        """The rule of every target word's step, and the source words that it is linked to, in the order of the steps.

        An unknown word, or one of a zone, that has no links is linked to all source words of its step.
        """
        if self.linked is not None:
            return self.linked()
        rules = [0] * len(self.tokens)
        sources: list[list[int]] = [[] for _ in self.tokens]
        for step in self.steps:
            links: Sequence[tuple[int, int]] = step.alignment
            if not links and step.rule in (UNKNOWN_WORD, ZONE):
                own = [i for begin, end in step.source_spans for i in range(begin, end)]
                links = [(i, j) for i in own for j in step.target_positions]
            for i, j in links:
                sources[j].append(i)
            for j in step.target_positions:
                rules[j] = step.rule
        return rules, sources

    def with_origins(self, origins: Mapping[Span, str]) -> Derivation:
        """Return the derivation whose given translations say what made them.

        Args:
            origins: What made the translation of a span of source words, if it was not the user.
        """
        if not origins:
            return self

        def steps() -> tuple[Step, ...]:
            return tuple(
                replace(step, origin=origins.get(step.source_spans[0], ""))
                if step.rule == ZONE and step.source_spans
                else step
                for step in self.steps
            )

        return replace(self, made_of=steps)

    @property
    def left_to_right(self) -> bool:
        """Whether each step continues where the one before ended, as in phrase-based search; else it is a tree."""
        if any(step.tails != ((i - 1,) if i else ()) for i, step in enumerate(self.steps)):
            return False
        starts = [step.target_positions[0] for step in self.steps if step.target_positions]
        return starts == sorted(starts)

    def as_dict(
        self,
        weights: Mapping[str, float] | None = None,
        groups: Mapping[str, Sequence[str]] | None = None,
    ) -> DerivationData:
        """Return the derivation as plain data, which JSON can hold.

        Costs are weight times value, summed within each group of features; without groups every feature stands for
        itself, and without weights there are no costs.

        Args:
            weights: The features' weights; None gives no costs.
            groups: Features whose costs are summed, by the name of the group.
        """
        weights = weights or {}
        groups = (groups or {name: [name] for name in self.features}) if weights else {}
        return {
            "source": list(self.source),
            "target": list(self.tokens),
            "alignment": [list(link) for link in self.alignment],
            "features": dict(self.features),
            "weights": dict(weights),
            "groups": {group: list(names) for group, names in groups.items()},
            "costs": _costs(self.features, weights, groups),
            "score": self.score,
            "left_to_right": self.left_to_right,
            "steps": [step.as_dict(weights, groups) for step in self.steps],
        }

    def __repr__(self) -> str:
        return f"Derivation({self.text!r}, {len(self.steps)} steps, score={self.score:.4f})"

    def __str__(self) -> str:
        return self.text
