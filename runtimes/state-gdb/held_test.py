"""A test that goes on from a copy of a program that is held at its place."""

import json
import os
import signal

import gdb

from dumps import forbid_dumps
from environment import replace_environment
from leftovers import wait_for_speakers
from relay import Relay
from scalars import Refused

CONTROL = 6  # Its end is the end of all.
MOST_ASKED = 1 << 20


class HeldTest:
    """One that goes on from the held program; if it hangs up before it has begun, it is run from the beginning."""

    def __init__(self, holding, connection):
        self.holding = holding
        self.session = holding.session
        self.connection = connection
        self.copy = None
        self.is_over = False

    def run(self):
        try:
            asked = json.loads(self.request())
            with open(asked["plan"], encoding="utf-8") as file:
                self.session.plan = json.load(file)
            forbid_dumps(asked["driver"])
        except (OSError, ValueError):
            return
        if any(self.session.plan.get(part) != self.holding.plan.get(part) for part in ("command", "place", "root")):
            return
        self.copy = self.holding.copy()
        if replace_environment(self.copy, asked["environment"]):
            self.go_on()
        else:
            self.holding.discard()

    def request(self):
        text = b""
        while not text.endswith(b"\n") and len(text) < MOST_ASKED:
            more = self.connection.recv(MOST_ASKED)
            if not more:
                raise ValueError("half a request")
            text += more
        return text

    def go_on(self):
        try:
            self.send(b"b", b"")
            for number, text in self.holding.said.items():
                self.tell(number, text)
        except OSError:
            return self.holding.discard()
        relay = Relay(self.holding.pipes, self.tell, [self.connection.fileno(), CONTROL], self.give_up)
        ending = self.ending()
        self.is_over = True
        wait_for_speakers(self.holding.pid, self.holding.speakers, lambda: not relay.is_lost)
        relay.finish()
        try:
            self.send(b"e", json.dumps(ending).encode())
        except OSError:
            pass

    def ending(self):
        try:
            if self.session.plan.get("capture") or self.session.plan.get("changes"):
                self.session.look_and_change()
        except (Refused, gdb.error) as error:
            self.holding.discard()
            return {"refused": " ".join(str(error).split())}
        if self.session.plan.get("stop"):
            self.holding.discard()
            return {"exit": 0}
        return self.holding.go_on()

    def give_up(self):
        """In another thread."""
        if not self.is_over:
            os.kill(self.copy, signal.SIGKILL)

    def tell(self, number, text):
        self.send(b"%d" % number, text)

    def send(self, kind, text):
        self.connection.sendall(kind + len(text).to_bytes(4, "big") + text)
