"""Hierarchical Moses systems: what is taken over and what is refused."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Literal

import pytest

from dragoman.common.errors import ConfigError, FormatError
from dragoman.grammar import read_grammar
from dragoman.model.moses.exchange import export_grammar, export_moses, import_moses

INI = """
[mapping]
0 T 0
1 T 1
[cube-pruning-pop-limit]
300
[non-terminals]
X
[search-algorithm]
3
[inputtype]
3
[max-chart-span]
7
1000
[feature]
UnknownWordPenalty
WordPenalty
PhrasePenalty
PhraseDictionaryMemory name=TM0 num-features=4 path=rules
PhraseDictionaryMemory name=TM1 num-features=1 path=glue
KENLM name=LM0 path=lm.arpa order=1
[weight]
WordPenalty0= -0.5
PhrasePenalty0= 0.2
TM0= 0.1 0.2 0.3 0.4
TM1= -0.5
LM0= 0.6
"""
RULES = """\
das [X] ||| the [X] ||| 0.5 0.5 0.5 0.5 ||| 0-0 ||| ||| |||
haus [X] ||| house [X] ||| 0.5 0.5 0.5 0.5 ||| 0-0 ||| ||| |||
[X][X] haus [X] ||| house [X][X] [X] ||| 0.9 0.9 0.9 0.9 ||| 0-1 1-0 ||| ||| |||
"""
GLUE = """\
<s> [X] ||| <s> [S] ||| 1 ||| 0-0 ||| 0 ||| |||
[X][S] </s> [X] ||| [X][S] </s> [S] ||| 1 ||| 0-0 1-1 ||| 0 ||| |||
[X][S] [X][X] [X] ||| [X][S] [X][X] [S] ||| 2.718 ||| 0-0 1-1 ||| 0 ||| |||
"""
ARPA = """
\\data\\
ngram 1=4

\\1-grams:
-1\t<s>
-1\t</s>
-1\tthe
-1\thouse

\\end\\
"""


@pytest.fixture
def ini(tmp_path: Path) -> Path:
    for name, text in (("rules", RULES), ("glue", GLUE), ("lm.arpa", ARPA)):
        (tmp_path / name).write_text(text)
    file = tmp_path / "chart.ini"
    file.write_text(INI)
    return file


def test_rules_weights_and_limits(ini: Path) -> None:
    model = import_moses(ini)
    assert model.decoder_name == "chart"
    assert (model.options.pop_limit, model.options.max_span) == (300, 7)
    assert model.weights["glue"] == pytest.approx(-0.5 * math.log(2.718) + 0.2)
    assert model.weights["lexical_inverse"] == 0.2
    assert model.weights["arity.1"] == 0
    assert model.translate("das haus").text == "house the"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[non-terminals]\nX", "[non-terminals]\nNP", r"\[non-terminals\]: expected X, found NP"),
        ("[inputtype]\n3", "[inputtype]\n1", r"\[inputtype\]: expected 0 or 3, found 1"),
        ("\n300\n", "\nmany\n", "cube-pruning-pop-limit: expected a whole number"),
        ("PhraseDictionaryMemory name=TM1 num-features=1 path=glue\n", "", "a glue grammar"),
        ("WordPenalty\n", "WordPenalty\nDistortion\n", "Distortion cannot be imported"),
        ("[mapping]", "[stack]\n100\n[mapping]", r"\[stack\] cannot be imported"),
        ("TM1= -0.5", "TM1= 0.5 0.5", "expected 1 weight for TM1, found 2"),
    ],
)
def test_what_cannot_be_followed_is_refused(ini: Path, old: str, new: str, told: str) -> None:
    text = ini.read_text()
    assert old in text
    ini.write_text(text.replace(old, new, 1))
    with pytest.raises(FormatError, match=told):
        import_moses(ini)


def test_another_grammar_than_glue_is_refused(ini: Path) -> None:
    (ini.parent / "glue").write_text(RULES)
    with pytest.raises(FormatError, match="expected a glue grammar"):
        import_moses(ini)


def test_exported_and_imported_again(ini: Path, tmp_path: Path) -> None:
    """The same translations with the same scores."""
    model = import_moses(ini)
    export_moses(model, tmp_path / "out")
    again = import_moses(tmp_path / "out" / "moses.ini")
    assert again.options == model.options
    assert again.weights == pytest.approx(model.weights, abs=1e-6)
    for line in ("das haus", "haus das das", "das x haus"):
        before, after = (one.translate(line) for one in (model, again))
        assert after.tokens == before.tokens
        assert after.score == pytest.approx(before.score, abs=1e-4)


@pytest.mark.parametrize("form", ["cdec", "joshua", "moses"])
def test_exported_grammars(
    ini: Path, tmp_path: Path, form: Literal["cdec", "joshua", "moses"]
) -> None:
    model = import_moses(ini)
    export_grammar(model, tmp_path / "out", form)
    rules = read_grammar(tmp_path / "out" / "rule-table.gz", form)
    assert len(rules) == len(model.rules)
    assert (tmp_path / "out" / "glue-grammar").read_text()
    if form == "moses":
        return
    pairs = dict(
        line.split() for line in (tmp_path / "out" / "weights").read_text().splitlines()[1:]
    )
    assert {name: float(value) for name, value in pairs.items()} == pytest.approx(model.weights)
    export_grammar(model, tmp_path / "out", form)  # an export may replace an export


def test_what_moses_has_not(ini: Path, tmp_path: Path) -> None:
    model = import_moses(ini)
    model.weights["arity.1"] = 0.5
    with pytest.raises(ConfigError, match="need the same weight"):
        export_moses(model, tmp_path / "out")
    assert not (tmp_path / "out").exists()
    model.weights.update({"arity.0": 0.5, "arity.2": 0.5})
    export_moses(model, tmp_path / "out")
    again = import_moses(tmp_path / "out" / "moses.ini")
    before, after = (one.translate("das haus das haus") for one in (model, again))
    assert after.tokens == before.tokens
    assert after.score == pytest.approx(before.score, abs=1e-4)
