from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.cli.main import main
from dragoman.common.errors import ConfigError
from dragoman.experiment.config import (
    TEMPLATE,
    Experiment,
    LanguageModelSection,
    parse_experiment,
    read_experiment,
)
from dragoman.experiment.dump import dump, table_of
from dragoman.search import SearchOptions
from dragoman.settings.settings import options

MINIMAL = 'training = {source = "a", target = "b"}\n'


def test_the_dump_reads_back() -> None:
    assert parse_experiment(dump(TEMPLATE), "x.toml") == TEMPLATE


def test_the_dump_explains_every_setting_and_reads_back() -> None:
    text = dump(TEMPLATE, explain=True)
    assert parse_experiment(text, "x.toml") == TEMPLATE
    lines = text.splitlines()
    for name, declared in options(Experiment).items():
        inner = table_of(declared.kind)
        for one in options(inner).values() if inner else [declared]:
            if one.experiment and name != "weights":
                place = next(
                    number
                    for number, line in enumerate(lines)
                    if line.removeprefix("# ").startswith(f"{one.name} =")
                )
                assert lines[place - 1].startswith("# "), one.name
    assert "# schedule =" in lines and "# conllu =" in lines


def test_the_dump_keeps_what_is_set() -> None:
    chosen = replace(
        TEMPLATE,
        weights={"lm": 0.5, "gaps.source": -1.0},
        decoder=SearchOptions(stack=0, cohesion=("coh5",), verb_tags=()),
        lm=LanguageModelSection(prune=(0, 0, 1), text=('a "b"',)),
    )
    for explain in (False, True):
        assert parse_experiment(dump(chosen, explain), "x.toml") == chosen


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            MINIMAL + "[decoder]\nstak = 3\n",
            r"x\.toml: \[decoder\] there is no setting 'stak'; did you mean 'stack'\? "
            r"\(there are search, stack, .*conjuncts_as_siblings\)$",
        ),
        (MINIMAL + "[grammar]\nstack = 3\n", r"'stack' .*; it is a setting of \[decoder\]$"),
        (MINIMAL + "[decodr]\n", r"x\.toml: there is no setting 'decodr'; did you mean 'decoder'"),
        (
            MINIMAL + '[decoder]\nstack = "many"\n',
            r"x\.toml: \[decoder\] stack: expected a whole number of at least 0, got 'many'",
        ),
        (MINIMAL + "[decoder]\nstack = -1\n", r"\[decoder\] stack: expected .* got -1"),
        (MINIMAL + "[decoder]\nstack = 1e99\n", r"\[decoder\] stack: expected .* got 1e\+99"),
        (MINIMAL + "[decoder]\nbeam = nan\n", r"\[decoder\] beam: expected .* got nan"),
        (MINIMAL + "[decoder]\nthreads = 2\n", r"there is no setting 'threads'"),
        (
            MINIMAL + '[tuning]\nmethod = "mrt"\n',
            r"\[tuning\] method: expected mert, .* got 'mrt'; did you mean 'mert'\?",
        ),
        (MINIMAL + '[tuning]\nmetric = "blue"\n', r"\[tuning\] there is no metric 'blue'; did you"),
        (
            MINIMAL + '[grammar]\ngaps = "none"\nreordering = "pieces"\n',
            r"\[grammar\] reordering: expected none, wbe, phrase or hier, got 'pieces'",
        ),
        (
            MINIMAL + "[grammar]\nmax_words = 3\n",
            r"\[grammar\] max_words: phrases in a table do not read it; phrases with gaps in a table do "
            r'\(gaps = "source", "target" or "both"\)$',
        ),
        (
            MINIMAL + '[grammar]\nkind = "hierarchical"\nsample = 50\n',
            r"\[grammar\] sample: hierarchical rules in a table do not .* \(lookup = \"suffix-array\"\)$",
        ),
        (
            MINIMAL + '[grammar]\nkind = "treelet"\nlookup = "suffix-array"\n',
            r"\[grammar\] lookup: with kind = 'treelet' expected table, got 'suffix-array'$",
        ),
        (
            MINIMAL + '[grammar]\nkind = "hierarchical"\ngaps = "both"\n',
            r"\[grammar\] gaps: with kind = 'hierarchical' expected none, got 'both'$",
        ),
        (MINIMAL + "[lm]\nmax_words = 3\n", r"'max_words' .*; it is a setting of \[grammar\]$"),
        (MINIMAL + "[grammar]\nmax_word = 3\n", r"there is no setting 'max_word'"),
        (MINIMAL + "[lm]\nprune = [0, 2, 1]\n", r"\[lm\] prune: no number may be smaller"),
        (
            MINIMAL + "[preprocessing]\nmin_length = 90\n",
            r"\[preprocessing\] min_length: 90 is larger",
        ),
        (MINIMAL + "[[test]]\nsource = 3\n", r"\[test\.1\] source: expected a text, got 3"),
        ("[training]\n", r"\[training\] source: it is missing"),
        ("[training\n", r"not a TOML file"),
        (f"seed = {'9' * 5000}\n", r"not a TOML file"),
        (f"seed = {'[' * 5000}\n", r"not a TOML file \(nested too deep\)"),
    ],
)
def test_what_is_wrong_is_named(text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        parse_experiment(text, "x.toml")


def test_a_stack_of_0_keeps_all() -> None:
    assert parse_experiment(MINIMAL + "[decoder]\nstack = 0\n", "x").decoder.stack == 0


def test_experiments_written_before_are_read() -> None:
    """Every key that 0.1 had before settings were declared once, with its default of that time."""
    experiment = parse_experiment(MINIMAL + BEFORE, "x")
    assert replace(experiment, weights={}) == parse_experiment(MINIMAL + CHANGED, "x")


BEFORE = """
name = "experiment"
output = "model"
work = "work"
[preprocessing]
tokenize = false
source_language = "en"
target_language = "en"
lowercase = false
truecase = false
min_length = 1
max_length = 80
max_ratio = 9.0
[alignment]
symmetrize = "grow-diag-final-and"
[lm]
order = 5
prune = []
text = []
[grammar]
max_length = 7
reordering = "wbe"
gaps = "none"
top = 0
[decoder]
search = "cube"
stack = 200
beam = 1e-05
pop_limit = 1000
distortion_limit = 6
table_limit = 20
unknown = "copy"
gaps = "both"
max_pending = 4
max_span = 12
pending_cost = 4.0
gap_limit = 50
gap_share = 0.7
gap_features = ["gaps.distortion", "gaps.target_length", "gaps.crossing", "gaps.source", "gaps.target"]
cohesion = []
cohesion_hard = false
cohesion_fallback = true
verb_tags = ["VB", "VERB", "AUX"]
noun_tags = ["NN", "NOUN", "PROPN"]
[weights]
lm = 0.5
[tuning]
method = "mert"
metric = "bleu"
iterations = 10
kbest = 100
seed = 1
runs = 1
average = false
sentences = 0
[evaluation]
metrics = ["bleu", "chrf", "ter"]
tokenize = "none"
lowercase = false
sentences = 0
"""
CHANGED = """
[alignment]
symmetrize = "grow-diag-final-and"
[decoder]
search = "cube"
gap_share = 0.7
[tuning]
method = "mert"
[evaluation]
tokenize = "none"
"""
"""What has another default since."""


def test_missing_files_and_directories(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such file"):
        read_experiment(tmp_path / "none.toml")
    with pytest.raises(ConfigError, match="found a directory"):
        read_experiment(tmp_path)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "--dump"]) == 0
    file = tmp_path / "e.toml"
    file.write_text(capsys.readouterr().out)
    assert main(["config", str(file)]) == 1
    assert "no such file" in capsys.readouterr().err
    file.write_text(MINIMAL)
    for name in ("a", "b"):
        (tmp_path / name).write_text("x\n")
    assert main(["config", str(file)]) == 0
    file.write_text("nonsense = 1\n")
    assert main(["config", str(file)]) == 1
    assert "nonsense" in capsys.readouterr().err
