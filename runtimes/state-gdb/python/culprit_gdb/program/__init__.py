"""The program under gdb: how it starts and runs, and which code is its own."""
