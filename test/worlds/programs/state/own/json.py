"""Has the name of a module of the standard library; programs in this folder import this one."""
mine = True
