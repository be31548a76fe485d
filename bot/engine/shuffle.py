"""Order out of a seed: a shuffle that anybody can recompute, and the promise made before it.

Commitment, pack seed and stream are separated by labels, so that nothing
published before a pack is retired predicts a card of it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from typing import Final, TypeVar

T = TypeVar("T")

SEED_BYTES: Final = 32
_COMMITMENT: Final = b"vingt commitment 1\x00"
_PACK: Final = b"vingt pack 1\x00"
_STREAM: Final = b"vingt stream 1\x00"
_WORD_BYTES: Final = 4
_WORDS: Final = 1 << (8 * _WORD_BYTES)


def commitment(server_seed: bytes) -> str:
    """Return what is published of a server seed before anybody can act: lower-case hex of SHA-256."""
    return hashlib.sha256(_COMMITMENT + server_seed).hexdigest()


def pack_seed(server_seed: bytes, interaction_ids: Iterable[str]) -> bytes:
    """Return the seed of a pack: the server's, mixed with what players did since its commitment.

    The server chose before it knew the ids, the players acted without knowing the seed.
    """
    return hmac.digest(server_seed, _PACK + "\n".join(interaction_ids).encode(), "sha256")


def shuffled(seed: bytes, label: str, items: tuple[T, ...]) -> tuple[T, ...]:
    """Return `items` in the order that `seed` gives them under `label`. Fisher-Yates, without bias."""
    stream = _Stream(seed, label)
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


class _Stream:
    """Numbers out of HMAC-SHA256(seed, label, counter), four bytes each."""

    def __init__(self, seed: bytes, label: str) -> None:
        self._seed = seed
        self._prefix = _STREAM + label.encode() + b"\x00"
        self._counter = 0
        self._block = b""

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1, each as likely as the others."""
        # Numbers at or above the largest multiple of `bound` are thrown away: they would favour the low.
        limit = _WORDS - _WORDS % bound
        while (word := self._word()) >= limit:
            pass
        return word % bound

    def _word(self) -> int:
        if not self._block:
            self._block = hmac.digest(self._seed, self._prefix + self._counter.to_bytes(8), "sha256")
            self._counter += 1
        word, self._block = self._block[:_WORD_BYTES], self._block[_WORD_BYTES:]
        return int.from_bytes(word)
