"""The German and English of the sample world: every sentence agrees with itself, by tables that stand here."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import pairwise

import pytest

from dragoman.corpus.constituency import ConstituencyTree
from dragoman.sample import NAMES, Phenomena, SampleSentence
from dragoman.sample.german import english, morphology
from dragoman.sample.german.lexicon import GermanNoun, GermanVerb, adverbs, kinds_of, lexicon
from dragoman.sample.options import GERMAN_ENGLISH
from support.sample_corpus import sample_documents, sample_sentences

ALL = Phenomena()
Cell = tuple[str, str]
"""Case, and gender or ``pl``."""

ARTICLES = {
    "der": "nom-m gen-f dat-f gen-pl",
    "die": "nom-f acc-f nom-pl acc-pl",
    "das": "nom-n acc-n",
    "den": "acc-m dat-pl",
    "dem": "dat-m dat-n",
    "des": "gen-m gen-n",
}
ENDINGS = {"er": "der", "e": "die", "es": "das", "en": "den", "em": "dem"}
"""Of ``dies-``, by the article with the same cases; *dieses* and *des* too."""
JOINED = {"im": "dem", "zum": "dem", "zur": "der", "beim": "dem", "vom": "dem"}
PREPOSITIONS = {
    **dict.fromkeys(["in", "vor", "hinter", "neben", "bei", "mit", "nach", "zu", "von"], "dat"),
    **dict.fromkeys(["ohne", "für"], "acc"),
    **dict.fromkeys(["wegen", "trotz", "während"], "gen"),
}
ALL_CELLS = {(case, g) for case in ("nom", "acc", "dat", "gen") for g in ("m", "f", "n", "pl")}


def german(pairs: int, seed: int = 1, phenomena: Phenomena = ALL) -> list[SampleSentence]:
    return sample_sentences(pairs, seed, phenomena, GERMAN_ENGLISH)


def cells(text: str) -> set[Cell]:
    return {(one.split("-")[0], one.split("-")[1]) for one in text.split()}


def determined(form: str) -> tuple[set[Cell], str]:
    """The cells that a determiner can be in, and the declension that it demands."""
    if form in ARTICLES:
        return cells(ARTICLES[form]), "weak"
    found = re.fullmatch("(dies|ein|kein|sein)(e[rnms]?)?", form)
    assert found is not None, form
    stem, ending = found[1], found[2] or ""
    if stem == "dies" or ending not in ("", "e", "es"):
        known = cells(ARTICLES[ENDINGS[ending]])
        known |= cells(ARTICLES["des"]) if ending == "es" else set()
        return known - (
            {("nom", "m")} if stem != "dies" else set()
        ), "weak" if stem == "dies" else "mixed"
    by_ending = {"": "nom-m nom-n acc-n", "e": ARTICLES["die"], "es": ARTICLES["des"]}
    return cells(by_ending[ending]), "mixed"


def adjectival(ending: str, declension: str) -> set[Cell]:
    """The cells in which an adjective has an ending."""
    strong = {
        "er": "nom-m dat-f gen-f gen-pl",
        "e": "nom-f acc-f nom-pl acc-pl",
        "es": "nom-n acc-n",
        "en": "acc-m dat-pl gen-m gen-n",
        "em": "dat-m dat-n",
    }
    if declension == "strong":
        return cells(strong[ending])
    e = cells("nom-f acc-f") | (cells("nom-m nom-n acc-n") if declension == "weak" else set())
    table = {"e": e, "er": cells("nom-m"), "es": cells("nom-n acc-n")}
    if declension == "weak":
        table |= {"er": set(), "es": set()}
    others = ALL_CELLS - e - (set() if declension == "weak" else cells("nom-m nom-n acc-n"))
    return (table | {"en": others, "em": set()})[ending]


NOUNS = {
    noun.source: noun
    for noun in [n for nouns in lexicon().nouns.values() for n in nouns] + lexicon().terms
    if isinstance(noun, GermanNoun)
}


def nominal(form: str, lemma: str) -> set[Cell]:
    """The cells that a noun can be in, by its form."""
    noun = NOUNS[lemma]
    found: set[Cell] = set()
    if form == noun.plural:
        found |= cells("nom-pl acc-pl gen-pl") | (cells("dat-pl") if form[-1] in "ns" else set())
        found |= {(case, noun.gender) for case in ("acc", "dat", "gen") if noun.weak}
    if form == noun.plural + "n" and noun.plural[-1] not in "ns":
        found |= cells("dat-pl")
    if form == lemma:
        found |= {(c, noun.gender) for c in ("nom", "acc", "dat") if not noun.weak or c == "nom"}
        found |= {("gen", "f")} if noun.gender == "f" else set()
    if noun.gender != "f" and not noun.weak and re.fullmatch(f"{lemma}(s|es|ses)", form):
        found.add(("gen", noun.gender))
    return found


def children(sentence: SampleSentence) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    for word, head in enumerate(sentence.source_tree.heads):
        found[head].append(word)
    return found


@pytest.mark.parametrize("name", [None, *NAMES])
def test_german_noun_phrases_agree(name: str | None) -> None:
    seen = Counter[str]()
    for s in german(800, 1, ALL.without(name) if name else ALL):
        tree, below = s.source_tree, children(s)
        for word in (k for k, tag in enumerate(s.source_tags) if tag == "NOUN"):
            labels = {tree.labels[c]: c for c in below[word]}
            left, declension = nominal(s.source[word], tree.lemmas[word]), "strong"
            case = {"nsubj": "nom", "obj": "acc", "nmod": "gen"}.get(tree.labels[word], "")
            if "case" in labels:
                case = PREPOSITIONS[tree.lemmas[labels["case"]]]
                joined = JOINED.get(s.source[labels["case"]])
                if joined is not None:
                    left &= cells(ARTICLES[joined])
                    declension = "weak"
                    seen["joined"] += 1
            if "det" in labels:
                assert declension == "strong"
                allowed, declension = determined(s.source[labels["det"]])
                left &= allowed
            left = {cell for cell in left if cell[0] == case}
            for child in below[word]:
                form, lemma = s.source[child], tree.lemmas[child]
                if tree.labels[child] in ("amod", "acl") and not form.endswith(("oner", "goer")):
                    ending = re.search("e[rnms]?$", form)
                    assert ending is not None
                    if ending[0] == "er" and form == lemma:  # Londoner
                        continue
                    left &= adjectival(ending[0], declension)
                    seen[declension] += 1
            assert left, " ".join(s.source)
            seen[case] += 1
    assert all(seen[one] > 10 for one in ("nom", "acc", "dat", "gen", "weak", "mixed", "strong"))


@pytest.mark.parametrize("name", [None, *NAMES])
def test_german_verbs_agree_with_their_subjects(name: str | None) -> None:
    for s in german(500, 1, ALL.without(name) if name else ALL):
        tree, below = s.source_tree, children(s)
        for subject in (k for k, label in enumerate(tree.labels) if label == "nsubj"):
            verb = tree.heads[subject]
            finite = next((c for c in below[verb] if tree.labels[c] == "aux"), verb)
            form, noun = s.source[finite], s.source[subject]
            if s.source_tags[subject] == "NOUN":
                plural = {g == "pl" for c, g in nominal(noun, tree.lemmas[subject]) if c == "nom"}
                det = next((c for c in below[subject] if tree.labels[c] == "det"), None)
                if det is not None:
                    allowed = determined(s.source[det])[0]
                    shown = nominal(noun, tree.lemmas[subject]) & allowed
                    plural = {g == "pl" for c, g in shown if c == "nom"}
                assert (
                    plural
                    <= {(form.endswith("n") and form[-2:] in ("en", "ln", "rn")) or form == "sind"}
                    or len(plural) > 1
                ), " ".join(s.source)
            elif noun == "er" or s.source_tags[subject] == "PROPN":
                assert not form.endswith("en") and form != "sind"


def test_the_finite_verb_stands_second_or_last() -> None:
    checked = 0
    for s in german(600):
        tree, below = s.source_tree, children(s)
        for word, label in enumerate(tree.labels):
            if label in ("advcl", "ccomp", "acl:relcl"):
                own = [c for c in below[word] if s.source_tags[c] != "PUNCT"]
                inside = [c for c in own if tree.labels[c] not in ("advcl", "ccomp", "aux")]
                assert all(c < word for c in inside), " ".join(s.source)
                checked += 1
            if label == "compound:prt":
                assert word > tree.heads[word]
    assert checked > 100


def subtrees(tree: ConstituencyTree) -> list[ConstituencyTree]:
    return [tree, *(node for child in tree.children for node in subtrees(child))]


def test_english_subjects_and_verbs_agree() -> None:
    checked = Counter[str]()
    for s in german(800):
        for node in subtrees(s.target_tree):
            labels = [child.label for child in node.children]
            if node.label not in ("S", "SQ") or "NP" not in labels:
                continue
            subject = node.children[labels.index("NP")]
            while (
                subject.children
                and subject.children[0].label == "NP"
                and subject.children[0].children[-1].label != "POS"
            ):
                subject = subject.children[0]
            head = [leaf for leaf in subject.children if leaf.word][-1]
            verb = node.children[labels.index("VP")].children
            finite = [leaf for leaf in [*node.children, *verb] if leaf.label in ("VBZ", "VBP")]
            plural = head.label == "NNS" or head.word == "they"
            assert all(leaf.label == ("VBP" if plural else "VBZ") for leaf in finite)
            checked[finite[0].label if finite else "other"] += 1
    assert min(checked.values()) > 50


def test_english_words_fit_their_neighbours() -> None:
    for s in german(1500):
        for before, after in pairwise(s.target):
            vowel = (
                after[0].lower() in "aeiou" and not re.match("uni|use|eu|one", after)
            ) or after.startswith("hon")
            assert before != "a" or not vowel
            assert before != "an" or vowel
            assert before != after
        leaves = [(leaf.word or "", leaf.label) for leaf in s.target_tree.leaves()]
        for (word, _), (_, tag) in pairwise(leaves):
            if word in ("will", "does", "did", "do") and tag.startswith("VB"):
                assert tag == "VB"
            assert word not in ("this", "a", "an") or tag != "NNS"
            assert word != "these" or tag != "NN"


def test_punctuation_stands_once() -> None:
    for s in german(1500):
        for side in (s.source, s.target):
            assert not any(a == "," and b in ",.?" for a, b in pairwise(side))
            assert side[-1] in ".?" and side[0] != ","


@pytest.mark.parametrize(
    ("switch", "labels"),
    [
        ("cohesion", {"fronting", "moved-relative", "moved-genitive", "temptation"}),
        (
            "discontinuity",
            {
                "negation",
                "separable",
                "perfect",
                "phrasal",
                "source-gap",
                "target-gap",
                "cross-serial",
            },
        ),
        ("verb-final", {"verb-final"}),
        ("consistency", {"term"}),
    ],
)
def test_a_switch_plants_its_phenomena_and_no_other_does(switch: str, labels: set[str]) -> None:
    def share(phenomena: Phenomena, label: str) -> float:
        found = german(800, 1, phenomena)
        return sum(label in s.phenomena for s in found) / len(found)

    for label in labels:
        assert share(ALL, label) > 0.01
        assert share(ALL.without(switch), label) == 0
    for other in set(NAMES) - {switch, "cross-serial"}:
        assert all(share(ALL.without(other), label) > 0.01 for label in labels - {"cross-serial"})


def test_without_cross_serial_no_units_interleave() -> None:
    def crossing(phenomena: Phenomena) -> int:
        return sum(
            bool({"cross-serial", "bonbon"} & set(s.phenomena)) for s in german(1500, 1, phenomena)
        )

    assert crossing(ALL) > 60
    assert crossing(ALL.without("cross-serial")) == 0


def test_a_document_is_british_or_american() -> None:
    names = [
        noun.targets + noun.target_plurals
        for noun in lexicon().terms
        if isinstance(noun, GermanNoun)
    ]
    sides = [{one for row in names for one in (row[k], row[k + 2])} for k in (0, 1)]
    uses = strange = 0
    both = Counter[bool]()
    for document in sample_documents(2000, 1, ALL, GERMAN_ENGLISH):
        words = [word for s in document.sentences if "term" in s.phenomena for word in s.target]
        counts = [sum(word in side for word in words) for side in sides]
        uses += sum(counts)
        strange += min(counts)
        both[counts[0] > counts[1]] += 1
    assert uses > 500
    assert strange < 0.06 * uses
    assert min(both.values()) > 40


def test_hardly_any_sentence_is_there_twice() -> None:
    counts = Counter(s.source for s in german(4000))
    assert sum(n - 1 for n in counts.values()) < 40
    other = {s.source for s in german(1000, 2)}
    assert len(other & set(counts)) < 15


def test_forms_of_german() -> None:
    nouns = {
        ("Haus", True, "dat"): "Häusern",
        ("Haus", False, "gen"): "Hauses",
        ("Student", False, "acc"): "Studenten",
        ("Bus", False, "gen"): "Busses",
        ("Gefängnis", False, "gen"): "Gefängnisses",
        ("Auto", True, "dat"): "Autos",
        ("Auto", False, "gen"): "Autos",
        ("Frau", False, "gen"): "Frau",
        ("Lehrer", False, "gen"): "Lehrers",
        ("Kind", False, "gen"): "Kindes",
        ("See", True, "dat"): "Seen",
    }
    for (word, plural, case), form in nouns.items():
        assert NOUNS[word].source_form(plural, case) == form
    regular = {
        "kaufen": ("kauft", "kaufte", "gekauft"),
        "arbeiten": ("arbeitet", "arbeitete", "gearbeitet"),
        "besuchen": ("besucht", "besuchte", "besucht"),
        "reparieren": ("repariert", "reparierte", "repariert"),
        "lächeln": ("lächelt", "lächelte", "gelächelt"),
    }
    for verb, forms in regular.items():
        assert morphology.verb_forms(verb) == forms
    assert morphology.past_plural("kaufte") == "kauften"
    assert morphology.past_plural("ging") == "gingen"
    assert morphology.adjective("müde", "indefinite", "m", False, "nom") == "müder"
    assert morphology.adjective("hoh", "definite", "m", False, "dat") == "hohen"
    assert morphology.adjective("Londoner-", "definite", "m", True, "dat") == "Londoner"


def test_forms_of_english() -> None:
    assert [english.plural(w) for w in ("box", "family", "boy", "church")] == [
        "boxes",
        "families",
        "boys",
        "churches",
    ]
    assert [english.present(w) for w in ("go", "cry", "wash", "play")] == [
        "goes",
        "cries",
        "washes",
        "plays",
    ]
    assert [english.past(w) for w in ("plan", "hope", "cry", "visit")] == [
        "planned",
        "hoped",
        "cried",
        "visited",
    ]
    assert [english.article(w) for w in ("hour", "old", "university", "honest")] == [
        "a",
        "an",
        "a",
        "an",
    ]


def test_the_lists_are_of_one_piece() -> None:
    words = lexicon()
    lemmas = [n.source for nouns in words.nouns.values() for n in nouns] + [
        n.source for n in words.terms
    ]
    assert len(lemmas) == len(set(lemmas)) > 270
    assert all(len(term.targets) == 2 for term in words.terms)
    assert set(words.adjectives) == set(words.nouns)
    kinds = set(words.nouns)
    for verbs in words.verbs.values():
        for verb in verbs:
            assert isinstance(verb, GermanVerb)
            assert set(kinds_of(verb.subject)) <= kinds
            assert set(kinds_of(verb.object)) <= kinds
            assert bool(verb.object) == (verb.frame == "transitive")
    assert sum(map(len, words.verbs.values())) > 140
    assert set(adverbs()) == {"early", "late", "place", "past", "future"}
    sides = [{n.source for n in words.names}, {n.target for n in words.names}]
    assert sides[0] == sides[1] and not any(name.endswith(("s", "x", "z")) for name in sides[0])
