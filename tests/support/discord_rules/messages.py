"""Rules of a message, new or edited, by whichever route."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tests.support.discord_rules.components import message_components, walk

SUPPRESS_EMBEDS: Final = 1 << 2
EPHEMERAL: Final = 1 << 6
SUPPRESS_NOTIFICATIONS: Final = 1 << 12
COMPONENTS_V2: Final = 1 << 15

CONTENT_MAX: Final = 2000
EMBEDS_MAX: Final = 6000
_UPLOAD: Final = "attachment://"
_WITHOUT_V2: Final = ("content", "embeds", "poll", "sticker_ids", "stickers")
_CONTENTS: Final = (*_WITHOUT_V2, "components", "attachments", "files")


def create(body: dict[str, Any]) -> Iterator[str]:
    """Rules of POST /channels/{}/messages."""
    yield from _new(body, SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2)


def follow_up(body: dict[str, Any]) -> Iterator[str]:
    """Rules of a message sent with an interaction's token, as a follow-up or as the answer (type 4)."""
    yield from _new(body, SUPPRESS_EMBEDS | EPHEMERAL | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2)


def edit(body: dict[str, Any]) -> Iterator[str]:
    """Rules of an edit, by whichever route, callback type 7 included."""
    yield from _flags(body, SUPPRESS_EMBEDS | COMPONENTS_V2)
    yield from _parts(body)


def _new(body: dict[str, Any], allowed: int) -> Iterator[str]:
    if not any(_is_there(body.get(key)) for key in _CONTENTS):
        yield "an empty message (50006)"
    yield from _flags(body, allowed)
    yield from _parts(body)


def _is_there(value: Any) -> bool:
    return bool(value.strip() if isinstance(value, str) else value)


def _flags(body: dict[str, Any], allowed: int) -> Iterator[str]:
    if strange := (body.get("flags") or 0) & ~allowed:
        yield f"flags {strange:#x} cannot be set here"


def _parts(body: dict[str, Any]) -> Iterator[str]:
    is_v2 = bool((body.get("flags") or 0) & COMPONENTS_V2)
    if is_v2 and (beside := [key for key in _WITHOUT_V2 if body.get(key)]):
        yield f"{beside} cannot stand beside Components V2"
    if (length := len(body.get("content") or "")) > CONTENT_MAX:
        yield f"content of {length} characters; {CONTENT_MAX} at most"
    embeds = body.get("embeds") or []
    if (length := sum(map(_embed_length, embeds))) > EMBEDS_MAX:
        yield f"{length} characters in all embeds; {EMBEDS_MAX} at most"
    components = body.get("components") or []
    yield from message_components(components, is_v2=is_v2)
    yield from _uploads(body, [*embeds, *walk(components)])


def _embed_length(embed: dict[str, Any]) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    texts += [field[key] for field in embed.get("fields") or () for key in ("name", "value")]
    return sum(len((text or "").strip()) for text in texts)


def _uploads(body: dict[str, Any], parts: list[dict[str, Any]]) -> Iterator[str]:
    attachments = body.get("attachments") or []
    if any("filename" not in one for one in attachments):
        return  # What an edit keeps is listed by id alone: its names are not known here.
    names = {one["filename"] for one in attachments}
    for address in sorted(set(_addresses(parts))):
        if address.startswith(_UPLOAD) and address.removeprefix(_UPLOAD) not in names:
            yield f"{address} names no upload of this request"


def _addresses(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for one in value:
            yield from _addresses(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            if key in {"url", "icon_url"} and isinstance(one, str):
                yield one
            else:
                yield from _addresses(one)
