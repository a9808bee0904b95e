"""The parser of an experiment's model: what stages depend on, and models opened with it.

One of ours lies in the model. One of another package is brought again by every stage: the experiment names it, and its
author runs it.
"""

from __future__ import annotations

from pathlib import Path

from dragoman.experiment.stages import Inputs
from dragoman.io.manifest import MANIFEST
from dragoman.model import Model
from dragoman.model.source_parser import SourceParser

PARSER = "parser"


def parser_files(name: str | None, base: Path) -> dict[str, Path]:
    """Return the parser's file, if it has one; the description of one of ours has the checksums of all its files."""
    if name is None:
        return {}
    path = base / name
    if path.is_dir():
        return {PARSER: path / MANIFEST}
    return {PARSER: path} if path.is_file() else {}


def named_parser(name: str | None, inputs: Inputs) -> SourceParser | None:
    """Open the parser that the experiment names."""
    if name is None:
        return None
    path = inputs.get(PARSER)
    if path is None:
        return SourceParser.of(name)
    return SourceParser.of(path.parent if path.name == MANIFEST else path)


def open_model(parser: str | None, path: Path, inputs: Inputs) -> Model:
    """Open a model that an earlier stage made, with the parser that the experiment names."""
    model = Model.open(path, bounds=None)
    if model.awaits_parser:
        model.parser = named_parser(parser, inputs)
    return model
