"""A translation model: what it decodes with, how it prepares text, where it is stored, and how it grows.

    model = dragoman.load("model")
    print(model.translate("das haus ist klein"))
    model.weights["lm"] = 0.7                         # takes effect with the next translation
    model.options = replace(model.options, stack=50)
    model.save("other")

A model is a directory (kind ``translation-model``) with ``model.toml``, which holds weights and settings in readable
form, and its components below. Any number of threads may translate with one model.

``Model`` is made of parts: ``Components`` (rules, language models, options, features) and their ``Weights``, a
``DecoderCache``, a ``TextPreparation``, and a ``ForestCache`` for texts that are typed. ``StoredModel`` is what of it
lies on disk.
"""

from __future__ import annotations

import copy
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Self, TypedDict, Unpack, overload

from dragoman.align import Aligner
from dragoman.common.errors import ConfigError
from dragoman.common.progress import Report, watched
from dragoman.common.warning import warn
from dragoman.consistency import Consistency, Passes
from dragoman.corpus.preparation import TextPreparation
from dragoman.documents import Content, DocumentFile, parse
from dragoman.forest.prefix import EDIT_COST
from dragoman.grammar import RuleSource, TableBudget
from dragoman.grammar.occurrences import IndexedBitext
from dragoman.grammar.suffix_segment import SuffixSegment
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.io.locks import locked_directory
from dragoman.lm import LanguageModel
from dragoman.model.components import Components
from dragoman.model.decoder_cache import DecoderCache
from dragoman.model.documents.document_translation import (
    DocumentTranslation,
    DocumentTranslator,
    open_document,
)
from dragoman.model.evidence import Evidence, evidence_of
from dragoman.model.interactive.calibration import Calibration
from dragoman.model.interactive.completion import SCALE, Completion, TypedText
from dragoman.model.interactive.forest_cache import ForestCache, Same
from dragoman.model.interactive.searched_forests import ForestSearch
from dragoman.model.memory.options import MemoryOptions
from dragoman.model.memory.translation_memory import TranslationMemory
from dragoman.model.model_html import model_html
from dragoman.model.requests.sentence_constraints import with_demands
from dragoman.model.requests.terminology import Terminology, Terms
from dragoman.model.source_parser import AnyParser, SourceParser
from dragoman.model.store.additions import (
    ADDED,
    LOOK_UP,
    Additions,
    papers_of,
    with_links,
)
from dragoman.model.store.changes import CHANGES, Change, Journal
from dragoman.model.store.stored_model import KIND, StoredModel, opened
from dragoman.model.store.text_changes import TextChanges
from dragoman.model.translation import Translation
from dragoman.model.translation_of_result import Extras
from dragoman.model.translator import Lines, Sentences, Translator
from dragoman.model.weights import Weights, complete
from dragoman.osm import OperationModel
from dragoman.parse.parser import Parser
from dragoman.search import AnyFeature, Decoder, Input, decoder_type
from dragoman.search.batches import for_sentences
from dragoman.search.decoder import DEFAULT
from dragoman.search.input import Demand
from dragoman.search.model_bounds import Bounded, bounded
from dragoman.unseen.unseen_words import UnseenWords

AnyTerms = Terms | Terminology


class Wishes(TypedDict, total=False):
    """What may be asked of ``Model.translate`` beside the text."""

    nbest: int
    distinct: bool
    forest: bool
    confidence: float | None
    kbest_filter: int
    markup: bool
    terms: AnyTerms | None
    threads: int
    progress: Report | None


class Model:
    """A model in memory; its weights, options and text settings may be changed at any time.

    Args:
        rules: A table, or rules that are looked up in the training text when a sentence needs them.
        lms: The language models.
        weights: The weights of features; the others start at their defaults.
        options: How to search, in the struct of the decoder.
        text: How text is prepared; as it is unless given.
        features: Features of the search written in Python.
        decoder: The name of the decoder.
        consistency: How documents are translated consistently.
        operations: The model of operation sequences.
    """

    def __init__(
        self,
        rules: RuleSource,
        lms: Sequence[LanguageModel],
        weights: Mapping[str, float] | None = None,
        options: Any = None,
        text: TextPreparation | None = None,
        features: Sequence[AnyFeature] = (),
        decoder: str = DEFAULT,
        consistency: Consistency | None = None,
        operations: OperationModel | None = None,
    ) -> None:
        kind = decoder_type(decoder)
        options = options or kind.options_type()
        self._components = Components(
            kind, rules, tuple(lms), options, tuple(features), consistency, operations
        )
        self._weights = complete(self._components.feature_names, weights or {})
        self._missing: dict[str, float] = {}
        """The weights of features written in Python that the model was saved with and that nobody has brought yet."""
        self.text = text or TextPreparation()
        self.calibration: Calibration | None = None
        """Makes probabilities of the confidences of completions."""
        self.provenance: dict[str, Any] = {}
        """Its origin, such as the experiment."""
        self.papers: dict[str, str] = {}
        """Texts saved with the model: the pairs that were added to it, and, for a new model, how it was made."""
        self.artifact: Artifact | None = None
        """Where the model was opened, if it was."""
        self.memory = MemoryOptions()
        """When the training text is used as a translation memory."""
        self.kept_text: SuffixSegment | None = None
        """The training text beside a table of rules, if it is kept: for evidence and the translation memory."""
        self.unseen: UnseenWords | None = None
        """Makes translations for words that the training text does not have."""
        self._aligner: Aligner | Artifact | None = None
        self._whole: RuleSource | None = None
        """All rules, if it has only those of some sentences."""
        self._parser: SourceParser | None = None
        self._decoders, self._forests = DecoderCache(), ForestCache()

    def __repr__(self) -> str:
        languages = f"{self.text.source_language}-{self.text.target_language}"
        return (
            f"Model({self.decoder_name}, {languages}, {self.rules.extent}, "
            f"{len(self.lms)} language model{'s' * (len(self.lms) != 1)}, {len(self.weights)} features)"
        )

    def _repr_html_(self) -> str:
        facts = {
            "decoder": self.decoder_name,
            "languages": f"{self.text.source_language} to {self.text.target_language}",
            "text": "raw, tokenised by the model" if self.text.tokenize else "tokens",
            "rules": self.rules.extent,
            "language models": ", ".join(map(repr, self.lms)),
        }
        return model_html(facts, self.weights)

    # What it decodes with.

    @property
    def decoder_name(self) -> str:
        """The decoder that the model is made for."""
        return self._components.decoder_type.name

    @property
    def takes(self) -> frozenset[Demand]:
        """The demands on translations that its decoder takes."""
        return self._components.decoder_type.takes

    @property
    def weights(self) -> Weights:
        """The weight of every feature, which may be set; other names than features' are refused at once."""
        return self._weights

    @weights.setter
    def weights(self, weights: Mapping[str, float]) -> None:
        self._weights = self._weights.replaced(weights)

    @property
    def options(self) -> Any:
        """How to search, in the struct of the decoder. Other features bring their weights, and take them away."""
        return self._components.options

    @options.setter
    def options(self, options: Any) -> None:
        self._change(options=options)

    @property
    def rules(self) -> RuleSource:
        """A table, or rules that are looked up in the training text when a sentence needs them. A column of the table
        that is new brings its weight.
        """
        return self._components.rules

    @rules.setter
    def rules(self, rules: RuleSource) -> None:
        self._change(rules=rules)

    @property
    def lms(self) -> tuple[LanguageModel, ...]:
        """The language models; one more brings its weight."""
        return self._components.lms

    @lms.setter
    def lms(self, lms: Sequence[LanguageModel]) -> None:
        self._change(lms=tuple(lms))

    @property
    def consistency(self) -> Consistency | None:
        """How documents are translated consistently: in two passes, with features that bring their weights."""
        return self._components.consistency

    @consistency.setter
    def consistency(self, consistency: Consistency | None) -> None:
        self._change(consistency=consistency)

    @property
    def operations(self) -> OperationModel | None:
        """The model of operation sequences, a feature of the phrase decoder; it brings its weight."""
        return self._components.operations

    @operations.setter
    def operations(self, operations: OperationModel | None) -> None:
        self._change(operations=operations)

    @property
    def features(self) -> tuple[AnyFeature, ...]:
        """Features of the search written in Python; each has a weight by its name (0 until it is set).

        A saved model keeps their weights but not the features: whoever opens it brings them again.
        """
        return self._components.features

    @features.setter
    def features(self, features: Sequence[AnyFeature]) -> None:
        if not isinstance(features, Iterable):
            raise TypeError(f"expected a list of features, got {features!r}")
        self._change(self._missing, features=tuple(features))
        self._missing = {}

    def _change(self, brought: Mapping[str, float] | None = None, **components: Any) -> None:
        """Exchange components; features that are gone take their weights away, and new ones bring theirs."""
        changed = self._components.changed(**components)
        names = changed.feature_names
        known = {**(brought or {}), **self._weights}
        weights = complete(names, {n: w for n, w in known.items() if n in names})
        self._components, self._weights = changed, weights

    @property
    def parser(self) -> Parser | None:
        """Makes the dependency trees of sentences that come without one (``source_parser.py``).

        It may be set to a parser or to what ``parse.open_parser`` takes, and to None. Asking for one that the model
        only names is an error.
        """
        return None if self._parser is None else self._parser.check()

    @parser.setter
    def parser(self, parser: AnyParser | SourceParser | None) -> None:
        if parser is None or isinstance(parser, SourceParser):
            self._parser = parser
        else:
            self._parser = SourceParser.of(parser)

    @property
    def has_parser(self) -> bool:
        """Whether the model has a parser, or names one that it waits for."""
        return self._parser is not None

    @property
    def awaits_parser(self) -> bool:
        """Whether the model names a parser that nobody has brought yet."""
        return self._parser is not None and self._parser.parser is None

    def with_trees(self, sentences: Sequence[Input], threads: int = 1) -> list[Input]:
        """Return the sentences with trees of the model's parser, if it has one; trees that are there stay.

        Args:
            sentences: What is translated.
            threads: How many threads work; the result does not depend on it.
        """
        return list(sentences) if self._parser is None else self._parser.parsed(sentences, threads)

    @property
    def feature_names(self) -> tuple[str, ...]:
        """The names of the features, in the order of feature vectors."""
        return tuple(self.decoder().feature_names)

    def decoder(self) -> Decoder:
        """Return the decoder for what the model is now; with features of consistency, it makes several passes."""
        if self._missing:
            raise ConfigError(
                f"the model has the feature '{next(iter(self._missing))}', which is written in Python: "
                "set model.features to bring it, or to () to do without"
            )
        return self._decoders.get(self._components, self._weights)

    def with_guesses(self, sentences: Sequence[Input], threads: int = 1) -> list[Input]:
        """Return the sentences with what the translation memory has for them, and with guesses for unseen words.

        Both only if the model does so.

        Args:
            sentences: What is translated.
            threads: How many threads work; the result does not depend on it.
        """
        if "zones" not in self.takes:
            return list(sentences)
        sentences = self._remembered(sentences)
        if self.unseen is None:
            return list(sentences)
        rules, lms = self._whole or self.rules, self.lms
        return self.unseen.with_guesses(
            sentences, rules, lambda word: any(word in lm for lm in lms), threads
        )

    def _remembered(self, sentences: Sequence[Input]) -> Sequence[Input]:
        """The sentences with what the training text prescribes for those that are like one of its own.

        Sentences of which something is demanded stay as they are.
        """
        if not self.memory.least_match:
            return sentences
        memory = TranslationMemory(self.indexed(), self.memory.least_match)
        found = [[] if one.demands else memory.zones(one.tokens) for one in sentences]
        return [
            replace(one, zones=zones) if zones else one
            for one, zones in zip(sentences, found, strict=True)
        ]

    def _completed(self, sentences: Sequence[Input], threads: int = 1) -> list[Input]:
        return self.with_trees(self.with_guesses(sentences, threads), threads)

    # Models made of it.

    def informed(self, sentences: Sequence[Input], threads: int = 1) -> list[Input]:
        """Return the sentences with the choices of the first pass over documents, which is done once.

        Like ``for_sentences``, it is for those who decode the same sentences again and again.

        Args:
            sentences: The sentences of whole documents.
            threads: How many threads work; the result does not depend on it.
        """
        decoder = self.decoder()
        return decoder.informed(sentences, threads) if isinstance(decoder, Passes) else [*sentences]

    def for_sentences(
        self, sentences: Sequence[Input], threads: int = 1, budget: TableBudget | None = None
    ) -> Self:
        """Return a model with the same components and weights that has looked up its rules for some sentences.

        It is for those who decode the same sentences again and again, such as tuning.

        Args:
            sentences: All that it will translate.
            threads: How many threads work; the result does not depend on it.
            budget: Memory for the rules and the place of files for what is beyond; None keeps all in memory.
        """
        other = self._copy()
        other._whole = self._whole or self.rules
        other.rules = for_sentences(self.rules, sentences, threads, budget)
        return other

    def changed(
        self,
        weights: Mapping[str, float] | None = None,
        options: Any = None,
        features: Sequence[AnyFeature] = (),
    ) -> Self:
        """Return a model with the same components that has some other weights, other options or more features.

        Args:
            weights: The weights that are other.
            options: How to search, in the struct of the decoder; None: as this model.
            features: Features written in Python that it has beside those of this model.
        """
        other = self._copy()
        if options is not None:
            other.options = options
        if features:
            other.features = (*self.features, *features)
        other.weights.update(weights or {})
        return other

    def _copy(self) -> Self:
        """Make a model with the same components that can be changed without changing this one."""
        other = copy.copy(self)
        other._weights = Weights(self.weights)
        other._decoders, other._forests = DecoderCache(), ForestCache()
        other.artifact = None
        other.papers, other.provenance = dict(self.papers), dict(self.provenance)
        return other

    # Translating.

    @overload
    def translate(self, text: str | Input, **wishes: Unpack[Wishes]) -> Translation: ...
    @overload
    def translate(self, text: Sentences, **wishes: Unpack[Wishes]) -> list[Translation]: ...

    def translate(
        self,
        text: str | Input | Sentences,
        *,
        nbest: int = 0,
        distinct: bool = True,
        forest: bool = False,
        confidence: float | None = None,
        kbest_filter: int = 0,
        markup: bool = False,
        terms: AnyTerms | None = None,
        threads: int = 1,
        progress: Report | None = None,
    ) -> Translation | list[Translation]:
        """Translate a sentence, sentences or a document.

        Args:
            text: The text. A sentence may be an ``Input``, which carries demands on its translation.
            nbest: How many alternatives are listed.
            distinct: Whether alternatives differ by their words; otherwise by their derivations.
            forest: Whether translations have the whole search graph.
            confidence: The scale of scores for the confidence of each word (1: as they are; less: less sure); None: no
                confidences.
            kbest_filter: Take the best cohesive one of that many derivations, for an ``Input`` with a tree and if there
                is one.
            markup: Whether strings may carry demands (``model/requests/markup.py``).
            terms: Prescribed translations of phrases wherever they stand: a dictionary, a ``Terminology``, or a file of
                ``source TAB target``.
            threads: How many threads work; the result does not depend on it.
            progress: Called with the work done and the total; what it raises stops the work.
        """
        lines = Lines.of(text, self.text, markup, self._terminology(terms))
        lines = replace(lines, inputs=self._completed(lines.inputs, threads))
        extras = Extras(nbest, distinct, forest, confidence, kbest_filter)
        translator = Translator(self.decoder(), self.text)
        translations = translator.translate(lines, extras, threads, progress)
        return translations[0] if isinstance(text, str | Input) else translations

    def evidence(self, translation: Translation, examples: int = 3) -> Evidence:
        """Return the sentence pairs that a translation was learned from, and those that speak against it.

        The model must keep its training text (``indexed``).

        Args:
            translation: What the model made of a sentence.
            examples: How many pairs are listed for each phrase, and against it.
        """
        return evidence_of(self.indexed(), translation.derivation, translation.text, examples)

    def indexed(self) -> tuple[IndexedBitext, ...]:
        """Return the training text part by part, with where phrases stand in it; the first part is that of training.

        A model has it if it looks its rules up there, or keeps it beside its table (``kept_text``).
        """
        rules = (self._whole or self.rules).growing
        if rules is not None:
            return rules.indexed()
        if self.kept_text is not None:
            return (IndexedBitext(self.kept_text),)
        raise ConfigError(
            "the model's rules are a fixed table, without the sentences that they come from; to see them, train with "
            f"keep_text = true under [model], or {LOOK_UP}"
        )

    def complete(
        self,
        source: str | Input,
        prefix: str,
        *,
        alternatives: int = 0,
        terms: AnyTerms | None = None,
        confidence: float | None = None,
        edit_cost: float = EDIT_COST,
    ) -> Completion:
        """Return what follows a beginning of the translation that a person has typed (``completion.py``).

        The search graph of the sentence is kept for the next call. Confidences are posteriors, or probabilities if the
        model has a ``calibration``.

        Args:
            source: The sentence.
            prefix: What was typed. The last word may be incomplete, unless a blank follows it.
            alternatives: How many other ways to go on are listed.
            terms: Prescribed translations, as in ``translate``.
            confidence: Asks for posteriors with this scale of scores, as in ``translate``.
            edit_cost: What a correction of the typed words costs if no translation begins so: a difference of scores.
        """
        given = with_demands([source], self.text, terms=self._terminology(terms))[0]
        typed = TypedText(prefix, self.text, self.lms[0] if self.lms else None)
        search = ForestSearch(self.decoder(), given, self._completed)
        objects = given.tree, given.lattice, self._components, self._parser
        key = (repr(given), tuple(self.weights.items()), *map(Same, objects))
        forests = self._forests.get(key, search.whole)
        scale = SCALE if confidence is None else confidence
        found = typed.completion(forests, search.beginning, edit_cost, alternatives, scale)
        if self.calibration is None or confidence is not None:
            return found
        return self.calibration.of(found)

    def translate_document(
        self,
        source: str | os.PathLike[str] | bytes | DocumentFile,
        format: str | None = None,
        *,
        name: str | None = None,
        languages: tuple[str, str] | None = None,
        terms: AnyTerms | None = None,
        nbest: int = 0,
        confidence: float | None = None,
        threads: int = 1,
        progress: Report | None = None,
    ) -> DocumentTranslation:
        """Translate a document and keep its structure (see ``dragoman.documents`` for the formats).

        Args:
            source: A path, the document's bytes, or a document that was read.
            format: One of ``documents.FORMATS``; found out unless given.
            name: What messages call a document that is given as bytes.
            languages: Those of the document; unless given, those that the model was trained for.
            terms: Prescribed translations, as in ``translate``.
            nbest: How many alternatives the sentences have, from which the result makes ``alternatives``.
            confidence: The scale of scores for the confidences of words, as in ``translate``; None: no confidences.
            threads: How many threads work; the result does not depend on it.
            progress: Called with the sentences done and their total; what it raises stops the work.
        """
        if isinstance(source, DocumentFile):
            file = source
        else:
            file = open_document(source, format, languages or self._languages, name)
        translator = DocumentTranslator(
            self.text,
            lambda inputs: self.translate(
                inputs, nbest=nbest, confidence=confidence, threads=threads
            ),
            self.takes,
            self._terminology(terms),
            progress,
        )
        return translator(file)

    def translate_text(
        self,
        text: str,
        format: str = "text",
        *,
        languages: tuple[str, str] | None = None,
        terms: AnyTerms | None = None,
        threads: int = 1,
    ) -> str:
        """Translate text of a format (``html``, ``markdown``, ...) into the same format; no file is ever read.

        Args:
            text: The text.
            format: One of ``documents.FORMATS``.
            languages: Those of the text; unless given, those that the model was trained for.
            terms: Prescribed translations, as in ``translate``.
            threads: How many threads work; the result does not depend on it.
        """
        file = parse(Content.of_text(text, *(languages or self._languages)), format)
        return self.translate_document(file, terms=terms, threads=threads).text

    @property
    def _languages(self) -> tuple[str, str]:
        return self.text.source_language, self.text.target_language

    def terminology(self, terms: Terms) -> Terminology:
        """Read prescribed translations.

        Several translations of a phrase are alternatives; the empty one copies it.

        Args:
            terms: A file (see ``terminology.py``) or a dictionary.
        """
        return Terminology.make(terms, self.text)

    def _terminology(self, terms: AnyTerms | None) -> Terminology | None:
        return None if terms is None else Terminology.make(terms, self.text)

    # On disk.

    @classmethod
    def open(cls, path: str | os.PathLike[str], bounds: Bounded | None = "model") -> Model:
        """Open a model, memory-mapped.

        Args:
            path: Where it was saved.
            bounds: Whose bounds hold, those of any model or of one that is ``served`` to others: if the model asks for
                a wider search, they are used instead, with a warning; None: any search.
        """
        model = Artifact.read(path, KIND, cls._from_artifact)
        if bounds is not None:
            model.options, told = bounded(model.options, bounds)
            for sentence in told:
                warn(f"{os.fspath(path)}: {sentence}")
        return model

    @classmethod
    def _from_artifact(cls, artifact: Artifact) -> Model:
        stored = StoredModel.read(artifact)
        model = cls(
            stored.rules,
            stored.lms,
            stored.weights,
            stored.options,
            stored.text,
            decoder=stored.decoder,
            consistency=stored.consistency,
            operations=stored.operations,
        )
        model.calibration, model._aligner = stored.calibration, stored.aligner
        model._parser, model.unseen = stored.parser, stored.unseen
        model.memory, model.kept_text = stored.memory, stored.kept_text
        model.provenance, model._missing = dict(stored.provenance), dict(stored.missing)
        model.artifact = artifact
        for paper in (ADDED, CHANGES):
            if paper in artifact.manifest["files"]:
                model.papers[paper] = artifact.text(paper)
        return model

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model.

        Tables and language models that lie on the same disk are linked, not copied.

        Args:
            path: Where it goes; what is there is replaced when all is written.
        """
        brought = {feature.name: self.weights.get(feature.name, 0.0) for feature in self.features}
        stored = StoredModel(
            rules=self.rules,
            lms=self.lms,
            weights=self.weights,
            missing={**self._missing, **brought},
            decoder=self.decoder_name,
            options=self.options,
            text=self.text,
            consistency=self.consistency,
            operations=self.operations,
            aligner=self._aligner,
            provenance=self.provenance,
            papers=self.papers,
            calibration=self.calibration,
            parser=self._parser,
            unseen=self.unseen,
            memory=self.memory,
            kept_text=self.kept_text,
        )
        with ArtifactWriter(path, kind=KIND) as out:
            stored.write(out)

    # What is added to its training text.

    @property
    def aligner(self) -> Aligner | None:
        """Aligns what is added to the training text, if the model has such a thing."""
        if self._aligner is not None:
            self._aligner = opened(self._aligner)
        return self._aligner

    @aligner.setter
    def aligner(self, aligner: Aligner | None) -> None:
        self._aligner = aligner

    @property
    def learns_alone(self) -> bool:
        """Whether it can align pairs that are added without links."""
        return self._aligner is not None

    def add(
        self,
        pairs: Iterable[tuple[str, str]],
        *,
        links: Iterable[str] | None = None,
        who: str = "",
        threads: int = 1,
        save: bool = True,
        progress: Report | None = None,
    ) -> Additions:
        """Add sentence pairs (raw text) to the training text of a model that looks its rules up there.

        They take effect with the next translation.

        Args:
            pairs: The sentences and their translations.
            links: A line such as ``0-0 1-2`` for each pair; unless given, the model's aligner aligns them.
            who: Who adds them, for the journal.
            threads: How many threads work; the result does not depend on it.
            save: Whether a model that was opened keeps the pairs where it was opened.
            progress: Called with the work done and the total; what it raises stops the work.
        """
        given = with_links(pairs, links)
        with watched(progress), self.changing_text(who=who, threads=threads, save=save) as text:
            return text.add(given)

    def leave_out(
        self,
        lines: Iterable[int],
        *,
        who: str = "",
        threads: int = 1,
        save: bool = True,
        progress: Report | None = None,
    ) -> Change:
        """Leave sentence pairs out of the training text of a model that looks its rules up there.

        The others keep their numbers. It takes effect with the next translation; ``undo`` takes it back.

        Args:
            lines: The numbers of the pairs, from 1, as ``evidence`` has them.
            who: Who does it, for the journal.
            threads: How many threads work; the result does not depend on it.
            save: Whether a model that was opened is changed where it was opened.
            progress: Called with the work done and the total; what it raises stops the work.
        """
        with watched(progress), self.changing_text(who=who, threads=threads, save=save) as text:
            return text.leave_out(lines)

    def undo(
        self,
        *,
        who: str = "",
        threads: int = 1,
        save: bool = True,
        progress: Report | None = None,
    ) -> Change:
        """Take the last change of the training text back that was not taken back, and return it.

        Args:
            who: Who does it, for the journal.
            threads: How many threads work; the result does not depend on it.
            save: Whether a model that was opened is changed where it was opened.
            progress: Called with the work done and the total; what it raises stops the work.
        """
        with watched(progress), self.changing_text(who=who, threads=threads, save=save) as text:
            return text.undo()

    @property
    def journal(self) -> Journal:
        """Who added pairs to the training text, who left some out, and who took that back."""
        return Journal.parse(self.papers.get(CHANGES, ""), CHANGES)

    @contextmanager
    def changing_text(
        self, *, who: str = "", threads: int = 1, save: bool = True
    ) -> Iterator[TextChanges]:
        """Change the training text in one step: all that is done in a ``with`` block, or nothing if it fails.

        One process at a time changes a model that was opened; what others did to it meanwhile is kept.

        Args:
            who: Who does it, for the journal.
            threads: How many threads work; the result does not depend on it.
            save: Whether a model that was opened is changed where it was opened.
        """
        if not save or self.artifact is None:
            changes = self._text_changes(who, threads)
            yield changes
            self._take(changes)
            return
        path = self.artifact.path
        with locked_directory(path):
            current = Model.open(path, bounds=None)
            assert current.artifact is not None
            current.papers = papers_of(current.artifact)
            changes = current._text_changes(who, threads)
            yield changes
            if changes.changed:
                current._take(changes)
                current.save(path)
        saved = Model.open(path, bounds=None)
        self.rules, self.artifact, self.papers = saved.rules, saved.artifact, saved.papers

    def _text_changes(self, who: str, threads: int) -> TextChanges:
        return TextChanges(self.rules, self.papers, self.text, lambda: self.aligner, who, threads)

    def _take(self, changes: TextChanges) -> None:
        if changes.changed:
            self.rules, self.papers = changes.rules, changes.papers


def load(path: str | os.PathLike[str]) -> Model:
    """Open a model. What is no model, or is not there, is a ``ModelError``.

    Args:
        path: Where it was saved.
    """
    return Model.open(path)
