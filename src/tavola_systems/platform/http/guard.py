"""The guard: who makes a request, may they, and did their browser mean it.

It is a dependency of every route of every system, so that no route can forget it. Pages are
authorised by cookies and their forms by a token; the API by bearer tokens only.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncGenerator, Callable, Mapping
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

from fastapi import Depends, Request
from fastapi.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile

from tavola_systems.platform.access.access_tokens import AccessTokens
from tavola_systems.platform.access.browser_sessions import Sessions
from tavola_systems.platform.access.identity import Accounts, Identity
from tavola_systems.platform.access.permissions import AccessRules
from tavola_systems.platform.http.problems import NotFound, Refused, SignInNeeded
from tavola_systems.platform.keys import SigningKeys

__all__ = [
    "Caller",
    "Form",
    "RequestGuard",
    "SentForm",
    "Visitor",
    "form_cookie",
    "is_api",
    "session_cookie",
]

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
# A ballot has two fields for each of up to 500 candidates.
_MAX_FIELDS: Final = 1_100
_MAX_FILES: Final = 4
_MAX_PART_BYTES: Final = 1024 * 1024


def session_cookie(system: str, *, is_https: bool) -> str:
    """Return the name of a system's session cookie; under https no other host can set it."""
    return f"__Host-tavola-{system}" if is_https else f"tavola-{system}"


def form_cookie(*, is_https: bool) -> str:
    """Return the name of the cookie that binds forms of visitors who are not signed in."""
    return "__Host-tavola-form" if is_https else "tavola-form"


def is_api(request: Request) -> bool:
    """Whether a request is a program's."""
    scope = request.scope
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", "")).startswith("/api/")


class Form:
    """What a browser sent."""

    def __init__(self, data: FormData) -> None:
        self._data = data

    def text(self, name: str, default: str = "") -> str:
        """Return a field's text; line ends are single."""
        value = self._data.get(name)
        return value.replace("\r\n", "\n") if isinstance(value, str) else default

    def number(self, name: str) -> int | None:
        """Return a field's whole number of at most nine digits; None if it is not one."""
        text = self.text(name).strip()
        return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None

    def texts(self, name: str) -> list[str]:
        """Return all values of a field that may be there several times."""
        return [value for value in self._data.getlist(name) if isinstance(value, str)]

    def file(self, name: str) -> UploadFile | None:
        """Return an uploaded file, if one was chosen."""
        value = self._data.get(name)
        return value if isinstance(value, UploadFile) and value.filename else None

    async def close(self) -> None:
        """Let go of uploaded files."""
        await self._data.close()

    def values(self) -> Mapping[str, str]:
        """Return all texts by name, to show a form again as it was sent."""
        return {name: value for name, value in self._data.items() if isinstance(value, str)}


class RequestGuard:
    """Asks every request of one system."""

    def __init__(
        self,
        system: str,
        *,
        rules: AccessRules,
        accounts: Accounts,
        sessions: Sessions,
        tokens: AccessTokens,
        keys: SigningKeys,
        base_url: str,
        is_near: bool = False,
    ) -> None:
        """`is_near` says that tokens and accounts are read inside this process, by key."""
        self.system = system
        self.rules = rules
        self._accounts = accounts
        self._sessions = sessions
        self._tokens = tokens
        self._keys = keys
        self._is_near = is_near
        self._origin = "{0.scheme}://{0.netloc}".format(urlsplit(base_url))
        self._is_https = base_url.startswith("https://")
        self.cookie = session_cookie(system, is_https=self._is_https)
        self.form_cookie = form_cookie(is_https=self._is_https)

    def dependency(self) -> Callable[[Request], AsyncGenerator[None]]:
        """Return the dependency that each route has; it closes uploaded files at the end."""

        async def guard(request: Request) -> AsyncGenerator[None]:
            try:
                await self.admit(request)
                yield
            finally:
                form: Form | None = getattr(request.state, "form", None)
                if form is not None:
                    await form.close()

        return guard

    async def admit(self, request: Request) -> None:
        """Let a request in, or raise what it is told."""
        route = f"{request.method} {request.scope['route'].path}"
        identity = await self.identify(request)
        decision = self.rules.decide(route, identity, request.path_params, request.headers)
        if decision == "sign in":
            raise SignInNeeded
        if decision == "name scope":
            header = self.rules.needs[route].header
            raise Refused(400, f"The header {header} is missing. Say in it where you act.")
        if decision == "hide":
            raise NotFound
        if decision == "forbid":
            raise Refused(403, "Your role does not allow this. Ask an administrator for more.")
        if request.method not in _SAFE and not is_api(request):
            await self._check_form(request, is_open=self.rules.needs[route].is_open_form)

    async def identify(self, request: Request) -> Identity | None:
        """Find out who makes a request, once."""
        state = request.state
        if not hasattr(state, "identity"):
            state.identity = await self._identify(request)
            if state.identity is not None:
                state.subject = state.identity.subject
        identity: Identity | None = state.identity
        return identity

    async def _identify(self, request: Request) -> Identity | None:
        if is_api(request):
            kind, _, token = request.headers.get("authorization", "").partition(" ")
            if not token:
                return None
            identity = None
            if kind.lower() == "bearer":
                identity = await self._identify_token(token.strip())
            if identity is None:
                raise SignInNeeded
            return identity
        secret = request.cookies.get(self.cookie)
        if not secret:
            return None
        identity = await run_in_threadpool(
            self._sessions.identify, self.system, self._accounts, secret
        )
        if identity is not None and identity.is_renewed:
            request.state.cookies = [(self.cookie, identity.secret)]
        return identity

    async def _identify_token(self, text: str) -> Identity | None:
        """Look a token up; in a thread only if that may take long (`near_reads` says why)."""
        known = self._tokens.recall(self.system, text)
        if known is not None or self._is_near:
            return known or self._tokens.identify(self.system, self._accounts, text)
        return await run_in_threadpool(self._tokens.identify, self.system, self._accounts, text)

    async def _check_form(self, request: Request, *, is_open: bool) -> None:
        """Refuse a form that another site sent: by the browser's word, and by its token.

        An open form is for visitors whom nobody knows; there the browser's word is enough.
        """
        site = request.headers.get("sec-fetch-site", "same-origin")
        origin = request.headers.get("origin", self._origin)
        form = await request.form(
            max_files=_MAX_FILES, max_fields=_MAX_FIELDS, max_part_size=_MAX_PART_BYTES
        )
        request.state.form = Form(form)
        token = form.get("_csrf") or request.headers.get("x-csrf-token", "")
        is_ours = site in {"same-origin", "none"} and self._is_same_site(origin, request)
        is_known = is_open or (isinstance(token, str) and self._is_token(request, token))
        if not is_ours or not is_known:
            raise Refused(403, "This form is out of date. Open the page again and repeat it.")

    def _is_same_site(self, origin: str, request: Request) -> bool:
        return origin == self._origin or urlsplit(origin).netloc == request.headers.get("host")

    def _binding(self, request: Request) -> str | None:
        identity: Identity | None = getattr(request.state, "identity", None)
        if identity is not None and identity.secret:
            # A form that was opened before the id was renewed is bound to the old one.
            is_sent = request.method not in _SAFE and identity.is_renewed
            return request.cookies.get(self.cookie) if is_sent else identity.secret
        return request.cookies.get(self.form_cookie)

    def _is_token(self, request: Request, token: str) -> bool:
        binding = self._binding(request)
        nonce, _, signature = token.partition(".")
        return binding is not None and self._keys.verify("form", f"{nonce}{binding}", signature)

    def form_token(self, request: Request) -> tuple[str, str | None]:
        """Return the token of a page's forms, and a new cookie if the visitor needs one."""
        binding = self._binding(request) or getattr(request.state, "new_form_cookie", None)
        is_new = binding is None
        if binding is None:
            binding = request.state.new_form_cookie = secrets.token_urlsafe(18)
        nonce = secrets.token_hex(4)
        token = f"{nonce}.{self._keys.sign('form', f'{nonce}{binding}')}"
        return token, binding if is_new else None


async def _visitor(request: Request) -> Identity | None:
    identity: Identity | None = request.state.identity
    return identity


async def _caller(request: Request) -> Identity:
    identity: Identity | None = request.state.identity
    if identity is None:
        raise SignInNeeded
    return identity


async def _form(request: Request) -> Form:
    form: Any = request.state.form
    return form if isinstance(form, Form) else Form(FormData())


Visitor = Annotated[Identity | None, Depends(_visitor)]
"""Who asks, or None; for routes that are public."""
Caller = Annotated[Identity, Depends(_caller)]
"""Who asks; for routes that need an account."""
SentForm = Annotated[Form, Depends(_form)]
"""The form that a page sent."""
