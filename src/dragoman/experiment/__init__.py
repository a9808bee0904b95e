"""The pipeline: stages, caching, resume, the quick start."""
