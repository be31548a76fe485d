"""The whole bot on this machine without Discord: what `vingt demo` runs.

The real bot runs inside simcord, an offline Discord, and simcord's page shows one
channel to whichever member the visitor chooses to be. Three things are ours:

- **The world**: a server, a channel and some members, with the same ids at every
  start, so that a kept database finds its people again.
- **The clock**: simcord's own stands still between timers and begins on New
  Year's Day. Ours is the wall clock, so that "in 45 seconds" is true, and so that
  ids of interactions never come twice in one database.
- **The pages**: simcord publishes a page after a click. What the bot does without
  one (a clock runs out, the next round is dealt) is published here. Clicks of
  several members at once are bot/demo_clicks.py's.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import sys
import time
import webbrowser
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import discord
from discord.ext import commands

from bot.app import create_bot
from bot.demo_clicks import Clicks
from bot.paths import DATA
from bot.presentation.strings import load_words
from bot.settings import Settings
from bot.storage.errors import StorageError

if TYPE_CHECKING:
    from simcord import ChannelHandle, Env, MemberActor, Preview

HOST: Final = "127.0.0.1"
DEFAULT_PORT: Final = 8021
BOT_NAME: Final = "Vingt"
GUILD_NAME: Final = "The Card Room"
CHANNEL_NAME: Final = "card-table"
MEMBERS: Final = ("Ann", "Ben", "Cleo", "Dev", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jo")
"""Who can be played, as many of them as are asked for; the first may manage the server."""
MEMBERS_MIN: Final = 2
DEFAULT_MEMBERS: Final = 4

CANNOT_START: Final = 2
"""The exit code of a demo that could not begin."""

# A click shows its effect once the bot is at rest, and timers due within this time
# are waited for. So it is short; a bot that needs longer is shown a moment later.
_REST_SECONDS: Final = 2.0
_LOOK_SECONDS: Final = 0.25

Build = Callable[[Settings], commands.AutoShardedBot]


async def serve(
    *,
    port: int = DEFAULT_PORT,
    database: Path | None = None,
    open_browser: bool = False,
    member_count: int = DEFAULT_MEMBERS,
    build: Build = create_bot,
) -> int:
    """Run the demo until Ctrl-C, SIGTERM or the page's own end; return the exit code.

    `port` 0 takes any free one. Without `database` the counters last as long as
    the demo does. `member_count` of MEMBERS, at least MEMBERS_MIN, are there. The
    page's address is printed whole, on a line of its own: the part behind `#` is
    what lets a browser in.

    Returns 0 after a clean stop, CANNOT_START with one line on standard error if
    the extra `demo` is not installed, the port is taken, or the database is in use
    or newer than this program. Raises pydantic's ValidationError for settings
    that cannot be read.
    """
    assert MEMBERS_MIN <= member_count <= len(MEMBERS), "the command line allows no other number"
    words = load_words()
    if find_spec("simcord") is None:
        return _refuse(words("demo.not_installed"))
    if not _is_free(port):
        return _refuse(words("demo.port_taken", port=port))
    with _stop_signals() as stop, _database(database) as path:
        # One shard, no token, and no rate limits to be polite to.
        settings = Settings(database=path, shard_count=1, dev_guild_id=None, edit_interval_seconds=0)
        try:
            async with _room(build(settings), port, MEMBERS[:member_count]) as preview:
                print(words("demo.address", url=preview.url), flush=True)
                print(words("demo.how_to_stop"), flush=True)
                if open_browser:
                    webbrowser.open(preview.url)
                await _first_of(stop.wait(), preview.wait_closed())
        except StorageError as error:
            return _refuse(str(error))
    return 0


@contextlib.asynccontextmanager
async def _room(bot: commands.AutoShardedBot, port: int, names: Sequence[str]) -> AsyncIterator[Preview]:
    """The bot in its room, and the page that shows it; both are gone when this is left."""
    import simcord

    env = simcord.Env(bot, shard_count=1, settle_timeout=_REST_SECONDS, check_errors=False)
    channel, members = _furnish(env, names)
    # After the furniture, whose ids are made of the time.
    env.backend.clock = WallClock()  # type: ignore[assignment]  # it has all that simcord asks of one
    try:
        await env.start()
        await _greet(bot, channel, names)
        async with env.preview(
            channel, viewers=members, layout="channel", port=port, assets=_pictures(env)
        ) as preview:
            Clicks.of(preview)
            pages = asyncio.create_task(_keep_fresh(env, preview))
            try:
                yield preview
            finally:
                pages.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await pages
    finally:
        await bot.close()
        await env.shutdown()


def _furnish(env: Env, names: Sequence[str]) -> tuple[ChannelHandle, list[MemberActor]]:
    """Make the server, its channel and its members, always in the same order.

    The members come last, so that nobody's id depends on how many there are.
    """
    env.backend.edit_bot_profile(BOT_NAME)
    guild = env.create_guild(GUILD_NAME)
    channel = guild.create_text_channel(CHANNEL_NAME)
    manager = guild.create_role("Manager", permissions=discord.Permissions(manage_guild=True))
    members = []
    for name in names:
        user = env.create_user(name.lower(), global_name=name)
        members.append(guild.add_member(user, roles=[manager] if name == names[0] else []))
    return channel, members


async def _greet(bot: commands.AutoShardedBot, channel: ChannelHandle, names: Sequence[str]) -> None:
    """Post the one message that tells a newcomer what to type."""
    target = bot.get_channel(channel.id)
    assert isinstance(target, discord.TextChannel), "the room is furnished before the bot comes in"
    await target.send(load_words()("demo.welcome", members=", ".join(names), manager=names[0]))


def _pictures(env: Env) -> Mapping[str, tuple[str, bytes]]:
    """Return the faces that the bot has uploaded, by the address at which the page asks for them."""
    files = {path.stem: path for path in DATA.glob("cards/two_colour/*.png")}
    files |= {f"four_{path.stem}": path for path in DATA.glob("cards/four_colour/*.png")}
    return {
        f"https://cdn.simcord.invalid/emojis/{emoji.id}.png": (f"{emoji.name}.png", path.read_bytes())
        for emoji in env.backend.application_emojis.values()
        if (path := files.get(emoji.name)) is not None
    }


class WallClock:
    """simcord's clock, run by the real one: nobody moves it, it moves."""

    def __init__(self) -> None:
        # Not time.monotonic: as the bot reads it inside simcord, that is this very clock.
        self._started = time.perf_counter()

    @property
    def elapsed(self) -> float:
        """Seconds since the demo began; simcord sets its timers by it."""
        return time.perf_counter() - self._started

    def now(self) -> datetime:
        """The time of day, in UTC."""
        return datetime.now(UTC)

    def advance(self, seconds: float) -> None:
        """Do nothing: real time cannot be hurried."""


async def _keep_fresh(env: Env, preview: Preview) -> None:
    """Show what the bot did without a click, and count times against the present."""
    seen = len(env.backend.transcript)
    while True:
        await asyncio.sleep(_LOOK_SECONDS)
        preview.capture_time = env.now()
        # While a click is being served, its own publication is on the way.
        if len(env.backend.transcript) != seen and env._operation_task is None:
            seen = len(env.backend.transcript)
            _publish_changes(preview)


def _publish_changes(preview: Preview) -> None:
    """Publish each page whose messages are not those it shows.

    `Preview.refresh` awaits, and a click that comes in between is lost. A page
    published without need would refuse the click that is on its way.
    """
    from simcord.preview._snapshot import build_snapshot

    for page in tuple(preview._pages.values()):
        if build_snapshot(preview, page)["messages"] != page.snapshot["messages"]:
            preview._publish(page, reason="refresh")


@contextlib.contextmanager
def _stop_signals() -> Iterator[asyncio.Event]:
    """An event that Ctrl-C and SIGTERM set."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C ends asyncio.run instead.
        loop.add_signal_handler(signal.SIGINT, stop.set)
        loop.add_signal_handler(signal.SIGTERM, stop.set)
    try:
        yield stop
    finally:
        with contextlib.suppress(NotImplementedError):  # as above
            loop.remove_signal_handler(signal.SIGINT)
            loop.remove_signal_handler(signal.SIGTERM)


async def _first_of(*ends: Coroutine[Any, Any, object]) -> None:
    tasks = [asyncio.ensure_future(end) for end in ends]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()


@contextlib.contextmanager
def _database(path: Path | None) -> Iterator[Path]:
    if path is not None:
        yield path
        return
    with TemporaryDirectory(prefix="vingt-demo-") as folder:
        yield Path(folder) / "vingt.db"


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except (OSError, OverflowError):
            return False
    return True


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return CANNOT_START
