"""Word documents (docx): an archive of XML parts. The parts with text are translated.

Body, headers, footers, notes and comments are read paragraph by paragraph, text boxes and tables included. All other
parts come back byte for byte.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib

from dragoman.common.errors import FormatError
from dragoman.corpus.xmlstream import parse_elements
from dragoman.documents.content import MAXIMAL_BYTES, Content
from dragoman.documents.docx_paragraph import paragraph
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


def read(content: Content) -> DocumentFile:
    """Reads a Word document."""
    members = _members(content)
    texts: dict[str, str] = {}
    for info, data in members:
        if _PARTS.fullmatch(info.filename):
            parse_elements(data, f"{content.name}/{info.filename}", (), "")
            texts[info.filename] = data.decode("utf-8")
    if not any(map(_MAIN.fullmatch, texts)):
        raise content.error("this is an archive without a Word document inside")
    templates = [_template(text, content) for text in texts.values()]
    names = list(texts)
    return DocumentFile(
        content.name,
        FORMAT,
        templates,
        lambda new: _pack(members, dict(zip(names, new, strict=True))),
    )


def _members(content: Content) -> list[tuple[zipfile.ZipInfo, bytes]]:
    """The files of the archive; what would unpack to too much is refused before it is unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(content.data)) as archive:
            infos = archive.infolist()
            if len(infos) > _MOST_PARTS or sum(one.file_size for one in infos) > MAXIMAL_BYTES:
                raise content.error("the archive holds too much to be a document")
            if any(one.flag_bits & 1 for one in infos):
                raise content.error("the document is encrypted")
            return [(one, archive.read(one)) for one in infos]
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


def _pack(members: list[tuple[zipfile.ZipInfo, bytes]], texts: dict[str, str]) -> bytes:
    """The archive with other texts in some of its parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for info, data in members:
            new = zipfile.ZipInfo(info.filename, info.date_time)
            new.compress_type, new.external_attr = info.compress_type, info.external_attr
            text = texts.get(info.filename)
            archive.writestr(new, data if text is None else text.encode("utf-8"))
    return out.getvalue()
