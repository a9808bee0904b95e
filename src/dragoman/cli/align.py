"""``dragoman align``: links between the words of a bitext.

``train`` trains an aligner on the two texts and aligns them, ``apply`` aligns them with a saved one, ``stream`` aligns
an input without end (``align_stream.py``), ``symmetrize`` makes one alignment of the two directions that another tool
aligned.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from dragoman.align.options import LINKING, AlignOptions
from dragoman.cli import align_stream
from dragoman.cli.options import add_threads, demand, exclude
from dragoman.cli.settings import add_settings, given
from dragoman.common.errors import ConfigError
from dragoman.common.progress import note
from dragoman.corpus.options import TextOptions
from dragoman.corpus.preparation import TextPreparation
from dragoman.io.files import check_output, open_output

if TYPE_CHECKING:
    from dragoman.align import Aligner, AlignIteration
    from dragoman.corpus.integers import IntegerCorpus


OUTSIDE_SYMMETRIZATION = "grow-diag-final-and"
"""For links that have no posteriors."""
_SIDES = ("source", "target")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the actions."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    train = actions.add_parser("train", help="train an aligner on a bitext, and align it")
    _add_texts(train)
    train.add_argument("--save", metavar="MODEL", help="save the aligner")
    train.add_argument(
        "--no-links", action="store_true", help="only train and save, without links of the texts"
    )
    train.add_argument(
        "--priors",
        metavar="PATH",
        help="word translations that are known before training: a dictionary (source TAB target, or with "
        "TAB and a count) or a saved aligner",
    )
    add_settings(train, AlignOptions, "training", without=LINKING)
    add_settings(
        train,
        TextOptions,
        "text that the aligner prepares (links are in the words that blanks separate nevertheless)",
    )
    apply = actions.add_parser("apply", help="align a bitext with a saved aligner")
    apply.add_argument("aligner", metavar="MODEL", help="an aligner that train --save wrote")
    _add_texts(apply)
    stream = actions.add_parser("stream", help="align an input without end with a saved aligner")
    align_stream.configure(stream)
    for one in (train, apply, stream):
        saved = "" if one is train else "as saved"
        add_settings(one, AlignOptions, "alignment", only=LINKING, defaults=saved)
        add_threads(one)
    outside = actions.add_parser("symmetrize", help="make one alignment of two directions")
    outside.add_argument("forward", metavar="FORWARD", help="source-to-target links, i-j")
    outside.add_argument("reverse", metavar="REVERSE", help="target-to-source links, also as i-j")
    outside.add_argument(
        "--output", default="-", metavar="FILE", help="the links, as source-target pairs"
    )
    add_settings(outside, AlignOptions, "alignment", only=("symmetrize", "order"))
    add_threads(outside)


def _add_texts(parser: argparse.ArgumentParser) -> None:
    texts = parser.add_argument_group("texts")
    for side in _SIDES:
        texts.add_argument(
            f"--{side}", required=True, metavar="FILE", help=f"{side} text, one sentence a line"
        )
    align_stream.add_output(texts)
    texts.add_argument("--forward", metavar="FILE", help="also write the source-to-target links")
    texts.add_argument("--reverse", metavar="FILE", help="also write the target-to-source links")
    texts.add_argument(
        "--lexical", metavar="PREFIX", help="write word translation tables PREFIX.f2e, PREFIX.e2f"
    )


def run(arguments: argparse.Namespace) -> None:
    """Run an action."""
    if arguments.action == "symmetrize":
        _symmetrize(arguments)
        return
    if arguments.action == "stream":
        align_stream.run(arguments)
        return
    from dragoman.align import Aligner
    from dragoman.align.lexical import SUFFIXES
    from dragoman.io.artifact_place import check_place

    for path in (arguments.output, arguments.forward, arguments.reverse, arguments.probabilities):
        if path:
            check_output(path)
    if arguments.action == "train":
        if arguments.save:
            check_place(arguments.save, Aligner.KIND)
        if arguments.no_links:
            demand(arguments, "no_links", "save")
            others = ("forward", "reverse", "probabilities")
            exclude(arguments, "no_links", others, "the texts are not aligned")
    for suffix in SUFFIXES if arguments.lexical else ():
        check_output(f"{arguments.lexical}.{suffix}")
    if arguments.source == arguments.target == "-":
        raise ConfigError("only one of --source and --target can be standard input")
    with TemporaryDirectory(prefix="dragoman-") as place:
        _align(arguments, place)


def _align(arguments: argparse.Namespace, place: str) -> None:
    """Train and align; ``place`` takes the texts as numbers, which are read from there."""
    from dragoman.align import Aligner, write_links
    from dragoman.corpus.integers import IntegerCorpus

    texts: list[IntegerCorpus] = []
    chosen = given(arguments, AlignOptions)
    if arguments.action == "apply":
        aligner = Aligner.open(arguments.aligner)
        for side, vocabulary in zip(_SIDES, aligner.vocabularies, strict=True):
            path = getattr(arguments, side)
            texts.append(IntegerCorpus.build(f"{place}/{side}", path, vocabulary))
    else:
        aligner, texts = _train(arguments, place)
    if arguments.action == "train" and arguments.save:
        aligner.save(arguments.save)
    if arguments.lexical:
        aligner.lexical_tables().write(arguments.lexical)
    if arguments.action == "train" and arguments.no_links:
        return
    if aligner.text != TextPreparation():
        raise ConfigError(
            f"the aligner prepares text: use dragoman align stream {arguments.aligner}"
        )
    chosen = {name: chosen[name] for name in LINKING if name in chosen}
    chosen["threads"] = arguments.threads
    links = aligner.align(*texts, **chosen, probabilities=arguments.probabilities is not None)
    for path, direction in ((arguments.forward, "forward"), (arguments.reverse, "reverse")):
        if path:
            write_links(path, aligner.align(*texts, **chosen | {"symmetrize": direction}))
    if arguments.probabilities:
        with open_output(arguments.probabilities) as out:
            out.write(links.probabilities_text())
    write_links(arguments.output, links)


def _train(arguments: argparse.Namespace, place: str) -> tuple[Aligner, list[IntegerCorpus]]:
    """The aligner and the texts to align with it, none if it has them."""
    from dragoman.align import Aligner
    from dragoman.corpus.integers import IntegerCorpus

    options = AlignOptions(**given(arguments, AlignOptions))
    text = TextPreparation(**given(arguments, TextOptions))
    if text != TextPreparation() and not arguments.no_links:
        raise ConfigError(
            "an aligner that prepares text: give --no-links too, and align with dragoman align stream"
        )
    plain = text == TextPreparation()
    texts = [
        IntegerCorpus.build(
            f"{place}/{side}", getattr(arguments, side), prepare=None if plain else prepare
        )
        for side, prepare in zip(_SIDES, (text.source, text.target), strict=True)
    ]
    aligner = Aligner.train(
        texts[0],
        texts[1],
        options,
        text=text,
        priors=_priors(arguments.priors) if arguments.priors else None,
        threads=arguments.threads,
        on_iteration=_report,
    )
    return aligner, texts if options.sample else []


def _priors(path: str) -> dict[tuple[str, str], float]:
    """Return what is known before training: the entries of a dictionary, or what another aligner has learned."""
    from dragoman.align import Aligner
    from dragoman.align.priors import read_dictionary, translations_of

    if Path(path).is_dir():
        return translations_of(Aligner.open(path).lexical_tables())
    found = read_dictionary(path)
    if found.phrases:
        note(f"{path}: {found.phrases} entries of several words are left out")
    return found.pairs


def _report(iteration: AlignIteration) -> None:
    note(
        f"iteration {iteration.number}/{iteration.total} {'joint ' if iteration.joint else ''}"
        f"{iteration.model}: perplexity {iteration.forward_perplexity:.2f} forward, "
        f"{iteration.reverse_perplexity:.2f} reverse"
    )


def _symmetrize(arguments: argparse.Namespace) -> None:
    from dragoman.align import read_links, symmetrize, write_links

    check_output(arguments.output)
    options = AlignOptions(**given(arguments, AlignOptions))
    heuristic = options.symmetrize or OUTSIDE_SYMMETRIZATION
    if heuristic in ("supported", "posterior"):
        raise ConfigError("links of another tool have no posteriors: choose another --symmetrize")
    forward, reverse = read_links(arguments.forward), read_links(arguments.reverse)
    links = symmetrize(forward, reverse, heuristic, arguments.threads, options.order)
    write_links(arguments.output, links)
