"""The decoders' Python faces."""
