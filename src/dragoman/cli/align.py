"""``dragoman align``: links between the words of a bitext.

Trains on the two texts and aligns them; with ``--load`` aligns them with a saved aligner; with ``--from-forward`` and
``--from-reverse`` only symmetrises what another tool aligned.
"""

from __future__ import annotations

import argparse
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from dragoman.align.options import AlignOptions
from dragoman.cli.options import add_threads, exclude
from dragoman.cli.settings import add_settings, given
from dragoman.common.errors import ConfigError
from dragoman.common.files import check_output
from dragoman.common.progress import note

if TYPE_CHECKING:
    from dragoman.align import Aligner, Iteration, Links


OUTSIDE_SYMMETRIZATION = "grow-diag-final-and"
"""For links that have no posteriors."""
LINKING = ("symmetrize", "order", "threshold")
"""The settings that say how links are taken, from a saved aligner too."""


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    texts = parser.add_argument_group("texts")
    texts.add_argument("--source", metavar="FILE", help="source text, one sentence a line")
    texts.add_argument("--target", metavar="FILE", help="target text, one sentence a line")
    texts.add_argument(
        "--output", default="-", metavar="FILE", help="the links, as source-target pairs"
    )
    texts.add_argument("--forward", metavar="FILE", help="also write the source-to-target links")
    texts.add_argument("--reverse", metavar="FILE", help="also write the target-to-source links")
    texts.add_argument(
        "--probabilities",
        metavar="FILE",
        help="also write every output link's two posteriors, as i-j:forward:reverse",
    )
    more = parser.add_argument_group("what else is written")
    more.add_argument("--save", metavar="MODEL", help="save the aligner")
    more.add_argument(
        "--lexical", metavar="PREFIX", help="write word translation tables PREFIX.f2e, PREFIX.e2f"
    )
    others = parser.add_argument_group("instead of training")
    others.add_argument("--load", metavar="MODEL", help="align with a saved aligner")
    others.add_argument("--from-forward", metavar="FILE", help="links of another tool, i-j")
    others.add_argument("--from-reverse", metavar="FILE", help="the same, other direction, i-j")
    add_settings(parser, AlignOptions, "training", without=("threads", *LINKING))
    add_settings(parser, AlignOptions, "alignment (with --load, as saved)", only=LINKING)
    add_threads(parser)


def run(arguments: argparse.Namespace) -> None:
    """Runs the command."""
    from dragoman.align.aligner import KIND
    from dragoman.align.lexical import SUFFIXES
    from dragoman.common.artifact_place import check_place

    for path in (arguments.output, arguments.forward, arguments.reverse, arguments.probabilities):
        if path:
            check_output(path)
    if arguments.save:
        check_place(arguments.save, KIND)
    for suffix in SUFFIXES if arguments.lexical else ():
        check_output(f"{arguments.lexical}.{suffix}")
    for name in ("from_forward", "from_reverse"):
        taken = ("source", "target", "load", "save", "lexical", "forward", "reverse")
        exclude(
            arguments, name, (*taken, "probabilities"), "links of another tool are only symmetrised"
        )
    outside = arguments.from_forward or arguments.from_reverse
    if outside:
        _symmetrize(arguments)
        return
    if not arguments.source or not arguments.target:
        raise ConfigError("expected --source and --target, or --from-forward and --from-reverse")
    if arguments.source == arguments.target == "-":
        raise ConfigError("only one of --source and --target can be standard input")
    with TemporaryDirectory(prefix="dragoman-") as place:
        _align(arguments, place)


def _align(arguments: argparse.Namespace, place: str) -> None:
    """Trains and aligns; ``place`` takes the texts as numbers, which are read from there."""
    from dragoman.align import Aligner, write_links
    from dragoman.corpus.integers import IntegerCorpus

    texts: list[IntegerCorpus] = []
    chosen = given(arguments, AlignOptions)
    if arguments.load:
        if strange := sorted(set(chosen) - {"threads", *LINKING}):
            raise ConfigError(f"--load: the aligner is trained, so that {strange[0]} has no effect")
        aligner = Aligner.load(arguments.load)
        for side, vocabulary in zip(("source", "target"), aligner.vocabularies, strict=True):
            path = getattr(arguments, side)
            texts.append(IntegerCorpus.build(f"{place}/{side}", path, vocabulary))
    else:
        aligner = _train(arguments, place)
    chosen = {name: chosen[name] for name in ("threads", *LINKING) if name in chosen}
    links = aligner.align(*texts, **chosen, probabilities=arguments.probabilities is not None)
    for path, direction in ((arguments.forward, "forward"), (arguments.reverse, "reverse")):
        if path:
            write_links(path, aligner.align(*texts, **chosen | {"symmetrize": direction}))
    if arguments.save:
        aligner.save(arguments.save)
    if arguments.lexical:
        aligner.lexical_tables().write(arguments.lexical)
    if arguments.probabilities:
        _write_probabilities(arguments.probabilities, links)
    write_links(arguments.output, links)


def _train(arguments: argparse.Namespace, place: str) -> Aligner:
    from dragoman.align import train
    from dragoman.corpus.integers import IntegerCorpus

    options = AlignOptions(**given(arguments, AlignOptions))
    source = IntegerCorpus.build(f"{place}/source", arguments.source)
    target = IntegerCorpus.build(f"{place}/target", arguments.target)
    return train(source, target, options, _report)


def _report(iteration: Iteration) -> None:
    note(
        f"iteration {iteration.number}/{iteration.total} {'joint ' if iteration.joint else ''}"
        f"{iteration.model}: perplexity {iteration.forward_perplexity:.2f} forward, "
        f"{iteration.reverse_perplexity:.2f} reverse"
    )


def _symmetrize(arguments: argparse.Namespace) -> None:
    from dragoman.align import read_links, symmetrize, write_links

    if not arguments.from_forward or not arguments.from_reverse:
        raise ConfigError("--from-forward and --from-reverse go together")
    chosen = given(arguments, AlignOptions)
    if strange := sorted(set(chosen) - {"threads", "symmetrize", "order"}):
        raise ConfigError(f"--from-forward: nothing is trained, so that {strange[0]} has no effect")
    options = AlignOptions(**chosen)
    heuristic = options.symmetrize or OUTSIDE_SYMMETRIZATION
    if heuristic in ("supported", "posterior"):
        raise ConfigError("links of another tool have no posteriors: choose another --symmetrize")
    forward, reverse = read_links(arguments.from_forward), read_links(arguments.from_reverse)
    links = symmetrize(forward, reverse, heuristic, arguments.threads, options.order)
    write_links(arguments.output, links)


def _write_probabilities(path: str, links: Links) -> None:
    from dragoman.common.files import open_output

    assert links.forward is not None and links.reverse is not None
    with open_output(path) as out:
        for number in range(len(links)):
            start = int(links.offsets[number])
            items = [
                f"{i}-{j}:{links.forward[start + k]:.4g}:{links.reverse[start + k]:.4g}"
                for k, (i, j) in enumerate(links.pair(number))
            ]
            out.write(" ".join(items) + "\n")
