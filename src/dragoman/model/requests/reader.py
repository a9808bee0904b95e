"""Source sentences with what stands beside them: markup, constraints, terms, trees, document ids, references."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from dragoman.common.errors import FormatError
from dragoman.corpus.conllu import read_conllu
from dragoman.corpus.dependency import DependencyTree
from dragoman.corpus.lattice import parse_plf
from dragoman.corpus.preparation import TextPreparation
from dragoman.corpus.projection import project
from dragoman.io.files import display_name, read_lines
from dragoman.model.requests.constraints import Constraints
from dragoman.model.requests.sentence_constraints import sentence_of, with_terms
from dragoman.model.requests.terminology import Terminology
from dragoman.search import Input

T = TypeVar("T")


@dataclass(frozen=True)
class InputReader:
    """Reads inputs in step with the files beside them; a file that ends too early or too late is an error."""

    text: TextPreparation
    markup: bool = False
    plf: bool = False
    """The lines are word lattices in PLF; their words are the model's own."""
    terms: str | os.PathLike[str] | None = None
    constraints: str | os.PathLike[str] | None = None
    trees: str | os.PathLike[str] | None = None
    docs: str | os.PathLike[str] | None = None
    references: Sequence[str | os.PathLike[str]] = ()
    """Files of translations for forced decoding; with several, any of a line's translations will do."""

    def read(self, path: str | os.PathLike[str]) -> Iterator[Input]:
        """The inputs, one a line."""
        terminology = Terminology.read(self.terms, self.text) if self.terms else None
        constraints = Constraints(self.constraints, self.text) if self.constraints else None
        name = display_name(path)
        number = 0
        trees = iter(read_conllu(self.trees)) if self.trees else None
        docs = read_lines(self.docs) if self.docs else None
        references = [read_lines(file) for file in self.references]
        for number, line in enumerate(read_lines(path), 1):
            try:
                sentence = (
                    Input.of_lattice(parse_plf(line))
                    if self.plf
                    else sentence_of(line, self.text, self.markup)
                )
            except FormatError as error:
                raise FormatError(error.message, name, number) from None
            if constraints is not None:
                sentence = constraints.apply(sentence, number)
            if terminology is not None:
                sentence = with_terms(sentence, terminology)
            if trees is not None:
                tree = _next(trees, self.trees, number)
                sentence = replace(sentence, tree=_fit(tree, sentence))
            if docs is not None:
                sentence = replace(sentence, document=_next(docs, self.docs, number).strip())
            if references:
                files = zip(references, self.references, strict=True)
                lines = [_next(stream, file, number) for stream, file in files]
                sentence = forced(sentence, [self.text.target.words(line) for line in lines])
            yield sentence
        if constraints is not None:
            constraints.finish(number)
        for stream, beside in (
            (trees, self.trees),
            (docs, self.docs),
            *zip(references, self.references, strict=True),
        ):
            if stream is not None and next(stream, None) is not None:
                raise FormatError(f"there is more in it than in {name}", str(beside))


def forced(sentence: Input, references: Sequence[Sequence[str]]) -> Input:
    """The sentence with the translations of which forced decoding is to make one."""
    if len(references) == 1:
        return replace(sentence, reference=references[0])
    return replace(sentence, references=references)


def _next(stream: Iterator[T], path: object, number: int) -> T:
    item = next(stream, None)
    if item is None:
        raise FormatError(f"there is nothing for line {number} of the input", str(path))
    return item


def _fit(tree: DependencyTree, sentence: Input) -> DependencyTree:
    """The tree over the decoder's own words."""
    parts = sentence.parts
    words = sentence.tokens if parts is None else parts.words
    fitting = tree if len(tree) == len(words) else project(tree, words)
    return fitting if parts is None else parts.tree(fitting, tuple(sentence.tokens))
