"""Writes the sample world to a directory: a training, a development and a test part, with all annotation.

For each part, ``train``, ``dev`` and ``test``:

    train.de, train.en        source and target, one tokenised sentence a line
    train.docs                the document of each line
    train.align               gold links, Pharaoh
    train.conllu              source dependency trees
    train.trees               target constituency trees, Penn brackets
    train.de.pos, .en.pos     universal tags
    train.phenomena.tsv       how often each phenomenon occurs, a column each

The directory appears when it is complete.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from dragoman.common.errors import ConfigError
from dragoman.corpus.conllu import format_conllu
from dragoman.io.finished_directory import finished_directory, replacing
from dragoman.io.outputs import open_output
from dragoman.io.temporary import final_place
from dragoman.sample.documents import SampleDocument, generate
from dragoman.sample.options import GERMAN_ENGLISH, LANGUAGES, Phenomena, SampleOptions
from dragoman.sample.transfer import LABELS

SOURCE_CODE, TARGET_CODE = GERMAN_ENGLISH.split("-")
"""How the files of the usual languages end."""
PARTS = ("train", "dev", "test")


@dataclass(frozen=True)
class WorldOptions:
    """How much to write. The parts share no document, and each is the start of any larger one."""

    train: int = 8000
    dev: int = 500
    test: int = 800
    seed: int = 1
    phenomena: Phenomena = field(default_factory=Phenomena)
    languages: str = GERMAN_ENGLISH


def suffixes(languages: str) -> tuple[str, ...]:
    """How the files of a part end.

    Args:
        languages: One of ``LANGUAGES``.
    """
    codes = languages.split("-")
    plain = ("docs", "align", "conllu", "trees")
    return (*codes, *plain, *(f"{code}.pos" for code in codes), "phenomena.tsv")


def write_world(directory: str | os.PathLike[str], options: WorldOptions) -> None:
    """Write all parts. An existing directory is replaced only if it holds nothing but a sample world.

    Args:
        directory: Where the parts go.
        options: Sizes, seed and phenomena.
    """
    check_world(directory)
    with finished_directory(directory, replacing(check_world)) as folder:
        for part in PARTS:
            ends = suffixes(options.languages)
            write_part(folder / part, ends, part_documents(part, options))


def part_documents(part: str, options: WorldOptions) -> Iterator[SampleDocument]:
    """The documents of ``train``, ``dev`` or ``test``."""
    sample = SampleOptions(
        pairs=getattr(options, part),
        seed=3 * options.seed + PARTS.index(part),
        languages=options.languages,
        phenomena=options.phenomena,
        prefix=f"{part}-",
    )
    return generate(sample)


def write_part(prefix: Path, ends: Sequence[str], documents: Iterator[SampleDocument]) -> None:
    """Writes documents to files that begin with ``prefix``."""
    with ExitStack() as stack:
        outs = [stack.enter_context(open_output(f"{prefix}.{suffix}")) for suffix in ends]
        source, target, docs, align, conllu, trees, source_pos, target_pos, phenomena = outs
        phenomena.write("\t".join(LABELS) + "\n")
        number = 0
        for document in documents:
            conllu.write(f"# newdoc id = {document.id}\n")
            for sentence in document.sentences:
                number += 1
                source.write(" ".join(sentence.source) + "\n")
                target.write(" ".join(sentence.target) + "\n")
                docs.write(document.id + "\n")
                align.write(f"{sentence.alignment}\n")
                conllu.write(format_conllu(sentence.source_tree, str(number)) + "\n")
                trees.write(f"{sentence.target_tree}\n")
                source_pos.write(" ".join(sentence.source_tags) + "\n")
                target_pos.write(" ".join(sentence.target_tags) + "\n")
                counts = (sentence.phenomena.get(label, 0) for label in LABELS)
                phenomena.write("\t".join(map(str, counts)) + "\n")


def check_world(directory: str | os.PathLike[str]) -> None:
    """Fails if this place holds anything other than a sample world."""
    place = final_place(directory)
    ours = {f"{part}.{suffix}" for part in PARTS for one in LANGUAGES for suffix in suffixes(one)}
    if place.is_dir() and all(path.name in ours and path.is_file() for path in place.iterdir()):
        return
    if place.exists():
        raise ConfigError(f"{directory}: exists and holds other files than a sample world")
