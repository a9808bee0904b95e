"""Human judgement: blind pairwise campaigns, on a terminal or a page, and how far the judges agree."""
