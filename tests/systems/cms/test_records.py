"""Contexts, signals, resources, media and consents: what editors keep, and what visitors allow."""

from __future__ import annotations

import io
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from tavola.errors import ItemMissing, OperationError
from tavola_systems.cms.services.consents import Consents, visitor_or_new
from tavola_systems.cms.services.contexts import Contexts
from tavola_systems.cms.services.leads import Leads
from tavola_systems.cms.services.media import MediaLibrary
from tavola_systems.cms.services.resources import LINK_SECONDS, Resources
from tavola_systems.cms.services.signals import Signals
from tavola_systems.platform.upload_storage import ContentMissing
from tests.systems.cms.conftest import CmsSite

VISITOR = "visitor-0123456789abcdef"


def picture(width: int = 2000, height: int = 1000, form: str = "JPEG") -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (width, height), "red").save(written, form)
    return written.getvalue()


def library(luna: CmsSite) -> MediaLibrary:
    return MediaLibrary(luna.scope, luna.site.process.shared.storage)


def resources(luna: CmsSite) -> Resources:
    shared = luna.site.process.shared
    return Resources(luna.scope, shared.storage, shared.keys)


def size_of(content: bytes) -> Any:
    return Image.open(io.BytesIO(content)).size


def test_an_image_is_kept_in_three_widths_besides_its_own(luna: CmsSite) -> None:
    media = library(luna)
    asset = media.upload("C:\\photos\\sea.jpg", picture(), alt=" The  sea ")
    sizes = [
        size_of(media.file(asset.asset_id, width).content)[0]
        for width in ("480", "960", "1600", "original")
    ]
    assert (asset.title, asset.alt, asset.width, asset.height) == ("sea.jpg", "The sea", 2000, 1000)
    assert sizes == [480, 960, 1600, 2000]


def test_a_small_image_and_a_drawing_are_served_as_they_are(luna: CmsSite) -> None:
    media = library(luna)
    small = media.upload("a.png", picture(100, 50, "PNG"))
    drawn = media.upload("b.svg", b'<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>')
    assert size_of(media.file(small.asset_id, "480").content) == (100, 50)
    assert media.file(drawn.asset_id, "960").media_type == "image/svg+xml"


def test_a_width_that_nobody_makes_is_missing(luna: CmsSite) -> None:
    media = library(luna)
    asset = media.upload("a.png", picture(10, 10, "PNG"))
    with pytest.raises(ContentMissing):
        media.file(asset.asset_id, "481")


def test_a_deleted_image_leaves_no_bytes(luna: CmsSite) -> None:
    media = library(luna)
    asset = media.upload("sea.jpg", picture())
    media.delete(asset.asset_id)
    storage = luna.site.process.shared.storage
    for uri in (asset.files or {}).values():
        with pytest.raises(ContentMissing):
            storage.get(uri)
    assert media.page().items == []


def test_a_refused_upload_leaves_nothing(luna: CmsSite) -> None:
    with pytest.raises(OperationError, match="alt: it has 301"):
        library(luna).upload("sea.jpg", picture(10, 10), alt="x" * 301)
    with pytest.raises(OperationError, match="is not an image"):
        library(luna).upload("sea.jpg", b"<html>")
    assert library(luna).page().items == []


def test_what_an_image_shows_can_be_said_later(luna: CmsSite) -> None:
    media = library(luna)
    asset = media.upload("sea.jpg", picture(10, 10))
    media.describe(asset.asset_id, title="The sea", alt="Waves at dusk")
    assert [(one.title, one.alt) for one in media.page()] == [("The sea", "Waves at dusk")]


def test_signals_are_listed_by_pain_and_then_by_date(luna: CmsSite) -> None:
    signals = Signals(luna.scope)
    for title, pain in (("a", 2), ("b", 10), ("c", 9), ("d", 10)):
        signals.create(title=title, pain_score=pain)
    assert [one.title for one in signals.page()] == ["d", "b", "c", "a"]
    last = signals.page().items[-1]
    signals.update(last.signal_id, title="a", pain_score=10, status="used")
    assert [one.title for one in signals.page()] == ["a", "d", "b", "c"]


@pytest.mark.parametrize("pain", [0, 11, -1])
def test_a_pain_score_is_one_to_ten(luna: CmsSite, pain: int) -> None:
    with pytest.raises(OperationError, match="pain_score: "):
        Signals(luna.scope).create(title="x", pain_score=pain)


@pytest.mark.parametrize("url", ["javascript:alert(1)", "ftp://x", "x", "https:// x"])
def test_a_signal_links_to_web_addresses_only(luna: CmsSite, url: str) -> None:
    with pytest.raises(OperationError, match="url: "):
        Signals(luna.scope).create(title="x", pain_score=1, url=url)


def test_a_signal_that_is_gone_is_not_updated_into_being(luna: CmsSite) -> None:
    signals = Signals(luna.scope)
    made = signals.create(title="x", pain_score=1)
    signals.delete(made.signal_id)
    with pytest.raises(ItemMissing):
        signals.update(made.signal_id, title="x", pain_score=1)


def test_a_context_is_written_changed_and_removed(luna: CmsSite) -> None:
    contexts = Contexts(luna.scope)
    made = contexts.create(title="Voice", kind="style", body="Plain words.")
    contexts.update(made.context_id, title="Our voice", body="Plainer words.")
    found = contexts.get(made.context_id)
    assert (found.title, found.kind, found.body) == ("Our voice", None, "Plainer words.")
    contexts.delete(made.context_id)
    assert contexts.page().items == []


def test_a_gated_file_opens_for_fifteen_minutes_for_who_left_an_address(luna: CmsSite) -> None:
    kept = resources(luna)
    made = kept.create(title="Guide", file_name="guide.pdf", content=b"%PDF")
    key = kept.ask(made.resource_id, "Bea@example.com", name="Bea")
    lead = Leads(luna.scope).get("bea@example.com")
    assert kept.download(made.resource_id, key).content == b"%PDF"
    assert (lead.source, lead.data) == ("resource Guide", {"resource": "Guide"})
    luna.site.clock.forward(LINK_SECONDS)
    with pytest.raises(ItemMissing, match="too old"):
        kept.download(made.resource_id, key)


def test_a_link_opens_one_file_of_one_site_and_ends_with_its_lead(luna: CmsSite) -> None:
    kept = resources(luna)
    guide = kept.create(title="Guide", file_name="guide.pdf", content=b"%PDF")
    other = kept.create(title="Other", file_name="other.pdf", content=b"%PDF")
    key = kept.ask(guide.resource_id, "bea@example.com")
    forged = f"{key[:-1]}{'0' if key[-1] != '0' else '1'}"
    for resource, wrong in ((other, key), (guide, forged), (guide, ""), (guide, "é.x")):
        with pytest.raises(ItemMissing, match="too old, or not whole"):
            kept.download(resource.resource_id, wrong)
    Leads(luna.scope).delete("bea@example.com")
    with pytest.raises(ItemMissing):
        kept.download(guide.resource_id, key)


def test_a_free_file_asks_for_nothing(luna: CmsSite) -> None:
    kept = resources(luna)
    made = kept.create(title="Guide", file_name="guide.txt", content=b"x", is_gated=False)
    assert kept.download(made.resource_id).media_type == "text/plain"


@pytest.mark.parametrize("name", ["a.html", "a.svg", "a.exe", "a", "pdf.js"])
def test_a_kind_of_file_that_may_run_is_refused(luna: CmsSite, name: str) -> None:
    with pytest.raises(OperationError, match="file: "):
        resources(luna).create(title="x", file_name=name, content=b"x")


def test_the_latest_answer_holds_and_earlier_ones_stay(luna: CmsSite) -> None:
    consents = Consents(luna.scope)
    assert consents.latest(VISITOR) is None
    consents.record(VISITOR, "all")
    assert consents.allows_all(VISITOR)
    consents.record(VISITOR, "denied")
    assert not consents.allows_all(VISITOR)
    assert [one.choice for one in consents.of(VISITOR)] == ["denied", "all"]


def test_a_visitor_s_clock_orders_nothing_and_one_millisecond_holds_two_answers(
    luna: CmsSite,
) -> None:
    still = replace(luna.scope, clock=lambda: 1_900_000_000.0)
    for _ in range(2):
        Consents(still).record(VISITOR, "necessary")
    assert len(list(Consents(still).of(VISITOR))) == 2


def test_an_id_that_a_visitor_made_up_is_replaced(luna: CmsSite) -> None:
    assert visitor_or_new(VISITOR) == VISITOR
    made = {visitor_or_new(None), visitor_or_new("short"), visitor_or_new("x" * 61)}
    assert len(made) == 3
    with pytest.raises(OperationError, match="visitor_id: "):
        Consents(luna.scope).record("a#b", "all")
    with pytest.raises(OperationError, match="choice: "):
        Consents(luna.scope).record(VISITOR, "maybe")
