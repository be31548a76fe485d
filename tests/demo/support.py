"""Driving the demo's page in a real browser, in the words of one who plays.

    async with demo_page() as page:
        await page.viewing_as("Ben")
        await page.slash("/pontoon open preset:seed001 stake_min:5")
        await page.click("Join")
        await page.submit(amount="5")
        assert "Ben" in await page.page_text()

The page is simcord's. What is known of its inside (ids of elements, the object
`window.simcordPreview`) is in this file and nowhere else.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import re
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from playwright.async_api import Browser, Locator, Page

CHROMIUM_VARIABLE: Final = "VINGT_TEST_CHROMIUM"
_CHROMIUM_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_CHROMIUM_ARGUMENTS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP: Final = (1280, 900)
PHONE: Final = (390, 844)

_ADDRESS: Final = re.compile(r"http://127\.0\.0\.1:\d+/#\S+")
_OPTION: Final = re.compile(r"(\w+):(\"[^\"]*\"|\S+)")
_START_SECONDS: Final = 60.0
_STOP_SECONDS: Final = 20.0
_WAIT_MS: Final = 30_000
_BEGIN_MS: Final = 8_000
# A click that crosses a change made by a timer is refused by the page, as out of
# date; a person presses again.
_TRIES: Final = 4


class PageRefused(AssertionError):
    """The page did not do what was asked; the message says what it reported."""


def chromium() -> str | None:
    """Return the browser to use: the one the environment names, else the first found."""
    named = os.environ.get(CHROMIUM_VARIABLE)
    if named:
        return shutil.which(named)
    return next((found for name in _CHROMIUM_NAMES if (found := shutil.which(name))), None)


def why_no_browser() -> str | None:
    """Return why browser tests cannot run here, None if they can."""
    if importlib.util.find_spec("playwright") is None:
        return "playwright is not installed"
    if importlib.util.find_spec("simcord") is None:
        return "simcord is not installed"
    if chromium() is None:
        return f"no Chromium found; {CHROMIUM_VARIABLE} may name one"
    return None


needs_browser = pytest.mark.skipif(why_no_browser() is not None, reason=why_no_browser() or "")


class DemoPage:
    """One browser window on the demo, and what a player can do in it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    async def viewing_as(self, name: str) -> None:
        """Become another member."""
        await self._do(lambda: self.page.locator("#viewer-picker").select_option(label=name))

    async def slash(self, text: str) -> None:
        """Run a command as it is typed: `/pontoon open preset:seed001 stake_min:5`.

        A value with blanks is quoted. A member is given by name.
        """
        await self._do(lambda: self._type(text))

    async def suggestions(self, text: str, option: str) -> list[str]:
        """Type a command up to `option:beginning` and return what is offered, then leave it."""
        command, options = _parsed(text)
        await self.page.locator("#channel-composer-input").fill(f"/{command}")
        entries = self.page.locator(".command-entry")
        await entries.filter(has=self.page.get_by_text(f"/{command}", exact=True)).first.click()
        field = await self._field(option)
        await field.press_sequentially(options.get(option, ""))
        offered = self.page.locator(".command-suggestion .command-suggestion-label")
        await offered.first.wait_for(timeout=_WAIT_MS)
        found = await offered.all_inner_texts()
        await self.page.locator(".command-context-close").click()
        await self.page.locator("#channel-composer-input").fill("")
        return found

    async def click(self, label: str, *, private: bool = False) -> None:
        """Press the newest button of that label; `private` looks at the messages only this member sees."""
        await self._do(self.button(label, private=private).click)

    def button(self, label: str, *, private: bool = False) -> Locator:
        """The newest button of that label that can be pressed."""
        named = self.page.get_by_role("button", name=label, exact=True)
        return self.messages(private=private).locator("button.component-button:enabled").and_(named).last

    async def submit(self, **fields: str) -> None:
        """Fill the form that is open, by the custom ids of its fields, and send it."""
        dialog = self.page.locator(".modal-dialog")
        for name, value in fields.items():
            await dialog.locator(f'[data-custom-id="{name}"]').locator("input, textarea").first.fill(value)
        await self._do(dialog.locator("button[type=submit]").click)

    def messages(self, *, private: bool = False) -> Locator:
        """The channel's messages, oldest first; `private`: those only this member sees."""
        messages = self.page.locator("#channel-message-list article.channel-message")
        return messages.filter(has=self.page.locator(".message-ephemeral-note")) if private else messages

    async def page_text(self) -> str:
        """Return everything this member can read in the channel, and in an open form."""
        parts = [self.page.locator("#channel-message-list"), self.page.locator("#modal-root")]
        return "\n".join([await part.inner_text() for part in parts])

    async def private_text(self) -> str:
        """Return what only this member can read."""
        return "\n".join(await self.messages(private=True).all_inner_texts())

    async def pictures(self) -> list[str]:
        """Return the names of the emoji that are drawn as pictures, in order."""
        images = self.page.locator("#channel-message-list img.custom-emoji")
        return [str(await image.get_attribute("alt")) for image in await images.all()]

    async def wait_for_text(self, text: str) -> None:
        """Wait until the channel shows it: what timers do appears by itself."""
        await self.page.locator("#channel-message-list").get_by_text(text).last.wait_for(timeout=_WAIT_MS)

    async def screenshot(self, path: Path) -> None:
        """Write a picture of the page."""
        await self.page.screenshot(path=str(path))

    async def ready(self) -> dict[str, Any]:
        """Wait until the page is at rest and return what it reports of itself."""
        await self.page.wait_for_function(
            "() => { const p = window.simcordPreview; return p && p.ready && !p.pendingAction; }",
            timeout=_WAIT_MS,
        )
        report: dict[str, Any] = await self.page.evaluate("() => window.simcordPreview")
        return report

    async def _do(self, act: Callable[[], Awaitable[object]]) -> None:
        before = (await self.ready())["lastAction"]
        codes: list[str] = []
        for _ in range(_TRIES):
            await act()
            if not await self._has_begun(before and before["requestId"]):
                codes = ["nothing happened"]
                continue
            last = (await self.ready())["lastAction"]
            if last is None or not last["rejected"]:
                return
            codes = [found["code"] for found in last["diagnostics"]]
            before = last
        raise PageRefused(", ".join(codes))

    async def _has_begun(self, before: str | None) -> bool:
        """Whether the page has taken the action up; one that is drawn anew meanwhile may drop it."""
        from playwright.async_api import TimeoutError as PlaywrightTimeout

        try:
            await self.page.wait_for_function(
                "before => { const p = window.simcordPreview;"
                " return p.pendingAction || p.lastAction?.requestId !== before; }",
                arg=before,
                timeout=_BEGIN_MS,
            )
        except PlaywrightTimeout:
            return False
        await self.page.wait_for_function(
            "before => window.simcordPreview.lastAction?.requestId !== before", arg=before, timeout=_WAIT_MS
        )
        return True

    async def _type(self, text: str) -> None:
        command, options = _parsed(text)
        begun = self.page.locator(".command-context-close")
        if await begun.count():
            await begun.click()
        await self.page.locator("#channel-composer-input").fill(f"/{command}")
        entries = self.page.locator(".command-entry")
        exact = entries.filter(has=self.page.get_by_text(f"/{command}", exact=True))
        await exact.first.click()
        for name, value in options.items():
            await self._fill(name, value)
        await self.page.locator("#send-message").click()

    async def _fill(self, name: str, value: str) -> None:
        field = await self._field(name)
        await field.fill(value)
        if await field.get_attribute("role") != "combobox":
            return
        choice = self.page.locator(".command-suggestion").filter(has_text=value).first
        await choice.wait_for(timeout=_WAIT_MS)
        await choice.click()

    async def _field(self, name: str) -> Locator:
        field = self.page.locator(f'.command-option-input[data-option="{name}"]')
        if not await field.count():
            await self.page.locator(".command-ghost").click()
            await self.page.locator(f'.command-suggestion[data-value="{name}"]').click()
        return field


def _parsed(text: str) -> tuple[str, dict[str, str]]:
    options = {name: value.strip('"') for name, value in _OPTION.findall(text)}
    command = _OPTION.sub("", text).strip().removeprefix("/")
    return command, options


@asynccontextmanager
async def browser_pages(
    url: str, *, size: tuple[int, int] = DESKTOP, count: int = 1
) -> AsyncIterator[list[DemoPage]]:
    """Open `count` windows of `size` pixels on the page at `url`."""
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=list(_CHROMIUM_ARGUMENTS))
        try:
            yield list(await asyncio.gather(*[_window(browser, url, size) for _ in range(count)]))
        finally:
            await browser.close()


async def _window(browser: Browser, url: str, size: tuple[int, int]) -> DemoPage:
    # The page forbids evaluated code; waiting for a condition needs it.
    page = await browser.new_page(viewport={"width": size[0], "height": size[1]}, bypass_csp=True)
    await page.goto(url)
    window = DemoPage(page)
    await window.ready()
    return window


@asynccontextmanager
async def demo_process(*arguments: str) -> AsyncIterator[str]:
    """Run `vingt demo` on a free port as its own process; yield its address. It must stop cleanly."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "demo", "--port", "0", *arguments, stdout=asyncio.subprocess.PIPE
    )
    try:
        yield await asyncio.wait_for(_address(process), _START_SECONDS)
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGINT)
        code = await asyncio.wait_for(process.wait(), _STOP_SECONDS)
    assert code == 0, f"the demo ended with {code}"


async def _address(process: asyncio.subprocess.Process) -> str:
    assert process.stdout is not None
    async for line in process.stdout:
        if found := _ADDRESS.search(line.decode()):
            return found.group()
    raise AssertionError("the demo ended without an address")


@asynccontextmanager
async def demo_page(*arguments: str, size: tuple[int, int] = DESKTOP) -> AsyncIterator[DemoPage]:
    """The demo in its own process, and one window on it."""
    async with demo_process(*arguments) as url, browser_pages(url, size=size) as pages:
        yield pages[0]
