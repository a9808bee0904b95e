"""Rules: extraction, scoring, tables, Moses formats."""
