"""Makes an explanation of a peeled error and of what the line around it said."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from traces.diagnosis.explain.advise import as_command, fault_of, in_words
from traces.diagnosis.explain.explanation import Explanation, Layer
from traces.diagnosis.explain.frame import Framed
from traces.diagnosis.explain.notes import notes_of
from traces.diagnosis.explain.peel import Peeled
from traces.diagnosis.explain.template import Template

_RUNTIMES = ("containerd", "CRI-O", "dockershim", "podman", "nerdctl", "Nomad")
_GONE = re.compile(r"(?:no such (?:file or directory|process|device)|not found|does not exist)\W{0,8}\Z")
_SEEN_IN_A_POD = re.compile(r"/host(?=/(?:etc|opt|var|run)/)")
"""Where a daemon's pod has the node's folders."""


def composed(peeled: Peeled, framed: Framed) -> Explanation:
    """The explanation of one error."""
    kinds = _kinds(peeled)
    verb = _verb(peeled)
    kinds = _never_started(kinds, peeled, verb) or _gone_already(peeled, verb)
    plugins = [plugin for plugin in peeled.plugins if plugin]
    facts = _names(peeled, framed, plugins, verb)
    fault = fault_of(kinds[0] if kinds else "")
    templates = [template for template, _ in peeled.wrappers]
    found = Explanation(
        error=peeled.text,
        message=peeled.message,
        verb=verb,
        plugin=plugins[-1] if plugins else "",
        entry=facts.get("entry", ""),
        through=tuple(plugins[:-1]),
        network=facts.get("network", ""),
        container_id=facts.get("id", ""),
        pod=facts.get("pod", ""),
        namespace=facts.get("namespace", ""),
        kinds=kinds,
        layers=tuple(_layers(peeled, framed, facts)),
        runtime=_runtime(peeled, framed),
        ended=_ended(peeled, facts),
        cause=in_words(fault.cause, facts),
        next_step=as_command(fault.next_step, facts),
        advice=in_words(fault.advice, facts),
        is_error=not (peeled.leaf is not None and not peeled.leaf.is_error),
        follows="timeout/name-reserved" in kinds or any(template.follows for template in (*templates, *_leaf(peeled))),
        is_cleanup=any(template.is_cleanup for template in (*templates, *_leaf(peeled))),
        count=framed.count,
        first=framed.since or framed.when,
        last=framed.when,
    )
    return replace(found, notes=notes_of(found), pods=_pods(found))


def _leaf(peeled: Peeled) -> tuple[Template, ...]:
    return (peeled.leaf,) if peeled.leaf else ()


def _kinds(peeled: Peeled) -> tuple[str, ...]:
    """The innermost word's kinds, as the layers around it change their meaning; else those of the innermost layer."""
    kinds = peeled.leaf.kinds if peeled.leaf else ()
    for template, _ in reversed(peeled.wrappers):
        if not kinds:
            kinds = template.kinds if peeled.text or not template.empty else template.empty
        kinds = tuple(template.within.get(kind, kind) for kind in kinds)
    return tuple(dict.fromkeys(kinds))


def _never_started(kinds: tuple[str, ...], peeled: Peeled, verb: str) -> tuple[str, ...]:
    """Go's os/exec gives the deadline's own error where it had passed before the start; a process is killed."""
    silent = any(template.ended == "stdout and stderr empty" for template, _ in peeled.wrappers)
    if silent and peeled.text.startswith("context deadline exceeded"):
        return ("del/never-executed",) if verb == "DEL" else ("timeout/never-executed",)
    return kinds


def _gone_already(peeled: Peeled, verb: str) -> tuple[str, ...]:
    """A DEL that fails because what it is to remove is not there."""
    return ("del/not-idempotent",) if verb == "DEL" and _GONE.search(peeled.text) else ()


def _verb(peeled: Peeled) -> str:
    """The innermost that is told; a plugin that loads configuration while it is called does so within its verb."""
    told = [template.verb for template, _ in peeled.wrappers] + [leaf.verb for leaf in _leaf(peeled)]
    verbs = [verb for verb in reversed(told) if verb]
    named = [verb for verb in verbs if verb != "load"] if peeled.plugins else []
    return next(iter((*named, *verbs)), "")


def _names(peeled: Peeled, framed: Framed, plugins: list[str], verb: str) -> dict[str, str]:
    """The names that the text has, by their fields, and the pod's where the line or a layer named it."""
    facts = dict(peeled.facts)
    pod, namespace = framed.pod, framed.namespace
    if "_" in facts.get("pod_ns", ""):
        pod, namespace = facts["pod_ns"].rsplit("_", 1)
    elif "_" in facts.get("ns_pod", ""):
        namespace, pod = facts["ns_pod"].split("_", 1)
    elif facts.get("crio_name", "").count("_") >= 4:
        # k8s_POD_NAMESPACE_UID_ATTEMPT of a sandbox, k8s_CONTAINER_POD_NAMESPACE_UID_ATTEMPT of a container.
        pod, namespace = facts["crio_name"].split("_")[-4:-2]
    named = {
        "pod": facts.get("pod") or pod,
        "namespace": facts.get("namespace") or namespace,
        "network": facts.get("network") or facts.get("network2") or facts.get("cni_net", "").rpartition("/")[2],
        "id": facts.get("id") or framed.container_id,
        "plugin": plugins[-1] if plugins else "",
        "verb": verb if verb.isupper() else "",
        "state": f"/run/{facts['state']}" if facts.get("state") else "",
        "dir": _SEEN_IN_A_POD.sub("", facts.get("dir", "")).rstrip("."),
    }
    return {**facts, **{name: value for name, value in named.items() if value}} | {
        name: value for name, value in named.items() if value
    }


def _runtime(peeled: Peeled, framed: Framed) -> str:
    told = [template.who for template, _ in peeled.wrappers] + [leaf.who for leaf in _leaf(peeled)]
    return next((who for who in (framed.unit, *told) if who in _RUNTIMES), "")


def _ended(peeled: Peeled, facts: Mapping[str, str]) -> str:
    told = [leaf.ended for leaf in _leaf(peeled)] + [template.ended for template, _ in reversed(peeled.wrappers)]
    ways = [in_words(way, facts) for way in dict.fromkeys((*told, facts.get("ended", ""))) if way]
    if not ways and peeled.plugins and any(template.who == "libcni" for template, _ in peeled.wrappers):
        return "not 0, with an error object on stdout" if not _was_never_run(peeled) else "never started"
    return ", ".join(ways)


def _was_never_run(peeled: Peeled) -> bool:
    return peeled.leaf is not None and peeled.leaf.who == "libcni"


def _layers(peeled: Peeled, framed: Framed, facts: Mapping[str, str]) -> Iterator[Layer]:
    unknown = dict(peeled.unknown)
    for index, (template, added) in enumerate(peeled.wrappers):
        if index in unknown:
            yield Layer(who=framed.unit if index == 0 else "", added=f"{unknown[index]}: …")
        yield Layer(who=_who(template, facts), added=added, means=in_words(template.means, facts))
    if peeled.text:
        leaf = peeled.leaf
        who = _who(leaf, facts) if leaf else facts.get("plugin", "")
        yield Layer(who=who, added=peeled.text, means=in_words(leaf.means, facts) if leaf else "")


def _who(template: Template, facts: Mapping[str, str]) -> str:
    return facts.get("plugin") or "plugin" if template.who == "plugin" else template.who


def _pods(found: Explanation) -> tuple[str, ...]:
    if not found.pod:
        return ()
    return (f"{found.namespace}/{found.pod}" if found.namespace else found.pod,)
