"""German: how it says a sentence, with a dependency tree.

The finite verb stands second in main clauses and last in subordinate ones; participles, infinitives and the particles
of separable verbs close the clause. Labels are those of Universal Dependencies.
"""

from __future__ import annotations

from dragoman.sample.dictionary import Name
from dragoman.sample.german import morphology
from dragoman.sample.german.function_words import (
    AFFIRMATION,
    CASES,
    COMPLEMENTISER,
    NEGATIONS,
    NEVER,
    PRONOUNS,
    RELATIVES,
    contracted,
)
from dragoman.sample.german.lexicon import GermanAdjective, GermanNoun, GermanVerb
from dragoman.sample.meaning import Clause, Nominal, Oblique, Utterance
from dragoman.sample.options import Phenomena
from dragoman.sample.source_grammar import Phrase, Token

_HABEN = {False: "hat", True: "haben"}
_SEIN = {False: "ist", True: "sind"}
_WERDEN = {False: "wird", True: "werden"}


def takes_no(clause: Clause, phenomena: Phenomena) -> bool:
    """Whether its negation is in the determiner of its object: *kein Buch*."""
    thing = clause.object
    if clause.negation is None or thing is None:
        return False
    if not (phenomena.discontinuity and phenomena.cross_serial):
        return False
    if NEGATIONS[clause.negation].target != "not" or thing.numeral is not None:
        return False
    return isinstance(thing.noun, GermanNoun) and thing.determiner == "indefinite"


def named_owner(nominal: Nominal, phenomena: Phenomena) -> bool:
    """Whether the genitive is a name before its noun, instead of an article: *Annas Haus*."""
    owner = nominal.genitive
    return (
        phenomena.cohesion
        and owner is not None
        and isinstance(owner.noun, Name)
        and nominal.determiner == "definite"
    )


def one_word(oblique: Oblique, phenomena: Phenomena) -> str | None:
    """The contraction of preposition and article, if both stand together: *im*."""
    nominal = oblique.nominal
    if not isinstance(nominal.noun, GermanNoun) or nominal.determiner != "definite":
        return None
    if named_owner(nominal, phenomena):
        return None
    case = CASES[oblique.preposition]
    article = morphology.determiner("definite", nominal.noun.gender, nominal.plural, case)
    return contracted(oblique.preposition[0], article)


class GermanGrammar:
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
            link.head = head
            if conjunction == "aber":
                words.append(self.comma(head, (0, "comma")))
            head.label = "conj"
            head.head = root
            words += [link, *more]
        mark = "?" if utterance.question else "."
        stop = Token(mark, mark, "PUNCT", (0, "stop"), "punct")
        stop.head = root
        root.label = "root"
        words.append(stop)
        pairs = zip(words, [*words[1:], stop], strict=True)
        return [t for t, after in pairs if not (t.form == "," and after.tag == "PUNCT")]

    def comma(self, head: Token, unit: tuple[int, str] | None = None) -> Token:
        """A comma; of two that follow each other, one is said."""
        comma = Token(",", ",", "PUNCT", unit, "punct")
        comma.head = head
        return comma

    def main(self, clause: Clause, question: bool) -> Phrase:
        """A main clause: one phrase, the finite verb, the rest."""
        finite, final, head = self.verb(clause, separate=True)
        parts = self.arguments(clause, head)
        front = clause.front
        if front == "adverbial" and clause.adverbial is not None:
            parts["adverbial"] = self.subordinate(*clause.adverbial, head, after=False)
        first = [] if question else parts.pop(front)
        if front != "subject" and not question:
            self.marks.append("fronting")
        subject = parts.pop("subject", [])
        verb_second = self.phenomena.verb_final
        if question or (verb_second and front != "subject"):
            words = first + finite + subject
        else:
            words = first + subject + finite
        middle = self.middle(clause, parts, self.negation(clause, head))
        if not verb_second:
            words += [t for t in final if t.label != "compound:prt"]
            final = [t for t in final if t.label == "compound:prt"]
        elif any(t.tag == "VERB" for t in final):
            self.marks.append("verb-final")
        return words + middle + final + self.tail(clause, head), head

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
        """A subordinate clause, set off by commas."""
        last = self.phenomena.verb_final
        finite, final, head = self.verb(clause, separate=not last)
        parts = self.arguments(clause, head)
        mark = Token(subordinator[0], subordinator[0], "SCONJ", (clause.id, "mark"), "mark")
        mark.head = head
        subject = parts.pop("subject", [])
        middle = self.middle(clause, parts, self.negation(clause, head))
        if last:
            self.marks.append("verb-final")
            words = [mark, *subject, *middle, *final, *finite]
        else:
            nonfinite = [t for t in final if t.label != "compound:prt"]
            particle = [t for t in final if t.label == "compound:prt"]
            words = [mark, *subject, *finite, *nonfinite, *middle, *particle]
        head.label = "advcl"
        head.head = governor
        closing = self.comma(head, None if after else (clause.id, "comma"))
        return [*([self.comma(head)] * after), *words, closing]

    def verb(self, clause: Clause, separate: bool) -> tuple[list[Token], list[Token], Token]:
        """The finite part, what closes the clause, and the head."""
        verb = clause.verb
        assert isinstance(verb, GermanVerb)
        unit = clause.id, "verb"
        particle = verb.source_particle
        lemma = particle + verb.source
        plural = clause.subject is not None and clause.subject.plural
        if clause.tense in ("present", "past"):
            form = finite_form(verb, clause.tense, plural)
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
            auxiliary = Token(_WERDEN[plural], "werden", "AUX", (clause.id, "auxiliary"), "aux")
        else:
            head = Token(particle + verb.participle, lemma, "VERB", unit, "root")
            forms = _SEIN if verb.auxiliary == "sein" else _HABEN
            # English has one word for both, unless it has no units with gaps.
            both = self.phenomena.discontinuity
            auxiliary_unit = unit if both else (clause.id, "auxiliary")
            auxiliary = Token(forms[plural], verb.auxiliary, "AUX", auxiliary_unit, "aux")
            self.marks += ["perfect"] * both
        auxiliary.head = head
        return [auxiliary], [head], head

    def negation(self, clause: Clause, head: Token) -> list[Token]:
        """The words that negate, but for what stands with the object, or that affirm."""
        unit = clause.id, "negation"
        if clause.affirmed:
            forms: tuple[str, ...] = (AFFIRMATION[0],)
        elif clause.negation is None:
            return []
        elif not self.phenomena.discontinuity:
            forms = NEVER.source
        else:
            self.marks.append("negation")
            negation = NEGATIONS[clause.negation]
            forms = negation.source
            if takes_no(clause, self.phenomena):
                forms = (negation.after,) if negation.after else ()
        return [self.adverb(form, unit, head) for form in forms]

    def adverb(self, form: str, unit: tuple[int, str], head: Token) -> Token:
        """A word that stands alone."""
        token = Token(form, form, "ADV", unit, "advmod")
        token.head = head
        return token

    def arguments(self, clause: Clause, head: Token) -> dict[str, list[Token]]:
        """The dependents of the verb, each a list of words."""
        parts: dict[str, list[Token]] = {}
        if clause.subject is not None:
            parts["subject"] = self.attach(self.nominal(clause.subject, "nom"), head, "nsubj")
        if clause.object is not None:
            negated = clause if takes_no(clause, self.phenomena) else None
            parts["object"] = self.attach(self.nominal(clause.object, "acc", negated), head, "obj")
        for k, oblique in enumerate(clause.obliques):
            name = f"oblique {k}" if k else "oblique"
            parts[name] = self.oblique(oblique, head, "obl")
        if clause.adverb is not None:
            parts["adverb"] = [self.adverb(clause.adverb[0], (clause.id, "adverb"), head)]
        return parts

    def middle(
        self, clause: Clause, parts: dict[str, list[Token]], negation: list[Token]
    ) -> list[Token]:
        """What stands between the verb's parts, in the order of German or in that of English."""
        pronoun = clause.object is not None and clause.object.noun is None
        first = parts.pop("object", []) if pronoun else []
        place = parts.pop("oblique", []) if clause.verb.frame == "motion" else []
        if self.phenomena.cohesion:
            order = ["adverb", "oblique 1", "oblique", "object"]
            rest = [token for name in order for token in parts.get(name, ())]
            early = negation if clause.affirmed else []
            return [*first, *early, *rest, *([] if early else negation), *place]
        order = ["oblique 1", "adverb"] if place else ["oblique", "oblique 1", "adverb"]
        rest = [token for name in order for token in parts.get(name, ())]
        return [*first, *parts.get("object", ()), *negation, *place, *rest]

    def oblique(self, oblique: Oblique, governor: Token, label: str) -> list[Token]:
        """A prepositional phrase; the noun heads it."""
        words, head = self.nominal(oblique.nominal, CASES[oblique.preposition])
        unit = oblique.id, "preposition"
        lemma = oblique.preposition[0]
        joined = one_word(oblique, self.phenomena)
        words = words[1:] if joined else words
        preposition = Token(joined or lemma, lemma, "ADP", unit, "case")
        preposition.head = head
        return self.attach(([preposition, *words], head), governor, label)

    def nominal(self, nominal: Nominal, case: str, negated: Clause | None = None) -> Phrase:
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
        assert isinstance(noun, GermanNoun)
        return self.common(nominal, noun, case, negated)

    def common(
        self, nominal: Nominal, noun: GermanNoun, case: str, negated: Clause | None
    ) -> Phrase:
        """A noun phrase around a common noun."""
        plural = nominal.plural
        form = noun.source_form(plural, case)
        head = Token(form, noun.source, "NOUN", (nominal.id, "noun"), "nsubj")
        words, kind = self.determiner(nominal, noun, case, negated)
        if nominal.numeral is not None:
            form = nominal.numeral[0]
            words.append(Token(form, form, "NUM", (nominal.id, "numeral"), "nummod"))
        for token in words:
            token.head = head
        relative, after = self.heavy(nominal, noun, head, kind, case)
        words += relative
        for k, (adjective, degree) in enumerate(nominal.adjectives):
            assert isinstance(adjective, GermanAdjective)
            form = morphology.adjective(adjective.source, kind, noun.gender, plural, case)
            token = Token(form, adjective.lemma, "ADJ", (nominal.id, f"adjective {k}"), "amod")
            if degree is not None:
                words.append(self.adverb(degree[0], (nominal.id, f"degree {k}"), token))
            words += self.attach(([token], token), head, "amod")
        return [*words, head, *after], head

    def determiner(
        self, nominal: Nominal, noun: GermanNoun, case: str, negated: Clause | None
    ) -> tuple[list[Token], str]:
        """The words of the determiner, and its kind."""
        kind, plural = nominal.determiner, nominal.plural
        if named_owner(nominal, self.phenomena) and nominal.genitive is not None:
            owner = nominal.genitive
            assert isinstance(owner.noun, Name)
            self.marks.append("moved-genitive")
            lemma = owner.noun.source
            return [Token(lemma + "s", lemma, "PROPN", (owner.id, "noun"), "nmod:poss")], ""
        if negated is not None and negated.negation is not None:
            unit = negated.id, "negation"
            form = morphology.determiner("no", noun.gender, plural, case)
            before = NEGATIONS[negated.negation].before
            words = [Token(before, before, "ADV", unit, "advmod")] if before else []
            return [*words, Token(form, "kein", "DET", unit, "det")], "no"
        if not kind or (plural and kind == "indefinite"):
            return [], ""
        form = morphology.determiner(kind, noun.gender, plural, case)
        lemma = {"definite": "der", "indefinite": "ein", "this": "dieser", "his": "sein"}[kind]
        return [Token(form, lemma, "DET", (nominal.id, "determiner"), "det")], kind

    def heavy(
        self, nominal: Nominal, noun: GermanNoun, head: Token, kind: str, case: str
    ) -> tuple[list[Token], list[Token]]:
        """The modifiers of several words: those before the adjectives, and those after the noun."""
        before: list[Token] = []
        after: list[Token] = []
        owner = nominal.genitive
        if owner is not None and not named_owner(nominal, self.phenomena):
            if isinstance(owner.noun, Name):
                words, name = self.nominal(owner, "dat")
                of = Token("von", "von", "ADP", (owner.id, "of"), "case")
                of.head = name
                after += self.attach(([of, *words], name), head, "nmod")
            else:
                after += self.attach(self.nominal(owner, "gen"), head, "nmod")
        if nominal.modifier is not None:
            after += self.oblique(nominal.modifier, head, "nmod")
        relative = nominal.relative
        if relative is not None and relative.attributive:
            before = self.attributive(relative, noun, head, kind, nominal.plural, case)
        elif relative is not None:
            after += self.relative(relative, noun, nominal.plural, head)
        return before, after

    def attributive(
        self, clause: Clause, noun: GermanNoun, head: Token, kind: str, plural: bool, case: str
    ) -> list[Token]:
        """A relative clause before its noun: *der in der Stadt wohnende Arzt*."""
        verb = clause.verb
        assert isinstance(verb, GermanVerb)
        self.marks.append("moved-relative")
        lemma = verb.source_particle + verb.source
        form = morphology.adjective(lemma + "d", kind, noun.gender, plural, case)
        token = Token(form, lemma, "VERB", (clause.id, "relative verb"), "acl")
        token.head = head
        return [*self.middle(clause, self.arguments(clause, token), []), token]

    def relative(self, clause: Clause, noun: GermanNoun, plural: bool, head: Token) -> list[Token]:
        """A relative clause after its noun."""
        verb = clause.verb
        assert isinstance(verb, GermanVerb)
        lemma = verb.source_particle + verb.source
        form = verb.source_particle + finite_form(verb, clause.tense, plural)
        token = Token(form, lemma, "VERB", (clause.id, "verb"), "acl:relcl")
        token.head = head
        word = RELATIVES["pl" if plural else noun.gender]
        pronoun = Token(word, "der", "PRON", (clause.id, "relative"), "nsubj")
        pronoun.head = token
        middle = self.middle(clause, self.arguments(clause, token), [])
        words = [pronoun, token, *middle]
        if self.phenomena.verb_final:
            self.marks.append("verb-final")
            words = [pronoun, *middle, token]
        return [self.comma(token), *words, self.comma(token)]

    def attach(self, phrase: Phrase, governor: Token, label: str) -> list[Token]:
        """Attaches a phrase to its head word."""
        words, head = phrase
        head.head = governor
        head.label = label
        return words


def finite_form(verb: GermanVerb, tense: str, plural: bool) -> str:
    """Present or past, without the particle."""
    if tense == "past":
        return morphology.past_plural(verb.past) if plural else verb.past
    return verb.source if plural else verb.present
