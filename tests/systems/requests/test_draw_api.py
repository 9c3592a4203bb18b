"""Draws over the API: promised, fixed, drawn and checked by programs."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest

from tavola_systems.requests.desk import Desk, desk_of
from tavola_systems.requests.domain.verify import files_in_zip, verify
from tavola_systems.requests.system import SYSTEM
from tests.systems.requests.lotteries import (
    NUMBERS,
    SOURCE,
    counts,
    enter,
    open_lottery,
    pass_cutoff,
)
from tests.systems.site import Site, open_site


@pytest.fixture
def site() -> Iterator[Site]:
    made = open_site([SYSTEM])
    yield made
    made.process.close()


@pytest.fixture
def desk(site: Site) -> Desk:
    return desk_of(site.process.application.services["requests"])


def olga(site: Site) -> Any:
    return site.program("olga@example.com", "requests", "operator", "garden")


def anybody(site: Site) -> Any:
    return site.program("eve@example.com", "requests")


def test_a_lottery_is_drawn_and_checked_by_programs_alone(site: Site, desk: Desk) -> None:
    open_lottery(desk, "garden", 2)
    ids = enter(desk, "garden", 40)
    promised = anybody(site).get("events/garden/draws").json()[0]
    assert (promised["state"], promised["public_source"]) == ("COMMITTED", SOURCE)
    olga(site).post("events/garden/close")
    assert olga(site).post("events/garden/draw/freeze").json()["entry_count"] == 40
    pass_cutoff(desk, "garden")
    drawn = olga(site).post("events/garden/draw", json={"public_value": NUMBERS})
    assert drawn.status_code == 200
    assert counts(desk, ids) == {"SUCCESS": 2, "REJECTED_LOTTERY_LOSE": 38}

    archive = anybody(site).get("events/garden/draws/1/files.zip").content
    found = verify(files_in_zip(archive), noted=promised["commitment_sha256"])
    assert (found.holds, found.entries, len(found.winners)) == (True, 40, 2)
    assert zipfile.ZipFile(io.BytesIO(archive)).testzip() is None


def test_nothing_of_the_seed_is_told_before_the_draw(site: Site, desk: Desk) -> None:
    open_lottery(desk, "garden", 2)
    draw = desk.draws.get("garden")
    texts = [
        anybody(site).get("events/garden/draws").text,
        *(
            anybody(site).get(f"events/garden/draws/1/{name}").text
            for name in ("commitment.json", "entries.json", "draw.json", "files.zip")
        ),
    ]
    assert not any(draw.seed in text for text in texts)


def test_a_draw_is_steered_by_its_operators_alone(site: Site, desk: Desk) -> None:
    open_lottery(desk, "garden", 2)
    desk.events.close("garden")
    eve = anybody(site)
    sent = [
        eve.post("events/garden/draw/freeze"),
        eve.post("events/garden/draw", json={"public_value": NUMBERS}),
        eve.post("events/garden/draw/abandon", json={"reason": "because"}),
    ]
    assert {one.status_code for one in sent} <= {403, 404}
    assert desk.draws.get("garden").state == "COMMITTED"


def test_an_abandoned_draw_stays_visible(site: Site, desk: Desk) -> None:
    open_lottery(desk, "garden", 2)
    sent = olga(site).post("events/garden/draw/abandon", json={"reason": "the numbers leaked"})
    assert sent.status_code == 200
    found = [
        (one["attempt"], one["state"], one["abandoned_reason"])
        for one in anybody(site).get("events/garden/draws").json()
    ]
    assert found == [(1, "ABANDONED", "the numbers leaked"), (2, "COMMITTED", None)]


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("draw/freeze", None, 409),
        ("draw", {"public_value": NUMBERS}, 409),
        ("draw/abandon", {"reason": ""}, 422),
    ],
)
def test_what_is_not_possible_yet_is_told(
    site: Site, desk: Desk, path: str, body: dict[str, str] | None, status: int
) -> None:
    open_lottery(desk, "garden", 2)
    assert olga(site).post(f"events/garden/{path}", json=body).status_code == status


def test_draws_of_events_that_are_not_there_are_not_found(site: Site, desk: Desk) -> None:
    open_lottery(desk, "garden", 2)
    paths = ["events/nowhere/draws", "events/garden/draws/2/files.zip", "events/garden/draws/1/x"]
    assert [anybody(site).get(path).status_code for path in paths] == [404, 404, 404]
