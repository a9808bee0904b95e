"""The sample world in German and English: real words with real inflection, written by hand."""
