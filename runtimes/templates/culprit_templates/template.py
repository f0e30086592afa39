"""A template: a process that has loaded what all runs need, and then waits. Each run is a copy of it, made by fork.

`start-copy.pl` asks for a copy on a Unix socket and ends as the copy did. A template makes one copy at a time: whatever a copy
leaves running becomes a child of the template, which ends it before it answers.
"""
import ctypes
import os
import select

import _socket  # `socket` takes longer to load

SET_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG
SET_CHILD_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER
SIGKILL = 9
LENGTH_BYTES = 4
LOOK_INTERVAL = 0.001  # seconds, where the system cannot tell when a process ends


class Request:
    """What a copy is for: its plan, the process that asked for it, and its variables."""

    def __init__(self, fields):
        self.plan, client, *variables = fields
        self.client = int(client)
        self.variables = dict(each.split("=", 1) for each in variables)

    def open_stream(self, number):
        """A standard stream of the process that asked."""
        return os.open(f"/proc/{self.client}/fd/{number}", os.O_RDONLY if number == 0 else os.O_WRONLY)


def wait_for_requests(path, between_copies=lambda: None):
    """Returns only in the copies, each with its request."""
    require_one_thread()
    prctl = ctypes.CDLL(None).prctl
    children = open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii")
    if prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError("the processes that a run leaves behind would be lost")
    server = listen(path)
    while True:
        connection = _socket.socket(fileno=server._accept()[0])
        fields = read_fields(connection)
        if not fields:
            connection.close()
            continue
        copy = os.fork()
        if copy == 0:
            prctl(SET_PARENT_DEATH_SIGNAL, SIGKILL)
            os.setpgid(0, 0)
            for each in (connection, server, children):
                each.close()
            return Request(fields)
        say(connection, "begun")
        status = wait_for_end(copy, connection)
        end_leftovers(children)
        answer(connection, status)
        connection.close()
        between_copies()


def require_one_thread():
    """gdb's other threads take a moment to end."""
    for _ in range(1000):
        if len(os.listdir("/proc/self/task")) == 1:
            return
        select.select((), (), (), LOOK_INTERVAL)
    raise OSError("the copies would be without some threads")


def listen(path):
    server = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    # Nobody finds it before it can answer.
    server.bind(f"{path}.new")
    server.listen(1)
    os.rename(f"{path}.new", path)
    return server


def read_fields(connection):
    length = int.from_bytes(read_bytes(connection, LENGTH_BYTES), "big")
    body = read_bytes(connection, length)
    return body and [os.fsdecode(each) for each in body.split(b"\0")]


def read_bytes(connection, count):
    """Fewer, if the client is gone."""
    read = b""
    while len(read) < count:
        more = connection.recv(count - len(read))
        if not more:
            return b""
        read += more
    return read


def wait_for_end(copy, connection):
    """A client that is gone was killed, because its time was up: the copy has to end too."""
    handle = process_handle(copy)
    watched = [connection] if handle is None else [connection, handle]
    while os.waitid(os.P_PID, copy, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if connection in select.select(watched, (), (), LOOK_INTERVAL if handle is None else None)[0]:
            os.kill(copy, SIGKILL)
            break
    status = os.waitpid(copy, 0)[1]
    if handle is not None:
        os.close(handle)
    return status


def process_handle(process):
    """A descriptor that becomes readable when the process ends; None: this system or this Python has none."""
    try:
        return os.pidfd_open(process)
    except (AttributeError, OSError):
        return None


def end_leftovers(children):
    while True:
        children.seek(0)
        left = [int(each) for each in children.read().split()]
        if not left:
            return
        for process in left:
            os.kill(process, SIGKILL)
        for process in left:
            os.waitpid(process, 0)


def answer(connection, status):
    signal = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    say(connection, f"signal {signal}" if signal else f"exit {os.WEXITSTATUS(status)}")


def say(connection, line):
    try:
        connection.sendall(f"{line}\n".encode())
    except OSError:
        pass  # the client was killed
