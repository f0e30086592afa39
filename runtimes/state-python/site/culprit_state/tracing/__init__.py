"""Follows the program by its calls and lines: to the place of a plan, or through one call."""
