"""All readers of the campaign: one line each.

A reader of text is ``TextReader(name, read, samples)``; one of an artifact ``ArtifactReader(name, read, make)``.
``read`` gets a path, reads what is there and uses it a little, so that what opening does not check is checked in use.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from dragoman.align.chunk_journal import read_journal
from dragoman.align.links import read_links
from dragoman.align.pair_lines import read_pairs
from dragoman.align.priors import read_dictionary
from dragoman.corpus.bad_lines import BadLines
from dragoman.corpus.casing import Truecaser
from dragoman.corpus.conllu import read_conllu
from dragoman.corpus.constituency import read_tree_lines, read_trees
from dragoman.corpus.delimited import BARS, TAB, read_delimited
from dragoman.corpus.formats import read_bitext
from dragoman.corpus.pharaoh import read_pharaoh
from dragoman.corpus.sgm import read_segments
from dragoman.corpus.tmx import read_tmx
from dragoman.corpus.usfm import read_versions
from dragoman.corpus.wmtxml import read_wmt_xml
from dragoman.evaluate.texts import read_texts
from dragoman.experiment.config import read_experiment
from dragoman.forest.segmentation import read_segmentation
from dragoman.grammar.lexicon import read_lexical_file
from dragoman.grammar.treelet.head_rules import HeadRules
from dragoman.io.files import read_lines
from dragoman.judge.journal import JudgementJournal
from dragoman.judge.pearmut import read_annotations, read_campaign
from dragoman.judge.rating_journal import RatingJournal
from dragoman.lm import LMOptions, estimate
from dragoman.model.store.changes import Journal
from dragoman.model.store.inspection import inspect
from dragoman.model.weights import read_weights
from dragoman.parse.tagged_text import read_tagged
from dragoman.serve.api_keys import ApiKeys
from dragoman.serve.examples import read_examples
from fuzz import (
    artifacts,
    columns,
    document_files,
    hierarchical_files,
    kept_records,
    learned_words,
    samples,
    syntax_artifacts,
)
from fuzz.artifact_reader import ArtifactReader
from fuzz.http_requests import ServeRequestReader
from fuzz.reader import Read, Reader, TextReader
from support.io.zstd_files import compress_zstd

PACK = (
    partial(gzip.compress, compresslevel=1),
    partial(bz2.compress, compresslevel=1),
    partial(lzma.compress, preset=0),
    compress_zstd,
)
"""Quick ones: a tenth of the time that the usual ones take, most of it for memory that they set up."""


def every(read: Callable[[Path], Iterable[object]]) -> Read:
    """Reads to the end."""
    return lambda path: [None for _ in read(path)]


def read_some(path: Path) -> None:
    """Reads a text of which any number of lines may be bad, and what is listed of them."""
    listed = path.with_name("bad.txt")
    bad = BadLines(1.0, listed)
    every(lambda text: bad.read([text], ["source"]))(path)
    assert bad.count == (len([*read_lines(listed)]) if listed.exists() else 0)


READERS: list[Reader] = [
    TextReader("lines", every(read_lines), samples.TEXT),
    TextReader("compressed", every(read_lines), samples.TEXT, PACK),
    TextReader("bad-lines", read_some, (*samples.TEXT, b"a\n\xff\nb\n"), from_file=True),
    TextReader(
        "parquet", columns.read_columns, samples.TEXT, (columns.as_parquet,), from_file=True
    ),
    TextReader("conllu", every(read_conllu), samples.CONLLU),
    TextReader("brackets", every(read_trees), samples.BRACKETS),
    TextReader("bracket-lines", every(read_tree_lines), samples.BRACKET_LINES),
    TextReader("usfm", lambda path: [*read_versions(path, path)], samples.USFM),
    TextReader("tmx", every(read_tmx), samples.TMX),
    TextReader("sgm", every(read_segments), samples.SGM),
    TextReader("wmt-xml", every(read_wmt_xml), samples.WMT),
    TextReader("any-format", every(read_bitext), samples.ANY),
    TextReader("bars", every(lambda path: read_delimited(path, BARS)), samples.BARS),
    TextReader("tsv", every(lambda path: read_delimited(path, TAB)), samples.TSV),
    TextReader("pharaoh", every(read_pharaoh), samples.SURE_LINKS),
    TextReader("links", read_links, samples.LINKS),
    TextReader("segmentation", every(read_segmentation), samples.SEGMENTS),
    TextReader("compounds", learned_words.split_words, samples.COMPOUNDS),
    TextReader("united-spellings", learned_words.spell_words, samples.SPELLINGS),
    TextReader("lexical", read_lexical_file, samples.LEXICAL),
    TextReader("truecaser", Truecaser.open, samples.TRUECASER),
    TextReader("markup", artifacts.translate_markup, samples.MARKUP),
    TextReader("constraints", artifacts.apply_constraints, samples.CONSTRAINTS),
    TextReader("terms", artifacts.find_terms, samples.TERMS),
    TextReader("experiment", read_experiment, samples.EXPERIMENT, from_file=True),
    TextReader("journal", JudgementJournal.open, samples.JOURNAL, from_file=True),
    TextReader("ratings", RatingJournal.open, samples.RATINGS, from_file=True),
    TextReader("pearmut", read_campaign, samples.PEARMUT, from_file=True),
    TextReader("pearmut-answers", read_annotations, samples.PEARMUT_ANSWERS, from_file=True),
    TextReader("alignment-journal", read_journal, samples.ALIGNMENT_JOURNAL, from_file=True),
    TextReader("alignment-priors", read_dictionary, samples.PRIORS),
    TextReader("pair-lines", every(lambda path: read_pairs([path])), samples.TSV),
    TextReader("arpa", artifacts.query_arpa, samples.ARPA),
    TextReader("lm-text", lambda path: estimate(path, LMOptions(order=3)), samples.TEXT),
    TextReader("phrase-table", artifacts.read_table, samples.PHRASES),
    TextReader("reordering-table", artifacts.read_reordering, samples.REORDERING),
    TextReader("moses.ini", artifacts.import_ini, samples.INI),
    ArtifactReader("rule-table", artifacts.use_rules, artifacts.make_rules),
    ArtifactReader("lm-hash", artifacts.use_lm, artifacts.make_hash),
    ArtifactReader("lm-compact", artifacts.use_lm, artifacts.make_compact),
    ArtifactReader("lm-classes", artifacts.use_lm, artifacts.make_class_model),
    ArtifactReader(
        "rules-with-gaps", artifacts.use_rules_with_gaps, artifacts.make_rules_with_gaps
    ),
    ArtifactReader("side-counts", artifacts.use_side_counts, artifacts.make_side_counts),
    ArtifactReader("suffix-grammar", artifacts.use_suffixes, artifacts.make_suffixes),
    ArtifactReader("word-classes", learned_words.use_classes, learned_words.make_classes),
    ArtifactReader("operations", learned_words.use_operations, learned_words.make_operations),
    ArtifactReader("unseen-words", learned_words.use_unseen, learned_words.make_unseen),
    ArtifactReader("aligner", artifacts.use_aligner, artifacts.make_aligner),
    ArtifactReader("integer-corpus", artifacts.use_corpus, artifacts.make_corpus),
    ArtifactReader(
        "tuning-candidates",
        artifacts.use_candidates,
        artifacts.make_candidates,
        under="run/001.candidates",
    ),
    ArtifactReader("model", artifacts.use_model, artifacts.make_model, look=inspect),
    ArtifactReader("tagger", syntax_artifacts.use_tagger, syntax_artifacts.make_tagger),
    ArtifactReader("dependency-parser", syntax_artifacts.use_parser, syntax_artifacts.make_parser),
    ArtifactReader(
        "constituency-parser",
        syntax_artifacts.use_constituency_parser,
        syntax_artifacts.make_constituency_parser,
    ),
    ArtifactReader("s-phrases", syntax_artifacts.use_sphrases, syntax_artifacts.make_sphrases),
    ArtifactReader(
        "treelet-rules", syntax_artifacts.use_treelet_rules, syntax_artifacts.make_treelet_rules
    ),
    ArtifactReader(
        "tree-models", syntax_artifacts.use_tree_models, syntax_artifacts.make_tree_models
    ),
    ArtifactReader(
        "tree-models-loglinear",
        syntax_artifacts.use_tree_models,
        syntax_artifacts.make_loglinear_models,
    ),
    TextReader("tagged-text", every(read_tagged), samples.TAGGED),
    TextReader("head-rules", HeadRules.read, samples.HEAD_RULES),
    TextReader("grammar-cdec", hierarchical_files.use_grammar("cdec"), samples.RULES_CDEC),
    TextReader("grammar-joshua", hierarchical_files.use_grammar("joshua"), samples.RULES_JOSHUA),
    TextReader("grammar-moses", hierarchical_files.use_grammar("moses"), samples.RULES_MOSES),
    TextReader("glue", hierarchical_files.use_glue, samples.GLUE),
    TextReader("chart.ini", hierarchical_files.import_chart_ini, samples.CHART_INI),
    TextReader("lattices", hierarchical_files.translate_lattices, samples.PLF),
    TextReader("trees", kept_records.use_trees, samples.TREES),
    TextReader("parallel", kept_records.use_parallel, samples.TEXT),
    TextReader("texts", lambda path: read_texts([path, path]), samples.TEXT),
    TextReader("aligned-bitext", kept_records.use_bitext, samples.BITEXT_LINKS),
    TextReader("glossary", kept_records.use_glossary, samples.GLOSSARY),
    TextReader("frequencies", kept_records.use_frequencies, samples.FREQUENCIES),
    TextReader("weights", read_weights, samples.WEIGHTS, from_file=True),
    TextReader(
        "changes", lambda path: Journal.parse("\n".join(read_lines(path)), "it"), samples.CHANGES
    ),
    TextReader("examples", read_examples, samples.EXAMPLES),
    TextReader("api-keys", lambda path: ApiKeys.read(str(path)), samples.API_KEYS, from_file=True),
    TextReader("tuning-run", kept_records.use_tuning_run, samples.TUNING_RUN, from_file=True),
    TextReader(
        "tuning-weights", kept_records.use_tuning_weights, samples.TUNING_WEIGHTS, from_file=True
    ),
    TextReader("last-run", kept_records.use_last_run, samples.LAST_RUN, from_file=True),
    ArtifactReader(
        "chart-model", hierarchical_files.use_chart_model, hierarchical_files.make_chart_model
    ),
    ArtifactReader(
        "hierarchical-index", hierarchical_files.use_index, hierarchical_files.make_index
    ),
    ArtifactReader(
        "growing-model", kept_records.use_growing_model, kept_records.make_growing_model
    ),
    ArtifactReader(
        "consistent-model", kept_records.use_consistent_model, kept_records.make_consistent_model
    ),
    ServeRequestReader("judge-request", samples.REQUESTS, judging=True),
    ServeRequestReader("serve-request", samples.SERVE_REQUESTS),
    ServeRequestReader("suggest-request", samples.SUGGEST_REQUESTS, learning=True),
    ServeRequestReader("evidence-request", samples.EVIDENCE_REQUESTS, learning=True, evidence=True),
    *(
        TextReader(f"document-{name}", document_files.use(name), samples, packs)
        for name, (samples, packs) in document_files.FORMATS.items()
    ),
]


def reader_named(name: str) -> Reader:
    """The reader of this name."""
    return next(reader for reader in READERS if reader.name == name)
