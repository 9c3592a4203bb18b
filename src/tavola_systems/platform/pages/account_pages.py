"""Sign-in, sign-out, forgotten passwords, links from mails, and one's own account."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request, Response
from starlette.background import BackgroundTask

from tavola.errors import OperationError
from tavola_systems.platform.access.access_tokens import AccessTokens
from tavola_systems.platform.access.browser_sessions import Sessions
from tavola_systems.platform.access.identity import Account, Accounts
from tavola_systems.platform.access.links import Links
from tavola_systems.platform.access.permissions import PUBLIC, SIGNED_IN, Requirement
from tavola_systems.platform.http.guard import Caller, Form, SentForm
from tavola_systems.platform.http.problems import NotFound, problem_of
from tavola_systems.platform.onboarding import Onboarding, SignIn
from tavola_systems.platform.pages.kit import Pages, local_path

__all__ = ["ACCOUNT_RULES", "LINK_RULES", "SIGN_UP_RULES", "AccountPages"]

ACCOUNT_RULES: Final[dict[str, Requirement]] = {
    "GET /sign-in": PUBLIC,
    "POST /sign-in": PUBLIC,
    "POST /sign-out": PUBLIC,
    "GET /forgot": PUBLIC,
    "POST /forgot": PUBLIC,
    "GET /account": SIGNED_IN,
    "POST /account/password": SIGNED_IN,
    "POST /account/sign-out-everywhere": SIGNED_IN,
    "POST /account/tokens": SIGNED_IN,
    "POST /account/tokens/{token_id}/revoke": SIGNED_IN,
}
LINK_RULES: Final[dict[str, Requirement]] = {
    f"{method} /{purpose}/{{secret}}": PUBLIC
    for purpose in ("reset", "invite", "confirm")
    for method in ("GET", "POST")
}
SIGN_UP_RULES: Final[dict[str, Requirement]] = {"GET /sign-up": PUBLIC, "POST /sign-up": PUBLIC}
_WRONG: Final = "The name or the password is not right."
_SENT: Final = "If this address can be used, a mail is on its way."


class AccountPages:
    """The pages about accounts, in one system's frame."""

    def __init__(
        self,
        system: str,
        *,
        pages: Pages,
        accounts: Accounts,
        sessions: Sessions,
        tokens: AccessTokens,
        links: Links,
        onboarding: Onboarding,
    ) -> None:
        self._system = system
        self._pages = pages
        self._accounts = accounts
        self._sessions = sessions
        self._tokens = tokens
        self._links = links
        self._onboarding = onboarding

    def routers(self, *, has_sign_up: bool) -> list[APIRouter]:
        """Return all routes."""
        links = [self._link(purpose) for purpose in ("reset", "invite", "confirm")]
        own = [self._door(), self._forgot(), self._account(), self._own_tokens()]
        return [*own, *links, *([self._sign_up()] if has_sign_up else [])]

    def _door(self) -> APIRouter:
        router = APIRouter()

        @router.get("/sign-in")
        def sign_in_page(request: Request, next: str = "") -> Response:  # noqa: A002 - the parameter's name in addresses
            return self._pages.render(request, "account/sign_in.html", next_path=next, values={})

        @router.post("/sign-in")
        def sign_in(request: Request, form: SentForm) -> Response:
            attempt = SignIn(form.text("name"), form.text("password"), request.state.address)
            account = self._onboarding.sign_in(attempt)
            if account is None:
                return self._pages.render(
                    request,
                    "account/sign_in.html",
                    status=401,
                    next_path=form.text("next"),
                    values={"name": form.text("name")},
                    error=_WRONG,
                )
            return self._signed_in(request, account, form.text("next"))

        @router.post("/sign-out")
        def sign_out(request: Request) -> Response:
            identity = request.state.identity
            if identity is not None:
                self._sessions.end(identity.secret)
            response = self._pages.redirect("/", toast="You are signed out.")
            self._pages.end_session(response)
            return response

        return router

    def _signed_in(self, request: Request, account: Account, next_path: str = "") -> Response:
        """Begin a new session, and end the one that the browser had."""
        browser = request.headers.get("user-agent", "")
        secret = self._sessions.begin(self._system, account, browser)
        old = request.state.identity
        if old is not None:
            self._sessions.end(old.secret)
        root = f"/{self._system}"
        to = local_path(next_path, f"{root}/")
        inside = to.removeprefix(root) if to.startswith(f"{root}/") else "/"
        response = self._pages.redirect(inside, toast=f"Welcome, {account.name}.")
        self._pages.set_session(response, secret)
        return response

    def _forgot(self) -> APIRouter:
        router = APIRouter()

        @router.get("/forgot")
        def forgot_page(request: Request) -> Response:
            return self._pages.render(request, "account/forgot.html")

        @router.post("/forgot")
        def forgot(request: Request, form: SentForm) -> Response:
            email = form.text("email")
            self._onboarding.count_link(request.state.address, email)
            # After the answer, so that its time does not tell whether the account exists.
            task = BackgroundTask(self._onboarding.request_reset, email)
            return self._pages.redirect("/sign-in", toast=_SENT, task=task)

        return router

    def _sign_up(self) -> APIRouter:
        router = APIRouter()

        @router.get("/sign-up")
        def sign_up_page(request: Request) -> Response:
            return self._pages.render(request, "account/sign_up.html", values={}, errors={})

        @router.post("/sign-up")
        def sign_up(request: Request, form: SentForm) -> Response:
            email, name = form.text("email"), form.text("name")
            self._onboarding.count_link(request.state.address, email)
            try:
                self._onboarding.check_sign_up(email, name)
            except OperationError as error:
                return self._again(request, "account/sign_up.html", form, error)
            task = BackgroundTask(self._onboarding.sign_up, email, name)
            return self._pages.redirect("/sign-in", toast=_SENT, task=task)

        return router

    def _link(self, purpose: str) -> APIRouter:
        """Serve a link from a mail: reading shows a form, only sending it spends the link."""
        router = APIRouter()

        @router.get(f"/{purpose}/{{secret}}", name=f"{purpose}_page")
        def show(request: Request, secret: str) -> Response:
            is_good = self._links.look_at(self._system, purpose, secret) is not None
            return self._pages.render(
                request,
                "account/link.html",
                status=200 if is_good else 404,
                purpose=purpose,
                is_good=is_good,
                errors={},
            )

        @router.post(f"/{purpose}/{{secret}}", name=purpose)
        def spend(request: Request, secret: str, form: SentForm) -> Response:
            try:
                account = self._onboarding.finish(purpose, secret, form.text("password"))
            except OperationError as error:
                return self._again(
                    request, "account/link.html", form, error, purpose=purpose, is_good=True
                )
            return self._signed_in(request, account)

        return router

    def _account(self) -> APIRouter:
        router = APIRouter(prefix="/account")

        @router.get("")
        def account_page(request: Request, caller: Caller) -> Response:
            return self._show_account(request, caller.subject)

        @router.post("/password")
        def change_password(request: Request, caller: Caller, form: SentForm) -> Response:
            name = caller.account.email or caller.name
            attempt = SignIn(name, form.text("current"), request.state.address)
            if self._onboarding.sign_in(attempt) is None:
                errors = {"current": "This is not your password."}
                return self._show_account(request, caller.subject, status=422, errors=errors)
            try:
                self._accounts.set_password(caller.subject, form.text("password"))
            except OperationError as error:
                problem = problem_of(error)
                errors = problem.field_errors() if problem else {}
                return self._show_account(request, caller.subject, status=422, errors=errors)
            account = self._accounts.find(self._system, caller.subject)
            if account is None:
                raise NotFound
            return self._signed_in(request, account, f"/{self._system}/account")

        @router.post("/sign-out-everywhere")
        def sign_out_everywhere(caller: Caller) -> Response:
            self._sessions.end_all(self._system, caller.subject)
            response = self._pages.redirect("/sign-in", toast="You are signed out everywhere.")
            self._pages.end_session(response)
            return response

        return router

    def _own_tokens(self) -> APIRouter:
        router = APIRouter(prefix="/account/tokens")

        @router.post("")
        def new_token(request: Request, caller: Caller, form: SentForm) -> Response:
            text = self._tokens.issue(self._system, caller.account, form.text("label"))
            return self._show_account(request, caller.subject, new_token=text)

        @router.post("/{token_id}/revoke")
        def revoke_token(caller: Caller, token_id: str) -> Response:
            if not self._tokens.revoke(self._system, caller.subject, token_id):
                raise NotFound
            return self._pages.redirect("/account", toast="The token is revoked.")

        return router

    def _show_account(
        self,
        request: Request,
        subject: str,
        *,
        status: int = 200,
        errors: dict[str, str] | None = None,
        new_token: str | None = None,
    ) -> Response:
        return self._pages.render(
            request,
            "account/account.html",
            status=status,
            sessions=self._sessions.of(self._system, subject),
            tokens=self._tokens.of(self._system, subject),
            errors=errors or {},
            new_token=new_token,
        )

    def _again(
        self, request: Request, template: str, form: Form, error: Exception, **context: object
    ) -> Response:
        problem = problem_of(error)
        errors = problem.field_errors() if problem else {}
        return self._pages.render(
            request,
            template,
            status=422,
            values=form.values(),
            errors=errors,
            error=None if errors else str(error),
            **context,
        )
