"""Pontoon on the demo's page, in real browser windows: one member in each, and nobody sees too much."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Final

import pytest

from tests.demo.support import PHONE, DemoPage, browser_pages, demo_process, needs_browser

if TYPE_CHECKING:
    from playwright.async_api import Response

pytest.importorskip("simcord", reason="simcord is not installed")
pytestmark = [pytest.mark.browser, needs_browser]

TRIO: Final = ("Ann", "Ben", "Cleo")
TABLE: Final = "/pontoon open preset:seed001 clock:0"
_CARD: Final = re.compile(r"(?:10|[2-9AKQJ])[♣♦♥♠]")
_TO_ACT: Final = re.compile(r"^(\w+) to play", re.MULTILINE)
_TURNS_MAX: Final = 25
_Act = Callable[[DemoPage], Awaitable[None]]


class Room:
    """Members in windows of their own, and all that the program has served to each."""

    def __init__(self, windows: dict[str, DemoPage]) -> None:
        self.windows = windows
        self.opened: set[str] = set()
        self._served: dict[str, list[str]] = {name: [] for name in windows}
        self._reading: set[asyncio.Task[None]] = set()
        for name, window in windows.items():
            window.page.on("response", partial(self._note, name))

    def __getitem__(self, name: str) -> DemoPage:
        return self.windows[name]

    async def to_act(self, reader: str) -> str | None:
        """Return who is to play, as `reader`'s page has it; None once the round is paid.

        A window is up to date after its own press; the others follow within a second.
        """
        for _ in range(100):
            text = await self[reader].page_text()
            if found := _TO_ACT.findall(text):
                return str(found[-1])
            if ", paid" in text:
                return None
            await asyncio.sleep(0.1)
        raise AssertionError(f"nobody is to play and nothing is paid:\n{text}")

    async def nobody_sees_the_cards_of(self, name: str) -> None:
        """Hold what is `name`'s alone against all that the others were served and what their pages hold.

        A card that lay open in an earlier round may have come again, and is of no account.
        """
        hidden = hidden_cards(await self[name].private_text()) - self.opened
        if self._reading:
            await asyncio.wait(self._reading)
        for other, window in self.windows.items():
            if other == name:
                continue
            page = await window.page.content()
            for card in hidden:
                assert card not in _plain(page), f"{other}'s page holds {name}'s {card}"
                assert not any(card in text for text in self._served[other]), (
                    f"{other} was told {name}'s {card}"
                )

    def _note(self, name: str, response: Response) -> None:
        task = asyncio.ensure_future(self._read(name, response))
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)

    async def _read(self, name: str, response: Response) -> None:
        from playwright.async_api import Error

        if "json" not in response.headers.get("content-type", ""):
            return
        try:
            self._served[name].append(_plain(await response.text()))
        except Error:  # The window was closed meanwhile.
            return


def hidden_cards(hand: str) -> set[str]:
    """Return the cards that only their owner sees, from what he reads of his hand."""
    text = _plain(hand)
    cards = text.split("Your hand")[-1]
    shown = re.search(r"Face up: ([^.]*)\.", cards)
    is_open = "All face up" in cards or "No round is being played" in cards
    public = set(_CARD.findall(cards)) if is_open else set(_CARD.findall(shown[1] if shown else ""))
    return set(_CARD.findall(cards)) - public


def _plain(text: str) -> str:
    # As data the glyphs may be written as escapes; the selector behind them is of no account.
    for glyph in "♣♦♥♠":
        text = text.replace(f"\\u{ord(glyph):04x}", glyph)
    return text.replace("\\ufe0e", "").replace("\ufe0e", "")


@asynccontextmanager
async def room(names: Sequence[str], *arguments: str) -> AsyncIterator[Room]:
    """The demo as a process, and a window for each of these members."""
    async with demo_process(*arguments) as url, browser_pages(url, size=PHONE, count=len(names)) as pages:
        windows = dict(zip(names, pages, strict=True))
        for name in names[1:]:
            await windows[name].viewing_as(name)
        yield Room(windows)


async def play_by_clicks(here: Room) -> None:
    """Play a round that has been dealt with the buttons alone, to its settlement."""

    async def act(mine: DemoPage) -> None:
        can_stick = await mine.button("Stick", private=True).count()
        await mine.click("Stick" if can_stick else "Twist", private=True)

    stake, look = (partial(DemoPage.click, label=label) for label in ("Stake 5", "My hand"))
    await _play(here, stake, look, act)


async def play_by_commands(here: Room) -> None:
    """Play a round that has been dealt with slash commands alone; one card is bought where it can be."""
    has_bought = False

    async def act(mine: DemoPage) -> None:
        nonlocal has_bought
        if not has_bought and await mine.button("Buy for 5", private=True).count():
            has_bought = True
            await mine.slash("/buy amount:5")
        else:
            await mine.slash("/stick" if await mine.button("Stick", private=True).count() else "/twist")

    stake, look = (partial(DemoPage.slash, text=text) for text in ("/stake amount:5", "/hand"))
    await _play(here, stake, look, act)


async def _play(here: Room, stake: _Act, look: _Act, act: _Act) -> None:
    await here["Ann"].wait_for_text("Stakes, please")
    banker = await _banker(here)
    punters = [name for name in here.windows if name != banker]
    for name in punters:
        await stake(here[name])
    last = punters[-1]
    for _ in range(_TURNS_MAX):
        to_act = await here.to_act(last)
        if to_act is None:
            return
        last = to_act
        await look(here[last])
        await here.nobody_sees_the_cards_of(last)
        await act(here[last])
    raise AssertionError("the round does not end")


async def _banker(here: Room) -> str:
    found = re.findall(r"^Bank: (\w+)", await here["Ann"].page_text(), re.MULTILINE)
    return str(found[-1])


async def _settlement(here: Room) -> str:
    await here["Ann"].wait_for_text(", paid")
    return (await here["Ann"].page_text()).split(", paid")[-1]


async def _sit_down_and_deal(here: Room, table: str) -> None:
    await here["Ann"].slash(table)
    ben, cleo = here["Ben"], here["Cleo"]
    await ben.wait_for_text("open table")
    await ben.click("Join")
    await cleo.wait_for_text("2 · Ben")
    await cleo.slash("/join")
    await here["Ann"].click("Deal")


async def test_the_bank_goes_round_in_rounds_played_by_clicks_alone_and_by_commands_alone() -> None:
    async with room(TRIO) as here:
        await _sit_down_and_deal(here, f"{TABLE} bank:rotate rules:rotate_deals=1")
        banks = []
        for number, play in enumerate((play_by_clicks, play_by_commands), 1):
            await here["Ann"].wait_for_text(f"round {number}")
            banks.append(await _banker(here))
            await play(here)
            paid = await _settlement(here)
            assert len(re.findall(r"pays|loses|comes back", paid)) >= 2, paid
            assert "whose turn it is" in paid
            here.opened |= set(_CARD.findall(_plain(paid)))
            for name in TRIO:
                await here[name].click("Ready")
        await here["Ann"].wait_for_text("round 3")
        assert len({*banks, await _banker(here)}) == 3, "each has had the bank once"


async def test_eight_who_stake_at_the_same_moment_are_all_accepted() -> None:
    names = ("Ann", "Ben", "Cleo", "Dev", "Eve", "Finn", "Gus", "Hana", "Ivo")
    async with room(names, "--members", "9") as here:
        await here["Ann"].slash(f'{TABLE} seats:9 first_banker:"Whoever opens the table"')
        await _press_at_once(here, names[1:], "Join")
        await here["Ann"].wait_for_text("Every seat is taken")
        await here["Ann"].click("Deal")
        await _press_at_once(here, names[1:], "Stake 5")
        await here["Ann"].wait_for_text("to play")
        text = (await here["Ann"].page_text()).split("drawn by lot")[-1]
        for name in names[1:]:
            assert re.search(rf"{name} · 5 counters", text)


async def _press_at_once(here: Room, names: Sequence[str], label: str) -> None:
    """Let all press the button at one moment, which each window waits for by itself."""
    buttons = [here[name].button(label) for name in names]
    await asyncio.gather(*[button.wait_for(timeout=30_000) for button in buttons])
    moment = (time.time() + 2) * 1000
    press = "(button, at) => new Promise(done => setTimeout(() => done(button.click()), at - Date.now()))"
    await asyncio.gather(*[button.evaluate(press, moment) for button in buttons])
