"""Documents translated whole."""
