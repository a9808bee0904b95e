"""A language model that is mixed from those of several texts, so that a large text of another kind does not drown a
small one that is like what will be translated.

The weights are those that give the development set the largest probability, found by expectation-maximisation; the
mixture is one model, as quick as any (Foster & Kuhn 2007 compare this with other ways to adapt).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from dragoman.common.progress import say
from dragoman.experiment.corpora import read_preparation
from dragoman.experiment.layout import LANGUAGE_MODEL, TARGET
from dragoman.experiment.numbered import numbered
from dragoman.experiment.resources import Resources
from dragoman.experiment.stages import Inputs
from dragoman.experiment.training import LanguageModelSettings, add_class_model
from dragoman.io.files import read_lines
from dragoman.lm import LanguageModel, estimate
from dragoman.lm.arpa import read_arpa
from dragoman.lm.interpolation import Mixture


def mix_language_models(
    settings: LanguageModelSettings, output: Path, inputs: Inputs, resources: Resources
) -> None:
    """A model of the target side and one of every further text, mixed into one."""
    corpus = inputs["corpus"]
    prepare = read_preparation(corpus).target

    def texts() -> Iterator[Iterator[str]]:
        yield read_lines(corpus / TARGET)
        for file in numbered(inputs, "text"):
            yield map(prepare, read_lines(file))

    with TemporaryDirectory(prefix=".dragoman-", dir=output) as place:
        used = replace(settings.estimation, memory=resources.memory, directory=place)
        files = []
        for number, lines in enumerate(texts()):
            estimated = estimate(lines, used, threads=resources.threads)
            estimated.warn()
            files.append(Path(place) / f"{number}.arpa")
            estimated.write_arpa(files[-1])
        mixture = Mixture(files)
        wanted = chain.from_iterable(map(read_lines, numbered(inputs, "development")))
        weights = mixture.tune(map(prepare, wanted))
        say("language model: weights of the texts " + ", ".join(f"{w:.3f}" for w in weights))
        mixed = Path(place) / "mixed.arpa"
        mixture.write_arpa(mixed, weights)
        LanguageModel.build(read_arpa(mixed), settings.layout).save(output / LANGUAGE_MODEL)
    add_class_model(settings, output, corpus / TARGET, resources)
