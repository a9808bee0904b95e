"""Which child is the head of a constituent: rules in a file, a table for each treebank.

    rules = HeadRules.named("english")          # or HeadRules.read("my-rules.txt")
    rules.head("NP", ["DT", "NN", "PP"])        # 1

A line of the file is a label and steps with semicolons between them. A step is a side and labels. It looks for its
labels one after the other, from its side on; labels joined by bars are looked for together. The first child that is
found is the head. If there is none, it is the outermost child on the side of the last step that is no punctuation.

    ADVP right RB RBR RBS
    NP right NN|NNS|NNP ; left NP ; right

The label ``*`` stands for all that have no line. ``@punctuation`` lists tags that are heads only where there is
nothing else. ``@coordination`` lists labels of conjunctions: if a conjunction stands directly before the head, the
head is the conjunct before it (Collins 1999).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from importlib import resources
from typing import NamedTuple

from dragoman.common.errors import ConfigError, FormatError
from dragoman.common.suggest import did_you_mean
from dragoman.io.files import display_name, read_lines

_SIDES = ("left", "right")
_OTHERS = "*"


class Step(NamedTuple):
    """Groups of labels, looked for one after the other from one side on."""

    from_left: bool
    groups: tuple[frozenset[str], ...]


class HeadRules:
    """The rules of one treebank; made by ``HeadRules.named`` or ``HeadRules.read``."""

    def __init__(
        self,
        steps: dict[str, tuple[Step, ...]],
        punctuation: frozenset[str] = frozenset(),
        conjunctions: frozenset[str] = frozenset(),
    ) -> None:
        self.steps = steps
        self.punctuation = punctuation
        self.conjunctions = conjunctions
        self._others = steps.get(_OTHERS, (Step(True, ()),))

    @classmethod
    def named(cls, name: str) -> HeadRules:
        """Return the rules of a name that come with the package.

        Args:
            name: The name, such as ``english``.
        """
        folder = resources.files("dragoman.grammar.treelet").joinpath("heads")
        known = sorted(file.name.removesuffix(".txt") for file in folder.iterdir())
        if name not in known:
            hint = did_you_mean(name, known)
            raise ConfigError(
                f"there are no head rules '{name}'{hint} (there are {', '.join(known)})"
            )
        text = folder.joinpath(f"{name}.txt").read_text(encoding="utf-8")
        return cls.parse(text.split("\n"), f"{name}.txt")

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> HeadRules:
        """Return the rules of a file.

        Args:
            path: The file.
        """
        return cls.parse(read_lines(path), display_name(path))

    @classmethod
    def parse(cls, lines: Iterable[str], name: str = "") -> HeadRules:
        """Return the rules in lines of text.

        Args:
            lines: The lines.
            name: What messages call the file.
        """
        steps: dict[str, tuple[Step, ...]] = {}
        lists: dict[str, frozenset[str]] = {
            "@punctuation": frozenset(),
            "@coordination": frozenset(),
        }
        for number, line in enumerate(lines, 1):
            first, *rest = line.split() or ["#"]
            if first.startswith("#"):
                continue
            if first in lists:
                lists[first] = frozenset(rest)
                continue
            try:
                if first in steps:
                    raise ConfigError(f"the label {first} has rules already")
                steps[first] = _steps(" ".join(rest))
            except ConfigError as error:
                raise FormatError(str(error), name, number) from None
        return cls(steps, lists["@punctuation"], lists["@coordination"])

    def head(self, label: str, children: Sequence[str]) -> int:
        """Return the position of the head among the labels of the children.

        Args:
            label: The label of the parent.
            children: The labels of the children.
        """
        place = self._found(self.steps.get(label, self._others), children)
        if place > 1 and children[place - 1] in self.conjunctions:
            for before in range(place - 2, -1, -1):
                if children[before] not in self.punctuation | self.conjunctions:
                    return before
        return place

    def _found(self, steps: Sequence[Step], children: Sequence[str]) -> int:
        for step in steps:
            places = range(len(children)) if step.from_left else range(len(children) - 1, -1, -1)
            for group in step.groups:
                for place in places:
                    if children[place] in group:
                        return place
        outermost = [place for place in places if children[place] not in self.punctuation]
        return outermost[0] if outermost else places[0]


def _steps(text: str) -> tuple[Step, ...]:
    steps = []
    for part in text.split(";"):
        side, *labels = part.split() or [""]
        if side not in _SIDES:
            raise ConfigError(f"expected left or right before labels, found '{side[:40]}'")
        groups = tuple(frozenset(label.split("|")) for label in labels)
        steps.append(Step(side == "left", groups))
    return tuple(steps)
