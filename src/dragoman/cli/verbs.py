"""The list of verbs: name -> (module, one line of help). Nothing is imported until a verb is called."""

VERBS: dict[str, tuple[str, str]] = {
    "quickstart": (
        "dragoman.cli.quickstart",
        "train the embedded sample world, translate with it, compare and explain",
    ),
    "sample": (
        "dragoman.cli.sample",
        "generate a bilingual corpus with gold alignments, trees and documents",
    ),
    "tokenize": ("dragoman.cli.tokenize", "split text into tokens"),
    "detokenize": ("dragoman.cli.detokenize", "join tokens into text"),
    "clean": (
        "dragoman.cli.clean",
        "drop sentence pairs that are empty, too long or too unequal",
    ),
    "parse": ("dragoman.cli.parse", "parse text to CoNLL-U, or train a parser"),
    "align": ("dragoman.cli.align", "align the words of a bitext"),
    "lm": ("dragoman.cli.lm", "language models: build, binarize, score, perplexity"),
    "extract": ("dragoman.cli.extract", "extract and score phrase pairs from aligned text"),
    "train": ("dragoman.cli.train", "run the experiment that a TOML file describes"),
    "tune": ("dragoman.cli.tune", "tune a model's weights on a development set"),
    "translate": ("dragoman.cli.translate", "translate text, one sentence a line"),
    "score": ("dragoman.cli.score", "score translations against references"),
    "compare": ("dragoman.cli.compare", "compare systems, with significance tests"),
    "cohesion": (
        "dragoman.cli.cohesion",
        "count uncohesive translations, score them apart, show interruptions",
    ),
    "phrases": (
        "dragoman.cli.phrases",
        "lengths, gaps and crossings of the phrases that models translate with",
    ),
    "judge": ("dragoman.cli.judge", "blind pairwise human evaluation"),
    "import": ("dragoman.cli.import_moses", "make a model from a Moses configuration"),
    "export": ("dragoman.cli.export", "write a model's tables and weights as text"),
    "inspect": ("dragoman.cli.inspect", "print what a model holds"),
    "config": ("dragoman.cli.config", "print the default configuration, or check one"),
}
