"""The blog for people: what readers, writers and moderators do in a browser without scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

from tavola_systems.blog.models import Blog
from tavola_systems.blog.service import BlogService
from tavola_systems.blog.system import SYSTEM
from tests.systems.site import Site, open_site

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(name="site")
def opened() -> Iterator[Site]:
    site = open_site([SYSTEM])
    yield site
    site.process.close()


@pytest.fixture(name="ada")
def writer(site: Site) -> Any:
    return site.browser("ada@example.com", "blog", "writer")


@pytest.fixture(name="post")
def published(site: Site, ada: Any) -> str:
    """A published post's path."""
    return write(site, ada, "Hello <b>", "**Hi** <script>alert(1)</script>", "News, news ,Tea")


def write(site: Site, client: Any, title: str, content: str, tags: str = "", **more: str) -> str:
    sent = site.send(
        client, "/blog/write", "/blog/write", title=title, content=content, tags=tags, **more
    )
    assert sent.status_code == 200, sent.text
    path: str = sent.url.path
    return path


def test_a_published_post_is_read_by_everybody(site: Site, post: str) -> None:
    text = site.client().get(post).text
    assert "<strong>Hi</strong> &lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "Hello &lt;b&gt;" in text
    assert 'href="/blog/tags/tea"' in text


@pytest.mark.parametrize("page", ["/blog/", "/blog/tags/news", "/blog/search?q=hel"])
def test_a_published_post_is_found(site: Site, post: str, page: str) -> None:
    assert f'href="{post}"' in site.client().get(page).text


def test_a_list_reads_no_contents(site: Site, post: str) -> None:
    service = BlogService(site.process.application.services["blog"].table(Blog))
    whole = service.post(post.rpartition("/")[2]).post
    lists = (
        service.front_page(),
        service.search("hel"),
        service.posts_tagged("news"),
        service.posts_of(whole.user_id),
    )
    assert [[hasattr(one, "content") for one in page] for page in lists] == [[False]] * 4


def test_an_author_has_a_page(site: Site, post: str) -> None:
    reader = site.client()
    author = re.search(r'href="(/blog/authors/\w+)"', reader.get(post).text)
    assert author is not None
    assert f'href="{post}"' in reader.get(author[1]).text


def test_pages_lead_on_and_back(site: Site, ada: Any) -> None:
    for number in range(12):
        write(site, ada, f"Post {number}", "…")
    reader = site.client()
    first = reader.get("/blog/").text
    older = re.search(r'rel="next" href="([^"]+)"', first)
    assert older is not None
    second = reader.get(older[1].replace("&amp;", "&")).text
    newer = re.search(r'rel="prev" href="([^"]+)"', second)
    assert newer is not None
    assert "Post 0" in second
    assert "Post 11" in reader.get(newer[1].replace("&amp;", "&")).text


def test_who_has_a_page_gets_nothing_again(site: Site, post: str) -> None:
    reader = site.client()
    tag = reader.get(post).headers["etag"]
    again = reader.get(post, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")


def test_a_reader_gets_no_cookie(site: Site, post: str) -> None:
    assert "set-cookie" not in site.client().get(post).headers


def test_the_feed_names_the_posts(site: Site, post: str) -> None:
    answer = site.client().get("/blog/feed.atom")
    feed = ElementTree.fromstring(answer.content)
    [entry] = feed.findall(f"{ATOM}entry")
    assert answer.headers["content-type"].startswith("application/atom+xml")
    assert entry.findtext(f"{ATOM}title") == "Hello <b>"
    assert entry.findtext(f"{ATOM}id") == f"http://testserver{post}"


def test_the_sitemap_names_the_posts(site: Site, post: str) -> None:
    text = site.client().get("/blog/sitemap.xml").text
    assert f"<loc>http://testserver{post}</loc>" in text


def test_a_draft_is_shown_to_its_author_alone(site: Site, ada: Any) -> None:
    draft = write(site, ada, "Soon", "…", action="draft")
    assert ada.get(draft).status_code == 200
    assert site.client().get(draft).status_code == 404
    assert site.browser("bob@example.com", "blog", "writer").get(draft).status_code == 404
    assert "Soon" not in site.client().get("/blog/").text


def test_a_title_that_is_missing_is_told_beside_the_field(site: Site, ada: Any) -> None:
    sent = site.send(ada, "/blog/write", "/blog/write", title=" ", content="kept", tags="")
    assert sent.status_code == 422
    assert 'aria-describedby="e-title"' in sent.text
    assert ">kept</textarea>" in sent.text


def test_an_edit_is_saved(site: Site, ada: Any, post: str) -> None:
    edit(site, ada, post, "Hello again")
    assert "Hello again" in site.client().get(post).text


def edit(site: Site, client: Any, post: str, title: str, version: str | None = None) -> Any:
    page = client.get(f"{post}/edit").text
    found = re.search(r'name="version" value="([^"]+)"', page)
    assert found is not None
    fields = {"title": title, "content": "mine", "tags": "", "version": version or found[1]}
    return site.send(client, f"{post}/edit", f"{post}/edit", **fields)


def test_a_conflict_shows_both_texts_and_loses_none(site: Site, ada: Any, post: str) -> None:
    moderator = site.browser("mod@example.com", "blog", "moderator")
    page = ada.get(f"{post}/edit").text
    found = re.search(r'name="version" value="([^"]+)"', page)
    assert found is not None
    edit(site, moderator, post, "Theirs")
    sent = edit(site, ada, post, "Mine", version=found[1])
    assert (sent.status_code, "Theirs" in sent.text, 'value="Mine"' in sent.text) == (
        409,
        True,
        True,
    )
    assert "Theirs" in site.client().get(post).text


def test_a_preview_is_rendered_by_the_server(site: Site, ada: Any) -> None:
    sent = site.send(ada, "/blog/write", "/blog/preview", content="*x* <img src=x onerror=y>")
    assert sent.text == "<p><em>x</em> &lt;img src=x onerror=y&gt;</p>\n"


def test_a_reader_comments_and_takes_it_back(site: Site, post: str) -> None:
    eve = site.browser("eve@example.com", "blog")
    said = site.send(eve, post, f"{post}/comments", text="Nice <i>one</i>")
    assert "Nice &lt;i&gt;one&lt;/i&gt;" in said.text
    path = re.search(rf'action="({post}/comments/\w+/delete)"', said.text)
    assert path is not None
    gone = site.send(eve, post, path[1])
    assert "Nice" not in gone.text


def test_an_empty_comment_is_told(site: Site, post: str) -> None:
    eve = site.browser("eve@example.com", "blog")
    assert site.send(eve, post, f"{post}/comments", text="  ").status_code == 422


def test_moderators_see_new_comments_until_they_decide(site: Site, post: str) -> None:
    eve = site.browser("eve@example.com", "blog")
    site.send(eve, post, f"{post}/comments", text="first")
    site.send(eve, post, f"{post}/comments", text="second")
    moderator = site.browser("mod@example.com", "blog", "moderator")
    desk = moderator.get("/blog/moderate").text
    assert f'<a href="{post}#comments">the post</a>' not in desk
    assert desk.count(f'<a href="{post}#comments">') == 2
    keep, remove = (
        re.findall(rf'action="(/blog/moderate/[^"]+/{verb})"', desk) for verb in ("keep", "remove")
    )
    site.send(moderator, "/blog/moderate", keep[0])
    after = site.send(moderator, "/blog/moderate", remove[1])
    assert "All seen" in after.text
    shown = site.client().get(post).text
    assert ("second" in shown, "first" in shown) == (True, False)


def test_a_deleted_post_is_gone(site: Site, ada: Any, post: str) -> None:
    site.send(ada, post, f"{post}/delete")
    assert site.client().get(post).status_code == 404
