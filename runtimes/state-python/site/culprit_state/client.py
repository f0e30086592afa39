"""
Has a program that is held at its place go on, with the outputs of this process, and ends as it ends. If that cannot be,
becomes the command that runs the program from its beginning.

    client.py FOLDER REQUEST COMMAND...

Each test waits for this to be loaded: so it loads little, and not what is nicer to use but takes longer.
"""
import os
import select
import sys

import _signal
import _socket

LIFELINE = 3  # closed when the driver ends
LOST = 125
BEGUN = b"begun\n"


def main(folder, request, command):
    os.set_inheritable(LIFELINE, False)
    try:
        connection = ask(folder, request)
    except OSError:
        become(command)
    end_as(status_from(connection))


def ask(folder, request):
    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    opened = os.open(folder, os.O_PATH | os.O_CLOEXEC)
    connection.connect(f"/proc/self/fd/{opened}/socket")  # a longer path may be too long
    text = os.fsencode(f"{os.getpgrp()} {request}\n")
    outputs = b"".join(number.to_bytes(4, sys.byteorder) for number in (1, 2))
    sent = connection.sendmsg([text], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, outputs)])
    connection.sendall(text[sent:])
    if connection.recv(len(BEGUN)) != BEGUN:
        raise OSError("nothing has begun")
    return connection


def status_from(connection):
    waiting = select.poll()
    for each in (connection.fileno(), LIFELINE):
        waiting.register(each, select.POLLIN)
    if any(ready == LIFELINE for ready, _ in waiting.poll()):
        os._exit(LOST)
    text = connection.recv(64)
    if not text:
        os.write(2, b"culprit: the run that was held at the place is lost\n")
        os._exit(LOST)
    return int(text)


def end_as(status):
    if os.WIFEXITED(status):
        os._exit(os.WEXITSTATUS(status))
    import resource

    number = os.WTERMSIG(status)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if number != _signal.SIGKILL:
        _signal.signal(number, _signal.SIG_DFL)
    os.kill(os.getpid(), number)
    os._exit(128 + number)


def become(command):
    for number in (_signal.SIGPIPE, _signal.SIGXFSZ):  # which Python ignores
        _signal.signal(number, _signal.SIG_DFL)
    os.execvp(command[0], command)


main(sys.argv[1], sys.argv[2], sys.argv[3:])
