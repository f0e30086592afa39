"""How the plan went: a JSON object in a file, and one line on standard error for people who run the driver by hand."""
import os
import sys

from . import plain_json as json
from .descriptors import high_descriptor

NOT_CARRIED_OUT = 125  # exit status: this run says nothing about the program
WIDTH = 80  # bytes of an answer that is rewritten in place


class PlanAnswer:
    """Without a path, nothing is written."""

    def __init__(self, path):
        self.path = path
        # Another process of the command may have answered already.
        self.is_first = bool(path) and not os.path.exists(path)
        self.hits_file = None
        if self.is_first:
            self.write({"missed": "unreached"})  # so it is, until something else is written

    def count_hit(self, hits):
        """The place was reached, but not often enough yet. Written at once: `os._exit` ends the program without notice."""
        if not self.is_first:
            return
        try:
            if self.hits_file is None:
                self.hits_file = high_descriptor(os.open(self.path, os.O_WRONLY | os.O_CLOEXEC))
            os.pwrite(self.hits_file, json.dumps({"missed": "too-few-hits", "hits": hits}).ljust(WIDTH).encode(), 0)
        except OSError:
            pass  # a program that becomes a daemon closes all files

    def reached(self):
        self.write({"reached": True})
        if self.hits_file is not None:
            os.close(self.hits_file)
            self.hits_file = None

    def missed(self, answer, message):
        """Ends the program, which did not reach the place."""
        if self.is_first:
            self.write(answer)
        end_with_message(message)

    def failed(self, why, reason):
        """Ends the program, because the plan cannot be carried out."""
        self.write({"failed": True, "why": why, "reason": reason})
        end_with_message(reason)

    def write(self, answer):
        """The file is replaced at once: nobody reads half an answer."""
        if not self.path:
            return
        temporary = f"{self.path}.{os.getpid()}"
        with open(temporary, "w", encoding="utf-8") as file:
            file.write(json.dumps(answer))
        os.replace(temporary, self.path)


def end_with_message(message):
    flush_output()
    os.write(2, f"culprit: {message}\n".encode("utf-8", "backslashreplace"))
    os._exit(NOT_CARRIED_OUT)


def end_program():
    flush_output()
    os._exit(0)


def flush_output():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass
