"""Every command that writes, on small inputs: what is run, and what it leaves behind.

``Workshop`` makes the inputs once. A command is run in a directory of its own, in which it writes below ``OUT`` only.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from dragoman.align import Aligner, AlignOptions
from dragoman.grammar import (
    AlignedBitext,
    OnTheFlyRules,
    PhraseLookupOptions,
    PhraseTableOptions,
    SuffixGrammar,
    extract,
)
from dragoman.io.files import read_lines
from dragoman.lm import LanguageModel, LMOptions, estimate
from dragoman.model import Model
from dragoman.model.moses.exchange import export_moses
from faults.child import Child, environment
from support.sample_corpus import sample_directory

PAIRS = 120
OUT = "out"

ALIGNMENT = AlignOptions(schedule="joint-ibm1:2,joint-hmm:2")

EXPERIMENT = """
name = "small"
work = "out/work"
output = "out/model"
[training]
source = "world/train.qar"
target = "world/train.qot"
[development]
source = "world/dev.qar"
target = "world/dev.qot"
[[test]]
source = "world/test.qar"
target = "world/test.qot"
[lm]
order = 3
[tuning]
iterations = 2
kbest = 10
sentences = 10
"""
TREES = (
    EXPERIMENT.replace('train.qot"', 'train.qot"\nconllu = "world/train.conllu"')
    .replace('dev.qot"', 'dev.qot"\nconllu = "world/dev.conllu"')
    .replace('test.qot"', 'test.qot"\nconllu = "world/test.conllu"')
)
EXPERIMENTS = {
    "small.toml": EXPERIMENT,
    "gaps.toml": f'{EXPERIMENT}[grammar]\ngaps = "both"\nmax_words = 3\n',
    "trees.toml": f'{TREES}[decoder]\ncohesion = ["coh1"]\n',
    "hierarchical.toml": f'{EXPERIMENT}[grammar]\nkind = "hierarchical"\n',
    "features.toml": EXPERIMENT.replace("order = 3", "order = 3\nclasses = 5")
    + "[osm]\norder = 3\n[unseen]\nnumbers = true\nforms = true\nnames = true\n",
    "treelet.toml": TREES.replace('.conllu"', '.conllu"\ntrees = "world/train.trees"', 1)
    + '[grammar]\nkind = "treelet"\n[treelet]\nbeam = 5\n',
}
"""The whole pipeline: contiguous phrases, phrases with gaps looked up in the text, trees, hierarchical rules,
treelets, and phrases with all further features."""
_BITEXT = ["--source", "world/train.qar", "--target", "world/train.qot"]
_LINKED = [*_BITEXT, "--alignment", "world/train.align"]
_TEST = ["--source", "world/dev.qar", "--reference", "world/dev.qot"]

_MORE = ["--source", "world/dev.qar", "--target", "world/dev.qot"]

COMMANDS: dict[str, list[str]] = {
    "sample": ["sample", "out/world", "--pairs", "80", "--dev", "5", "--test", "5"],
    "clean": ["clean", *_BITEXT, "--output-prefix", "out/clean"],
    "tokenize": ["tokenize", "--input", "world/train.qot", "--output", "out/text"],
    "truecase": ["truecase", "train", "out/case", "--input", "world/train.qot"],
    "align": ["align", "train", *_BITEXT, "--output", "out/links"],
    "align-save": ["align", "train", *_BITEXT, "--output", "/dev/null", "--save", "out/aligner"],
    "lm-arpa": ["lm", "build", "-o", "3", "--output", "out/lm.arpa", "world/train.qot"],
    "lm-gz": ["lm", "build", "-o", "3", "--output", "out/lm.arpa.gz", "world/train.qot"],
    "lm-binary": ["lm", "build", "-o", "3", "--binary", "--output", "out/lm", "world/train.qot"],
    "lm-export": ["lm", "export", "lm", "out/lm.arpa"],
    "extract": ["extract", *_LINKED, "--output", "out/rules"],
    "extract-moses": ["extract", *_LINKED, "--format", "moses", "--output", "out/tables"],
    "extract-gaps": [
        "extract",
        *_LINKED,
        "--gaps",
        "both",
        "--max-words",
        "3",
        "--output",
        "out/g",
    ],
    "translate": ["translate", "model", "--input", "world/test.qar", "--output", "out/text"],
    "document": ["translate", "model", "page.html", "-o", "out/pages", "--overwrite"],
    "export": ["export", "model", "out/moses"],
    "import": ["import", "moses/moses.ini", "out/model"],
    "tune": [
        "tune",
        "model",
        *_TEST,
        "--iterations",
        "1",
        "--kbest",
        "5",
        "--output",
        "out/m",
    ],
    "parse-train": ["parse", "train", "world/test.conllu", "--output", "out/parser"],
    "extract-index": ["extract", *_LINKED, "--for", "world/dev.qar", "--output", "out/rules"],
    "extract-hierarchical": [
        "extract",
        *_LINKED,
        "--kind",
        "hierarchical",
        "--output",
        "out/rules",
    ],
    "nbest": [
        *("translate", "model", "--input", "world/test.qar", "--output", "out/text"),
        *("--nbest", "3"),
    ],
    "lm-interpolate": [
        *("lm", "interpolate", "a.arpa", "b.arpa", "--tune", "world/dev.qot"),
        *("--output", "out/mixed.arpa"),
    ],
    "compare": [
        *("compare", "world/dev.qar", "world/dev.qot", "--reference", "world/dev.qot"),
        *("--samples", "10", "--report", "out/report.html"),
    ],
    "phrases": ["phrases", "model", "--input", "world/test.qar", "--html", "out/phrases.html"],
    "consistency": [
        *(
            "consistency",
            "report",
            "model",
            "--input",
            "world/test.qar",
            "--docs",
            "world/test.docs",
        ),
        *("--html", "out/terms.html"),
    ],
    "cohesion": [
        *("cohesion", "model", "--conllu", "world/test.conllu", "--input", "world/test.qar"),
        *("--reference", "world/test.qot", "--samples", "10", "--svg", "out/pictures"),
        *("--interruptions", "out/interruptions", "--labels", "out/labels"),
    ],
    "phrases-svg": ["phrases", "model", "--input", "world/test.qar", "--svg", "out/phrases.svg"],
    "detokenize": ["detokenize", "--input", "world/train.qot", "--output", "out/text"],
    "lm-binarize": ["lm", "binarize", "b.arpa", "out/lm"],
    "classes": ["classes", "world/train.qot", "--count", "5", "--output", "out/classes"],
    "select": [
        *("select", *_BITEXT, "--like", "world/dev.qar", "--keep", "20"),
        *("--output-prefix", "out/chosen"),
    ],
    "update": ["update", "out/model", *_MORE, "--alignment", "world/dev.align"],
    "revise": [
        *("update", "out/model", "--leave-out", "2", "3", *_MORE),
        *("--alignment", "world/dev.align"),
    ],
    "calibrate": ["calibrate", "out/model", "--source", "world/dev.qar", *_TEST[2:]],
    "tagger-train": ["parse", "train", "world/test.conllu", "--tagger", "--output", "out/tagger"],
    "train": ["train", "small.toml"],
    "train-gaps": ["train", "gaps.toml"],
    "train-trees": ["train", "trees.toml"],
    "train-hierarchical": ["train", "hierarchical.toml"],
    "train-treelet": ["train", "treelet.toml"],
    "train-features": ["train", "features.toml"],
}
"""By name: the words after ``dragoman``."""
CHANGES = {"update": "growing", "revise": "growing", "calibrate": "model"}
"""Verbs that change a model: the input that lies below OUT before."""


class Workshop:
    """The inputs of all commands, and places to run them in; with ``forks``, they run in forks of this process."""

    def __init__(self, place: Path, *, forks: bool = False) -> None:
        self.place, self._forks = place, forks
        self.inputs = place / "inputs"
        self.inputs.mkdir(parents=True)
        world = sample_directory(PAIRS, 12, 12)
        shutil.copytree(world, self.inputs / "world")
        for name, text in EXPERIMENTS.items():
            (self.inputs / name).write_text(text)
        (self.inputs / "page.html").write_text("<p>One <b>two</b>.</p>" * 20)
        bitext = AlignedBitext.read(*(world / f"train.{end}" for end in ("qar", "qot", "align")))
        lm = LanguageModel.train(world / "train.qot", LMOptions(order=3))
        lm.save(self.inputs / "lm")
        for name, order in (("a.arpa", 2), ("b.arpa", 3)):
            estimate(world / "train.qot", LMOptions(order=order)).write_arpa(self.inputs / name)
        model = Model(extract(bitext, PhraseTableOptions(max_length=3)), [lm])
        model.save(self.inputs / "model")
        export_moses(Model.open(self.inputs / "model"), self.inputs / "moses")
        growing = OnTheFlyRules(SuffixGrammar.build(bitext), PhraseLookupOptions())
        grown = Model(growing, [lm])
        source, target = (list(read_lines(world / f"train.{end}")) for end in ("qar", "qot"))
        grown.aligner = Aligner.train(source, target, ALIGNMENT)
        grown.save(self.inputs / "growing")
        self._folders = 0
        self._sound: dict[str, dict[str, bytes]] = {}
        self._lasts: dict[str, float] = {}

    def folder(self, command: str = "") -> Path:
        """A new directory with all inputs and a place for outputs, which holds what the command changes."""
        self._folders += 1
        folder = self.place / f"folder{self._folders}"
        folder.mkdir()
        for path in self.inputs.iterdir():
            if path.is_dir():
                (folder / path.name).symlink_to(path)
            else:
                shutil.copy(
                    path, folder
                )  # an experiment's files lie beside it, not beside what a link points to
        (folder / OUT).mkdir()
        if command in CHANGES:
            shutil.copytree(self.inputs / CHANGES[command], folder / OUT / "model")
        return folder

    def start(
        self, command: str, folder: Path, prepare: Callable[[], None] | None = None
    ) -> subprocess.Popen[str] | Child:
        """Starts a command; ``prepare`` is called in its process before."""
        if self._forks:
            return Child(COMMANDS[command], folder, prepare)
        return self.start_words(COMMANDS[command], folder, prepare)

    def start_words(
        self, words: list[str], folder: Path, prepare: Callable[[], None] | None = None
    ) -> subprocess.Popen[str]:
        """Starts the program with these words after its name."""
        return subprocess.Popen(
            [sys.executable, "-m", "dragoman", *words],
            cwd=folder,
            env={**os.environ, **environment(folder)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=prepare,
        )

    def run(
        self, command: str, folder: Path, prepare: Callable[[], None] | None = None
    ) -> tuple[int, str]:
        """Its exit code, and what it said on standard error."""
        with self.start(command, folder, prepare) as process:
            said = process.communicate()[1]
        return process.wait(), said

    def before(self, command: str) -> dict[str, bytes]:
        """What lies below OUT before the command runs."""
        folder = self.folder(command)
        try:
            return results(folder)
        finally:
            shutil.rmtree(folder)

    def sound(self, command: str) -> dict[str, bytes]:
        """What the command writes when nothing disturbs it."""
        if command not in self._sound:
            folder = self.folder(command)
            begin = time.monotonic()
            code, said = self.run(command, folder)
            self._lasts[command] = time.monotonic() - begin
            assert code == 0, f"{command}: {said}"
            self._sound[command] = results(folder)
            shutil.rmtree(folder)
        return self._sound[command]

    def lasts(self, command: str) -> float:
        """Seconds that the command took then."""
        self.sound(command)
        return self._lasts[command]


def half_written(
    left: dict[str, bytes], before: dict[str, bytes], sound: dict[str, bytes]
) -> list[str]:
    """Files that a command left in another state than the one before it or after it.

    What is changed as a whole is as it was or as it will be; other files may be there or not.
    """
    if before:
        changed = {**left, **sound, **before}
        return [] if left in (before, sound) else sorted(changed)
    return [name for name in left if left[name] != sound.get(name)]


def litter(folder: Path) -> list[str]:
    """Hidden files, which nobody is to be left with."""
    kept = folder / OUT / "work" / ".locks"
    return [path.name for path in folder.rglob(".*") if path != kept]


def results(folder: Path) -> dict[str, bytes]:
    """All files below OUT, but for those that a later run may need and nobody else."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted((folder / OUT).rglob("*"))
        if path.is_file() and not path.is_relative_to(folder / OUT / "work")
    }
