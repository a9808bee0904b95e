"""Settings declared once: their kinds, ranges and help, and errors that say where a wrong value stands."""
