"""Makes tox 4 hand on the variables that make test runners follow a plan: it drops all that its configuration does not name."""

import json
import os


def change(api):
    own = api.ToxEnv._default_pass_env
    names = ["CULPRIT_SUITE*", *json.loads(os.environ.get("CULPRIT_SUITE_ADDED", "{}"))]

    def with_ours(self):
        return [*own(self), *names]

    api.ToxEnv._default_pass_env = with_ours
