"""The part of ``dragoman judge`` that rates translations one by one (``--protocol esa``, ``mqm`` or ``da``)."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from dragoman.cli.options import add_list, add_seed, exclude, is_given, positive
from dragoman.cli.settings import argument
from dragoman.settings.kinds import Share

if TYPE_CHECKING:
    from dragoman.judge.rated_item import RatedItem
    from dragoman.judge.rating import Protocol
    from dragoman.judge.rating_campaign import RatingCampaign

PROTOCOLS = ("esa", "mqm", "da")
_UNSURE = 0.3
_ONLY_PAIRS = ("annotator", "labels", "label", "shortest", "longest")


def add_texts(parser: argparse.ArgumentParser) -> None:
    """Options that say what is rated."""
    parser.add_argument(
        "--docs", metavar="IDS", help="the document of each sentence; it is rated as a whole"
    )
    parser.add_argument(
        "--attention",
        type=positive,
        metavar="N",
        help="parts that are shown twice, once with wrong words, to see who looks",
    )
    parser.add_argument(
        "--campaign", metavar="FILE", help="a campaign of Pearmut instead of SYSTEM and --source"
    )
    parser.add_argument(
        "--mark",
        metavar="MODEL",
        help="mark the words of this model's translations that it is unsure of, before anybody looks",
    )
    parser.add_argument(
        "--unsure",
        type=argument(Share),
        metavar="P",
        help=f"with --mark: words of a confidence below P are marked (default: {_UNSURE})",
    )


def configure_export(parser: argparse.ArgumentParser) -> None:
    """Options of ``judge export``."""
    parser.add_argument("systems", nargs="*", metavar="SYSTEM", help="the outputs of systems")
    parser.add_argument("--protocol", choices=PROTOCOLS, default="esa", help="how it is judged")
    parser.add_argument("--source", metavar="FILE", help="source sentences")
    parser.add_argument("--reference", metavar="FILE", help="reference translations")
    parser.add_argument("--count", type=positive, help="parts of documents that are drawn")
    add_texts(parser)
    add_list(parser, "--annotators", str, "who will rate, a task for each", default=("annotator",))
    parser.add_argument(
        "--journal", metavar="FILE", help="write what this journal says, instead of the campaign"
    )
    parser.add_argument("--output", required=True, metavar="FILE", help="the file for Pearmut")
    add_seed(parser)


def configure_import(parser: argparse.ArgumentParser) -> None:
    """Options of ``judge import``."""
    parser.add_argument("annotations", metavar="FILE", help="annotations of Pearmut")
    parser.add_argument("--protocol", choices=PROTOCOLS, default="esa", help="how it was judged")
    parser.add_argument("--journal", required=True, metavar="FILE", help="the journal to write")


def check(arguments: argparse.Namespace) -> None:
    """Refuses options that are for pairs, and texts that are missing."""
    from dragoman.common.errors import ConfigError

    for name in _ONLY_PAIRS:
        if hasattr(arguments, name) and is_given(arguments, name):
            raise ConfigError(f"--{name} is for pairs of translations (--protocol pairs)")
    if arguments.mark and arguments.protocol == "da":
        raise ConfigError("--mark: errors are not marked with da")
    if arguments.unsure is not None and not arguments.mark:
        raise ConfigError("--unsure needs --mark MODEL")
    if arguments.campaign:
        exclude(arguments, "campaign", ("source", "reference", "docs"), "it has its own texts")
        if arguments.systems:
            raise ConfigError(f"--campaign and '{arguments.systems[0]}': it has its own texts")
    elif not arguments.systems or not arguments.source:
        raise ConfigError("expected the outputs of systems and --source, or --campaign")


def items_of(arguments: argparse.Namespace) -> tuple[Protocol, list[RatedItem]]:
    """Return what is rated, and how."""
    from dragoman.common.errors import ConfigError
    from dragoman.evaluate.texts import read_texts
    from dragoman.judge import rated_item
    from dragoman.judge.pearmut import read_campaign

    protocol: Protocol = arguments.protocol
    if arguments.campaign:
        protocol, items = read_campaign(Path(arguments.campaign))
    else:
        optional = [path for path in (arguments.docs, arguments.reference) if path]
        texts = read_texts([arguments.source, *arguments.systems, *optional])
        if len(set(arguments.systems)) < len(arguments.systems):
            raise ConfigError("a system is named twice")
        rest = iter(texts[1 + len(arguments.systems) :])
        items = rated_item.items_of(
            dict(zip(arguments.systems, texts[1:], strict=False)),
            texts[0],
            next(rest) if arguments.docs else None,
            next(rest) if arguments.reference else None,
            arguments.count,
            arguments.seed,
        )
    if arguments.mark:
        items = _marked(
            items, arguments.mark, _UNSURE if arguments.unsure is None else arguments.unsure
        )
    if arguments.attention:
        items = rated_item.with_attention(items, arguments.attention, arguments.seed)
    return protocol, items


def _marked(items: list[RatedItem], path: str, least: float) -> list[RatedItem]:
    """The items with the words marked that a model is unsure of."""
    from dragoman.common.warning import warn
    from dragoman.judge.unsure_words import with_unsure_words
    from dragoman.model import Model

    model = Model.open(path)
    if model.calibration is None:
        warn(
            f"{path}: its confidences are not calibrated, and mostly too high ('dragoman calibrate')"
        )
    return with_unsure_words(items, model.complete, least)


def campaign_of(arguments: argparse.Namespace) -> RatingCampaign:
    """Return the campaign that the options describe."""
    from dragoman.judge.rating_campaign import RatingCampaign

    protocol, items = items_of(arguments)
    return RatingCampaign(items, protocol, Path(arguments.journal), arguments.seed)


def export(arguments: argparse.Namespace) -> None:
    """Writes a campaign for Pearmut, or what was said in one of ours."""
    from dragoman.common.progress import say
    from dragoman.judge.pearmut import write_annotations, write_campaign

    check(arguments)
    output = Path(arguments.output)
    if arguments.journal:
        campaign = campaign_of(arguments)
        ratings = [one for one in campaign.journal.ratings if one.distorted is None]
        write_annotations(output, ratings, campaign.items, output.stem)
        say(f"{output}: {len(ratings)} ratings")
        return
    protocol, items = items_of(arguments)
    write_campaign(output, items, protocol, arguments.annotators, output.stem)
    say(f"{output}: {len(items)} parts for each of {len(arguments.annotators)} annotators")


def import_annotations(arguments: argparse.Namespace) -> None:
    """Makes a journal of Pearmut's annotations."""
    from dragoman.common.errors import ConfigError
    from dragoman.common.progress import say
    from dragoman.io.finished_directory import digest
    from dragoman.judge.pearmut import read_annotations
    from dragoman.judge.rating_journal import RatingHeader, RatingJournal

    path, source = Path(arguments.journal), Path(arguments.annotations)
    ratings = read_annotations(source)
    if not ratings:
        raise ConfigError(f"{source}: there are no ratings in it")
    if path.exists():
        raise ConfigError(f"{path} is there already: name another journal")
    systems = tuple(dict.fromkeys(one.system for one in ratings))
    header = RatingHeader(arguments.protocol, systems, 1, digest(source))
    journal = RatingJournal.start(path, header)
    for rating in ratings:
        journal.add(rating)
    say(f"{path}: {len(journal.ratings)} ratings of {len(systems)} systems")
