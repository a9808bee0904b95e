"""``dragoman extract --kind treelet``: rules with treelets, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.cli.main import main
from dragoman.grammar.treelet.treelet_rules import TreeletRules
from dragoman.lm import LanguageModel
from dragoman.lm.estimation import LMOptions
from dragoman.search import Input
from dragoman.search.treelet import TreeletDecoder

FILES = {"de": "es gibt keine", "en": "there is no", "al": "0-0 1-1 2-2"}
TREE = "(S (NP (EX there)) (VP (VBZ is) (NP (DT no))))"


def _arguments(folder: Path) -> list[str]:
    for name, line in {**FILES, "trees": TREE}.items():
        (folder / name).write_text(f"{line}\n", encoding="utf-8")
    given = {"source": "de", "target": "en", "alignment": "al", "output": "rules"}
    return ["extract", *(x for o, n in given.items() for x in (f"--{o}", str(folder / n)))]


def test_rules_are_written_and_written_again(tmp_path: Path) -> None:
    arguments = [*_arguments(tmp_path), "--kind", "treelet", "--trees", str(tmp_path / "trees")]
    for _ in range(2):
        assert main(arguments) == 0
        assert TreeletRules.open(tmp_path / "rules").sphrases.analyzed() == 6


def test_dependency_trees_serve_too(tmp_path: Path) -> None:
    rows = [("there", "EX", 2, "expl"), ("is", "VBZ", 0, "root"), ("no", "DT", 2, "attr")]
    lines = [f"{n}\t{w}\t_\t_\t{t}\t_\t{h}\t{r}\t_\t_" for n, (w, t, h, r) in enumerate(rows, 1)]
    trees = tmp_path / "target.conllu"
    trees.write_text("\n".join(lines) + "\n\n", encoding="utf-8")
    assert main([*_arguments(tmp_path), "--kind", "treelet", "--trees", str(trees)]) == 0
    rules = TreeletRules.open(tmp_path / "rules")
    lm = LanguageModel.train([FILES["en"]], LMOptions(order=2))
    weights = dict.fromkeys(TreeletDecoder.features_of(rules, [lm]), 0.1)
    [result] = TreeletDecoder(rules, [lm], weights).decode([Input(FILES["de"].split())])
    assert not result.outcome.fallback
    assert str(result.tree) == "(root (expl (EX there)) (VBZ is) (attr (DT no)))"


def test_trees_belong_to_treelets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = _arguments(tmp_path)
    assert main([*arguments, "--kind", "treelet"]) != 0
    assert "needs --trees" in capsys.readouterr().err
    assert main([*arguments, "--trees", str(tmp_path / "trees")]) != 0
    assert "belong to --kind treelet" in capsys.readouterr().err
    assert not (tmp_path / "rules").exists()
