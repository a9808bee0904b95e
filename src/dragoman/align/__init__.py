"""Word alignment: models, training, symmetrisation."""
