"""Cells of forests, against sums over all derivations of a small forest."""

from __future__ import annotations

import math
from collections import defaultdict
from pathlib import Path

import pytest

from dragoman.forest.cells import forest_cells
from dragoman.model import Model
from support.model.handful import make_model
from support.search.conformance import SYSTEMS


@pytest.mark.parametrize("scale", [0.3, 1.0])
@pytest.mark.parametrize("line", ["das haus ist klein", "das zwerg ist das haus", "klein"])
def test_probabilities_are_sums_over_derivations(line: str, scale: float) -> None:
    forest = make_model().translate(line, forest=True).forest
    assert forest is not None
    derivations = forest.kbest(100_000)
    top = max(one.score for one in derivations)
    masses = [math.exp(scale * (one.score - top)) for one in derivations]
    wanted: dict[tuple[int, int, str], float] = defaultdict(float)
    for mass, one in zip(masses, derivations, strict=True):
        for step in one.steps:
            ((begin, end),) = step.source_spans
            wanted[begin, end, " ".join(step.target)] += mass / sum(masses)
    found = {
        (cell.begin, cell.end, rule.target): rule.probability
        for cell in forest_cells(forest, scale, most=1000)
        for rule in cell.rules
    }
    assert found == pytest.approx(dict(wanted))


@pytest.mark.parametrize("name", list(SYSTEMS))
def test_cells_of_every_decoder(name: str, tmp_path: Path) -> None:
    """The steps of the best derivation that have words are among the cells."""
    system = SYSTEMS[name](tmp_path)
    model = Model(system.rules, system.lms, system.weights, decoder=system.type.name)
    found = model.translate("x y z x", forest=True)
    assert found.forest is not None
    cells = forest_cells(found.forest, most=1000)
    assert cells == sorted(cells, key=lambda cell: (cell.begin, cell.end))
    for cell in cells:
        assert 0 < cell.probability <= 1
        assert len(cell.rules) == cell.total
        order = [rule.probability for rule in cell.rules]
        assert order == sorted(order, reverse=True)
    places = {(cell.begin, cell.end) for cell in cells}
    for step in found.derivation.steps:
        if step.target and step.source_spans:
            assert (step.source_spans[0][0], step.source_spans[-1][1]) in places
    few = forest_cells(found.forest, most=1)
    assert [cell.rules for cell in few] == [cell.rules[:1] for cell in cells]
