"""Why a plan cannot be carried out."""


class ImpossibleChange(Exception):
    """A change that cannot be made; the text is the reason, for people."""


class PlanFailure(Exception):
    """`why` is for programs (see `PlanAnswer` in the protocol), the text is for people."""

    def __init__(self, why, reason):
        super().__init__(reason)
        self.why = why


class MissedPlace(Exception):
    """The place was not reached: `answer` is for programs, the text is for people."""

    def __init__(self, answer, message):
        super().__init__(message)
        self.answer = answer
