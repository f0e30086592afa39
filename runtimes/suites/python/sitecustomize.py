"""Python loads this before any program (PYTHONPATH). A program that turns out to be a test runner follows the plan."""

import os
import sys


def _load_hidden(here):
    """Ours may have hidden another sitecustomize module."""
    ours = sys.modules.pop("sitecustomize")
    sys.path.remove(here)
    try:
        import sitecustomize  # noqa: F401
    except ImportError:
        sys.modules["sitecustomize"] = ours
    finally:
        # What is loaded once a test runner is recognised is found there.
        sys.path.insert(0, here)


if "CULPRIT_SUITE_ADDED" in os.environ and sys.version_info >= (3, 8):
    from culprit_suite import import_watch

    import_watch.watch("_pytest.config", "culprit_suite.pytest_runner")
    import_watch.watch("unittest.main", "culprit_suite.unittest_runner")
    import_watch.watch("tox.tox_env.api", "culprit_suite.tox_runner")

_here = os.path.dirname(os.path.abspath(__file__))
if _here in sys.path:
    _load_hidden(_here)
