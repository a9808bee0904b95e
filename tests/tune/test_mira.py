"""MIRA's native steps are those of the plain ones, on lists of any shape and for every metric that the core knows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman._core import CandidateLists
from dragoman.common.errors import ConfigError
from dragoman.evaluate.metric import MetricOptions
from dragoman.evaluate.mix import make_metric
from dragoman.tune.lists import KBestLists
from dragoman.tune.mira import Mira, MiraOptions
from support.examples import examples
from support.tune.synthetic import as_lists, world

METRICS = ("bleu", "chrf", "ter", "0.5*bleu+0.5*ter")


def lists_of(seed: int, metric: str, repeated: bool = False) -> KBestLists:
    """Lists of uneven lengths, some empty; with ``repeated`` some candidates stand twice."""
    rng = np.random.default_rng(seed)
    candidates, references = world(seed, 12, 9)
    cut = [its[: int(rng.integers(0, 10))] for its in candidates]
    if repeated:
        cut = [[*its, *its[:2]] for its in cut]
    usable = [(its, ref) for its, ref in zip(cut, references, strict=True) if its]
    assert usable
    return as_lists(
        [its for its, _ in usable],
        [ref for _, ref in usable],
        make_metric(metric, MetricOptions("none")),
    )


@settings(max_examples=examples(60), deadline=None)
@given(
    seed=st.integers(0, 10**6),
    metric=st.sampled_from(METRICS),
    repeated=st.booleans(),
    step=st.sampled_from((0.003, 0.1)),
    decay=st.sampled_from((0.999, 0.5, 1.0)),
)
def test_native_steps_are_the_plain_steps(
    seed: int, metric: str, repeated: bool, step: float, decay: float
) -> None:
    lists = lists_of(seed, metric, repeated)
    rng = np.random.default_rng(seed)
    weights = rng.normal(size=5)
    mask = (rng.random(5) < 0.8).astype(np.float64)
    order = rng.integers(0, lists.sentences, size=50)
    mira = Mira(MiraOptions(step=step, decay=decay))
    native = mira.steps(lists, weights, mask, order)
    plain = mira.steps_plainly(lists, weights, mask, order)
    np.testing.assert_allclose(native, plain, rtol=1e-9, atol=1e-9)
    kept = mask == 0
    np.testing.assert_allclose(native[kept], len(order) * weights[kept])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"weights": np.zeros(4)}, "do not fit"),
        ({"background": np.zeros(3)}, "do not fit"),
        ({"mask": np.ones(6)}, "do not fit"),
        ({"order": np.array([10**6], dtype=np.uint64)}, "needs a sentence"),
    ],
)
def test_what_does_not_fit_is_refused(change: dict[str, np.ndarray], message: str) -> None:
    lists = lists_of(1, "bleu")
    given_: dict[str, object] = {
        "formula": lists.metric.formula(),
        "weights": np.zeros(5),
        "order": np.array([0], dtype=np.uint64),
        "mask": np.ones(5),
        "background": np.zeros(lists.metric.size),
        "size": 1.0,
        "step": 0.1,
        "decay": 0.9,
    }
    native = CandidateLists(lists.features, lists.statistics, lists.offsets)
    assert len(native.mira(**given_)) == 5
    with pytest.raises(ConfigError, match=message):
        native.mira(**(given_ | change))
