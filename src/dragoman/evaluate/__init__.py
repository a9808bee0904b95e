"""Metrics, significance, comparison, human judgement."""

from dragoman.common.lazy import lazy_exports

__all__, __getattr__, __dir__ = lazy_exports(
    {
        "Bleu": "dragoman.evaluate.bleu",
        "Chrf": "dragoman.evaluate.chrf",
        "CompareOptions": "dragoman.evaluate.comparison",
        "Comparison": "dragoman.evaluate.comparison",
        "Metric": "dragoman.evaluate.metric",
        "MetricOptions": "dragoman.evaluate.metric",
        "Ter": "dragoman.evaluate.ter",
        "Texts": "dragoman.evaluate.comparison",
        "analyse": "dragoman.evaluate.cohesion",
        "bleu_tokenization": "dragoman.evaluate.tokenization",
        "bootstrap": "dragoman.evaluate.significance",
        "by_sentence": "dragoman.evaluate.texts",
        "compare": "dragoman.evaluate.comparison",
        "count_phrases": "dragoman.evaluate.phrases",
        "html_report": "dragoman.evaluate.report",
        "make_metric": "dragoman.evaluate.mix",
        "randomisation": "dragoman.evaluate.significance",
        "read_texts": "dragoman.evaluate.texts",
        "sign_test": "dragoman.evaluate.significance",
        "text_tables": "dragoman.evaluate.tables",
    }
)
