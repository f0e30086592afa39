"""Changes to the memory of the stopped program."""
