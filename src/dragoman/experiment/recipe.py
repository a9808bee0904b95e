"""The stages of an experiment: corpus, alignment, language model, rules, model, tuning, evaluation.

    corpus ─┬─ alignment ─┬─ rules ─┬─ untuned ── tuning ── evaluation
            │             └─ osm ───┤
            └─ language-model ──────┘

The stage ``osm`` is there if operation sequences are asked for.

With several runs of tuning there are stages ``tuning``, ``tuning.2``, ... and ``evaluation``, ``evaluation.2``, ...;
then ``selection`` takes the best run's model and ``summary`` puts the scores together (or ``average`` makes one model
of all runs, which alone is evaluated).

With features of consistency, ``consistency`` adds them to the model (tuned without them, unless the first pass shall
have the starting weights), and ``consistent-tuning`` tunes all weights.

A stage is given the settings that it reads and no others, and its key is made of what it is given, so that a change
re-runs what it must. Only the resources (threads, memory) are not part of it: no result depends on them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from dragoman.align import AlignOptions
from dragoman.consistency import ConsistencyOptions
from dragoman.experiment import training
from dragoman.experiment.config import Bitext, Experiment, TuningRun
from dragoman.experiment.consistent import add_consistency
from dragoman.experiment.corpora import DICTIONARY, prepare_training
from dragoman.experiment.decoding import decoder_name, decoder_options, rule_options
from dragoman.experiment.evaluating import EvaluationSettings, evaluate, summarize
from dragoman.experiment.mixing import mix_language_models
from dragoman.experiment.parsing import parser_files
from dragoman.experiment.resources import Resources
from dragoman.experiment.scoring import metric_options
from dragoman.experiment.sentences import LATTICES, SENTENCES
from dragoman.experiment.stages import Stage
from dragoman.experiment.tuning import RunSettings, average_runs, run_tuning, select_run
from dragoman.experiment.unseen import train_unseen
from dragoman.grammar.options import LookupOptions, TreeletTableOptions
from dragoman.lm import LayoutOptions, LMOptions

CONSISTENT = "consistent-tuning"


class Recipe:
    """All stages of one experiment; ``stages`` ends with the one that gives everything."""

    def __init__(self, experiment: Experiment, base: Path, resources: Resources) -> None:
        self.experiment = experiment
        self.base = base
        self.resources = resources
        self.parser = experiment.model.parser
        self.corpus = self._corpus()
        self.alignment = self._alignment()
        self.language_model = self._language_model()
        self.rules = self._rules()
        self.unseen = self._unseen()
        self.untuned = self._untuned()
        self.runs = self._runs()
        self.model = self._model()
        self.evaluations: list[Stage] = []
        """The stages that translate the test sets: one, or one for every run of tuning."""
        self.last = self._last()

    def _path(self, name: str) -> Path:
        return self.base / name

    def _files(self, bitext: Bitext, prefix: str = "") -> dict[str, Path]:
        files = {f"{prefix}{LATTICES if bitext.plf else SENTENCES}": self._path(bitext.source)}
        targets = bitext.targets
        for number, name in enumerate(targets):
            files[f"{prefix}target{number if len(targets) > 1 else ''}"] = self._path(name)
        for name in ("docs", "conllu", "trees"):
            if path := getattr(bitext, name):
                files[f"{prefix}{name}"] = self._path(path)
        return files

    def _corpus(self) -> Stage:
        files = self._files(self.experiment.training)
        files.pop("conllu", None)
        files.pop("trees", None)
        files |= self._dictionary()
        settings = self.experiment.preprocessing
        return Stage(
            "corpus",
            "text prepared",
            partial(prepare_training, resources=self.resources),
            settings,
            files,
            version=2,
        )

    def _dictionary(self) -> dict[str, Path]:
        name = self.experiment.training.dictionary
        return {} if name is None else {DICTIONARY: self._path(name)}

    def _alignment(self) -> Stage:
        section = self.experiment.alignment
        files = {"links": self._path(section.file)} if section.file else self._dictionary()
        return Stage(
            "alignment",
            "words aligned",
            partial(training.align, resources=self.resources),
            AlignOptions.part_of(section),
            files,
            {"corpus": self.corpus},
            version=3,
        )

    def _language_model(self) -> Stage:
        section = self.experiment.lm
        estimation, layout = LMOptions.part_of(section), LayoutOptions.part_of(section)
        files = {f"text{number}": self._path(name) for number, name in enumerate(section.text)}
        build = partial(training.build_language_model, resources=self.resources)
        if section.mix:
            assert self.experiment.development is not None
            names = enumerate(self.experiment.development.targets)
            files |= {f"development{number}": self._path(name) for number, name in names}
            build = partial(mix_language_models, resources=self.resources)
        return Stage(
            "language-model",
            "n-grams counted",
            build,
            training.LanguageModelSettings(estimation, layout, section.classes),
            files,
            {"corpus": self.corpus},
        )

    def _rules(self) -> Stage:
        settings = rule_options(self.experiment)
        files: dict[str, Path] = {}
        if isinstance(settings, TreeletTableOptions):
            given = self._files(self.experiment.training)
            files = {name: given[name] for name in ("conllu", "trees") if name in given}
            if self._path(settings.head_rules).is_file():
                files["head_rules"] = self._path(settings.head_rules)
        return Stage(
            "rules",
            "phrases extracted",
            partial(training.extract_rules, resources=self.resources),
            settings,
            files,
            {"corpus": self.corpus, "alignment": self.alignment},
        )

    def _unseen(self) -> Stage | None:
        """What is made of words that the training text does not have, if anything is."""
        settings = self.experiment.unseen
        if not settings.any:
            return None
        before = {"corpus": self.corpus}
        if settings.names:
            before["alignment"] = self.alignment
        return Stage("unseen", "unseen words prepared", train_unseen, settings, {}, before)

    def _operations(self) -> Stage:
        return Stage(
            "osm",
            "operation sequences counted",
            partial(training.train_operations, resources=self.resources),
            self.experiment.osm,
            upstream={"corpus": self.corpus, "alignment": self.alignment},
        )

    def _text(self) -> Stage:
        """The training text that is kept beside a table."""
        return Stage(
            "text",
            "training text indexed",
            partial(training.index_text, resources=self.resources),
            upstream={"corpus": self.corpus, "alignment": self.alignment},
        )

    def _untuned(self) -> Stage:
        experiment = self.experiment
        before = {"corpus": self.corpus, "rules": self.rules, "lm": self.language_model}
        if self.unseen is not None:
            before["unseen"] = self.unseen
        if isinstance(experiment.grammar, LookupOptions):
            before["alignment"] = self.alignment  # the aligner, for what is added later
        if experiment.osm.order:
            before["operations"] = self._operations()
        if experiment.model.keep_text:
            before["text"] = self._text()
        settings = training.ModelSettings(
            decoder_name(experiment),
            decoder_options(experiment),
            experiment.weights,
            self.parser,
            experiment.memory,
        )
        files = parser_files(self.parser, self.base)
        return Stage("untuned", "model put together", training.assemble, settings, files, before)

    def _runs(self) -> list[Stage]:
        """The tuning runs; a run does not depend on how many others there are."""
        experiment = self.experiment
        if experiment.development is None or experiment.tuning.method == "none":
            return []
        numbers = range(experiment.tuning.runs)
        consistency = experiment.consistency
        if not consistency.features:
            return [self._run("tuning", number, self.untuned) for number in numbers]
        if consistency.first_pass == "starting":
            starts = [self._consistent(self.untuned, 0)] * len(numbers)
        else:
            tuned = [self._run("tuning", number, self.untuned) for number in numbers]
            starts = [self._consistent(run, number) for number, run in enumerate(tuned)]
        return [self._run(CONSISTENT, n, start) for n, start in enumerate(starts)]

    def _run(self, name: str, number: int, start: Stage) -> Stage:
        """A tuning run that starts from a model."""
        experiment = self.experiment
        assert experiment.development is not None
        run = TuningRun.part_of(experiment.tuning)
        return Stage(
            _numbered(name, number),
            "second pass tuned" if name == CONSISTENT else "weights tuned",
            partial(run_tuning, resources=self.resources),
            RunSettings(replace(run, seed=run.seed + number), self.parser),
            {**self._files(experiment.development), **parser_files(self.parser, self.base)},
            {"corpus": self.corpus, "untuned": start},
            version=2,
            scratch=True,
        )

    def _consistent(self, start: Stage, number: int) -> Stage:
        """The model with the features of consistency, whose first pass has its weights as they are now."""
        section = self.experiment.consistency
        development = self.experiment.development
        files: dict[str, Path] = {}
        before = {"untuned": start}
        if section.collection is not None:
            files["collection.target"] = self._path(section.collection)
            files["collection.docs"] = self._path(section.collection_docs or "")
        elif self.experiment.training.docs:
            before["corpus"] = self.corpus
        elif development is not None:
            files = self._files(development, "collection.")
            files = {
                n: f for n, f in files.items() if not n.endswith((SENTENCES, LATTICES, "conllu"))
            }
        if section.glossary:
            files["glossary"] = self._path(section.glossary)
        return Stage(
            _numbered("consistency", number),
            "features of consistency added",
            add_consistency,
            ConsistencyOptions.part_of(section),
            files,
            before,
            version=2,
        )

    def _model(self) -> Stage:
        if len(self.runs) < 2:
            return self.runs[0] if self.runs else self._without_tuning()
        before = {f"run{number}": run for number, run in enumerate(self.runs)}
        if self.experiment.tuning.average:
            return Stage("average", "weights averaged", average_runs, upstream=before)
        return Stage("selection", "best run taken", select_run, upstream=before)

    def _without_tuning(self) -> Stage:
        return (
            self._consistent(self.untuned, 0)
            if self.experiment.consistency.features
            else self.untuned
        )

    def _last(self) -> Stage:
        if not self.experiment.test:
            return self.model
        if len(self.runs) < 2 or self.experiment.tuning.average:
            self.evaluations = [self._evaluation(self.model, 0)]
            return self.evaluations[0]
        self.evaluations = [self._evaluation(run, n) for n, run in enumerate(self.runs)]
        evaluations = {f"evaluation{n}": stage for n, stage in enumerate(self.evaluations)}
        before = {"model": self.model, **evaluations}
        return Stage("summary", "scores put together", summarize, upstream=before)

    def _evaluation(self, model: Stage, number: int) -> Stage:
        experiment = self.experiment
        files = parser_files(self.parser, self.base)
        for place, test in enumerate(experiment.test):
            files |= self._files(test, f"{place}.")
        settings = EvaluationSettings(
            tuple(test.name for test in experiment.test),
            experiment.evaluation.sentences,
            experiment.evaluation.metrics,
            metric_options(experiment),
            self.parser,
        )
        return Stage(
            _numbered("evaluation", number),
            "test sets translated and scored",
            partial(evaluate, resources=self.resources),
            settings,
            files,
            {"model": model},
        )


def _numbered(name: str, number: int) -> str:
    return name if number == 0 else f"{name}.{number + 1}"
