"""Adds annotation to a text: trees and alignments from files beside it.

    sentences = read_bitext("dev.en", ["dev.fr"], docs="dev.docs")
    for sentence in annotate(sentences, Annotation(source_trees="dev.en.conllu", alignments="dev.align")): ...

All files are read together, sentence by sentence. It is an error if a file has more or fewer entries than there are
sentences, or if a tree has other words than its sentence, unless ``fit`` maps the tree to the words of the sentence
(``dragoman.corpus.projection.project``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from dragoman.common.errors import FormatError
from dragoman.corpus.conllu import read_conllu
from dragoman.corpus.constituency import read_tree_lines
from dragoman.corpus.dependency import DependencyTree
from dragoman.corpus.document import Sentence
from dragoman.corpus.parallel import PathName
from dragoman.corpus.pharaoh import read_pharaoh
from dragoman.corpus.words import split_words
from dragoman.io.files import display_name

Fit = Callable[[DependencyTree, Sequence[str]], DependencyTree]
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Annotation:
    """Files beside a text; those that are None are not read."""

    source_trees: PathName | None = None
    """CoNLL-U."""
    target_trees: PathName | None = None
    """Bracketed trees of the first translation, one a line."""
    alignments: PathName | None = None
    """Pharaoh links to the first translation."""


def annotate(
    sentences: Iterable[Sentence], files: Annotation, fit: Fit | None = None
) -> Iterator[Sentence]:
    """The sentences with their trees and alignments; a sentence without a document id takes that of its tree."""
    source_trees = _opened(files.source_trees, read_conllu)
    target_trees = _opened(files.target_trees, read_tree_lines)
    alignments = _opened(files.alignments, read_pharaoh)
    number = 0
    for number, sentence in enumerate(sentences, 1):
        if files.source_trees is not None:
            tree = _next(source_trees, files.source_trees, number)
            tree = _fitted(tree, split_words(sentence.source), fit, files.source_trees, number)
            document = sentence.document or tree.document
            sentence = replace(sentence, source_tree=tree, document=document)
        if files.target_trees is not None:
            target_tree = _next(target_trees, files.target_trees, number)
            if target_tree is not None and list(target_tree.words()) != split_words(
                sentence.target
            ):
                raise _other_words(files.target_trees, number)
            sentence = replace(sentence, target_tree=target_tree)
        if files.alignments is not None:
            alignment = _next(alignments, files.alignments, number)
            try:
                alignment.check(
                    len(split_words(sentence.source)), len(split_words(sentence.target))
                )
            except FormatError as error:
                name = display_name(files.alignments)
                raise FormatError(error.message, name, number) from None
            sentence = replace(sentence, alignment=alignment)
        yield sentence
    for path, stream in (
        (files.source_trees, source_trees),
        (files.target_trees, target_trees),
        (files.alignments, alignments),
    ):
        if path is not None and next(stream, _END) is not _END:
            raise FormatError(
                f"goes on after the {number} sentences of the text", display_name(path)
            )


_END = object()


def _opened(path: PathName | None, reader: Callable[[PathName], Iterator[_T]]) -> Iterator[_T]:
    return iter(()) if path is None else reader(path)


def _next(stream: Iterator[_T], path: PathName, number: int) -> _T:
    for item in stream:
        return item
    raise FormatError(f"ends before sentence {number} of the text", display_name(path))


def _fitted(
    tree: DependencyTree, words: list[str], fit: Fit | None, path: PathName, number: int
) -> DependencyTree:
    if list(tree.words) == words:
        return tree
    if fit is None:
        raise _other_words(path, number)
    return fit(tree, words)


def _other_words(path: PathName, number: int) -> FormatError:
    return FormatError(
        f"sentence {number}: the tree has other words than the text", display_name(path)
    )
