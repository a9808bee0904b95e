"""S-phrases: what the paper shows, and the plain Python twin."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import FormatError, ModelError
from dragoman.corpus.constituency import parse_tree
from dragoman.grammar import AlignedBitext, PhraseTableOptions, RuleTable, extract
from dragoman.grammar.treelet.derivation import Derivation, Site, Spine
from dragoman.grammar.treelet.extraction import extract_sphrases
from dragoman.grammar.treelet.head_rules import HeadRules
from dragoman.grammar.treelet.options import SPhraseOptions
from dragoman.grammar.treelet.sphrases import ARRAYS, KIND, SPhrase, SPhrases
from dragoman.grammar.treelet.tree_derivation import derivation_of, trees_of
from dragoman.io.artifact import Artifact, ArtifactWriter
from support.parse.bracketed import TREES
from support.treelet.naive import count
from support.treelet.sound_derivations import check_derivation

ENGLISH = HeadRules.named("english")
SOURCE = "es gibt keine hierarchie der diskriminierung"
TARGET = "there is no hierarchy of discrimination"
LINKS = "0-0 1-1 2-2 3-3 4-4 5-5"
TREE = """(S (NP (EX there)) (VP (VBZ is) (NP (NP (DT no) (NN hierarchy))
    (PP (IN of) (NP (NN discrimination))))))"""


def _extract(
    sources: list[str],
    derivations: list[Derivation | None],
    targets: list[str],
    links: list[str],
    options: SPhraseOptions | None = None,
) -> SPhrases:
    bitext = AlignedBitext.encode(sources, targets, links)
    table = extract(bitext, PhraseTableOptions(max_length=7, smoothing="none"))
    return extract_sphrases(bitext, derivations, table, options)


def _rule(table: RuleTable, source: str, target: str) -> int:
    for number in range(len(table)):
        rule = table.rule(number)
        if (rule.source, rule.target) == (source, target):
            return number
    raise AssertionError("no such rule")


@pytest.fixture(scope="module")
def paper() -> SPhrases:
    return _extract([SOURCE], [derivation_of(parse_tree(TREE), ENGLISH)], [TARGET], [LINKS])


def _only(sphrases: SPhrases, source: str, target: str) -> SPhrase:
    (found,) = sphrases.lookup(_rule(sphrases.table, source, target))
    return found


def test_there_is_has_one_treelet(paper: SPhrases) -> None:
    one = _only(paper, "es gibt", "there is")
    assert [str(tree) for tree in trees_of(one.treelets)] == ["(S (NP (EX there)) (VP (VBZ is)))"]
    assert one.alignment == ((0, 0), (1, 1))
    assert (one.count, one.log_probability) == (1, 0)


def test_there_is_no_has_two(paper: SPhrases) -> None:
    one = _only(paper, "es gibt keine", "there is no")
    trees = [str(tree) for tree in trees_of(one.treelets)]
    assert trees == ["(S (NP (EX there)) (VP (VBZ is)))", "(DT no)"]


def test_hierarchy_of_keeps_its_copy_and_hierarchy_loses_it(paper: SPhrases) -> None:
    one = _only(paper, "hierarchie der", "hierarchy of")
    assert [str(t) for t in trees_of(one.treelets)] == ["(NP (NP (NN hierarchy)) (PP (IN of)))"]
    alone = _only(paper, "hierarchie", "hierarchy")
    assert [str(t) for t in trees_of(alone.treelets)] == ["(NP (NN hierarchy))"]


def test_dropped_copies_are_numbered_anew() -> None:
    tree = parse_tree("(NP (NP (NP (NN a)) (PP (IN b))) (PP (IN c)))")
    derivation = derivation_of(tree, ENGLISH)
    assert [a.site for a in derivation.adjunctions] == [Site(0, 1), Site(0, 2)]
    sphrases = _extract(["x z y"], [derivation], ["a b c"], ["0-0 2-1 1-2"])
    assert [a.site for a in _only(sphrases, "x z y", "a b c").treelets.adjunctions] == [
        Site(0, 1),
        Site(0, 2),
    ]
    # "a" and "c" are no phrase without "b"; turned round they are
    other = derivation_of(parse_tree("(NP (NP (PP (IN b)) (NP (NN a))) (PP (IN c)))"), ENGLISH)
    sphrases = _extract(["y x z"], [other], ["b a c"], ["0-0 1-1 2-2"])
    (adjunction,) = _only(sphrases, "x z", "a c").treelets.adjunctions
    assert adjunction.site == Site(0, 1) and adjunction.kind == "r"


def test_words_are_aligned_to_minimal_phrases() -> None:
    derivation = derivation_of(parse_tree("(VP (VB take) (NP (NN part) (NN in)))"), ENGLISH)
    sphrases = _extract(["nimmt teil an"], [derivation], ["take part in"], ["0-0 1-0 1-1 2-2"])
    one = _only(sphrases, "nimmt teil an", "take part in")
    assert one.alignment == ((0, 1), (0, 1), (2, 2))


WORDS = st.sampled_from(["a", "b", "c"])


@st.composite
def corpora(draw: st.DrawFn) -> list[tuple[str, Derivation | None, list[tuple[int, int]]]]:
    corpus: list[tuple[str, Derivation | None, list[tuple[int, int]]]] = []
    for _ in range(draw(st.integers(1, 4))):
        tree = draw(TREES.filter(lambda tree: len(tree) <= 6))
        source = draw(st.lists(WORDS, min_size=1, max_size=5))
        links = draw(
            st.sets(
                st.tuples(st.integers(0, len(source) - 1), st.integers(0, len(tree) - 1)),
                max_size=6,
            )
        )
        derivation = derivation_of(tree, ENGLISH)
        corpus.append((" ".join(source), derivation, sorted(links)))
    return corpus


@given(corpora(), st.integers(1, 4))
def test_all_analyses_are_those_of_the_twin(
    corpus: list[tuple[str, Derivation | None, list[tuple[int, int]]]], longest: int
) -> None:
    targets = [" ".join(d.words()) if d else "x" for _, d, _ in corpus]
    lines = [" ".join(f"{i}-{j}" for i, j in links) for _, _, links in corpus]
    bitext = AlignedBitext.encode([s for s, _, _ in corpus], targets, lines)
    table = extract(bitext, PhraseTableOptions(max_length=longest, smoothing="none"))
    options = SPhraseOptions(max_length=longest, analyses=1000)
    sphrases = extract_sphrases(bitext, [d for _, d, _ in corpus], table, options)
    expected = count(corpus, longest)
    assert len(table) == len(expected) == sphrases.analyzed()
    for number in range(len(table)):
        rule = table.rule(number)
        analyses = expected[rule.source, rule.target]
        treelets: Counter[Derivation] = Counter()
        for (whole, _), times in analyses.items():
            treelets[whole] += times
        found = sphrases.lookup(number)
        assert {one.treelets: one.count for one in found} == treelets
        assert [one.count for one in found] == sorted(treelets.values(), reverse=True)
        for one in found:
            check_derivation(one.treelets)
            seen = {a: n for (t, a), n in analyses.items() if t == one.treelets}
            assert seen[one.alignment] == max(seen.values())
            assert one.log_probability == pytest.approx(
                math.log(one.count / treelets.total()), abs=1e-12
            )


def test_only_the_most_frequent_are_kept_and_sentences_without_trees_do_not_count() -> None:
    verb = derivation_of(parse_tree("(VP (VB run))"), ENGLISH)
    noun = derivation_of(parse_tree("(NP (NN run))"), ENGLISH)
    given = [noun, verb, None, verb]
    sphrases = _extract(["lauf"] * 5, given, ["run"] * 5, ["0-0"] * 5, SPhraseOptions(analyses=1))
    one = _only(sphrases, "lauf", "run")
    assert one.treelets.spines == (Spine("run", "VB", ("VP",)),)
    assert one.count == 2 and one.log_probability == pytest.approx(math.log(2 / 3))


def test_case_may_differ_and_words_may_not() -> None:
    derivation = derivation_of(parse_tree("(NP (NN Run))"), ENGLISH)
    assert len(_extract(["lauf"], [derivation], ["run"], ["0-0"])) == 1
    with pytest.raises(FormatError, match="line 1: the tree has other words"):
        _extract(["lauf"], [derivation], ["runs"], ["0-0"])


def test_saved_and_opened(paper: SPhrases, tmp_path: Path) -> None:
    paper.save(tmp_path / "s")
    again = SPhrases.open(tmp_path / "s", paper.table)
    assert repr(again) == repr(paper)
    for number in range(len(paper.table)):
        assert again.lookup(number) == paper.lookup(number)


@pytest.mark.parametrize(
    "name", ["first", "words", "analyses", "alignment_first", "totals", "counts"]
)
def test_unsound_arrays_are_refused(paper: SPhrases, tmp_path: Path, name: str) -> None:
    _damage(paper, tmp_path, name, 1000)
    with pytest.raises(ModelError, match="do not fit"):
        SPhrases.open(tmp_path / "t", paper.table)


@pytest.mark.parametrize("name", ["counts", "totals"])
def test_what_was_never_seen_is_refused(paper: SPhrases, name: str) -> None:
    arrays = {other: paper.array(other).copy() for other in ARRAYS}
    arrays[name][:] = 0
    with pytest.raises(ModelError, match="do not fit"):
        SPhrases(paper.table, paper.spines, arrays)


@pytest.mark.parametrize("bits", [7 << 32, 9 << 40])
def test_heads_and_nodes_outside_are_refused(paper: SPhrases, tmp_path: Path, bits: int) -> None:
    """The last word of the last analysis hangs on another one."""
    one = [n for n in range(len(paper.table)) if len(paper.table.rule(n).target.split()) == 6]
    (whole,) = paper.lookup(one[0])
    assert whole.treelets.adjunctions[-1].modifier == 5
    _damage(paper, tmp_path, "words", bits)
    with pytest.raises(ModelError, match="do not fit"):
        SPhrases.open(tmp_path / "t", paper.table)


def _damage(paper: SPhrases, tmp_path: Path, name: str, change: int) -> None:
    """Saves s-phrases with a wrong last element of an array; of totals one is missing."""
    paper.save(tmp_path / "s")
    sound = Artifact.open(tmp_path / "s", KIND)
    with ArtifactWriter(tmp_path / "t", KIND) as out:
        out.settings.update(sound.settings)
        for file in (tmp_path / "s").glob("*.npy"):
            values = sound.array(file.stem).copy()
            if file.stem == name:
                values[-1] += change
            out.array(file.stem, values[:-1] if name == file.stem == "totals" else values)
