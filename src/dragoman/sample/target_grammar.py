"""Qotic, the target language: how it says a sentence, with a constituency tree in Penn style.

Subject, verb, object, then prepositional phrases and adverbs; modifiers follow their nouns; negation follows the
finite verb; some verbs have a particle that follows the object.
"""

from __future__ import annotations

from dragoman.corpus.constituency import ConstituencyTree as Tree
from dragoman.sample.dictionary import Name, Noun
from dragoman.sample.function_words import (
    AFFIRMATION,
    COMPLEMENTISER,
    GENITIVE,
    NEGATIONS,
    PERFECT,
    PLAIN_NEGATION,
    PRONOUNS,
    QUESTION,
    RELATIVE,
)
from dragoman.sample.meaning import Clause, Nominal, Oblique, Unit, Utterance
from dragoman.sample.morphology import (
    target_adjective,
    target_determiner,
    target_noun,
    target_participle,
    target_verb,
)
from dragoman.sample.options import Phenomena

UNIVERSAL = {
    "DT": "DET",
    "NN": "NOUN",
    "NNS": "NOUN",
    "NNP": "PROPN",
    "PRP": "PRON",
    "WDT": "PRON",
    "CD": "NUM",
    "JJ": "ADJ",
    "RB": "ADV",
    "RP": "ADP",
    "IN": "ADP",
    "CC": "CCONJ",
    "MD": "AUX",
    "VBZ": "VERB",
    "VBP": "VERB",
    "VBD": "VERB",
    "VBN": "VERB",
    ",": "PUNCT",
    ".": "PUNCT",
}
"""Universal tags of the tree's pre-terminals."""


def has_determiner(nominal: Nominal) -> bool:
    """Whether it has a determiner; there is no indefinite plural. In the source it shows the genitive."""
    return bool(nominal.determiner) and not (nominal.plural and nominal.determiner == "indefinite")


class TargetGrammar:
    """Says sentences. Words are made from left to right, so that ``units`` is in the order of the words."""

    def __init__(self, phenomena: Phenomena) -> None:
        self.phenomena = phenomena
        self.units: list[Unit | None] = []
        self.marks: list[str] = []

    def utterance(self, utterance: Utterance) -> Tree:
        """The tree of a sentence."""
        self.units = []
        self.marks = []
        question = [self.leaf("RB", QUESTION, None)] if utterance.question else []
        first = self.clause(utterance.first, None)
        if utterance.second is not None and utterance.conjunction is not None:
            conjunction = self.leaf("CC", utterance.conjunction[1], (0, "conjunction"))
            second = self.clause(utterance.second, None)
            children = [Tree("S", tuple(first)), conjunction, Tree("S", tuple(second))]
        else:
            children = question + first
        stop = self.leaf(".", "?" if utterance.question else ".", (0, "stop"))
        return Tree("SQ" if utterance.question else "S", (*children, stop))

    def universal(self, leaf: Tree) -> str:
        """The universal tag of a word."""
        return UNIVERSAL[leaf.label]

    def leaf(self, tag: str, word: str, unit: Unit | None) -> Tree:
        """The next word."""
        self.units.append(unit)
        return Tree(tag, (), word)

    def clause(self, clause: Clause, plural: bool | None) -> list[Tree]:
        """The children of S; ``plural`` is the number of a relative clause's noun."""
        children: list[Tree] = []
        if clause.front == "adverbial" and clause.adverbial is not None:
            subordinator, inner = clause.adverbial
            children.append(self.subordinate(subordinator, inner))
            children.append(self.leaf(",", ",", (inner.id, "comma")))
        if clause.subject is not None:
            plural = clause.subject.plural
            children.append(self.nominal(clause.subject))
        children.append(self.predicate(clause, bool(plural)))
        return children

    def subordinate(self, subordinator: tuple[str, str], clause: Clause) -> Tree:
        """SBAR."""
        mark = self.leaf("IN", subordinator[1], (clause.id, "mark"))
        return Tree("SBAR", (mark, Tree("S", tuple(self.clause(clause, None)))))

    def predicate(self, clause: Clause, plural: bool) -> Tree:
        """VP; a perfect has another VP inside."""
        before: list[Tree] = []
        early = not self.phenomena.cross_serial or not self.phenomena.discontinuity
        if early or clause.affirmed:
            before = self.negation(clause)
        if clause.tense == "perfect":
            tag = "VBP" if plural else "VBZ"
            finite = self.leaf(tag, PERFECT[1][plural], (clause.id, "auxiliary"))
        else:
            finite = self.verb(clause, plural)
        after = [] if before else self.negation(clause)
        if clause.tense == "perfect":
            inner = [self.verb(clause, plural), *self.complements(clause, early)]
            return Tree("VP", (*before, finite, *after, Tree("VP", tuple(inner))))
        return Tree("VP", (*before, finite, *after, *self.complements(clause, early)))

    def verb(self, clause: Clause, plural: bool) -> Tree:
        """The verb itself."""
        verb = clause.verb
        stem = verb.target if self.phenomena.discontinuity else verb.target_plain
        relative = clause.subject is None and self.phenomena.cohesion
        unit = clause.id, "relative verb" if relative else "verb"
        if clause.tense == "perfect":
            return self.leaf("VBN", target_participle(stem), unit)
        tag = "VBD" if clause.tense == "past" else "VBP" if plural else "VBZ"
        return self.leaf(tag, target_verb(stem, clause.tense, plural), unit)

    def negation(self, clause: Clause) -> list[Tree]:
        """The word that negates or affirms, if any."""
        unit = clause.id, "negation"
        if clause.affirmed:
            return [self.leaf("RB", AFFIRMATION[1], unit)]
        if clause.negation is None:
            return []
        if not self.phenomena.discontinuity:
            return [self.leaf("RB", PLAIN_NEGATION[1], unit)]
        return [self.leaf("RB", NEGATIONS[clause.negation][1], unit)]

    def complements(self, clause: Clause, closer_last: bool) -> list[Tree]:
        """All that follows the verb."""
        children: list[Tree] = []
        if clause.object is not None:
            children.append(self.nominal(clause.object))
        if not closer_last:
            children += self.closer(clause)
        if clause.verb.target_particle and self.phenomena.discontinuity:
            relative = clause.subject is None and self.phenomena.cohesion
            unit = clause.id, "relative verb" if relative else "verb"
            children.append(Tree("PRT", (self.leaf("RP", clause.verb.target_particle, unit),)))
            self.marks += ["phrasal"] * (clause.object is not None)
        children += [self.oblique(oblique) for oblique in clause.obliques]
        if clause.adverb is not None:
            adverb = self.leaf("RB", clause.adverb[1], (clause.id, "adverb"))
            children.append(Tree("ADVP", (adverb,)))
        if closer_last:
            children += self.closer(clause)
        if clause.complement is not None:
            children.append(self.subordinate(COMPLEMENTISER, clause.complement))
        elif clause.adverbial is not None and clause.front != "adverbial":
            children.append(self.subordinate(*clause.adverbial))
        return children

    def closer(self, clause: Clause) -> list[Tree]:
        """The second word of a negation, if it has one."""
        if clause.negation is None or not self.phenomena.discontinuity:
            return []
        word = NEGATIONS[clause.negation][2]
        return [self.leaf("RB", word, (clause.id, "negation"))] if word else []

    def oblique(self, oblique: Oblique) -> Tree:
        """PP."""
        preposition = self.leaf("IN", oblique.preposition[1], (oblique.id, "preposition"))
        return Tree("PP", (preposition, self.nominal(oblique.nominal)))

    def nominal(self, nominal: Nominal) -> Tree:
        """NP."""
        noun = nominal.noun
        unit = nominal.id, "noun"
        if noun is None:
            form = PRONOUNS["pl" if nominal.plural else "f" if nominal.feminine else "m"][2]
            return Tree("NP", (self.leaf("PRP", form, unit),))
        if isinstance(noun, Name):
            return Tree("NP", (self.leaf("NNP", noun.target, unit),))
        return self.common(nominal, noun)

    def common(self, nominal: Nominal, noun: Noun) -> Tree:
        """NP around a common noun; heavy modifiers are adjoined to a smaller NP."""
        gender, plural = noun.target_gender, nominal.plural
        core: list[Tree] = []
        if has_determiner(nominal):
            form = target_determiner(nominal.determiner, gender, plural)
            core.append(self.leaf("DT", form, (nominal.id, "determiner")))
        if nominal.numeral is not None:
            core.append(self.leaf("CD", nominal.numeral[1], (nominal.id, "numeral")))
        stem = noun.targets[nominal.variant]
        tag = "NNS" if plural else "NN"
        core.append(self.leaf(tag, target_noun(stem, gender, plural), (nominal.id, "noun")))
        for k, (adjective, degree) in enumerate(nominal.adjectives):
            phrase: list[Tree] = []
            if degree is not None:
                phrase.append(self.leaf("RB", degree[1], (nominal.id, f"degree {k}")))
            form = target_adjective(adjective.target, gender, plural)
            phrase.append(self.leaf("JJ", form, (nominal.id, f"adjective {k}")))
            core.append(Tree("ADJP", tuple(phrase)) if len(phrase) > 1 else phrase[0])
        heavy: list[Tree] = []
        if nominal.genitive is not None:
            owner = nominal.genitive
            role = "determiner" if has_determiner(owner) else "noun"
            of = self.leaf("IN", GENITIVE, (owner.id, role))
            heavy.append(Tree("PP", (of, self.nominal(owner))))
        if nominal.modifier is not None:
            heavy.append(self.oblique(nominal.modifier))
        if nominal.relative is not None:
            heavy.append(self.relative(nominal.relative, plural))
        smaller = Tree("NP", tuple(core))
        return Tree("NP", (smaller, *heavy)) if heavy else smaller

    def relative(self, clause: Clause, plural: bool) -> Tree:
        """SBAR after a noun. If the source has no relative pronoun, its verb form is aligned instead."""
        role = "relative verb" if self.phenomena.cohesion else "relative"
        pronoun = Tree("WHNP", (self.leaf("WDT", RELATIVE[1], (clause.id, role)),))
        return Tree("SBAR", (pronoun, Tree("S", tuple(self.clause(clause, plural)))))
