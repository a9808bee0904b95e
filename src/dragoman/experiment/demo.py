"""Two models of the sample world, a parser and sentences to click, so that the page can be tried (``dragoman serve``).

All of it is made in some seconds.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from dragoman.corpus.casing import recase
from dragoman.corpus.conllu import read_conllu
from dragoman.corpus.detokenizer import Detokenizer
from dragoman.experiment.config import Bitext, Preprocessing
from dragoman.experiment.dump import dump
from dragoman.experiment.quickstart import (
    MARK,
    WORLD,
    System,
    check_configs,
    experiment_of,
    sample_bitext,
    write_once,
)
from dragoman.experiment.resources import Resources
from dragoman.experiment.run import ExperimentRun
from dragoman.grammar import GappedLookupOptions, PhraseLookupOptions
from dragoman.io.files import open_output, read_lines
from dragoman.model import Model
from dragoman.model.translation import Translation
from dragoman.parse.dependency_parser import DependencyParser
from dragoman.parse.training import ParserTraining
from dragoman.sample.writer import SOURCE_CODE, TARGET_CODE, WorldOptions, write_world
from dragoman.search import SearchOptions

PAIRS, TEST = 3000, 200
TAUGHT = ("verb-final", "separable")
"""Phenomena of the first example: its verb, or a part of it, stands at the end."""
ONCE = "one word is wrong: 'Where from' has the only sentence that taught it"
CLAUSE = "clause"
"""A clause set off by a comma whose verb, and no participle, stands at the end."""
UNKNOWN = "unknown"
"""A word that the training text does not have."""
SHOWN = (
    (CLAUSE, "in the clause behind the comma the verb comes last"),
    ("separable", "one verb stands in two places: a phrase with a gap"),
    ("perfect", "two words for the past, where English has one"),
    ("fronting", "something else than the subject comes first"),
    ("cross-serial", "'not' and the verb cross each other: try 'Two systems'"),
    (UNKNOWN, "a word that the training text does not have is underlined"),
)
"""Phenomena that the examples have, and what is said of them."""
TEXT = "a text: try 'Document', which shows its repeated words"
"""What is said of the last example."""
_SENTENCES = 4
"""Of the text."""
_TRIED = 100
"""Sentences that may be examples: the shortest ones."""
SYSTEMS = (
    System(
        "sample",
        "phrases may have gaps and move",
        GappedLookupOptions(inverse="lookup"),
        SearchOptions(),
    ),
    System(
        "in-order",
        "phrases in source order",
        PhraseLookupOptions(reordering="none"),
        SearchOptions(distortion_limit=0),
    ),
)
"""They look their rules up, so that they can take suggestions and show their evidence. Nothing is kept beside the text:
a pair that is left out or added counts at once.
"""
SMALL = System("small", "phrases may move", PhraseLookupOptions(), SearchOptions())
"""The first model that somebody tries: it is there in some seconds."""
NATURAL = Preprocessing(
    tokenize=True, truecase=True, source_language=SOURCE_CODE, target_language=TARGET_CODE
)
"""What is typed is taken as people write it."""


@dataclass(frozen=True)
class Demo:
    """What was made."""

    models: tuple[Path, ...]
    parser: Path
    """Of the source language."""
    examples: Path
    """Sentences, and after a tab what is said of them."""


def make_demo(directory: Path, threads: int = 1) -> Demo:
    """Trains the models below ``directory``."""
    world = directory / WORLD
    write_world(world, WorldOptions(train=PAIRS, dev=10, test=TEST))
    models = tuple(_train(system, directory, threads) for system in SYSTEMS)
    trees = read_conllu(world / "train.conllu")
    parser = DependencyParser.train(trees, ParserTraining(iterations=2, beam=1))
    parser.save(directory / "sample.parser")
    return Demo(models, directory / "sample.parser", _examples(world, directory, models[0]))


def make_small(
    directory: Path, threads: int = 1, pairs: int = PAIRS, system: System = SMALL
) -> Path:
    """Train one model of the sample world below ``directory``, untuned, and return its place.

    Args:
        directory: Where it works; there, the text is written to ``world``.
        threads: How many work.
        pairs: Training pairs.
        system: What is trained.
    """
    check_configs([directory / f"{system.name}.toml"])
    write_once(directory / WORLD, WorldOptions(train=pairs, dev=10, test=TEST))
    return _train(system, directory, threads)


def natural(path: Path, language: str) -> list[str]:
    """The sentences of a tokenised file as people write them."""
    detokenizer = Detokenizer(language)
    return [detokenizer(recase(line)) for line in read_lines(path)]


def _train(system: System, directory: Path, threads: int) -> Path:
    plain = Bitext(**{side: sample_bitext("train")[side] for side in ("source", "target", "docs")})
    experiment = replace(
        experiment_of(system), training=plain, preprocessing=NATURAL, development=None, test=()
    )
    config = directory / f"{system.name}.toml"
    with open_output(config) as out:
        out.write(MARK + dump(experiment))
    return ExperimentRun(config, Resources(threads)).run().model


def _examples(world: Path, directory: Path, model: Path) -> Path:
    """For each phenomenon a short sentence of the test set that has it, with its translation, as people write; a text.

    One that the model translates rightly is taken before others, and of those one with a phrase with gaps. If there is
    such a sentence, one word of the first example's translation is wrong, and one pair taught it.
    """
    sources, references = (
        natural(world / f"test.{code}", code) for code in (SOURCE_CODE, TARGET_CODE)
    )
    rows = list(csv.DictReader(read_lines(world / "test.phenomena.tsv"), delimiter="\t"))
    order = sorted(range(len(rows)), key=lambda n: len(sources[n].split()))[:_TRIED]
    opened = Model.open(model)
    found = dict(zip(order, opened.translate([sources[n] for n in order]), strict=True))
    taught = {n: found[n] for n in order if any(int(rows[n][name]) for name in TAUGHT)}
    chosen = dict.fromkeys(_taught_once(opened, taught, references), ONCE)
    for name, told in SHOWN:
        fits = [n for n in order if n not in chosen and _shows(name, rows[n], found[n])]
        if fits:
            right = {n: str(found[n]) == references[n] for n in fits}
            gaps = {n: right[n] and _has_gaps(found[n]) for n in fits}
            chosen[max(fits, key=lambda n: (right[n], gaps[n]))] = told  # of equals, the shortest
    path = directory / "examples.tsv"
    with open_output(path) as out:
        for number, told in chosen.items():
            out.write(f"{sources[number]}\t{told}; right is: {references[number]}\n")
        if text := _text(world, sources):
            out.write(f"{text}\t{TEXT}\n")
    return path


def _shows(name: str, row: Mapping[str, str], translation: Translation) -> bool:
    """Whether a sentence has a phenomenon."""
    if name == UNKNOWN:
        return any(step.unknown for step in translation.derivation.steps)
    if name == CLAUSE:
        return "," in translation.source_tokens and int(row["verb-final"]) > int(row["perfect"])
    return int(row[name]) > 0


def _has_gaps(translation: Translation) -> bool:
    steps = translation.derivation.steps
    return any(len(step.source_spans) > 1 or len(step.target_spans) > 1 for step in steps)


def _text(world: Path, sources: list[str]) -> str:
    """The shortest sentences that follow each other in a document of the test set and repeat a noun."""
    documents = list(read_lines(world / "test.docs"))
    nouns = [
        {w for w in line.split() if w.istitle()}
        for line in read_lines(world / f"test.{SOURCE_CODE}")
    ]
    shortest = ""
    for begin in range(len(sources) - _SENTENCES + 1):
        part = slice(begin, begin + _SENTENCES)
        own = [noun for one in nouns[part] for noun in one]
        text = " ".join(sources[part])
        if len(set(documents[part])) > 1 or len(set(own)) == len(own):
            continue
        if not shortest or len(text) < len(shortest):
            shortest = text
    return shortest


def _taught_once(
    model: Model, tried: Mapping[int, Translation], references: list[str]
) -> Iterator[int]:
    """The first sentence with one wrong word, of a phrase that a single pair taught; it changes without that pair."""
    for number, translation in tried.items():
        wrong = _wrong_word(str(translation), references[number])
        phrases = model.evidence(translation, examples=1).phrases if wrong else ()
        if any(wrong in one.target.lower().split() and one.supporting == 1 for one in phrases):
            yield number
            return


def _wrong_word(text: str, reference: str) -> str:
    """The one word, in small letters, in which a translation differs from what is right; else nothing."""
    ours, right = (one.lower().rstrip(".?!").split() for one in (text, reference))
    pairs = [(a, b) for a, b in zip(ours, right, strict=False) if a != b]
    return pairs[0][0] if len(pairs) == 1 and len(ours) == len(right) else ""
