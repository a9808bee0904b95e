"""The first stage: training text tokenised, cased and cleaned, document ids kept in step.

How the text was prepared is kept with it; later stages and the model take it from there.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from dragoman.cluster.preparation import Pair, prepared
from dragoman.common.errors import FormatError
from dragoman.common.warning import warn
from dragoman.corpus.cleaning import Cleaner
from dragoman.corpus.identification import looks_raw
from dragoman.corpus.parallel import read_parallel
from dragoman.corpus.preparation import TextPreparation
from dragoman.experiment.config import Preprocessing
from dragoman.experiment.layout import DOCS, KEPT, SOURCE, TARGET, TEXT
from dragoman.experiment.resources import Resources
from dragoman.io.files import display_name, open_output, read_lines

DICTIONARY = "dictionary"
"""The input that is a list of terms."""
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
        text = text.learn_case(read_lines(inputs["source"]), read_lines(inputs["target"]))
    if settings.split_compounds:
        text = text.learn_compounds(read_lines(inputs["source"]))
    facts = text.write(lambda name: output / name)
    (output / TEXT).write_text(json.dumps(facts, indent=1), encoding="utf-8")
    if not settings.tokenize and settings.unit == "words":
        _warn_of_raw_text(inputs)
    cleaner = Cleaner(settings)
    faults: Counter[str | None] = Counter()
    with (
        open_output(output / SOURCE) as source,
        open_output(output / TARGET) as target,
        open_output(output / DOCS) as docs,
        open_output(output / KEPT) as kept,
    ):
        for number, (left, right, document) in enumerate(
            _prepared(text, inputs, output, resources or Resources())
        ):
            fault = cleaner.fault((left, right))
            faults[fault] += 1
            if fault is None:
                source.write(left + "\n")
                target.write(right + "\n")
                docs.write(document + "\n")
                kept.write(f"{number}\n")
    if 2 * faults[None] < faults.total():
        _warn_of_dropped_pairs(faults)


def _warn_of_raw_text(inputs: Mapping[str, Path]) -> None:
    for side in ("source", "target"):
        if looks_raw(islice(read_lines(inputs[side]), SEEN_LINES)):
            warn(
                f"{inputs[side]}: punctuation is not separated from the words; "
                "tokenize = true in [preprocessing] would do it"
            )


def _warn_of_dropped_pairs(faults: Counter[str | None]) -> None:
    """Most pairs were dropped: probably the settings do not fit the text."""
    why = ", ".join(f"{name} {count:,}" for name, count in faults.most_common() if name)
    warn(
        f"only {faults[None]:,} of {faults.total():,} training pairs are used; the others are: {why} "
        "(limits in [preprocessing])"
    )


def _prepared(
    text: TextPreparation, inputs: Mapping[str, Path], output: Path, resources: Resources
) -> Iterator[Pair]:
    if resources.cluster.spark is None:
        for source, target, document in _pairs(inputs):
            yield text.source(source), text.target(target), document
        return
    with (
        TemporaryDirectory(prefix=".dragoman-", dir=output) as place,
        resources.engine() as engine,
    ):
        yield from prepared(engine, text, _pairs(inputs), Path(place))


def _pairs(inputs: Mapping[str, Path]) -> Iterator[Pair]:
    for sentence in read_parallel(inputs["source"], [inputs["target"]], inputs.get("docs")):
        yield sentence.source, sentence.target, sentence.document
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
