"""Runs that begin as copies of a process that is ready: a template."""
