"""The phrase decoder's manners: bounds, demands, unknown words, errors, determinism."""

from __future__ import annotations

import random

import pytest

from dragoman.common.errors import ConfigError
from dragoman.grammar import Rule, RuleTable
from dragoman.lm import LanguageModel
from dragoman.lm.arpa import read_arpa
from dragoman.search import DecodeRequest, Input, PhraseDecoder, SearchOptions, Zone
from support.search import tiny


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return tiny.make(11, tmp_path_factory.mktemp("model"))


def decode(model, one, forest=False, **options):
    decoder = PhraseDecoder(model.table, model.lms, model.weights, SearchOptions(**options))
    [result] = decoder.decode([one], DecodeRequest(forest=forest))
    return result


def some_words(size, seed=1):
    rng = random.Random(seed)
    return [rng.choice("xyzu") for _ in range(size)]


@pytest.mark.parametrize("search", ["stack", "cube", "oriented"])
def test_empty_sentence(model, search):
    result = decode(model, Input([]), search=search, forest=True)
    assert result.tokens == ()
    assert result.score == 0
    assert result.derivation.steps == ()
    assert result.forest.kbest(5) == []


def test_unknown_words(model):
    words = ["x", "grün", "B52"]
    assert {"grün", "B52"} <= set(decode(model, Input(words)).tokens)
    dropped = decode(model, Input(words), unknown="drop")
    assert "grün" not in dropped.tokens
    assert "B52" in dropped.tokens
    assert "⟨grün⟩" in decode(model, Input(words), unknown="mark").tokens
    assert dropped.features["unknown"] == -200
    copied = decode(model, Input(["grün"]))
    assert copied.derivation.alignment == ((0, 0),)
    assert copied.derivation.steps[0].unknown


@pytest.mark.parametrize("search", ["stack", "cube", "oriented"])
def test_any_length(model, search):
    """A long line, and a line of one word, cost no more than their length."""
    for words in (some_words(150), ["x"] * 150, ["unknown"] * 150):
        result = decode(model, Input(words), search=search, stack=10, pop_limit=20)
        spans = sorted(step.source_spans[0] for step in result.derivation.steps)
        assert [end for _, end in spans][:-1] == [begin for begin, _ in spans][1:]
        assert spans[0][0] == 0
        assert spans[-1][1] == 150


@pytest.mark.parametrize("limit", [-1, 100, 200])
def test_wide_reordering(model, limit):
    """Coverage wider than a machine word."""
    result = decode(model, Input(some_words(140)), stack=5, pop_limit=10, distortion_limit=limit)
    covered = sorted(i for s in result.derivation.steps for i in range(*s.source_spans[0]))
    assert covered == list(range(140))


def test_pieces(model):
    words = some_words(100)
    words[27] = ","
    result = decode(model, Input(words), stack=10, pop_limit=20, max_words=30, forest=True)
    assert result.outcome.degraded
    covered = sorted(i for s in result.derivation.steps for i in range(*s.source_spans[0]))
    assert covered == list(range(100))
    position = {
        i: n for n, s in enumerate(result.derivation.steps) for i in range(*s.source_spans[0])
    }
    assert max(position[i] for i in range(28)) < min(position[i] for i in range(28, 100))
    lm = model.lms[0].score(result.tokens) * 2.302585092994046
    assert result.features["lm"] == pytest.approx(lm, abs=1e-3)
    assert result.forest.kbest(1)[0].score == pytest.approx(result.score, abs=1e-6)


def test_work_bound(model):
    words = some_words(60)
    free = decode(model, Input(words), search="stack")
    bound = decode(model, Input(words), search="stack", max_work=20_000)
    assert not free.outcome.degraded
    assert bound.outcome.degraded
    assert bound.score <= free.score + 1e-4
    assert decode(model, Input(words), max_seconds=1e-4).tokens


def test_zones(model):
    words = ["x", "y", "z", "x"]
    result = decode(model, Input(words, zones=[Zone(1, 3, [["ein", "Begriff"]])]))
    text = " ".join(result.tokens)
    assert "ein Begriff" in text
    assert not any(
        step.source_spans[0][0] < 3 and step.source_spans[0][1] > 1 and step.rule >= 0
        for step in result.derivation.steps
    )
    kept = decode(model, Input.keep(words, [(0, 1)]))
    assert "x" in kept.tokens
    offered = decode(model, Input(words, zones=[Zone(0, 4, [["a"] * 60], exclusive=False)]))
    assert offered.tokens != ("a",) * 60
    gone = decode(model, Input(["x"], zones=[Zone(0, 1, [[]])]))
    assert gone.tokens == ()
    with pytest.raises(ConfigError, match="two exclusive zones"):
        decode(model, Input(words, zones=[Zone(0, 2, ["a"]), Zone(1, 3, ["a"])]))


@pytest.mark.parametrize("search", ["stack", "cube", "oriented"])
def test_walls(model, search):
    words = some_words(12, 3)
    weights = {**model.weights, "distortion": -1.0}
    for one, options in (
        (Input(words, walls=[5]), {}),
        (Input([*words[:5], ",", *words[6:]]), {"punctuation_walls": True}),
    ):
        chosen = SearchOptions(search=search, **options)
        [result] = PhraseDecoder(model.table, model.lms, weights, chosen).decode(
            [one], DecodeRequest(forest=True)
        )
        for derivation in result.forest.kbest(50):
            done: set[int] = set()
            for step in derivation.steps:
                begin, end = step.source_spans[0]
                if begin >= 5:
                    assert set(range(5)) <= done
                done |= set(range(begin, end))


def test_monotone(model):
    result = decode(model, Input(some_words(20)), distortion_limit=0)
    starts = [step.source_spans[0][0] for step in result.derivation.steps]
    assert starts == sorted(starts)
    assert result.features["distortion"] == 0


@pytest.mark.parametrize("search", ["stack", "cube", "oriented"])
def test_threads_agree(model, search):
    inputs = [Input(some_words(5 + i, i)) for i in range(12)]
    options = SearchOptions(search=search, stack=50, pop_limit=100)
    decoder = PhraseDecoder(model.table, model.lms, model.weights, options)
    one = decoder.decode(inputs, DecodeRequest(forest=True))
    two = decoder.decode(inputs, DecodeRequest(threads=2, forest=True))
    for a, b in zip(one, two, strict=True):
        assert (a.tokens, a.score, a.features) == (b.tokens, b.score, b.features)
        assert a.forest.to_json() == b.forest.to_json()


def test_no_surprise_of_the_language_model_hides_what_is_behind_it(tmp_path):
    """Without reordering, this alone lets the oriented search find more than cube pruning with the same limit."""
    better = worse = 0
    for seed in range(12):
        rng = random.Random(seed)
        sides = [*tiny.TARGET, *(f"{a} {b}" for a in tiny.TARGET for b in tiny.TARGET)]
        rules = [
            Rule(word, side, (), {"phrase_direct": -rng.random()}, {}, {})
            for word in "xyz"
            for side in sides
        ]
        (tmp_path / "arpa").write_text(tiny.arpa(rng, 3))
        table = RuleTable.build(rules, columns=("phrase_direct",))
        lm = LanguageModel.build(read_arpa(tmp_path / "arpa"))
        weights = {"lm": 1.0, "phrase_direct": 1.0, "word_penalty": -1.0, "phrase_penalty": 0.0}
        weights |= {"distortion": 0.1, "unknown": 1.0}
        for number in range(10):
            one = Input([word for word in some_words(14, number) if word != "u"])
            scores = {}
            for search in ("cube", "oriented"):
                options = SearchOptions(search=search, pop_limit=10, distortion_limit=2)
                [result] = PhraseDecoder(table, [lm], weights, options).decode([one])
                scores[search] = result.score
            better += scores["oriented"] > scores["cube"] + 1e-3
            worse += scores["oriented"] < scores["cube"] - 1e-3
    assert better > 2 * worse


def test_what_a_jump_will_cost_counts_before_it_is_paid(tmp_path):
    """The language model prefers the second word first, but not by as much as the way back costs."""
    (tmp_path / "arpa").write_text(
        "\\data\\\nngram 1=5\nngram 2=2\n\n"
        "\\1-grams:\n-9\t<unk>\n-99\t<s>\t0\n-1\t</s>\n-1\tX\t0\n-1\tY\t0\n\n"
        "\\2-grams:\n-2\t<s> X\n-0.9\t<s> Y\n\n\\end\\\n"
    )
    lm = LanguageModel.build(read_arpa(tmp_path / "arpa"))
    rules = [Rule(word, word.upper(), (), {"phrase_direct": 0.0}, {}, {}) for word in "xy"]
    table = RuleTable.build(rules, columns=("phrase_direct",))
    weights = {"lm": 1.0, "phrase_direct": 1.0, "word_penalty": 0.0, "phrase_penalty": 0.0}
    weights |= {"distortion": 1.0, "unknown": 1.0}

    def text(search, stack):
        options = SearchOptions(search=search, stack=stack)
        return PhraseDecoder(table, [lm], weights, options).decode([Input(["x", "y"])])[0].text

    assert text("cube", 100) == text("oriented", 100) == "X Y"
    assert text("cube", 1) == "Y X"
    assert text("oriented", 1) == "X Y"


def test_kept_scores_are_recomputed_scores(model):
    """Pruned searches too: what the forest says of its best is what the search said."""
    for seed in range(10):
        for search in ("stack", "cube", "oriented"):
            result = decode(
                model, Input(some_words(15, seed)), search=search, stack=20, forest=True
            )
            [best] = result.forest.kbest(1)
            assert best.score == pytest.approx(result.score, abs=1e-3)
            total = sum(model.weights[name] * v for name, v in result.features.items())
            assert result.score == pytest.approx(total, abs=1e-6)


def test_weights_are_named(model):
    missing = {name: w for name, w in model.weights.items() if name != "distortion"}
    with pytest.raises(ConfigError, match="'distortion' has no weight"):
        PhraseDecoder(model.table, model.lms, missing)
    with pytest.raises(ConfigError, match="'distorsion'"):
        PhraseDecoder(model.table, model.lms, {**model.weights, "distorsion": 1.0})
    with pytest.raises(ConfigError, match="got nan"):
        PhraseDecoder(model.table, model.lms, {**model.weights, "lm": float("nan")})


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("beam", 2.0),
        ("distortion_limit", -2),
        ("pop_limit", 0),
        ("search", "best"),
        ("unknown", "?"),
    ],
)
def test_bad_options(model, option, value):
    with pytest.raises(ConfigError):
        decode(model, Input(["x"]), **{option: value})


def test_without_language_model_or_rules(model):
    weights = {name: w for name, w in model.weights.items() if name != "lm"}
    result = PhraseDecoder(model.table, [], weights).decode([Input(["x", "y"])])[0]
    assert "lm" not in result.features
    empty = PhraseDecoder(
        RuleTable.build([]),
        model.lms,
        {n: w for n, w in model.weights.items() if not n.startswith("reordering")},
    )
    assert empty.decode([Input(["p", "q"])])[0].tokens == ("p", "q")
