"""What a model knows for a sentence, as data and as a prompt of bounded length."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.cli.main import main
from dragoman.grammar import AlignedBitext, OnTheFlyRules, PhraseLookupOptions, SuffixGrammar
from dragoman.lm import LanguageModel
from dragoman.lm.estimation import LMOptions
from dragoman.model import Model
from dragoman.model.brief import Brief, Fragment, Pair
from dragoman.model.evidence import Example
from dragoman.search import SearchOptions
from support.serve.learning_model import SOURCE, TARGET, save_learning_model

SENTENCE = "das haus ist neu zwerg"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("brief") / "model"
    save_learning_model(place)
    return place


@pytest.fixture(scope="module")
def model(path: Path) -> Model:
    return Model.open(path)


def test_pairs_draft_fragments_and_unknown_words(model: Model) -> None:
    terms = model.terminology({"neu": "novel"})
    brief = Brief.of(model, SENTENCE, terms=terms)
    translation = model.translate(SENTENCE, terms=terms)
    assert brief.draft == translation.text and "novel" in brief.draft
    assert [word for word, _ in brief.words] == list(translation.tokens)
    assert all(0 <= confidence <= 1 for _, confidence in brief.words)
    assert brief.unknown == ("zwerg",)
    assert brief.terms == (("neu", ("novel",)),)
    assert (brief.source_language, brief.target_language) == ("de", "en")
    for pair in brief.pairs:
        assert (pair.source, pair.target) == (SOURCE[pair.line - 1], TARGET[pair.line - 1])
    found = model.evidence(translation)
    assert [(one.source, one.supporting) for one in brief.fragments] == [
        (one.source, one.supporting) for one in found.phrases
    ]


def ngrams(text: str) -> set[tuple[str, ...]]:
    words = text.split()
    return {tuple(words[i : i + n]) for n in range(1, 5) for i in range(len(words) - n + 1)}


def test_each_pair_brings_the_most_that_is_new() -> None:
    from dragoman.model.brief import _covering

    rng = random.Random(3)
    for _ in range(200):
        words = [rng.choice("abcdef") for _ in range(rng.randint(1, 9))]
        examples = [
            Example(
                line,
                False,
                tuple(rng.choice("abcdefgh") for _ in range(rng.randint(1, 8))),
                (),
                (),
                (),
            )
            for line in range(1, rng.randint(1, 12))
        ]
        most = rng.randint(1, 5)
        chosen = _covering(words, examples, most)
        wanted, left = ngrams(" ".join(words)), list(examples)
        for one in chosen:
            gain = len(wanted & ngrams(" ".join(one.source)))
            assert gain and gain == max(len(wanted & ngrams(" ".join(x.source))) for x in left)
            wanted -= ngrams(" ".join(one.source))
            left.remove(one)
        rest = max((len(wanted & ngrams(" ".join(x.source))) for x in left), default=0)
        assert len(chosen) == most or not rest


def test_a_prompt_has_its_parts_and_keeps_its_length(model: Model) -> None:
    brief = Brief.of(model, SENTENCE, terms=model.terminology({"neu": "novel"}))
    whole = brief.prompt()
    assert whole.startswith("Translate from German to English.")
    assert "- neu = novel" in whole and "Not in the training text: zwerg" in whole
    assert f"Draft: {brief.draft}" in whole
    assert whole.endswith(f"Text: {SENTENCE}\nTranslation:")
    best = f"- {brief.pairs[0].source} = {brief.pairs[0].target}"
    assert best in whole and "- haus = house (" in whole
    needed = len(brief.prompt(1).split())
    for words in range(needed, len(whole.split()) + 20):
        text = brief.prompt(words)
        assert len(text.split()) <= words
        assert f"Text: {SENTENCE}" in text and "- neu = novel" in text
    assert best not in brief.prompt(needed)


def test_the_command(
    path: Path, model: Model, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text").write_text(f"{SENTENCE}\n\ndas buch\n", encoding="utf-8")
    (tmp_path / "terms").write_text("neu\tnovel\n", encoding="utf-8")
    command = [
        "evidence",
        str(path),
        "--input",
        str(tmp_path / "text"),
        "--terms",
        str(tmp_path / "terms"),
    ]
    assert main([*command, "--pairs", "1"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    terms = model.terminology({"neu": "novel"})
    expected = [Brief.of(model, text, pairs=1, terms=terms) for text in (SENTENCE, "", "das buch")]
    assert found == json.loads(json.dumps([one.as_dict() for one in expected]))
    assert main([*command, "--format", "prompt", "--words", "60"]) == 0
    assert capsys.readouterr().out.count("Translation:\n") == 3
    assert main([*command, "--pairs", "0"]) != 0


def test_a_word_of_the_text_is_not_unknown_though_no_phrase_has_it() -> None:
    """Links that cross leave ``stark`` without a phrase: the draft copies it, and the text has it."""
    source, target = (
        ["das haus ist klein", "es regnet stark"],
        ["the house is small", "it rains hard"],
    )
    links = ["0-0 1-1 2-2 3-3", "0-0 1-1 1-2 2-1 2-2"]
    grammar = SuffixGrammar.build(AlignedBitext.encode(source, target, links))
    lm = LanguageModel.train(target, LMOptions(order=2))
    model = Model(OnTheFlyRules(grammar, PhraseLookupOptions()), [lm])
    brief = Brief.of(model, "das haus ist stark zwerg")
    assert "stark" in brief.draft
    assert brief.unknown == ("zwerg",)


def test_the_command_warns_where_cohesion_has_no_trees(
    model: Model, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = Model(model.rules, model.lms, options=SearchOptions(cohesion=("coh1",)))
    changed.save(tmp_path / "model")
    (tmp_path / "text").write_text("das buch\n", encoding="utf-8")
    assert main(["evidence", str(tmp_path / "model"), "--input", str(tmp_path / "text")]) == 0
    assert "looks at cohesion, but there are no trees" in capsys.readouterr().err


def test_a_model_that_names_a_parser_is_brought_one_or_told_to_do_without(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = Model.open(path)
    model.options = replace(model.options, cohesion=("coh1",))
    model.save(tmp_path / "model")
    manifest = tmp_path / "model" / "model.toml"
    manifest.write_text(manifest.read_text() + '\n[parser]\nname = "spacy:there_is_none"\n')
    (tmp_path / "text").write_text("das buch\n", encoding="utf-8")
    command = ["evidence", str(tmp_path / "model"), "--input", str(tmp_path / "text")]
    assert main(command) == 1
    assert "give it with --parser" in capsys.readouterr().err
    assert main([*command, "--parser", "none"]) == 0
    assert json.loads(capsys.readouterr().out)["draft"] == "the book"


def test_what_is_too_long_makes_room_for_what_fits_and_rare_parts_come_first() -> None:
    fragments = (
        Fragment("the", "la", 900, 250, 90, ()),
        Fragment("sign", "señal", 8, 8, 4, ()),
        Fragment("new", "nuevo", 0, 0, 0, ()),
    )
    pairs = (Pair(1, "a " * 90, "b " * 90), Pair(2, "the sign", "la señal"))
    text = Brief("the sign", "en", "es", "la señal", (), (), (), fragments, pairs).prompt(60)
    assert "- the sign = la señal" in text and "a a" not in text
    assert 0 < text.index("- sign = señal (4 of 8)") < text.index("- the = la (90 of 250)")
    assert "nuevo" not in text
