"""Pages for voters: my elections, the ballot, the receipt, the results."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Request, Response

from tavola.errors import OperationError
from tavola_systems.platform.access.identity import Identity
from tavola_systems.platform.access.links import LinkOver
from tavola_systems.platform.access.passwords import check_password
from tavola_systems.platform.http.guard import Caller, Form, SentForm, Visitor
from tavola_systems.platform.http.problems import problem_of
from tavola_systems.platform.limits import Limit
from tavola_systems.platform.system import Services
from tavola_systems.vote.domain.entities import Election
from tavola_systems.vote.domain.errors import BadArgument, Conflict, UnknownName, VoteError
from tavola_systems.vote.service import VoteService
from tavola_systems.vote.web import downloads
from tavola_systems.vote.web.accounts import account_of, acting, own_ballot, service_of
from tavola_systems.vote.web.api import REGISTRATION
from tavola_systems.vote.web.drawing import draw_paths, shade, shown, words
from tavola_systems.vote.web.invitations import LINK, owner_of_link
from tavola_systems.vote.web.office import office_routers
from tavola_systems.vote.web.routing import (
    PAGE,
    After,
    VoteRouter,
    as_segment,
    from_segment,
    one_page,
)
from tavola_systems.vote.web.staff import staff_routers

__all__ = ["page_routers"]

_SHOWN_BALLOTS = 500
# Each search opens the ballots one by one.
_SEARCH = Limit("vote-search", 60, 600)


def page_routers(services: Services) -> Sequence[APIRouter]:
    """Return the pages."""
    service = service_of(services)
    services.pages.add_filter("segment", as_segment)
    services.pages.add_filter("shade", shade)
    services.pages.add_filter("grouped", grouped)
    services.pages.add_filter("shown", shown)
    services.pages.add_filter("words", words)
    return [
        _doors(service, services),
        _links(services),
        _profile(service, services),
        _voting(service, services),
        _results(service, services),
        *office_routers(service, services),
        *staff_routers(service, services),
    ]


def now_of(service: VoteService) -> datetime:
    """The time."""
    return datetime.fromtimestamp(service.clock(), UTC)


def cards(service: VoteService, elections: Sequence[Election]) -> list[dict[str, Any]]:
    """Elections as lists show them: open ones first, then the latest."""
    now = now_of(service)
    order = {"open": 0, "scheduled": 1, "draft": 2, "finished": 3}
    shown = [{"election": one, "phase": one.phase(now)} for one in elections]
    return sorted(
        shown, key=lambda one: (order[one["phase"]], -one["election"].created_at.timestamp())
    )


def _doors(service: VoteService, services: Services) -> APIRouter:
    router = VoteRouter()
    pages, queries, shared = services.pages, service.queries, services.shared

    @router.get("/")
    def home(request: Request, visitor: Visitor) -> Response:
        if visitor is None:
            return pages.render(request, "vote/welcome.html", is_new=queries.counts().users == 0)
        voting = queries.elections_of_voter(visitor.subject)
        voted = {
            one.name
            for one in voting
            if queries.search_ballot(visitor.subject, visitor.subject, one.name) is not None
        }
        return pages.render(
            request,
            "vote/home.html",
            voting=cards(service, voting),
            owned=cards(service, queries.elections_of_owner(visitor.subject)),
            voted=voted,
        )

    @router.get("/elections")
    def elections(request: Request, after: After = "") -> Response:
        found, last = one_page(queries.elections(after), PAGE, lambda one: [one.name])
        now = now_of(service)
        shown = [{"election": one, "phase": one.phase(now)} for one in found]
        return pages.render(
            request, "vote/elections.html", cards=shown, last=last, is_first=not after
        )

    @router.get("/register")
    def register_page(request: Request) -> Response:
        return pages.render(request, "vote/register.html")

    @router.post("/register")
    def register(request: Request, form: SentForm) -> Response:
        shared.limits.count(REGISTRATION, request.state.address)
        try:
            password = check_password(form.text("password"))
            event = service.commands.register(form.text("name"), form.text("email"), password)
        except (BadArgument, Conflict, OperationError) as error:
            return pages.render(
                request,
                "vote/register.html",
                status=422,
                values=form.values(),
                errors=errors_of(error),
            )
        return signed_in(services, request, event.event_data["name"], "/")

    return router


def _links(services: Services) -> APIRouter:
    router = VoteRouter()
    pages, shared = services.pages, services.shared

    @router.get("/voter/{secret}")
    def voter_page(request: Request, secret: str) -> Response:
        data = shared.links.look_at("vote", LINK, secret)
        if data is None:
            return pages.render(request, "vote/link_over.html", status=404)
        return pages.render(request, "vote/link.html", data=data, secret=secret)

    @router.post("/voter/{secret}")
    def use_link(request: Request, secret: str) -> Response:
        try:
            with shared.links.spending("vote", LINK, secret) as data:
                user = owner_of_link(service_of(services), data)
                to = f"/elections/{as_segment(data['election'])}/vote"
                return signed_in(services, request, user.name, to)
        except LinkOver:
            return pages.render(request, "vote/link_over.html", status=404)

    return router


def _profile(service: VoteService, services: Services) -> APIRouter:
    router = VoteRouter()
    pages, queries = services.pages, service.queries

    def page(request: Request, name: str, form: Form | None, error: Exception | None) -> Response:
        user = queries.find_user(name)
        values = {"name": user.name, "email": user.email}
        return pages.render(
            request,
            "vote/profile.html",
            status=200 if error is None else 422,
            values=values if form is None else {**values, **form.values()},
            errors={} if error is None else errors_of(error),
        )

    @router.get("/profile")
    def profile(request: Request, caller: Caller) -> Response:
        return page(request, caller.subject, None, None)

    @router.post("/profile")
    def change(request: Request, caller: Caller, form: SentForm) -> Response:
        name, commands = caller.subject, acting(service, caller)
        try:
            commands.change_email(name, name, form.text("email"))
            event = commands.change_name(name, name, form.text("name"))
        except (BadArgument, Conflict) as error:
            return page(request, name, form, error)
        if event is None:
            return pages.redirect("/profile", toast="Saved.")
        # A new name ends all sessions; this one goes on under the new name.
        return signed_in(services, request, event.event_data["new_name"], "/profile")

    return router


def signed_in(services: Services, request: Request, name: str, to: str) -> Response:
    """Begin a session for somebody who has shown who they are."""
    user = service_of(services).queries.find_user(name)
    browser = request.headers.get("user-agent", "")
    secret = services.shared.sessions.begin("vote", account_of(user), browser)
    old = request.state.identity
    if old is not None:
        services.shared.sessions.end(old.secret)
    response = services.pages.redirect(to, toast=f"Welcome, {user.name}.")
    services.pages.set_session(response, secret)
    return response


def errors_of(error: Exception) -> dict[str, str]:
    """The fields of a form that a refusal is about."""
    if isinstance(error, VoteError):
        field, _, message = str(error).partition(": ")
        return {field: message} if message else {"": str(error)}
    problem = problem_of(error)
    return {} if problem is None else problem.field_errors()


def _voting(service: VoteService, services: Services) -> APIRouter:
    router = VoteRouter()
    pages, queries = services.pages, service.queries

    @router.get("/elections/{name}")
    def election_page(request: Request, caller: Caller, name: str) -> Response:
        election = queries.find_election(from_segment(name))
        is_voter = queries.is_eligible(caller.subject, election.name)
        ballot = own_ballot(service, request, caller, election.name)
        return pages.render(
            request,
            "vote/election.html",
            election=election,
            phase=election.phase(now_of(service)),
            candidates=queries.candidates_for(caller.subject, election.name),
            is_voter=is_voter,
            ballot=ballot,
            shows_results=queries.shows_results(election.name),
        )

    @router.get("/elections/{name}/vote")
    def vote_page(request: Request, caller: Caller, name: str) -> Response:
        return ballot_page(request, caller, from_segment(name), None, None)

    @router.post("/elections/{name}/vote")
    def vote(request: Request, caller: Caller, name: str, form: SentForm) -> Response:
        name = from_segment(name)
        try:
            acting(service, caller).cast_ballot(caller.subject, name, rankings_in(form))
        except BadArgument as error:
            return ballot_page(request, caller, name, form, str(error))
        to = f"/elections/{as_segment(name)}/receipt"
        return pages.redirect(to, toast="Your ballot is cast.")

    def ballot_page(
        request: Request, caller: Identity, name: str, form: Form | None, error: str | None
    ) -> Response:
        voter, election = caller.subject, queries.find_election(name)
        if not queries.is_eligible(voter, election.name):
            raise UnknownName(f"election {election.name!r}: you are not among its voters.")
        ballot = own_ballot(service, request, caller, election.name)
        ranks = {one.candidate_name: one.rank for one in ballot.rankings} if ballot else {}
        if form is not None:
            ranks = {name: rank for name, rank in rankings_in(form) if rank is not None}
        candidates = queries.candidates_for(voter, election.name)
        candidates.sort(key=lambda one: ranks.get(one.candidate_name, 10**9))
        return pages.render(
            request,
            "vote/ballot.html",
            status=200 if error is None else 422,
            election=election,
            phase=election.phase(now_of(service)),
            candidates=candidates,
            ranks=ranks,
            has_voted=ballot is not None,
            error=error,
        )

    @router.get("/elections/{name}/receipt")
    def receipt_page(request: Request, caller: Caller, name: str) -> Response:
        election = queries.find_election(from_segment(name))
        ballot = own_ballot(service, request, caller, election.name)
        if ballot is None:
            raise UnknownName(f"election {election.name!r}: you have not voted.")
        return pages.render(
            request,
            "vote/receipt.html",
            election=election,
            phase=election.phase(now_of(service)),
            ballot=ballot,
            groups=grouped(ballot.rankings),
            shows_results=queries.shows_results(election.name),
        )

    return router


def rankings_in(form: Form) -> list[tuple[str, int | None]]:
    """Read a ballot's form: names and ranks in the same order."""
    names, ranks = form.texts("candidate"), form.texts("rank")
    if len(names) != len(ranks):
        raise BadArgument("rankings: the form is not whole. Open the ballot again.")
    return [(name, _rank(text)) for name, text in zip(names, ranks, strict=True)]


def _rank(text: str) -> int | None:
    text = text.strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 7):
        raise BadArgument(f"rankings: {text[:20]!r} is not a rank. Ranks begin at 1.")
    return int(text)


def grouped(rankings: Sequence[Any]) -> list[list[str]]:
    """Candidates by rank, ties together."""
    ranks = sorted({one.rank for one in rankings})
    return [[one.candidate_name for one in rankings if one.rank == rank] for rank in ranks]


def _results(service: VoteService, services: Services) -> APIRouter:
    router = VoteRouter()
    pages, queries = services.pages, service.queries

    @router.get("/elections/{name}/results")
    def results_page(request: Request, name: str) -> Response:
        return page(request, queries.find_election(from_segment(name)), "")

    @router.post("/elections/{name}/results")
    def find_ballot(request: Request, caller: Caller, name: str, form: SentForm) -> Response:
        """A POST, so that no address and no log holds a confirmation."""
        wanted = form.text("confirmation").strip().lower()[:100]
        services.shared.limits.count(_SEARCH, caller.subject)
        request.state.is_length_secret = True  # the log names who searches
        return page(request, queries.find_election(from_segment(name)), wanted)

    def page(request: Request, election: Election, wanted: str) -> Response:
        if not queries.shows_results(election.name):
            return pages.render(
                request,
                "vote/no_results.html",
                election=election,
                phase=election.phase(now_of(service)),
            )
        result = queries.tally(election.name)
        found = _found(service, election, wanted) if wanted else None
        return pages.render(
            request,
            "vote/results.html",
            election=election,
            phase=election.phase(now_of(service)),
            result=result,
            other={one.candidate_name: one.place for one in result.ranked_pairs},
            winners=[one.candidate_name for one in result.places if one.place == 1],
            graph=draw_paths(result) if len(result.candidate_names) > 1 else "",
            head=queries.head(),
            wanted=wanted,
            found=found,
        )

    @router.get("/elections/{name}/ballots")
    def ballots_page(request: Request, name: str) -> Response:
        election = queries.find_election(from_segment(name))
        is_large = election.ballot_count > _SHOWN_BALLOTS
        ballots = [] if is_large else list(queries.ballots(election.name))
        is_apart = election.secret_ballot and election.confirmations == "apart"
        return pages.render(
            request,
            "vote/ballots.html",
            election=election,
            is_large=is_large,
            ballots=ballots,
            confirmations=queries.confirmations(election.name) if is_apart and ballots else [],
        )

    @router.get("/elections/{name}/result.csv")
    def result_csv(name: str) -> Response:
        return downloads.result_csv(queries, from_segment(name))

    @router.get("/elections/{name}/ballots.csv")
    def ballots_csv(name: str) -> Response:
        return downloads.ballots_csv(queries, from_segment(name))

    @router.get("/elections/{name}/ballots.blt")
    def ballots_blt(name: str) -> Response:
        return downloads.ballots_blt(queries, from_segment(name))

    return router


def _found(service: VoteService, election: Election, wanted: str) -> dict[str, Any]:
    """Look a confirmation up among what is published."""
    ballot = service.queries.find_ballot(election.name, wanted)
    if ballot is None:
        return {"is_counted": False, "groups": None}
    return {"is_counted": True, "groups": grouped(ballot.rankings)}
