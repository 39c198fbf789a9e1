"""Reads a lesson from its folder, and knows the bundled ones."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from traces.cni.conflist import load_file
from traces.cni.profiles.table import PROFILES
from traces.errors import InputError
from traces.lessons.kinds.table import KINDS
from traces.lessons.lesson import Lesson, RunSpec, Step, Text
from traces.lessons.sections import END, INTRO, sections
from traces.lessons.shows import check_shows
from traces.lessons.table_fields import Fields
from traces.lessons.topics import is_topic
from traces.model.network import Attachment
from traces.simulate.faults import parse_faults

FOLDER = Path(__file__).parent / "bundled"
FILE, TEXT = "lesson.toml", "text.md"
VERBS = ("ADD", "CHECK", "DEL", "GC", "STATUS")
_CONTAINER = "5f3a9c0de1b24c7f8e60"


def bundled() -> tuple[Lesson, ...]:
    """The lessons that come with cnistep, in their order."""
    return tuple(load_lesson(path.parent) for path in sorted(FOLDER.glob(f"*/{FILE}")))


def find_lesson(reference: str) -> tuple[str, Lesson]:
    """A bundled lesson by its number or its id, or the one in a folder; and under which name its progress is kept.

    Raises InputError, naming those that there are; ConfigError where its chain is refused.
    """
    lessons = bundled()
    for number, lesson in enumerate(lessons, 1):
        if reference in (str(number), lesson.id):
            return lesson.id, lesson
    folder = Path(reference)
    if folder.is_dir():
        return str(folder.resolve()), load_lesson(folder)
    known = ", ".join(lesson.id for lesson in lessons)
    raise InputError(f"{reference}: no such lesson, and no folder of one; there is 1 to {len(lessons)}: {known}")


def load_lesson(folder: Path) -> Lesson:
    """The lesson of a folder. Raises InputError, naming file and place; ConfigError where a chain is refused."""
    path = folder / FILE
    fields = Fields(_toml(path), str(path))
    markdown = _read(folder / TEXT)
    texts = sections(markdown)
    runs = _runs(fields, folder)
    names = tuple(run.name for run in runs)
    check_shows(markdown, str(folder / TEXT), names)
    steps = tuple(_step(table, f"{path}: step {number}", names, texts) for number, table in _numbered(fields, "step"))
    quiz = tuple(_step(table, f"{path}: quiz {number}", names, texts) for number, table in _numbered(fields, "quiz"))
    lesson = Lesson(
        id=fields.text("id"),
        title=fields.text("title"),
        goal=fields.text("goal"),
        folder=folder,
        intro=texts[INTRO].before,
        closing=texts.get(END, Text()).before,
        runs=runs,
        steps=steps,
        quiz=quiz,
        simulate=fields.text("simulate", "missing", one_of=("missing", "all", "none")),
        files={name: _content(fields, folder, name, file) for name, file in fields.table("files").items()},
        explains=_explains(fields),
        needs_kernel=any(KINDS[step.kind].needs_kernel(step) for step in (*steps, *quiz)),
    )
    fields.end()
    _check_ids(lesson, texts)
    return lesson


def _numbered(fields: Fields, name: str) -> enumerate[Mapping[str, Any]]:
    return enumerate(fields.tables(name), 1)


def _explains(fields: Fields) -> tuple[str, ...]:
    patterns = fields.texts("explains")
    if not all(map(is_topic, patterns)):
        raise fields.wrong("explains", "topics, as «plugin bridge», «finding ipam/*», «failure DEL» or «delegate»")
    return patterns


def _runs(fields: Fields, folder: Path) -> tuple[RunSpec, ...]:
    chain, capabilities = fields.text("chain", "chain.conflist"), fields.table("capabilities")
    pods: dict[str, str] = {_CONTAINER: "web-0"}
    runs = tuple(
        _run(Fields(table, f"{fields.source}: run {number}"), folder, chain, capabilities, pods)
        for number, table in _numbered(fields, "run")
    )
    if not runs:
        raise InputError(f"{fields.source}: run: expected at least one, written [[run]]")
    return runs


def _run(fields: Fields, folder: Path, chain: str, capabilities: Mapping[str, Any], pods: dict[str, str]) -> RunSpec:
    """A run; ``pods`` has the names of the pods so far, by container, and gets the name of another one."""
    verb = fields.text("verb", one_of=VERBS)
    container = fields.text("container", _CONTAINER)
    pod = fields.text("pod", "") or pods.get(container) or f"web-{len(pods)}"
    pods[container] = pod
    network = load_file(str(folder / fields.text("chain", chain)))
    run = RunSpec(
        name=fields.text("name", verb.lower()),
        verb=verb,
        network=network,
        attachment=Attachment(
            container_id=container,
            netns=f"/run/netns/{fields.text('netns', 'pod')}",
            args=(("IgnoreUnknown", "1"), ("K8S_POD_NAMESPACE", "shop"), ("K8S_POD_NAME", pod)),
            capability_args=dict(capabilities),
        ),
        faults=parse_faults(fields.texts("faults"), network, (verb,)),
        policy=fields.text("policy", "libcni", one_of=("libcni", "continue")),
        runtime=fields.text("as", "libcni", one_of=tuple(PROFILES)),
        fresh=fields.flag("fresh"),
        valid=tuple((name, "eth0") for name in fields.texts("valid")),
    )
    fields.end()
    return run


def _step(table: Mapping[str, Any], source: str, runs: tuple[str, ...], texts: Mapping[str, Text]) -> Step:
    fields = Fields(table, source)
    name = fields.text("id")
    kind = fields.text("kind", one_of=tuple(KINDS))
    step = Step(
        id=name,
        kind=kind,
        run=fields.text("run", runs[0], one_of=runs),
        hints=fields.texts("hints"),
        fields=fields.rest(),
        text=texts.get(name, Text()),
        source=source,
    )
    KINDS[kind].check(step, runs)
    return step


def _check_ids(lesson: Lesson, texts: Mapping[str, Text]) -> None:
    """Raises InputError where two steps have one name, or a text belongs to none."""
    names = [step.id for step in lesson.all_steps]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"{lesson.folder / FILE}: two steps have the id {twice}: expected one each")
    stray = next((name for name in texts if name not in (INTRO, END, *names)), None)
    if stray is not None:
        raise InputError(f"{lesson.folder / TEXT}: ## {stray}: there is no step of that id in {FILE}")


def _content(fields: Fields, folder: Path, path: str, file: Any) -> bytes:
    if not isinstance(file, str):
        raise fields.wrong(f"files.{path}", "the name of a file in the lesson's folder")
    return _bytes(folder / file)


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(_read(path))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: not TOML: {error}") from None


def _read(path: Path) -> str:
    try:
        return _bytes(path).decode()
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: byte {error.start}: expected UTF-8") from None


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}: a lesson is a folder with {FILE} and {TEXT}") from None
