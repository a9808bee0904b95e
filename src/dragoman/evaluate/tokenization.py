"""How text is cut into words before BLEU is counted: the same choice for every command.

Raw text is tokenised as sacreBLEU does by default (``13a``), and Chinese, Japanese and Korean, which have no blanks
between words, as sacreBLEU recommends. Text that was tokenised before is compared as it stands.
"""

from __future__ import annotations

from importlib.util import find_spec

DEFAULT = "13a"
_BY_LANGUAGE = {"zh": ("zh", ""), "ja": ("ja-mecab", "MeCab"), "ko": ("ko-mecab", "mecab_ko")}
"""A language's tokenisation, and the module that it needs."""


def bleu_tokenization(language: str = "", *, tokenized: bool = False) -> str:
    """Return the name of sacreBLEU's tokenisation for text in a language (``zh``, ``zh-CN``, ...; empty: any).

    Where a word segmenter is not installed, characters are compared: the signature of the score says so.

    Args:
        language: The code of the language; empty is any.
        tokenized: Compare what blanks separate.
    """
    if tokenized:
        return "none"
    name, module = _BY_LANGUAGE.get(language.lower().split("-")[0].split("_")[0], (DEFAULT, ""))
    return name if not module or find_spec(module) is not None else "char"
