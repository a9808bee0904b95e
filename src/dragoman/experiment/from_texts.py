"""From a bitext to a model in one step: the text is looked at, divided, and an experiment is written and run.

    outcome = train("news.de", "news.en", output="de-en.model")
    print(outcome.scores, outcome.open().translate("Das ist klein."))

Beside the model ``NAME.model`` there are ``NAME.toml``, the experiment, which can be changed and run again;
``NAME.data``, the text divided into parts to train, tune and test on; and ``NAME.work``, the finished stages. The same
call again goes on where an earlier one was interrupted.
"""

from __future__ import annotations

import json
import os
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from dragoman.align.options import LARGE
from dragoman.common.errors import ConfigError
from dragoman.common.progress import Report, say
from dragoman.common.warning import warn
from dragoman.corpus.bad_lines import BadLines
from dragoman.corpus.language import language, language_pair
from dragoman.corpus.parallel import one_line
from dragoman.experiment.config import Preprocessing
from dragoman.experiment.holdout import DEV, TEST, TRAIN
from dragoman.experiment.layout import BAD
from dragoman.experiment.resources import Resources
from dragoman.experiment.run import ExperimentRun, TrainingResult
from dragoman.experiment.survey import BitextFiles, Survey, survey
from dragoman.io.artifact_place import check_place
from dragoman.io.files import open_output
from dragoman.io.finished_directory import check_output_folder, digest, output_folder
from dragoman.model.store.stored_model import KIND
from dragoman.settings.kinds import SIZE, check

PARTS = {TRAIN: "train", DEV: "dev", TEST: "test"}
MADE = "made.json"
"""In the folder of data: what it was made from."""
SUFFIX = ".model"
_BEGINNINGS = """
# The text is small: what the aligner learns of one form of a word helps with the others, which begin alike.
[alignment]
beginnings = 4
symmetrize = "supported"
"""

PathName = str | os.PathLike[str]


@dataclass(frozen=True)
class Places:
    """Where everything goes."""

    model: Path

    def _beside(self, suffix: str) -> Path:
        return self.model.with_name(self.model.name.removesuffix(SUFFIX) + suffix)

    @property
    def toml(self) -> Path:
        """The experiment."""
        return self._beside(".toml")

    @property
    def data(self) -> Path:
        """The divided text."""
        return self._beside(".data")

    @property
    def work(self) -> Path:
        """The stages."""
        return self._beside(".work")


@dataclass(frozen=True)
class NewExperiment:
    """A bitext that was looked at, and what would be made of it. Nothing is written before ``prepare``."""

    files: BitextFiles
    survey: Survey
    places: Places

    @classmethod
    def of(cls, files: BitextFiles, output: PathName | None = None) -> NewExperiment:
        """Looks at the bitext; the model is called after the languages unless ``output`` names it."""
        if output is not None:
            check_place(output, KIND)
        found = survey(files)
        name = output or f"{'-'.join(found.languages)}{SUFFIX}"
        return cls(files, found, Places(Path(name)))

    def say(self) -> None:
        """Log what was found in the text and what will stand where: a wrong guess is seen before the work begins."""
        for line in self.survey.lines():
            say(line)
        places = self.places
        say(
            f"model: {places.model}; experiment: {places.toml}; text: {places.data}; stages: {places.work}"
        )

    def toml(self) -> str:
        """The experiment: what was decided, and nothing else."""
        source, target = self.survey.languages
        raw, case = not self.survey.tokenized, not self.survey.lowercased
        names = ", ".join(path.name for path in self.files.paths())
        # Only of languages that are known to write compounds: rare words of others would be cut into wrong ones.
        compounds = "split_compounds = true\n" if language(source).compound_fillers else ""
        spellings = "unite_spellings = true\n" if language(source).equal_letters else ""
        alike = all(language(code).alike_beginnings for code in (source, target))
        small = self.survey.count(TRAIN) < LARGE
        beginnings = _BEGINNINGS if alike and small else ""
        return (
            f"# Made by dragoman train from {names}. Change what you like, then run\n"
            f"#   dragoman train {self.places.toml.name}\n"
            "# again: only what depends on the change is done anew. All settings, each with its sentence of help:\n"
            f"#   dragoman config --dump {self.places.toml.name}\n"
            f"name = {_text(self.places.toml.stem)}\n"
            f"output = {_text(self.places.model.name)}\nwork = {_text(self.places.work.name)}\n"
            f"\n[training]\n{self._bitext(TRAIN)}"
            f"\n[development]\n{self._bitext(DEV)}"
            f"\n[[test]]\n{self._bitext(TEST)}"
            f"\n[preprocessing]\ntokenize = {str(raw).lower()}\ntruecase = {str(case).lower()}\n"
            f"{spellings}{compounds}"
            f'source_language = "{source}"\ntarget_language = "{target}"\n'
            f"{beginnings}"
            "\n# Phrases are looked up in the training text, to which pairs can be added (dragoman update), and which\n"
            "# shows where a translation comes from (--evidence). Without this: a table.\n"
            '[grammar]\nlookup = "suffix-array"\n'
            "\n# Words that the training text does not have: figures are written by rule, other words are translated\n"
            "# as a known form of them, or written letter by letter.\n"
            "[unseen]\nnumbers = true\nforms = true\nnames = true\n"
        )

    def _bitext(self, part: int) -> str:
        """The files of a part, as TOML."""
        ends = dict(zip(("source", "target"), self._sides(), strict=True))
        if self.survey.documents:
            ends["docs"] = "docs"
        folder = self.places.data.name
        lines = (f"{k} = {_text(f'{folder}/{PARTS[part]}.{v}')}\n" for k, v in ends.items())
        return "".join(lines)

    def _sides(self) -> tuple[str, str]:
        """The ends of the names of files."""
        source, target = self.survey.languages
        return (source, target) if source != target else ("source", "target")

    def facts(self) -> str:
        """What the divided text depends on."""
        digests = {path.name: _digest(path) for path in self.files.paths()}
        found = self.survey
        sizes = {name: found.count(part) for part, name in PARTS.items()}
        return json.dumps(
            {"files": digests, "languages": found.languages, "sizes": sizes}, indent=1
        )

    def check(self) -> None:
        """Refuses places that hold something else than what this would write."""
        places, made = self.places, self.places.data / MADE
        check_place(places.model, KIND)
        check_output_folder(places.data)
        if places.toml.exists() and places.toml.read_text(encoding="utf-8") != self.toml():
            raise ConfigError(
                f"{places.toml} is there and says something else: 'dragoman train {places.toml}' runs it; "
                "another name for the output (--output, output=) begins anew"
            )
        there = places.data.is_dir() and any(places.data.iterdir())
        if there and (not made.is_file() or made.read_text(encoding="utf-8") != self.facts()):
            raise ConfigError(
                f"{places.data} holds something else; name another output (--output, output=)"
            )

    def prepare(self) -> Path:
        """Writes the divided text and the experiment, unless they are there; returns where the experiment is."""
        self.check()
        if not (self.places.data / MADE).is_file():
            self._write_data()
        if not self.places.toml.exists():
            with open_output(self.places.toml) as out:
                out.write(self.toml())
        return self.places.toml

    def _write_data(self) -> None:
        ends = [*self._sides(), *(["docs"] if self.survey.documents else [])]
        with output_folder(self.places.data) as folder, ExitStack() as stack:
            streams = {
                part: [stack.enter_context(open_output(folder / f"{name}.{end}")) for end in ends]
                for part, name in PARTS.items()
            }
            bad = BadLines(Preprocessing().bad_lines, folder / BAD)
            for part, sentence in zip(self.survey.parts, self.files.pairs(bad), strict=True):
                texts = sentence.source, sentence.target, sentence.document
                for stream, text in zip(streams.get(part, ()), texts, strict=False):
                    stream.write(f"{one_line(text.strip())}\n")
            with open_output(folder / MADE) as out:
                out.write(self.facts())


def _digest(path: Path) -> str | dict[str, str]:
    """That of a file, or those of all that a folder has."""
    if not path.is_dir():
        return digest(path)
    return {one.name: digest(one) for one in sorted(path.iterdir()) if one.is_file()}


def _text(value: str) -> str:
    """A string in TOML."""
    return json.dumps(value, ensure_ascii=False)


def train(
    source: PathName,
    target: PathName | None = None,
    *,
    output: PathName | None = None,
    languages: str | tuple[str, str] | None = None,
    docs: PathName | None = None,
    threads: int = 1,
    memory: int | str = Resources.memory,
    progress: Report | None = None,
) -> TrainingResult:
    """Train, tune and evaluate a model: of two texts, of one file of pairs, or as an experiment (``.toml``) says.

    ``progress(done, total)`` is called after every stage and, while a stage runs, about ten times a second with the
    stages done so far; what it raises stops the work, which a later call resumes. No result depends on ``threads`` and
    ``memory``, which is a number of bytes or a size such as ``"2G"``.

    Args:
        source: The source text; or a file of pairs; or an experiment (``.toml``).
        target: The target text.
        output: Where the model goes; None takes a name after the texts.
        languages: The codes of the languages, such as ``de-en``; None guesses them.
        docs: Document ids, one for each pair.
        threads: How many threads work; the result does not depend on it.
        memory: Bytes of memory, or a size such as ``"2G"``.
        progress: Called with the work done and the total; what it raises stops the work.
    """
    resources = Resources(threads, check(SIZE, memory))
    if target is None and Path(source).suffix == ".toml":
        if output or languages or docs:
            raise ConfigError("an experiment says itself what it reads and writes")
        return ExperimentRun(Path(source), resources).run(progress)
    codes = language_pair(languages) if isinstance(languages, str) else languages
    files = BitextFiles(
        Path(source), Path(target) if target else None, Path(docs) if docs else None, codes
    )
    new = NewExperiment.of(files, output)
    new.say()
    guessed = new.survey.languages
    if codes is None and new.survey.found_out == "guessed":
        warn(f"languages: {guessed[0]} to {guessed[1]} (guessed; languages= names others)")
    return ExperimentRun(new.prepare(), resources).run(progress)
