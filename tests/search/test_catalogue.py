"""The catalogue of features and what is made from it."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np

from dragoman.docs.features_page import page
from dragoman.grammar import REORDERING_COLUMNS, SCORE_COLUMNS
from dragoman.grammar.count_scores import BINS, GAPPED, LOG
from dragoman.search import (
    COHESION_FEATURES,
    GAP_FEATURES,
    ChartDecoder,
    ChartOptions,
    PhraseDecoder,
    SearchOptions,
)
from dragoman.search.catalogue import GROUPS, catalogue, declaration, default_weight, grouped
from dragoman.search.treelet import TreeletDecoder
from support.search import gappy
from support.search.plain_operations import random_model

COUNT_COLUMNS = (LOG, *BINS, GAPPED)
DOCS = Path(__file__).parents[2] / "docs"


def test_every_name_that_python_declares_is_in_it() -> None:
    known = list(catalogue())
    for names in (
        SCORE_COLUMNS,
        COUNT_COLUMNS,
        REORDERING_COLUMNS,
        COHESION_FEATURES,
        GAP_FEATURES,
    ):
        first = known.index(names[0])
        assert known[first : first + len(names)] == list(names)


def test_the_decoders_have_all_of_them_in_this_order(tmp_path: Path) -> None:
    model = gappy.make(3, tmp_path, features=GAP_FEATURES)
    options = SearchOptions(cohesion=COHESION_FEATURES, gap_features=GAP_FEATURES)
    chart = ChartOptions(cohesion=("coh.crossing",), lattice=True)
    for column in COUNT_COLUMNS:
        model.table = model.table.add_column(column, np.zeros(len(model.table)))
    names = PhraseDecoder.features_of(model.table, model.lms, options)
    of_charts = ChartDecoder.features_of(model.table, model.lms, chart)
    of_treelets = TreeletDecoder.features_of(model.table, model.lms)
    osm = random_model(random.Random(3), 2)
    with_operations = PhraseDecoder.features_of(model.table, model.lms, options, [osm])
    assert with_operations[:-1] == names
    all_names = dict.fromkeys([*names, *of_charts, *of_treelets, *with_operations])
    assert list(all_names) == list(catalogue())
    assert list(of_charts) == [name for name in catalogue() if name in of_charts]


def test_declarations_are_complete() -> None:
    for name, one in catalogue().items():
        assert one.name == name
        assert one.group in GROUPS
        assert one.what and one.paper
        assert one.weight != 0
    in_groups = [name for names in grouped(catalogue()).values() for name in names]
    assert sorted(in_groups) == sorted(catalogue())


def test_starting_weights() -> None:
    assert default_weight("lm") == default_weight("lm3") == 0.5
    assert default_weight("word_penalty") == -1.0
    assert default_weight("lm_like") == default_weight("my_column") == 0.0
    assert declaration("lm2").group == "language model"
    assert declaration("my_column").group == declaration("lm_like").group == "translation"
    assert grouped(["my_column"])["translation"] == ["my_column"]


def test_the_page_of_the_documentation_is_made_from_it() -> None:
    assert (DOCS / "features.md").read_text(encoding="utf-8") == page(), (
        "python -m dragoman.docs.features_page > docs/features.md"
    )
