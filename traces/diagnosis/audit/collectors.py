"""What collects a node in the form that an audit reads: a script, and a manifest that runs it on every node."""

from importlib.resources import files
from textwrap import indent

_FOLDER = "traces.diagnosis.audit"
COLLECTORS = {"sh": "collect.sh", "yaml": "collect.yaml"}
_CONFIG_MAP = """apiVersion: v1
kind: ConfigMap
metadata:
  name: cnistep-collect
  namespace: kube-system
data:
  collect.sh: |
"""


def collector_text(form: str) -> str:
    """The script, or the manifest with the script in it."""
    script = _read("sh")
    if form == "sh":
        return script
    return f"{_CONFIG_MAP}{indent(script, '    ')}---\n{_read('yaml')}"


def _read(form: str) -> str:
    return files(_FOLDER).joinpath(COLLECTORS[form]).read_text(encoding="utf-8")
