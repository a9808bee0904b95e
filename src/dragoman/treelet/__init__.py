"""Treelets: spines and TAG derivations of target trees, phrase pairs with syntax (Carreras & Collins 2009)."""
