"""``dragoman translate MODEL < source > target``: a filter, one sentence a line; or documents.

A line is answered at once when the input pauses, so that the program can serve another one through pipes. Documents
are in ``translate_documents.py``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from dragoman.cli import translate_cluster, translate_documents
from dragoman.cli.feature_file import add_features, bring_features
from dragoman.cli.options import (
    add_files,
    add_model,
    add_threads,
    demand,
    exclude,
    is_given,
    positive,
)
from dragoman.cli.settings import add_settings, overruled
from dragoman.cli.source_parser import add_parser, bring_parser
from dragoman.cli.translate_lines import translate_lines
from dragoman.cli.translate_output import (
    TranslationWriter,
    add_output_kinds,
    check_output_kinds,
)
from dragoman.cli.weights import add_weights, set_weights
from dragoman.cluster.options import ClusterOptions
from dragoman.common.time_spent import spent
from dragoman.model.memory.options import MemoryOptions
from dragoman.search.chart_options import ChartOptions
from dragoman.search.options import SearchOptions
from dragoman.search.treelet_options import TreeletOptions

if TYPE_CHECKING:
    from dragoman.model import Model
    from dragoman.search import Input

BATCH = 256
"""At most so many sentences are decoded together: enough to keep all threads busy, few enough to answer soon."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Options of ``dragoman translate``."""
    add_model(parser)
    parser.add_argument("--input", default="-", metavar="FILE", help="source sentences")
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help="where translations go")
    translate_documents.add_documents(parser)
    add_output_kinds(parser)
    add_settings(
        parser,
        SearchOptions,
        "search",
        also={"hierarchical rules": ChartOptions, "treelets": TreeletOptions},
        defaults="what the model says",
    )
    add_weights(parser)
    beside = parser.add_argument_group("files beside the input")
    beside.add_argument(
        "--conllu", metavar="TREES", help="dependency trees of the source sentences"
    )
    add_parser(parser)
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
    add_files(
        beside,
        "--force",
        "forced decoding: score these translations, or the best of a line's translations",
        metavar="TARGETS",
    )
    parser.add_argument(
        "--markup", action="store_true", help="the input carries markup (see the docs)"
    )
    parser.add_argument(
        "--plf", action="store_true", help="the input lines are word lattices, as Moses has them"
    )
    parser.add_argument(
        "--verbose",
        action="store_true",
        help="say on standard error where the time went (passed, and of the processor): opening, look-up of rules, "
        "search, the rest; with --json also of each line (seconds), which is then translated by itself",
    )
    add_features(parser)
    add_settings(parser, MemoryOptions, "translation memory", defaults="what the model says")
    add_settings(parser, ClusterOptions, "cluster")
    add_threads(parser)


def run(arguments: argparse.Namespace) -> int:
    """Translates all documents, or all lines, as many at a time as are waiting."""
    if not arguments.verbose:
        return _run(arguments)
    from dragoman.cli.translate_times import times_shown

    with times_shown():
        return _run(arguments)


def _run(arguments: argparse.Namespace) -> int:
    from dragoman.common.progress import say
    from dragoman.common.ready_batches import arrivals
    from dragoman.io.files import open_output
    from dragoman.model import Model
    from dragoman.model.cohesive import warn_without_trees
    from dragoman.model.documents.whole_documents import warn_without_documents, whole_documents
    from dragoman.model.requests.feature_file import warn_without_weights

    documents = translate_documents.asked_for(arguments)
    check_output_kinds(arguments)
    translate_cluster.check(arguments)
    exclude(arguments, "plf", ("markup", "terms", "constraints", "conllu"))
    with spent("opening"):
        model = Model.open(arguments.model)
    model.memory = overruled(model.memory, arguments, MemoryOptions)
    bring_features(model, arguments)
    bring_parser(model, arguments)
    if not model.has_parser:
        demand(arguments, "kbest_filter", "conllu")
    model.options = overruled(model.options, arguments, SearchOptions, ChartOptions, TreeletOptions)
    set_weights(model, arguments)
    warn_without_weights(model)
    decoder = model.decoder()  # what is wrong with the options is said before any input is read
    warn_without_trees(model.options, arguments.conllu or model.has_parser)
    if documents:
        return translate_documents.run(arguments, model)
    warn_without_documents(model, arguments.docs)
    inputs = _inputs(arguments, model)
    whole = decoder.by_document and arguments.docs
    with open_output(arguments.output) as out:
        writer = TranslationWriter(out, arguments, model)
        if is_given(arguments, "spark"):
            unreachable, strange = translate_cluster.translate(arguments, model, inputs, writer)
        else:
            most = 1 if arguments.verbose and arguments.json else BATCH
            batches = whole_documents(inputs, BATCH) if whole else arrivals(inputs, most)
            unreachable, strange = translate_lines(
                arguments, model, batches, writer, arguments.threads
            )
        writer.close()
    strange.warn()
    if unreachable:
        say(
            f"{unreachable} given translations cannot be produced (empty lines); --json tells how far each came, "
            "--force-relaxed adds what is missing"
        )
    return 0


def _inputs(arguments: argparse.Namespace, model: Model) -> Iterator[Input]:
    """The sentences with everything that stands beside them."""
    from dragoman.model.requests.reader import InputReader

    reader = InputReader(
        text=model.text,
        markup=arguments.markup,
        plf=arguments.plf,
        terms=arguments.terms,
        constraints=arguments.constraints,
        trees=arguments.conllu,
        docs=arguments.docs,
        references=arguments.force or (),
    )
    return reader.read(arguments.input)
