"""Answers to requests, as plain data; nothing here knows HTTP.

Every method that translates has a deadline, a time of ``time.monotonic``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import PurePath
from typing import Any, cast

from dragoman.documents import SUFFIXES
from dragoman.model import Model
from dragoman.model.documents.document_translation import (
    DocumentTranslation,
    DocumentTranslator,
    open_document,
)
from dragoman.model.source_parser import SourceParser
from dragoman.model.store.additions import with_links
from dragoman.serve.batches import Batches
from dragoman.serve.corrections import Learner
from dragoman.serve.decoding_steps import Decoding, in_loop, on_thread
from dragoman.serve.documents import document_answer
from dragoman.serve.downloads import KeptFiles
from dragoman.serve.edits import Edits
from dragoman.serve.errors import RequestError
from dragoman.serve.evidence import journal_answer, shown_evidence
from dragoman.serve.examples import read_examples
from dragoman.serve.explanations import explained, model_facts
from dragoman.serve.glossaries import terminology_of
from dragoman.serve.metrics import Metrics
from dragoman.serve.model_updates import ChangingModels, can_learn, check_pair
from dragoman.serve.options import ServeOptions
from dragoman.serve.previews import MOST as MOST_PAIRS
from dragoman.serve.previews import Previews
from dragoman.serve.requests import (
    CompletionRequest,
    DetectionRequest,
    DocumentRequest,
    EvidenceRequest,
    ExplanationRequest,
    FileRequest,
    JournalRequest,
    SentFile,
    SuggestionRequest,
    TranslationRequest,
    UndoRequest,
    UpdateRequest,
)
from dragoman.serve.responses import (
    CompletionResponse,
    DetectedLanguage,
    DocumentResponse,
    EvidenceResponse,
    ExplanationResponse,
    FrontendSettings,
    JournalResponse,
    ModelFacts,
    TranslationResponse,
)
from dragoman.serve.slots import Places
from dragoman.serve.systems import AUTO, System, Systems
from dragoman.serve.text_translation import translate_texts
from dragoman.serve.thread_results import Arrivals

_SHORT = 400
"""Characters of a text that is prepared and written in less than a millisecond."""
_DOCUMENTS = 4
"""Documents that are in memory at a time, at most."""
FORMATS = ("text", "html", "markdown")
"""The formats of texts; documents of other formats are sent as files."""


class Service:
    """The models and all that requests share."""

    def __init__(self, systems: Systems, options: ServeOptions, judging: bool = False) -> None:
        self.systems = systems
        self.options = options
        self.judging = judging
        self.metrics = Metrics()
        self.files = KeptFiles(options.kept_files, options.kept_seconds)
        self._parser = SourceParser.of(options.parser) if options.parser else None
        systems.bring(self._parser)
        self._changing = ChangingModels(
            systems, suggestions=options.suggestions, reload_seconds=options.reload_seconds
        )
        self._learner = Learner(self._learn, options.queue)
        self.metrics.gauge("dragoman_waiting_corrections", lambda: self._learner.count)
        self._batches = Batches(options.threads, options.batch, self.metrics)
        self._documents = Places(min(options.threads, _DOCUMENTS))
        self._arrivals: Arrivals | None = None
        self._previews = Previews()
        self._examples = read_examples(options.examples) if options.examples else []

    def close(self) -> None:
        """Finishes what was accepted."""
        self._batches.close()
        self._learner.close()
        self._changing.close()

    def translate(self, request: TranslationRequest, deadline: float) -> TranslationResponse:
        """The answer of ``/translate``."""
        return on_thread(
            self._translation(request),
            lambda one: self._batches.translate(one.model, one.sentences, one.nbest, deadline),
        )

    async def translate_short(
        self, request: TranslationRequest, seconds: float
    ) -> TranslationResponse:
        """The same in the event loop, for texts that are prepared and written at once (``is_short``)."""
        loop = asyncio.get_running_loop()
        if self._arrivals is None or self._arrivals.loop is not loop:
            self._arrivals = Arrivals(loop)
        submit = self._batches.submit
        return await in_loop(self._translation(request), submit, self._arrivals, seconds)

    @staticmethod
    def is_short(request: TranslationRequest) -> bool:
        """Whether a thread would take longer than the work that it does."""
        short = isinstance(request.q, str) and len(request.q) <= _SHORT and "\n" not in request.q
        plain = request.format == "text" and not request.alternatives and not request.glossary
        return short and plain and request.source != AUTO

    def _translation(self, request: TranslationRequest) -> Decoding[TranslationResponse]:
        texts = [request.q] if isinstance(request.q, str) else request.q
        self._check(texts)
        _check_format(request.format)
        self._check_alternatives(request.alternatives)
        detected = [self._source(request.source, request.target, text) for text in texts]
        systems = [self.systems.find(code, request.target, request.model) for code, _ in detected]
        found: list[DocumentTranslation | None] = [None] * len(texts)
        for system in dict.fromkeys(systems):
            places = [place for place, one in enumerate(systems) if one is system]
            some = [texts[place] for place in places]
            self.metrics.add("dragoman_characters_total", sum(map(len, some)))
            own = yield from translate_texts(system, some, request)
            for place, translation in zip(places, own, strict=True):
                found[place] = translation
        done = [one for one in found if one is not None]
        answer: dict[str, Any] = {"translatedText": [one.text for one in done]}
        if request.alternatives:
            answer["alternatives"] = [one.alternatives(request.alternatives) for one in done]
        if request.source == AUTO:
            answer["detectedLanguage"] = [_detected(*one) for one in detected]
        if isinstance(request.q, str):
            answer = {name: values[0] for name, values in answer.items()}
        return cast(TranslationResponse, answer)

    def detect(self, request: DetectionRequest) -> list[DetectedLanguage]:
        """The answer of ``/detect``."""
        self._check([request.q])
        return [_detected(*one) for one in self.systems.detect(request.q)]

    def explain(self, request: ExplanationRequest, deadline: float) -> ExplanationResponse:
        """Every sentence of a text with its derivation and its n-best list."""
        self._check([request.q])
        self._check_text_edits(request.edits)
        if not 0 <= request.nbest <= self.options.max_alternatives:
            raise RequestError(400, f"expected nbest from 0 to {self.options.max_alternatives}")
        code, share = self._source(request.source, request.target, request.q)
        system = self.systems.find(code, request.target, request.model)
        answer = explained(
            system,
            request,
            lambda model, inputs: self._batches.translate(model, inputs, request.nbest, deadline),
            lambda action: self._batches.alone(action, deadline),
            self._parser,
            self._previews,
        )
        if request.source == AUTO:
            answer["detectedLanguage"] = _detected(code, share)
        return answer

    def evidence(self, request: EvidenceRequest, deadline: float) -> EvidenceResponse:
        """Return a sentence's translation with the sentence pairs that it was learned from."""
        self._check_evidence()
        self._check([request.q])
        code, _ = self._source(request.source, request.target, request.q)
        system = self.systems.find(code, request.target, request.model)
        return self._batches.alone(
            lambda: shown_evidence(system, request, self._previews), deadline
        )

    def update(self, request: UpdateRequest) -> JournalResponse:
        """Leave pairs out of a model's text and add others, on disk."""
        system = self._to_change(request)
        if not request.leave_out and not request.add:
            raise RequestError(400, "expected leave_out or add")
        self._check([text for pair in request.add for text in pair])
        if max(len(request.leave_out), len(request.add)) > MOST_PAIRS:
            raise RequestError(400, f"a request leaves out or adds at most {MOST_PAIRS} pairs")
        for source, target in request.add:
            check_pair(system.model, source, target)

        def change(model: Model) -> None:
            with model.changing_text(who=request.who) as text:
                text.exchange(request.leave_out, with_links(request.add, None))

        self._changing.change(system, change)
        return journal_answer(system)

    def undo(self, request: UndoRequest) -> JournalResponse:
        """Take the last change of a model's text back, on disk."""
        system = self._to_change(request)
        self._changing.change(system, lambda model: model.undo(who=request.who))
        return journal_answer(system)

    def journal(self, request: JournalRequest) -> JournalResponse:
        """Return who changed what in a model's text."""
        self._check_evidence()
        return journal_answer(self.systems.find(request.source, request.target, request.model))

    def _to_change(self, request: UndoRequest) -> System:
        self._check_evidence()
        system = self.systems.find(request.source, request.target, request.model)
        self._changing.allow(system)
        return system

    def _check_evidence(self) -> None:
        if not self.options.evidence:
            raise RequestError(403, "this server does not show its text (--evidence)")

    def _check_text_edits(self, edits: Edits | None) -> None:
        if edits is not None and (edits.leave_out or edits.add):
            self._check_evidence()
            self._check([text for pair in edits.add for text in pair])

    def models(self) -> list[ModelFacts]:
        """The models with what the page can change of them."""
        return [model_facts(system) for system in self.systems.all]

    def complete(self, request: CompletionRequest, deadline: float) -> CompletionResponse:
        """What follows the typed beginning of a sentence's translation."""
        self._check([request.q, request.prefix])
        self._check_alternatives(request.alternatives)
        code, _ = self._source(request.source, request.target, request.q)
        system = self.systems.find(code, request.target, request.model)
        found = self._batches.alone(
            lambda: system.model.complete(
                request.q,
                request.prefix,
                alternatives=request.alternatives,
                terms=terminology_of(system.model, request.glossary),
            ),
            deadline,
        )
        return cast(CompletionResponse, {"model": system.name, **found.as_dict()})

    def document(self, request: DocumentRequest, deadline: float) -> DocumentResponse:
        """A document translated as one unit, with the words that it repeats."""
        self._check([request.q])
        _check_format(request.format)
        code, _ = self._source(request.source, request.target, request.q)
        system = self.systems.find(code, request.target, request.model)
        self.metrics.add("dragoman_characters_total", len(request.q))
        return document_answer(
            system,
            request,
            lambda inputs: self._batches.translate(system.model, inputs, 0, deadline),
        )

    def suggest(self, request: SuggestionRequest) -> Future[None]:
        """Adds a correction to a model: done when it is on disk."""
        self._check([request.q, request.s])
        code, _ = self._source(request.source, request.target, request.q)
        system = self.systems.find(code, request.target, request.model)
        self._changing.check(system, request.q, request.s)
        return self._learner.submit(system, (request.q, request.s))

    def _learn(self, system: System, pairs: Sequence[tuple[str, str]]) -> None:
        self._changing.learn(system, pairs)
        self.metrics.add("dragoman_suggestions_total", len(pairs))

    def translate_file(self, request: FileRequest, sent: SentFile, deadline: float) -> str:
        """Translates a document and returns the name by which it can be fetched."""
        suffix = PurePath(sent.name).suffix.lower()
        if suffix not in SUFFIXES:
            raise RequestError(400, f"expected a file of {', '.join(SUFFIXES)}")
        source = request.source
        if source == AUTO:
            sample = sent.data[: self.options.max_characters].decode("utf-8", "replace")
            source, _ = self._source(source, request.target, sample)
        system = self.systems.find(source, request.target, request.model)
        with self._documents.place(deadline):
            most = self.options.max_document
            file = open_document(sent.data, None, system.languages, f"document{suffix}", most)
            longest = max((len(one.text) for one in file.segments), default=0)
            if longest > self.options.max_characters:
                most = self.options.max_characters
                raise RequestError(400, f"a sentence has more than {most} characters")
            translator = DocumentTranslator(
                system.model.text,
                lambda inputs: self._batches.translate(system.model, inputs, 0, deadline),
                system.model.takes,
            )
            result = translator(file)
            self.metrics.add("dragoman_characters_total", sum(len(one.source) for one in result))
            return self.files.keep(result.data, suffix)

    def settings(self, keys_required: bool) -> FrontendSettings:
        """The answer of ``/frontend/settings``."""
        first = self.systems.all[0]
        names = {one["code"]: one for one in self.systems.as_list()}
        pair = {"source": first.source, "target": first.target}
        return {
            "apiKeys": keys_required,
            "keyRequired": keys_required,
            "charLimit": self.options.max_characters,
            "frontendTimeout": 500,
            "language": {
                side: {"code": code, "name": names[code]["name"]} for side, code in pair.items()
            },
            "suggestions": self.options.suggestions and any(map(can_learn, self.systems.all)),
            "evidence": self.options.evidence,
            "filesTranslation": True,
            "judging": self.judging,
            "supportedFilesFormat": list(SUFFIXES),
            "examples": self._examples,
            "models": [
                {"name": one.name, "source": one.source, "target": one.target}
                for one in self.systems.all
            ],
        }

    def _source(self, source: str, target: str, text: str) -> tuple[str, float]:
        """The source language and how sure it is."""
        return self.systems.source_for(text, target) if source == AUTO else (source, 1.0)

    def _check_alternatives(self, number: int) -> None:
        most = self.options.max_alternatives
        if not 0 <= number <= most:
            raise RequestError(400, f"expected 0 to {most} alternatives")

    def _check(self, texts: list[str]) -> None:
        if len(texts) > self.options.max_texts:
            raise RequestError(400, f"a request has at most {self.options.max_texts} texts")
        if sum(map(len, texts)) > self.options.max_characters:
            most = self.options.max_characters
            raise RequestError(400, f"the texts have more than {most} characters")


def _check_format(format: str) -> None:
    if format not in FORMATS:
        raise RequestError(400, f"expected one of {', '.join(FORMATS)} as the format")


def _detected(code: str, share: float) -> DetectedLanguage:
    return {"language": code, "confidence": round(100 * share, 1)}
