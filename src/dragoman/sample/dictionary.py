"""The two vocabularies: concepts, and their words in both languages.

A dictionary is made from a seed alone. Nouns belong to semantic classes; verbs choose the classes of their
subjects and objects, and adjectives the class of their nouns, so that a language model has something to learn.
Lists are in order of frequency.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from dragoman.sample.function_words import RESERVED_SOURCE, RESERVED_TARGET
from dragoman.sample.phonology import SOURCE, TARGET, WordMaker

CLASSES = ("person", "animal", "group", "thing", "place", "food", "idea", "nature")
AGENTS = CLASSES[:3]
TOPICS = 10
NOUNS_PER_CLASS = 170
ADJECTIVES_PER_CLASS = 40
TERMS = 32
CUES = 8
"""Adjectives of each register, which hint at the translation of a term."""

SOURCE_PARTICLES = ("auf", "lös", "nir", "vep", "tau", "mis", "kor", "ban")
TARGET_PARTICLES = ("su", "via", "trans", "dor", "per", "contra")


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun, or a term if it has two target stems."""

    source: str
    gender: str
    targets: tuple[str, ...]
    target_gender: str
    kind: str


@dataclass(frozen=True, slots=True)
class Adjective:
    """An adjective."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Name:
    """A proper name; most are spelt alike in both languages."""

    source: str
    target: str
    feminine: bool


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb with its frame. An empty particle means that it has no particle."""

    frame: str
    """``intransitive``, ``transitive``, ``motion`` (with a place) or ``clausal``."""
    source: str
    source_plain: str
    """The source word in a world without discontinuity."""
    source_particle: str
    target: str
    target_plain: str
    target_particle: str
    subject: str
    object: str


@dataclass
class Dictionary:
    """All words with meaning; ``function_words`` holds the others."""

    nouns: dict[str, list[Noun]] = field(default_factory=dict)
    topical: dict[tuple[str, int], list[Noun]] = field(default_factory=dict)
    terms: list[Noun] = field(default_factory=list)
    adjectives: dict[str, list[Adjective]] = field(default_factory=dict)
    cues: tuple[list[Adjective], list[Adjective]] = field(default_factory=lambda: ([], []))
    verbs: dict[str, list[Verb]] = field(default_factory=dict)
    adverbs: list[Adjective] = field(default_factory=list)
    names: list[Name] = field(default_factory=list)


@lru_cache(maxsize=4)
def dictionary(seed: int) -> Dictionary:
    """The vocabulary of world ``seed``."""
    random = Random(f"lexicon {seed}")
    source = WordMaker(SOURCE, random, set(RESERVED_SOURCE) | set(SOURCE_PARTICLES))
    target = WordMaker(TARGET, random, set(RESERVED_TARGET) | set(TARGET_PARTICLES))
    words = Dictionary()
    _add_verbs(words, random, source, target)
    for kind in CLASSES:
        words.nouns[kind] = [
            Noun(
                source.stem(rarity),
                random.choice("mfn"),
                (target.stem(rarity),),
                random.choice("mf"),
                kind,
            )
            for rarity in _rarities(NOUNS_PER_CLASS)
        ]
        words.adjectives[kind] = [
            Adjective(source.stem(r), target.stem(r)) for r in _rarities(ADJECTIVES_PER_CLASS)
        ]
        for noun in words.nouns[kind]:
            topic = random.randrange(TOPICS)
            words.topical.setdefault((kind, topic), []).append(noun)
    for k in range(TERMS):
        targets = (target.stem(0.4), target.stem(0.4))
        noun = Noun(
            source.stem(0.4), random.choice("mfn"), targets, "mf"[k % 2], CLASSES[k % len(CLASSES)]
        )
        words.terms.append(noun)
    for cues in words.cues:
        cues += [Adjective(source.stem(0.3), target.stem(0.3)) for _ in range(CUES)]
    words.adverbs = [
        Adjective(source.stem(r) + "lig", target.stem(r) + "im") for r in _rarities(90)
    ]
    for rarity in _rarities(300):
        stem = source.stem(rarity).capitalize()
        feminine = random.random() < 0.5
        same = random.random() < 0.7
        words.names.append(
            Name(stem, stem if same else stem + ("ia" if feminine else "us"), feminine)
        )
    return words


def _rarities(count: int) -> list[float]:
    return [min(1.0, k / count + 0.1) for k in range(count)]


def _add_verbs(words: Dictionary, random: Random, source: WordMaker, target: WordMaker) -> None:
    """Every fourth verb is separable in the source, every fifth phrasal in the target: the stem of another
    verb with a particle, and together they mean something else."""
    counts = {"transitive": 180, "intransitive": 80, "motion": 40, "clausal": 30}
    plain = {
        frame: [(source.stem(r), target.stem(r)) for r in _rarities(n)]
        for frame, n in counts.items()
    }
    seen: set[tuple[str, str]] = set()
    for frame, pairs in plain.items():
        verbs = words.verbs[frame] = []
        for rank, (source_stem, target_stem) in enumerate(pairs):
            separable = _compound(random, rank % 4 == 1, pairs, 0, SOURCE_PARTICLES, seen)
            phrasal = _compound(
                random, rank % 5 == 2 and frame != "clausal", pairs, 1, TARGET_PARTICLES, seen
            )
            verbs.append(
                Verb(
                    frame=frame,
                    source=separable[0] or source_stem,
                    source_plain=source_stem,
                    source_particle=separable[1],
                    target=phrasal[0] or target_stem,
                    target_plain=target_stem,
                    target_particle=phrasal[1],
                    subject="person" if frame == "clausal" else random.choice(AGENTS),
                    object=random.choice(CLASSES),
                )
            )


def _compound(
    random: Random,
    wanted: bool,
    pairs: list[tuple[str, str]],
    side: int,
    particles: tuple[str, ...],
    seen: set[tuple[str, str]],
) -> tuple[str, str]:
    """The stem of a frequent simple verb (not itself a compound) and a particle; the combination is new."""
    if not wanted:
        return "", ""
    step, taken = ((4, 1), (5, 2))[side]
    simple = [pair[side] for rank, pair in enumerate(pairs[:40]) if rank % step != taken]
    while True:
        compound = random.choice(simple), random.choice(particles)
        if compound not in seen:
            seen.add(compound)
            return compound
