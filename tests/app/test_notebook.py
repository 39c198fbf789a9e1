from app.notebook import MemoryNotebook
from tests.support.traces import recorded
from traces.model.mark import Mark


def test_marks_and_watches_live_in_memory() -> None:
    notebook = MemoryNotebook()
    assert notebook.is_kept("any")
    assert notebook.annotate(recorded(), Mark(call="ADD-0")).marks == (Mark(call="ADD-0"),)
    notebook.watch("pods", "a")
    assert notebook.watch("pods", "b") == notebook.watches("pods") == ("a", "b")
    assert notebook.watch("pods", "a", remove=True) == ("b",)
    assert notebook.watches("other") == ()
