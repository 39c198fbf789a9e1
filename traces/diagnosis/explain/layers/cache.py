"""What libcni and skel say of the cache, of prevResult and of versions (libcni/api.go, pkg/version, pkg/types)."""

from traces.diagnosis.explain.template import says

_WHO = "libcni"
_JSON = {"output/exit0-empty": "cache/empty-result-file", "output/log-noise": "cache/corrupt"}
_PREVIOUS = {
    "output/exit0-empty": "prevresult/unreadable",
    "output/log-noise": "prevresult/unreadable",
    "version/not-convertible": "version/prevresult-mismatch",
    "version/absent": "version/prevresult-mismatch",
}
_CACHED = {"version/not-convertible": "cache/not-convertible", "version/prevresult-mismatch": "cache/not-convertible"}

TEMPLATES = (
    says(
        _WHO,
        'failed to get network "{network}" cached result: {E}',
        "libcni read the result that ADD had cached, before it called any plugin",
        "cache/unreadable",
        within=_JSON | _CACHED,
    ),
    says(
        _WHO,
        'failed to set network "{network}" cached result: {E}',
        "the chain succeeded, and its result could not be cached",
        "cache/not-written",
        verb="ADD",
    ),
    says(
        _WHO,
        'failed to unmarshal cached network "{network}" config: {E}',
        "the cache file is no JSON",
        "cache/corrupt",
        within=_JSON,
    ),
    says(
        _WHO,
        'read cached network "{network}" config has wrong kind: {cache_kind}',
        "the cache file is another thing",
        "cache/corrupt",
    ),
    says(_WHO, "decoding version from network config: {E}", "libcni looked for a cniVersion"),
    says(_WHO, "decoding version info: {E}", "the plugin's answer to VERSION", "version/no-answer", verb="VERSION"),
    says(
        _WHO,
        'failed to convert cached result to config version "{version}": {E}',
        "the cached result is in another version than the network now has",
        "cache/not-convertible",
        within=_CACHED,
    ),
    says(
        _WHO,
        "no converter for CNI result version {from} to {to}",
        "a result can't be put into that version",
        "version/not-convertible",
    ),
    says(
        _WHO,
        "cannot convert version «[{from}]|{from2}» to {to}",
        "a result can't be put into that version",
        "version/not-convertible",
    ),
    says(
        _WHO,
        "unsupported CNI result version {quoted_version}",
        "the caller's libcni is older than that version",
        "version/runtime-too-old",
    ),
    says(
        "plugin",
        "could not parse prevResult: {E}",
        "the plugin read the result of the link before it",
        "prevresult/unreadable",
        within=_PREVIOUS,
    ),
    says(
        _WHO,
        'result type supports [{versions}] but unmarshalled CNIVersion is "{version}"',
        "the result has no cniVersion, or another one than it is read as",
        "version/prevresult-mismatch",
    ),
    says(
        _WHO,
        "cannot convert: no valid IP addresses",
        "the result has no address that the old result form could hold",
        "prevresult/no-address",
    ),
    says(_WHO, 'invalid version "{version}": the version is empty', "a cniVersion is missing", "version/absent"),
    says(
        "plugin",
        'incompatible CNI versions; config is "{version}", plugin supports [{versions}]',
        "the plugin does not speak the network's version",
        "version/unsupported",
    ),
)
