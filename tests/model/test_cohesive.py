"""Models with cohesion features: saved, opened, changed; k-best filtering; translations with their phrases."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from dragoman.cli.main import main
from dragoman.cohesion.definition import is_cohesive
from dragoman.common.errors import FormatError
from dragoman.corpus.conllu import write_conllu
from dragoman.experiment.config import (
    Bitext,
    EvaluationSet,
    Experiment,
    LanguageModelSection,
    Tuning,
)
from dragoman.experiment.dump import dump
from dragoman.forest import Derivation
from dragoman.forest.segmentation import (
    parse_segmentation,
    phrases_of,
    read_segmentation,
    segmented,
)
from dragoman.grammar import AlignedBitext, PhraseTableOptions, extract
from dragoman.io.files import read_lines
from dragoman.lm import LanguageModel
from dragoman.lm.estimation import LMOptions
from dragoman.model import Model
from dragoman.model.requests.reader import InputReader
from dragoman.search import Input, PhraseDecoder, SearchOptions
from support.sample_corpus import sample_directory
from support.search import gappy, tiny
from support.search.conformance import SYSTEMS
from support.search.trees import random_tree


def places(derivation: Derivation) -> list[tuple[int, ...]]:
    return [phrase.source for phrase in phrases_of(derivation)]


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    made = tiny.make(11, tmp_path_factory.mktemp("model"))
    weights = made.weights | {"distortion": -0.5}
    return Model(made.table, made.lms, weights, SearchOptions(distortion_limit=-1))


@pytest.fixture(scope="module")
def inputs():
    rng = random.Random(4)
    found = []
    for _ in range(20):
        words = [rng.choice("xyzu") for _ in range(rng.randint(4, 7))]
        found.append(Input(words, tree=random_tree(words, rng, projective=True)))
    return found


def test_options_bring_their_weights(model, tmp_path):
    before = dict(model.weights)
    other = Model(model.rules, model.lms, before, model.options)
    other.options = replace(model.options, cohesion=("coh5", "coh2"), cohesion_hard=True)
    assert set(other.weights) - set(before) == set(other.options.cohesion)
    other.weights["coh2"] = 0.75
    other.save(tmp_path / "model")
    opened = Model.open(tmp_path / "model", bounds=None)
    assert opened.options == other.options
    assert opened.weights == other.weights
    assert opened.feature_names == other.feature_names
    opened.options = replace(opened.options, cohesion=("coh2",))
    assert opened.weights == before | {"coh2": 0.75}
    opened.options = replace(opened.options, cohesion=())
    assert opened.weights == before


def test_kbest_filter(model, inputs):
    best = model.translate(inputs, nbest=200, distinct=False)
    filtered = model.translate(inputs, kbest_filter=200)
    changed = 0
    for source, one, other in zip(inputs, best, filtered, strict=True):
        good = [c for c in one.nbest if is_cohesive(source.tree, places(c.derivation))]
        expected = good[0] if good else one
        assert other.text == expected.text
        assert other.score == pytest.approx(expected.score)
        total = sum(model.weights[name] * value for name, value in other.features.items())
        assert other.score == pytest.approx(total, abs=1e-4)
        changed += other.derivation.steps != one.derivation.steps
    assert changed


def test_segments_there_and_back(model, inputs, tmp_path):
    found = [t.derivation for t in model.translate(inputs)]
    path = tmp_path / "segments"
    path.write_text("".join(segmented(d) + "\n" for d in found))
    assert [list(line.phrases) for line in read_segmentation(path)] == [
        phrases_of(d) for d in found
    ]
    line = parse_segmentation("ne pas |1-1,3-4| | |0-0|")
    assert [phrase.source for phrase in line.phrases] == [(1, 3, 4), (0,)]
    path.write_text("a |0-0|\na b\n")
    with pytest.raises(FormatError, match="'a b'") as error:
        list(read_segmentation(path))
    assert ":2:" in str(error.value)


def test_translate(model, inputs, tmp_path, capsys):
    other = Model(model.rules, model.lms, model.weights, replace(model.options, cohesion=("coh1",)))
    other.save(tmp_path / "model")
    (tmp_path / "in").write_text("".join(" ".join(i.tokens) + "\n" for i in inputs))
    write_conllu(tmp_path / "trees", (i.tree for i in inputs))
    call = ["translate", str(tmp_path / "model"), "--input", str(tmp_path / "in")]
    assert main([*call, "--segments"]) == 0
    captured = capsys.readouterr()
    assert captured.err.count("no trees") == 1
    trees = ["--conllu", str(tmp_path / "trees")]
    assert main([*call, *trees, "--segments", "--cohesion-hard"]) == 0
    captured = capsys.readouterr()
    assert "no trees" not in captured.err
    lines = captured.out.splitlines()
    for source, line in zip(inputs, lines, strict=True):
        assert is_cohesive(source.tree, [s.source for s in parse_segmentation(line).phrases])
    assert main([*call, *trees, "--kbest-filter", "50"]) == 0


@pytest.mark.parametrize("kind", ["phrase", "chart", "treelet", "gaps"])
def test_files_of_all_decoders_say_what_their_models_say(kind, tmp_path, capsys):
    """Translations are equal to the references that are made of them, and the verdicts are those of the model."""
    rng = random.Random(6)
    if kind == "gaps":
        made = gappy.make(3, tmp_path)
        rules, lms = made.table, made.lms
        weights = dict.fromkeys(PhraseDecoder.features_of(rules, lms), 0.3)
        system = Model(rules, lms, weights)
    else:
        made = SYSTEMS[kind](tmp_path)
        system = Model(made.rules, made.lms, made.weights, decoder=kind)
    system.save(tmp_path / "model")
    trees = [
        random_tree([rng.choice("xyzu") for _ in range(rng.randint(3, 7))], rng) for _ in range(40)
    ]
    write_conllu(tmp_path / "trees", trees)
    (tmp_path / "in").write_text("".join(" ".join(tree.words) + "\n" for tree in trees))
    model = str(tmp_path / "model")
    call = ["translate", model, "--input", str(tmp_path / "in")]
    for name, more in (("segments", ["--segments"]), ("text", [])):
        capsys.readouterr()
        assert main([*call, *more]) == 0
        (tmp_path / name).write_text(capsys.readouterr().out)
    systems = [model, str(tmp_path / "segments"), "--names", "model", "file"]
    call = [
        "cohesion",
        *systems,
        "--conllu",
        str(tmp_path / "trees"),
        "--reference",
        str(tmp_path / "text"),
        "--json",
    ]
    assert main([*call, "--samples", "10"]) == 0
    report = json.loads(capsys.readouterr().out)
    first, second = report["systems"]
    assert first["uncohesive"] > 0
    assert {**second, "name": "model"} == first
    assert report["subsets"][0]["scores"] == pytest.approx([100.0, 100.0])


@pytest.fixture(scope="module")
def sample():
    """A model of the sample world, and inputs with gold trees that it has not seen."""
    world = sample_directory(1500, 10, 60)
    source, target, links = (world / f"train.{end}" for end in ("qar", "qot", "align"))
    rules = extract(AlignedBitext.read(source, target, links), PhraseTableOptions())
    lm = LanguageModel.train(read_lines(target), LMOptions(order=3))
    made = Model(rules, [lm], options=SearchOptions(pop_limit=200))
    reader = InputReader(made.text, trees=world / "test.conllu")
    return made, list(reader.read(world / "test.qar"))


@pytest.mark.parametrize("search", ["stack", "cube"])
@pytest.mark.parametrize("limit", [-1, 4])
def test_hard_constraint_on_the_sample_world(sample, search, limit):
    made, sentences = sample
    options = replace(made.options, search=search, distortion_limit=limit, stack=50)
    free = Model(made.rules, made.lms, made.weights, options)
    hard = Model(
        made.rules,
        made.lms,
        made.weights,
        replace(options, cohesion_hard=True, cohesion_fallback=False),
    )
    lost = 0
    for source, one in zip(sentences, hard.translate(sentences), strict=True):
        if one.outcome.unreachable:
            assert limit >= 0
            assert not source.tree.is_projective()
            lost += 1
        else:
            assert is_cohesive(source.tree, places(one.derivation))
    assert lost < len(sentences) / 4
    found = free.translate(sentences)
    assert not all(
        is_cohesive(source.tree, places(one.derivation))
        for source, one in zip(sentences, found, strict=True)
    )


def test_one_line_of_a_configuration_adds_cohesion(tmp_path):
    """Tuned, saved and evaluated with the feature, trees from the files beside the text."""
    world = sample_directory(300, 30, 30)

    def part(name):
        files = {"source": f"{name}.qar", "target": f"{name}.qot", "conllu": f"{name}.conllu"}
        return {key: str(world / file) for key, file in files.items()}

    experiment = Experiment(
        training=Bitext(**part("train")),
        development=Bitext(**part("dev")),
        test=(EvaluationSet(**part("test")),),
        lm=LanguageModelSection(order=3),
        decoder=SearchOptions(cohesion=("coh5",)),
        tuning=Tuning(iterations=1, kbest=20, sentences=20),
    )
    (tmp_path / "one.toml").write_text(dump(experiment))
    assert main(["train", str(tmp_path / "one.toml"), "--threads", "1"]) == 0
    model = Model.open(tmp_path / "model")
    assert model.options.cohesion == tuple(n for n in model.weights if n.startswith("coh5."))
    assert len(model.options.cohesion) == 4
