"""Hostile strings in every text field: Chromium reports that nothing ran and nobody was asked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.patience import PATIENCE_SECONDS
from tests.systems.browser.conftest import Visit
from tests.systems.browser.hostile import STRINGS

LUNA = "/branding/b/cafe-luna"
FORMS = [
    ("", "/blog/sign-in", "main form"),
    ("", "/blog/sign-up", "main form"),
    ("", "/blog/forgot", "main form"),
    ("", "/blog/search", "main form"),
    ("blog", "/blog/write", "form.writing"),
    ("blog", "/blog/people/*", "dialog form"),
    ("blog", "/blog/account", "form[action$=tokens]"),
    ("blog", "/blog/account", "form[action$=password]"),
    ("branding", "/branding/", "dialog form"),
    ("branding", f"{LUNA}/themes/3/edit", "form.theme-form"),
    ("branding", f"{LUNA}/assets", "form.upload"),
]
# Sends a form once for every string, in all its text fields, and lets Chromium parse each answer:
# whatever could run there, or would load from elsewhere, is reported.
SEND = """async ([selector, strings]) => {
    const form = document.querySelector(selector);
    const typed = "input:not([type=hidden], [type=checkbox], [type=file], [type=color]), textarea";
    const names = [...form.querySelectorAll(typed)].map((field) => field.name);
    const found = [];
    const look = (html, text) => {
        const page = new DOMParser().parseFromString(html, "text/html");
        for (const one of page.querySelectorAll("*")) {
            for (const { name, value } of one.attributes) {
                const leads = /^(href|src|action|data|srcdoc|formaction)$/.test(name);
                const away = leads && !/^(\\/(?!\\/)|#|[?])/.test(value) && value !== "";
                if (name.startsWith("on") || name === "style" || away) {
                    found.push(`${text}: ${one.outerHTML.slice(0, 200)}`);
                }
            }
            const inline = one.localName === "script" && !one.getAttribute("src");
            if (inline || ["style", "base", "object", "embed"].includes(one.localName)) {
                found.push(`${text}: ${one.outerHTML.slice(0, 200)}`);
            }
        }
    };
    for (const text of strings) {
        const body = new FormData(form);
        names.forEach((name) => body.set(name, text));
        const isGet = form.method === "get";
        const address = isGet ? `${form.action}?${new URLSearchParams(body)}` : form.action;
        const answer = await fetch(address, { method: form.method, body: isGet ? null : body });
        if (answer.status >= 500) found.push(`${text}: ${answer.status}`);
        look(await answer.text(), text);
    }
    return [names.length, found];
}"""


@pytest.fixture(scope="module", autouse=True)
def _signed_in(chromium: Browser, demonstration: str) -> None:
    """Sign in before the strings are tried at the door: from one address that has a limit."""
    with chromium.new_context() as context:
        visit = Visit(context, demonstration)
        visit.sign_in("blog", "ada@example.com")
        visit.sign_in("branding", "ada@example.com")


@pytest.fixture(name="visit")
def hunted(chromium: Browser, demonstration: str) -> Iterator[Visit]:
    """A visitor whose pages tell when something of a string runs."""
    with chromium.new_context() as context:
        context.set_default_timeout(PATIENCE_SECONDS * 1000)
        visit = Visit(context, demonstration)
        # A string that runs calls hit(), which says so in the console, where faults are seen.
        context.add_init_script("window.hit = () => console.error('hit')")
        yield visit


def send(visit: Visit, path: str, selector: str, strings: list[str]) -> list[str]:
    """Type strings into a form of a page; return what could run in the answers."""
    fields, found = visit.open(path).evaluate(SEND, [selector, strings])
    assert fields > 0
    return [str(one) for one in found]


def ran(visit: Visit) -> list[str]:
    """What ran or asked another host; a policy that has to say no is a fault as well."""
    return [one for one in visit.faults if "status of" not in one]


def test_there_are_enough_strings() -> None:
    assert len(set(STRINGS)) >= 100


@pytest.mark.parametrize(("system", "path", "selector"), FORMS)
def test_nothing_that_is_typed_into_a_form_runs(
    visit: Visit, system: str, path: str, selector: str
) -> None:
    if system:
        visit.sign_in(system, "ada@example.com")
    assert send(visit, path, selector, STRINGS) == []
    assert ran(visit) == []


def test_nothing_that_is_said_in_comments_runs(visit: Visit) -> None:
    visit.sign_in("blog", "ada@example.com")
    page = visit.open("/blog/")
    post = page.locator(".post-card a").first.get_attribute("href")
    assert post is not None
    whole = "\n".join(text.replace("A" * 5000, "A") for text in STRINGS)
    parts = [whole[start : start + 1900] for start in range(0, len(whole), 1900)]
    assert send(visit, post, "form[action$=comments]", parts) == []
    visit.open(post)
    visit.open("/blog/moderate")
    assert ran(visit) == []


SHOWN = [
    "/blog/",
    "/blog/mine",
    "/blog/moderate",
    "/blog/search?q=%3C",
    "/blog/feed.atom",
    "/branding/",
    f"{LUNA}/assets",
    f"{LUNA}/themes/3",
    f"{LUNA}/themes/3/edit",
]


@pytest.mark.parametrize("path", SHOWN)
def test_what_was_written_does_not_run_where_it_is_shown(visit: Visit, path: str) -> None:
    visit.sign_in("blog", "ada@example.com")
    visit.sign_in("branding", "ada@example.com")
    send(visit, "/blog/write", "form.writing", STRINGS[:30])
    send(visit, f"{LUNA}/themes/3/edit", "form.theme-form", STRINGS[:5])
    send(visit, "/branding/", "dialog form", STRINGS[:5])
    visit.open(path)
    assert ran(visit) == []
