"""The screen's actions in the command palette: one list with the keys."""

from collections.abc import Awaitable, Callable

from textual.command import DiscoveryHit, Hit, Hits, Provider

from app.keymap import SCREEN_KEYS


class ScreenCommands(Provider):
    """Finds the actions of the keymap by their help text."""

    async def discover(self) -> Hits:
        """All of them."""
        for key in SCREEN_KEYS:
            yield DiscoveryHit(key.help, self._run(key.action), help=f"key {key.shown}")

    async def search(self, query: str) -> Hits:
        """Those that match."""
        matcher = self.matcher(query)
        for key in SCREEN_KEYS:
            score = matcher.match(key.help)
            if score > 0:
                yield Hit(score, matcher.highlight(key.help), self._run(key.action), help=f"key {key.shown}")

    def _run(self, action: str) -> Callable[[], Awaitable[None]]:
        screen = self.screen

        async def run() -> None:
            await screen.run_action(action)

        return run
