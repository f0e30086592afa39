"""What a program says, on its way to who listens, while gdb is busy with the program."""

import os
import select
import signal
import threading

MOST = 65536


class Relay(threading.Thread):
    """Gives all that comes by the pipes to `take(number, text)`. Calls `lost` if who listens hangs up."""

    def __init__(self, pipes, take, listeners, lost):
        super().__init__(daemon=True)
        self.pipes = pipes  # Where to read what the program says to its outputs, by their numbers.
        self.take = take
        self.listeners = listeners
        self.lost = lost
        self.is_lost = False
        self.end, self.ending = os.pipe()
        # Signals are for gdb itself, which waits for them.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        self.start()
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)

    def run(self):
        waiting = [self.end, *self.pipes.values(), *self.listeners]
        while True:
            ready, _, _ = select.select(waiting, [], [])
            self.pass_on()
            if self.end in ready:
                break
            if any(each in ready for each in self.listeners):
                self.is_lost = True
                waiting = [each for each in waiting if each not in self.listeners]
                self.lost()
        self.pass_on()

    def pass_on(self):
        for number, pipe in self.pipes.items():
            while select.select([pipe], [], [], 0)[0]:
                text = os.read(pipe, MOST)
                if not self.is_lost:
                    self.try_to_take(number, text)

    def try_to_take(self, number, text):
        try:
            self.take(number, text)
        except OSError:
            self.is_lost = True
            self.lost()

    def finish(self):
        """All that was said until now was passed on."""
        os.close(self.ending)
        self.join()
        os.close(self.end)
