"""Python loads this before the program, which it then starts as usual: nothing of ours is on the program's stack."""
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
plan_path = os.environ.pop("CULPRIT_STATE_PLAN", None)
parent = os.environ.pop("CULPRIT_STATE_PARENT", None)
template = os.environ.pop("CULPRIT_STATE_TEMPLATE", None)
if os.environ.pop("CULPRIT_STATE_HASHSEED", None):
    os.environ.pop("PYTHONHASHSEED", None)
restore_variable("PYTHONPATH", here)
bytecode = os.environ.pop("CULPRIT_STATE_BYTECODE", None)
if plan_path or template:
    try:
        # Our modules are kept compiled, whatever the program's own are.
        settings = sys.dont_write_bytecode, sys.pycache_prefix
        sys.dont_write_bytecode, sys.pycache_prefix = not bytecode, bytecode
        from culprit_state import run_plan

        if template:
            # After this, the process is a copy.
            sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(here)), "templates"))
            from culprit_state.template import wait_for_plan

            del sys.path[0]
            plan_path = wait_for_plan(template, settings)
        run_plan.start(plan_path, int(parent) if parent and parent.isdigit() else os.getppid())
        sys.dont_write_bytecode, sys.pycache_prefix = settings
    except Exception as error:  # Python would print it and run the program without us
        os.write(2, ("culprit: Python cannot run the plan: %s: %s\n" % (type(error).__name__, error)).encode())
        os._exit(125)
sys.path[:] = [folder for folder in sys.path if folder != here]

# Ours may have hidden another sitecustomize module.
ours = sys.modules.pop("sitecustomize")
try:
    import sitecustomize  # noqa: F401
except ImportError:
    sys.modules["sitecustomize"] = ours
