"""What each of the papers is about, in some seconds: the quick start's second table.

Each idea is tried on a small text of the sample world in which nothing but its phenomenon is planted, beside the same
phrases without it. Weights are not tuned; only that of consistency is, which starts too small for texts of this size.
Sizes and weights were chosen on worlds of other seeds.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dragoman.common.progress import note
from dragoman.evaluate.metric import Matrix
from dragoman.evaluate.significance import bootstrap
from dragoman.experiment.quickstart import (
    METRIC,
    WORLD,
    check_configs,
    run_experiment,
    sample_bitext,
    write_once,
)
from dragoman.reproduce.paper import SettingTables
from dragoman.reproduce.rows import experiment_of, merged
from dragoman.sample.options import Phenomena
from dragoman.sample.writer import WorldOptions

IDEAS_FOLDER = "ideas"
PAIRS, DEV = 1200, 120
TEST = {"cohesion": 1000, "verb-final": 200, "cross-serial": 300, "consistency": 400}
"""Sentences to test on, by the phenomenon of a text; more where differences are small and decoding is quick."""
BASE = "phrases"
SETTINGS: SettingTables = {
    "lm": {"order": 4},
    "grammar": {"reordering": "none"},
    "decoder": {"search": "cube", "pop_limit": 30, "distortion_limit": 10},
    "treelet": {"search": "fast", "beam": 5},
    "tuning": {"method": "none"},
    "evaluation": {"metrics": ["bleu"]},
}
PHRASE_FEATURES = (
    "lm",
    "phrase_inverse",
    "lexical_inverse",
    "phrase_direct",
    "lexical_direct",
    "phrase_penalty",
    "word_penalty",
    "unknown",
    "distortion",
)


@dataclass(frozen=True)
class Idea:
    """A paper's, as settings that differ from those of phrases."""

    paper: str
    summary: str
    planted: str
    """The phenomenon of its text."""
    changes: SettingTables


IDEAS = (
    Idea(
        "cherry2008",
        "phrases respect source trees",
        "cohesion",
        {"decoder": {"cohesion": ["coh1"]}, "weights": {"coh1": 1.0}},
    ),
    Idea(
        "bach2009",
        "... and the words left count",
        "cohesion",
        {"decoder": {"cohesion": ["coh5"]}, "weights": {"coh5.interruption": 1.0}},
    ),
    Idea(
        "carreras2009",
        "phrases join to target trees",
        "verb-final",
        {"grammar": {"kind": "treelet"}},
    ),
    Idea(
        "galley2010",
        "phrases have gaps",
        "cross-serial",
        {
            "grammar": {"gaps": "both"},
            "decoder": {"gaps": "both", "gap_features": ["paper"]},
        },
    ),
    Idea(
        "ture2012",
        "documents keep to their words",
        "consistency",
        {
            "consistency": {"features": ["c3"], "common": 0.15, "first_pass": "starting"},
            "tuning": {
                "method": "mert",
                "sentences": DEV,
                "iterations": 3,
                "fixed": list(PHRASE_FEATURES),
            },
        },
    ),
)


@dataclass(frozen=True)
class IdeaRow:
    """What became of an idea."""

    idea: Idea
    without: float
    """BLEU of phrases on its text."""
    score: float
    p: float
    """Of the difference."""
    seconds: float


def run_ideas(directory: Path, threads: int, pairs: int = PAIRS) -> list[IdeaRow]:
    """Train every idea's system and the phrases beside it, below the folder of a quick start.

    Args:
        directory: The folder of the quick start.
        threads: How many.
        pairs: Training pairs of each text, at most.
    """
    root = directory / IDEAS_FOLDER
    check_ideas(directory)
    rows: list[IdeaRow] = []
    for idea in IDEAS:
        note(f"== {idea.paper}: {idea.summary}")
        start = time.monotonic()
        phrases, config = (_file(root, idea, name) for name in (BASE, idea.paper))
        write_once(config.parent / WORLD, _world(idea, min(pairs, PAIRS)))
        before = _statistics(phrases, SETTINGS, threads)
        after = _statistics(config, merged(SETTINGS, idea.changes), threads)
        without, score = (METRIC.score(one.sum(axis=0)) for one in (before, after))
        p = bootstrap(METRIC, before, after).p
        rows.append(IdeaRow(idea, without, score, p, time.monotonic() - start))
    return rows


def check_ideas(directory: Path) -> None:
    """Fails if an idea's experiment would replace one of the user's."""
    root = directory / IDEAS_FOLDER
    check_configs(_file(root, idea, name) for idea in IDEAS for name in (BASE, idea.paper))


def _file(root: Path, idea: Idea, name: str) -> Path:
    """Ideas about the same phenomenon share a text and its phrases."""
    return root / idea.planted / f"{name}.toml"


def _world(idea: Idea, pairs: int) -> WorldOptions:
    # With so many terms, and hints beside most of them, three documents out of four have something to gain.
    planted = replace(Phenomena().only(idea.planted), term=0.8, cue=0.6)
    return WorldOptions(pairs, DEV, TEST[idea.planted], phenomena=planted)


def _statistics(config: Path, settings: SettingTables, threads: int) -> Matrix:
    texts: dict[str, Any] = {
        "training": sample_bitext("train") | {"trees": f"{WORLD}/train.trees"},
        "development": sample_bitext("dev"),
        "test": [sample_bitext("test")],
        "output": f"{config.stem}.model",
    }
    experiment = experiment_of(config.stem, settings, texts)
    return run_experiment(config, experiment, threads, announced=False)[1]
