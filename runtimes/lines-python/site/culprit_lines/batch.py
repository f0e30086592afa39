"""Forks the runs of a batch one after the other, and writes how each of them ended."""
import ctypes
import gc
import json
import os
import select
import signal
import time

from culprit_templates.preloading import load

# What each run needs is loaded before the first fork.
from . import main_script, recorder  # noqa: F401
from .loading import changed_code, site_file

SET_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG


def fork_runs(batch_path):
    """Returns a run's plan and the code prepared for it in its own process."""
    with open(batch_path, encoding="utf-8") as file:
        batch = json.load(file)
    load(batch.get("preload") or ())
    prctl = ctypes.CDLL(None).prctl
    prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    with open(batch["results"], "a", encoding="utf-8") as results:
        for number, run in enumerate(batch["runs"]):
            plan = run["plan"]
            prepared = prepare_code(plan)
            # Or the collector of the run would touch, and so copy, all memory that it shares with this process.
            gc.freeze()
            begun = time.monotonic()
            child = os.fork()
            if child == 0:
                prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
                begin_run(batch, run)
                return plan, prepared
            status, seconds = wait(child, batch["timeLimit"] / 1000)
            result = {"run": number, "status": status, "cpu": seconds * 1000}
            result["milliseconds"] = (time.monotonic() - begun) * 1000
            results.write(json.dumps(result) + "\n")
            results.flush()
    os._exit(0)


def prepare_code(plan):
    """Compiles what is changed before the fork, so that the parsed file serves for all runs."""
    change = plan.get("change")
    path = change and site_file(change["site"])
    # The main script is compiled under the name that it was called by; what a traceback shows of it does not matter here.
    code = path and changed_code(path, path, change)
    return {path: code} if code else {}


def begin_run(batch, run):
    os.setpgid(0, 0)
    os.environ["TMPDIR"] = run["temporary"]
    redirect(0, batch.get("stdin") or os.devnull, os.O_RDONLY)
    redirect(1, run["output"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
    redirect(2, os.devnull, os.O_WRONLY)
    seconds = batch.get("cpuLimit")
    if seconds:
        # Not by the clock of the wall: a busy machine makes no run fail.
        signal.setitimer(signal.ITIMER_PROF, seconds / 1000)


def redirect(stream, path, flags):
    file = os.open(path, flags, 0o600)
    os.dup2(file, stream)
    os.close(file)


def wait(child, seconds):
    """How the run ended, and its processor time. Whatever it has started ends with it."""
    is_late = not ends_in_time(child, seconds)
    if is_late:
        end_group(child)
    _, status, usage = os.wait4(child, 0)
    end_group(child)
    return "time limit" if is_late else status_text(status), usage.ru_utime + usage.ru_stime


def status_text(status):
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return "time limit" if number == signal.SIGPROF else signal.Signals(number).name
    return "exit %d" % os.WEXITSTATUS(status)


def ends_in_time(child, seconds):
    if hasattr(os, "pidfd_open"):
        try:
            handle = os.pidfd_open(child)
        except OSError:
            return poll_until_end(child, seconds)
        try:
            return bool(select.select([handle], [], [], seconds)[0])
        finally:
            os.close(handle)
    return poll_until_end(child, seconds)


def poll_until_end(child, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            return True
        time.sleep(0.001)
    return False


def end_group(child):
    try:
        os.killpg(child, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
