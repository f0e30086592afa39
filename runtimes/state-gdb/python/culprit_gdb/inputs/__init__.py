"""What the program has not yet read of its standard input and of other files."""
