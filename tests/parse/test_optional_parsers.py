"""The adapters of spaCy, stanza and benepar, over modules that answer as those packages do."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from dragoman.common.errors import ConfigError
from dragoman.corpus.dependency import DependencyTree
from dragoman.parse.parsers import open_analyzer, open_parser
from dragoman.parse.tree_parser import TreeParser


class StanzaDocument:
    """Every word hangs on the one before it; "du" becomes the words "de" and "le"."""

    def __init__(self, sentences: list[list[str]]) -> None:
        self.sentences = sentences

    def __format__(self, form: str) -> str:
        assert form == "C"
        return "\n\n".join("\n".join(self._rows(tokens)) for tokens in self.sentences)

    def _rows(self, tokens: list[str]) -> Iterable[str]:
        yield f"# text = {' '.join(tokens)}"
        number = 0
        for token in tokens:
            words = ["de", "le"] if token == "du" else [token]
            if len(words) > 1:
                yield "\t".join([f"{number + 1}-{number + 2}", token, *["_"] * 8])
            for word in words:
                label = "dep" if number else "root"
                columns = [word, word, "X", "_", "_", str(number), label, "_", "_"]
                number += 1
                yield "\t".join([str(number), *columns])


class StanzaPipeline:
    def __init__(self, code: str, **settings: Any) -> None:
        assert settings["tokenize_pretokenized"] and settings["download_method"] is None
        assert "depparse" in settings["processors"].split(",")
        if code != "fr":
            raise Exception(f"no resources for {code}\nsee the manual")

    def __call__(self, sentences: list[list[str]]) -> StanzaDocument:
        assert all(isinstance(tokens, list) and tokens for tokens in sentences)
        return StanzaDocument(sentences)


@pytest.fixture
def stanza(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("stanza")
    vars(module)["Pipeline"] = StanzaPipeline
    monkeypatch.setitem(sys.modules, "stanza", module)


@pytest.mark.usefixtures("stanza")
def test_stanza_keeps_tokens_and_lines() -> None:
    parser = open_parser("stanza:fr")
    first, empty, second = parser.parse([["fin", "du", "jour"], [], ("oui",)])
    assert first.words == ("fin", "du", "jour")
    assert first.heads == (-1, 0, 1)
    assert first.tags == ("X", "X", "X")
    assert empty == DependencyTree((), ())
    assert (second.words, second.heads, second.labels) == (("oui",), (-1,), ("root",))
    assert parser.parse([[]]) == [DependencyTree((), ())]


@pytest.mark.usefixtures("stanza")
def test_stanza_without_models_is_one_sentence() -> None:
    with pytest.raises(ConfigError, match=r"^stanza has no models for 'xx' here \(no [^\n]*\)$"):
        open_parser("stanza:xx")


class SpacyPipeline:
    vocab = "the vocabulary"

    def __init__(self, *names: str) -> None:
        self.pipe_names = names

    def pipe(self, documents: Iterable[list[str]]) -> Iterable[list[SimpleNamespace]]:
        """Every word hangs on the last, which is its own head."""
        for words in documents:
            tokens = [
                SimpleNamespace(text=word, i=i, pos_="X", tag_="XX", dep_="dep")
                for i, word in enumerate(words)
            ]
            for token in tokens:
                token.head = tokens[-1]
            yield tokens


@pytest.fixture
def spacy(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str, exclude: list[str]) -> SpacyPipeline:
        if name == "none":
            raise OSError(name)
        return SpacyPipeline("tagger") if name == "tagger" else SpacyPipeline("tagger", "parser")

    def document(vocab: str, words: list[str]) -> list[str]:
        assert vocab == SpacyPipeline.vocab
        return words

    module, tokens = ModuleType("spacy"), ModuleType("spacy.tokens")
    vars(module)["load"] = load
    vars(tokens)["Doc"] = document
    monkeypatch.setitem(sys.modules, "spacy", module)
    monkeypatch.setitem(sys.modules, "spacy.tokens", tokens)


@pytest.mark.usefixtures("spacy")
def test_spacy_keeps_tokens_and_lines() -> None:
    tree, empty = open_parser("spacy:en").parse([["she", "sleeps", "."], []])
    assert tree.words == ("she", "sleeps", ".")
    assert tree.heads == (2, 2, -1)
    assert (tree.tags, tree.xpos, tree.labels) == (("X",) * 3, ("XX",) * 3, ("dep",) * 3)
    assert empty == DependencyTree((), ())


@pytest.mark.usefixtures("spacy")
@pytest.mark.parametrize("name, message", [("none", "has no pipeline"), ("tagger", "no parser")])
def test_spacy_without_a_parser_is_one_sentence(name: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        open_parser(f"spacy:{name}")


@pytest.mark.parametrize("name", ["spacy:none", "stanza:xx"])
def test_optional_parsers_say_how_to_install_them(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(module: str) -> None:
        raise ImportError(module)

    monkeypatch.setattr(importlib, "import_module", absent)
    with pytest.raises(ConfigError, match=r"pip install 'dragoman\[(spacy|stanza)\]'"):
        open_parser(name)


class NltkTree(list):
    """A list of its children with a label, as in NLTK."""

    def __init__(self, label: str, children: list[Any]) -> None:
        super().__init__(children)
        self._label = label

    def label(self) -> str:
        return self._label


class Benepar:
    """All words under one S; brackets are escaped, as benepar does."""

    def __init__(self, name: str) -> None:
        if name != "en":
            raise LookupError(f"Resource {name} not found.\n  Please use the downloader")

    def parse_sents(self, sentences: list[SimpleNamespace]) -> Iterable[NltkTree]:
        for one in sentences:
            leaves = [NltkTree("X", ["-LRB-" if word == "(" else word]) for word in one.words]
            yield NltkTree("TOP", [NltkTree("S", leaves)])


@pytest.fixture
def benepar(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("benepar")
    vars(module)["Parser"] = Benepar
    vars(module)["InputSentence"] = SimpleNamespace
    monkeypatch.setitem(sys.modules, "benepar", module)


@pytest.mark.usefixtures("benepar")
def test_benepar_keeps_tokens_and_lines() -> None:
    parser = open_analyzer("benepar:en")
    assert isinstance(parser, TreeParser)
    first, empty, second = parser.parse([["so", "("], [], ("yes",)])
    assert str(first) == "(TOP (S (X so) (X -LRB-)))"
    assert first is not None and first.words() == ("so", "(")
    assert empty is None
    assert str(second) == "(TOP (S (X yes)))"
    assert parser.parse([[]]) == [None]


@pytest.mark.usefixtures("benepar")
def test_benepar_without_its_model_is_one_sentence() -> None:
    with pytest.raises(ConfigError, match=r"^benepar has no model 'xx' here: get it with [^\n]*$"):
        open_analyzer("benepar:xx")


def stanza_node(label: str, *children: SimpleNamespace) -> SimpleNamespace:
    return SimpleNamespace(label=label, children=children)


class StanzaTrees:
    """All words under one S; a word "lost" is left out, which no parser may do."""

    def __init__(self, code: str, **settings: Any) -> None:
        assert settings["tokenize_pretokenized"] and settings["download_method"] is None
        assert "constituency" in settings["processors"].split(",")
        if code != "en":
            raise Exception(f"no resources for {code}\nsee the manual")

    def __call__(self, sentences: list[list[str]]) -> SimpleNamespace:
        trees = []
        for tokens in sentences:
            leaves = [stanza_node("X", stanza_node(token)) for token in tokens if token != "lost"]
            trees.append(stanza_node("ROOT", stanza_node("S", *leaves)))
        return SimpleNamespace(sentences=[SimpleNamespace(constituency=tree) for tree in trees])


@pytest.fixture
def stanza_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("stanza")
    vars(module)["Pipeline"] = StanzaTrees
    monkeypatch.setitem(sys.modules, "stanza", module)


@pytest.mark.usefixtures("stanza_trees")
def test_stanza_trees_keep_tokens_and_lines() -> None:
    parser = open_analyzer("stanza-trees:en")
    assert isinstance(parser, TreeParser)
    first, empty = parser.parse([["she", "sleeps"], []])
    assert (str(first), empty) == ("(TOP (S (X she) (X sleeps)))", None)
    with pytest.raises(ConfigError, match="changed the words of the sentence 'it is lost'"):
        parser.parse([["it", "is", "lost"]])
    with pytest.raises(ConfigError, match=r"^stanza has no constituency parser for 'xx' here \(no"):
        open_analyzer("stanza-trees:xx")


@pytest.mark.parametrize("name", ["benepar:en", "stanza-trees:en"])
def test_tree_parsers_say_how_to_install_them(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(module: str) -> None:
        raise ImportError(module)

    importlib.import_module("dragoman.parse.neural_tree_parsers")
    monkeypatch.setattr(importlib, "import_module", absent)
    with pytest.raises(ConfigError, match=r"pip install 'dragoman\[(benepar|stanza)\]'"):
        open_analyzer(name)
