"""Dumps of memory, which a driver that ends as its program did would leave behind."""

import resource


def forbid_dumps(pid):
    resource.prlimit(pid, resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
