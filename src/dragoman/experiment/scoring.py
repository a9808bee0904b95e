"""How an experiment's translations are scored."""

from __future__ import annotations

from dragoman.evaluate.metric import MetricOptions
from dragoman.evaluate.tokenization import bleu_tokenization
from dragoman.experiment.config import Experiment


def metric_options(experiment: Experiment) -> MetricOptions:
    """What the settings say; if they do not name a tokenisation, the usual one for the text."""
    settings, text = experiment.evaluation, experiment.preprocessing
    usual = bleu_tokenization(text.target_language, tokenized=not text.tokenize)
    return MetricOptions(settings.tokenize or usual, settings.lowercase or text.lowercase)
