"""The memory of the stopped program: its variables, and how to read and set the parts of each kind of object."""
