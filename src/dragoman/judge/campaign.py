"""A judging campaign, for the terminal and for the page: the next question for an annotator, and the answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

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
        check_name(annotator)
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

    page = "judge"

    def ask(self, annotator: str) -> dict[str, Any] | None:
        """Return the next pair as the page shows it.

        Args:
            annotator: The name of who judges.
        """
        question = self.question(annotator)
        return None if question is None else asdict(question)

    def take(self, said: Mapping[str, Any]) -> str:
        """Record what the page sent, and return the annotator's name.

        Args:
            said: What the page sent: annotator, sentence and choice.
        """
        annotator, sentence, choice = map(said.get, ("annotator", "sentence", "choice"))
        if not isinstance(annotator, str) or type(sentence) is not int:
            raise ConfigError("expected annotator, sentence and choice")
        self.answer(annotator, sentence, str(choice))
        return annotator

    def answer(self, annotator: str, sentence: int, choice: str) -> None:
        """Record left, right or equal.

        Args:
            annotator: The name of who judges.
            sentence: The number of the question's sentence.
            choice: ``left``, ``right`` or ``equal``.
        """
        check_name(annotator)
        if choice not in CHOICES or sentence not in self.sentences:
            raise ConfigError(
                f"expected one of {', '.join(CHOICES)} for a sentence of the campaign"
            )
        order = shown_order(self.seed, annotator, sentence)
        winner = None if choice == "equal" else order[CHOICES.index(choice)]
        self.journal.add(Judgement(annotator, sentence, winner))


class AnyCampaign(Protocol):
    """What the page needs of a campaign."""

    @property
    def page(self) -> str:
        """The name of its page."""

    def ask(self, annotator: str) -> dict[str, Any] | None:
        """Return the next question for an annotator, or None; a ConfigError says what is wrong with the name.

        Args:
            annotator: The name.
        """

    def take(self, said: Mapping[str, Any]) -> str:
        """Record an answer and return the annotator's name; a ConfigError says what is wrong with it.

        Args:
            said: What the page sent.
        """


def check_name(annotator: str) -> None:
    """Refuses what is no name."""
    if not annotator.strip() or len(annotator) > LONGEST_NAME or not annotator.isprintable():
        raise ConfigError(
            f"an annotator needs a name of at most {LONGEST_NAME} characters, all of them printable"
        )
