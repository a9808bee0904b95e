"""A model on disk: how it is opened, saved, inspected, and how it grows."""
