"""The translations of lines, printed as they come."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING

from dragoman.cli.strangers import Strangers
from dragoman.cli.translate_output import TranslationWriter
from dragoman.common.time_spent import watched

if TYPE_CHECKING:
    from dragoman.model import Model
    from dragoman.search import Input


def translate_lines(
    arguments: argparse.Namespace,
    model: Model,
    batches: Iterable[list[Input]],
    writer: TranslationWriter,
    threads: int,
) -> tuple[int, Strangers]:
    """Write all translations; how many given ones cannot be produced, and whether any word is known."""
    unreachable, strange = 0, Strangers()
    for batch in batches:
        with watched() as times:
            translations = model.translate(
                batch,
                nbest=arguments.nbest or 0,
                distinct=not arguments.repeats,
                kbest_filter=arguments.kbest_filter,
                threads=threads,
            )
        alone = arguments.verbose and len(batch) == 1
        for translation in translations:
            writer.write(translation, times if alone else None)
            unreachable += translation.outcome.unreachable
            strange.see(translation)
        writer.flush()
    return unreachable, strange
