"""Models from and for Moses."""
