"""Runs the program to its next stop or to its end."""

import gdb


class Execution:
    def __init__(self):
        self.ending = None
        self.last_stop = None
        gdb.events.exited.connect(self.on_exit)
        gdb.events.stop.connect(self.on_stop)

    def start(self):
        """To the first instruction of the program."""
        gdb.execute("starti", to_string=True)

    def run_to_end(self, command="continue"):
        """How the program ended."""
        while self.ending is None:
            command = self.execute(command)
        return self.ending

    def run_to_stop(self):
        """None at one of our breakpoints; how the program ended, if it did so before."""
        command = "continue"
        while self.ending is None:
            command = self.execute(command)
            if self.ending is None and isinstance(self.last_stop, gdb.BreakpointEvent):
                return None
        return self.ending

    def execute(self, command):
        """Returns the command that continues from there."""
        self.last_stop = None
        gdb.execute(command, to_string=True)
        if isinstance(self.last_stop, gdb.BreakpointEvent):
            return "continue"
        # To gdb, a trap that the program raises itself is not a signal event.
        return f"signal {getattr(self.last_stop, 'stop_signal', 'SIGTRAP')}"

    def on_exit(self, event):
        code = getattr(event, "exit_code", None)
        signal = gdb.convenience_variable("_exitsignal")
        self.ending = {"signal": int(signal)} if code is None and signal is not None else {"exit": int(code or 0)}

    def on_stop(self, event):
        self.last_stop = event
