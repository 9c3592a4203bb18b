"""The kit that pages are made with: templates in the system's frame, redirects with a message."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlsplit

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from msgspec import Struct
from starlette.background import BackgroundTask

from tavola_systems.platform.access.identity import EVERYWHERE, Identity
from tavola_systems.platform.demonstration import DemoPerson
from tavola_systems.platform.http.etags import matches, not_modified, tag_of, validators
from tavola_systems.platform.http.guard import RequestGuard
from tavola_systems.platform.http.problems import Problem
from tavola_systems.platform.keys import SigningKeys
from tavola_systems.platform.pages.assets import StaticFiles
from tavola_systems.platform.pages.times import show_time, write_local, zone_named, zone_names

__all__ = ["Frame", "NavItem", "Pages", "local_path"]

TEMPLATES: Final = Path(__file__).parent / "templates"
_TOAST: Final = "tavola-toast"
_ZONE: Final = "tavola-zone"


class NavItem(Struct, frozen=True):
    """A link in the head of a system's pages."""

    label: str
    path: str
    role: str | None = None
    """Who sees it; None for everybody."""


class Frame(Struct, frozen=True):
    """What the frame around a system's pages says."""

    system: str
    title: str
    navigation: Sequence[NavItem] = ()
    demo_people: Sequence[DemoPerson] | None = None
    """The accounts that everybody knows; None in a store of real people."""
    demo_password: str = ""
    has_sign_up: bool = False
    admin_role: str | None = None
    finish: str = ""
    """The route that finishes the demonstration's task."""
    see: tuple[str, str] = ("", "")
    """Where the end of that task is seen: the words of a link, and an address."""
    signs_in_by: str = "Address"
    """What people give to sign in, as the form asks for it."""


class Pages:
    """Renders the pages of one system."""

    def __init__(
        self,
        frame: Frame,
        *,
        guard: RequestGuard,
        keys: SigningKeys,
        static: StaticFiles,
        folder: Path | None = None,
        is_https: bool = False,
    ) -> None:
        self.frame = frame
        self._guard = guard
        self._keys = keys
        self._is_https = is_https
        folders = [str(one) for one in (folder, TEMPLATES) if one is not None]
        self._templates = Environment(
            loader=FileSystemLoader(folders),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._globals: dict[str, Any] = {"static": static.address, "zones": zone_names}

    def add_filter(self, name: str, function: Any) -> None:
        """Give the templates a filter of the system's own."""
        self._templates.filters[name] = function

    def render(
        self, request: Request, template: str, *, status: int = 200, **context: Any
    ) -> HTMLResponse:
        """Render a template in the system's frame."""
        token = _FormToken(self._guard, request)
        toast = self._toast_of(request)
        frame = self._frame_context(request)
        everything = {**self._globals, **frame, "csrf": token, "toast": toast, **context}
        body = self._templates.get_template(template).render(everything)
        response = HTMLResponse(body, status)
        if token.new_cookie is not None:
            self._set_cookie(response, self._guard.form_cookie, token.new_cookie)
        if toast is not None:
            response.delete_cookie(_TOAST)
        return response

    def fragment(self, template: str, **context: Any) -> Markup:
        """Render a part of a page, outside any frame: what it is given is all that it knows."""
        text = self._templates.get_template(template).render({**self._globals, **context})
        return Markup(text)  # noqa: S704 - the templates escape what they are given

    def render_public(self, request: Request, template: str, **context: Any) -> Response:
        """Render a page that readers may keep and ask for again with its ETag."""
        response = self.render(request, template, **context)
        if "set-cookie" in response.headers or request.state.identity is not None:
            return response
        tag = tag_of(bytes(response.body))
        headers = {**validators(tag), "Vary": "Cookie"}
        if matches(request.headers.get("if-none-match"), tag):
            return not_modified(headers)
        response.headers.update(headers)
        return response

    def _frame_context(self, request: Request) -> dict[str, Any]:
        identity: Identity | None = getattr(request.state, "identity", None)
        zone = zone_named(request.cookies.get(_ZONE))
        path = request.url.path

        def may(role: str, scope: str = EVERYWHERE) -> bool:
            return self._guard.rules.may(identity, role, scope)

        def time(moment: datetime | None) -> Markup:
            return show_time(moment, zone)

        def day(moment: datetime | None) -> Markup:
            return show_time(moment, zone, is_day_only=True)

        def local(moment: datetime | None) -> str:
            return write_local(moment, zone)

        return {
            "frame": self.frame,
            "root": f"/{self.frame.system}",
            "path": path,
            "next": quote(path, safe="/"),
            "identity": identity,
            "happened": getattr(request.state, "happened", None),
            "may": may,
            "time": time,
            "day": day,
            "local": local,
            "zone": str(getattr(zone, "key", "UTC")),
            "error": None,
            "errors": {},
            "values": {},
        }

    def problem(self, request: Request, problem: Problem) -> Response:
        """Show a refusal as a page."""
        response = self.render(request, "problem.html", status=problem.status, problem=problem)
        response.headers.update(problem.headers)
        return response

    def redirect(
        self,
        to: str,
        *,
        toast: str | None = None,
        task: BackgroundTask | None = None,
    ) -> RedirectResponse:
        """Lead a browser on after a POST; `to` is within the system, `toast` is shown there."""
        response = RedirectResponse(f"/{self.frame.system}{to}", 303, background=task)
        if toast is not None:
            text = base64.urlsafe_b64encode(toast.encode()).decode()
            signed = f"{text}.{self._keys.sign('toast', text)}"
            response.set_cookie(
                _TOAST, signed, max_age=60, httponly=True, samesite="lax", secure=self._is_https
            )
        return response

    def sign_in_first(self, request: Request) -> RedirectResponse:
        """Lead a visitor to the sign-in page, and back afterwards."""
        to = quote(request.url.path, safe="/") if request.method == "GET" else ""
        return RedirectResponse(f"/{self.frame.system}/sign-in?next={to}", 303)

    def set_session(self, response: Response, secret: str) -> None:
        """Give a browser its session."""
        self._set_cookie(response, self._guard.cookie, secret)

    def end_session(self, response: Response) -> None:
        """Take a browser's session back."""
        response.delete_cookie(
            self._guard.cookie, httponly=True, samesite="lax", secure=self._is_https
        )

    def _set_cookie(self, response: Response, name: str, value: str) -> None:
        response.set_cookie(
            name, value, httponly=True, samesite="lax", secure=self._is_https, path="/"
        )

    def _toast_of(self, request: Request) -> str | None:
        text, _, signature = request.cookies.get(_TOAST, "").partition(".")
        if not text or not self._keys.verify("toast", text, signature):
            return None
        return base64.urlsafe_b64decode(text).decode()


class _FormToken:
    """The token of a page's forms, made when the template writes it: most readers need none."""

    def __init__(self, guard: RequestGuard, request: Request) -> None:
        self._guard = guard
        self._request = request
        self._text: str | None = None
        self.new_cookie: str | None = None

    def __str__(self) -> str:
        if self._text is None:
            self._text, self.new_cookie = self._guard.form_token(self._request)
        return self._text


def local_path(text: str, default: str) -> str:
    """Return where to go next, if that is a path of ours and nothing that leads elsewhere."""
    parts = urlsplit(text)
    is_local = text.startswith("/") and not text.startswith("//") and "\\" not in text
    if not is_local or parts.scheme or parts.netloc or not text.isprintable():
        return default
    return text


def field_values(*sources: Mapping[str, Any]) -> dict[str, str]:
    """Join what a form shows: what was sent wins over what is stored."""
    joined: dict[str, str] = {}
    for source in sources:
        joined |= {name: str(value) for name, value in source.items() if value is not None}
    return joined
