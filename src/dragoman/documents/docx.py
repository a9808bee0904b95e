"""Word documents (docx): an archive of XML parts. The parts with text are translated.

Body, headers, footers, notes and comments are read paragraph by paragraph, text boxes and tables included. All other
parts come back byte for byte.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib

from dragoman.common.deadline import check_time
from dragoman.common.errors import FormatError
from dragoman.corpus.xmlstream import parse_elements
from dragoman.documents.content import MAXIMAL_BYTES, Content
from dragoman.documents.docx_paragraph import paragraph
from dragoman.documents.encodings import Encoding, decode
from dragoman.documents.file import DocumentFile, Template
from dragoman.documents.inline import Block
from dragoman.documents.xml_tree import Node, tree

FORMAT = "docx"
_PARTS = re.compile(r"word/(?:document|header|footer|footnotes|endnotes|comments)\d*\.xml")
_MAIN = re.compile(r"word/document\d*\.xml")
_NAMESPACE = re.compile(
    r"xmlns:(\w+)\s*=\s*[\"']http://(?:schemas\.openxmlformats\.org/wordprocessingml/2006/main"
    r"|purl\.oclc\.org/ooxml/wordprocessingml/main)[\"']"
)
_MOST_PARTS = 10_000
_BLOCK = 1 << 20


def read(content: Content) -> DocumentFile:
    """Reads a Word document."""
    texts: dict[str, str] = {}
    encodings: dict[str, Encoding] = {}
    for name, data in _parts(content).items():
        part = Content(f"{content.name}/{name}", data, most=content.most)
        texts[name], encodings[name] = decode(part)
        parse_elements(texts[name].encode("utf-8"), part.name, (), "")
    if not any(map(_MAIN.fullmatch, texts)):
        raise content.error("this is an archive without a Word document inside")
    templates = [_template(text, content) for text in texts.values()]

    def pack(new: list[str]) -> bytes:
        written = zip(encodings.items(), new, strict=True)
        return _pack(content, {name: encoding.encode(text) for (name, encoding), text in written})

    return DocumentFile(content.name, FORMAT, templates, pack)


def _parts(content: Content) -> dict[str, bytes]:
    """The parts with text. What would unpack to too much is refused before it is unpacked; the rest is only checked."""
    try:
        with zipfile.ZipFile(io.BytesIO(content.data)) as archive:
            infos = archive.infolist()
            parts = [one for one in infos if _PARTS.fullmatch(one.filename)]
            size = sum(one.file_size for one in infos)
            if len(infos) > _MOST_PARTS or size > MAXIMAL_BYTES:
                raise content.error("the archive holds too much to be a document")
            if sum(one.file_size for one in parts) > content.most:
                raise content.error(f"the text is larger than {content.most} bytes")
            if any(one.flag_bits & 1 for one in infos):
                raise content.error("the document is encrypted")
            for one in infos:
                with archive.open(one) as stream:
                    while stream.read(_BLOCK):
                        check_time()
            return {one.filename: archive.read(one) for one in parts}
    except FormatError:
        raise
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        ValueError,
        RuntimeError,  # among them: a way of compressing that this Python does not have
        OSError,
    ) as error:
        raise content.error(f"the archive is damaged ({error})") from None


def _template(text: str, content: Content) -> Template:
    match = _NAMESPACE.search(text)
    prefix = f"{match[1]}:" if match else "w:"
    return _pieces(tree(text), prefix, content)


def _pieces(node: Node, prefix: str, content: Content) -> list[str | Block]:
    """An element with the paragraphs inside it as blocks."""
    if node.name == f"{prefix}p" and node.closing:
        return paragraph(node, prefix, content, lambda inner: _pieces(inner, prefix, content))
    result: list[str | Block] = [node.opening]
    for child in node.children:
        result += [child] if isinstance(child, str) else _pieces(child, prefix, content)
    return [*result, node.closing]


def _pack(content: Content, texts: dict[str, bytes]) -> bytes:
    """The archive with other texts in some of its parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content.data)) as old, zipfile.ZipFile(out, "w") as archive:
        for info in old.infolist():
            new = zipfile.ZipInfo(info.filename, info.date_time)
            new.compress_type, new.external_attr = info.compress_type, info.external_attr
            new.file_size = len(texts.get(info.filename, b"")) or info.file_size
            with archive.open(new, "w") as stream:
                if info.filename in texts:
                    stream.write(texts[info.filename])
                    continue
                with old.open(info) as data:
                    while block := data.read(_BLOCK):
                        check_time()
                        stream.write(block)
    return out.getvalue()
