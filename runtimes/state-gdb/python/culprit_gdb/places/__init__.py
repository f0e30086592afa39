"""Where the program is to stop, and the lines and calls that it passes."""
