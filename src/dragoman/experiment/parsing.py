"""The parser of an experiment's model: what stages depend on, and models opened with it.

One of ours lies in the model. One of another package is brought again by every stage: the experiment names it, and its
author runs it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dragoman.experiment.config import Experiment
from dragoman.io.manifest import MANIFEST
from dragoman.model import Model
from dragoman.model.source_parser import SourceParser

PARSER = "parser"


def parser_facts(experiment: Experiment) -> dict[str, Any]:
    """Return what the untuned model depends on beside the parser's file."""
    name = experiment.model.parser
    return {} if name is None else {PARSER: name}


def parser_files(experiment: Experiment, base: Path) -> dict[str, Path]:
    """Return the parser's file, if it has one; the description of one of ours has the checksums of all its files."""
    if experiment.model.parser is None:
        return {}
    path = base / experiment.model.parser
    if path.is_dir():
        return {PARSER: path / MANIFEST}
    return {PARSER: path} if path.is_file() else {}


def named_parser(experiment: Experiment, inputs: Mapping[str, Path]) -> SourceParser | None:
    """Open the parser that the experiment names."""
    name = experiment.model.parser
    if name is None:
        return None
    path = inputs.get(PARSER)
    if path is None:
        return SourceParser.of(name)
    return SourceParser.of(path.parent if path.name == MANIFEST else path)


def open_model(experiment: Experiment, path: Path, inputs: Mapping[str, Path]) -> Model:
    """Open a model that an earlier stage made, with the parser that the experiment names."""
    model = Model.open(path, bounds=None)
    if model.awaits_parser:
        model.parser = named_parser(experiment, inputs)
    return model
