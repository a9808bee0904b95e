"""Reading hypotheses, references, document identifiers and labels, and making sure that their lines match."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike

from dragoman.common.errors import ConfigError
from dragoman.io.files import display_name, read_lines


def read_texts(paths: Sequence[str | PathLike[str]]) -> list[list[str]]:
    """Return the lines of files; all must have the same number of lines.

    Args:
        paths: The files.
    """
    texts = [list(read_lines(path)) for path in paths]
    for path, text in zip(paths, texts, strict=True):
        if len(text) != len(texts[0]):
            raise ConfigError(
                f"{display_name(path)} has {len(text)} lines but {display_name(paths[0])} has "
                f"{len(texts[0])}: they must match line by line"
            )
    if texts and not texts[0]:
        raise ConfigError(f"{display_name(paths[0])} is empty: there is nothing to score")
    return texts


def groups_of(labels: Sequence[str]) -> dict[str, list[int]]:
    """The sentence numbers of every label, labels in the order of their first line."""
    groups: dict[str, list[int]] = {}
    for number, label in enumerate(labels):
        groups.setdefault(label.strip(), []).append(number)
    return groups
