"""Trains word aligners: both directions side by side, over one table of the word pairs that occur together."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from dragoman._core import AlignTrainer, Vocabulary
from dragoman.align.options import AlignOptions
from dragoman.align.priors import Priors, known_pairs, with_words
from dragoman.common.progress import Report, note
from dragoman.common.progress import progress as shown
from dragoman.corpus.integers import IntegerCorpus


class AlignIteration(NamedTuple):
    """Figures of one iteration of training, before it changed the parameters."""

    number: int
    total: int
    model: str
    joint: bool
    forward_perplexity: float
    reverse_perplexity: float


def _perplexity(log_likelihood: float, words: float) -> float:
    return math.exp(min(700.0, -log_likelihood / words)) if words else 1.0


def trained(
    source: IntegerCorpus,
    target: IntegerCorpus,
    options: AlignOptions,
    known: tuple[Priors, Priors],
    threads: int,
    on_iteration: Callable[[AlignIteration], None] | None,
    progress: Report | None,
) -> tuple[AlignTrainer, tuple[Vocabulary, Vocabulary]]:
    """Return a trainer of the core that has made all iterations, and its vocabularies; see ``Aligner.train``.

    Known are the priors, which have the options' weight, and what the text itself told before.
    """
    priors, guesses = known
    vocabularies = (
        with_words(source.vocabulary, [word for word, _ in priors]),
        with_words(target.vocabulary, [word for _, word in priors]),
    )
    weighted = dict(guesses)
    for pair, count in priors.items():
        weighted[pair] = weighted.get(pair, 0.0) + count * options.priors_weight
    with shown("word pairs", progress) as bar:
        trainer = AlignTrainer(
            source.ids,
            source.offsets,
            len(vocabularies[0]),
            target.ids,
            target.offsets,
            len(vocabularies[1]),
            replace(options, prior=options.dirichlet()),
            *known_pairs(weighted, *vocabularies),
            threads,
            bar,
        )
    kept, found = trainer.pairs
    if kept < found:
        note(f"the {kept} most informative of {found} word pairs fit into the table")
    rounds = [
        (stage, k % stage.parts)
        for stage in options.stages(len(source))
        for k in range(stage.iterations)
    ]
    for number, (stage, part) in enumerate(rounds, 1):
        with shown(f"{stage.model}, iteration {number} of {len(rounds)}", progress) as bar:
            forward, reverse, target_words, source_words = trainer.iterate(
                stage.model, stage.joint, bar, part, stage.parts
            )
        if on_iteration is not None:
            both = _perplexity(forward, target_words), _perplexity(reverse, source_words)
            on_iteration(AlignIteration(number, len(rounds), stage.model, stage.joint, *both))
    return trainer, vocabularies
