"""When a lottery is drawn: with a public value after its cutoff, since it exists only then."""

from __future__ import annotations

import pytest

from tavola_systems.requests.desk import Desk
from tavola_systems.requests.rules import WrongState
from tests.systems.requests.lotteries import NUMBERS, enter, open_lottery, pass_cutoff


def test_a_public_value_is_not_taken_before_it_can_exist(desk: Desk) -> None:
    open_lottery(desk, "garden", 1)
    enter(desk, "garden", 3)
    desk.events.close("garden")
    desk.draws.freeze("garden")
    with pytest.raises(WrongState, match="exists only after the cutoff"):
        desk.draws.draw("garden", NUMBERS)
    pass_cutoff(desk, "garden")
    assert desk.draws.draw("garden", NUMBERS).state == "DRAWN"


def test_without_a_public_value_a_lottery_is_drawn_as_soon_as_it_is_closed(desk: Desk) -> None:
    open_lottery(desk, "garden", 1, source=None)
    desk.events.close("garden")
    desk.draws.freeze("garden")
    assert desk.draws.draw("garden").state == "DRAWN"
