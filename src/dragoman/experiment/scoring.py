"""How translations of a system are scored: raw text as sacreBLEU does for its language, words as they stand."""

from __future__ import annotations

from dragoman.corpus.options import TextOptions
from dragoman.evaluate.metric import MetricOptions
from dragoman.experiment.config import Experiment


def text_metric_options(text: TextOptions, tokenize: str | None = None) -> MetricOptions:
    """For what a system that prepares text so gives its users; ``tokenize`` names another tokenisation."""
    if tokenize:
        return MetricOptions(tokenize, text.lowercase)
    return MetricOptions.of_text(
        text.target_language, tokenized=not text.tokenize, lowercase=text.lowercase
    )


def metric_options(experiment: Experiment) -> MetricOptions:
    """What the settings say; if they do not name a tokenisation, the usual one for the text."""
    settings = experiment.evaluation
    usual = text_metric_options(experiment.preprocessing, settings.tokenize)
    return MetricOptions(usual.tokenize, settings.lowercase or usual.lowercase)
