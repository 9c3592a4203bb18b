"""Many publishers and readers at once: one winner for each step, and nothing half done is seen."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from tavola.patterns.published import Stale
from tavola_systems.branding.asset_service import AssetInUse, AssetService
from tavola_systems.branding.service import AssetsMissing, BrandingService

PUBLISHERS = 50


def wins(action: Callable[[], object]) -> bool:
    """Say whether a publication went through; another published version is the only other way."""
    try:
        action()
    except Stale:
        return False
    return True


def race(service: BrandingService, business: str, expected: int | None, first: int) -> list[int]:
    """Let everybody publish a draft of their own at once; return the versions that won."""
    barrier = Barrier(PUBLISHERS)

    def publish(version: int) -> bool:
        barrier.wait()
        return wins(lambda: service.publish(business, version, expected=expected, by=f"u{version}"))

    versions = range(first, first + PUBLISHERS)
    with ThreadPoolExecutor(PUBLISHERS) as pool:
        won = list(pool.map(publish, versions))
    return [version for version, is_won in zip(versions, won, strict=True) if is_won]


def race_in_steps(service: BrandingService, business: str, steps: int) -> list[list[int]]:
    """Let everybody publish in place of the last winner, again and again."""
    winners: list[list[int]] = []
    for step in range(steps):
        expected = winners[-1][0] if winners else None
        winners.append(race(service, business, expected, 1 + step * PUBLISHERS))
    return winners


def test_of_fifty_publishers_one_wins_each_step(service: BrandingService, business: str) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(service.create_draft, [business] * 3 * PUBLISHERS))
    first, second, third = race_in_steps(service, business, 3)
    assert [len(first), len(second), len(third)] == [1, 1, 1]
    themes = service.themes(business, limit=200)
    assert [theme.version for theme in themes if theme.status == "published"] == third
    assert [entry.version for entry in service.history(business)] == third + second + first
    assert service.published(business).theme.published_by == f"u{third[0]}"


def test_of_fifty_who_publish_or_roll_back_one_wins(
    service: BrandingService, business: str
) -> None:
    service.create_draft(business)
    service.create_draft(business)
    service.publish(business, 1, expected=None, by="ada")
    service.publish(business, 2, expected=1, by="ada")
    service.create_draft(business)
    barrier = Barrier(PUBLISHERS)

    def switch(number: int) -> bool:
        barrier.wait()
        if number % 2:
            return wins(lambda: service.publish(business, 3, expected=2, by="bob"))
        return wins(lambda: service.rollback(business, 1, expected=2, by="eve"))

    with ThreadPoolExecutor(PUBLISHERS) as pool:
        won = list(pool.map(switch, range(PUBLISHERS)))
    assert won.count(True) == 1
    assert [entry.sequence for entry in service.history(business)] == [3, 2, 1]


def test_readers_never_see_a_publication_in_part(service: BrandingService, business: str) -> None:
    service.create_draft(business, {"note": "v1"})
    service.publish(business, 1, expected=None, by="u1")
    is_over = Event()

    def read(known: int | None) -> list[tuple[int, str, str | None, str]]:
        seen: list[tuple[int, str, str | None, str]] = []
        while not is_over.is_set():
            theme = service.published(business, known=known).theme
            seen.append((theme.version, theme.status, theme.published_by, theme.metadata["note"]))
            known = theme.version if known is not None else None
        return seen

    def write() -> None:
        try:
            for version in range(2, 22):
                service.create_draft(business, {"note": "early"})
                service.edit_draft(business, version, revision=1, metadata={"note": f"v{version}"})
                service.publish(business, version, expected=version - 1, by=f"u{version}")
        finally:
            is_over.set()

    with ThreadPoolExecutor(4) as pool:
        readers = [pool.submit(read, known) for known in (None, 1, 1)]
        pool.submit(write).result()
        seen = [one for reader in readers for one in reader.result()]
    whole = {(n, "published", f"u{n}", f"v{n}") for n in range(1, 22)}
    assert seen
    assert set(seen) <= whole


def test_a_reader_who_knows_the_next_version_sees_it_as_it_was_published(
    service: BrandingService, business: str
) -> None:
    service.create_draft(business, {"note": "v1"})
    service.publish(business, 1, expected=None, by="u1")
    is_over = Event()

    def write() -> None:
        try:
            for version in range(2, 22):
                service.create_draft(business, {"note": "early"})
                service.edit_draft(business, version, revision=1, metadata={"note": "late"})
                service.publish(business, version, expected=version - 1, by="ada")
        finally:
            is_over.set()

    def read() -> set[str]:
        seen: set[str] = set()
        known = 2
        while not is_over.is_set():
            theme = service.published(business, known=known).theme
            seen.add(theme.metadata["note"])
            known = theme.version + 1
        return seen

    with ThreadPoolExecutor(2) as pool:
        reader = pool.submit(read)
        pool.submit(write).result()
        assert reader.result() <= {"v1", "late"}


@pytest.mark.parametrize("attempt", range(5))
def test_an_asset_is_deleted_or_published_but_never_both(
    service: BrandingService, assets: AssetService, business: str, png: bytes, attempt: int
) -> None:
    logo = f"logo-{attempt}-{business}"
    assets.upload(business, logo, "logo", png)
    service.create_draft(business, assets=[logo])
    barrier = Barrier(2)

    def publish() -> bool:
        barrier.wait()
        try:
            service.publish(business, 1, expected=None, by="ada")
        except AssetsMissing:
            return False
        return True

    def delete() -> bool:
        barrier.wait()
        try:
            assets.delete(logo)
        except AssetInUse:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        outcomes = [pool.submit(publish), pool.submit(delete)]
        assert sum(outcome.result() for outcome in outcomes) == 1
