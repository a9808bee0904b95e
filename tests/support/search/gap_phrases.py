"""Small tables of given phrases with gaps, and their decoder."""

from __future__ import annotations

from dragoman.grammar import SCORE_COLUMNS, Rule, RuleTable
from dragoman.lm import LanguageModel
from dragoman.lm.arpa import read_arpa
from dragoman.model.weights import complete
from dragoman.search import GAP_FEATURES, PhraseDecoder, SearchOptions
from support.search import gappy


def parts_of(pairs, tmp_path, **options):
    """A table of pairs of texts with their scores, a language model that likes no word after any, weights."""
    targets = sorted({word for _, target in pairs for word in target.split()} - {gappy.GAP})
    grams = "\n".join(f"-1\t{word}\t-1" for word in ["<unk>", "<s>", "</s>", *targets])
    path = tmp_path / "flat.arpa"
    path.write_text(
        f"\\data\\\nngram 1={len(targets) + 3}\nngram 2=1\n\n\\1-grams:\n{grams}\n\n"
        "\\2-grams:\n-3\t<s> </s>\n\n\\end\\\n"
    )
    rules = [
        Rule(source, target, (), dict.fromkeys(SCORE_COLUMNS, float(score)))
        for (source, target), score in pairs.items()
    ]
    table = RuleTable.build(rules, gap=gappy.GAP)
    lm = LanguageModel.build(read_arpa(path))
    weights = complete(PhraseDecoder.features_of(table, [lm], SearchOptions(**options)), {})
    return table, lm, weights


def decoder_of(pairs, tmp_path, **options):
    """A decoder whose rules are these pairs of texts."""
    chosen = {"gap_features": GAP_FEATURES, **options}
    table, lm, weights = parts_of(dict.fromkeys(pairs, -1), tmp_path, **chosen)
    return PhraseDecoder(table, [lm], weights, SearchOptions(**chosen))
