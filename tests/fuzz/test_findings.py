"""What the campaign found: inputs that were once a traceback or worse, each refused with a sentence or read now."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dragoman.common.errors import DragomanError, ModelError
from dragoman.corpus.constituency import parse_tree
from dragoman.documents.content import Content
from dragoman.documents.reading import parse
from dragoman.grammar.treelet.head_rules import HeadRules
from dragoman.grammar.treelet.models import SyntacticLanguageModel
from dragoman.grammar.treelet.tree_derivation import derivation_of
from dragoman.io.artifact import Artifact
from dragoman.lm import LanguageModel
from dragoman.model.store.additions import read_added
from fuzz import kept_records, samples
from fuzz.artifact_reader import ArtifactReader
from fuzz.reader import TextReader
from fuzz.readers import reader_named

DIGITS = b"9" * 5000
REFUSED = [
    ("glue", samples.GLUE[0].replace(b"2.718", b""), "expected a glue grammar"),
    ("glue", samples.GLUE[0].replace(b"2.718", b"2.718 1"), "expected"),
    ("grammar-joshua", samples.RULES_JOSHUA[0].replace(b"0-0", DIGITS + b"-0"), "expected a link"),
    ("moses.ini", samples.INI[0].replace(b"path=table", b"path=" + DIGITS), "does not exist"),
    ("moses.ini", samples.INI[0].replace(b"path=table", b"path=/"), "does not exist"),
    ("weights", b"lm = " + DIGITS, "expected TOML"),
    ("weights", b"lm = " + b"[" * 5000, "expected TOML"),
    ("weights", b"lm = 1" + b"0" * 400, "expected a number for lm"),
    ("glossary", b"haus\thouse\t" + DIGITS, "a whole number"),
    ("glossary", b"haus\thouse\t3\x1f", "a whole number"),
    ("links", "…".encode() * 100, "expected links like 0-0"),
    ("arpa", samples.ARPA[0].replace(b"\t", "…".encode() * 100), "expected"),
    ("phrase-table", b"a ||| b ||| " + "…".encode() * 100, "expected a probability"),
    (
        "tuning-weights",
        b'{"weights": {"lm": 1' + b"0" * 400 + b', "distortion": 1}}',
        "not the weights",
    ),
    ("frequencies", DIGITS, "the number of documents"),
    ("frequencies", b"1\nhouse\t" + DIGITS, "a word, a tab and a number"),
]
REFUSED += [  # some of these are no text, some decompress, some fail in ways of their own
    ("document-tmx", b'<?xml version="1.0" encoding="' + name + b'"?><tmx></tmx>', "an encoding")
    for name in (
        b"uu",
        b"zlib",
        b"bz2",
        b"hex",
        b"rot13",
        b"idna",
        b"punycode",
        b"undefined",
        b"raw_unicode_escape",
        b"none",
        DIGITS,
    )
]
READ = [
    ("last-run", b"1.5"),
    ("last-run", b"[" * 5000),
    ("last-run", b"\xff"),
    ("last-run", b'{"corpus": {"files": [], "settings": {}, "version": 1}}'),
    ("last-run", b'{"corpus": {"files": {}, "settings": {}}}'),
]


def _reader(name: str, place: Path) -> TextReader:
    reader = reader_named(name)
    assert isinstance(reader, TextReader)
    reader.prepare(place)
    return reader


@pytest.mark.parametrize(("name", "data", "message"), REFUSED)
def test_what_was_a_traceback_is_a_sentence(
    name: str, data: bytes, message: str, tmp_path: Path
) -> None:
    reader = _reader(name, tmp_path)
    with pytest.raises(DragomanError, match=message):
        reader.read_bytes(data)


@pytest.mark.parametrize(("name", "data"), READ)
def test_a_damaged_memory_counts_as_forgotten(name: str, data: bytes, tmp_path: Path) -> None:
    _reader(name, tmp_path).read_bytes(data)


@pytest.mark.parametrize(
    ("name", "sound", "damaged", "message"),
    [
        ("aligner", "tension = ", "tension = 1" + "0" * 400 + " # ", "lacks its parameters"),
        ("rule-table", 'gaps = "both"', "gaps = []", "settings.gaps is"),
        ("rule-table", "[settings.extraction]", "extraction = 1\n[x]", "as settings.extraction"),
        ("side-counts", "[settings.limits]", "limits = 1\n[x]", "a table as settings.limits"),
        ("model", '"lm"', '"' + "x" * 5000 + '"', "is not the name of a component"),
        ("model", '"lm"', '"lm", "lm"', "settings.language_models has a name twice"),
        ("model", "[settings]", f"[{'.'.join('a' * 102)}]\n[settings]", "nested too deep"),
        ("model", "[settings]", f"x = {{{'.'.join('a' * 102)} = 1}}\n[settings]", "too deep"),
        ("growing-model/rules", "counted = ", 'counted = "../x" # ', "not a count"),
        ("growing-model/rules", "counted = ", "counted = inf # ", "not a count"),
    ],
)
def test_settings_of_artifacts(
    name: str, sound: str, damaged: str, message: str, tmp_path: Path
) -> None:
    name, _, part = name.partition("/")
    reader = reader_named(name)
    assert isinstance(reader, ArtifactReader)
    reader.prepare(tmp_path)
    file = f"{part}/model.toml" if part else "model.toml"
    manifest = (reader.place / file).read_text()
    assert sound in manifest
    with pytest.raises(ModelError, match=message):
        reader.run_manifest(file, manifest.replace(sound, damaged, 1).encode())


@pytest.mark.parametrize("file", ["model.toml", "lm/model.toml"])
def test_a_manifest_names_its_files(file: str, tmp_path: Path) -> None:
    reader = reader_named("model")
    assert isinstance(reader, ArtifactReader)
    reader.prepare(tmp_path)
    manifest = (reader.place / file).read_bytes()
    with pytest.raises(ModelError, match="not the description of a Dragoman model"):
        reader.run_manifest(file, manifest[: manifest.index(b"[files")])


def test_a_component_has_no_other_files_than_its_model(tmp_path: Path) -> None:
    reader = reader_named("model")
    assert isinstance(reader, ArtifactReader)
    reader.prepare(tmp_path)
    manifest = (reader.place / "rules/model.toml").read_bytes()
    assert b"target_bytes" in manifest
    with pytest.raises(ModelError, match="is not among those of"):
        reader.run_manifest("rules/model.toml", manifest.replace(b"target_bytes", b"other", 1))


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
def test_lines_of_markdown_end_in_any_way(end: str) -> None:
    """A block of HTML after lines that end with a carriage return alone was looked for beyond the last line."""
    text = end.join(["# One", "", "two", "", "<div>three</div>", "", "four", ""])
    file = parse(Content("page.md", text.encode()), "markdown")
    assert [segment.text for segment in file.segments] == ["One", "two", "three", "four"]


def test_added_pairs_have_two_or_three_fields(tmp_path: Path) -> None:
    kept_records.make_growing_model(tmp_path / "model")
    artifact = Artifact.open(tmp_path / "model")
    assert len(read_added(artifact)) == 1
    for line in ("one", "a\tb\tc\td"):
        (tmp_path / "model" / "added.tsv").write_text(f"{line}\n")
        with pytest.raises(ModelError, match="expected two texts"):
            read_added(artifact)


def test_a_damaged_compact_language_model_is_listed_or_refused(tmp_path: Path) -> None:
    """Words that the vocabulary lacks and children that overlap once led outside of the arrays."""
    reader = reader_named("lm-compact")
    assert isinstance(reader, ArtifactReader)
    reader.prepare(tmp_path)
    sound = reader.arrays["compact.npy"]
    refused = 0
    for bit in range(0, sound.size * 64, 7):
        damaged = sound.copy()
        damaged[bit // 64] ^= np.uint64(1 << bit % 64)
        with reader.trusted({f"{reader.place}/compact.npy": damaged}):
            try:
                LanguageModel.open(reader.place).write_arpa(tmp_path / "listed.arpa")
            except DragomanError:
                refused += 1
    assert refused > 0


def test_counts_of_a_tree_model_that_cannot_be_give_finite_scores(tmp_path: Path) -> None:
    """Contexts without outcomes made a probability 0; a step of the search, not a number, was outside of an array."""
    reader = reader_named("treelet-rules")
    assert isinstance(reader, ArtifactReader)
    reader.prepare(tmp_path)
    counts = reader.arrays["syntax.values.npy"].copy()
    counts[1::2] = 0
    with reader.trusted({f"{reader.place}/syntax.values.npy": counts}):
        reader.read(reader.place)
        model = SyntacticLanguageModel.read(Artifact.open(reader.place))
    tree = parse_tree("(S (NP (NN small)) (VP (VBZ is)))")
    assert np.isfinite(model.score(derivation_of(tree, HeadRules.named("english"))))
