"""The shapes of what metrics compare, those of sacreBLEU: a text, and reference texts of the same length.

Shapes that look right and are not (references by sentence, or one text where a list of texts belongs) would give a
wrong score, so they are refused.
"""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.common.errors import ConfigError

Stream = Sequence[str | None]
"""A reference text. None stands for a sentence that it lacks."""

_REFERENCES = "references are a list of texts, each a list with one reference for every hypothesis"


def by_sentence(hypotheses: Sequence[str], references: Sequence[Stream]) -> list[tuple[str, ...]]:
    """Return the references of every hypothesis; refuse shapes that are not sacreBLEU's."""
    if isinstance(hypotheses, str):
        raise ConfigError("hypotheses are a list of sentences; for one sentence use sentence_score")
    if isinstance(references, str) or any(isinstance(stream, str) for stream in references):
        raise ConfigError(f"{_REFERENCES}; got a string: write [references] for one text")
    if not references:
        raise ConfigError("there are no references to score with")
    for number, stream in enumerate(references):
        if len(stream) != len(hypotheses):
            raise ConfigError(
                f"{_REFERENCES}: references[{number}] has {len(stream)} sentences "
                f"but there are {len(hypotheses)} hypotheses"
            )
    found = []
    for number, (hypothesis, *its) in enumerate(zip(hypotheses, *references, strict=True)):
        there = tuple(one for one in its if one is not None)
        if not isinstance(hypothesis, str) or not all(isinstance(one, str) for one in there):
            raise ConfigError(f"sentence {number}: hypotheses and references are strings")
        if not there:
            raise ConfigError(f"sentence {number} has no reference")
        found.append(there)
    return found


def check_sentence(hypothesis: str, references: Sequence[str]) -> None:
    """Refuse what is not one sentence and a list of its references."""
    if not isinstance(hypothesis, str):
        raise ConfigError("the hypothesis is one string; for a text use corpus_score")
    if isinstance(references, str) or not all(isinstance(one, str) for one in references):
        raise ConfigError("the references of a sentence are a list of strings")
    if not references:
        raise ConfigError("there are no references to score with")


def reference_count(references: Sequence[Stream]) -> int:
    """Return how many references a sentence has; -1 if that varies, which sacreBLEU's signature calls ``var``."""
    counts = {sum(one is not None for one in its) for its in zip(*references, strict=True)}
    return counts.pop() if len(counts) == 1 else -1
