"""Qarsan, the source language: how it says a sentence, with a dependency tree.

The verb stands second in main clauses and last in subordinate ones; participles, infinitives and the
particles of separable verbs close the clause; negation brackets the verb (``ul ... tem``). Modifiers come before
their nouns, whole relative clauses included. Labels are those of Universal Dependencies.
"""

from __future__ import annotations

from dragoman.sample.dictionary import Name, Noun
from dragoman.sample.function_words import (
    AFFIRMATION,
    COMPLEMENTISER,
    FUTURE,
    NEGATION_OPENER,
    NEGATIONS,
    PERFECT,
    PLAIN_NEGATION,
    PRONOUNS,
    RELATIVE,
)
from dragoman.sample.meaning import Clause, Nominal, Oblique, Unit, Utterance
from dragoman.sample.morphology import (
    source_adjective,
    source_determiner,
    source_infinitive,
    source_noun,
    source_participle,
    source_relative,
    source_verb,
)
from dragoman.sample.options import Phenomena


class Token:
    """A word; ``head`` is None for the root. ``unit`` is None if the target has no word for it."""

    __slots__ = ("form", "head", "label", "lemma", "tag", "unit")

    def __init__(self, form: str, lemma: str, tag: str, unit: Unit | None, label: str) -> None:
        self.form = form
        self.lemma = lemma
        self.tag = tag
        self.unit = unit
        self.label = label
        self.head: Token | None = None


Phrase = tuple[list[Token], Token]
"""Words in order, and the one that heads them."""


class SourceGrammar:
    """Says sentences; ``marks`` collects the phenomena it used."""

    def __init__(self, phenomena: Phenomena) -> None:
        self.phenomena = phenomena
        self.marks: list[str] = []

    def utterance(self, utterance: Utterance) -> list[Token]:
        """The words of a sentence, the final stop included."""
        self.marks = []
        words, root = self.main(utterance.first, utterance.question)
        if utterance.second is not None and utterance.conjunction is not None:
            more, head = self.main(utterance.second, False)
            conjunction = utterance.conjunction[0]
            link = Token(conjunction, conjunction, "CCONJ", (0, "conjunction"), "cc")
            comma = Token(",", ",", "PUNCT", None, "punct")
            link.head = comma.head = head
            head.label = "conj"
            head.head = root
            words += [comma, link, *more]
        mark = "?" if utterance.question else "."
        stop = Token(mark, mark, "PUNCT", (0, "stop"), "punct")
        stop.head = root
        root.label = "root"
        return [*words, stop]

    def main(self, clause: Clause, question: bool) -> Phrase:
        """A main clause: one phrase, the finite verb, the rest."""
        finite, final, head = self.verb(clause, separate=True)
        parts = self.arguments(clause, head)
        front = clause.front
        if front == "adverbial" and clause.adverbial is not None:
            parts["adverbial"] = self.subordinate(*clause.adverbial, head, after=False)
        first = [] if question else parts.pop(front)
        opener, closer = self.negation(clause, head)
        inverted = self.phenomena.verb_final and (question or front != "subject")
        if front != "subject" and not question:
            self.marks.append("fronting")
        subject = parts.pop("subject", [])
        if inverted:
            words = first + opener + finite + subject
        elif front == "subject" and not question:
            words = first + opener + finite
        else:
            words = first + subject + opener + finite
        middle = self.middle(parts)
        if not self.phenomena.verb_final:
            nonfinite = [t for t in final if t.label != "compound:prt"]
            final = [t for t in final if t.label == "compound:prt"]
            words += nonfinite
        elif any(t.tag == "VERB" for t in final):
            self.marks.append("verb-final")
        words += middle
        words += closer + final if self.phenomena.cross_serial else final + closer
        return words + self.tail(clause, head), head

    def tail(self, clause: Clause, head: Token) -> list[Token]:
        """The clauses that follow everything else."""
        if clause.complement is not None:
            words = self.subordinate(COMPLEMENTISER, clause.complement, head, after=True)
            next(t for t in words if t.label == "advcl").label = "ccomp"
            return words
        if clause.adverbial is not None and clause.front != "adverbial":
            return self.subordinate(*clause.adverbial, head, after=True)
        return []

    def subordinate(
        self, subordinator: tuple[str, str], clause: Clause, governor: Token, after: bool
    ) -> list[Token]:
        """A subordinate clause, set off by a comma."""
        last = self.phenomena.verb_final
        finite, final, head = self.verb(clause, separate=not last)
        parts = self.arguments(clause, head)
        opener, closer = self.negation(clause, head)
        mark = Token(subordinator[0], subordinator[0], "SCONJ", (clause.id, "mark"), "mark")
        mark.head = head
        subject = parts.pop("subject", [])
        middle = self.middle(parts)
        if last:
            self.marks.append("verb-final")
            words = [mark, *subject, *opener, *middle, *final, *finite, *closer]
        else:
            nonfinite = [t for t in final if t.label != "compound:prt"]
            particle = [t for t in final if t.label == "compound:prt"]
            ending = closer + particle if self.phenomena.cross_serial else particle + closer
            words = [mark, *subject, *opener, *finite, *nonfinite, *middle, *ending]
        comma = Token(",", ",", "PUNCT", None if after else (clause.id, "comma"), "punct")
        comma.head = head
        head.label = "advcl"
        head.head = governor
        return [comma, *words] if after else [*words, comma]

    def verb(self, clause: Clause, separate: bool) -> tuple[list[Token], list[Token], Token]:
        """The finite part, what closes the clause, and the head."""
        verb = clause.verb
        unit = clause.id, "verb"
        plain = not self.phenomena.discontinuity
        stem = verb.source_plain if plain else verb.source
        particle = "" if plain else verb.source_particle
        lemma = particle + source_infinitive(stem)
        plural = clause.subject is not None and clause.subject.plural
        if clause.tense in ("present", "past"):
            form = source_verb(stem, clause.tense, plural)
            if not (particle and separate):
                head = Token(particle + form, lemma, "VERB", unit, "root")
                return [head], [], head
            head = Token(form, lemma, "VERB", unit, "root")
            preverb = Token(particle, particle, "ADP", unit, "compound:prt")
            preverb.head = head
            self.marks.append("separable")
            return [head], [preverb], head
        if clause.tense == "future":
            head = Token(lemma, lemma, "VERB", unit, "root")
            auxiliary = Token(FUTURE[plural], FUTURE[0], "AUX", unit, "aux")
            self.marks.append("future")
        else:
            head = Token(particle + source_participle(stem), lemma, "VERB", unit, "root")
            form = PERFECT[0][plural]
            auxiliary = Token(form, PERFECT[0][0], "AUX", (clause.id, "auxiliary"), "aux")
        auxiliary.head = head
        return [auxiliary], [head], head

    def negation(self, clause: Clause, head: Token) -> tuple[list[Token], list[Token]]:
        """What opens and what closes a negation (or an affirmation)."""
        unit = clause.id, "negation"
        if clause.affirmed:
            forms = [AFFIRMATION[0]]
        elif clause.negation is None:
            return [], []
        elif not self.phenomena.discontinuity:
            forms = [PLAIN_NEGATION[0]]
        else:
            forms = [NEGATION_OPENER, NEGATIONS[clause.negation][0]]
            self.marks.append("negation")
        tokens = [Token(form, form, "PART", unit, "advmod") for form in forms]
        for token in tokens:
            token.head = head
        return tokens[:1], tokens[1:]

    def arguments(self, clause: Clause, head: Token) -> dict[str, list[Token]]:
        """The dependents of the verb, each a list of words."""
        parts: dict[str, list[Token]] = {}
        if clause.subject is not None:
            parts["subject"] = self.attach(self.nominal(clause.subject, "nom"), head, "nsubj")
        if clause.object is not None:
            parts["object"] = self.attach(self.nominal(clause.object, "acc"), head, "obj")
        for k, oblique in enumerate(clause.obliques):
            name = f"oblique {k}" if k else "oblique"
            parts[name] = self.oblique(oblique, head, "obl")
        if clause.adverb is not None:
            form = clause.adverb[0]
            adverb = Token(form, form, "ADV", (clause.id, "adverb"), "advmod")
            parts["adverb"] = self.attach(([adverb], adverb), head, "advmod")
        return parts

    def middle(self, parts: dict[str, list[Token]]) -> list[Token]:
        """What stands between the verb's parts: adverb, prepositional phrases, object, or the reverse."""
        order = ["object", "oblique", "oblique 1", "adverb"]
        if self.phenomena.cohesion:
            order = ["adverb", "oblique 1", "oblique", "object"]
        return [token for name in order for token in parts.get(name, ())]

    def oblique(self, oblique: Oblique, governor: Token, label: str) -> list[Token]:
        """A prepositional phrase; the noun heads it."""
        words, head = self.nominal(oblique.nominal, "dat")
        form = oblique.preposition[0]
        preposition = Token(form, form, "ADP", (oblique.id, "preposition"), "case")
        preposition.head = head
        return self.attach(([preposition, *words], head), governor, label)

    def nominal(self, nominal: Nominal, case: str) -> Phrase:
        """A noun phrase in a case."""
        noun = nominal.noun
        unit = nominal.id, "noun"
        if noun is None:
            forms = PRONOUNS["pl" if nominal.plural else "f" if nominal.feminine else "m"]
            head = Token(forms[case != "nom"], forms[0], "PRON", unit, "nsubj")
            return [head], head
        if isinstance(noun, Name):
            head = Token(noun.source, noun.source, "PROPN", unit, "nsubj")
            return [head], head
        return self.common(nominal, noun, case)

    def common(self, nominal: Nominal, noun: Noun, case: str) -> Phrase:
        """A noun phrase around a common noun."""
        number = nominal.plural
        form = source_noun(noun.source, noun.gender, number, case)
        head = Token(form, noun.source, "NOUN", (nominal.id, "noun"), "nsubj")
        words: list[Token] = []
        if not (number and nominal.determiner == "indefinite"):
            form = source_determiner(nominal.determiner, noun.gender, number, case)
            words.append(Token(form, nominal.determiner, "DET", (nominal.id, "determiner"), "det"))
        if nominal.numeral is not None:
            form = nominal.numeral[0]
            words.append(Token(form, form, "NUM", (nominal.id, "numeral"), "nummod"))
        for token in words:
            token.head = head
        before, after = self.heavy(nominal, head)
        words += before
        for k, (adjective, degree) in enumerate(nominal.adjectives):
            form = source_adjective(adjective.source, noun.gender, number)
            token = Token(form, adjective.source, "ADJ", (nominal.id, f"adjective {k}"), "amod")
            if degree is not None:
                intensifier = Token(
                    degree[0], degree[0], "ADV", (nominal.id, f"degree {k}"), "advmod"
                )
                words += self.attach(([intensifier], intensifier), token, "advmod")
            words += self.attach(([token], token), head, "amod")
        return [*words, head, *after], head

    def heavy(self, nominal: Nominal, head: Token) -> tuple[list[Token], list[Token]]:
        """The modifiers of several words: those before the adjectives, and those after the noun."""
        relative: list[Token] = []
        genitive: list[Token] = []
        after: list[Token] = []
        if nominal.relative is not None:
            relative = self.relative(nominal.relative, nominal.plural, head)
        if nominal.genitive is not None:
            genitive = self.attach(self.nominal(nominal.genitive, "gen"), head, "nmod")
        if nominal.modifier is not None:
            after = self.oblique(nominal.modifier, head, "nmod")
        if not self.phenomena.cohesion:
            return [], genitive + after + relative
        self.marks += ["moved-relative"] * bool(relative) + ["moved-genitive"] * bool(genitive)
        return relative + genitive, after

    def relative(self, clause: Clause, plural: bool, noun: Token) -> list[Token]:
        """A relative clause: before its noun with a verb form of its own, or after it with a pronoun."""
        stem, particle = clause.verb.source_plain, ""
        if self.phenomena.discontinuity:
            stem, particle = clause.verb.source, clause.verb.source_particle
        before = self.phenomena.cohesion
        form = source_relative(stem, plural) if before else source_verb(stem, "present", plural)
        lemma = particle + source_infinitive(stem)
        head = Token(particle + form, lemma, "VERB", (clause.id, "verb"), "acl:relcl")
        head.head = noun
        middle = self.middle(self.arguments(clause, head))
        if before:
            head.unit = clause.id, "relative verb"
            return [*middle, head]
        pronoun = Token(RELATIVE[0], RELATIVE[0], "PRON", (clause.id, "relative"), "nsubj")
        pronoun.head = head
        if self.phenomena.verb_final:
            self.marks.append("verb-final")
            return [pronoun, *middle, head]
        return [pronoun, head, *middle]

    def attach(self, phrase: Phrase, governor: Token, label: str) -> list[Token]:
        """Attaches a phrase to its head word."""
        words, head = phrase
        head.head = governor
        head.label = label
        return words
