"""The input of a decoder: the words of a sentence, and demands on its translation."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Literal, SupportsIndex

from dragoman._core import SearchSentence, SearchZone
from dragoman.cohesion.definition import tag_of
from dragoman.common.errors import ConfigError
from dragoman.corpus.dependency import DependencyTree
from dragoman.corpus.lattice import Lattice
from dragoman.corpus.word_parts import WordParts
from dragoman.forest.prefix import Prefix
from dragoman.search.cohesion_options import CohesiveSearchOptions

Demand = Literal["zones", "walls", "reference", "prefix", "lattice"]
"""The possible demands on a translation; each is a field of ``Input``."""

VERB, NOUN = 1, 2
"""Kinds of words, as in the core (``core/search/shared/source_tree.hpp``)."""


@dataclass(frozen=True)
class Zone:
    """Translations given for the words [begin, end): for a term, a name, or text that is not translated."""

    begin: int
    end: int
    translations: Sequence[str | Sequence[str]]
    """Each a text or a sequence of words; an empty one drops the words of the zone."""
    exclusive: bool = True
    """If true, no rule may translate a word of the zone; otherwise the given translations compete with the rules."""
    origin: str = ""
    """What made the translations, if it was not the user: a kind of guess (``unseen/unseen_words.py``)."""
    probability: float = 1.0
    """How sure a guess is; the confidence of its words is multiplied with it."""

    def __post_init__(self) -> None:
        """Makes every translation words; refuses what is none, and what covers no words."""
        kinds = (int, SupportsIndex)  # int first: a protocol takes ten times as long
        whole = all(isinstance(place, kinds) for place in (self.begin, self.end))
        if not whole or not 0 <= self.begin < self.end:
            raise ConfigError(
                "a zone covers the words from begin to the one before end, counted from 0, such as Zone(1, 3, ...) "
                f"for words 1 and 2; got {self.begin!r} to {self.end!r}"
            )
        if isinstance(self.translations, str):
            raise ConfigError(
                f"a zone takes a list of translations: write [{self.translations!r}] for a single one"
            )
        object.__setattr__(self, "translations", [_words(one) for one in self.translations])
        if not self.translations:
            raise ConfigError("a zone takes a translation at least; [''] drops its words")

    @property
    def texts(self) -> list[list[str]]:
        """The translations as words."""
        return [_words(one) for one in self.translations]


@dataclass
class Input:
    """One sentence to be translated."""

    tokens: Sequence[str]
    zones: Sequence[Zone] = ()
    walls: Sequence[int] = ()
    """Positions i: all words before i are translated before any word at or after i."""
    reference: Sequence[str] | None = None
    """Forced decoding: the only translation allowed."""
    references: Sequence[Sequence[str]] = ()
    """Forced decoding with several references: the translation is the best that is one of these."""
    prefix: Prefix | None = None
    """The beginning that the translation must have."""
    tree: DependencyTree | None = field(default=None, repr=False)
    """The sentence's dependency tree, for the features that use one."""
    document: str = ""
    """The id of the document that the sentence belongs to."""
    lattice: Lattice | None = field(default=None, repr=False)
    """A lattice whose words are ``tokens``: one of its paths is translated. Spans and links count its words."""
    parts: WordParts | None = field(default=None, repr=False)
    """The words as they are written, if some tokens are only parts of them."""

    def __post_init__(self) -> None:
        """Refuses two ways to say the same, a text instead of words, and demands on words that there are not."""
        if isinstance(self.tokens, str):
            raise ConfigError(
                f"a sentence is a list of words: write {self.tokens!r}.split(), or translate it as text"
            )
        for zone in self.zones:
            if zone.end > len(self.tokens):
                raise ConfigError(
                    f"a zone ends at {zone.end}, beyond the {len(self.tokens)} words of "
                    f"'{' '.join(self.tokens)}'"
                )
        for wall in self.walls:
            if not 0 <= wall <= len(self.tokens):
                raise ConfigError(
                    f"a wall at word {wall} of a sentence of {len(self.tokens)} words"
                )
        if self.parts is not None and len(self.parts.owners) != len(self.tokens):
            raise ConfigError(
                f"the words have {len(self.parts.owners)} parts, and the sentence has {len(self.tokens)} tokens"
            )
        if self.lattice is not None and (self.tree is not None or self.zones or self.walls):
            raise ConfigError(
                "a lattice takes no zones, walls or trees: these belong to one of its paths, which the search chooses"
            )
        if self.reference is not None and self.references:
            raise ConfigError("a sentence takes a reference or several references, not both")
        if self.prefix is not None and (self.reference is not None or self.references):
            raise ConfigError("a sentence takes a reference or the beginning of one, not both")

    @classmethod
    def of_lattice(cls, lattice: Lattice, reference: Sequence[str] | None = None) -> Input:
        """Return a lattice to be translated.

        Args:
            lattice: The lattice.
            reference: The words that the translation shall have.
        """
        return cls(lattice.words, reference=reference, lattice=lattice)

    @classmethod
    def keep(cls, tokens: Sequence[str], spans: Sequence[tuple[int, int]]) -> Input:
        """Return a sentence in which some spans are copied and not translated.

        Args:
            tokens: Its words.
            spans: First words and ends of the spans.
        """
        zones = [Zone(begin, end, [tokens[begin:end]]) for begin, end in spans]
        return cls(tokens, zones)

    @property
    def demands(self) -> set[Demand]:
        """The demands on the translation."""
        made: dict[Demand, bool] = {
            "zones": bool(self.zones),
            "walls": bool(self.walls),
            "reference": self.reference is not None or bool(self.references),
            "prefix": self.prefix is not None,
            "lattice": self.lattice is not None,
        }
        return {name for name, present in made.items() if present}

    def native(
        self,
        options: CohesiveSearchOptions | None = None,
        tags: Sequence[str] | None = None,
        labels: Sequence[str] = (),
    ) -> SearchSentence:
        """Return the sentence for the core, with the tree if the options make use of one, or if its tags are given.

        Args:
            options: How the decoder searches.
            tags: The tags of the words, none or one for each.
            labels: The relations of the words to their heads, none or one for each.
        """
        zones = [SearchZone(z.begin, z.end, z.texts, z.exclusive) for z in self.zones]
        reference = None if self.reference is None else list(self.reference)
        sentence = (list(self.tokens), zones, list(self.walls), reference)
        given: dict[str, Any] = {"references": [list(one) for one in self.references]}
        if self.prefix is not None:
            given |= {"prefix": self.prefix.words, "partial": self.prefix.partial}
        if self.lattice is not None:
            return SearchSentence(*sentence, lattice=list(self.lattice.arcs), **given)
        needed = tags is not None or (options is not None and options.needs_trees)
        if self.tree is None or not needed:
            return SearchSentence(*sentence, **given)
        tree = self.fitting_tree(self.tree)
        tree = tree if options is None else options.tree_of(tree)
        kinds = [] if options is None else _kinds(tree, options)
        given |= {"tags": list(tags or ()), "labels": list(labels)}
        return SearchSentence(*sentence, heads=list(tree.heads), kinds=kinds, **given)

    def fitting_tree(self, tree: DependencyTree) -> DependencyTree:
        """Return a tree of this sentence; a ConfigError if it has another number of words.

        Args:
            tree: The tree.
        """
        if len(tree) != len(self.tokens):
            raise ConfigError(
                f"the tree of a sentence of {len(self.tokens)} words has {len(tree)}: "
                f"{' '.join(self.tokens)}"
            )
        return tree


def _words(translation: str | Sequence[str]) -> list[str]:
    if isinstance(translation, str):
        return translation.split()
    if not isinstance(translation, Sequence) or not all(isinstance(w, str) for w in translation):
        raise ConfigError(f"expected words as a translation, got {translation!r}")
    return list(translation)


def _kinds(tree: DependencyTree, options: CohesiveSearchOptions) -> list[int]:
    """The kind of every word, if a feature needs it."""
    if not options.needs_tags:
        return []
    verbs, nouns = options.pos_classes.verbs, options.pos_classes.nouns
    tags = [tag_of(tree, word) for word in range(len(tree))]
    kinds = {tag: VERB * tag.startswith(verbs) + NOUN * tag.startswith(nouns) for tag in set(tags)}
    return [kinds[tag] for tag in tags]


def check_demands(inputs: Sequence[Input], takes: Set[Demand], decoder: str) -> None:
    """Refuses sentences with demands that a decoder does not know."""
    for one in inputs:
        for demand in sorted(one.demands - takes):
            raise ConfigError(
                f"the {decoder} decoder takes no {demand}, but there are some with the sentence "
                f"'{' '.join(one.tokens)}'"
            )
