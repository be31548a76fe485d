"""Private sentences that belong to no table: an apology, a permission that is missing."""

from __future__ import annotations

from collections.abc import Sequence

from bot.presentation.look import Look


def apology_text(reference: str, look: Look) -> str:
    """Return an apology for an error of ours, with the reference under which it is logged."""
    return look.words("reply.apology", reference=reference)


def permissions_text(missing: Sequence[str], look: Look) -> str:
    """Return which permissions of the channel the bot lacks.

    `missing` holds field names of `discord.Permissions`.
    """
    words = look.words
    names = [words.under("permission", name) for name in missing]
    return words("reply.permissions", names=words("name.comma").join([f"**{name}**" for name in names]))
