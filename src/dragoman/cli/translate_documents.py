"""Documents for ``dragoman translate``: which files are read, where they are written, and in what order.

Everything that can go wrong before the first sentence is translated is said before: files that cannot be read, names
that clash, files that would be overwritten.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dragoman.cli.translate_output import TranslationWriter
from dragoman.common.errors import ConfigError, DragomanError
from dragoman.common.progress import note, progress, say
from dragoman.corpus.language import language_pair
from dragoman.io.files import STANDARD_STREAM, display_name
from dragoman.io.outputs import check_folder

if TYPE_CHECKING:
    from dragoman.documents import DocumentFile
    from dragoman.model import Model
    from dragoman.model.documents.usability import Usability

_LINES_ONLY: dict[str, object] = {
    "input": "-",
    "nbest": None,
    "repeats": False,
    "alignments": False,
    "segments": False,
    "conllu": None,
    "kbest_filter": 0,
    "docs": None,
    "constraints": None,
    "force": None,
    "markup": False,
    "plf": False,
}
"""Options for input that is one sentence a line, with their defaults."""


@dataclass(frozen=True)
class Job:
    """A document and where its translation goes."""

    source: str
    target: str


def add_documents(parser: argparse.ArgumentParser) -> None:
    """The options for documents."""
    group = parser.add_argument_group("documents")
    group.add_argument(
        "documents",
        nargs="*",
        metavar="DOCUMENT",
        help="documents and folders of documents instead of lines: text, Markdown, HTML, TMX, XLIFF, SGM, "
        "WMT's XML, docx; --output names the folder (for one document, the file) that they are written to",
    )
    group.add_argument(
        "--format",
        metavar="NAME",
        help="their format, if it is not to be found out; alone: of standard input",
    )
    group.add_argument(
        "--languages",
        metavar="DE-EN",
        help="source and target language, if the model does not know them",
    )
    group.add_argument(
        "--usability",
        metavar="FILE",
        help="write how sure the model is of each document, such as a chapter, and of each file",
    )
    group.add_argument("--overwrite", action="store_true", help="replace documents that are there")


def asked_for(arguments: argparse.Namespace) -> bool:
    """Whether documents are to be translated, not lines."""
    if arguments.documents or arguments.format:
        return True
    if arguments.overwrite or arguments.languages or arguments.usability:
        raise ConfigError(
            "--overwrite, --languages and --usability are for documents, and none is named"
        )
    return False


def run(arguments: argparse.Namespace, model: Model) -> int:
    """Translates all documents."""
    from dragoman.io.files import check_output
    from dragoman.model.documents.usability import usability, whole

    _check(arguments)
    if not model.text.tokenize and model.text.unit == "words":
        say(
            "the model was trained on tokenised text: in documents too, it takes what stands between blanks for words "
            "(tokenize = true in [preprocessing] makes one for raw text)"
        )
    languages = _languages(arguments, model)
    if arguments.explain or arguments.json:
        if arguments.usability:
            raise ConfigError("--usability is for documents that are written, not explained")
        return _explain(arguments, model, languages)
    jobs = plan(arguments.documents or [STANDARD_STREAM], arguments.output, arguments.overwrite)
    terms = model.terminology(arguments.terms) if arguments.terms else None
    files = _read(jobs, arguments.format, languages)
    if arguments.usability:
        check_output(arguments.usability)
    told: list[tuple[str, Usability]] = []
    for number, (job, file) in enumerate(files, 1):
        label = f"{display_name(job.source)} ({number} of {len(jobs)})"
        with progress(label) as report:
            result = model.translate_document(
                file,
                terms=terms,
                confidence=1.0 if arguments.usability else None,
                threads=arguments.threads,
                progress=report,
            )
        if job.target != STANDARD_STREAM:
            Path(job.target).parent.mkdir(parents=True, exist_ok=True)
        result.save(job.target)
        note(f"{display_name(job.source)}: {len(result)} sentences, written to {job.target}")
        if arguments.usability:
            parts = usability(result)
            name = display_name(job.source)
            told += [(name, one) for one in (*parts, whole("all", parts))]
    if arguments.usability:
        _write_usability(arguments.usability, told)
    return 0


def _write_usability(path: str, told: Sequence[tuple[str, Usability]]) -> None:
    from dragoman.io.files import open_output

    with open_output(path) as out:
        out.write("file\tdocument\tsentences\twords\tconfidence\tsure\tunknown\n")
        for name, one in told:
            figures = (
                f"{one.sentences}\t{one.words}\t{one.confidence:.3f}\t{one.sure:.3f}\t{one.unknown}"
            )
            out.write(f"{name}\t{one.document}\t{figures}\n")


def _explain(arguments: argparse.Namespace, model: Model, languages: tuple[str, str]) -> int:
    """Prints how the sentences of all documents were translated, in one file, instead of the documents."""
    from dragoman.io.files import open_output

    terms = model.terminology(arguments.terms) if arguments.terms else None
    names = [str(path) for document in arguments.documents for path, _ in _found(document)]
    jobs = [Job(name, arguments.output) for name in names or [STANDARD_STREAM]]
    if os.path.realpath(arguments.output) in map(os.path.realpath, names):
        raise ConfigError(f"{arguments.output} is a document to be translated; write elsewhere")
    files = _read(jobs, arguments.format, languages)
    with open_output(arguments.output) as out:
        writer = TranslationWriter(out, arguments, model)
        for _, file in files:
            found = model.translate_document(file, terms=terms, threads=arguments.threads)
            for segment in found:
                if segment.translation is not None:
                    writer.write(segment.translation)
        writer.close()
    return 0


def _check(arguments: argparse.Namespace) -> None:
    for name, default in _LINES_ONLY.items():
        if getattr(arguments, name) != default:
            option = f"--{name.replace('_', '-')}"
            raise ConfigError(f"{option} is for input of one sentence a line, not for documents")


def _languages(arguments: argparse.Namespace, model: Model) -> tuple[str, str]:
    if arguments.languages is None:
        return model.text.source_language, model.text.target_language
    return language_pair(arguments.languages)


def plan(documents: list[str], output: str, overwrite: bool) -> list[Job]:
    """What is read and where it is written; folders are searched for documents."""
    folder = output.endswith(os.sep) or Path(output).is_dir()
    if len(documents) == 1 and not Path(documents[0]).is_dir() and not folder:
        if output != STANDARD_STREAM:
            check_folder(Path(output).absolute().parent)
        jobs = [Job(documents[0], output)]
    else:
        if output == STANDARD_STREAM:
            raise ConfigError("several documents need --output FOLDER")
        if Path(output).exists() and not Path(output).is_dir():
            raise ConfigError(f"{output}: several documents need a folder, and this is none")
        jobs = [
            Job(str(path), str(Path(output) / name))
            for document in documents
            for path, name in _found(document, output)
        ]
        if not Path(output).is_dir():
            check_folder(Path(output).absolute().parent)
    _check_targets(jobs, overwrite)
    return jobs


def _found(document: str, output: str = STANDARD_STREAM) -> Iterator[tuple[Path, Path]]:
    """A document, or those in a folder, each with its name below the output.

    Translations written into the folder by an earlier run are no documents of it.
    """
    from dragoman.documents import SUFFIXES
    from dragoman.io.compression import uncompressed_suffix

    root = Path(document)
    if not root.is_dir():
        yield root, Path(root.name)
        return
    written = Path(output).resolve()
    inside = root.resolve()
    others = outside = 0
    found = False
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root)
        if path.is_symlink() and not path.resolve().is_relative_to(inside):
            outside += 1
            continue
        if path.is_dir() or any(part.startswith(".") for part in name.parts):
            continue
        if written != root.resolve() and written in path.resolve().parents:
            continue
        if uncompressed_suffix(path) in SUFFIXES and path.is_file():
            found = True
            yield path, name
        else:
            others += 1
    if not found:
        raise ConfigError(f"{document}: there are no documents in this folder")
    if others:
        what = "file that is no document is" if others == 1 else "files that are no documents are"
        say(f"{document}: {others} {what} left out")
    if outside:
        what = "link to somewhere else is" if outside == 1 else "links to somewhere else are"
        say(f"{document}: {outside} {what} left out")


def _check_targets(jobs: list[Job], overwrite: bool) -> None:
    sources = {os.path.realpath(job.source): job.source for job in jobs}
    targets: dict[str, str] = {}
    for job in jobs:
        if job.target == STANDARD_STREAM:
            continue
        place = os.path.realpath(job.target)
        if place in sources:
            raise ConfigError(
                f"{job.target} is a document to be translated; write to another folder"
            )
        if place in targets:
            raise ConfigError(
                f"{targets[place]} and {job.source} would both be written to {job.target}"
            )
        if Path(job.target).exists() and not overwrite:
            raise ConfigError(f"{job.target} is there already; --overwrite replaces it")
        targets[place] = job.source


def _read(
    jobs: list[Job], format: str | None, languages: tuple[str, str]
) -> Iterator[tuple[Job, DocumentFile]]:
    """The documents; all of them are read once before the first is yielded, to find those that cannot be."""
    from dragoman.documents import read

    if len(jobs) == 1:
        yield jobs[0], read(jobs[0].source, format, *languages)
        return
    problems = []
    for job in jobs:
        try:
            read(job.source, format, *languages)
        except DragomanError as error:
            problems.append(str(error))
        except OSError as error:
            problems.append(f"{job.source}: {error.strerror or error}")
    for problem in problems[:-1]:
        say(f"dragoman: {problem}")
    if problems:
        raise DragomanError(problems[-1])
    for job in jobs:
        yield job, read(job.source, format, *languages)
