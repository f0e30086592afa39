"""Python loads this before the program, which it then starts as it always does: nothing of ours is on its stack."""
import os
import sys


def give_back(name, ours):
    """Takes our part out of a variable of the environment, so that the program and what it starts see their own."""
    rest = os.environ.get(name, "")[len(ours) + 1 :]
    if rest:
        os.environ[name] = rest
    else:
        os.environ.pop(name, None)


here = os.path.dirname(os.path.abspath(__file__))
plan = os.environ.pop("CULPRIT_STATE_PLAN", None)
parent = os.environ.pop("CULPRIT_STATE_PARENT", None)
if parent == "whoever":
    parent = str(os.getppid())
if os.environ.pop("CULPRIT_STATE_HASHSEED", None):
    os.environ.pop("PYTHONHASHSEED", None)
give_back("PYTHONPATH", here)
if plan:
    try:
        from culprit_state import start

        start.start(plan, parent)
    except Exception as error:  # Python itself would say so and go on
        os.write(2, ("culprit: Python cannot be driven: %s: %s\n" % (type(error).__name__, error)).encode())
        os._exit(125)
sys.path[:] = [folder for folder in sys.path if folder != here]

# There may be another one, which ours stood in front of.
ours = sys.modules.pop("sitecustomize")
try:
    import sitecustomize  # noqa: F401
except ImportError:
    sys.modules["sitecustomize"] = ours
