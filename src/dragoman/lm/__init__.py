"""N-gram language models: estimation, ARPA, binary, queries."""
