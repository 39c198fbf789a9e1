"""Copying: a value, a path, a call or a command goes to the terminal's clipboard, without its secrets."""

import os
from dataclasses import replace
from typing import ClassVar

from app.features.feature import Feature
from app.keys.feature_keys import COPYING
from app.keys.key import Key
from app.looking_at import View, view_of
from app.outside.cleaning import Cleaner, secrets_words
from app.outside.clipboard import TMUX_NOTE, fits, hand_over, most_of
from app.outside.copies import RAW, VALUE, WHERE, Copy, copies, whole_call
from app.screens.choice import Choice, ChoiceScreen
from app.screens.pick import PickScreen
from app.screens.typed import TypedScreen
from app.screens.watching import WatchingScreen
from traces.errors import TraceError
from traces.export.pieces import Place, pasteable, places
from traces.redaction.secrets import replaced
from traces.session.loose_files import keep_file
from traces.timeline.measure import one_line, size_text

_ROW = 200
"""Characters of a value in the list of values."""


class Copying(Feature):
    """What y and Y do."""

    NAME: ClassVar[str] = "copying"
    TITLE: ClassVar[str] = "Copy, without secrets"
    KEYS: ClassVar[tuple[Key, ...]] = COPYING

    def __init__(self, screen: WatchingScreen) -> None:
        super().__init__(screen)
        self._cleaner = Cleaner()
        self._has_said_tmux = False

    def menu(self) -> None:
        """Ask what to copy, and copy it."""
        self.screen.run_worker(self._ask_and_copy(), group="leaving", exclusive=True)

    def call(self) -> None:
        """Copy the whole call."""
        self.screen.run_worker(self._copy_call(), group="leaving", exclusive=True)

    async def _copy_call(self) -> None:
        view = self._view()
        if view is not None:
            await self._copy(view, Copy(choice=Choice(key="c", label=""), text=whole_call), is_raw=False)

    async def _ask_and_copy(self) -> None:
        view = self._view()
        if view is None:
            return
        ways = {each.choice.key: each for each in copies(view)}
        is_raw, answer = False, await self._ask(view, ways, is_raw=False)
        if answer == RAW:
            is_raw = await self._is_meant()
            answer = await self._ask(view, ways, is_raw=True) if is_raw else None
        if answer in (VALUE, WHERE) and answer is not None:
            await self._copy_a_place(view, answer, is_raw=is_raw)
        elif answer is not None:
            await self._copy(view, ways[answer], is_raw=is_raw)

    async def _ask(self, view: View, ways: dict[str, Copy], *, is_raw: bool) -> str | None:
        if is_raw:
            return await self._dialog(
                view, "RAW: secrets stay in what is copied.", [each.choice for each in ways.values()]
            )
        clean = await self._cleaner.clean(view.trace)
        said = (
            f"In this trace {clean.preview}: placeholders are copied."
            if clean.preview
            else "Nothing in this trace looks secret."
        )
        raw = Choice(key=RAW, label="raw: with secrets (has to be typed)")
        return await self._dialog(view, said, [*(each.choice for each in ways.values()), raw])

    async def _dialog(self, view: View, said: str, choices: list[Choice]) -> str | None:
        fit = self.screen.glyphs.fit
        fitting = tuple(replace(choice, label=fit(choice.label)) for choice in choices)
        screen = ChoiceScreen(fit(f"Copy from {view.name}"), said, fitting)
        return await self.screen.app.push_screen_wait(screen)

    async def _is_meant(self) -> bool:
        question = (
            "Tokens, keys and passwords would stand in what is copied, and in every window that it is pasted into."
        )
        return await self.screen.app.push_screen_wait(TypedScreen("Copy raw?", question, "raw"))

    async def _copy_a_place(self, view: View, what: str, *, is_raw: bool) -> None:
        """Let a value of the payload be picked; copy it, or its path."""
        shown = view if is_raw else view.within((await self._cleaner.clean(view.trace)).trace)
        found = tuple(places(shown.content or b""))
        fit = self.screen.glyphs.fit
        title = fit(f"Which {'value' if what == VALUE else 'path'} of {view.name}?")
        dialog = PickScreen(title, len(found), lambda place: fit(_row(found[place])))
        picked = await self.screen.app.push_screen_wait(dialog)
        if picked is None:
            return
        text = found[picked].text if what == VALUE else found[picked].pointer
        self._deliver(text, {} if is_raw else dict(replaced("", text)))

    async def _copy(self, view: View, way: Copy, *, is_raw: bool) -> None:
        try:
            text, counts = way.text(view), {}
            if not is_raw:
                clean = await self._cleaner.clean(view.trace)
                before, text = text, way.text(view.within(clean.trace))
                counts = dict(replaced(before, text))
        except TraceError as error:
            self.screen.tell("It cannot be copied", str(error))
        else:
            self._deliver(text, counts)

    def _deliver(self, text: str, counts: dict[str, int]) -> None:
        """To the clipboard, or, where it is too long for that, to a file; and say so."""
        safe = pasteable(text)
        size = len(safe.encode())
        words = [f"copied {size} {'byte' if size == 1 else 'bytes'}", secrets_words(counts)]
        words.append("control characters made visible" if safe != text else "")
        most = most_of(os.environ)
        if not fits(safe, most):
            self._write(safe, words, most)
            return
        hand_over(self.screen.app, safe)
        said = ", ".join(filter(None, words))
        if os.environ.get("TMUX") and not self._has_said_tmux:
            self._has_said_tmux = True
            said = f"{said}\n{TMUX_NOTE}"
        self.screen.notify(said, markup=False)

    def _write(self, text: str, words: list[str], most: int) -> None:
        try:
            path = keep_file("copied", ".txt", text.encode())
        except TraceError as error:
            self.screen.tell("It is too long for the clipboard, and cannot be written", str(error))
            return
        limit = f"too long for the clipboard ({size_text(most)} of base64): it is in {path}"
        said = ", ".join([*filter(None, words[1:]), limit])
        self.screen.notify(f"{size_text(len(text.encode()))}, {said}", timeout=15, markup=False)

    def _view(self) -> View | None:
        """What is looked at; a word to the user where that is no call."""
        stage = self.screen.stage
        step = stage.step if stage else None
        view = view_of(self.screen, stage.trace if stage else None, is_reply=step is not None and step.is_reply)
        if view is None:
            self.screen.notify("There is no call here that could be copied.", markup=False)
        return view


def _row(place: Place) -> str:
    """A place and what stands there; of a container only how much."""
    value = place.value
    is_many = isinstance(value, (dict, list))
    said = f"{len(value)} {'member' if len(value) == 1 else 'members'}" if is_many else place.text[:_ROW]
    return f"{one_line(place.pointer) or '(all of it)'}  {one_line(said, _ROW)}"
