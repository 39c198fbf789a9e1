"""An explanation in a JSON document."""

import json

from tests.support.error_texts import in_containerd, in_libcni
from traces.diagnosis.explain.document import explanation_document
from traces.diagnosis.explain.explain import explain_record


def test_the_document_has_kind_layers_and_names() -> None:
    found = explain_record(in_containerd(in_libcni("no interfaces provided")))[0]
    document = json.loads(json.dumps(explanation_document(found)))
    assert (document["kind"], document["kinds"]) == ("prevresult/no-interfaces", ["prevresult/no-interfaces"])
    assert document["layers"][-1] == {
        "who": "calico",
        "added": "no interfaces provided",
        "means": "prevResult lists no interface",
    }
    assert (document["verb"], document["plugin"], document["entry"]) == ("ADD", "calico", "main")
