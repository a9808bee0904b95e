"""What is computed from trees: cohesion, head rules, parser adapters."""
