"""One way in for every format of documents."""

from __future__ import annotations

import os
from importlib import import_module

from dragoman.common.errors import ConfigError
from dragoman.common.suggest import did_you_mean
from dragoman.documents.content import UNKNOWN, Content, read_bytes
from dragoman.documents.detection import FORMATS, detect
from dragoman.documents.file import DocumentFile
from dragoman.io.files import display_name

_READERS = {"text": "plain"}
"""Modules with another name than their format."""


def read(
    path: str | os.PathLike[str],
    format: str | None = None,
    language: str = UNKNOWN,
    target: str = UNKNOWN,
) -> DocumentFile:
    """Read a file; the format is found out unless it is given.

    ``language`` decides where sentences end, and which side of a bilingual file is read; ``target`` is the
    language that the file will be written in.

    Args:
        path: The file.
        format: Its format; None finds it out.
        language: The code of its language; decides where sentences end, and which side of a bilingual file is read.
        target: The code of the language that it will be written in.
    """
    return parse(Content(display_name(path), read_bytes(path), language, target), format)


def parse(content: Content, format: str | None = None) -> DocumentFile:
    """Read a document in memory.

    Args:
        content: The document.
        format: Its format; None finds it out.
    """
    if format is not None and format not in FORMATS:
        near = did_you_mean(format, FORMATS)
        raise ConfigError(f"there is no format '{format}'; known are {', '.join(FORMATS)}{near}")
    found = format or detect(content)
    module = import_module(f"dragoman.documents.{_READERS.get(found, found)}")
    file: DocumentFile = module.read(content)
    return file
