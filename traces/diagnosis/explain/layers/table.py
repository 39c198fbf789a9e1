"""All templates, those around other errors and those that are the innermost word."""

from traces.diagnosis.explain.layers import (
    cache,
    callers,
    config,
    containerd,
    crio,
    daemons,
    dockershim,
    helpers,
    ipam,
    kubelet,
    libcni,
    loader,
    multus,
    netns,
    process,
    stock,
)
from traces.diagnosis.explain.template import Template

_ALL: tuple[Template, ...] = tuple(
    template
    for module in (
        kubelet,
        containerd,
        crio,
        loader,
        dockershim,
        callers,
        multus,
        libcni,
        process,
        config,
        cache,
        stock,
        helpers,
        ipam,
        netns,
        daemons,
    )
    for template in module.TEMPLATES
)
WRAPPERS = tuple(template for template in _ALL if template.is_wrapper)
"""Those with another error inside."""
LEAVES = tuple(template for template in _ALL if not template.is_wrapper)
"""Those that are the innermost word."""
