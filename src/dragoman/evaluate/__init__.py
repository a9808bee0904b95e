"""Metrics, significance, comparison, human judgement."""
