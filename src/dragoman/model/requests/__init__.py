"""What is asked of a translation beside its source: markup, constraints, terminology, banned rules, features."""
