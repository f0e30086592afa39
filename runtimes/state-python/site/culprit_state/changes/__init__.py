"""Makes the changes of a plan in the memory of the stopped program."""
