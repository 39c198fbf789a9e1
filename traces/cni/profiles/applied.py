"""A profile at work: what becomes of an attachment, and over what a verb is run."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from traces.cni.cache import CachedAttachment
from traces.cni.gojson import DecodeError
from traces.cni.network_conf import parse_list, upconvert
from traces.cni.profiles.profile import Decision, Profile, Target
from traces.errors import ConfigError
from traces.model.network import Attachment, Network

WITHHELD = "not passed"
"""What is decided of something that the user gave and the runtime would not pass."""
UNSENT = "never sent"
"""What is decided of a DEL that would have come after one that failed."""
_CACHING = ("DEL", "CHECK")
"""The verbs that libcni gives a cached result; which configuration comes with it is the runtime's affair."""


def rules(profile: Profile, verbs: Sequence[str]) -> tuple[Decision, ...]:
    """What the profile says of these verbs whatever is found: loopback, configurations, verbs never sent."""
    return (
        *_loopback_rule(profile, verbs),
        *(_configuration_rule(profile, verb) for verb in verbs if verb in _CACHING and verb not in profile.unsent),
        *(_unsent_rule(profile, verb) for verb in verbs if verb in profile.unsent),
    )


def dressed(profile: Profile, attachment: Attachment) -> tuple[Attachment, tuple[Decision, ...]]:
    """The attachment with the args and capability arguments that the runtime would pass."""
    args, about_args = _args(profile, attachment)
    capabilities, about_capabilities = _capabilities(profile, attachment.capability_args)
    return replace(attachment, args=args, capability_args=capabilities), (*about_args, *about_capabilities)


def given_file(profile: Profile, path: str) -> Decision:
    """That the user chose the file, and no rule."""
    return profile.decided("the file", path, "it is the one that was given", f"no rule of {profile.name}'s")


def targets(
    profile: Profile, verb: str, network: Network, attachment: Attachment, cached: Sequence[CachedAttachment]
) -> tuple[Target, ...]:
    """What a verb is run over, in the runtime's order. Raises ConfigError where the runtime finds no network.

    ``cached`` is what the cache holds for the container, in the order of the files' names.
    """
    loopback = profile.loopback.network
    if verb in profile.cache.verbs:
        return _cached_targets(profile, verb, network, attachment, cached)
    default = Target(network=network, attachment=attachment)
    if loopback and verb in ("ADD", "DEL"):
        return Target(network=loopback, attachment=replace(attachment, ifname="lo")), default
    return (default,)


def after_failure(
    profile: Profile, failed: Target, error: str, remaining: Sequence[Target]
) -> tuple[bool, tuple[Decision, ...]]:
    """Whether the runtime goes on after a failed DEL, and what that comes to.

    Runtimes remove a container's networks in turn, and the first failure ends it, unless it is taken for done.
    """
    forgiven = profile.removal.forgives(error, failed.attachment.netns)
    name, source = failed.network.name, profile.removal.source
    if forgiven:
        return True, (profile.decided(f"the failed DEL of {name}", "taken for done", forgiven, source),)
    why = f"DEL of {name} failed, and the first failure ends it"
    return False, tuple(profile.decided(f"DEL of {each.network.name}", UNSENT, why, source) for each in remaining)


def _cached_targets(
    profile: Profile, verb: str, network: Network, attachment: Attachment, cached: Sequence[CachedAttachment]
) -> tuple[Target, ...]:
    """One for each attachment of the container, where DEL goes over all; else one for today's network.

    The loopback network of other runtimes is left out (cri-o/ocicni pkg/ocicni/ocicni.go, getCachedNetworkInfo).
    """
    if profile.cache.whole_container and verb == "DEL":
        found = [each for each in cached if (each.network, each.attachment.ifname) != ("cni-loopback", "lo")]
        if found:
            return tuple(_from_cache(profile, verb, each, network, attachment) for each in found)
    for each in cached:
        if (each.network, each.attachment.ifname) == (network.name, attachment.ifname):
            return (_from_cache(profile, verb, each, network, attachment),)
    decision = _fallback(profile, verb, network.name, "the cache has no such attachment")
    return (Target(network=network, attachment=attachment, decisions=(decision,)),)


def _from_cache(
    profile: Profile, verb: str, cached: CachedAttachment, network: Network, attachment: Attachment
) -> Target:
    """With the cached args, where there are some, and the cached capabilities; the netns is today's.

    containernetworking/cni libcni/api.go, getCachedConfig.
    """
    own = replace(attachment, ifname=cached.attachment.ifname)
    try:
        config = _parsed(cached, bare=profile.cache.bare_config)
    except DecodeError as error:
        if cached.network != network.name:
            raise ConfigError(f"failed to find requested network name {cached.network}") from error
        return Target(network=network, attachment=own, decisions=(_fallback(profile, verb, network.name, str(error)),))
    kept = replace(
        own,
        args=cached.attachment.args or attachment.args,
        capability_args=cached.attachment.capability_args or {},
    )
    today = "today's is the same" if config.raw == network.raw else "today's is another"
    decision = profile.decided(
        f"{verb} of {cached.network} on {cached.attachment.ifname}",
        "run with the cached configuration, args and capabilities",
        f"the cache has the attachment; {today}",
        profile.cache.source,
    )
    return Target(network=config, attachment=kept, decisions=(decision,))


def _parsed(cached: CachedAttachment, *, bare: bool) -> Network:
    """The cached configuration as a network. Raises DecodeError.

    One without plugins is none, as it was for libcni before it looked for them in a folder too.
    """
    source = "the cache of ADD"
    try:
        network = parse_list(cached.config, source).network
        if not network.links:
            raise DecodeError("the cached configuration has no plugins")
        return network
    except DecodeError:
        if not bare:
            raise
        return parse_list(upconvert(cached.config), source).network


def _fallback(profile: Profile, verb: str, name: str, why: str) -> Decision:
    return profile.decided(f"{verb} of {name}", "run with today's configuration", why, profile.cache.source)


def _loopback_rule(profile: Profile, verbs: Sequence[str]) -> tuple[Decision, ...]:
    if not {"ADD", "DEL"} & set(verbs):
        return ()
    own = profile.loopback.network
    decided = f"a network of its own, {own.name} on lo" if own else "not attached"
    return (profile.decided("loopback", decided, profile.loopback.why, profile.loopback.source),)


def _configuration_rule(profile: Profile, verb: str) -> Decision:
    decided = "the cached one" if verb in profile.cache.verbs else "today's"
    return profile.decided(f"{verb}'s configuration", decided, profile.cache.why, profile.cache.source)


def _unsent_rule(profile: Profile, verb: str) -> Decision:
    why = f"{profile.name} never sends it"
    return profile.decided(verb, "run as libcni would run it", why, profile.unsent[verb])


def _args(profile: Profile, attachment: Attachment) -> tuple[tuple[tuple[str, str], ...], tuple[Decision, ...]]:
    """The runtime's own in its order, with the values given for them, then the others, if it passes any."""
    rule, given = profile.args, dict(attachment.args)
    known = {"IgnoreUnknown": "1", "K8S_POD_INFRA_CONTAINER_ID": attachment.container_id} | given
    others = tuple(pair for pair in attachment.args if pair[0] not in rule.own)
    own = tuple((name, known[name]) for name in rule.own if name in known)
    args = (*own, *others) if rule.others else own
    decisions = [profile.decided("CNI_ARGS", _joined(args), rule.why, rule.source)]
    unknown = [name for name in rule.own if name not in known]
    if unknown:
        why = "it is the pod's: give it with --args"
        decisions.append(profile.decided(_each("", unknown), "left out", why, rule.source))
    if others and not rule.others:
        subject = _each("CNI_ARGS ", [name for name, _ in others])
        decisions.append(profile.decided(subject, WITHHELD, rule.why, rule.source))
    return args, tuple(decisions)


def _capabilities(profile: Profile, given: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[Decision, ...]]:
    rule = profile.capabilities
    passed = {name: value for name, value in given.items() if rule.passed is None or name in rule.passed}
    decisions = [
        profile.decided(f"capability {name}", "passed", rule.why, rule.source)
        if name in passed
        else profile.decided(f"capability {name}", WITHHELD, rule.instead.get(name, rule.why), rule.source)
        for name in given
    ]
    return passed, tuple(decisions)


def _each(kind: str, names: Sequence[str]) -> str:
    return f"{kind}{names[0]}" if len(names) == 1 else f"each of {kind}{', '.join(names)}"


def _joined(args: Sequence[tuple[str, str]]) -> str:
    return ";".join(f"{name}={value}" for name, value in args) or "empty"
