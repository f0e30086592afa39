from .json_list_file import JsonListFile

DEFAULT_MAX_MOMENTS = 100000


class MomentList:
    """The moments that a plan asks for, in its file."""

    def __init__(self, wanted):
        self.max_moments = wanted.get("most", DEFAULT_MAX_MOMENTS)
        self.file = JsonListFile(wanted["capture"])

    def add(self, moment, tracer):
        if self.file.length < self.max_moments:
            self.file.append(moment)
        if self.file.length >= self.max_moments:
            tracer.end()
