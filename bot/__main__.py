"""The command line: `vingt demo`, `vingt run`, `vingt audit`, `vingt verify FILE`.

Exit codes: 0 all is well, 1 something was found wrong, 2 the command cannot be
carried out as it was given. What went wrong is said in one line on standard error.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pydantic import ValidationError

from bot.presentation.strings import Words, load_words
from bot.settings import Settings
from bot.storage.errors import StorageError

if TYPE_CHECKING:
    from bot.app import Vingt

OK: Final = 0
FOUND_WRONG: Final = 1
CANNOT: Final = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command and return its exit code."""
    words = load_words()
    given = _parser(words).parse_args(arguments)
    try:
        match given.command:
            case "demo":
                return _demo(given)
            case "run":
                return _run(words)
            case "audit":
                return _audit(given, words)
            case "verify":
                return _verify(given, words)
            case _:
                raise AssertionError(f"no such command: {given.command}")
    except ValidationError as error:
        return _cannot("; ".join(_setting(problem) for problem in error.errors()))
    except StorageError as error:
        return _cannot(str(error))
    except KeyboardInterrupt:
        return OK


def _parser(words: Words) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="vingt", description=words("cli.description"))
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    demo = _command(commands, "demo", words("cli.demo"))
    demo.add_argument("--port", type=_port, default=8021, help=words("cli.demo_port"))
    demo.add_argument("--db", type=Path, metavar="FILE", help=words("cli.demo_db"))
    demo.add_argument("--members", type=_members, default=4, metavar="N", help=words("cli.demo_members"))
    demo.add_argument("--open", action="store_true", help=words("cli.demo_open"))
    _command(commands, "run", words("cli.run"))
    audit = _command(commands, "audit", words("cli.audit"))
    audit.add_argument("--db", type=Path, metavar="FILE", help=words("cli.audit_db"))
    verify = _command(commands, "verify", words("cli.verify"))
    verify.add_argument("file", type=Path, metavar="FILE", help=words("cli.verify_file"))
    return parser


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, text: str
) -> argparse.ArgumentParser:
    return commands.add_parser(name, help=text, description=text)


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65_535:
        raise argparse.ArgumentTypeError(f"{port} is no port")
    return port


def _members(text: str) -> int:
    count = int(text)
    if not 2 <= count <= 10:
        raise argparse.ArgumentTypeError(f"{count} is not from 2 to 10")
    return count


def _demo(given: argparse.Namespace) -> int:
    from bot.demo import serve

    return asyncio.run(
        serve(port=given.port, database=given.db, open_browser=given.open, member_count=given.members)
    )


def _run(words: Words) -> int:
    from bot.app import create_bot
    from bot.logs import start_logging

    settings = Settings()
    if settings.discord_token is None or not settings.discord_token.get_secret_value():
        return _cannot(words("cli.no_token"))
    start_logging(settings.log_level)
    return asyncio.run(_online(create_bot(settings), settings.discord_token.get_secret_value(), words))


async def _online(bot: Vingt, token: str, words: Words) -> int:
    """Stay connected until Ctrl-C, SIGTERM, or until Discord does not let the bot in."""
    import aiohttp
    import discord

    loop = asyncio.get_running_loop()
    closing: list[asyncio.Task[None]] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C ends asyncio.run instead.
            loop.add_signal_handler(number, lambda: closing.append(loop.create_task(bot.close())))
    async with bot:
        try:
            await bot.start(token)
        except discord.LoginFailure:
            return _cannot(words("cli.bad_token"))
        except (aiohttp.ClientConnectionError, TimeoutError) as error:
            return _cannot(words("cli.no_discord", reason=str(error)))
    return OK


def _audit(given: argparse.Namespace, words: Words) -> int:
    from bot.ledger.audit import audit
    from bot.storage.database import inspect

    path = given.db if given.db is not None else Settings().database
    findings = inspect(path, audit)
    for finding in findings:
        print(finding)
    print(words("cli.audit_found", count=len(findings)) if findings else words("cli.audit_clean"))
    return FOUND_WRONG if findings else OK


def _verify(given: argparse.Namespace, words: Words) -> int:
    from bot.table.fairness import UnreadableExport, spent_count, verify_export

    try:
        text = given.file.read_text(encoding="utf-8")
        findings, spent = verify_export(text), spent_count(text)
    except (OSError, UnicodeDecodeError, UnreadableExport) as error:
        return _cannot(words("cli.unreadable", file=given.file, reason=str(error)))
    for finding in findings:
        print(finding)
    if findings:
        print(words("cli.verify_wrong", count=len(findings)))
    else:
        print(words("cli.verify_good", count=spent) if spent else words("cli.verify_nothing"))
    return FOUND_WRONG if findings else OK


def _setting(problem: Mapping[str, Any]) -> str:
    """Return what is wrong with a setting, under the name by which it is set."""
    name = "_".join(str(part) for part in problem["loc"]).upper()
    return f"{name if name == 'DISCORD_TOKEN' else f'VINGT_{name}'}: {problem['msg']}"


def _cannot(sentence: str) -> int:
    print(f"vingt: {sentence}", file=sys.stderr)
    return CANNOT


if __name__ == "__main__":
    sys.exit(main())
