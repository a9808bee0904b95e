"""The packed forest every decoder returns, and what is read off it."""
