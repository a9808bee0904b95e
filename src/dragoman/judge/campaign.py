"""A judging campaign, for the terminal and for the page: the next question for an annotator, and the answer."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dragoman.common.errors import ConfigError
from dragoman.judge.journal import JudgementJournal
from dragoman.judge.judgement import (
    CHOICES,
    Judgement,
    Material,
    SelectionOptions,
    draw_sentences,
    shown_order,
)

LONGEST_NAME = 100


@dataclass(frozen=True)
class Question:
    """One pair, without names."""

    sentence: int
    source: str | None
    reference: str
    left: str
    right: str
    done: int
    total: int


class Campaign:
    """Asks, and records answers.

    Args:
        material: The texts that are compared.
        options: Which sentences are drawn, and how many.
        journal: The file of answers; a campaign that was begun there is continued.
    """

    def __init__(self, material: Material, options: SelectionOptions, journal: Path) -> None:
        self.material = material
        self.seed = options.seed
        self.sentences = draw_sentences(material, options)
        self.journal = JudgementJournal.start(journal, material, options)

    def question(self, annotator: str) -> Question | None:
        """Return the next pair for this annotator; None when all are judged.

        Args:
            annotator: The name of who judges.
        """
        _check_name(annotator)
        left = self.journal.remaining(annotator, self.sentences)
        if not left:
            return None
        number = left[0]
        first, second = shown_order(self.seed, annotator, number)
        return Question(
            number,
            self.material.sources[number] if self.material.sources else None,
            self.material.references[number],
            self.material.systems[first][number],
            self.material.systems[second][number],
            len(self.sentences) - len(left),
            len(self.sentences),
        )

    def answer(self, annotator: str, sentence: int, choice: str) -> None:
        """Record left, right or equal.

        Args:
            annotator: The name of who judges.
            sentence: The number of the question's sentence.
            choice: ``left``, ``right`` or ``equal``.
        """
        _check_name(annotator)
        if choice not in CHOICES or sentence not in self.sentences:
            raise ConfigError(
                f"expected one of {', '.join(CHOICES)} for a sentence of the campaign"
            )
        order = shown_order(self.seed, annotator, sentence)
        winner = None if choice == "equal" else order[CHOICES.index(choice)]
        self.journal.add(Judgement(annotator, sentence, winner))


def _check_name(annotator: str) -> None:
    if not annotator.strip() or len(annotator) > LONGEST_NAME or not annotator.isprintable():
        raise ConfigError(
            f"an annotator needs a name of at most {LONGEST_NAME} characters, all of them printable"
        )
