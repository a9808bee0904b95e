"""The first stage: training text tokenised, cased and cleaned, document ids kept in step.

How the text was prepared is kept with it; later stages and the model take it from there.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from dragoman.cluster.preparation import Pair, prepared
from dragoman.common.errors import FormatError
from dragoman.common.warning import warn
from dragoman.corpus.bad_lines import BadLines, good_texts
from dragoman.corpus.cleaning import Cleaner
from dragoman.corpus.identification import looks_raw
from dragoman.corpus.preparation import TextPreparation
from dragoman.experiment.config import Preprocessing
from dragoman.experiment.layout import BAD, DOCS, KEPT, SOURCE, TARGET, TEXT
from dragoman.experiment.resources import Resources
from dragoman.io.files import display_name, open_output, read_lines

DICTIONARY = "dictionary"
"""The input that is a list of terms."""
SIDES = ("source", "target")
SEEN_LINES = 1000
"""Lines that are looked at to tell whether a text is tokenised."""


def prepare_training(
    settings: Preprocessing,
    output: Path,
    inputs: Mapping[str, Path],
    resources: Resources | None = None,
) -> None:
    """Writes ``source.txt``, ``target.txt``, ``docs.txt``, and how they were prepared."""
    text = TextPreparation(
        settings.tokenize,
        settings.source_language,
        settings.target_language,
        settings.lowercase,
        settings.unit,
    )
    if settings.truecase and not settings.lowercase:
        text = text.learn_case(*(good_texts(inputs[side], side) for side in SIDES))
    if settings.unite_spellings:
        text = text.learn_spellings(good_texts(inputs["source"], "source"))
    if settings.split_compounds:
        text = text.learn_compounds(good_texts(inputs["source"], "source"))
    facts = text.write(lambda name: output / name)
    (output / TEXT).write_text(json.dumps(facts, indent=1), encoding="utf-8")
    if not settings.tokenize and settings.unit == "words":
        _warn_of_raw_text(inputs)
    cleaner = Cleaner(settings)
    bad = BadLines(settings.bad_lines, output / BAD)
    faults: Counter[str | None] = Counter()
    with (
        open_output(output / SOURCE) as source,
        open_output(output / TARGET) as target,
        open_output(output / DOCS) as docs,
        open_output(output / KEPT) as kept,
    ):
        for number, (left, right, document) in enumerate(
            _prepared(text, _pairs(inputs, bad), output, resources or Resources())
        ):
            fault = cleaner.fault((left, right))
            faults[fault] += 1
            if fault is None:
                source.write(left + "\n")
                target.write(right + "\n")
                docs.write(document + "\n")
                kept.write(f"{number}\n")
    bad.warn()
    faults["empty"] -= bad.count  # they went along as empty pairs
    faults["bad line"] = bad.count
    if 2 * faults[None] < faults.total():
        _warn_of_dropped_pairs(faults)


def _warn_of_raw_text(inputs: Mapping[str, Path]) -> None:
    for side in SIDES:
        if looks_raw(islice(good_texts(inputs[side], side), SEEN_LINES)):
            warn(
                f"{inputs[side]}: punctuation is not separated from the words; "
                "tokenize = true in [preprocessing] would do it"
            )


def _warn_of_dropped_pairs(faults: Counter[str | None]) -> None:
    """Most pairs were dropped: probably the settings do not fit the text."""
    found = faults.most_common()
    why = ", ".join(f"{name} {count:,}" for name, count in found if name and count)
    warn(
        f"only {faults[None]:,} of {faults.total():,} training pairs are used; the others are: {why} "
        "(limits in [preprocessing])"
    )


def _prepared(
    text: TextPreparation, pairs: Iterable[Pair], output: Path, resources: Resources
) -> Iterator[Pair]:
    if resources.cluster.spark is None:
        for source, target, document in pairs:
            yield text.source(source), text.target(target), document
        return
    with (
        TemporaryDirectory(prefix=".dragoman-", dir=output) as place,
        resources.engine() as engine,
    ):
        yield from prepared(engine, text, pairs, Path(place))


def _pairs(inputs: Mapping[str, Path], bad: BadLines) -> Iterator[Pair]:
    columns = {"source": "source", "target": "target", "docs": "document"}
    given = [name for name in columns if name in inputs]
    for source, target, *document in bad.read(
        [inputs[name] for name in given], [columns[name] for name in given]
    ):
        yield source, target, document[0].strip() if document else ""
    if DICTIONARY in inputs:
        for source, target in read_entries(inputs[DICTIONARY]):
            yield source, target, ""


def read_entries(path: Path) -> Iterator[tuple[str, str]]:
    """The entries of a dictionary, of one word or of several; a count is for the aligner."""
    for number, line in enumerate(read_lines(path), 1):
        if not line.strip():
            continue
        fields = line.split("\t")
        if len(fields) not in (2, 3) or not fields[0].strip() or not fields[1].strip():
            raise FormatError(
                "expected source TAB target, or with TAB and a count", display_name(path), number
            )
        yield fields[0], fields[1]


def read_preparation(corpus: Path) -> TextPreparation:
    """How the training text in a stage's directory was prepared."""
    return TextPreparation.read(json.loads((corpus / TEXT).read_text(encoding="utf-8")), corpus)
