"""English: how it says a sentence, with a constituency tree in Penn style."""

from __future__ import annotations

from dragoman.corpus.constituency import ConstituencyTree as Tree
from dragoman.sample.dictionary import Name
from dragoman.sample.german import english
from dragoman.sample.german.function_words import (
    AFFIRMATION,
    COMPLEMENTISER,
    NEGATIONS,
    NEVER,
    PRONOUNS,
    Negation,
)
from dragoman.sample.german.lexicon import GermanNoun, GermanVerb, adverbs
from dragoman.sample.german.source import one_word, takes_no
from dragoman.sample.meaning import Clause, Nominal, Oblique, Unit, Utterance
from dragoman.sample.options import Phenomena
from dragoman.sample.target_grammar import UNIVERSAL, has_determiner

_TAGS = UNIVERSAL | {"PRP$": "DET", "POS": "PART", "VB": "VERB"}
_AUXILIARIES = frozenset({"does", "do", "did", "has", "have", "will"})
_DETERMINERS = {"definite": ("the", "the"), "this": ("this", "these"), "his": ("his", "his")}
_DO = {"present": ("does", "do"), "past": ("did", "did")}


class EnglishGrammar:
    """Says sentences. Words are made from left to right, so that ``units`` is in the order of the words."""

    def __init__(self, phenomena: Phenomena) -> None:
        self.phenomena = phenomena
        self.units: list[Unit | None] = []
        self.marks: list[str] = []

    def universal(self, leaf: Tree) -> str:
        """The universal tag of a word."""
        return "AUX" if leaf.word in _AUXILIARIES else _TAGS[leaf.label]

    def utterance(self, utterance: Utterance) -> Tree:
        """The tree of a sentence."""
        self.units = []
        self.marks = []
        children = self.clause(utterance.first, question=utterance.question)
        if utterance.second is not None and utterance.conjunction is not None:
            parts = [Tree("S", tuple(children))]
            if utterance.conjunction[1] == "but":
                parts.append(self.leaf(",", ",", (0, "comma")))
            parts.append(self.leaf("CC", utterance.conjunction[1], (0, "conjunction")))
            parts.append(Tree("S", tuple(self.clause(utterance.second))))
            children = parts
        stop = self.leaf(".", "?" if utterance.question else ".", (0, "stop"))
        return Tree("SQ" if utterance.question else "S", (*children, stop))

    def leaf(self, tag: str, word: str, unit: Unit | None) -> Tree:
        """The next word."""
        self.units.append(unit)
        return Tree(tag, (), word)

    def leaves(self, tag: str, words: str, unit: Unit | None) -> list[Tree]:
        """The next words."""
        return [self.leaf(tag, word, unit) for word in words.split()]

    def clause(
        self, clause: Clause, plural: bool | None = None, question: bool = False
    ) -> list[Tree]:
        """The children of S; ``plural`` is the number of a relative clause's noun."""
        children: list[Tree] = []
        if clause.front == "adverbial" and clause.adverbial is not None:
            subordinator, inner = clause.adverbial
            children.append(self.subordinate(subordinator, inner))
            children.append(self.leaf(",", ",", (inner.id, "comma")))
        number = bool(plural if clause.subject is None else clause.subject.plural)
        first = self.auxiliary(clause, number, True) if question else None
        if first is not None:
            children.append(first)
        if clause.subject is not None:
            children.append(self.nominal(clause.subject))
        children.append(self.predicate(clause, number, question))
        return children

    def subordinate(self, subordinator: tuple[str, str], clause: Clause) -> Tree:
        """SBAR."""
        mark = self.leaf("IN", subordinator[1], (clause.id, "mark"))
        return Tree("SBAR", (mark, Tree("S", tuple(self.clause(clause)))))

    def tense(self, clause: Clause) -> str:
        """The tense in English, where a German perfect is a past if units may have gaps."""
        if clause.tense == "perfect" and self.phenomena.discontinuity:
            return "past"
        return clause.tense

    def negation(self, clause: Clause) -> Negation | None:
        """How the clause is negated, if it is."""
        if clause.negation is None:
            return None
        return NEGATIONS[clause.negation] if self.phenomena.discontinuity else NEVER

    def auxiliary(self, clause: Clause, plural: bool, question: bool) -> Tree | None:
        """*does*, *has* or *will*, if the clause needs one."""
        tense = self.tense(clause)
        if tense == "future":
            return self.leaf("MD", "will", (clause.id, "auxiliary"))
        tag = "VBD" if tense == "past" else "VBP" if plural else "VBZ"
        if tense == "perfect":
            return self.leaf(tag, "have" if plural else "has", (clause.id, "auxiliary"))
        negation = self.negation(clause)
        if question or (negation is not None and negation is not NEVER):
            return self.leaf(tag, _DO[tense][plural], self.verb_unit(clause))
        return None

    def verb_unit(self, clause: Clause) -> Unit:
        """Of the verb, which in German may be an attribute."""
        return clause.id, "relative verb" if clause.attributive else "verb"

    def predicate(self, clause: Clause, plural: bool, question: bool) -> Tree:
        """VP; with an auxiliary it has another VP inside, unless the auxiliary opens a question."""
        auxiliary = None if question else self.auxiliary(clause, plural, False)
        negation = self.negation(clause)
        early: list[Tree] = []
        if negation is not None:
            early.append(self.leaf("RB", negation.target, (clause.id, "negation")))
            if not self.phenomena.cross_serial:
                early += self.leaves("RB", negation.closer, (clause.id, "negation"))
        elif clause.affirmed:
            early.append(self.leaf("RB", AFFIRMATION[1], (clause.id, "negation")))
        if clause.adverb is not None and clause.adverb in adverbs()["early"]:
            adverb = self.leaf("RB", clause.adverb[1], (clause.id, "adverb"))
            early.append(Tree("ADVP", (adverb,)))
        parts = self.lexical(clause, plural, question, auxiliary is not None)
        if auxiliary is None:
            return Tree("VP", (*early, *parts))
        return Tree("VP", (auxiliary, *early, Tree("VP", tuple(parts))))

    def lexical(self, clause: Clause, plural: bool, question: bool, governed: bool) -> list[Tree]:
        """The verb itself and all that follows it."""
        verb, tense = clause.verb, self.tense(clause)
        assert isinstance(verb, GermanVerb)
        unit = self.verb_unit(clause)
        if tense == "perfect":
            tag, form = "VBN", verb.target_participle
        elif governed or question:
            tag, form = "VB", verb.target
        elif tense == "past":
            tag, form = "VBD", verb.target_past
        else:
            tag = "VBP" if plural else "VBZ"
            form = verb.target if plural else english.present(verb.target)
        children = [self.leaf(tag, form, unit)]
        if verb.target_fixed:
            children.append(Tree("PRT", (self.leaf("RP", verb.target_fixed, unit),)))
        particle = verb.target_particle
        if particle and clause.object is not None and clause.object.relative is not None:
            # "picks up the man who ...", not "picks the man who ... up"
            children.append(Tree("PRT", (self.leaf("RP", particle, unit),)))
            particle = ""
        if clause.object is not None:
            negated = clause if takes_no(clause, self.phenomena) else None
            children.append(self.nominal(clause.object, "them", negated))
        if particle:
            children.append(Tree("PRT", (self.leaf("RP", particle, unit),)))
            self.marks.append("phrasal")
        return children + self.rest(clause)

    def rest(self, clause: Clause) -> list[Tree]:
        """What follows verb and object."""
        children: list[Tree] = []
        children += [self.oblique(oblique) for oblique in clause.obliques]
        negation = self.negation(clause)
        if negation is not None and self.phenomena.cross_serial:
            children += self.leaves("RB", negation.closer, (clause.id, "negation"))
        if clause.adverb is not None and clause.adverb not in adverbs()["early"]:
            adverb = self.leaf("RB", clause.adverb[1], (clause.id, "adverb"))
            children.append(Tree("ADVP", (adverb,)))
        if clause.complement is not None:
            children.append(self.subordinate(COMPLEMENTISER, clause.complement))
        elif clause.adverbial is not None and clause.front != "adverbial":
            children.append(self.subordinate(*clause.adverbial))
        return children

    def oblique(self, oblique: Oblique) -> Tree:
        """PP."""
        unit = oblique.id, "preposition"
        words = self.leaves("IN", oblique.preposition[1], unit)
        joined = one_word(oblique, self.phenomena) is not None
        return Tree(
            "PP", (*words, self.nominal(oblique.nominal, "them", article=unit if joined else None))
        )

    def nominal(
        self,
        nominal: Nominal,
        role: str = "they",
        negated: Clause | None = None,
        article: Unit | None = None,
    ) -> Tree:
        """NP; ``article`` is the unit of its article where German has one word for it and a preposition."""
        noun = nominal.noun
        unit = nominal.id, "noun"
        if noun is None:
            forms = PRONOUNS["pl" if nominal.plural else "f" if nominal.feminine else "m"]
            return Tree("NP", (self.leaf("PRP", forms[2 if role == "they" else 3], unit),))
        if isinstance(noun, Name):
            return Tree("NP", (self.leaf("NNP", noun.target, unit),))
        assert isinstance(noun, GermanNoun)
        return self.common(nominal, noun, negated, article)

    def common(
        self, nominal: Nominal, noun: GermanNoun, negated: Clause | None, article: Unit | None
    ) -> Tree:
        """NP around a common noun; heavy modifiers are adjoined to a smaller NP."""
        plural = nominal.plural
        form = noun.target_form(plural, nominal.variant)
        core: list[Tree] = []
        owner = nominal.genitive
        before = owner is not None and self.stands_before(nominal, owner)
        if owner is not None and before:
            core.append(self.possessive(owner))
        else:
            core += self.determiner(nominal, form, negated, article)
        if nominal.numeral is not None:
            core.append(self.leaf("CD", nominal.numeral[1], (nominal.id, "numeral")))
        for k, (adjective, degree) in enumerate(nominal.adjectives):
            phrase: list[Tree] = []
            if degree is not None:
                phrase.append(self.leaf("RB", degree[1], (nominal.id, f"degree {k}")))
            phrase.append(self.leaf("JJ", adjective.target, (nominal.id, f"adjective {k}")))
            core.append(Tree("ADJP", tuple(phrase)) if len(phrase) > 1 else phrase[0])
        core.append(self.leaf("NNS" if plural else "NN", form, (nominal.id, "noun")))
        heavy: list[Tree] = []
        if owner is not None and not before:
            role = "of" if isinstance(owner.noun, Name) else "determiner"
            of = self.leaf("IN", "of", (owner.id, role))
            heavy.append(Tree("PP", (of, self.nominal(owner, "them"))))
        if nominal.modifier is not None:
            heavy.append(self.oblique(nominal.modifier))
        if nominal.relative is not None:
            heavy.append(self.relative(nominal.relative, noun, plural))
        smaller = Tree("NP", tuple(core))
        return Tree("NP", (smaller, *heavy)) if heavy else smaller

    def stands_before(self, nominal: Nominal, owner: Nominal) -> bool:
        """Whether the owner takes the place of the article: *the teacher 's house*."""
        light = owner.genitive is None and owner.modifier is None and owner.relative is None
        return self.phenomena.cohesion and nominal.determiner == "definite" and light

    def possessive(self, owner: Nominal) -> Tree:
        """An owner before its noun."""
        inner = self.nominal(owner, "them")
        if not (isinstance(owner.noun, Name)):
            self.marks.append("moved-genitive")
        last = list(inner.leaves())[-1].word or ""
        sign = "'" if owner.plural and last.endswith("s") else "'s"
        return Tree("NP", (*inner.children, self.leaf("POS", sign, (owner.id, "noun"))))

    def determiner(
        self, nominal: Nominal, form: str, negated: Clause | None, article: Unit | None
    ) -> list[Tree]:
        """The determiner, if there is one; *a* or *an* by the word that follows."""
        unit = article or (nominal.id, "determiner")
        kind, plural = nominal.determiner, nominal.plural
        if negated is not None:
            unit = negated.id, "negation"
            if plural:
                return [self.leaf("DT", "any", unit)]
        if not has_determiner(nominal):
            return []
        if kind == "indefinite":
            following = form
            if nominal.adjectives:
                adjective, degree = nominal.adjectives[0]
                following = adjective.target if degree is None else degree[1]
            return [self.leaf("DT", english.article(following), unit)]
        word = _DETERMINERS[kind][plural]
        return [self.leaf("PRP$" if kind == "his" else "DT", word, unit)]

    def relative(self, clause: Clause, noun: GermanNoun, plural: bool) -> Tree:
        """SBAR after a noun. If German has no relative pronoun, its verb form is aligned instead."""
        role = "relative verb" if clause.attributive else "relative"
        word = "who" if noun.kind == "person" else "that"
        pronoun = Tree("WHNP", (self.leaf("WDT", word, (clause.id, role)),))
        return Tree("SBAR", (pronoun, Tree("S", tuple(self.clause(clause, plural)))))
