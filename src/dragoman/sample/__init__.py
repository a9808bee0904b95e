"""The sample world: a generated bilingual corpus with gold annotation."""
