"""Rules of application emoji."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from typing import Any, Final

SIZE_MAX: Final = 256 * 1024
_NAME: Final = re.compile(r"[A-Za-z0-9_]{2,32}")
_IMAGE: Final = re.compile(r"data:image/(png|jpeg|gif|webp|avif);base64,(.*)", re.DOTALL)


def emoji(body: dict[str, Any]) -> Iterator[str]:
    """Rules of POST /applications/{}/emojis."""
    if not _NAME.fullmatch(body["name"]):
        yield f"{body['name']!r} is no name for an emoji"
    image = _IMAGE.fullmatch(body["image"])
    if image is None:
        yield "the image is no data address of a picture"
        return
    try:
        size = len(base64.b64decode(image[2], validate=True))
    except binascii.Error:
        yield "the image is no base64"
        return
    if size > SIZE_MAX:
        yield f"a picture of {size} bytes; {SIZE_MAX} at most"
