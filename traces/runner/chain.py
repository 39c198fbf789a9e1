"""A chain run by libcni's rules: each verb in its order, its failures in libcni's words (libcni/api.go)."""

import threading
from collections.abc import Callable, Generator

from traces.cni.error_codec import LibcniError
from traces.cni.gojson import DecodeError
from traces.errors import InputError
from traces.model.trace import Failure
from traces.runner.cached import cached_bytes
from traces.runner.executor import Executor
from traces.runner.plan import ChainOutcome, Plan
from traces.runner.plugin_run import Run
from traces.runner.verbs.add import add
from traces.runner.verbs.check import check
from traces.runner.verbs.delete import delete
from traces.runner.verbs.gc import collect_garbage
from traces.runner.verbs.status import status
from traces.runner.verbs.validate import validate

_VERBS: dict[str, Callable[[Run], Generator[None, None, bytes | None]]] = {
    "ADD": add,
    "DEL": lambda run: delete(run, run.plan.attachment),
    "CHECK": check,
    "GC": collect_garbage,
    "STATUS": status,
    "VALIDATE": validate,
}


def run_chain(plan: Plan, executor: Executor, stop: threading.Event) -> Generator[None, None, ChainOutcome]:
    """Run a verb over a network: yields about every 30 ms while a plugin runs and once after each.

    Returns the outcome, the chain's failure included. Raises Interrupted when `stop` is set, once the running plugin is
    killed, and InputError for a verb that does not exist.
    """
    if plan.verb not in _VERBS:
        raise InputError(f"there is no verb {plan.verb}: expected one of {', '.join(_VERBS)}")
    run = Run(plan, executor, stop)
    before = cached_bytes(run, plan.attachment)
    result: bytes | None = None
    failure: Failure | None = None
    try:
        result = yield from _VERBS[plan.verb](run)
    except LibcniError as error:
        failure = Failure(text=str(error), code=error.code, link=error.link)
    except DecodeError as error:
        failure = Failure(text=str(error))
    return ChainOutcome(
        result=result,
        failure=failure,
        cache_before=before,
        cache_after=cached_bytes(run, plan.attachment),
        reached=tuple(run.reached),
        overdue=tuple(run.overdue),
        killed=tuple(run.killed),
    )


__all__ = ["ChainOutcome", "Plan", "run_chain"]
