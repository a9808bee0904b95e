"""Tuning weights: MERT, MIRA, PRO."""
