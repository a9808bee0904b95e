"""What is computed from trees: cohesion, projection."""
