"""The words of the German and English world, read from the lists in ``words``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import zip_longest

from dragoman.sample.dictionary import TOPICS, Adjective, Dictionary, Name, Noun, Verb
from dragoman.sample.german import english, morphology

THINGS = ("device", "vehicle", "clothes", "container", "furniture")
"""What the lists call ``thing``."""

_NOUN = re.compile(r"(\w+) ([mfn]) (\w+)( w)?(?: (\w+))? = (.+)")
_VERB = re.compile(r"([^=+:]+)(\+sein )?= ([^:]+) : ([^>]+)(?: > (.+))?")


@dataclass(frozen=True, slots=True)
class GermanNoun(Noun):
    """A noun with its forms."""

    plural: str
    weak: bool
    target_plurals: tuple[str, ...]

    def source_form(self, plural: bool, case: str) -> str:
        """The German form."""
        return morphology.noun(self.source, self.gender, self.plural, self.weak, plural, case)

    def target_form(self, plural: bool, variant: int) -> str:
        """The English form."""
        return (self.target_plurals if plural else self.targets)[variant]


@dataclass(frozen=True, slots=True)
class GermanVerb(Verb):
    """A verb with its forms. ``source`` is the infinitive without the particle, ``target`` that of English."""

    present: str
    past: str
    participle: str
    auxiliary: str
    target_past: str
    target_participle: str
    target_fixed: str
    """A word that stays with the English verb (*for* in *look for*)."""
    preposition: str
    """Of the place that a verb of motion has: ``zu`` or ``in``."""

    def suits(self, kind: str) -> bool:
        """Whether something of a kind can be its subject."""
        return kind in kinds_of(self.subject)


@dataclass(frozen=True, slots=True)
class GermanAdjective(Adjective):
    """An adjective; ``source`` is what its endings are added to."""

    lemma: str


def kinds_of(text: str) -> tuple[str, ...]:
    """The kinds of noun that a list names."""
    found: list[str] = []
    for kind in text.split():
        found += THINGS if kind == "thing" else (kind,)
    return tuple(found)


@lru_cache(maxsize=1)
def lexicon() -> Dictionary:
    """All words that have a meaning."""
    words = Dictionary()
    for section, line in _lines("nouns"):
        words.nouns.setdefault(section, []).append(_noun(line, section))
    for kind, nouns in words.nouns.items():
        for place, one in enumerate(nouns):
            words.topical.setdefault((kind, place % TOPICS), []).append(one)
    words.terms = [_noun(line) for _, line in _lines("terms")]
    _add_adjectives(words)
    _add_verbs(words)
    for section, line in _lines("others"):
        if section in ("women", "men"):
            words.names += [Name(one, one, section == "women") for one in line.split()]
    names = [[n for n in words.names if n.feminine is is_woman] for is_woman in (True, False)]
    words.names = [n for pair in zip(*names, strict=True) for n in pair]
    return words


@lru_cache(maxsize=1)
def adverbs() -> dict[str, list[tuple[str, str]]]:
    """Adverbs by where they stand in English, or by the time that they speak of."""
    found = {}
    for section, line in _lines("others"):
        if "=" in line:
            found[section] = [_pair(one) for one in line.split()]
    return found


@lru_cache(maxsize=1)
def opposites() -> dict[str, frozenset[str]]:
    """By the lemma of an adjective: those that cannot stand beside it, itself among them."""
    found = {}
    for section, line in _lines("adjectives"):
        if section == "opposites":
            found.update(dict.fromkeys(line.split(), frozenset(line.split())))
    return found


def _pair(text: str) -> tuple[str, str]:
    source, _, target = text.partition("=")
    return source, target


def _lines(name: str) -> Iterator[tuple[str, str]]:
    """The lines of a list, each with the section that it stands in."""
    text = files("dragoman.sample.german").joinpath("words", f"{name}.txt").read_text("utf-8")
    section = ""
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        head = re.match(r"\[(.+?)\] ?", line)
        if head is not None:
            section, line = head[1], line[head.end() :]
        if line:
            yield section, line


def _noun(line: str, kind: str = "") -> GermanNoun:
    found = _NOUN.fullmatch(line)
    assert found is not None, line
    source, gender, plural, weak, own_kind, told = found.groups()
    targets = [one.split() for one in told.split(" / ")]
    return GermanNoun(
        source=source,
        gender=gender,
        targets=tuple(one[0] for one in targets),
        target_gender="",
        kind=own_kind or kind,
        plural=plural,
        weak=bool(weak),
        target_plurals=tuple(one[1] if one[1:] else english.plural(one[0]) for one in targets),
    )


def _add_adjectives(words: Dictionary) -> None:
    known: dict[str, GermanAdjective] = {}
    for section, line in _lines("adjectives"):
        if section in ("British", "American"):
            cues = words.cues[section == "American"]
            cues += [GermanAdjective(s, t, s.rstrip("-")) for s, t in map(_pair, line.split())]
        elif section and section != "opposites":
            words.adjectives[section] = [known[one] for one in line.split()]
        elif not section:
            source, target = line.split(" = ")
            lemma, *stem = source.split()
            known[lemma] = GermanAdjective(stem[0] if stem else lemma, target, lemma)


def _add_verbs(words: Dictionary) -> None:
    places: dict[str, list[Verb]] = {}
    for section, line in _lines("verbs"):
        frame, _, preposition = section.partition(" ")
        verbs = (
            words.verbs.setdefault(frame, [])
            if not preposition
            else places.setdefault(preposition, [])
        )
        verbs.append(_verb(line, frame, preposition))
    turns = zip_longest(*places.values())
    words.verbs["motion"] = [verb for turn in turns for verb in turn if verb is not None]


def _verb(line: str, frame: str, preposition: str) -> GermanVerb:
    found = _VERB.fullmatch(line)
    assert found is not None, line
    source, with_sein, target, subject, objects = found.groups()
    infinitive, *forms = source.split()
    particle, _, stem = infinitive.rpartition("|")
    present, past, participle = forms or morphology.verb_forms(stem)
    target, moves, follows = re.fullmatch(r"([^+&]+?)(?: \+ (\w+))?(?: & (\w+))?", target).groups()  # type: ignore[union-attr]
    base, *more = target.split()
    target_past, target_participle = more or [english.past(base)] * 2
    return GermanVerb(
        frame=frame,
        source=stem,
        source_plain=stem,
        source_particle=particle,
        target=base,
        target_plain=base,
        target_particle=moves or "",
        subject=subject,
        object=objects or "",
        present=present,
        past=past,
        participle=participle,
        auxiliary="sein" if with_sein else "haben",
        target_past=target_past,
        target_participle=target_participle,
        target_fixed=follows or "",
        preposition=preposition,
    )
