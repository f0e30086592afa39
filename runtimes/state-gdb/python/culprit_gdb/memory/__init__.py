"""The memory of the stopped program as a graph."""
