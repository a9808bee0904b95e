"""Every module that reads a file or a request has a reader of the campaign, which really runs through it.

A module reads if it calls one of ``READING`` or is handed an artifact. Who writes a new reader adds a line to
``readers.py`` and one here.
"""

from __future__ import annotations

import ast
import sys
import threading
from pathlib import Path
from types import FrameType

import pytest

import dragoman
from fuzz.readers import READERS, reader_named

SOURCE = Path(dragoman.__file__).parent
READING = {
    *(
        "read_lines",
        "read_lines_or_faults",
        "read_byte_lines",
        "read_blocks",
        "open_binary",
        "read_text",
        "read_bytes",
    ),
    *("memmap", "map_array", "literal_eval", "ArpaReader", "MosesReader"),
    *("tomllib.loads", "tomllib.load", "json.loads", "json.load", "msgspec.json.decode"),
    *("Artifact.open", "np.load"),
}
READ_BY = {
    "align/aligner": "aligner",
    "align/chunk_journal": "alignment-journal",
    "align/links": "links",
    "align/pair_lines": "pair-lines",
    "align/priors": "alignment-priors",
    "io/arrays": "rule-table",
    "io/artifact": "model",
    "io/files": "compressed",
    "io/line_journal": "journal",
    "io/manifest": "model",
    "io/saved": "rule-table",
    "io/tables": "truecaser",
    "consistency/frequencies": "frequencies",
    "consistency/glossary": "glossary",
    "corpus/bad_lines": "bad-lines",
    "corpus/casing": "truecaser",
    "corpus/conllu": "conllu",
    "corpus/constituency": "brackets",
    "corpus/delimited": "tsv",
    "corpus/document": "parallel",
    "corpus/formats": "any-format",
    "corpus/integers": "integer-corpus",
    "corpus/lattice": "lattices",
    "corpus/parallel": "parallel",
    "corpus/parquet": "parquet",
    "corpus/pharaoh": "pharaoh",
    "corpus/sgm": "sgm",
    "corpus/usfm": "usfm",
    "corpus/xmlstream": "tmx",
    "documents/content": "document-xliff",
    "documents/detection": "document-text",
    "documents/reading": "document-docx",
    "judge/answers": "judge-request",
    "judge/journal": "journal",
    "judge/pearmut": "pearmut",
    "judge/rating_journal": "ratings",
    "evaluate/texts": "texts",
    "experiment/config": "experiment",
    "experiment/run": "last-run",
    "experiment/stages": "last-run",
    "forest/segmentation": "segmentation",
    "grammar/extraction": "aligned-bitext",
    "grammar/lexicon": "lexical",
    "grammar/moses": "phrase-table",
    "grammar/frequent_phrases": "rules-with-gaps",
    "grammar/on_the_fly": "growing-model",
    "grammar/rule_source": "chart-model",
    "grammar/rule_table": "rule-table",
    "grammar/side_counts": "side-counts",
    "grammar/suffix_segment": "suffix-grammar",
    "grammar/text_grammar": "grammar-cdec",
    "corpus/compounds": "compounds",
    "corpus/united_spellings": "united-spellings",
    "lm/arpa": "arpa",
    "lm/classes": "word-classes",
    "lm/estimation": "lm-text",
    "lm/model": "lm-hash",
    "model/store/additions": "growing-model",
    "model/store/changes": "changes",
    "model/requests/constraints": "constraints",
    "model/moses/exchange": "chart.ini",
    "model/store/inspection": "model",
    "model/model": "model",
    "model/source_parser": "model",
    "model/moses/ini_file": "moses.ini",
    "model/requests/reader": "markup",
    "model/store/stored_model": "consistent-model",
    "model/requests/terminology": "terms",
    "model/weights": "weights",
    "osm/model": "operations",
    "parse/constituency_parser": "constituency-parser",
    "parse/dependency_parser": "dependency-parser",
    "parse/linear_model": "tagger",
    "parse/span_parser": "constituency-parser",
    "parse/tagged_text": "tagged-text",
    "parse/tagger": "tagger",
    "serve/api_keys": "api-keys",
    "serve/examples": "examples",
    "serve/parameters": "serve-request",
    "grammar/treelet/head_rules": "head-rules",
    "grammar/treelet/models": "tree-models",
    "grammar/treelet/sphrases": "s-phrases",
    "grammar/treelet/treelet_rules": "treelet-rules",
    "tune/journal": "tuning-weights",
    "unseen/names": "unseen-words",
    "unseen/spellings": "unseen-words",
    "unseen/unseen_words": "unseen-words",
    "unseen/word_forms": "unseen-words",
}
"""Modules, and a reader of the campaign that runs through each."""
_LINES = "lines of text, as 'lines' reads them"
_STAGES = "results of stages in the user's own work directory"
_OURS = "files of this package"
_COMMANDS = (
    "compare",
    "consistency",
    "evidence",
    "extract_suffix",
    "filters",
    "lm",
    "parse_train",
    "phrases",
    "select",
    "truecase",
)
_PARTS = (
    "checks",
    "consistent",
    "corpora",
    "demo",
    "evaluating",
    "from_texts",
    "mixing",
    "quickstart",
    "several",
    "training",
    "unseen",
)
_TASKS = ("alignment", "extraction", "language_model", "parts", "preparation", "spark")
_TABLES = ("cohesion_study", "documents", "forced", "judgement", "phrases")
NOT_READ = {
    **dict.fromkeys((f"cli/{command}" for command in (*_COMMANDS, "update")), _LINES),
    **dict.fromkeys((f"experiment/{part}" for part in (*_PARTS, "tuning")), _STAGES),
    **dict.fromkeys(("corpus/identification", "corpus/language", "documents/html_facts"), _OURS),
    **dict.fromkeys((f"reproduce/{part}" for part in ("corpora", "study")), _LINES),
    **dict.fromkeys((f"reproduce/tables/{part}" for part in _TABLES), _STAGES),
    **dict.fromkeys(("reproduce/page", "reproduce/paper", "docs/results_tables"), _OURS),
    **dict.fromkeys((f"cluster/{part}" for part in _TASKS), "what this program has sent away"),
    **dict.fromkeys(("sample/german/lexicon", "site/notebooks"), _OURS),
    "reproduce/rows": "what the user types",
    "grammar/array_files": "what the core wrote a moment before, in a place of its own",
    **dict.fromkeys(("draw/ties", "evaluate/report", "serve/page_files", "site/sources"), _OURS),
}
"""Modules that need none, and why."""


def _calls(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    whole = ast.unparse(node.func)
    return whole if whole in READING else whole.rpartition(".")[2]


def _gets_artifact(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.arg)
        and node.annotation is not None
        and ast.unparse(node.annotation) == "Artifact"
    )


def _reads(path: Path) -> bool:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return any(_calls(node) in READING or _gets_artifact(node) for node in ast.walk(tree))


def test_every_module_that_reads_is_named() -> None:
    paths = (path for path in SOURCE.rglob("*.py") if _reads(path))
    modules = {path.relative_to(SOURCE).with_suffix("").as_posix() for path in paths}
    assert modules - set(NOT_READ) <= set(READ_BY)
    missing = {
        name for name in {*READ_BY, *NOT_READ} if not (SOURCE / name).with_suffix(".py").exists()
    }
    assert not missing


def test_names_are_unique() -> None:
    names = [reader.name for reader in READERS]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("name", sorted(set(READ_BY.values())))
def test_the_reader_runs_through_its_modules(name: str, tmp_path: Path) -> None:
    reader = reader_named(name)
    reader.prepare(tmp_path)
    seen: set[str] = set()

    def note(frame: FrameType, event: str, argument: object) -> None:
        seen.add(frame.f_code.co_filename)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        reader.run_sound()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    for module, by in READ_BY.items():
        if by == name:
            assert str((SOURCE / module).with_suffix(".py")) in seen, module
