class ImpossibleChange(Exception):
    """A change of a plan that cannot be made in this run."""
