"""The model's own training text as a translation memory that is consulted before the search."""
