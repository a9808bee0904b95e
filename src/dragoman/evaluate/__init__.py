"""Metrics, significance, comparison, analyses of cohesion and consistency."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dragoman.common.lazy import lazy_exports

if TYPE_CHECKING:
    from dragoman.evaluate.bleu import BLEU as BLEU
    from dragoman.evaluate.chrf import CHRF as CHRF
    from dragoman.evaluate.cohesion import analyze as analyze
    from dragoman.evaluate.comparison import CompareOptions as CompareOptions
    from dragoman.evaluate.comparison import Comparison as Comparison
    from dragoman.evaluate.comparison import Texts as Texts
    from dragoman.evaluate.comparison import compare as compare
    from dragoman.evaluate.metric import Metric as Metric
    from dragoman.evaluate.metric import MetricOptions as MetricOptions
    from dragoman.evaluate.mix import make_metric as make_metric
    from dragoman.evaluate.phrases import count_phrases as count_phrases
    from dragoman.evaluate.report import html_report as html_report
    from dragoman.evaluate.significance import bootstrap as bootstrap
    from dragoman.evaluate.significance import randomization as randomization
    from dragoman.evaluate.significance import sign_test as sign_test
    from dragoman.evaluate.tables import text_tables as text_tables
    from dragoman.evaluate.ter import TER as TER
    from dragoman.evaluate.texts import read_texts as read_texts
    from dragoman.evaluate.tokenization import bleu_tokenization as bleu_tokenization
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)
