"""Bitexts, documents, trees and their file formats; tokenisation, casing, cleaning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dragoman.common.lazy import lazy_exports

if TYPE_CHECKING:
    from dragoman.corpus.casing import Truecaser as Truecaser
    from dragoman.corpus.casing import recase as recase
    from dragoman.corpus.cleaning import Cleaner as Cleaner
    from dragoman.corpus.cleaning import CleanOptions as CleanOptions
    from dragoman.corpus.cleaning import clean_files as clean_files
    from dragoman.corpus.conllu import read_conllu as read_conllu
    from dragoman.corpus.conllu import write_conllu as write_conllu
    from dragoman.corpus.constituency import ConstituencyTree as ConstituencyTree
    from dragoman.corpus.constituency import parse_tree as parse_tree
    from dragoman.corpus.constituency import read_trees as read_trees
    from dragoman.corpus.constituency import write_trees as write_trees
    from dragoman.corpus.delimited import read_delimited as read_delimited
    from dragoman.corpus.delimited import write_delimited as write_delimited
    from dragoman.corpus.dependency import DependencyTree as DependencyTree
    from dragoman.corpus.detokenizer import Detokenizer as Detokenizer
    from dragoman.corpus.document import Corpus as Corpus
    from dragoman.corpus.document import Document as Document
    from dragoman.corpus.document import Sentence as Sentence
    from dragoman.corpus.document import documents_of as documents_of
    from dragoman.corpus.formats import detect_format as detect_format
    from dragoman.corpus.formats import read_bitext as read_bitext
    from dragoman.corpus.identification import identify as identify
    from dragoman.corpus.identification import looks_tokenized as looks_tokenized
    from dragoman.corpus.parallel import read_parallel as read_parallel
    from dragoman.corpus.parallel import write_parallel as write_parallel
    from dragoman.corpus.preparation import TextPreparation as TextPreparation
    from dragoman.corpus.projection import project as project
    from dragoman.corpus.sentences import SentenceSplitter as SentenceSplitter
    from dragoman.corpus.tmx import read_tmx as read_tmx
    from dragoman.corpus.tmx import write_tmx as write_tmx
    from dragoman.corpus.tokenizer import Tokenizer as Tokenizer
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)
