"""A program that stands still at its place, so that many tests can go on from it, one at a time: each from a copy of it.

The copies are made by gdb's `checkpoint`, which has the program fork. Calls of ours leave traces on the stack, below what
is in use, and in errno; the copy gets back what was there, so that what it never sets is as it would be.
"""

import json
import os
import select
import signal
import socket

import gdb

from deeds import Deeds, identity, is_known_system, open_files, why_not
from held_test import CONTROL, HeldTest
from leftovers import adopt, kill_others
from places import Place
from reached import Reached
from relay import Relay
from scalars import Refused

MOST_SAID = 8 << 20
TRACES = 64 << 10
PAGE = 4096
NAMESPACES = ("pid", "mnt", "net", "user", "ipc")


class Declined(Exception):
    """Why the program cannot be held."""


class Holding:
    def __init__(self, session):
        self.session = session
        self.plan = session.plan
        self.said = {1: bytearray(), 2: bytearray()}
        self.pipes = {}
        self.speakers = set()
        adopt()

    def run(self):
        if not is_known_system():
            raise Declined("copies cannot be looked after on this system")
        self.make_pipes()
        relay = Relay(self.pipes, self.note, [CONTROL], lambda: os._exit(0))
        inherited = self.come_to_place()
        self.pid = gdb.selected_inferior().pid
        reason = why_not(self.pid, self.speakers | inherited)
        if reason is not None:
            raise Declined(reason)
        self.remember()
        self.try_once()
        relay.finish()
        self.serve()

    def make_pipes(self):
        """4 and 5 become the outputs of the program."""
        for number, place in ((1, 4), (2, 5)):
            self.pipes[number], writing = os.pipe()
            os.dup2(writing, place)
            os.close(writing)
            self.speakers.add(identity(f"/proc/self/fd/{place}"))

    def note(self, number, text):
        self.said[number] += text
        if len(self.said[number]) > MOST_SAID:
            os._exit(0)

    def come_to_place(self):
        """Gives what was open from the start: that all runs have, wherever they begin."""
        self.session.prepare()
        self.session.begin()
        inherited = set(open_files(gdb.selected_inferior().pid).values())
        deeds = Deeds()
        Place(self.plan["place"])
        if self.session.go_on("continue", to_stop=True) is not None:
            raise Declined("it did not come to its place")
        done = deeds.done(self.session.stop)
        if done is not None:
            raise Declined(f"it {done}")
        deeds.forget()
        for each in Reached.all:
            each.delete()
        return inherited

    def remember(self):
        """Before anything is called in the program."""
        inferior = gdb.selected_inferior()
        top = int(gdb.newest_frame().read_register("sp")) & (1 << 64) - 1
        self.below_stack = [(start, bytes_at(inferior, start, end)) for start, end in pages_below(top)]
        self.errno_at = int(gdb.parse_and_eval("((unsigned long (*)(void)) __errno_location)()"))
        self.errno = bytes(inferior.read_memory(self.errno_at, 4))

    def try_once(self):
        self.copy()
        self.discard()

    def serve(self):
        listening = self.listen()
        tell({"held": {"namespaces": [os.readlink(f"/proc/self/ns/{name}") for name in NAMESPACES]}})
        program = gdb.current_progspace().filename
        while True:
            ready, _, _ = select.select([listening, CONTROL], [], [])
            if CONTROL in ready:
                return
            connection, _ = listening.accept()
            # Who comes meanwhile is not kept waiting.
            listening.close()
            with connection:
                HeldTest(self, connection).run()
                kill_others(self.pid)
                if gdb.current_progspace().filename != program:
                    return  # The copy has become another program, and gdb has forgotten this one.
                # The test ends when all is ready for the next one.
                listening = self.listen()

    def listen(self):
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        folder = os.open(self.plan["hold"]["folder"], os.O_PATH | os.O_CLOEXEC)
        path = f"/proc/self/fd/{folder}/{self.plan['hold']['socket']}"  # A longer path may be too long.
        if os.path.lexists(path):
            os.unlink(path)
        listening.bind(path)
        os.close(folder)
        listening.listen(8)
        return listening

    def copy(self):
        """The copy is the one at work then."""
        gdb.execute("checkpoint", to_string=True)
        gdb.execute(f"restart {checkpoint()}", to_string=True)
        inferior = gdb.selected_inferior()
        for start, raw in self.below_stack:
            put_back(inferior, start, raw)
        inferior.write_memory(self.errno_at, self.errno)
        return inferior.pid

    def discard(self):
        """The copy, if there is one: it may have ended in the midst of what was done to it."""
        copy = gdb.selected_inferior().pid
        if copy != self.pid:
            os.kill(copy, signal.SIGKILL)
            self.go_on()

    def go_on(self):
        """How the copy ended; then the program itself is the one at work again."""
        for name in ("_exitcode", "_exitsignal"):
            gdb.set_convenience_variable(name, None)
        command = "continue"
        while True:
            self.session.stop = None
            gdb.execute(command, to_string=True)
            if gdb.selected_inferior().pid == self.pid:
                break
            # A trap of the program's own, to gdb, is no signal event.
            command = f"signal {getattr(self.session.stop, 'stop_signal', 'SIGTRAP')}"
        number = gdb.convenience_variable("_exitsignal")
        return {"exit": int(gdb.convenience_variable("_exitcode"))} if number is None else {"signal": int(number)}


def pages_below(top):
    """(start, end) of each, as deep as our calls may go."""
    end = top
    while top - end < TRACES:
        start = (end - 1) // PAGE * PAGE
        yield start, end
        end = start


def bytes_at(inferior, start, end):
    """The stack grows by itself: what is not there yet will be empty."""
    try:
        return bytes(inferior.read_memory(start, end - start))
    except gdb.MemoryError:
        return bytes(end - start)


def put_back(inferior, start, raw):
    try:
        inferior.write_memory(start, raw)
    except gdb.MemoryError:
        pass  # The stack has not grown so far.


def checkpoint():
    """The number of the one that is not at work."""
    lines = gdb.execute("info checkpoints", to_string=True).splitlines()
    return next(line.split()[0] for line in lines if line[:1] != "*")


def tell(message):
    os.write(CONTROL, json.dumps(message).encode() + b"\n")


def hold(session):
    try:
        Holding(session).run()
    except (Declined, Refused, gdb.error) as error:
        tell({"declined": " ".join(str(error).split())})
