"""The sounds of the two languages: syllables with Zipfian frequencies, and a maker of distinct words."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

STEEPNESS = 1.2
"""At 1 the probability of a rank is close to 1 / (rank + 1.5); above, frequent words are more frequent."""


def zipf(random: Random, size: int) -> int:
    """A rank below ``size``, drawn with a probability that falls a little faster than 1 / rank."""
    return int((size + 1) ** random.random() ** STEEPNESS) - 1


@dataclass(frozen=True)
class Phonology:
    """Parts of syllables, the frequent ones first."""

    onsets: tuple[str, ...]
    clusters: tuple[str, ...]
    vowels: tuple[str, ...]
    codas: tuple[str, ...]
    """Ends of syllables inside a word; the last syllable of a stem always ends in one of ``finals``."""
    finals: tuple[str, ...]

    def syllable(self, random: Random, closed: bool) -> str:
        """One syllable; a closed one ends the stem."""
        onset = self.clusters if random.random() < 0.15 else self.onsets
        coda = ""
        if closed:
            coda = self.finals[zipf(random, len(self.finals))]
        elif random.random() < 0.25:
            coda = self.codas[zipf(random, len(self.codas))]
        return random.choice(onset) + self.vowels[zipf(random, len(self.vowels))] + coda


SOURCE = Phonology(
    onsets=("t", "k", "s", "m", "n", "l", "r", "v", "h", "d", "g", "b", "p", "f", "j", "w"),
    clusters=("st", "kr", "tr", "šl", "br", "kn", "gl", "šm", "dr", "kv", "pl", "fr", "šp", "gr"),
    vowels=("a", "e", "i", "o", "u", "ä", "au", "ei", "ö"),
    codas=("r", "n", "l", "s", "m", "k"),
    finals=("n", "r", "l", "k", "t", "s", "m", "rn", "ld", "nk", "g", "st", "lm", "f", "rš", "nd"),
)
TARGET = Phonology(
    onsets=("l", "t", "m", "s", "p", "r", "c", "n", "d", "v", "f", "b", "g", "z"),
    clusters=("tr", "pl", "br", "gl", "cr", "pr", "fl", "dr"),
    vowels=("a", "e", "i", "o", "u", "ia", "é", "io"),
    codas=("n", "r", "l", "s"),
    finals=("l", "r", "n", "t", "m", "s", "c", "d", "v", "nt", "p", "br", "st", "z", "g"),
)


class WordMaker:
    """Makes stems that differ from all earlier stems of the language; rarer words are longer."""

    def __init__(self, phonology: Phonology, random: Random, taken: set[str]) -> None:
        self.phonology = phonology
        self.random = random
        self.taken = taken

    def stem(self, rarity: float) -> str:
        """A new stem; ``rarity`` runs from 0 (short) to 1 (long)."""
        while True:
            chance = self.random.random
            syllables = 1 + (chance() < 0.3 + rarity) + (chance() < 0.5 * rarity * rarity)
            parts = [
                self.phonology.syllable(self.random, closed=k == syllables - 1)
                for k in range(syllables)
            ]
            word = "".join(parts)
            if len(word) > 2 and word not in self.taken:
                self.taken.add(word)
                return word
