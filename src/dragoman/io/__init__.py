"""Files and artifacts: read with limits, written so that nothing is ever half-written."""
