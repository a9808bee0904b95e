"""Plans sentences that make sense when real words say them.

More has to fit than in an invented language: subjects suit verbs also in relative clauses, times agree, owners are
people, and an object stands first only where its case can be heard.
"""

from __future__ import annotations

from random import Random

from dragoman.sample.dictionary import Adjective, Dictionary, Noun, Verb
from dragoman.sample.german.function_words import (
    CONJUNCTIONS,
    DEGREES,
    NEGATIONS,
    NUMERALS,
    OTHERS,
    PLACES,
    SUBORDINATORS,
    TO,
    Preposition,
)
from dragoman.sample.german.lexicon import (
    THINGS,
    GermanAdjective,
    GermanVerb,
    adverbs,
    kinds_of,
    opposites,
)
from dragoman.sample.meaning import Clause, Nominal, Oblique, Pair, Utterance
from dragoman.sample.options import Phenomena
from dragoman.sample.phonology import zipf
from dragoman.sample.planner import DETERMINERS, TENSES, Planner

LIVING = ("person", "animal", "group")
PAST = ("past", "perfect")
OWNERS = ("person", "person", "group")
OWNED = (*THINGS, "animal", "text", "building", "idea")
RELATED = frozenset(
    ("Freund", "Mutter", "Vater", "Schwester", "Bruder", "Tochter", "Sohn", "Tante", "Onkel")
)
"""People who are somebody's."""
STANDING = ("person", "animal", "furniture", "building")
"""What is described by where it is."""
TERM_KINDS = (("person",), ("building",), ("food",), ("text",), THINGS, ("animal",))
"""A document has a term of each."""
TEMPTING = 6


class GermanPlanner(Planner):
    """Plans the sentences of one document, which is British or American (``register``)."""

    negations = len(NEGATIONS)
    conjunctions = CONJUNCTIONS
    subordinators = SUBORDINATORS
    degrees = DEGREES

    def __init__(self, random: Random, words: Dictionary, phenomena: Phenomena) -> None:
        super().__init__(random, words, phenomena)
        terms = list(enumerate(words.terms))
        self.terms = [random.choice([n for n, t in terms if t.kind in one]) for one in TERM_KINDS]

    def utterance(self) -> Utterance:
        """The next sentence."""
        self.used: set[Noun] = set()
        utterance = super().utterance()
        # "does" and the verb stand apart in English.
        utterance.question &= self.phenomena.discontinuity
        return utterance

    def main_clause(self) -> Clause:
        """A clause and those that depend on it, whose times agree with its own."""
        self.time = ""
        return super().main_clause()

    def tense(self, of: Nominal | None) -> str:
        """The first time that a main clause asks for is its own."""
        random = self.random
        if not self.time:
            self.time = random.choices(TENSES, (0.34, 0.24, 0.28, 0.14))[0]
            return self.time
        if self.time not in PAST:
            return "present"
        return "past" if of is not None else random.choice(PAST)

    def verb(self, frame: str, of: Nominal | None) -> Verb:
        """A verb that has the noun of a relative clause as its subject."""
        verbs = self.words.verbs[frame]
        if not self.phenomena.discontinuity:
            verbs = [v for v in verbs if not (v.source_particle or v.target_particle)]
        if of is not None and of.noun is not None:
            kind = kind_of(of)
            verbs = [v for v in verbs if isinstance(v, GermanVerb) and v.suits(kind)]
        return verbs[zipf(self.random, len(verbs))]

    def add_relative(self, nominal: Nominal) -> None:
        """A relative clause; one that says where may stand before its noun."""
        if kind_of(nominal) not in LIVING or heavy(nominal):
            return
        if not self.phenomena.cohesion or self.random.random() < 0.65:
            super().add_relative(nominal)
            return
        clause = nominal.relative = self.clause(("motion",), of=nominal)
        clause.attributive = True
        clause.tense = "present"
        if clause.adverb in adverbs()["early"]:
            clause.adverb = None

    def destination(self, verb: Verb) -> Oblique:
        """*zu* somewhere, or somewhere."""
        if isinstance(verb, GermanVerb) and verb.preposition == TO.source:
            return self.with_preposition(TO)
        return self.oblique(place=True)

    def oblique(self, place: bool) -> Oblique:
        """A prepositional phrase."""
        known = PLACES if place else OTHERS
        return self.with_preposition(known[zipf(self.random, len(known))])

    def with_preposition(self, preposition: Preposition) -> Oblique:
        """A prepositional phrase; the genitive has to be seen, so that its noun has a determiner."""
        self.left -= 1
        number = self.new_id()
        nominal = self.nominal(preposition.kinds, 0.0)
        if preposition.case == "gen" and bare(nominal):
            nominal.determiner = "definite"
        return Oblique(number, preposition.pair, nominal)

    def add_owner(self, nominal: Nominal) -> None:
        """Somebody whose it is, and whose case can be seen."""
        noun = nominal.noun
        whole = nominal.determiner in ("definite", "indefinite") and nominal.numeral is None
        if not whole or not isinstance(noun, Noun) or heavy(nominal):
            return
        if noun.kind not in OWNED and noun_of(nominal) not in RELATED:
            return
        owner = self.nominal("person" if noun.kind == "person" else self.random.choice(OWNERS), 0.0)
        if bare(owner):
            owner.determiner = "definite"
        nominal.genitive = owner

    def add_modifier(self, nominal: Nominal) -> None:
        """Where it is."""
        if kind_of(nominal) in STANDING and not heavy(nominal):
            super().add_modifier(nominal)

    def add_oblique(self, clause: Clause) -> None:
        """One more prepositional phrase, which says another thing; what is said stands after the verb."""
        if clause.verb.frame == "clausal" or (clause.subject is None and clause.obliques):
            return
        known = [oblique.preposition for oblique in clause.obliques]
        placed = (
            any(one.pair in known for one in (*PLACES, TO)) or clause.adverb in adverbs()["place"]
        )
        super().add_oblique(clause) if not known and not placed else clause.obliques.append(
            self.oblique(place=not placed)
        )

    def adverb(self, clause: Clause) -> Pair:
        """An adverb that suits the time."""
        words = adverbs()
        told = list(words["late"]) if clause.verb.frame != "clausal" else []
        if not clause.obliques and told:
            told += words["place"]
        if clause.negation is None and not clause.affirmed:
            told += words["early"]
        if not told:
            told = list(words["late"])
        told += words["past"] * (clause.tense in PAST) + words["future"] * (
            clause.tense == "future"
        )
        return self.random.choice(told)

    def may_front_object(self, clause: Clause) -> bool:
        """Only masculine nouns and pronouns show who does it and to whom."""
        if not super().may_front_object(clause):
            return False
        return any(n is not None and masculine(n) for n in (clause.subject, clause.object))

    def tempt(self, clause: Clause) -> None:
        """Gives two nouns adjectives that are possible, but said more often of the other one."""
        first, second = clause.subject, clause.object
        if second is None and clause.obliques:
            second = clause.obliques[0].nominal
        if first is None or second is None or self.left < 2:
            return
        chosen = []
        for here, there in ((first, second), (second, first)):
            if (
                not isinstance(here.noun, Noun)
                or not isinstance(there.noun, Noun)
                or here.adjectives
            ):
                return
            own, other = (self.words.adjectives[kind_of(n)] for n in (here, there))
            common = [a for a in other[:TEMPTING] if a in own and own.index(a) > other.index(a)]
            if not common:
                return
            chosen.append(common[zipf(self.random, len(common))])
        if chosen[0] == chosen[1]:
            return
        first.adjectives.append((chosen[0], None))
        second.adjectives.append((chosen[1], None))
        self.left -= 2
        self.marks.append("temptation")

    def nominal(self, kind: str, pronouns: float) -> Nominal:
        """A noun phrase about something of one of several kinds."""
        random = self.random
        kinds = kinds_of(kind)
        kind = random.choice(kinds)
        draw = random.random()
        if kind in ("person", "animal") and draw < pronouns:
            self.left -= 1
            return Nominal(self.new_id(), None, random.random() < 0.3, random.random() < 0.5)
        if kind == "person" and draw < pronouns + 0.15:
            self.left -= 1
            return Nominal(self.new_id(), self.words.names[zipf(random, len(self.words.names))])
        self.left -= 2
        plural = random.random() < (0.1 if kind in ("building", "place") else 0.3)
        term = self.term(kinds)
        nominal = Nominal(self.new_id(), term or self.noun(kind), plural)
        nominal.determiner = DETERMINERS[zipf(random, len(DETERMINERS))]
        if nominal.determiner == "his" and kind == "person" and noun_of(nominal) not in RELATED:
            nominal.determiner = "definite"
        if plural and random.random() < 0.2:
            numeral = NUMERALS[zipf(random, len(NUMERALS))]
            if random.random() < 0.2:
                numeral = (str(random.randrange(13, 100)),) * 2
            nominal.numeral = numeral
            self.left -= 1
        if term is not None:
            self.translate(nominal)
        self.used |= {nominal.noun} if isinstance(nominal.noun, Noun) else set()
        return nominal

    def noun(self, kind: str) -> Noun:
        """A noun of a kind that the sentence has not, if there is one."""
        for _ in range(5):
            noun = super().noun(kind)
            if noun not in self.used:
                break
        return noun

    def term(self, kinds: tuple[str, ...]) -> Noun | None:
        """One of the document's terms, of one of these kinds."""
        if not self.phenomena.consistency or self.random.random() >= self.phenomena.term:
            return None
        terms = [self.words.terms[number] for number in self.terms]
        fitting = [t for t in terms if t.kind in kinds and t not in self.used]
        return self.random.choice(fitting) if fitting else None

    def translate(self, nominal: Nominal) -> None:
        """Chooses the translation of a term, and perhaps an adjective that hints at it."""
        random = self.random
        faithful = random.random() < self.phenomena.faithful
        nominal.variant = self.register if faithful else 1 - self.register
        self.marks.append("term")
        if random.random() < self.phenomena.cue:
            cues = self.words.cues[self.register]
            nominal.adjectives.append((cues[zipf(random, len(cues))], None))
            self.left -= 1

    def add_adjective(self, nominal: Nominal | None) -> None:
        """One more adjective, unless it or its opposite has been said; where it is from is said last."""
        if nominal is None:
            return
        before = len(nominal.adjectives)
        super().add_adjective(nominal)
        if len(nominal.adjectives) > before:
            last = lemma_of(nominal.adjectives[-1][0])
            others = opposites().get(last, {last})
            if any(lemma_of(adjective) in others for adjective, _ in nominal.adjectives[:-1]):
                nominal.adjectives.pop()
        nominal.adjectives.sort(key=lambda one: one[0] in self.words.cues[self.register])

    def adjective(self, kind: str) -> Adjective:
        """An adjective that suits a kind of noun."""
        adjectives = self.words.adjectives[kind]
        return adjectives[zipf(self.random, len(adjectives))]


def lemma_of(adjective: Adjective) -> str:
    """What the lists call it."""
    return adjective.lemma if isinstance(adjective, GermanAdjective) else adjective.source


def heavy(nominal: Nominal) -> bool:
    """Whether it has a modifier of several words."""
    return bool(nominal.relative or nominal.genitive or nominal.modifier)


def noun_of(nominal: Nominal) -> str:
    """Its word."""
    return nominal.noun.source if nominal.noun is not None else ""


def kind_of(nominal: Nominal) -> str:
    """What it names."""
    return nominal.noun.kind if isinstance(nominal.noun, Noun) else "person"


def bare(nominal: Nominal) -> bool:
    """Whether no determiner shows its case."""
    plain = nominal.determiner == "indefinite" and nominal.plural
    return isinstance(nominal.noun, Noun) and plain


def masculine(nominal: Nominal) -> bool:
    """Whether nominative and accusative differ."""
    if nominal.plural or not (nominal.noun is None or isinstance(nominal.noun, Noun)):
        return False
    return not nominal.feminine if nominal.noun is None else nominal.noun.gender == "m"
