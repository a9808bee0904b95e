"""The list of commands. Nothing is imported until one is called.

Examples are shown by ``--help``; the tests parse every one of them.
"""

from __future__ import annotations

from typing import NamedTuple


class Entry(NamedTuple):
    """What the program knows of a command before it is called."""

    module: str
    summary: str
    examples: tuple[str, ...]
    """Lines that a user could type."""


COMMANDS: dict[str, Entry] = {
    "quickstart": Entry(
        "dragoman.cli.quickstart",
        "train the embedded sample world, translate with it, compare and explain",
        ("dragoman quickstart", "dragoman quickstart --directory /tmp/try --pairs 2000"),
    ),
    "reproduce": Entry(
        "dragoman.cli.reproduce",
        "make the tables of the papers again, beside their figures",
        (
            "dragoman reproduce cherry2008 --quick",
            "dragoman reproduce galley2010 --data texts --rows 4 8 --runs 3",
            "dragoman reproduce bach2009 --show",
            "dragoman reproduce all --quick --output tables",
        ),
    ),
    "sample": Entry(
        "dragoman.cli.sample",
        "generate a bilingual corpus with gold alignments, trees and documents",
        (
            "dragoman sample world --pairs 8000",
            "dragoman sample easy --without discontinuity cross-serial --seed 7",
            "dragoman sample world --languages qar-qot",
        ),
    ),
    "tokenize": Entry(
        "dragoman.cli.tokenize",
        "split text into tokens",
        (
            "dragoman tokenize -l de < text.de > text.tok.de",
            "dragoman tokenize -l de --truecase case.de < text.de > text.tok.de",
        ),
    ),
    "truecase": Entry(
        "dragoman.cli.truecase",
        "give words at sentence starts their case, or learn it: train, apply",
        (
            "dragoman truecase train case.de --input text.tok.de",
            "dragoman truecase apply case.de < text.tok.de > text.true.de",
        ),
    ),
    "detokenize": Entry(
        "dragoman.cli.detokenize",
        "join tokens into text",
        ("dragoman detokenize -l en --recase < text.tok.en > text.en",),
    ),
    "clean": Entry(
        "dragoman.cli.clean",
        "drop sentence pairs that are empty, too long or too unequal",
        (
            "dragoman clean --source train.de --target train.en --output-prefix clean",
            "dragoman clean --source train.de --target train.en --output-prefix clean --max-length 60",
        ),
    ),
    "select": Entry(
        "dragoman.cli.select",
        "take the sentence pairs of a large text that are like a small text",
        (
            "dragoman select --source big.de --target big.en --like own.de own.en --keep 100000 "
            "--output-prefix chosen",
        ),
    ),
    "parse": Entry(
        "dragoman.cli.parse",
        "parsers and taggers: train, test, apply",
        (
            "dragoman parse train treebank.conllu --output english.parser",
            "dragoman parse train train.trees --constituency --output english.constituency",
            "dragoman parse train train.de.pos --tagger --output german.tagger",
            "dragoman parse test english.parser test.conllu",
            "dragoman parse apply english.parser --input text.en --output text.conllu",
        ),
    ),
    "align": Entry(
        "dragoman.cli.align",
        "align the words of a bitext: train, apply, stream, symmetrize",
        (
            "dragoman align train --source train.tok.de --target train.tok.en --output links",
            "dragoman align train --source train.tok.de --target train.tok.en --save aligner > links",
            "dragoman align apply aligner --source more.tok.de --target more.tok.en > more.links",
            "dragoman align train --source F --target E --priors words.tsv --save aligner --no-links",
            "dragoman align stream aligner --source F.zst --target E.zst --output A.zst --journal J",
            "dragoman align symmetrize forward.links reverse.links --output links",
        ),
    ),
    "lm": Entry(
        "dragoman.cli.lm",
        "language models: build, binarize, export, interpolate, score, perplexity",
        (
            "dragoman lm build --order 5 --output model.arpa.gz train.tok.en",
            "dragoman lm build --binary --output model.lm train.tok.en",
            "dragoman lm binarize model.arpa.gz model.lm",
            "dragoman lm export model.lm model.arpa.gz",
            "dragoman lm interpolate news.arpa law.arpa --tune dev.tok.en --output mixed.arpa",
            "dragoman lm score model.lm test.tok.en",
            "dragoman lm perplexity model.lm test.tok.en",
        ),
    ),
    "classes": Entry(
        "dragoman.cli.classes",
        "find word classes of a text",
        (
            "dragoman classes train.tok.en --count 200 --output en.classes",
            "dragoman classes train.tok.en --count 50",
        ),
    ),
    "extract": Entry(
        "dragoman.cli.extract",
        "extract and score phrase pairs from aligned text",
        (
            "dragoman extract --source train.tok.de --target train.tok.en --alignment links --output rules",
            "dragoman extract --source F --target E --alignment A --output tables --format moses",
            "dragoman extract --source F --target E --alignment A --gaps both --for dev.tok.de --output rules",
        ),
    ),
    "train": Entry(
        "dragoman.cli.train",
        "train, tune and evaluate a model, from two texts or as a TOML file says",
        (
            "dragoman train news.de news.en",
            "dragoman train news.de news.en --languages de-en --output news.model",
            "dragoman train memory.tmx --languages de-en --dry-run",
            "dragoman train experiment.toml --dry-run",
            "dragoman train experiment.toml",
            "dragoman train plain.toml gaps.toml cohesion.toml",
        ),
    ),
    "tune": Entry(
        "dragoman.cli.tune",
        "tune a model's weights on a development set",
        (
            "dragoman tune model --source dev.de --reference dev.en --output tuned",
            "dragoman tune model --source dev.de --reference dev.en1 dev.en2 --method mira --output tuned",
        ),
    ),
    "update": Entry(
        "dragoman.cli.update",
        "add sentence pairs to a trained model, or leave some out",
        (
            "dragoman update model --source new.de --target new.en",
            "dragoman update model --leave-out 12 57 --who Ann",
            "dragoman update model --undo",
        ),
    ),
    "calibrate": Entry(
        "dragoman.cli.calibrate",
        "calibrate the confidences of completions",
        ("dragoman calibrate model --source dev.de --reference dev.en",),
    ),
    "evidence": Entry(
        "dragoman.cli.evidence",
        "show what a model knows for sentences, also as a prompt for a language model",
        (
            "dragoman evidence model < text.de > known.jsonl",
            "dragoman evidence model --format prompt --words 300 < text.de",
        ),
    ),
    "translate": Entry(
        "dragoman.cli.translate",
        "translate text, one sentence a line",
        (
            "dragoman translate model < text.de > text.en",
            "dragoman translate model page.html letter.docx --output translated/",
            "dragoman translate model page.html --explain html --output why.html",
            "dragoman translate model --nbest 10 --json < text.de > text.jsonl",
            "dragoman translate model --weights lm=0.3 word_penalty=-0.5 < text.de",
            "dragoman translate model --terms terms.tsv --stack 500 < text.de",
        ),
    ),
    "serve": Entry(
        "dragoman.cli.serve",
        "serve models on the network, with the API of LibreTranslate",
        (
            "dragoman serve model",
            "dragoman serve model news=other-model --port 8080 --api-keys keys.txt",
            "dragoman serve model --languages de-en --host 0.0.0.0 --hosts translate.example.org",
        ),
    ),
    "score": Entry(
        "dragoman.cli.score",
        "score translations against references",
        (
            "dragoman score --reference test.en < translation.en",
            "dragoman score translation.zh --reference test.zh --language zh",
            "dragoman score --reference ref1 ref2 --metric bleu ter --tokenized < translation.tok.en",
        ),
    ),
    "compare": Entry(
        "dragoman.cli.compare",
        "compare systems, with significance tests",
        (
            "dragoman compare baseline.en new.en --reference test.en",
            "dragoman compare a.model b.model --source test.de --reference test.en",
            "dragoman compare a.en b.en c.en --reference test.en --names A B C --report report.html",
            "dragoman compare a.en b.en --reference test.en --training train.en --examples 5",
        ),
    ),
    "cohesion": Entry(
        "dragoman.cli.cohesion",
        "count uncohesive translations, score them apart, show interruptions",
        (
            "dragoman cohesion model --conllu test.conllu --reference test.en",
            "dragoman cohesion base.segments coh.segments --conllu test.conllu --interruptions shown.txt",
        ),
    ),
    "consistency": Entry(
        "dragoman.cli.consistency",
        "how consistently words are translated within documents, by people and by systems",
        (
            "dragoman consistency analyze model --input test.de --docs test.docs --reference test.en",
            "dragoman consistency report base consistent --input test.de --docs test.docs --reference test.en",
            "dragoman consistency report model --input test.de --docs test.docs --html terms.html",
        ),
    ),
    "phrases": Entry(
        "dragoman.cli.phrases",
        "lengths, gaps and crossings of the phrases that models translate with",
        ("dragoman phrases model other-model --input test.de --html phrases.html",),
    ),
    "judge": Entry(
        "dragoman.cli.judge",
        "blind human evaluation, of pairs or with marked errors and scores: ask, report, export, import",
        (
            "dragoman judge ask a.en b.en --reference test.en --journal judged.jsonl --annotator Ann",
            "dragoman judge ask a.en b.en --reference test.en --journal judged.jsonl --page",
            "dragoman judge ask a.en b.en c.en --protocol esa --source in.de --docs in.docs --journal esa.jsonl --page",
            "dragoman judge ask --campaign pearmut.json --journal esa.jsonl --page",
            "dragoman judge report judged.jsonl",
            "dragoman judge export a.en b.en --source test.de --annotators Ann Bob --output pearmut.json",
            "dragoman judge import annotations.json --protocol esa --journal esa.jsonl",
        ),
    ),
    "import": Entry(
        "dragoman.cli.import_moses",
        "make a model from a Moses configuration",
        ("dragoman import moses.ini model", "dragoman import chart.ini model"),
    ),
    "export": Entry(
        "dragoman.cli.export",
        "write a model's tables, weights and language models as text that Moses reads",
        ("dragoman export model moses",),
    ),
    "inspect": Entry(
        "dragoman.cli.inspect",
        "print what a model holds",
        ("dragoman inspect model", "dragoman inspect model/lm --json"),
    ),
    "config": Entry(
        "dragoman.cli.config",
        "print the default configuration, or check one",
        (
            "dragoman config --dump > experiment.toml",
            "dragoman config experiment.toml",
        ),
    ),
    "completion": Entry(
        "dragoman.cli.completion",
        "print what makes a shell complete commands and options",
        (
            "dragoman completion bash > ~/.local/share/bash-completion/completions/dragoman",
            "dragoman completion zsh > ~/.zfunc/_dragoman",
            "dragoman completion fish > ~/.config/fish/completions/dragoman.fish",
        ),
    ),
}

TELLING = {"parse", "quickstart", "reproduce", "train", "translate", "tune"}
"""Commands that tell of their stages themselves."""
