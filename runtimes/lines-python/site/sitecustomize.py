"""Python loads this before the program: it arranges for the changes and the report, and removes its own traces."""
import os
import sys


def restore_variable(name, prefix):
    """Removes our prefix from an environment variable, so that the program and its children see their own value."""
    value = os.environ.get(name, "")[len(prefix) + 1 :]
    if value:
        os.environ[name] = value
    else:
        os.environ.pop(name, None)


here = os.path.dirname(os.path.abspath(__file__))
plan_path = os.environ.pop("CULPRIT_LINES", None)
batch_path = os.environ.pop("CULPRIT_LINES_BATCH", None)
if os.environ.pop("CULPRIT_LINES_HASHSEED", None):
    os.environ.pop("PYTHONHASHSEED", None)
restore_variable("PYTHONPATH", here)
shared = os.path.join(os.path.dirname(os.path.dirname(here)), "templates")
if plan_path or batch_path:
    try:
        sys.path.insert(0, shared)
        from culprit_lines import program

        # After this, the process is one run of the program.
        finish = program.run_batch(batch_path) if batch_path else program.prepare_run(plan_path)
    except Exception as error:  # Python would print it and run the program without us
        os.write(2, ("culprit: Python cannot run the plan: %s: %s\n" % (type(error).__name__, error)).encode())
        os._exit(125)
    sys.path[:] = [folder for folder in sys.path if folder not in (here, shared)]
    finish()
sys.path[:] = [folder for folder in sys.path if folder != here]

# Ours may have hidden another sitecustomize module.
ours = sys.modules.pop("sitecustomize")
try:
    import sitecustomize  # noqa: F401
except ImportError:
    sys.modules["sitecustomize"] = ours
