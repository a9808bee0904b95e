"""Moses' own translations, n-best lists and feature values (skipped without the shared data)."""

from __future__ import annotations

import lzma
import re

import pytest

from dragoman.grammar import read_moses
from dragoman.lm import LanguageModel
from dragoman.search import Input, PhraseDecoder, SearchOptions

SENTENCES = 30
PLAIN = {
    "lm": 0.4,
    "phrase_inverse": 0.1,
    "lexical_inverse": 0.08,
    "phrase_direct": 0.2,
    "lexical_direct": 0.06,
    "phrase_penalty": 0.1,
    "word_penalty": -0.6,
    "unknown": 1.0,
    "distortion": 0.1,
}
ORIENTATIONS = [
    f"reordering.{direction}.{orientation}"
    for direction in ("backward", "forward")
    for orientation in ("monotone", "swap", "discontinuous")
]
LEXICALISED = {**PLAIN, **dict(zip(ORIENTATIONS, [0.1, 0.05, 0.12] * 2, strict=True))}
MOSES_NAMES = {
    "LM0": ["lm"],
    "TranslationModel0": ["phrase_inverse", "lexical_inverse", "phrase_direct", "lexical_direct"],
    "PhrasePenalty0": ["phrase_penalty"],
    "WordPenalty0": ["word_penalty"],
    "Distortion0": ["distortion"],
    "LexicalReordering0": ORIENTATIONS,
}
SETTINGS = {
    "stack.lexicalised": (True, {"search": "stack"}),
    "stack.distance": (
        False,
        {"search": "stack", "stack": 100, "beam": 0.03, "distortion_limit": 4},
    ),
    "stack.monotone": (False, {"search": "stack", "stack": 100, "distortion_limit": 0}),
    "cube.lexicalised": (True, {"search": "cube"}),
}


@pytest.fixture(scope="module")
def model(shared_data):
    folder = shared_data / "parity"
    tables = {
        lexicalised: read_moses(
            folder / "phrase" / "phrase-table.gz",
            folder / "phrase" / "reordering-table.gz" if lexicalised else None,
        )
        for lexicalised in (True, False)
    }
    return folder / "phrase", tables, LanguageModel.open(folder / "lm" / "order5.arpa.xz")


def make_decoder(model, name):
    _, tables, lm = model
    lexicalised, options = SETTINGS[name]
    weights = LEXICALISED if lexicalised else PLAIN
    return PhraseDecoder(tables[lexicalised], [lm], weights, SearchOptions(**options))


def read_nbest(folder, name):
    """Moses' lists: for each sentence (text, feature values, score)."""
    lists: dict[int, list] = {}
    with lzma.open(folder / f"{name}.nbest.xz", "rt", encoding="utf-8") as lines:
        for line in lines:
            number, text, features, score, _ = (part.strip() for part in line.split("|||"))
            if int(number) >= SENTENCES:
                break
            values: dict[str, float] = {}
            for label, numbers in re.findall(r"(\S+)= ([-+.\de ]+)", features):
                values.update(zip(MOSES_NAMES[label], map(float, numbers.split()), strict=True))
            lists.setdefault(int(number), []).append((text.split(), values, float(score)))
    return lists


def agrees(ours, theirs):
    """Equal to 1e-3, or to Moses' six printed digits where those are coarser."""
    return all(
        abs(ours.get(name, 0.0) - v) <= max(1e-3, 1e-5 * abs(v)) for name, v in theirs.items()
    )


@pytest.mark.parametrize("name", SETTINGS)
def test_translations(model, name):
    folder = model[0]
    sources = (folder / "input.de").read_text(encoding="utf-8").splitlines()[:SENTENCES]
    outputs = (folder / f"{name}.out").read_text(encoding="utf-8").splitlines()[:SENTENCES]
    lists = read_nbest(folder, name)
    results = make_decoder(model, name).decode([Input(line.split()) for line in sources], threads=2)
    same = sum(list(r.tokens) == o.split() for r, o in zip(results, outputs, strict=True))
    assert same >= 0.98 * SENTENCES - 1
    ours = sum(result.score for result in results) / SENTENCES
    theirs = sum(lists[i][0][2] for i in range(SENTENCES)) / SENTENCES
    assert ours >= theirs - 0.01
    for i, result in enumerate(results):
        if list(result.tokens) == lists[i][0][0] and abs(result.score - lists[i][0][2]) < 1e-2:
            assert agrees(result.features, lists[i][0][1])


@pytest.mark.parametrize("name", SETTINGS)
def test_nbest_features(model, name):
    """Every entry of Moses' lists is a derivation of ours with the same feature values."""
    folder = model[0]
    sources = (folder / "input.de").read_text(encoding="utf-8").splitlines()
    decoder = make_decoder(model, name)
    checked = 0
    for number, entries in read_nbest(folder, name).items():
        source = sources[number].split()
        if len(source) > 12:
            continue
        texts = sorted({tuple(text) for text, _, _ in entries})
        forced = decoder.decode([Input(source, reference=text) for text in texts], forest=True)
        assert not any(result.unreachable for result in forced)
        found = {t: r.forest.kbest(500) for t, r in zip(texts, forced, strict=True)}
        for text, values, _ in entries:
            assert any(agrees(d.features, values) for d in found[tuple(text)]), (number, text)
            checked += 1
    assert checked > 20
