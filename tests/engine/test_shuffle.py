"""The shuffle: fixed for ever, fair, and silent about what is to come."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pytest

from bot.engine.cards import pack, text
from bot.engine.shuffle import SEED_BYTES, commitment, pack_seed, shuffled

SEED = bytes(range(SEED_BYTES))

# Computed once by a program of its own from the description of the shuffle.
VECTOR_OF_TEN = (6, 0, 3, 7, 4, 8, 9, 1, 5, 2)
VECTOR_OF_A_PACK = (
    "Js 2s As Ad 8d Kh Qh 5s Td Tc 4c 5d 6h Qd 3d 7c 6d 6s 5h 9c 3h 4d 7h Jc 7s Ah "
    "9h 2d 5c 3s 8c Qc Kd 7d Kc 8h 4s Ts 8s Jh 4h 9d 2h Ks 2c 6c 3c Th Jd 9s Qs Ac"
)
VECTOR_OF_COMMITMENT = "8182f5f5e94a5c780d662fdf96ea32e592f6deb978aa9ec2b11051240e5af11e"
VECTOR_OF_PACK_SEED = "5ea248c78ed988058d5d6581b3d5d09536ef3b24053d8513109fd51a0b087e10"


def test_orders_of_a_known_seed_stay_what_they_were() -> None:
    """A changed shuffle would make every exported pack look tampered with."""
    assert shuffled(SEED, "1:pack", tuple(range(10))) == VECTOR_OF_TEN
    assert text(shuffled(SEED, "1:pack", pack())) == VECTOR_OF_A_PACK


def test_commitment_and_seed_of_a_known_secret_stay_what_they_were() -> None:
    assert commitment(SEED) == VECTOR_OF_COMMITMENT
    assert pack_seed(SEED, ("101", "102")).hex() == VECTOR_OF_PACK_SEED


def test_the_order_is_what_an_independent_fisher_yates_makes_of_the_stream() -> None:
    """Written from the description alone: words of HMAC-SHA256, last place first, biased words dropped."""
    items = list(pack(2))
    words = _words(SEED, "3:reshuffle:1")
    for last in reversed(range(1, len(items))):
        bound = last + 1
        word = next(word for word in words if word < 2**32 // bound * bound)
        other = word % bound
        items[last], items[other] = items[other], items[last]
    assert shuffled(SEED, "3:reshuffle:1", pack(2)) == tuple(items)


def _words(seed: bytes, label: str) -> Iterator[int]:
    counter = 0
    while True:
        message = b"vingt stream 1\x00" + label.encode() + b"\x00" + counter.to_bytes(8, "big")
        block = hmac.new(seed, message, hashlib.sha256).digest()
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        counter += 1


@pytest.mark.parametrize("count", [0, 1, 2, 3, 52, 104])
def test_nothing_is_lost_and_nothing_comes_twice(count: int) -> None:
    assert sorted(shuffled(SEED, "pack", tuple(range(count)))) == list(range(count))


def test_every_order_of_four_is_about_as_likely() -> None:
    """24 orders in 24,000 shuffles, 1,000 each; 49.7 is the 99.9 % point with 23 degrees of freedom."""
    seen = Counter(shuffled(number.to_bytes(32, "big"), "pack", tuple("ABCD")) for number in range(24_000))
    assert set(seen) == set(permutations("ABCD"))
    # The seeds are fixed, so this never flickers.
    assert sum((count - 1_000) ** 2 / 1_000 for count in seen.values()) < 49.7


def test_every_card_lies_everywhere_about_as_often() -> None:
    """52 cards in 52 places over 5,200 packs: 100 each; 2,863 is the 99.9 % point with 51 * 51 degrees."""
    seen = Counter(
        (place, card)
        for number in range(5_200)
        for place, card in enumerate(shuffled(number.to_bytes(32, "big"), "pack", tuple(range(52))))
    )
    chi_square = sum((seen[place, card] - 100) ** 2 / 100 for place in range(52) for card in range(52))
    assert chi_square < 2_863


def test_labels_and_seeds_give_streams_of_their_own() -> None:
    orders = {
        shuffled(SEED, "1:pack", pack()),
        shuffled(SEED, "2:pack", pack()),
        shuffled(SEED, "1:reshuffle:1", pack()),
        shuffled(SEED[::-1], "1:pack", pack()),
    }
    assert len(orders) == 4


def test_what_is_published_is_no_seed_of_anything() -> None:
    """The commitment, used as a seed, must not give the pack away, nor be what a plain hash would be."""
    published = bytes.fromhex(commitment(SEED))
    assert published != hashlib.sha256(SEED).digest()
    assert published != pack_seed(SEED, ())
    dealt = shuffled(pack_seed(SEED, ("1",)), "1:pack", pack())
    assert dealt not in {shuffled(published, "1:pack", pack()), shuffled(SEED, "1:pack", pack())}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("1", "2"), ("2", "1")),
        (("1", "2"), ("12",)),
        (("1", "2"), ("1", "2", "3")),
        ((), ("1",)),
    ],
)
def test_every_click_and_its_place_matter_to_the_seed(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    assert pack_seed(SEED, one) != pack_seed(SEED, other)
