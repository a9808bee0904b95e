"""Translations for the words of a sentence that no rule has, as demands that compete with nothing.

    unseen = UnseenWords.train(options, ("de", "en"), sources, pairs)
    sentences = unseen.with_guesses(sentences, rules, targets)

A guess is a zone (``search.Zone``), as terms and markup make them: all decoders know what to do with it. Its ``origin``
says what it is: explanations call it a number, a form or a name, and not a phrase that was learned. A word is unseen if
the text that the rules come from does not have it; words that are demanded otherwise, and lattices, stay as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from dragoman.common.errors import ModelError
from dragoman.grammar import RuleSource, RuleTable
from dragoman.grammar.rule import COUNT_COLUMNS, SCORE_COLUMNS
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.io.saved import Saved
from dragoman.search import Input, Zone
from dragoman.settings.setting_error import SettingError
from dragoman.unseen.names import Names
from dragoman.unseen.numbers import NumberRules
from dragoman.unseen.options import UnseenOptions
from dragoman.unseen.spellings import Spellings
from dragoman.unseen.word_forms import WordForms

OPTIONS, FORMS, SPELLINGS, NAMES = "options", "forms.tsv", "spellings.tsv", "names"
MOST = 3
"""Translations of a form, and spellings of a name, that compete."""
LEAST_SHARE = 0.2
"""They have at least this part of the probability of the best."""
LEAST_LETTERS = 3
"""Of a spelling, which also has half the letters of the word: shorter ones are chance."""
MOST_FORMS = 4
"""Known forms of a word whose translations are looked at."""


@dataclass(frozen=True)
class Guess:
    """Translations of a word that was never seen."""

    origin: str
    translations: tuple[tuple[str, ...], ...]
    probability: float = 1.0
    """How sure it is that the word is of this kind."""


class UnseenWords(Saved):
    """What guesses are made with. It never changes; threads may share it.

    Args:
        options: What is done.
        languages: Source and target, for numbers.
        forms: Suffixes that alternate, if other forms are looked for.
        names: How names are written, if there were enough to learn it from.
        spellings: Words that have other spellings, if other forms are looked for.
    """

    KIND = "unseen-words"

    def __init__(
        self,
        options: UnseenOptions,
        languages: tuple[str, str],
        forms: WordForms | None = None,
        names: Names | None = None,
        spellings: Spellings | None = None,
    ) -> None:
        self.options, self.languages = options, languages
        self._forms, self._names, self._spellings = forms, names, spellings
        self._numbers = NumberRules(*languages) if options.numbers else None

    @classmethod
    def train(
        cls,
        options: UnseenOptions,
        languages: tuple[str, str],
        vocabulary: Callable[[], Iterable[str]],
        linked: Callable[[], Sequence[tuple[str, str]]],
    ) -> UnseenWords:
        """Learn what the options ask for.

        Args:
            options: What is done.
            languages: Source and target.
            vocabulary: Returns the words of the source side.
            linked: Returns pairs of linked words, each once, the surest first.
        """
        forms = WordForms.train(vocabulary()) if options.forms else None
        spellings = Spellings.train(vocabulary()) if options.forms else None
        names = Names.train(linked()) if options.names else None
        return cls(options, languages, forms, names, spellings)

    @classmethod
    def _read(cls, artifact: Artifact) -> Self:
        languages = artifact.names("languages")
        if len(languages) != 2:
            raise ModelError("expected two languages")
        try:
            options = UnseenOptions.from_table(artifact.table(OPTIONS))
        except SettingError as fault:
            raise ModelError(fault.sentence(OPTIONS)) from None
        forms = WordForms.open(artifact.path / FORMS) if options.forms else None
        spellings = Spellings.open(artifact.path / SPELLINGS) if options.forms else None
        has_names = artifact.settings.get(NAMES) is True
        names = Names.component(artifact, NAMES) if has_names else None
        return cls(options, (languages[0], languages[1]), forms, names, spellings)

    def _write(self, out: ArtifactWriter) -> None:
        out.settings["languages"] = list(self.languages)
        out.tables[OPTIONS] = self.options.as_table()
        if self._forms is not None:
            self._forms.save(out.file(FORMS))
            (self._spellings or Spellings({})).save(out.file(SPELLINGS))
        if self._names is not None:
            out.settings[NAMES] = True
            out.component(NAMES, self._names)

    def with_guesses(
        self,
        sentences: Sequence[Input],
        rules: RuleSource,
        targets: Callable[[str], bool],
        threads: int = 1,
    ) -> list[Input]:
        """Return the sentences with translations of their unseen words.

        Args:
            sentences: What is translated.
            rules: The rules of the model.
            targets: Whether a word of the target language is known: such a spelling is the better one.
            threads: How many threads work; the result does not depend on it.
        """
        known = known_words(rules)
        unseen = dict.fromkeys(
            word for one in sentences for _, word in _free(one) if not known(word)
        )
        if not unseen:
            return list(sentences)
        guesses = self._guesses(unseen, known, rules, targets, threads)
        return [_with_zones(one, guesses) for one in sentences]

    def _guesses(
        self,
        words: Collection[str],
        known: Callable[[str], bool],
        rules: RuleSource,
        targets: Callable[[str], bool],
        threads: int,
    ) -> dict[str, Guess]:
        """For each word what is made of it, if anything: the first kind that fits."""
        found: dict[str, Guess] = {}
        if self._numbers is not None:
            for word in words:
                if written := self._numbers(word):
                    found[word] = Guess("number", tuple((one,) for one in written))
        if self._forms is not None:
            left = [word for word in words if word not in found]
            forms = {word: self._known_forms(word, known)[:MOST_FORMS] for word in left}
            found |= _of_forms(forms, rules, threads)
        if self._names is not None:
            for word in words:
                if word not in found and (guess := self._name(word, targets)) is not None:
                    found[word] = guess
        return found

    def _known_forms(self, word: str, known: Callable[[str], bool]) -> list[str]:
        """Other spellings of the word, or else other forms of it."""
        assert self._forms is not None
        spellings = self._spellings.known(word, known) if self._spellings is not None else []
        return spellings or self._forms.known_forms(word, known)

    def _name(self, word: str, targets: Callable[[str], bool]) -> Guess | None:
        assert self._names is not None
        spellings = self._names.written(word)
        if not spellings:
            return None
        least = LEAST_SHARE * spellings[0].probability
        shortest = max(LEAST_LETTERS, len(word) / 2)
        alike = [one for one in spellings if one.probability >= least and len(one.word) >= shortest]
        chosen = [one for one in alike if targets(one.word)]
        if not chosen and not self._names.one_script:
            chosen = alike[:1]  # in one script, a name that nobody knows is best left as it is
        share = sum(one.probability for one in chosen)
        return Guess("name", tuple((one.word,) for one in chosen[:MOST]), share) if chosen else None


def known_words(rules: RuleSource) -> Callable[[str], bool]:
    """Return what tells whether the text that rules come from has a source word.

    Args:
        rules: The rules.
    """
    growing = rules.growing
    if growing is None:
        vocabulary = rules.rules_for([]).native.source_vocabulary
        return lambda word: vocabulary.find(word) is not None
    texts = growing.indexed()
    seen: dict[str, bool] = {}

    def known(word: str) -> bool:
        if word not in seen:
            seen[word] = any(text.places([[word]], 1)[0] for text in texts)
        return seen[word]

    return known


def _of_forms(
    forms: Mapping[str, Sequence[str]], rules: RuleSource, threads: int
) -> dict[str, Guess]:
    """The translations that the known forms of each word have most often, all forms together."""
    asked = sorted({form for found in forms.values() for form in found})
    if not asked:
        return {}
    table = rules.rules_for([[form] for form in asked], threads)
    known = {form: _translations(table, form) for form in asked}
    guesses = {}
    for word, found in forms.items():
        pooled: Counter[tuple[str, ...]] = Counter()
        for form in found:
            pooled.update(known[form])
        if pooled:
            ranked = sorted(pooled.items(), key=lambda one: (-one[1], one[0]))[:MOST]
            least = LEAST_SHARE * ranked[0][1]
            chosen = tuple(words for words, count in ranked if count >= least)
            share = sum(pooled[words] for words in chosen) / pooled.total()
            guesses[word] = Guess("form", chosen, share)
    return guesses


def _translations(table: RuleTable, word: str) -> dict[tuple[str, ...], float]:
    """How often a word of a table was seen with each of its translations, by their probabilities."""
    number = table.native.source_vocabulary.find(word)
    if number is None:
        return {}
    first, last = table.native.find([number])
    ends, symbols = table.array("target_first"), table.array("target_symbols")
    seen = table.array("counts")[first:last, COUNT_COLUMNS.index("source")]
    shares = np.exp(table.array("scores")[first:last, SCORE_COLUMNS.index("phrase_direct")])
    name = table.native.target_vocabulary.word
    found: dict[tuple[str, ...], float] = {}
    for k in range(last - first):
        target = symbols[int(ends[first + k]) : int(ends[first + k + 1])].tolist()
        if target and min(target) >= 0:
            found[tuple(map(name, target))] = float(seen[k] * shares[k])
    return found


def _free(sentence: Input) -> list[tuple[int, str]]:
    """The words that nothing is demanded of."""
    if sentence.lattice is not None:
        return []
    taken = {word for zone in sentence.zones for word in range(zone.begin, zone.end)}
    return [(n, word) for n, word in enumerate(sentence.tokens) if n not in taken]


def _with_zones(sentence: Input, guesses: Mapping[str, Guess]) -> Input:
    """The sentence with its guesses; a reference may have kept a word as it is, where a translation would not."""
    forced = sentence.reference is not None or bool(sentence.references)
    zones = [
        Zone(n, n + 1, _ways(guess, word, forced), False, guess.origin, guess.probability)
        for n, word in _free(sentence)
        if (guess := guesses.get(word)) is not None
    ]
    return replace(sentence, zones=[*sentence.zones, *zones]) if zones else sentence


def _ways(guess: Guess, word: str, forced: bool) -> Sequence[tuple[str, ...]]:
    return tuple(dict.fromkeys([*guess.translations, (word,)])) if forced else guess.translations
