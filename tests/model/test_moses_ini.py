from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.common.errors import FormatError
from dragoman.model.moses.moses_ini import read_moses_ini

INI = """
[input-factors]
0
[mapping]
0 T 0
[distortion-limit]
4   # a comment
[feature]
UnknownWordPenalty
WordPenalty
PhrasePenalty
PhraseDictionaryMemory name=TranslationModel0 num-features=4 path=table input-factor=0 output-factor=0 table-limit=10
LexicalReordering name=LexicalReordering0 num-features=6 type=wbe-msd-bidirectional-fe-allff path=reordering
Distortion
KENLM name=LM0 factor=0 path=lm.arpa order=5
[weight]
WordPenalty0= -0.5
PhrasePenalty0= 0.2
TranslationModel0= 0.1 0.2 0.3 0.4
LexicalReordering0= 1 2 3 4 5 6
Distortion0= 0.3
LM0= 0.6
"""


@pytest.fixture
def ini(tmp_path: Path) -> Path:
    for name in ("table.gz", "reordering", "lm.arpa"):
        (tmp_path / name).write_text("")
    file = tmp_path / "moses.ini"
    file.write_text(INI)
    return file


def test_parts_weights_and_limits(ini: Path) -> None:
    system = read_moses_ini(ini)
    assert system.phrase_table == ini.parent / "table.gz"
    assert system.reordering_table == ini.parent / "reordering"
    assert system.language_models == [ini.parent / "lm.arpa"]
    assert system.table_weights == [0.1, 0.2, 0.3, 0.4]
    assert system.weights["unknown"] == 1.0
    assert system.weights["word_penalty"] == -0.5
    assert system.weights["reordering.backward.monotone"] == 1
    assert system.weights["reordering.forward.discontinuous"] == 6
    assert system.search == {"distortion_limit": 4, "table_limit": 10}


@pytest.mark.parametrize(
    ("kind", "model"), [("wbe-", "wbe"), ("phrase-", "phrase"), ("hier-", "hier"), ("", "wbe")]
)
def test_the_kind_of_orientation(ini: Path, kind: str, model: str) -> None:
    ini.write_text(INI.replace("type=wbe-", f"type={kind}"))
    assert read_moses_ini(ini).reordering_model == model


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Distortion0= 0.3", "", r"moses\.ini:14: \[weight\] has no weight for Distortion0"),
        ("LM0= 0.6", "LM0= x", "expected 'Name= number"),
        ("LM0= 0.6", "LM0= nan", r"moses\.ini:22: expected 'Name= number"),
        ("LM0= 0.6", "LM0=", r"moses\.ini:22: expected 'Name= number"),
        ("Distortion0= 0.3", "Distortion0= 1e39", "expected 'Name= number"),
        ("\n4   #", f"\n{2**40} #", r"moses\.ini:7: distortion-limit: expected a whole number"),
        ("\n4   #", "\n4.5 #", r"moses\.ini:7: distortion-limit: expected a whole number"),
        ("table-limit=10", f"table-limit={10**30}", "table-limit: expected a whole number"),
        ("0.1 0.2 0.3 0.4", "0.1 0.2", "expected 4 weights for TranslationModel0, found 2"),
        (
            "WordPenalty0= -0.5",
            "WordPenalty0= 1 2 3",
            r"ini:17: expected 1 weight for Word.*, found 3",
        ),
        (
            "WordPenalty0= -0.5",
            "UnknownWordPenalty0= 1 2\nWordPenalty0= -0.5",
            "expected 1 weight for",
        ),
        ("LM0= 0.6", "LM0= 0.6 0.7", r"moses\.ini:22: expected 1 weight for LM0, found 2"),
        (
            "LM0= 0.6",
            "LM0= 0.6\nLM1= 0.7",
            r"moses\.ini:23: expected a line for LM1 in \[feature\]",
        ),
        ("LM0= 0.6", "LM0= 0.6\nLM0= 0.7", r"moses\.ini:23: .* LM0 once; line 22 has some"),
        (
            "Distortion\n",
            "Distortion\nKENLM name=LM0 path=x\n",
            "one feature LM0; line 15 has it too",
        ),
        ("path=lm.arpa", "path=none.arpa", "none.arpa of KENLM does not exist"),
        (
            "Distortion\n",
            "Distortion\nSparseWords name=S0 path=x\n",
            "SparseWords cannot be imported",
        ),
        ("[mapping]", "[xml-brackets]\n<\n[mapping]", r"\[xml-brackets\] cannot be imported"),
        ("[mapping]", "[stack]\n-1\n[mapping]", "stack: expected a whole number of at least 0"),
        ("[mapping]", "[stack]\n1e9\n[mapping]", "stack: expected a whole number"),
        ("[mapping]", "[b]\nmuch\n[mapping]", "b: expected a number from 0 to 1, got 'much'"),
        ("[mapping]", "[beam-threshold]\nnan\n[mapping]", "expected a number from 0 to 1"),
        ("0.1 0.2 0.3 0.4", "0.1 0.2 0.3 inf", "expected 'Name= number"),
        ("num-features=4", "num-features=four", "num-features: expected a whole number"),
        ("table-limit=10", "table-limit=x", "table-limit: expected a whole number"),
        ("wbe-msd", "wbe-mslr", "expected msd-bidirectional-fe"),
        ("fe-allff", "fe-collapseff", "collapsed reordering scores cannot be imported"),
        (
            "[input-factors]",
            "stray\n[input-factors]",
            r"moses\.ini:2: expected a \[section\] first",
        ),
    ],
)
def test_what_cannot_be_followed_is_refused(ini: Path, old: str, new: str, message: str) -> None:
    text = ini.read_text()
    assert old in text
    ini.write_text(text.replace(old, new, 1))
    with pytest.raises(FormatError, match=message):
        read_moses_ini(ini)
