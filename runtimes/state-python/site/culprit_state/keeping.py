"""Looks after one copy of a program that is held, from the request of a test to the end of all that it has started."""
import json
import os
import select
import signal
import socket
import struct

END_WITH_PARENT, ADOPT = 1, 36  # PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER
MOST = 65536
PAUSE = 20  # milliseconds between two looks at what a copy has left behind


def keep(holding, connection):
    """Comes back in the copy, with the plan of its test; the keeper itself ends here."""
    holding.libc.prctl(ADOPT, 1, 0, 0, 0)
    os.setpgid(0, 0)
    try:
        request, outputs = receive(connection)
        with open(request["plan"], encoding="utf-8") as file:
            asked = json.load(file)
    except (OSError, ValueError):
        os._exit(1)
    if any(asked.get(part) != holding.plan.get(part) for part in ("command", "place", "root")):
        os._exit(1)  # nothing has begun: the test is run from the beginning
    children = signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    keeper = os.getpid()
    copy = holding.libc.fork()
    if copy == 0:
        signal.signal(signal.SIGCHLD, children)
        connection.close()
        begin(holding, keeper, request, outputs)
        return asked
    for output in outputs.values():
        os.close(output)
    watch(copy, connection, holding.control, request["leader"])
    kill_all()
    os._exit(0)


def receive(connection):
    room = socket.CMSG_SPACE(2 * struct.calcsize("i"))
    text, control, _, _ = connection.recvmsg(MOST, room, socket.MSG_CMSG_CLOEXEC)
    numbers = struct.unpack("2i", control[0][2])
    while not text.endswith(b"\n"):
        more = connection.recv(MOST)
        if not more:
            raise ValueError("half a request")
        text += more
    leader, _, request = text.partition(b" ")
    return {**json.loads(request), "leader": int(leader)}, dict(zip((1, 2), numbers))


def begin(holding, keeper, request, outputs):
    """In the copy: the test's own outputs and marks, and what the program had said before."""
    holding.libc.prctl(END_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != keeper:
        os._exit(1)
    os.close(holding.control)
    os.environ.update(request["environment"])
    holding.descriptors.renew(outputs)
    for number, output in outputs.items():
        say_again(os.path.join(holding.folder, f"said-{number}"), output)
        os.close(output)


def say_again(path, output):
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    while True:
        text = os.read(file, MOST)
        if not text:
            break
        try:
            while text:
                text = text[os.write(output, text) :]
        except BrokenPipeError:
            break
    os.close(file)


def watch(copy, connection, control, leader):
    """Until the test is over: its process hangs up, or the copy has ended and left nothing, or its leader has ended."""
    ended = os.pidfd_open(copy)
    connection.send(b"begun\n")
    waiting = select.poll()
    for each in (ended, connection.fileno(), control):
        waiting.register(each, select.POLLIN)
    if not any(ready == ended for ready, _ in waiting.poll()):
        return
    _, status = os.waitpid(copy, 0)
    os.close(ended)
    try:
        connection.send(f"{status}\n".encode())
    except OSError:
        return
    connection.close()
    linger(control, leader)


def linger(control, leader):
    """What the copy has started may go on as long as the test does, as it may without a keeper."""
    waiting = select.poll()
    waiting.register(control, select.POLLIN)
    try:
        waiting.register(os.pidfd_open(leader), select.POLLIN)
    except OSError:
        return  # gone already
    while has_any() and not waiting.poll(PAUSE):
        pass


def has_any():
    try:
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
        return True
    except ChildProcessError:
        return False


def kill_all():
    """Those whose parents die become children of this process, and are next."""
    while has_any():
        for child in children():
            os.kill(child, signal.SIGKILL)
        select.select([], [], [], 0.001)


def children():
    with open(f"/proc/self/task/{os.getpid()}/children") as file:
        return [int(word) for word in file.read().split()]
