"""Has the name of a module of Python's own; a program beside it means this one."""
mine = True
