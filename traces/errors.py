"""What can go wrong on our side. A plugin's failure is data in a trace, never an exception.

TraceError
├── ConfigError       a conflist, or an attachment, that libcni would refuse
├── InputError        a file or an argument that cannot be read or makes no sense
├── StoreError        a trace that is not there, or cannot be kept
├── PlaceError        a namespace, a mount or a permission that cannot be had
└── Interrupted       the user stopped the run
"""


class TraceError(Exception):
    """The base of the family; its text is one line, fit to be shown to a user."""


class ConfigError(TraceError):
    """A network or an attachment is refused; the text is libcni's own wherever libcni has one."""


class InputError(TraceError):
    """A file or an argument cannot be read; the text names it, the place in it and what was expected."""


class StoreError(TraceError):
    """A trace is not in the store, is not a trace, or cannot be written."""


class PlaceError(TraceError):
    """The place to run in cannot be had; the text names the step that failed and what would allow it."""


class Interrupted(TraceError):
    """The run was stopped by the user before it ended."""
