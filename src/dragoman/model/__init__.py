"""A translation model: components, weights, settings, and translate()."""
