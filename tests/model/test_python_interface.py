"""What Python users touch: packages, demands in ``translate``, short reprs, notebooks, callbacks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import dragoman
from dragoman.common.errors import ConfigError
from dragoman.common.progress import progress, watched
from dragoman.evaluate.comparison import CompareOptions, Texts, compare
from dragoman.experiment.run import TrainingResult
from dragoman.grammar import AlignedBitext, SuffixGrammar, extract
from dragoman.lm import LMOptions, estimate
from dragoman.search import Input, Zone
from support.model.handful import make_model

PACKAGES = [name for name in dir(dragoman) if isinstance(getattr(dragoman, name), ModuleType)]


class StopError(Exception):
    """Raised by a callback."""


def stop(done: int, total: int) -> None:
    raise StopError


def test_rooms_are_imported_when_they_are_used() -> None:
    code = (
        "import sys, dragoman\n"
        "assert not {'numpy', 'dragoman._core', 'rich', 'sacrebleu'} & set(sys.modules)\n"
        "dragoman.lm.LanguageModel, dragoman.align.Aligner, dragoman.grammar.extract\n"
        "dragoman.evaluate.compare, dragoman.corpus.read_bitext, dragoman.tune.TuneOptions\n"
        "assert {'lm', 'Model', 'load', 'DragomanError'} <= set(dir(dragoman))\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


INNER = {"cli", "common", "docs", "io", "settings", "site", "unseen"}
"""Packages that users do not import: what they meet of them is offered by others."""


def test_all_packages_are_reachable() -> None:
    packages = {path.parent.name for path in Path(dragoman.__file__).parent.glob("*/__init__.py")}
    assert set(PACKAGES) == packages - INNER | {"kenlm"}  # a module: the interface of another one


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_offers_what_it_lists(package: str) -> None:
    module = getattr(dragoman, package)
    for name in getattr(module, "__all__", ()):
        assert getattr(module, name) is not None
    with pytest.raises(AttributeError):
        _ = module.no_such_thing


def test_terms_in_translate(tmp_path: Path) -> None:
    model = make_model()
    (tmp_path / "terms").write_text("haus\tbuilding\n", encoding="utf-8")
    for terms in ({"haus": "building"}, {"haus": ["building"]}, tmp_path / "terms"):
        assert str(model.translate("das haus ist klein", terms=terms)) == "the building is small"
    both = model.translate(["das haus", "ein zwerg"], terms={"zwerg": ""})
    assert [str(one) for one in both] == ["the house", "ein zwerg"]
    assert both[1].derivation.steps[1].kind == "given"


def test_markup_in_translate() -> None:
    model = make_model()
    line = 'das <x translation="cottage">haus</x> ist klein'
    assert "cottage" in str(model.translate(line, markup=True))
    assert "<x" in str(model.translate(line))


def test_a_zone_does_what_it_says() -> None:
    model = make_model()
    tokens = ["das", "haus", "ist", "klein"]
    for translations in (("temple",), [["temple"]], ["temple"]):
        found = model.translate(Input(tokens, zones=[Zone(1, 2, translations)]))
        assert "temple" in found.tokens
    two = model.translate(Input(tokens, zones=[Zone(1, 2, ("old temple",))]))
    assert "old temple" in str(two)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ((1, 2, "temple"), "takes a list of translations"),
        ((0, 1, [[1]]), "expected words"),
        ((0, 1, [1]), "expected words"),
        ((0, 1, []), "a translation at least"),
        ((2, 1, ["x"]), "got 2 to 1"),
        ((1, 1, ["x"]), "got 1 to 1"),
        ((-1, 1, ["x"]), "got -1 to 1"),
        ((0.5, 1, ["x"]), "got 0.5 to 1"),
        (("a", 1, ["x"]), "got 'a' to 1"),
    ],
)
def test_a_wrong_zone_is_refused_when_it_is_made(wrong: tuple[Any, Any, Any], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        Zone(*wrong)


def test_demands_on_words_that_there_are_not() -> None:
    with pytest.raises(ConfigError, match="a zone ends at 3, beyond the 2 words of 'a b'"):
        Input(["a", "b"], zones=[Zone(1, 3, ["x"])])
    for wall in (-1, 3):
        with pytest.raises(ConfigError, match=f"a wall at word {wall} of a sentence of 2 words"):
            Input(["a", "b"], walls=[wall])
    with pytest.raises(ConfigError, match=r"write 'a b'.split\(\)"):
        Input("a b")


def test_reprs_are_short() -> None:
    model = make_model()
    found = model.translate("das haus ist klein " * 50, nbest=2, forest=True)
    things = [model, found, found.nbest[0], found.forest, model.rules, model.lms[0]]
    for thing in things:
        assert len(repr(thing)) < 200 and repr(thing).startswith(type(thing).__name__)
    assert repr(model) == "Model(phrase, en-en, 7 rules, 1 language model, 15 features)"
    scores = {"test": {"bleu": {"score": 19.234, "signature": ""}, "ter": {"score": 71.0}}}
    outcome = TrainingResult(Path("/there/de-en.model"), scores, ("tuning",))
    assert repr(outcome) == "TrainingResult(de-en.model; test: bleu 19.23, ter 71.00)"


def test_notebooks() -> None:
    model = make_model()
    model.weights["lm"] = 0.125
    page = model._repr_html_()
    assert "<td>lm</td><td>0.1250</td>" in page and "7 rules</td>" in page
    texts = Texts(["a<b", "b"], [["x y z"] * 3, ["x y w"] * 3], [["x y z"] * 3])
    comparison = compare(texts, CompareOptions(samples=10))
    assert "<td>a&lt;b</td><td>100.00</td>" in comparison._repr_html_()
    assert repr(comparison) == "Comparison(a<b, b: 3 sentences)"
    assert "<table>" in model.translate("das haus")._repr_html_()


def test_callbacks_stop_long_calls() -> None:
    lines = ["a b c d", "b c d a"] * 20
    bitext = AlignedBitext.encode(lines, lines, ["0-0 1-1 2-2 3-3"] * 40)
    texts = Texts(["a", "b"], [lines, lines], [lines])
    calls = [
        lambda: dragoman.Aligner.train(lines, lines, progress=stop),
        lambda: estimate(lines, LMOptions(order=2), progress=stop),
        lambda: extract(bitext, progress=stop),
        lambda: SuffixGrammar.build(bitext, progress=stop),
        lambda: SuffixGrammar.build(bitext).extract_all(progress=stop),
        lambda: compare(texts, CompareOptions(samples=5), progress=stop),
        lambda: make_model().translate(["das haus"] * 50, progress=stop),
        lambda: make_model().lms[0].ngrams(progress=stop),
    ]
    for call in calls:
        with pytest.raises(StopError):
            call()


def test_whoever_watches_hears_of_everything() -> None:
    heard: list[tuple[int, int]] = []
    with watched(lambda *at: heard.append(at)):
        estimate(["a b c"] * 10, LMOptions(order=2))
        with progress("mine") as report:
            report(1, 2)
    assert heard[-1] == (1, 2) and len(heard) > 1


def test_the_documentation_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = Path(__file__).parents[2] / "docs" / "translating.md"
    section = page.read_text(encoding="utf-8").split("## The same in Python")[1]
    snippet = section.split("```python\n")[1].split("```")[0]
    monkeypatch.chdir(tmp_path)
    make_model().save("model")
    exec(compile(snippet, str(page), "exec"), {})
    shown = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in shown] == ["the", "house", "is", "small"]
