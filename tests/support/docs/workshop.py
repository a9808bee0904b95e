"""A folder with all the files that the commands and the Python of the pages name, small enough to be quick.

What a page calls MODEL looks its rules up and learns; what it calls model has a table of them.
"""

from __future__ import annotations

import gzip
import shutil
import zipfile
from pathlib import Path

from dragoman.lm import LMOptions, estimate
from dragoman.model import Model
from support.model.handful import make_model
from support.serve.learning_model import SOURCE, TARGET, save_learning_model

GERMAN = [*SOURCE, "das haus ist neu", "ein buch ist klein"]
ENGLISH = [*TARGET, "the house is new", "a book is small"]
DOCUMENTS = ["a"] * 10 + ["b"] * 12
TAGS = {"the": "DT", "a": "DT", "house": "NN", "book": "NN", "is": "VBZ", "that": "DT"}
TABLES = ("model", "base", "consistent", "base.model", "coh.model")
_TREE = "(S (NP (DT the) (NN house)) (VP (VBZ is) (ADJP (JJ {}))))"


def lines(path: Path, texts: list[str]) -> None:
    """Write a text."""
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")


def tree(sentence: str) -> str:
    """A sentence in CoNLL-U, in which all words hang on the last one."""
    words = sentence.split()
    rows = [
        f"{n}\t{word}\t_\tX\t{TAGS.get(word, 'JJ')}\t_\t{0 if n == len(words) else len(words)}"
        f"\t{'root' if n == len(words) else 'dep'}\t_\t_"
        for n, word in enumerate(words, 1)
    ]
    return "\n".join(rows) + "\n\n"


def make_workshop(folder: Path) -> None:
    """Fill a folder."""
    german = (
        "train.de",
        "new.de",
        "sample.de",
        "dev.de",
        "test.de",
        "test.src",
        "text.de",
        "F",
        "text",
    )
    english = (
        "train.en",
        "new.en",
        "sample.en",
        "dev.en",
        "test.en",
        "test.trg",
        "text.en",
        "E",
        "raw.en",
    )
    more = (
        "output.en",
        "ref.en",
        "ref1",
        "ref2",
        "baseline.en",
        "system.en",
        "tokens",
        "words.en",
    )
    for name in (*german, "source", "input.de", "in.de"):
        lines(folder / name, GERMAN)
    for name in (*english, *more, "raw.fr"):
        lines(folder / name, ENGLISH)
    lines(folder / "F", GERMAN * 2)
    lines(folder / "E", ENGLISH * 2)
    for name in ("train.docs", "dev.docs", "test.docs", "doc-ids", "in.docs"):
        lines(folder / name, DOCUMENTS)
    for name in TABLES:
        make_model().save(folder / name)
    save_learning_model(folder / "MODEL")
    shutil.copytree(folder / "MODEL", folder / "de-en.model")
    _documents(folder)
    _syntax(folder)
    _experiments(folder)
    for name in ("all.de", "all.en"):
        shutil.copy(folder / name.replace("all", "train"), folder / f"{name}.zst")
    lines(folder / "cohesion", ["cohesive", "uncohesive"] * 11)
    lines(folder / "forward", ["0-0 1-1"] * 3)
    lines(folder / "reverse", ["0-0 1-1"] * 3)
    lines(folder / "giza.f", ["0-0 1-1"] * 3)
    lines(folder / "giza.r", ["0-0 1-1 1-2"] * 3)
    lines(folder / "terms.tsv", ["haus\tbuilding"])
    lines(folder / "demands.tsv", ["1\t1-1\ttranslation\tbuilding"])
    plf = "((('das',1.0,1),),(('haus',0.4,1),('hausboot',0.6,1),),)"
    for name in ("lattices.plf", "dev.plf"):
        lines(folder / name, [plf] * (len(ENGLISH) if name == "dev.plf" else 2))
    for name, order in (("in.arpa", 2), ("out.arpa", 3)):
        estimate(folder / "train.en", LMOptions(order=order)).write_arpa(folder / name)
    with gzip.open(folder / "large.arpa.gz", "wb") as out:
        out.write((folder / "in.arpa").read_bytes())


def _documents(folder: Path) -> None:
    html = "<p>das <b>haus</b> ist klein</p>"
    for name in ("page.html", "manuals/first.html"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(f"<!doctype html><html><body>{html}</body></html>\n")
    (folder / "text.md").write_text("# das haus\n\ndas **haus** ist klein\n")
    unit = '<tu><tuv xml:lang="de"><seg>das haus</seg></tuv></tu>'
    (folder / "book.tmx").write_text(
        f'<?xml version="1.0"?><tmx version="1.4"><header srclang="de"/><body>{unit}</body></tmx>\n'
    )
    (folder / "test.sgm").write_text(
        '<srcset setid="t" srclang="de"><doc docid="d"><seg id="1">das haus</seg></doc></srcset>\n'
    )
    (folder / "file.xliff").write_text(
        '<?xml version="1.0"?><xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">'
        '<file original="o" source-language="de" target-language="en" datatype="plaintext"><body>'
        '<trans-unit id="1"><source>das haus</source></trans-unit></body></file></xliff>\n'
    )
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    with zipfile.ZipFile(folder / "letter.docx", "w") as archive:
        archive.writestr(
            "word/document.xml",
            f'<?xml version="1.0"?><w:document xmlns:w="{space}"><w:body><w:p><w:r><w:t>das haus</w:t>'
            "</w:r></w:p></w:body></w:document>",
        )


def _syntax(folder: Path) -> None:
    for name, text in (
        ("test.conllu", GERMAN),
        ("train.conllu", ENGLISH),
        ("treebank.conllu", ENGLISH),
    ):
        (folder / name).write_text("".join(map(tree, text)))
    trees = [_TREE.format(word) for word in ("small", "new", "old")] * 4
    for name in ("train.trees", "test.trees"):
        lines(folder / name, trees)
    lines(folder / "train.de.pos", ["das|ART haus|NN ist|V klein|ADJ"] * 5)


def _experiments(folder: Path) -> None:
    bitext = "".join(
        f'[{part}]\nsource = "{name}.de"\ntarget = "{name}.en"\n'
        for part, name in (("training", "train"), ("development", "dev"), ("[test]", "test"))
    )
    for name in ("experiment", "plain", "gaps", "cohesion"):
        (folder / f"{name}.toml").write_text(f'name = "{name}"\n{bitext}')
    pairs = [f"{s} {n}\t{t} {n}" for n in range(4) for s, t in zip(GERMAN, ENGLISH, strict=True)]
    lines(folder / "pairs.tsv", pairs)
    for side, name in enumerate(("news.de", "news.en")):
        lines(folder / name, [pair.split("\t")[side] for pair in pairs])
    units = "".join(
        '<tu><tuv xml:lang="de"><seg>{}</seg></tuv><tuv xml:lang="en"><seg>{}</seg></tuv></tu>'.format(
            *pair.split("\t")
        )
        for pair in pairs
    )
    (folder / "memory.tmx").write_text(
        f'<?xml version="1.0"?><tmx version="1.4"><header srclang="de"/><body>{units}</body></tmx>\n'
    )


def copy_of(workshop: Path, folder: Path) -> Path:
    """A copy for one page, which may change it.

    Args:
        workshop: The folder with all files.
        folder: Where the copy is made.
    """
    shutil.copytree(workshop, folder)
    return folder


def table_model() -> Model:
    """What a page calls ``model``."""
    return make_model()
