"""Runs the main script as Python does, which would not ask a loader for its code."""
import atexit
import importlib.machinery
import os
import sys
import threading
import traceback


def run_main_script(path, loader):
    """Does not return."""
    script = sys.argv[0]
    code = loader.code_for(path, script) or compile_file(path, script)
    module = sys.modules["__main__"]
    module.__file__ = script
    module.__cached__ = None
    module.__loader__ = importlib.machinery.SourceFileLoader("__main__", script)
    if not getattr(sys.flags, "safe_path", False) and not sys.flags.isolated:
        sys.path.insert(0, os.path.dirname(path))
    sys.modules.pop("sitecustomize", None)
    end(run(code, module))


def compile_file(path, script):
    with open(path, "rb") as file:
        return compile(file.read(), script, "exec", dont_inherit=True)


def run(code, module):
    """The exit status."""
    try:
        exec(code, module.__dict__)
    except SystemExit as error:
        return exit_status(error.code)
    except BaseException:
        show_error()
        return 1
    return 0


def exit_status(code):
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 0xFF
    print(code, file=sys.stderr)
    return 1


def show_error():
    kind, error, trace = sys.exc_info()
    # The frame of `run` is ours.
    try:
        sys.excepthook(kind, error, trace.tb_next)
    except BaseException:
        traceback.print_exc()


def end(status):
    """Ends as the interpreter does."""
    try:
        threading._shutdown()
        atexit._run_exitfuncs()
    except BaseException:
        pass
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):
            status = status or (120 if stream is sys.stdout else 0)
    os._exit(status)
