"""Small texts the program keeps about itself, by name: what it last told Discord, and the like."""

from __future__ import annotations

from bot.storage.database import Database


class Facts:
    """The table `facts`. Nothing a game or a balance depends on belongs here."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def recall(self, name: str) -> str | None:
        """Return the text kept under `name`; None if there is none."""
        rows = await self._database.read("SELECT text FROM facts WHERE name = ?", (name,))
        return str(rows[0]["text"]) if rows else None

    async def remember(self, name: str, text: str) -> None:
        """Keep `text` under `name`, in place of what was there."""
        await self._database.write(
            lambda conn: conn.execute(
                "INSERT INTO facts (name, text) VALUES (?, ?) ON CONFLICT DO UPDATE SET text = excluded.text",
                (name, text),
            )
        )
