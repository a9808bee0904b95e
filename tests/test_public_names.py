"""What users import: type checkers find every name, and every parameter is documented where ``help()`` shows it."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import dragoman
from dragoman.settings.settings import options

PACKAGES = [name for name in dir(dragoman) if isinstance(getattr(dragoman, name), ModuleType)]
SCRIPT = """
from pathlib import Path

import dragoman
from dragoman import Aligner, DragomanError, Input, LanguageModel, Model, RuleTable, Translation, Zone
from dragoman.corpus import Truecaser, read_conllu
from dragoman.evaluate import BLEU, CHRF, TER
from dragoman.parse import DependencyParser, Tagger

model: Model = dragoman.load("model")
one: Translation = model.translate("das haus", nbest=3)
many: list[Translation] = model.translate([Input(["das", "haus"], zones=[Zone(0, 1, ["the"])])])
score: float = BLEU(tokenize="13a").corpus_score([one.text], [["the house"]]).score
print(CHRF().sentence_score("a", ["b"]), TER(normalized=True))
lm: LanguageModel = LanguageModel.train(Path("text"), threads=2)
aligner: Aligner = Aligner.train(["a"], ["b"], threads=2, progress=lambda done, total: None)
parser: DependencyParser = DependencyParser.train(read_conllu("treebank"))
trees = Tagger.open("tagger").tag([["a"]], threads=2)
rules: RuleTable = RuleTable.open("rules")
Truecaser.open("case").save(Path("other"))
try:
    dragoman.train("a", "b", memory="2G").open()
except DragomanError as error:
    print(error)
"""
WRONG = (
    "model.translat('x')",
    "dragoman.Modle",
    "dragoman.evaluate.Bleu",
    "dragoman.lm.LanguageModel.load('x')",
    "one.text + 1",
    "LanguageModel.train(['x'], threads='two')",
)
"""Lines after the script that a type checker has to refuse."""

CACHE = Path(__file__).parents[1] / ".mypy_cache"
"""What was found out about the package when it was checked itself."""

NO_VERB = re.compile(
    r"(the|an?|all|one|what|whether|how|which|those|this|for|with)\b|\w+[^s]s\b", re.IGNORECASE
)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[int, str]:
    """What mypy says of the script and of the wrong lines, by line."""
    pytest.importorskip("mypy")
    place = tmp_path_factory.mktemp("user")
    (place / "script.py").write_text(SCRIPT + "\n".join(WRONG) + "\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--no-error-summary",
        f"--cache-dir={CACHE}",
        "script.py",
    ]
    said = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False).stdout
    lines = re.findall(r"^script\.py:(\d+): error: (.*)$", said, re.MULTILINE)
    return {int(number): message for number, message in lines}


def test_a_users_script_is_type_checked(found: dict[int, str]) -> None:
    last = len(SCRIPT.splitlines())
    assert {line: told for line, told in found.items() if line <= last} == {}


def test_what_is_wrong_in_it_is_found(found: dict[int, str]) -> None:
    last = len(SCRIPT.splitlines())
    assert sorted(line for line in found if line > last) == list(
        range(last + 1, last + 1 + len(WRONG))
    )


def methods(kind: type) -> Iterator[Any]:
    """The public methods that a class defines itself."""
    for name, value in vars(kind).items():
        function = getattr(value, "__func__", value)
        if not name.startswith("_") and inspect.isfunction(function):
            yield function


def undocumented(function: Any) -> list[str]:
    """The parameters that have no line in the docstring."""
    text = inspect.getdoc(function) or ""
    names = [name for name in inspect.signature(function).parameters if name not in ("self", "cls")]
    return [name for name in names if not re.search(rf"^ +\*{{0,2}}{name}: \S", text, re.MULTILINE)]


def lacking_of_class(kind: type) -> list[str]:
    """The parameters that its docstring should have: of a class that one makes by calling it."""
    own = inspect.isfunction(vars(kind).get("__init__")) and not is_dataclass(kind)
    if not own or getattr(kind, "_is_protocol", False) or "made by ``" in (kind.__doc__ or ""):
        return []
    return undocumented(kind)


def public(package: str) -> Iterator[Any]:
    """The classes, functions and methods that a package offers."""
    module = import_module(f"dragoman.{package}")
    for name in getattr(module, "__all__", ()):
        thing = getattr(module, name)
        yield thing
        if inspect.isclass(thing):
            yield from methods(thing)


@pytest.mark.parametrize("package", [*PACKAGES, "grammar.treelet"])
def test_every_parameter_is_documented(package: str) -> None:
    lacking = {}
    for thing in public(package):
        if inspect.isclass(thing):
            lacking[thing.__qualname__] = lacking_of_class(thing)
        elif inspect.isfunction(thing):
            lacking[thing.__qualname__] = undocumented(thing)
    assert {name: names for name, names in lacking.items() if names} == {}


@pytest.mark.parametrize("package", [*PACKAGES, "grammar.treelet"])
def test_docstrings_of_functions_say_what_they_do(package: str) -> None:
    """They begin with a verb (PEP 257): "Return the ...", not "The ..." or "Returns"."""
    functions = [one for one in public(package) if inspect.isfunction(one)]
    texts = {one.__qualname__: inspect.getdoc(one) or "" for one in functions}
    assert [name for name, text in texts.items() if not text or NO_VERB.match(text)] == []


def test_settings_are_documented_by_their_declarations() -> None:
    """``help(ExtractionOptions)`` says what every option is for."""
    for kind in (dragoman.align.AlignOptions, dragoman.lm.LMOptions, dragoman.search.SearchOptions):
        text = inspect.getdoc(kind) or ""
        names = list(inspect.signature(kind).parameters)
        declared = [name for name in names if options(kind)[name].help]
        assert len(declared) > 4
        for name in declared:
            assert f"    {name}: {options(kind)[name].help}" in text


def test_a_parameter_without_a_line_is_noticed() -> None:
    def lacks(first: int, second: int) -> None:
        """Do it.

        Args:
            first: A number.
        """

    assert undocumented(lacks) == ["second"]


@pytest.mark.parametrize("package", PACKAGES)
def test_public_names_are_spelled_one_way(package: str) -> None:
    for name in getattr(getattr(dragoman, package), "__all__", ()):
        assert not re.search("(?i)(token|symmetr|normal|random|summar)is|analyse|colour", name), (
            name
        )


def test_the_package_says_that_it_has_types() -> None:
    assert (Path(dragoman.__file__).parent / "py.typed").exists()
