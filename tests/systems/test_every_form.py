"""Hostile strings in every form that an administrator finds by following a system's links."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tavola_systems.platform.demonstration import DEMO_PASSWORD
from tavola_systems.platform.running.seeding import seed
from tavola_systems.registry import load_systems
from tests.systems.browser.hostile import STRINGS
from tests.systems.site import Site, open_site

SYSTEMS = ("blog", "branding", "cms", "requests", "vote")
MOST_PAGES = 60
# Files and descriptions are no pages; other tests type into the forms of the door.
LEFT_OUT = re.compile(
    r"/(docs|api|sign-in|sign-out|static|account)\b|/draw/\d+/|\.(csv|zip|jsonl?|atom|xml|txt|blt)$"
)
# What one item is told from another by.
OWN = re.compile(r"[0-9A-HJKMNP-TV-Z]{26}|%[0-9A-F]{2}[^/]*|\b\d+\b|[0-9a-f-]{32,}")
# Browsers send U+FFFD for half a character.
SENT = [one.encode("utf-16", "surrogatepass").decode("utf-16", "replace") for one in STRINGS]
CHANGED = ["\u00b2", "9" * 5_000, "-1", "1.5", "nan", "\x00", "none of these"]
PAUSE = 20.0
"""Seconds between two requests, so that nobody is too fast."""
TYPED = {"text", "search", "email", "url", "tel", "number", "password", "date", "datetime-local"}


@dataclass
class Form:
    """A form as it stands on a page."""

    page: str
    method: str
    action: str
    kept: dict[str, str] = field(default_factory=dict[str, str])
    """What the page gives along."""
    typed: list[str] = field(default_factory=list[str])
    """The names of what people type."""

    @property
    def kind(self) -> tuple[str, ...]:
        """What tells it from other forms."""
        action = OWN.sub("*", self.action.partition("?")[0])
        return (self.method, action, *self.typed, *sorted(self.kept))


class Page(HTMLParser):
    """The links and forms of a page, and what of it would run."""

    def __init__(self, path: str, text: str) -> None:
        super().__init__()
        self.path = path
        self.links: list[str] = []
        self.forms: list[Form] = []
        self.running: list[str] = []
        self._form: Form | None = None
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._inside = tag if tag in ("script", "style") else ""
        self._find_running(tag, given)
        if tag == "a" and "download" not in given:
            self.links.append(given.get("href", ""))
        elif tag == "form":
            action = given.get("action") or self.path
            self._form = Form(self.path, given.get("method", "get").lower(), action)
            self.forms.append(self._form)
        elif self._form is not None and given.get("name"):
            self._enter(self._form, tag, given)

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""
        if tag == "form":
            self._form = None

    def handle_data(self, data: str) -> None:
        if self._inside and ("hit()" in data or "evil.example" in data):
            self.running.append(f"<{self._inside}> {data[:80]}")

    def _find_running(self, tag: str, given: dict[str, str]) -> None:
        for name, value in given.items():
            plain = re.sub(r"[\x00-\x20]", "", value).lower()
            calls = name.startswith("on") or name == "srcdoc"
            loads = name in ("href", "src", "action", "formaction", "data", "xlink:href")
            if calls or (loads and plain.startswith(("javascript:", "vbscript:", "data:text"))):
                self.running.append(f"<{tag} {name}={value[:80]}>")
            # A writer may link to where they like; nothing is loaded from there.
            is_elsewhere = re.match(r"(https?:)?//[^/]*evil\.example", plain) is not None
            if loads and tag != "a" and is_elsewhere and given.get("rel") != "canonical":
                self.running.append(f"<{tag} {name}={value[:80]}>")

    def _enter(self, form: Form, tag: str, given: dict[str, str]) -> None:
        kind = given.get("type", "text").lower() if tag == "input" else tag
        if kind == "textarea" or (tag == "input" and kind in TYPED):
            form.typed.append(given["name"])
        elif kind in ("hidden", "checkbox", "radio", "color") or (kind == "button"):
            form.kept.setdefault(given["name"], given.get("value", "on"))


def crawl(client: Any, system: str) -> tuple[list[str], list[Form]]:
    """Follow the links of a system; return its pages, and each kind of form once."""
    ahead, seen = [f"/{system}/"], {f"/{system}/"}
    forms: dict[tuple[str, ...], Form] = {}
    for path in ahead:
        answer = client.get(path)
        assert answer.status_code < 500, path
        if not answer.headers.get("content-type", "").startswith("text/html"):
            continue
        page = Page(str(answer.url).removeprefix(str(client.base_url).rstrip("/")), answer.text)
        for form in page.forms:
            # Who pauses all writes is told so by every other form.
            is_filled = form.typed or form.kept.keys() - {"_csrf"}
            if is_filled and not form.action.endswith("/pause"):
                forms.setdefault(form.kind, form)
        for link in page.links:
            kind = OWN.sub("*", link.partition("?")[0].partition("#")[0])
            is_new = kind not in seen and link.startswith(f"/{system}/")
            if is_new and not LEFT_OUT.search(link) and len(ahead) < MOST_PAGES:
                seen.add(kind)
                ahead.append(link)
    # Buttons last: what one of them does may end what another form needs.
    return ahead, sorted(forms.values(), key=lambda form: not form.typed)


def again(client: Any, form: Form) -> Form:
    """The same form, as the page shows it now; that of before if it does not any more."""
    answer = client.get(form.page)
    found = Page(form.page, answer.text).forms if answer.status_code == 200 else []
    return next((one for one in found if one.kind == form.kind), form)


def type_into(site: Site, client: Any, form: Form, numbers: range) -> list[str]:
    """Type every string into every field, each field another one at a time; return the faults."""
    faults: list[str] = []
    for number in numbers if form.typed else ():
        texts = {name: SENT[(number + place) % len(SENT)] for place, name in enumerate(form.typed)}
        site.clock.forward(PAUSE)
        given = {**form.kept, **texts}
        if form.method == "get":
            answer = client.get(form.action, params=given)
        else:
            answer = client.post(form.action, data=given)
        where = f"{form.method} {form.action} {SENT[number]!r}"
        if answer.status_code >= 500 or "/sign-in" in str(answer.url):
            faults.append(f"{where}: {answer.status_code} {answer.url}")
        elif answer.headers.get("content-type", "").startswith("text/html"):
            faults += [f"{where}: {one}" for one in Page(form.action, answer.text).running]
        if answer.status_code == 403:
            form = again(client, form)
    return faults


def sign_in(site: Site, system: str) -> Any:
    """A browser in which an administrator of the demonstration is signed in."""
    client, door = site.client(), f"/{system}/sign-in"
    answer = site.send(client, door, door, name="ada@example.com", password=DEMO_PASSWORD)
    assert answer.status_code == 200
    assert "/sign-in" not in str(answer.url)
    return client


def change_along(site: Site, client: Any, form: Form) -> list[str]:
    """Change what a page gives along, one at a time; return the faults."""
    faults: list[str] = []
    for name in sorted(form.kept.keys() - {"_csrf"}):
        for text in CHANGED:
            site.clock.forward(PAUSE)
            given = {**dict.fromkeys(form.typed, "x"), **form.kept, name: text}
            if form.method == "get":
                answer = client.get(form.action, params=given)
            else:
                answer = client.post(form.action, data=given)
            if answer.status_code >= 500 or "/sign-in" in str(answer.url):
                faults.append(f"{form.action} {name}={text[:20]!r}: {answer.status_code}")
    return faults


@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_that_is_typed_into_any_form_fails_or_runs(system: str, tmp_path: Path) -> None:
    store = str(tmp_path / "demo.db")
    first = open_site(load_systems([system]), store=store)
    seed(first.process, load_systems([system]))
    first.process.close()
    site = open_site(load_systems([system]), store=store)
    client = sign_in(site, system)

    pages, forms = crawl(client, system)
    faults: list[str] = []
    for form in forms:
        client = sign_in(site, system)  # sessions end
        faults += change_along(site, client, again(client, form))
        faults += type_into(site, client, again(client, form), range(len(SENT)))
    for path in pages:
        faults += [f"{path}: {one}" for one in Page(path, client.get(path).text).running]

    assert len(forms) > 3
    assert faults == []
    site.process.close()
