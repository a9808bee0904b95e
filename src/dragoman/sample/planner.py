"""Plans what the sentences of a document say.

A document has a topic, which makes some nouns frequent, a register, which decides between the translations of
its terms, and a memory of what was mentioned. A sentence starts as a bare clause and grows, a phrase at a
time, to about the length that was drawn for it.
"""

from __future__ import annotations

from random import Random

from dragoman.sample.dictionary import CLASSES, TOPICS, Adjective, Dictionary, Noun, Verb
from dragoman.sample.function_words import (
    CLOSERS_ALONE,
    CONJUNCTIONS,
    DEGREES,
    NEGATIONS,
    NUMERALS,
    PREPOSITIONS,
    SUBORDINATORS,
)
from dragoman.sample.meaning import Clause, Nominal, Oblique, Pair, Utterance
from dragoman.sample.options import Phenomena
from dragoman.sample.phonology import zipf

SHORTEST, LONGEST = 5, 40
TERMS_PER_DOCUMENT = 2
TEMPTING = 12
"""How many adjectives of a kind are frequent enough for a temptation."""

FRAMES = ("transitive", "motion", "intransitive", "clausal")
_FRAME_WEIGHTS = (0.6, 0.16, 0.12, 0.12)
TENSES = ("present", "past", "perfect", "future")
DETERMINERS = ("definite", "indefinite", "this", "his")


class Planner:
    """Plans the sentences of one document."""

    negations = len(NEGATIONS)
    conjunctions: tuple[Pair, ...] = CONJUNCTIONS
    subordinators: tuple[Pair, ...] = SUBORDINATORS
    degrees: tuple[Pair, ...] = DEGREES

    def __init__(self, random: Random, words: Dictionary, phenomena: Phenomena) -> None:
        self.random = random
        self.words = words
        self.phenomena = phenomena
        self.topic = random.randrange(TOPICS)
        self.register = random.randrange(2)
        self.terms = random.sample(range(len(words.terms)), TERMS_PER_DOCUMENT)
        self.memory: list[Noun] = []
        self.ids = 0
        self.left = 0
        self.marks: list[str] = []

    def utterance(self) -> Utterance:
        """The next sentence."""
        self.ids = 0
        self.marks = []
        self.left = min(34, max(5, int(self.random.lognormvariate(2.6, 0.45)))) - 1
        chance = self.random.random
        utterance = Utterance(self.main_clause())
        if self.left >= 7 and chance() < 0.7:
            utterance.conjunction = self.pick(self.conjunctions)
            utterance.second = self.main_clause()
        first = utterance.first
        if (
            utterance.second is None
            and not (first.adverbial or first.complement or first.affirmed)
            and first.negation is None
            and chance() < 0.06
        ):
            utterance.question = True
        utterance.marks = self.marks
        return utterance

    def main_clause(self) -> Clause:
        """A clause that may contain others."""
        clause = self.clause(FRAMES if self.left > 9 else FRAMES[:3])
        if clause.verb.frame == "clausal":
            clause.complement = self.clause(FRAMES[:3])
        elif self.left >= 8 and self.random.random() < 0.5:
            subordinator = self.pick(self.subordinators)
            clause.adverbial = subordinator, self.clause(FRAMES[:3])
        self.choose_front(clause)
        return clause

    def choose_front(self, clause: Clause) -> None:
        """What comes first; without interleaving, negated clauses start with their subject."""
        choices = ["subject"] * 4
        if self.may_front_object(clause):
            choices.append("object")
        choices += ["oblique"] * (2 if clause.obliques else 0)
        choices += ["adverb"] * (2 if clause.adverb else 0)
        choices += ["adverbial"] * (6 if clause.adverbial else 0)
        nested = clause.negation is not None and not self.phenomena.cross_serial
        if self.phenomena.cohesion and not nested:
            clause.front = self.random.choice(choices)

    def may_front_object(self, clause: Clause) -> bool:
        """Whether the object can come first."""
        return clause.object is not None and clause.object.noun is not None

    def clause(self, frames: tuple[str, ...], of: Nominal | None = None) -> Clause:
        """A clause with one verb, grown by some of the words that are left; a relative clause has a noun."""
        random = self.random
        subject = of is None
        frame = random.choices(frames, _FRAME_WEIGHTS[: len(frames)])[0]
        verb = self.verb(frame, of)
        clause = Clause(self.new_id(), verb, self.nominal(verb.subject, 0.2) if subject else None)
        self.left -= 2
        if frame == "transitive":
            clause.object = self.nominal(verb.object, 0.08)
        elif frame == "motion":
            clause.obliques.append(self.destination(verb))
        clause.tense = self.tense(of)
        if subject:
            if random.random() < self.phenomena.negation:
                clause.negation = zipf(random, self.negations)
            elif random.random() < 0.04:
                clause.affirmed = True
            if self.phenomena.cohesion and random.random() < self.phenomena.temptation:
                self.tempt(clause)
        share = self.left if random.random() < 0.5 else self.left // 2
        self.grow(clause, self.left - share)
        return clause

    def verb(self, frame: str, of: Nominal | None) -> Verb:
        """A verb with a frame."""
        verbs = self.words.verbs[frame]
        return verbs[zipf(self.random, len(verbs))]

    def destination(self, verb: Verb) -> Oblique:
        """The place that a verb of motion has."""
        return self.oblique(place=True)

    def tense(self, of: Nominal | None) -> str:
        """When it happens; relative clauses are in the present."""
        if of is not None:
            return "present"
        weights = (0.4, 0.3, 0.15, 0.15 if self.phenomena.discontinuity else 0.0)
        return self.random.choices(TENSES, weights)[0]

    def grow(self, clause: Clause, floor: int) -> None:
        """Adds phrases until only ``floor`` words are left or nothing more fits."""
        for _ in range(8):
            if self.left <= floor:
                return
            draw = self.random.random()
            target = self.somewhere(clause)
            if draw < 0.34:
                self.add_adjective(target)
            elif draw < 0.46 and clause.adverb is None:
                clause.adverb = self.adverb(clause)
                self.left -= 1
            elif draw < 0.62 and len(clause.obliques) < 2 and self.left >= 3:
                self.add_oblique(clause)
            elif target is None or clause.subject is None or not isinstance(target.noun, Noun):
                continue
            elif draw < 0.8 and self.left >= 4 and target.relative is None:
                self.add_relative(target)
            elif draw < 0.92 and self.left >= 2 and target.genitive is None:
                self.add_owner(target)
            elif self.left >= 3 and target.modifier is None:
                self.add_modifier(target)

    def add_relative(self, nominal: Nominal) -> None:
        """A relative clause."""
        nominal.relative = self.clause(("transitive", "motion"), of=nominal)

    def add_owner(self, nominal: Nominal) -> None:
        """A genitive."""
        nominal.genitive = self.nominal(self.random.choice(CLASSES), 0.0)

    def add_modifier(self, nominal: Nominal) -> None:
        """A prepositional phrase."""
        nominal.modifier = self.oblique(place=True)

    def add_oblique(self, clause: Clause) -> None:
        """One more prepositional phrase of the verb."""
        clause.obliques.append(self.oblique(self.random.random() < 0.5))

    def somewhere(self, clause: Clause) -> Nominal | None:
        """One of the clause's noun phrases that can take modifiers."""
        phrases = [o.nominal for o in clause.obliques]
        phrases += [n for n in (clause.subject, clause.object) if n is not None]
        phrases = [n for n in phrases if isinstance(n.noun, Noun)]
        return self.random.choice(phrases) if phrases else None

    def tempt(self, clause: Clause) -> None:
        """Gives two nouns adjectives that would suit the other one better, and could agree with it."""
        first, second = clause.subject, clause.object
        if second is None and clause.obliques:
            second = clause.obliques[0].nominal
        if first is None or second is None or self.left < 2:
            return
        if not (isinstance(first.noun, Noun) and isinstance(second.noun, Noun)):
            return
        if first.adjectives or second.adjectives or first.noun.kind == second.noun.kind:
            return
        if len(first.noun.targets) > 1 or len(second.noun.targets) > 1:
            return
        while second.noun.target_gender != first.noun.target_gender:
            second.noun = self.noun(second.noun.kind)
        second.plural = first.plural
        second.determiner = first.determiner
        first.numeral = second.numeral = None
        for nominal, kind in ((first, second.noun.kind), (second, first.noun.kind)):
            adjective = self.words.adjectives[kind][zipf(self.random, TEMPTING)]
            nominal.adjectives.append((adjective, None))
        self.left -= 2
        self.marks.append("temptation")

    def nominal(self, kind: str, pronouns: float) -> Nominal:
        """A noun phrase about something of a kind."""
        random = self.random
        draw = random.random()
        if draw < pronouns:
            self.left -= 1
            return Nominal(self.new_id(), None, random.random() < 0.3, random.random() < 0.5)
        if draw < pronouns + 0.15 and kind == "person":
            self.left -= 1
            names = self.words.names
            return Nominal(self.new_id(), names[zipf(random, len(names))])
        self.left -= 2
        plural = random.random() < 0.3
        nominal = Nominal(self.new_id(), self.noun(kind), plural)
        nominal.determiner = DETERMINERS[zipf(random, len(DETERMINERS))]
        if plural and random.random() < 0.2:
            numeral = NUMERALS[zipf(random, len(NUMERALS))]
            if random.random() < 0.4:
                numeral = (str(random.randrange(11, 2000)),) * 2
            nominal.numeral = numeral
            self.left -= 1
        if self.phenomena.consistency and random.random() < self.phenomena.term:
            self.use_term(nominal)
        return nominal

    def noun(self, kind: str) -> Noun:
        """A noun of a kind: mentioned before, of the topic, or any."""
        random = self.random
        draw = random.random()
        if draw < 0.15:
            known = [noun for noun in self.memory if noun.kind == kind]
            if known:
                return random.choice(known)
        topical = self.words.topical.get((kind, self.topic)) if draw < 0.5 else None
        nouns = topical or self.words.nouns[kind]
        noun = nouns[zipf(random, len(nouns))]
        self.memory.append(noun)
        return noun

    def use_term(self, nominal: Nominal) -> None:
        """Makes the noun one of the document's terms."""
        random = self.random
        number = random.choice(self.terms)
        nominal.noun = self.words.terms[number]
        choice = (self.register + number) % 2
        nominal.variant = choice if random.random() < self.phenomena.faithful else 1 - choice
        self.marks.append("term")
        if random.random() < self.phenomena.cue:
            cues = self.words.cues[self.register]
            nominal.adjectives.append((cues[zipf(random, len(cues))], None))
            self.left -= 1

    def add_adjective(self, nominal: Nominal | None) -> None:
        """One more adjective, perhaps with a degree."""
        if nominal is None or not isinstance(nominal.noun, Noun) or len(nominal.adjectives) > 1:
            return
        degree = None
        if self.random.random() < 0.15:
            degree = self.pick(self.degrees)
            self.left -= 1
        nominal.adjectives.append((self.adjective(nominal.noun.kind), degree))
        self.left -= 1

    def adjective(self, kind: str) -> Adjective:
        """An adjective that suits a kind of noun."""
        if self.random.random() < 0.1:
            kind = self.random.choice(CLASSES)
        adjectives = self.words.adjectives[kind]
        return adjectives[zipf(self.random, len(adjectives))]

    def adverb(self, clause: Clause) -> Pair:
        """An adverb; some of them also close negations."""
        if self.random.random() < 0.3:
            return self.random.choice(CLOSERS_ALONE)
        adverb = self.words.adverbs[zipf(self.random, len(self.words.adverbs))]
        return adverb.source, adverb.target

    def oblique(self, place: bool) -> Oblique:
        """A prepositional phrase."""
        prepositions = PREPOSITIONS["place" if place else "other"]
        preposition = prepositions[zipf(self.random, len(prepositions))]
        self.left -= 1
        kind = "place" if place else self.random.choice(CLASSES)
        return Oblique(self.new_id(), preposition, self.nominal(kind, 0.0))

    def pick(self, pairs: tuple[Pair, ...]) -> Pair:
        """One of them; the first are more frequent."""
        return pairs[zipf(self.random, len(pairs))]

    def new_id(self) -> int:
        """A number that is unique in the sentence."""
        self.ids += 1
        return self.ids
