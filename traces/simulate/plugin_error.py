"""How a stand-in fails: with the CNI error that it prints (CNI specification 1.1, section 5, «Error»)."""

UNSUPPORTED_VERSION = 1
BAD_ENVIRONMENT = 4
BAD_JSON = 6
BAD_CONFIG = 7
BAD_NETNS = 8
TRY_LATER = 11
INTERNAL = 999
"""types.ErrInternal: what the reference plugins give for every error that has no code of its own."""


class PluginError(Exception):
    """The error that the plugin answers with, in the words of the real one."""

    def __init__(self, message: str, *, code: int = INTERNAL, details: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details

    def within(self, words: str) -> "PluginError":
        """The same error with words before it."""
        return PluginError(f"{words}{self.message}", code=self.code, details=self.details)
