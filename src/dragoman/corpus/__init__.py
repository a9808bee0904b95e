"""Bitexts, documents, trees and their file formats; tokenisation, casing, cleaning."""

from dragoman.common.lazy import lazy_exports

__all__, __getattr__, __dir__ = lazy_exports(
    {
        "CleanOptions": "dragoman.corpus.cleaning",
        "Cleaner": "dragoman.corpus.cleaning",
        "ConstituencyTree": "dragoman.corpus.constituency",
        "Corpus": "dragoman.corpus.document",
        "DependencyTree": "dragoman.corpus.dependency",
        "Detokenizer": "dragoman.corpus.detokenizer",
        "Document": "dragoman.corpus.document",
        "Sentence": "dragoman.corpus.document",
        "SentenceSplitter": "dragoman.corpus.sentences",
        "TextPreparation": "dragoman.corpus.preparation",
        "Tokenizer": "dragoman.corpus.tokenizer",
        "Truecaser": "dragoman.corpus.casing",
        "clean_files": "dragoman.corpus.cleaning",
        "detect_format": "dragoman.corpus.formats",
        "documents_of": "dragoman.corpus.document",
        "identify": "dragoman.corpus.identification",
        "looks_tokenized": "dragoman.corpus.identification",
        "parse_tree": "dragoman.corpus.constituency",
        "read_bitext": "dragoman.corpus.formats",
        "read_conllu": "dragoman.corpus.conllu",
        "read_delimited": "dragoman.corpus.delimited",
        "read_parallel": "dragoman.corpus.parallel",
        "read_tmx": "dragoman.corpus.tmx",
        "read_trees": "dragoman.corpus.constituency",
        "recase": "dragoman.corpus.casing",
        "write_conllu": "dragoman.corpus.conllu",
        "write_delimited": "dragoman.corpus.delimited",
        "write_parallel": "dragoman.corpus.parallel",
        "write_tmx": "dragoman.corpus.tmx",
        "write_trees": "dragoman.corpus.constituency",
    }
)
