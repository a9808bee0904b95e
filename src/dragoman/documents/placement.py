"""Which tags are around which words of a translation."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from dragoman.documents.inline import ALONE, OPEN, Segment, Span
from dragoman.documents.tag_tree import Pair, Path, TagTree, shared


@dataclass(frozen=True)
class Target:
    """A translation in words."""

    words: Sequence[str]
    spaces: Sequence[bool]
    """Whether there is a space before the word."""
    links: Sequence[Sequence[int]]
    """The source words of every word."""
    copies: Collection[int] = ()
    """The words that are their (one) source word itself, untranslated."""


class Placement:
    """Which tags are around which words of the translation."""

    def __init__(self, segment: Segment, spans: Sequence[Span], target: Target) -> None:
        self.segment, self.spans, self.target = segment, spans, target
        self.tree = TagTree(segment)
        self.paths = self._target_paths()
        where = self._where()
        for number, pair in self.tree.pairs.items():
            if not pair.opening.split:
                words = [i for i in where.get(number, ()) if number in self.paths[i]]
                self._make_contiguous(number, pair, words)
        self.inner = self._tags_inside_words()
        """For copied words with tags inside: what is open at their begin and at their end."""

    def source_of(self, i: int) -> int | None:
        """The source word of a copied word."""
        return self.target.links[i][0] if i in self.target.copies else None

    def _target_paths(self) -> list[Path]:
        """The tags around most of a word's source words. One without any gets what its neighbours share."""
        source = self.tree.paths(self.spans)
        found: list[Path | None] = []
        for links in self.target.links:
            votes: dict[Path, int] = {}
            for link in links:
                votes[source[link]] = votes.get(source[link], 0) + 1
            found.append(max(votes, key=lambda path: votes[path]) if votes else None)
        paths: list[Path] = []
        for path in found:
            paths.append(path if path is not None else paths[-1] if paths else ())
        after: Path = ()
        for i in reversed(range(len(found))):
            path = found[i]
            after = path if path is not None else after
            if path is None:
                paths[i] = shared(paths[i], after)
        return paths

    def _where(self) -> dict[int, list[int]]:
        """The words of every pair."""
        where: dict[int, list[int]] = {}
        for i, path in enumerate(self.paths):
            for number in path:
                where.setdefault(number, []).append(i)
        return where

    def _make_contiguous(self, number: int, pair: Pair, own: list[int]) -> None:
        """For a pair that may not be split: takes in words between its own, or leaves out words that are far away."""
        missing = own[-1] - own[0] + 1 - len(own) if own else 0
        if not missing:
            return
        if missing <= max(3, len(own)):
            between = [i for i in range(own[0], own[-1]) if number not in self.paths[i]]
            if all(self.paths[i] == pair.path for i in between):
                for i in between:
                    self.paths[i] = (*pair.path, number)
                return
        runs: list[list[int]] = [[]]
        for i in own:
            if runs[-1] and runs[-1][-1] + 1 < i:
                runs.append([])
            runs[-1].append(i)
        longest = max(runs, key=len)
        for run in runs:
            if run is not longest:
                for i in run:
                    self.paths[i] = pair.path

    def _tags_inside_words(self) -> dict[int, tuple[Path, Path]]:
        """Tags inside a word stay there if all other words of their pairs are directly beside it."""
        inner: dict[int, tuple[Path, Path]] = {}
        first = {self.target.links[i][0]: i for i in sorted(self.target.copies, reverse=True)}
        copies = [i for word, i in first.items() if self.tree.inside(self.spans[word])]
        if not copies:
            return inner
        where = self._where()
        for i in copies:
            inside = self.tree.inside(self.spans[self.target.links[i][0]])
            entry, leave = self.tree.before(inside[0]), self.tree.after(inside[-1])
            here = {self.tree.tags[index][1].pair for index in inside}
            around = [n for n in entry if n not in here]
            if around == [n for n in self.paths[i] if n not in here] and all(
                self._fits(index, i, inside, where) for index in inside
            ):
                inner[i] = entry, leave
        return inner

    def _fits(self, index: int, word: int, inside: range, where: dict[int, list[int]]) -> bool:
        """Whether a tag inside a word can stay there: its pair has no words but this one and those that follow on."""
        tag = self.tree.tags[index][1]
        if tag.side == ALONE:
            return True
        pair, own = self.tree.pairs[tag.pair], where.get(tag.pair, [])
        if pair.begin in inside and pair.end in inside:
            return own in ([], [word])
        source = self.target.links[word][0]
        if not own and tag.side == OPEN:
            last = source + 1 == len(self.spans)
            return last or self.tree.tags[pair.end][0] <= self.spans[source + 1][0]
        if not own:
            return source == 0 or self.tree.tags[pair.begin][0] >= self.spans[source - 1][1]
        if own[-1] - own[0] + 1 != len(own):
            return False
        return own[0] in (word, word + 1) if tag.side == OPEN else own[-1] in (word, word - 1)
