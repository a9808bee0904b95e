"""Command lines that are wrong are answered with one sentence that says what was meant."""

from __future__ import annotations

import argparse

import pytest

from dragoman.cli.main import main
from dragoman.cli.settings import overruled
from dragoman.cli.translate import configure
from dragoman.common.errors import ConfigError
from dragoman.search.chart_options import ChartOptions
from dragoman.search.options import SearchOptions
from dragoman.search.treelet_options import TreeletOptions


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "translate m --stak 3",
            "translate: there is no option '--stak'; did you mean '--stack'?",
        ),
        (
            "translate m --stak=3",
            "translate: there is no option '--stak'; did you mean '--stack'?",
        ),
        ("translate m --pop_limit 3", "no option '--pop_limit'; did you mean '--pop-limit'?"),
        ("translate m --zzz", "translate: there is no option '--zzz' (see "),
        ("inspect m stray", "inspect: what is 'stray' for?"),
        (
            "translate m --search cub",
            "argument --search: expected stack, cube, oriented, guided, fast or paper, got 'cub'; did you mean 'cube'?",
        ),
        ("translate m --stack -1", "--stack: expected a whole number of at least 0, got -1"),
        (
            "translate m --stack 1e99",
            "--stack: expected a whole number of at least 0, got '1e99'",
        ),
        (
            f"translate m --stack {10**30}",
            "--stack: expected a whole number from 0 to 2147483647",
        ),
        (
            "translate m --beam nan",
            "--beam: expected a whole number of at least 0 or a number from 0 to 1, got 'nan'",
        ),
        ("translate m --beam 1e99", "or a number from 0 to 1, got '1e99'"),
        ("translate m --threads 0", "--threads: expected a whole number from 1 to 4096, got 0"),
        ("translate m --cohesion coh1,coh6", "--cohesion: expected coh1, "),
        ("tune m --output o --source s --reference r --seed -1", "--seed: expected"),
        ("lm biuld", "argument ACTION: expected build, binarize"),
        ("lm biuld", "got 'biuld'; did you mean 'build'?"),
        ("lm build --ordr 3", "no option '--ordr'; did you mean '--order'?"),
        ("lm build --order 9", "--order: expected a whole number from 1 to 7, got 9"),
        ("extract --output o --format mosses", "did you mean 'moses'?"),
        ("extract --output o --limit-memory lots", "expected a size such as 500M, 2G or 50%"),
    ],
)
def test_a_wrong_command_line(line: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == 2
    said = capsys.readouterr().err
    assert told in said and said.count("\n") == 1 and said.startswith("dragoman ")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("lm build --prune 1", "prune: the first number must be 0"),
        ("lm build --layout compact", "add --binary"),
        ("clean --source s --output-prefix p --min 9 --max 3", "min_length: 9 is larger"),
        ("align train --source s --target t --schedule ibm9:1", "expected a schedule like"),
        ("tune m --output o --source s --reference r --metric blue", "did you mean 'bleu'?"),
    ],
)
def test_settings_that_do_not_go_together(
    line: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line.split()) == 1
    said = capsys.readouterr().err
    assert told in said and said.count("\n") == 1


@pytest.mark.parametrize(
    "command", ["translate", "phrases", "cohesion", "extract", "align train", "tune"]
)
def test_help_tells_ranges_and_defaults(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command.split(), "--help"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    if command in ("translate", "phrases", "cohesion"):
        assert (
            "--stack N hypotheses (partial translations) kept" in out
            and "--no-punctuation-walls" in out
        )
        assert "0: all; at least 0" in out
    else:
        assert "(default: " in out


DECODERS = (SearchOptions, ChartOptions, TreeletOptions)


def told(line: str, current: SearchOptions | ChartOptions | TreeletOptions):
    """The settings of a model after an option of ``translate``."""
    parser = argparse.ArgumentParser()
    configure(parser)
    return overruled(current, parser.parse_args(["m", *line.split()]), *DECODERS)


def test_an_option_takes_the_values_of_the_models_decoder() -> None:
    assert told("--beam 0.5", SearchOptions()).beam == 0.5
    assert told("--beam 1", SearchOptions()).beam == 1.0
    treelets = told("--beam 7 --constituents soft --no-distortion", TreeletOptions())
    assert (treelets.beam, type(treelets.beam)) == (7, int)
    assert (treelets.constituents, treelets.distortion) == ("soft", False)
    with pytest.raises(ConfigError, match="beam: expected a whole number"):
        told("--beam 0.5", TreeletOptions())
    with pytest.raises(ConfigError, match="beam: expected a number from 0 to 1, got 7"):
        told("--beam 7", SearchOptions())
    with pytest.raises(ConfigError, match="constituents: the model's decoder has no such setting"):
        told("--constituents soft", ChartOptions())


def test_help_says_whose_setting_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    main(["translate", "--help"])
    words = " ".join(capsys.readouterr().out.split())
    assert "part of the best one's; 0: all; treelets: items kept for a number" in words
    assert "treelets: pi-constituents that are not contiguous" in words
    assert "--unknown {copy,drop,mark} what happens to a word" in words
