"""What ``dragoman translate`` prints of a translation: text, n-best lists, alignments, data or explanations."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import IO, TYPE_CHECKING, Any

from dragoman.cli.options import demand, exclude, positive
from dragoman.common.progress import say
from dragoman.common.time_spent import Time

if TYPE_CHECKING:
    from dragoman.model import Model, Translation
    from dragoman.model.translation import TranslationData

EXPLANATIONS = ("text", "html", "svg")
MOST_LINES = 5
"""Lines that are named when something is said of several."""


def add_output_kinds(parser: argparse.ArgumentParser) -> None:
    """The options that choose what is printed."""
    what = parser.add_argument_group("what is printed")
    what.add_argument(
        "--json",
        action="store_true",
        help="an object a line: text, words, alignment, derivation, features, with --nbest the N best",
    )
    what.add_argument(
        "--explain",
        nargs="?",
        const="text",
        choices=EXPLANATIONS,
        help="how each translation came about: tables as text (default), a page, or a picture",
    )
    what.add_argument(
        "--evidence",
        nargs="?",
        type=positive,
        const=3,
        metavar="N",
        help="for each phrase N sentence pairs that taught it, and N that speak against it (default: 3)",
    )
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


def check_output_kinds(arguments: argparse.Namespace) -> None:
    """Refuses kinds of output that cannot be printed together."""
    exclude(arguments, "json", ("explain", "segments"))
    exclude(arguments, "json", ("alignments",), "an object has its alignment")
    exclude(arguments, "explain", ("nbest", "alignments", "segments"))
    exclude(arguments, "segments", ("nbest", "alignments"))
    exclude(arguments, "evidence", ("explain", "nbest", "alignments", "segments"))
    demand(arguments, "repeats", "nbest")


class TranslationWriter:
    """Prints translations one by one; ``close`` when there are no more."""

    def __init__(
        self, out: IO[str], arguments: argparse.Namespace, model: Model, first: int = 0
    ) -> None:
        self._out, self._arguments, self._model = out, arguments, model
        self._pictures: list[TranslationData] = []
        self._number = first
        self.without_tree: list[int] = []
        """Lines, from 1, that the treelet decoder left to the phrase decoder."""
        if arguments.explain == "html":
            from dragoman.draw.page import page_head

            out.write(page_head("Translations explained"))

    def write(self, translation: Translation, times: Mapping[str, Time] | None = None) -> None:
        """Prints one, as data with what it took; pictures wait for the others, since a file holds one."""
        arguments = self._arguments
        if arguments.json:
            data: dict[str, Any] = {"line": self._number + 1, **translation.as_dict()}
            if arguments.evidence:
                found = self._model.evidence(translation, arguments.evidence)
                data["evidence"] = found.as_dict()["phrases"]
            if times is not None:
                data["seconds"] = {name: round(time.passed, 6) for name, time in times.items()}
            self._out.write(json.dumps(data, ensure_ascii=False) + "\n")
        elif arguments.evidence:
            self._out.write(f"{self._model.evidence(translation, arguments.evidence)}\n\n")
        elif arguments.explain:
            self._explain(translation)
        else:
            self._out.write(self._text(translation))
        self._number += 1
        if translation.outcome.fallback:
            self.without_tree.append(self._number)

    def flush(self) -> None:
        """Lets the reader of the output have what was printed."""
        self._out.flush()

    def take(self, text: str, lines: int, without_tree: list[int]) -> None:
        """Prints what another writer has made of the next lines."""
        self._out.write(text)
        self._number += lines
        self.without_tree += without_tree

    def _text(self, translation: Translation) -> str:
        from dragoman.forest.segmentation import segmented
        from dragoman.model.nbest import alignment_text, nbest_lines

        arguments = self._arguments
        if arguments.nbest:
            lines = nbest_lines(self._number, translation, alignments=arguments.alignments)
            return "".join(lines)
        if arguments.segments:
            return segmented(translation.derivation) + "\n"
        if arguments.alignments:
            return f"{translation.text} ||| {alignment_text(translation.alignment)}\n"
        return translation.text + "\n"

    def _explain(self, translation: Translation) -> None:
        if self._arguments.explain == "text":
            self._out.write(translation.explain() + "\n\n")
        elif self._arguments.explain == "svg":
            self._pictures.append(translation.as_dict())
        else:
            from dragoman.draw.page import page_section

            heading = f"{self._number + 1}. {translation.text}"
            self._out.write(page_section(heading, translation.as_dict(), translation.tree))

    def close(self) -> None:
        """Prints what ends the whole, and says which lines the treelet decoder left to the phrase decoder."""
        if self.without_tree:
            lines = ", ".join(map(str, self.without_tree[:MOST_LINES]))
            more = ", ..." if len(self.without_tree) > MOST_LINES else ""
            say(
                f"no tree was found for {len(self.without_tree)} of {self._number} sentences, or they are too long: "
                f"the phrase decoder translated them (lines {lines}{more})"
            )
        if self._arguments.explain == "html":
            from dragoman.draw.page import page_end

            self._out.write(page_end())
        elif self._pictures:
            from dragoman.draw.page import stacked

            self._out.write(stacked(self._pictures))
