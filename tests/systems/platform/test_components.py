"""The page of components shows all that there are."""

from __future__ import annotations

import re
from pathlib import Path

from tests.systems.site import Site

PAGES = Path(__file__).parents[3] / "src" / "tavola_systems" / "platform" / "pages"
# What only demonstrations or people who are signed in see, and how other pages are laid out.
ELSEWHERE = {"demo-bar", "link", "door", "narrow", "spread", "visually-hidden"}
# A form's hidden field, a part of fields, and a dialog with a form: `sample-dialog` stands for it.
NOT_SHOWN = {"csrf_field", "described", "ask"}


def test_every_class_of_the_stylesheet_is_shown(site: Site) -> None:
    sheet = (PAGES / "static" / "kit.css").read_text()
    classes = set(re.findall(r"^\.([a-z-]+)", sheet, re.M)) - ELSEWHERE
    shown = set(" ".join(re.findall(r'class="([^"]*)"', site.client().get("/style").text)).split())
    assert len(classes) > 20
    assert classes - shown == set()


def test_every_macro_is_used() -> None:
    macros = set(re.findall(r"macro (\w+)", (PAGES / "templates" / "macros.html").read_text()))
    used = set(re.findall(r"kit\.(\w+)", (PAGES / "templates" / "style.html").read_text()))
    assert len(macros) > 10
    assert macros - NOT_SHOWN - used == set()


def test_dialogs_and_toasts_are_shown(site: Site) -> None:
    page = site.client().get("/style").text
    assert '<dialog id="sample-dialog"' in page
    assert 'class="toast" role="status"' in page
