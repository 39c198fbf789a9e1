"""What `cnistep document` writes, and where to."""

from pathlib import Path

from tests.support.cli import cnistep, conflist

CHAIN = (
    {"type": "bridge", "ipam": {"type": "host-local"}},
    {"type": "portmap", "capabilities": {"portMappings": True}},
)


def test_a_page_of_a_file(tmp_path: Path) -> None:
    ran = cnistep("document", conflist(tmp_path, *CHAIN))
    assert (ran.code, ran.stderr) == (0, "")
    assert ran.stdout.startswith("# Network `demo`\n") and ran.stdout.count("```mermaid") == 2
    assert "mermaid" not in cnistep("document", tmp_path / "10-net.conflist", "--plain").stdout


def test_a_page_of_a_network_by_its_name(tmp_path: Path) -> None:
    conflist(tmp_path, *CHAIN)
    assert "`host-local`" in cnistep("document", "demo", "--conf-dir", tmp_path).stdout


def test_the_document_in_json_and_in_a_file(tmp_path: Path) -> None:
    path = conflist(tmp_path, *CHAIN)
    document = cnistep("document", path, "--json").document
    assert document["schema_version"] == 1 and document["del_order"] == [1, 0]
    assert document["links"][0]["delegates"] == [{"type": "host-local", "through": ["bridge"]}]
    ran = cnistep("document", path, "-o", tmp_path / "page.md")
    assert ran.stdout == "" and (tmp_path / "page.md").read_text().startswith("# Network")


def test_a_file_that_is_none_is_refused_in_a_line(tmp_path: Path) -> None:
    for conf in (tmp_path / "none.conflist", tmp_path):
        ran = cnistep("document", conf)
        assert ran.code == 2 and len(ran.stderr.splitlines()) == 1
