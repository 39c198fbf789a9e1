from panels.payload_panel import PayloadPanel
from tests.support.calls import failed_call, running_call
from tests.support.panel_app import PanelApp, screen_lines


async def test_all_sides_fit_on_eighty_columns() -> None:
    panel = PayloadPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(80, 24)) as pilot:
        panel.call = failed_call()
        await pilot.pause()
        assert screen_lines(app)[0].startswith(" [stdin] env 6  stdout  changes  kernel  stderr 2  exit 1 ")
        assert screen_lines(app)[0].endswith(" to portmap ADD")


async def test_title_follows_the_side_that_is_shown() -> None:
    panel = PayloadPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(80, 24)) as pilot:
        panel.call = failed_call()
        panel.tab = "stderr"
        await pilot.pause()
        assert screen_lines(app)[0].endswith(" from portmap ADD")
        assert screen_lines(app)[1:3] == [" one", " two"]


async def test_waiting_time_is_shown_beside_the_name() -> None:
    panel = PayloadPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(80, 24)) as pilot:
        panel.call = running_call()
        panel.tab = "stdout"
        panel.elapsed = 3_000_000_000
        await pilot.pause()
        assert screen_lines(app)[0].endswith(" bridge running 3.0 s")


async def test_title_gives_way_where_it_is_narrow() -> None:
    panel = PayloadPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(62, 24)) as pilot:
        panel.call = failed_call()
        await pilot.pause()
        assert screen_lines(app)[0] == " [stdin] env 6  stdout  changes  kernel  stderr 2  exit 1 t…"


async def test_numbers_give_way_where_it_is_narrower() -> None:
    panel = PayloadPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(56, 24)) as pilot:
        panel.call = failed_call()
        await pilot.pause()
        assert screen_lines(app)[0].startswith(" [stdin] env  stdout  changes  kernel  stderr  exit ")
        await pilot.click(offset=(50, 0))
        await pilot.pause()
        assert panel.tab == "exit"
        panel.styles.width = 50
        await pilot.pause()
        assert screen_lines(app)[0].startswith(" stdin env stdout changes kernel stderr [exit]")
