import asyncio
import os

from app.outside.terminal_gone import until_gone


async def test_a_terminal_that_is_closed_is_gone() -> None:
    keeper, terminal = os.openpty()
    try:
        gone = asyncio.create_task(until_gone(terminal, every=0.01))
        os.write(keeper, b"typed\n")
        for _ in range(5):
            await asyncio.sleep(0.01)
        assert not gone.done()
        os.close(keeper)
        await asyncio.wait_for(gone, 10)
    finally:
        os.close(terminal)


async def test_a_descriptor_that_is_closed_is_gone() -> None:
    keeper, terminal = os.openpty()
    for descriptor in (keeper, terminal):
        os.close(descriptor)
    await asyncio.wait_for(until_gone(terminal, every=0.01), 10)
