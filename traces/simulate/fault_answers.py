"""What a plugin under a fault answers, where that can be told without running it: what its script would do."""

import os

from traces.model.answer import Answer
from traces.model.fault import Fault, FaultKind
from traces.simulate.fault_scripts import error_text, panic_text


def fault_answer(fault: Fault, cni_version: str) -> Answer | None:
    """The answer, byte for byte that of the fault's script (fault_scripts.py), in the network's version.

    None where the fault is no answer: nobody is there (missing, no-exec), the plugin itself has its part in it (noise,
    two-documents, slow), or nothing is answered (hang).
    """
    if fault.kind is FaultKind.ERROR:
        return Answer(stdout=os.fsencode(error_text(fault, cni_version)), exit_code=1)
    if fault.kind is FaultKind.EXIT:
        return Answer(stderr=os.fsencode(f"{fault.text}\n"), exit_code=int(fault.number))
    if fault.kind is FaultKind.PANIC:
        return Answer(stderr=os.fsencode(panic_text(fault)), exit_code=2)
    if fault.kind is FaultKind.SIGNAL:
        return Answer(signal=int(fault.number))
    return Answer() if fault.kind is FaultKind.EMPTY else None
