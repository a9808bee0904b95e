"""A model with a parser: trees for text, documents and requests, without a file; and what a model may not name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shutil import copytree

import pytest
import tomli_w

from dragoman.cli.main import main
from dragoman.common.errors import ConfigError, ModelError
from dragoman.corpus.conllu import print_conllu
from dragoman.corpus.dependency import ROOT, DependencyTree
from dragoman.corpus.lattice import Lattice
from dragoman.io.manifest import read_manifest
from dragoman.model import Model
from dragoman.parse import parsers
from dragoman.parse.dependency_parser import DependencyParser
from dragoman.parse.tagger import Tagger
from dragoman.parse.tags import tags_of
from dragoman.search import Input
from support.documents.handful import german_model
from support.model.cohesive_world import FLAT, TOGETHER, make_world_model, make_world_parser


class Recording:
    """A parser of somebody else, that notes what it sees; the last word is the head of all."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, ...]] = []

    def parse(self, sentences: Sequence[Sequence[str]], threads: int = 1) -> list[DependencyTree]:
        self.seen += map(tuple, sentences)
        return [
            DependencyTree(tuple(s), tuple([len(s) - 1] * (len(s) - 1) + [ROOT] if s else []))
            for s in sentences
        ]


@pytest.fixture(scope="module")
def parser() -> DependencyParser:
    return make_world_parser()


@pytest.fixture
def place(tmp_path: Path, parser: DependencyParser) -> Path:
    model = make_world_model()
    model.parser = parser
    model.save(tmp_path / "model")
    return tmp_path / "model"


def test_trees_reach_texts_documents_and_completions(parser: DependencyParser) -> None:
    model = make_world_model()
    assert model.translate("x y z").text == "X Z Y"
    model.parser = parser
    assert model.translate("x y z").text == "X Y Z"
    assert [one.text for one in model.translate(["x", "x y z", ""])] == ["X", "X Y Z", ""]
    assert model.translate(Input(["x", "y", "z"])).text == "X Y Z"
    assert model.translate_document(b"<p>x <b>y</b> z</p>").text == "<p>X <b>Y</b> Z</p>"
    assert model.translate_text("x y z", "markdown") == "X Y Z"
    assert model.complete("x y z", "X").text == "X Y Z"
    twin = model.changed(weights={"coh1": 0.0})
    assert twin.translate("x y z").text == "X Z Y"
    model.parser = None
    assert model.translate("x y z").text == "X Z Y"


def test_a_tree_that_is_given_wins(parser: DependencyParser) -> None:
    model = make_world_model()
    model.parser = parser
    given = [Input(["x", "y", "z"], tree=tree) for tree in (FLAT, TOGETHER)]
    assert [one.text for one in model.translate(given)] == ["X Z Y", "X Y Z"]
    assert model.complete(given[0], "X").text == "X Z Y"


def test_the_models_words_are_parsed_whatever_they_come_from() -> None:
    model = german_model()
    model.parser = noting = Recording()
    model.translate("Das Haus ist klein.")
    model.translate_document(b"<p>Das <b>Haus</b> ist klein.</p>")
    model.translate("Das <wall/>Haus ist klein.", markup=True)
    model.complete("Das Haus ist klein.", "the")
    assert set(noting.seen) == {tuple(model.text.source.words("Das Haus ist klein."))}
    assert len(noting.seen) == 4


def test_a_lattice_has_no_tree() -> None:
    noting = Recording()
    lattice = Input.of_lattice(Lattice(("x",), ((0, 1, 0.0),)))
    model = make_world_model()
    model.parser = noting
    assert model.with_trees([lattice, Input(["y"])])[0] is lattice
    assert noting.seen == [("y",)]


def test_a_parser_of_ours_is_saved_with_the_model(place: Path, tmp_path: Path) -> None:
    model = Model.open(place)
    assert isinstance(model.parser, DependencyParser)
    assert model.translate("x y z").text == "X Y Z"
    model.save(tmp_path / "again")
    inner = sorted(one.name for one in (place / "parser").iterdir())
    assert inner == sorted(one.name for one in (tmp_path / "again" / "parser").iterdir())
    for name in inner:
        assert (place / "parser" / name).samefile(tmp_path / "again" / "parser" / name)
    model.parser.save(tmp_path / "p")
    other = make_world_model()
    other.parser = str(tmp_path / "p")
    other.save(tmp_path / "third")
    assert Model.open(tmp_path / "third").translate("x y z").text == "X Y Z"


def test_of_another_parser_the_name_is_saved(tmp_path: Path) -> None:
    model = make_world_model()
    model.parser = Recording()
    model.save(tmp_path / "model")
    opened = Model.open(tmp_path / "model")
    assert opened.has_parser and opened.awaits_parser
    for use in (lambda: opened.parser, lambda: opened.translate("x y z")):
        with pytest.raises(ConfigError, match="the parser 'Recording', which is not part of it"):
            use()
    tree_given = opened.translate(Input(["x", "y", "z"], tree=FLAT))
    assert tree_given.text == "X Z Y"
    opened.save(tmp_path / "again")
    assert Model.open(tmp_path / "again").awaits_parser
    opened.parser = Recording()
    assert not opened.awaits_parser
    opened.translate("x y z")
    opened.parser = None
    assert opened.translate("x y z").text == "X Z Y"
    opened.save(tmp_path / "again")
    assert not Model.open(tmp_path / "again").has_parser


@pytest.mark.parametrize(
    "name", ["spacy:evil", "stanza:de", "../../secret", "/etc/passwd", "udpipe:x", "a.udpipe"]
)
def test_a_model_opens_no_parser_that_it_names(
    name: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stranger's model must not choose what code runs, or what files are read."""
    change(place, {"name": name})

    def opened(*_: object) -> None:
        raise AssertionError("a parser was opened")

    monkeypatch.setattr(parsers, "open_parser", opened)
    model = Model.open(place)
    with pytest.raises(ConfigError, match="give it with --parser"):
        model.translate("x y z")
    with pytest.raises(ConfigError, match="give it with --parser"):
        model.translate_document(b"x y z", name="a.txt")


def change(place: Path, table: object) -> None:
    """Give a model another table [parser]."""
    manifest = read_manifest(place)
    manifest["parser"] = table
    (place / "model.toml").write_text(tomli_w.dumps(manifest))


@pytest.mark.parametrize(
    "table",
    [{"name": 3}, {"path": "x"}, {"name": "a\nb"}, {"name": "", "code": "x"}, {"name": "x" * 201}],
)
def test_a_strange_table_is_refused(place: Path, table: object) -> None:
    change(place, table)
    with pytest.raises(ModelError, match=r"expected a name for parser\.name"):
        Model.open(place)


def test_what_lies_in_the_parsers_place_must_be_one(place: Path, tmp_path: Path) -> None:
    copytree(place, tmp_path / "linked")
    (tmp_path / "linked" / "parser").rename(tmp_path / "outside")
    (tmp_path / "linked" / "parser").symlink_to(tmp_path / "outside")
    with pytest.raises(ModelError, match="link to somewhere else"):
        Model.open(tmp_path / "linked")
    model = make_world_model()
    model.save(tmp_path / "none")
    change(tmp_path / "none", {"name": ""})
    with pytest.raises(ModelError, match="expected a model directory"):
        Model.open(tmp_path / "none")
    Tagger.train([(TOGETHER.words, tags_of(TOGETHER))]).save(tmp_path / "tagger")
    with pytest.raises(ModelError, match="expected a dependency-parser, found a tagger"):
        model.parser = str(tmp_path / "tagger")


def test_the_command(
    place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page, flat = tmp_path / "page.html", tmp_path / "flat.conllu"
    page.write_text("<p>x y z</p>")
    Path("in").write_text("x y z\n")
    with flat.open("w") as out:
        print_conllu(out, [FLAT])

    def run(*arguments: str) -> str:
        assert main(["translate", *arguments]) == 0
        return capsys.readouterr().out.strip()

    assert run("model", "page.html") == "<p>X Y Z</p>"
    assert run("model", "page.html", "--parser", "none") == "<p>X Z Y</p>"
    assert run("model", "--input", "in") == "X Y Z"
    assert run("model", "--input", "in", "--conllu", "flat.conllu") == "X Z Y"
    assert run("model", "--input", "in", "--kbest-filter", "5", "--weights", "coh1=0") == "X Y Z"
    plain = make_world_model()
    plain.save(tmp_path / "plain")
    assert run("plain", "page.html", "--parser", "model/parser") == "<p>X Y Z</p>"
    assert main(["translate", "plain", "--input", "in", "--kbest-filter", "5"]) == 1
    assert "--kbest-filter needs --conllu" in capsys.readouterr().err
    plain.parser = Recording()
    plain.save(tmp_path / "named")
    assert main(["translate", "named", "--input", "in"]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "the parser 'Recording', which is not part of it: give it with --parser" in error
