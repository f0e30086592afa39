"""A package that can be run."""
limit = 3
