"""Pages of the documentation that are made from declarations: settings, features."""
