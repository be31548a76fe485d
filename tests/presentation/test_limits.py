"""What Discord would refuse is found before it is sent. Each limit with a message just over it."""

from __future__ import annotations

from typing import Any

import pytest
from discord import ui

from bot.presentation.buttons import PressId
from bot.presentation.components import Tone, button, message, rows, texts
from bot.presentation.limits import component_count, length, problems, text_length


def view_of(*items: ui.Item[Any]) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    return view


def press(number: int = 0) -> PressId:
    return PressId(1, number, None, "join")


def test_a_good_message_has_no_problems() -> None:
    assert problems(message(texts(["hello"]), Tone.PLAY)) == []


def test_text_is_counted_over_the_whole_message() -> None:
    assert problems(view_of(*texts(["x" * 2000, "y" * 2000]))) == []
    assert problems(view_of(*texts(["x" * 2000, "y" * 2001]))) == ["text: 4001 of at most 4000"]


def test_a_picture_beyond_the_first_plane_counts_twice() -> None:
    assert length("🂠♠") == 3


def test_components_are_counted_with_those_inside() -> None:
    view = view_of(ui.Container(*texts(["a"]), *rows([button(press(n), "x") for n in range(6)])))
    assert component_count(view) == 1 + 1 + 2 + 6
    assert text_length(view) == 1


def test_a_label_may_be_eighty_long() -> None:
    assert problems(view_of(*rows([button(press(), "x" * 80)]))) == []
    assert len(problems(view_of(*rows([button(press(), "x" * 81)])))) == 1


def test_a_custom_id_stands_once_in_a_message() -> None:
    assert problems(view_of(*rows([button(press(), "a"), button(press(), "b")]))) == [
        f"custom id twice: {press()}"
    ]


def test_a_custom_id_may_be_a_hundred_long() -> None:
    row: ui.ActionRow[Any] = ui.ActionRow(ui.Button(custom_id="x" * 101, label="x"))
    assert problems(view_of(row)) == ["custom id: 101 of at most 100"]


def test_no_text_is_empty_and_no_button_without_a_label() -> None:
    assert problems(view_of(ui.TextDisplay(" "))) == ["empty text"]
    assert problems(view_of(*rows([button(press(), "")]))) == ["button without a label"]


def test_buttons_are_laid_out_in_rows_of_five() -> None:
    assert [len(row.children) for row in rows([button(press(n), "x") for n in range(11)])] == [5, 5, 1]  # type: ignore[attr-defined]


def test_a_message_that_discord_refuses_is_ours_to_mend() -> None:
    with pytest.raises(AssertionError, match="text: 4001"):
        message(texts(["x" * 4001]), Tone.PLAY)


@pytest.mark.parametrize(
    ("title", "label", "description", "count"),
    [("x" * 46, "a", "b", 1), ("x", "a" * 46, "b", 1), ("x", "a", "b" * 101, 1), ("x", "a", "b", 0)],
)
def test_a_modal_has_limits_of_its_own(title: str, label: str, description: str, count: int) -> None:
    modal = ui.Modal(title=title, custom_id="vm:1:1:-:buy")
    for _ in range(count):
        modal.add_item(
            ui.Label(text=label, description=description, component=ui.TextInput(custom_id="amount"))
        )
    assert len(problems(modal)) == 1


async def test_a_message_is_finished_so_that_discord_py_keeps_nothing_of_it() -> None:
    assert message(texts(["hello"]), Tone.PLAY).is_finished()
