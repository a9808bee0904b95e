from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dragoman.corpus.document import Corpus, Sentence, document_spans

ids = st.lists(st.sampled_from(["a", "b", "c"]), max_size=12)


@given(ids)
def test_documents_are_runs_and_keep_every_sentence(names: list[str]) -> None:
    sentences = [Sentence(str(i), document=name) for i, name in enumerate(names)]
    corpus = Corpus.of(sentences)
    assert list(corpus.sentences()) == sentences
    assert all(a.id != b.id for a, b in zip(corpus.documents, corpus.documents[1:], strict=False))
    assert [(d.id, len(d)) for d in corpus] == [(n, e - s) for n, s, e in document_spans(names)]
