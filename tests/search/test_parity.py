"""Moses' own translations, n-best lists and feature values (skipped without the shared data)."""

from __future__ import annotations

import pytest

from dragoman.grammar import read_moses
from dragoman.lm import LanguageModel
from dragoman.search import DecodeRequest, Input, PhraseDecoder, SearchOptions
from support.search.nbest import ORIENTATIONS, find_derivation, read_nbest

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
LEXICALISED = {**PLAIN, **dict(zip(ORIENTATIONS, [0.1, 0.05, 0.12] * 2, strict=True))}
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
    best = {}
    for entry in read_nbest(folder / f"{name}.nbest.xz"):
        best.setdefault(entry.sentence, entry)
    results = make_decoder(model, name).decode(
        [Input(line.split()) for line in sources], DecodeRequest(threads=2)
    )
    same = sum(list(r.tokens) == o.split() for r, o in zip(results, outputs, strict=True))
    assert same >= 0.98 * SENTENCES - 1
    ours = sum(result.score for result in results) / SENTENCES
    theirs = sum(best[i].score for i in range(SENTENCES)) / SENTENCES
    assert ours >= theirs - 0.01
    for i, result in enumerate(results):
        if result.tokens == best[i].text and abs(result.score - best[i].score) < 1e-2:
            assert agrees(result.features, best[i].features)


@pytest.mark.parametrize("name", SETTINGS)
def test_nbest_features(model, name):
    """Entries of Moses' lists are derivations of ours with the same feature values (every 40th text)."""
    folder, tables, lm = model
    sources = (folder / "input.de").read_text(encoding="utf-8").splitlines()
    lexicalised, options = SETTINGS[name]
    weights = LEXICALISED if lexicalised else PLAIN
    wide = SearchOptions(**{**options, "stack": 0, "max_work": 0})
    decoder = PhraseDecoder(tables[lexicalised], [lm], weights, wide)
    entries: dict[tuple, list] = {}
    for entry in read_nbest(folder / f"{name}.nbest.xz"):
        entries.setdefault((entry.sentence, entry.text), []).append(entry)
    chosen = dict(list(entries.items())[::40])
    inputs = [Input(sources[number].split(), reference=text) for number, text in chosen]
    forced = decoder.decode(inputs, DecodeRequest(forest=True, threads=2))
    for same_text, result in zip(chosen.values(), forced, strict=True):
        for entry in same_text:
            assert find_derivation(result.forest, entry.features) is not None, entry
