"""``dragoman translate -m MODEL < source > target``: a filter, one sentence a line; or documents.

A line is answered at once when the input pauses, so that the program can serve another one through pipes. Documents
are in ``translate_documents.py``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING

from dragoman.cli import translate_documents
from dragoman.cli.options import add_threads, positive
from dragoman.cli.settings import add_settings, overruled
from dragoman.search.options import SearchOptions

if TYPE_CHECKING:
    from dragoman.model import Model, Translation
    from dragoman.search import Input

BATCH = 256
"""At most so many sentences are decoded together: enough to keep all threads busy, few enough to answer soon."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Options of ``dragoman translate``."""
    parser.add_argument("-m", "--model", required=True, help="the model's directory")
    parser.add_argument("--input", default="-", metavar="FILE", help="source sentences")
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help="where translations go")
    translate_documents.add_documents(parser)
    what = parser.add_argument_group("what is printed")
    what.add_argument(
        "--nbest", type=positive, metavar="N", help="the N best, in Moses' n-best format"
    )
    what.add_argument("--repeats", action="store_true", help="let n-best lists repeat strings")
    what.add_argument(
        "--alignments", action="store_true", help="append ' ||| ' and word alignments"
    )
    what.add_argument(
        "--segments",
        action="store_true",
        help="append to every phrase the source words it translates, as Moses does: |3-5|",
    )
    what.add_argument(
        "--explain", action="store_true", help="print how each translation came about"
    )
    add_settings(parser, SearchOptions, "search", defaults="what the model says")
    beside = parser.add_argument_group("files beside the input")
    beside.add_argument(
        "--conllu", metavar="TREES", help="dependency trees of the source sentences"
    )
    beside.add_argument(
        "--kbest-filter",
        type=positive,
        default=0,
        metavar="N",
        help="with trees: the best cohesive one of the N best derivations, if there is one",
    )
    beside.add_argument("--docs", metavar="IDS", help="document ids, one a line")
    beside.add_argument("--terms", metavar="TSV", help="prescribed translations: source TAB target")
    beside.add_argument(
        "--constraints",
        metavar="TSV",
        help="demands on words of the input, one a line: LINE (from 1), WORDS (from 0: 3 or 3-4), "
        "translation, option, keep or wall, and for the first two TARGET||TARGET...",
    )
    beside.add_argument(
        "--force", metavar="TARGETS", help="forced decoding: score these translations"
    )
    parser.add_argument(
        "--markup", action="store_true", help="the input carries markup (see the docs)"
    )
    parser.add_argument("--features", metavar="FILE.py", help="features of the search in Python")
    add_threads(parser)


def run(arguments: argparse.Namespace) -> int:
    """Translates all documents, or all lines, as many at a time as are waiting."""
    from dragoman.common.arrivals import arrivals
    from dragoman.common.files import open_output
    from dragoman.model import Model
    from dragoman.model.cohesive import warn_without_trees

    documents = translate_documents.asked_for(arguments)
    model = Model.open(arguments.model)
    if arguments.features:
        from dragoman.model.feature_file import read_features

        model.features = tuple(read_features(arguments.features))
    model.options = overruled(model.options, arguments, SearchOptions)
    model.decoder()  # what is wrong with the options is said before any input is read
    warn_without_trees(model.options, arguments.conllu)
    if documents:
        return translate_documents.run(arguments, model)
    number = 0
    with open_output(arguments.output) as out:
        for batch in arrivals(_inputs(arguments, model), BATCH):
            for translation in model.translate(
                batch,
                nbest=arguments.nbest or 0,
                distinct=not arguments.repeats,
                kbest_filter=arguments.kbest_filter,
                threads=arguments.threads,
            ):
                _write(out, number, translation, arguments)
                number += 1
            out.flush()
    return 0


def _inputs(arguments: argparse.Namespace, model: Model) -> Iterator[Input]:
    """The sentences with everything that stands beside them."""
    from dragoman.model.reader import InputReader

    reader = InputReader(
        text=model.text,
        markup=arguments.markup,
        terms=arguments.terms,
        constraints=arguments.constraints,
        trees=arguments.conllu,
        docs=arguments.docs,
        references=arguments.force,
    )
    return reader.read(arguments.input)


def _write(
    out: IO[str], number: int, translation: Translation, arguments: argparse.Namespace
) -> None:
    from dragoman.forest.segmentation import segmented
    from dragoman.model.nbest import alignment_text, nbest_lines

    if arguments.explain:
        out.write(translation.explain() + "\n\n")
    elif arguments.nbest:
        out.writelines(nbest_lines(number, translation, alignments=arguments.alignments))
    elif arguments.segments:
        out.write(segmented(translation.derivation) + "\n")
    elif arguments.alignments:
        out.write(f"{translation.text} ||| {alignment_text(translation.alignment)}\n")
    else:
        out.write(translation.text + "\n")
