"""What is done for events beside requests."""

from __future__ import annotations

import pytest

from tavola_systems.requests.desk import Desk
from tavola_systems.requests.each_event import EventsFailed
from tavola_systems.requests.services.events import NewEvent
from tavola_systems.requests.upkeep import Upkeep
from tests.systems.conftest import TickingClock
from tests.systems.requests.lotteries import NUMBERS, counts, enter, open_lottery, pass_cutoff
from tests.systems.requests.simulation import World, open_world


def test_the_results_of_a_draw_are_written_and_counted(desk: Desk, clock: TickingClock) -> None:
    open_lottery(desk, "garden", 2)
    ids = enter(desk, "garden", 70)
    desk.events.close("garden")
    desk.draws.freeze("garden")
    pass_cutoff(desk, "garden")
    desk.draws.draw("garden", NUMBERS)
    upkeep = Upkeep(desk)
    while upkeep.step():
        clock.now += 2

    assert counts(desk, ids) == {"SUCCESS": 2, "REJECTED_LOTTERY_LOSE": 68}
    assert desk.counts.by_result("garden") == {"SUCCESS": 2, "REJECTED_LOTTERY_LOSE": 68}
    assert desk.events.progress("garden").settled_through == 70


def test_without_events_there_is_nothing_to_do(desk: Desk) -> None:
    assert Upkeep(desk).step() == 0


def test_a_damaged_event_holds_up_no_other(desk: Desk, clock: TickingClock) -> None:
    desk.events.create(NewEvent("a-damaged-one", "Bicycles", "FIRST_COME", 2))
    desk.db.progress.delete("a-damaged-one")
    open_lottery(desk, "garden", 1)
    enter(desk, "garden", 3)
    desk.events.close("garden")
    upkeep = Upkeep(desk)
    with pytest.raises(EventsFailed, match="a-damaged-one cannot be looked after") as failed:
        upkeep.step()
    assert desk.draws.get("garden").state == "FROZEN"
    assert "a-damaged-one does not exist" in str(failed.value.__cause__)
    upkeep.step()  # it is left alone for a while
    clock.now += 2
    with pytest.raises(EventsFailed):
        upkeep.step()


def lose_messages(world: World) -> None:
    """Purge the queue."""
    while found := world.run(lambda: world.queue.receive(limit=30, seconds=600)):
        world.run(lambda: world.queue.done(found))


def test_a_ticket_whose_message_is_lost_is_sent_again_though_nobody_waits_for_it() -> None:
    with open_world() as world:
        ids = world.apply(world.opened(capacity=3), "ada")
        world.dispatched("bicycles")
        lose_messages(world)
        upkeep = Upkeep(world.desk, world.queue)
        early = [upkeep.step(), world.worked()]
        world.clock.now += 70
        upkeep.step()
        assert early == [0, 0]
        assert world.worked() == 1
        assert world.statuses(ids) == ["SUCCEEDED"]


def test_a_purged_queue_is_worked_off_in_the_end() -> None:
    with open_world() as world:
        ids = world.apply(world.opened(capacity=3), *[f"user-{n}" for n in range(70)])
        world.dispatched("bicycles")
        lose_messages(world)
        upkeep = Upkeep(world.desk, world.queue)
        world.clock.now += 70
        for _ in range(9):
            upkeep.step()
            world.worked()
            world.clock.now += 9
        assert set(world.statuses(ids)) == {"SUCCEEDED", "REJECTED"}


def test_a_message_is_sent_again_once_in_a_minute_at_most() -> None:
    with open_world() as world:
        world.apply(world.opened(capacity=3), "ada")
        world.dispatched("bicycles")
        upkeep = Upkeep(world.desk, world.queue)
        world.clock.now += 61
        for _ in range(10):
            upkeep.step()
            world.clock.now += 11
        assert world.run(world.queue.depth).waiting == 3


def test_a_lottery_s_requests_have_no_messages() -> None:
    with open_world() as world:
        open_lottery(world.desk, "garden", 1)
        world.apply("garden", "ada")
        world.dispatched("garden")
        world.clock.now += 600
        Upkeep(world.desk, world.queue).step()
        assert world.run(world.queue.depth).waiting == 0


def test_what_another_process_counts_is_left_to_it_for_a_while(
    desk: Desk, clock: TickingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_lottery(desk, "garden", 2)
    asked: list[str] = []

    def lost(event_id: str, settled_through: int) -> None:
        del settled_through
        asked.append(event_id)

    monkeypatch.setattr(desk.counts, "step", lost)
    upkeep = Upkeep(desk)
    upkeep.step()
    upkeep.step()
    clock.now += 11
    upkeep.step()
    assert asked == ["garden", "garden"]
