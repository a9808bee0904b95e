"""A model or a document runs no code: whatever is opened, nothing is imported from elsewhere, compiled or started.

Python's audit hooks (PEP 578) see every import, compilation, process and connection. A process of its own opens all
stored models and reads documents with a hook that notes what is not allowed once our modules are there.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from stored.make import PARTS, PLACE, SYSTEMS, unpack
from support.documents.examples import NAMES, SOURCES, content

IMPORTS = """
from importlib import import_module
import pkgutil, dragoman
for found in pkgutil.walk_packages(dragoman.__path__, "dragoman."):
    if not found.name.endswith("__main__") and not found.name.startswith("dragoman.cli.completion"):
        try:
            import_module(found.name)
        except ImportError:
            pass                      # an extra that is not here
"""
WATCHED = """
import json, sys
from pathlib import Path
%s
seen, ours = [], []
FORBIDDEN = ("exec", "compile", "os.system", "os.exec", "os.posix_spawn", "os.fork", "subprocess.Popen",
             "socket.connect", "socket.bind", "ctypes.dlopen", "pickle.find_class", "marshal.loads")
STDLIB = set(sys.stdlib_module_names)
def hook(event, args):
    if not ours:
        return
    if event == "import" and args[0].split(".")[0] not in STDLIB | {"dragoman", "numpy", "regex", "msgspec"}:
        seen.append([event, str(args[0])])
    elif event == "compile" and args[1] == "<unknown>":
        pass                          # the head of an array, read as a literal: parsed, never run
    elif event in FORBIDDEN:
        seen.append([event, repr(args)[:200]])
    elif event == "open" and isinstance(args[0], str) and args[0].endswith((".py", ".pyc", ".so", ".pkl")):
        if "/site-packages/" not in args[0] and "/lib/python" not in args[0] and "/dragoman/" not in args[0]:
            seen.append([event, args[0]])
sys.addaudithook(hook)
%s
print(json.dumps(seen))
"""
MODELS = """
import dragoman
from dragoman.align import Aligner
from dragoman.lm import LanguageModel
from dragoman.parse.constituency_parser import ConstituencyParser
from dragoman.parse.dependency_parser import DependencyParser
from dragoman.parse.tagger import Tagger
lines = (Path(sys.argv[1]) / "lines.qar").read_text(encoding="utf-8").splitlines()
for warm in (True, False):            # the first time, what is imported late is imported
    if not warm:
        ours.append(True)
    for name in sys.argv[2:]:
        place = Path(sys.argv[1]) / name
        if name == "language-model":
            LanguageModel.open(place).score("a b")
        elif name == "aligner":
            Aligner.open(place).align([lines[0]], [lines[0]])
        elif name == "parser":
            DependencyParser.open(place).parse([lines[0].split()])
        elif name == "constituency":
            ConstituencyParser.open(place).parse([lines[0].split()])
        elif name == "tagger":
            Tagger.open(place)
        else:
            model = dragoman.load(place)
            for one in model.translate(lines, nbest=3):
                one.explain()
"""
DOCUMENTS = """
from dataclasses import replace
import dragoman
model = dragoman.load(Path(sys.argv[1]) / "phrases")
for warm in (True, False):
    if not warm:
        ours.append(True)
    for path in sys.argv[2:]:
        model.text = replace(model.text, source_language="de")
        model.translate_document(path)
"""
EVIL = """
ours.append(True)
import subprocess
subprocess.run(["true"])
exec(compile("x = 1", "<data>", "exec"))
"""


def watched(work: str, *words: str, imports: str = IMPORTS) -> list[list[str]]:
    """Return what a process did that no data may make it do."""
    command = [sys.executable, "-c", WATCHED % (imports, work), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: list[list[str]] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_models_run_no_code(tmp_path: Path) -> None:
    names = [*SYSTEMS, *PARTS]
    for name in names:
        unpack(name, tmp_path)
    (tmp_path / "lines.qar").write_bytes((PLACE / "lines.qar").read_bytes())
    assert watched(MODELS, str(tmp_path), *names) == []


def test_documents_run_no_code(tmp_path: Path) -> None:
    unpack("phrases", tmp_path)
    places = []
    for path in SOURCES:
        suffix = ".docx" if NAMES[path.name] == "docx" else path.suffix
        places.append(tmp_path / f"{path.stem}{suffix}")
        places[-1].write_bytes(content(path).data)
    assert len(places) > 7
    assert watched(DOCUMENTS, str(tmp_path), *map(str, places)) == []


def test_what_runs_code_is_noticed(tmp_path: Path) -> None:
    events = {event for event, _ in watched(EVIL, imports="")}
    assert {"subprocess.Popen", "compile", "exec"} <= events
