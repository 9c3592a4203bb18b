"""The Atom feed and the sitemap, as XML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from tavola_systems.blog.models import Post

__all__ = ["to_atom", "to_sitemap"]

_ATOM: Final = "http://www.w3.org/2005/Atom"
_SITEMAP: Final = "http://www.sitemaps.org/schemas/sitemap/0.9"
# What XML 1.0 cannot hold at all, however it is escaped.
_NOT_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LONG_AGO: Final = datetime(1970, 1, 1, tzinfo=UTC)


def to_atom(title: str, base: str, posts: Sequence[Post], names: Mapping[str, str]) -> bytes:
    """Write a feed of posts, without their contents."""
    feed = Element("feed", xmlns=_ATOM)
    _add(feed, "title", title)
    _add(feed, "id", f"{base}/")
    SubElement(feed, "link", rel="self", href=f"{base}/feed.atom")
    SubElement(feed, "link", rel="alternate", type="text/html", href=f"{base}/")
    _add(feed, "updated", _moment(max((_changed(post) for post in posts), default=_LONG_AGO)))
    for post in posts:
        entry = SubElement(feed, "entry")
        address = f"{base}/posts/{post.post_id}"
        _add(entry, "title", post.title)
        _add(entry, "id", address)
        SubElement(entry, "link", href=address)
        _add(entry, "published", _moment(post.published_at or _LONG_AGO))
        _add(entry, "updated", _moment(_changed(post)))
        _add(SubElement(entry, "author"), "name", names.get(post.user_id, "unknown"))
        for tag in sorted(post.tag_names or ()):
            SubElement(entry, "category", term=_NOT_XML.sub("", tag))
        _add(entry, "summary", post.excerpt or "")
    return _written(feed)


def to_sitemap(base: str, posts: Iterable[Post]) -> bytes:
    """Write the addresses that search engines should know."""
    site = Element("urlset", xmlns=_SITEMAP)
    _add(SubElement(site, "url"), "loc", f"{base}/")
    for post in posts:
        url = SubElement(site, "url")
        _add(url, "loc", f"{base}/posts/{post.post_id}")
        _add(url, "lastmod", _moment(_changed(post)))
    return _written(site)


def _written(root: Element) -> bytes:
    return bytes(tostring(root, encoding="utf-8", xml_declaration=True))


def _add(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = _NOT_XML.sub("", text)


def _changed(post: Post) -> datetime:
    return post.modified_at


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
