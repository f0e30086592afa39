"""Looks into a Python program at one place of its run, and changes what it finds there, as a plan says."""
