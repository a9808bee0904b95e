"""What Dragoman keeps for itself: records of tuning and of experiments, keys, weights, models that grow."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from dragoman.consistency import Consistency, ConsistencyOptions, DocumentFrequencies
from dragoman.consistency.glossary import prior_counts, read_glossary
from dragoman.corpus.document import document_spans
from dragoman.corpus.parallel import read_parallel
from dragoman.corpus.preparation import TextPreparation
from dragoman.experiment.run import ExperimentRun
from dragoman.grammar import (
    AlignedBitext,
    OnTheFlyRules,
    PhraseLookupOptions,
    PhraseTableOptions,
    SuffixGrammar,
    extract,
)
from dragoman.io.artifact import Artifact
from dragoman.io.files import read_lines
from dragoman.model import Model
from dragoman.model.requests.reader import InputReader
from dragoman.model.store.additions import read_added
from dragoman.tune.journal import Journal
from fuzz import samples
from fuzz.artifacts import LINKS, SOURCE, TARGET, sound_model
from support.model.handful import make_model as handful


def use_parallel(path: Path) -> None:
    """A text with itself, and with itself as the documents' ids."""
    for sentence in read_parallel(path, [path]):
        str(sentence)
    document_spans(map(str.strip, read_lines(path)))


def use_bitext(path: Path) -> None:
    texts = path.with_name("source"), path.with_name("target")
    if not texts[0].exists():
        texts[0].write_text("das haus\nja\nnein\n")
        texts[1].write_text("the house\n\nno no\n")
    extract(AlignedBitext.read(*texts, path), PhraseTableOptions())


def use_glossary(path: Path) -> None:
    table = sound_model().rules
    prior_counts(read_glossary(path), table, 3)  # type: ignore[arg-type]


def use_frequencies(path: Path) -> None:
    frequencies = DocumentFrequencies.read(path)
    for word in ("house", "x"):
        frequencies.rarity(word)
        frequencies.counted(word, 0.5)


def use_trees(path: Path) -> None:
    text = path.with_name("text")
    if not text.exists():
        text.write_text("das haus\n")
    sound_model().translate(list(InputReader(TextPreparation(), trees=path).read(text)))


def use_tuning_run(path: Path) -> None:
    _link(path, path.with_name("tuning") / "run.json")
    Journal(path.with_name("tuning"), {"seed": 1})


def use_tuning_weights(path: Path) -> None:
    journal = Journal(path.with_name("tuning"), {"seed": 1})
    _link(path, journal.directory / "001.json")
    journal.weights(1, ["lm", "distortion"])


def use_last_run(path: Path) -> None:
    """An experiment says what would run, and why."""
    _experiment(path).plan()


@cache
def _experiment(path: Path) -> ExperimentRun:
    folder = path.with_name("experiment")
    folder.mkdir()
    file = folder / "x.toml"
    file.write_bytes(samples.EXPERIMENT[0])
    for name in ("a", "b"):
        (folder / name).write_text("one\n")
    run = ExperimentRun(file)
    _link(path, run.store.directory / f"{run.experiment.name}.last.json")
    return run


def _link(path: Path, place: Path) -> None:
    place.parent.mkdir(exist_ok=True)
    if not place.is_symlink():
        place.symlink_to(path)


def make_growing_model(path: Path) -> None:
    """A model that looks its rules up, with a pair that was added."""
    grammar = SuffixGrammar.build(AlignedBitext.encode(SOURCE[:2], TARGET[:2], LINKS[:2]))
    model = Model(OnTheFlyRules(grammar, PhraseLookupOptions()), sound_model().lms)
    model.add([("das alte haus", "the old house")], links=["0-0 1-1 2-2"])
    model.save(path)


def use_growing_model(path: Path) -> None:
    model = Model.open(path)
    model.translate(["das alte haus", "x"])
    read_added(Artifact.open(path))


def make_consistent_model(path: Path) -> None:
    """A model that translates documents consistently."""
    model = handful()
    options = ConsistencyOptions(features=("c1", "c2", "c3"))
    glossary = path.with_name("glossary")
    glossary.write_bytes(samples.GLOSSARY[0])
    model.consistency = Consistency(
        options, DocumentFrequencies(3, {"house": 2}), glossary=read_glossary(glossary)
    )
    model.save(path)


def use_consistent_model(path: Path) -> None:
    Model.open(path).translate(["das haus ist klein", "das haus"])
