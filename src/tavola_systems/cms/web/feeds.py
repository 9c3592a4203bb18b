"""The Atom feed and the sitemap of a site, as XML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final
from xml.etree.ElementTree import Element, SubElement, tostring

__all__ = ["to_atom", "to_sitemap", "to_sitemap_index"]

_ATOM: Final = "http://www.w3.org/2005/Atom"
_SITEMAP: Final = "http://www.sitemaps.org/schemas/sitemap/0.9"
# What XML 1.0 cannot hold at all, however it is escaped.
_NOT_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LONG_AGO: Final = datetime(1970, 1, 1, tzinfo=UTC)


def to_atom(title: str, base: str, pages: Sequence[Any]) -> bytes:
    """Write a feed of page summaries, the latest change first."""
    feed = Element("feed", xmlns=_ATOM)
    _add(feed, "title", title)
    _add(feed, "id", f"{base}/")
    SubElement(feed, "link", rel="self", href=f"{base}/feed.xml")
    SubElement(feed, "link", rel="alternate", type="text/html", href=f"{base}/")
    _add(feed, "updated", _moment(pages[0].updated_at if pages else _LONG_AGO))
    for page in pages:
        entry = SubElement(feed, "entry")
        _add(entry, "title", page.title)
        _add(entry, "id", f"{base}{page.slug}")
        SubElement(entry, "link", href=f"{base}{page.slug}")
        _add(entry, "updated", _moment(page.updated_at))
        _add(SubElement(entry, "author"), "name", title)
    return _written(feed)


def to_sitemap(base: str, pages: Sequence[Any]) -> bytes:
    """Write the addresses that search engines should know."""
    site = Element("urlset", xmlns=_SITEMAP)
    for page in pages:
        url = SubElement(site, "url")
        _add(url, "loc", f"{base}{page.slug}")
        _add(url, "lastmod", _moment(page.updated_at))
    return _written(site)


def to_sitemap_index(base: str, parts: int) -> bytes:
    """Write where the lists of a large site are."""
    index = Element("sitemapindex", xmlns=_SITEMAP)
    for number in range(1, parts + 1):
        _add(SubElement(index, "sitemap"), "loc", f"{base}/sitemap/{number}.xml")
    return _written(index)


def _written(root: Element) -> bytes:
    return bytes(tostring(root, encoding="utf-8", xml_declaration=True))


def _add(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = _NOT_XML.sub("", text)


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
