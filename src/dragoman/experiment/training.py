"""The training stages: alignment, language model, rules, and the model with its starting weights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from dragoman.align import Aligner, read_links, write_links
from dragoman.align.options import AlignOptions, Symmetrization
from dragoman.align.priors import LARGEST_COUNT, read_dictionary
from dragoman.cluster import align_files, estimate_with, extract_with
from dragoman.common.errors import FormatError
from dragoman.corpus.conllu import read_conllu
from dragoman.corpus.dependency import DependencyTree
from dragoman.corpus.integers import IntegerCorpus
from dragoman.experiment.corpora import DICTIONARY, read_preparation
from dragoman.experiment.layout import (
    ALIGNER,
    CLASS_MODEL,
    KEPT,
    LANGUAGE_MODEL,
    LINKS,
    MODEL,
    OPERATIONS,
    RULES,
    SOURCE,
    TARGET,
    TRAINING_TEXT,
    UNSEEN,
)
from dragoman.experiment.numbered import numbered
from dragoman.experiment.parsing import named_parser
from dragoman.experiment.resources import Resources
from dragoman.experiment.stages import Inputs
from dragoman.grammar import (
    AlignedBitext,
    OnTheFlyRules,
    RuleTable,
    SuffixGrammar,
    extract,
    open_rules,
)
from dragoman.grammar.options import (
    ExtractionOptions,
    LookupOptions,
    PhraseTableOptions,
    TableOptions,
    TreeletTableOptions,
)
from dragoman.grammar.suffix_segment import SuffixSegment
from dragoman.grammar.treelet.derivation import Derivation
from dragoman.grammar.treelet.derivation_files import read_derivations
from dragoman.grammar.treelet.head_rules import HeadRules
from dragoman.grammar.treelet.treelet_rules import TreeletRules
from dragoman.io.artifact import Artifact
from dragoman.io.files import open_output, read_lines
from dragoman.lm import ClassOptions, LanguageModel, LayoutOptions, LMOptions, WordClasses, estimate
from dragoman.lm.classes import class_model
from dragoman.model import Model
from dragoman.model.memory.options import MemoryOptions
from dragoman.osm import OperationModel, OperationOptions
from dragoman.search import ChartOptions, SearchOptions
from dragoman.search.treelet_options import TreeletOptions
from dragoman.unseen.unseen_words import UnseenWords

SYMMETRIZATION: Symmetrization = "grow-diag-final-and"
"""Of the aligner, unless the experiment names another: phrase tables want more links than the lowest alignment error
rate does."""


def align(settings: AlignOptions, output: Path, inputs: Inputs, resources: Resources) -> None:
    """Links for every pair of the training text, and the aligner that found them; or links taken from a file."""
    corpus = inputs["corpus"]
    if "links" in inputs:
        kept = {int(line) for line in read_lines(corpus / KEPT)}
        lines = read_lines(inputs["links"])
        with open_output(output / LINKS) as out:
            out.writelines(f"{line}\n" for number, line in enumerate(lines) if number in kept)
        if len(read_links(output / LINKS)) != len(kept):
            raise FormatError(
                "expected a line for every pair of the training text", inputs["links"]
            )
        return
    options = replace(settings, symmetrize=settings.symmetrize or SYMMETRIZATION)
    with TemporaryDirectory(prefix="dragoman-") as place:
        source = IntegerCorpus.build(f"{place}/source", corpus / SOURCE)
        target = IntegerCorpus.build(f"{place}/target", corpus / TARGET)
        aligner = Aligner.train(
            source, target, options, priors=_priors(inputs), threads=resources.threads
        )
        aligner.save(output / ALIGNER)
        if not options.sample:
            write_links(output / LINKS, aligner.align(threads=resources.threads))
            return
    with resources.engine() as engine:
        align_files(engine, output / ALIGNER, corpus / SOURCE, corpus / TARGET, output / LINKS)


def _priors(inputs: Inputs) -> dict[tuple[str, str], float] | None:
    """The entries of a dictionary of one word each, as the aligner sees words."""
    if DICTIONARY not in inputs:
        return None
    text = read_preparation(inputs["corpus"])
    priors: dict[tuple[str, str], float] = {}
    for (source, target), count in read_dictionary(inputs[DICTIONARY]).pairs.items():
        sides = text.source.phrase(source), text.target.phrase(target)
        if len(sides[0]) == len(sides[1]) == 1:
            pair = sides[0][0], sides[1][0]
            priors[pair] = min(priors.get(pair, 0.0) + count, LARGEST_COUNT)
    return priors


@dataclass(frozen=True)
class LanguageModelSettings:
    """What the language model depends on beside its texts."""

    estimation: LMOptions
    layout: LayoutOptions
    classes: int


def build_language_model(
    settings: LanguageModelSettings, output: Path, inputs: Inputs, resources: Resources
) -> None:
    """An n-gram model of the target side and of further text."""
    corpus = inputs["corpus"]
    prepare = read_preparation(corpus).target
    texts = numbered(inputs, "text")

    def lines() -> Iterator[str]:
        more = (map(prepare, read_lines(file)) for file in texts)
        return chain(read_lines(corpus / TARGET), *more)

    with TemporaryDirectory(prefix=".dragoman-", dir=output) as place:
        used = replace(settings.estimation, memory=resources.memory, directory=place)
        if resources.cluster.spark is None:
            estimated = estimate(lines(), used, threads=resources.threads)
        else:
            with resources.engine() as engine:
                estimated = estimate_with(engine, lines(), used, Path(place), resources.threads)
        estimated.warn()
        LanguageModel.build(estimated.take_ngrams(), settings.layout).save(output / LANGUAGE_MODEL)
    add_class_model(settings, output, corpus / TARGET, resources)


def add_class_model(
    settings: LanguageModelSettings, output: Path, text: Path, resources: Resources
) -> None:
    """Beside the model of words one of their classes, if there shall be classes."""
    if not settings.classes:
        return
    classes = WordClasses.train(text, ClassOptions(count=settings.classes))
    with TemporaryDirectory(prefix=".dragoman-", dir=output) as place:
        used = replace(settings.estimation, memory=resources.memory, directory=place, vocabulary=())
        model = class_model(text, classes, used, settings.layout, resources.threads)
        model.save(output / CLASS_MODEL)


def extract_rules(
    settings: ExtractionOptions, output: Path, inputs: Inputs, resources: Resources
) -> None:
    """Phrase pairs, scored, with reordering probabilities; or the indexed text in which they are looked up."""
    corpus = inputs["corpus"]
    bitext = AlignedBitext.read(corpus / SOURCE, corpus / TARGET, inputs["alignment"] / LINKS)
    if isinstance(settings, LookupOptions):
        grammar = SuffixGrammar.build(bitext, resources.threads)
        looked_up = replace(settings, memory=resources.memory)
        OnTheFlyRules(grammar, looked_up, threads=resources.threads).save(output / RULES)
        return
    used = replace(settings, memory=resources.memory)
    syntax = used if isinstance(used, TreeletTableOptions) else None
    pairs = syntax.phrases() if syntax is not None else used
    assert isinstance(pairs, TableOptions)
    table = _extracted(bitext, pairs, output, resources)
    if syntax is None:
        table.save(output / RULES)
        return
    kept = {int(line) for line in read_lines(corpus / KEPT)}
    train_treelets(syntax, bitext, table, kept, inputs).save(output / RULES)


def index_text(settings: None, output: Path, inputs: Inputs, resources: Resources) -> None:
    """The aligned text with an index of its phrases."""
    corpus = inputs["corpus"]
    bitext = AlignedBitext.read(corpus / SOURCE, corpus / TARGET, inputs["alignment"] / LINKS)
    SuffixSegment.build(bitext, resources.threads).save(output / TRAINING_TEXT)


def train_operations(
    settings: OperationOptions, output: Path, inputs: Inputs, resources: Resources
) -> None:
    """A model of the operation sequences of the aligned text."""
    corpus = inputs["corpus"]
    bitext = AlignedBitext.read(corpus / SOURCE, corpus / TARGET, inputs["alignment"] / LINKS)
    with TemporaryDirectory(prefix=".dragoman-", dir=output) as place:
        used = LMOptions(memory=resources.memory, directory=place)
        model = OperationModel.train(bitext, settings, used, resources.threads)
        model.save(output / OPERATIONS)


def _extracted(
    bitext: AlignedBitext, options: TableOptions, output: Path, resources: Resources
) -> RuleTable:
    """The table of a bitext's rules. Significance pruning looks at the whole text: it has one machine."""
    pruned = isinstance(options, PhraseTableOptions) and options.significance is not None
    if resources.cluster.spark is None or pruned:
        return extract(bitext, options, threads=resources.threads, beside=output / RULES)
    with (
        TemporaryDirectory(prefix=".dragoman-", dir=output) as place,
        resources.engine() as engine,
    ):
        return extract_with(engine, bitext, options, Path(place), output / RULES)


def train_treelets(
    settings: TreeletTableOptions,
    bitext: AlignedBitext,
    table: RuleTable,
    kept: set[int],
    inputs: Inputs,
) -> TreeletRules:
    """A table with treelets; ``kept``: the lines of the training text that passed."""
    given = inputs.get("head_rules")
    heads = HeadRules.read(given) if given else HeadRules.named(settings.head_rules)
    derivations = read_derivations(inputs["trees"], heads)
    source = read_conllu(inputs["conllu"]) if "conllu" in inputs else iter(())
    return TreeletRules.train(
        bitext,
        table,
        _fitting(
            (one for number, one in enumerate(derivations) if number in kept),
            bitext.target,
            inputs["trees"],
        ),
        _fitting(
            (one for number, one in enumerate(source) if number in kept),
            bitext.source,
            inputs.get("conllu", Path()),
        ),
        settings.sphrases(),
        settings.dependencies(),
    )


Analysis = TypeVar("Analysis", Derivation, DependencyTree)


def _fitting(
    analyses: Iterable[Analysis | None], text: IntegerCorpus, path: Path
) -> Iterator[Analysis | None]:
    """Analyses of a text's lines without those of other words: preparing the text may have changed a line.

    If that is so for more than one line in ten, they belong to another text.
    """
    others = 0
    for number, analysis in enumerate(analyses):
        if analysis is None or number >= len(text):
            yield None
            continue
        words = [word.lower() for word in _words(analysis)]
        fits = words == text.text(number).lower().split(" ")
        others += not fits
        if others > 10 and others * 10 > number:
            raise FormatError(
                f"the trees are of another text: {others} of the first {number + 1} have other words",
                path,
            )
        yield analysis if fits else None


def _words(analysis: Derivation | DependencyTree) -> Sequence[str]:
    return analysis.words() if isinstance(analysis, Derivation) else analysis.words


@dataclass(frozen=True)
class ModelSettings:
    """What the model before tuning depends on beside what was learned."""

    decoder: str
    options: SearchOptions | ChartOptions | TreeletOptions
    weights: Mapping[str, float]
    parser: str | None
    memory: MemoryOptions


CLASS_WEIGHT = 0.1
"""With which tuning starts: less than that of a model of words."""


def assemble(settings: ModelSettings, output: Path, inputs: Inputs) -> None:
    """The model before tuning."""
    stored = inputs.get("operations")
    places = [inputs["lm"] / name for name in (LANGUAGE_MODEL, CLASS_MODEL)]
    lms = [LanguageModel.open(place) for place in places if place.is_dir()]
    model = Model(
        open_rules(Artifact.open(inputs["rules"] / RULES)),
        lms,
        {CLASS_MODEL: CLASS_WEIGHT, **settings.weights} if len(lms) > 1 else settings.weights,
        settings.options,
        read_preparation(inputs["corpus"]),
        decoder=settings.decoder,
        operations=None if stored is None else OperationModel.open(stored / OPERATIONS),
    )
    model.parser = named_parser(settings.parser, inputs)
    model.memory = settings.memory
    if "text" in inputs:
        model.kept_text = SuffixSegment.open(inputs["text"] / TRAINING_TEXT)
    if "unseen" in inputs:
        model.unseen = UnseenWords.open(inputs["unseen"] / UNSEEN)
    if "alignment" in inputs and (inputs["alignment"] / ALIGNER).is_dir():
        model.aligner = Aligner.open(inputs["alignment"] / ALIGNER)
    model.save(output / MODEL)
