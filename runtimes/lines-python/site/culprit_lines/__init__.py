"""Runs a Python program with one piece of its code changed, and reports which lines it executes. See ../../README.md."""
