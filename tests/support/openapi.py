"""Holding a request body against what Discord accepts.

    assert validate("POST", "/channels/1/messages", {"content": "Twist"}) == []

Two judges: Discord's own OpenAPI document, where this machine has it, and the
rules that Discord keeps without saying so there (`tests.support.discord_rules`).
The document is too large to be kept here. DISCORD_OPENAPI names the file; tests
that need it carry the mark `needs_document`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, relevance
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.support.discord_rules import broken_rules

VARIABLE: Final = "DISCORD_OPENAPI"
_BESIDE: Final = Path(__file__).resolve().parents[3] / "shared" / "discord-openapi.json"
_NAME: Final = "urn:discord"
_PREFIX: Final = re.compile(r"^(https://discord\.com)?(/api)?(/v\d+)?(?=/)")
_BODIES: Final = ("application/json", "multipart/form-data")


def document_path() -> Path | None:
    """Return where Discord's OpenAPI document lies on this machine, None if it does not."""
    named = os.environ.get(VARIABLE)
    path = Path(named) if named else _BESIDE
    return path if path.is_file() else None


needs_document = pytest.mark.skipif(
    document_path() is None, reason=f"Discord's OpenAPI document is not here; {VARIABLE} may name it"
)


def validate(
    method: str, path: str, body: Any, *, interaction_type: int | None = None, has_source: bool = True
) -> list[str]:
    """Return one sentence for everything Discord would refuse about a request; empty if it is fine.

    `path` is as sent, with or without the API's own beginning. `interaction_type`
    is that of the interaction a callback answers (2 command, 3 component, 4
    autocomplete, 5 modal), if it is to be judged; `has_source` says whether the
    interaction came from a message. Needs the document.
    """
    path = bare(path)
    # The rules may take for granted what the document says of a body's shape.
    return list(_against_document(method, path, body)) or broken_rules(
        method, path, body, interaction_type=interaction_type, has_source=has_source
    )


def bare(path: str) -> str:
    """Return a path without the API's address, version and query."""
    return _PREFIX.sub("", path).partition("?")[0]


def _against_document(method: str, path: str, body: Any) -> Iterator[str]:
    template = _template(method, path)
    if template is None:
        yield f"{method} {path}: Discord has no such route"
        return
    asked = _document()["paths"][template][method.lower()].get("requestBody")
    if asked is None:
        return
    if body is None:
        if asked.get("required"):
            yield f"{method} {path}: a body is required"
        return
    for error in _validator(template, method).iter_errors(body):
        yield _told(error)


@cache
def _document() -> dict[str, Any]:
    path = document_path()
    assert path is not None, "a test that validates bodies carries the mark needs_document"
    document: dict[str, Any] = json.loads(path.read_text("utf-8"))
    # Ids are strings at Discord and read as numbers too; discord.py numbers its uploads.
    document["components"]["schemas"]["SnowflakeType"] = {"type": ["string", "integer"]}
    return document


def _template(method: str, path: str) -> str | None:
    """Return the route that a path fits; of several the one with the most words of its own."""
    fitting = [template for template, pattern in _templates(method) if pattern.fullmatch(path)]
    return min(fitting, key=lambda template: template.count("{"), default=None)


@cache
def _templates(method: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (template, re.compile("[^/]+".join(map(re.escape, re.split(r"\{\w+\}", template)))))
        for template, operations in _document()["paths"].items()
        if method.lower() in operations
    )


@cache
def _registry() -> Registry[Any]:
    return Registry().with_resource(_NAME, Resource(_document(), DRAFT202012))


@cache
def _validator(template: str, method: str) -> Draft202012Validator:
    content = _document()["paths"][template][method.lower()]["requestBody"]["content"]
    kind = next(kind for kind in _BODIES if kind in content)
    place = "/".join(
        part.replace("~", "~0").replace("/", "~1")
        for part in ("paths", template, method.lower(), "requestBody", "content", kind, "schema")
    )
    return Draft202012Validator({"$ref": f"{_NAME}#/{place}"}, registry=_registry())


def _told(error: ValidationError) -> str:
    """Return an error in a line: where, and what, of the one alternative that was meant."""
    while error.context:
        error = _meant(error)
    where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.absolute_path)
    return f"{where.lstrip('.') or 'body'}: {error.message[:300]}"


def _meant(error: ValidationError) -> ValidationError:
    """Of alternatives told apart by `type`, the errors of the one whose type is right."""
    assert error.context
    by_branch: dict[Any, list[ValidationError]] = {}
    for nested in error.context:
        by_branch.setdefault(nested.schema_path[0], []).append(nested)
    right = [
        found for found in by_branch.values() if all(list(one.relative_path) != ["type"] for one in found)
    ]
    candidates = [one for found in right for one in found] or error.context
    return max(candidates, key=relevance)
