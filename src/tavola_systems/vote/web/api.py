"""The vote system for programs: commands and queries over HTTP, on natural keys."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from msgspec import UNSET

from tavola_systems.platform.access.identity import Identity
from tavola_systems.platform.access.passwords import check_password
from tavola_systems.platform.http.guard import Caller
from tavola_systems.platform.limits import Limit
from tavola_systems.platform.system import Services
from tavola_systems.vote.auditing import TableName, key_of
from tavola_systems.vote.domain.election_rules import ElectionSettings
from tavola_systems.vote.domain.errors import BadArgument, Unauthorized, UnknownName
from tavola_systems.vote.domain.events import LAST_EVENT_ID, Event
from tavola_systems.vote.domain.roles import Role, permissions_of
from tavola_systems.vote.query_model import UserView
from tavola_systems.vote.service import VoteService
from tavola_systems.vote.web import downloads, views
from tavola_systems.vote.web.accounts import acting, own_ballot, service_of
from tavola_systems.vote.web.routing import (
    PAGE,
    After,
    Limited,
    VoteRouter,
    from_segment,
    link_next,
    one_page,
)

__all__ = ["REGISTRATION", "api_routers", "settings_of"]

REGISTRATION = Limit("vote-register", 20, 3600)
AfterKey = Annotated[
    list[str] | None, Query(max_length=3, description="The key of the page before's last row.")
]


def api_routers(services: Services) -> Sequence[APIRouter]:
    """Return the routes for programs."""
    service = service_of(services)
    return [
        _users(service, services),
        _elections(service),
        _phases(service),
        _lists(service),
        _voting(service),
        _results(service),
        _audit(service),
    ]


def _done(event: Event | None) -> views.Done:
    return views.Done(event_id=None if event is None else event.event_id)


def _shown(user: UserView) -> views.UserOut:
    return views.user_view(user, [one.name for one in permissions_of(user.role)])


def _now(service: VoteService) -> datetime:
    return datetime.fromtimestamp(service.clock(), UTC)


def _users(service: VoteService, services: Services) -> APIRouter:
    router = VoteRouter(tags=["users"])
    commands, queries = service.commands, service.queries

    @router.post("/users", status_code=201)
    def register(request: Request, body: views.NewUser) -> views.UserOut:
        services.shared.limits.count(REGISTRATION, request.state.address)
        event = commands.register(body.name, body.email, check_password(body.password))
        return _shown(queries.find_user(event.event_data["name"]))

    @router.get("/users")
    def users(
        request: Request, response: Response, after: After = "", limit: Limited = PAGE
    ) -> list[views.UserOut]:
        page, last = one_page(queries.users(after), limit, lambda user: [user.name])
        link_next(request, response, last)
        return [_shown(user) for user in page]

    @router.patch("/users/{name}")
    def change_user(caller: Caller, name: str, body: views.UserChanges) -> views.UserOut:
        name = queries.find_user(from_segment(name)).name
        _change(service, caller, name, body)
        return _shown(queries.find_user(body.name or name))

    @router.delete("/users/{name}")
    def remove_user(caller: Caller, name: str) -> views.Done:
        return _done(acting(service, caller).remove_user(caller.subject, from_segment(name)))

    @router.post("/users/{name}/ownership")
    def transfer_ownership(caller: Caller, name: str) -> views.Done:
        return _done(acting(service, caller).transfer_ownership(caller.subject, from_segment(name)))

    return router


def _change(service: VoteService, caller: Identity, name: str, body: views.UserChanges) -> None:
    """Carry out what is given; the name comes last, since the others go by it."""
    actor, commands = caller.subject, acting(service, caller)
    if not any((body.role, body.email, body.password, body.name)):
        raise BadArgument("user: nothing is changed. Give role, email, password or name.")
    if body.role is not None:
        commands.set_role(actor, name, Role[body.role])
    if body.email is not None:
        commands.change_email(actor, name, body.email)
    if body.password is not None:
        event = commands.change_password(actor, name, check_password(body.password))
        if actor == name:
            commands = commands.for_session(event.event_id)
    if body.name is not None:
        commands.change_name(actor, name, body.name)


def _elections(service: VoteService) -> APIRouter:
    router = VoteRouter(tags=["elections"])
    queries = service.queries

    def shown(name: str) -> views.ElectionView:
        return views.election_view(queries.find_election(name), _now(service))

    @router.get("/elections")
    def elections(
        request: Request,
        response: Response,
        caller: Caller,
        of: Literal["all", "mine", "voting"] = "all",
        after: After = "",
        limit: Limited = PAGE,
    ) -> list[views.ElectionView]:
        if of == "all":
            found = queries.elections(after)
        else:
            own = queries.elections_of_owner if of == "mine" else queries.elections_of_voter
            found = (one for one in own(caller.subject) if one.name > after)
        page, last = one_page(found, limit, lambda one: [one.name])
        link_next(request, response, last)
        return [views.election_view(one, _now(service)) for one in page]

    @router.post("/elections", status_code=201)
    def create_election(caller: Caller, body: views.NewElection) -> views.ElectionView:
        event = acting(service, caller).create_election(caller.subject, body.name, body.description)
        return shown(event.event_data["name"])

    @router.get("/elections/{name}")
    def election(name: str) -> views.ElectionView:
        return shown(from_segment(name))

    @router.patch("/elections/{name}")
    def update_election(caller: Caller, name: str, body: views.ElectionRules) -> views.ElectionView:
        name = from_segment(name)
        acting(service, caller).update_election(caller.subject, name, settings_of(body))
        return shown(name)

    @router.put("/elections/{name}/name", responses={501: {"description": "Never possible."}})
    def rename_election(caller: Caller, name: str, body: views.NewName) -> views.Done:
        return _done(
            acting(service, caller).rename_election(caller.subject, from_segment(name), body.name)
        )

    @router.delete("/elections/{name}")
    def delete_election(caller: Caller, name: str) -> views.Done:
        return _done(acting(service, caller).delete_election(caller.subject, from_segment(name)))

    return router


def _phases(service: VoteService) -> APIRouter:
    router = VoteRouter(tags=["elections"])

    def shown(name: str) -> views.ElectionView:
        return views.election_view(service.queries.find_election(name), _now(service))

    @router.post("/elections/{name}/launch")
    def launch(caller: Caller, name: str, body: views.LaunchSent) -> views.ElectionView:
        name = from_segment(name)
        acting(service, caller).launch(
            caller.subject, name, allow_edit=body.allow_edit, invite=body.invite
        )
        return shown(name)

    @router.post("/elections/{name}/remind")
    def remind(caller: Caller, name: str) -> views.ElectionView:
        name = from_segment(name)
        acting(service, caller).remind(caller.subject, name)
        return shown(name)

    @router.post("/elections/{name}/finalize")
    def finalize(caller: Caller, name: str) -> views.ElectionView:
        name = from_segment(name)
        acting(service, caller).finalize(caller.subject, name)
        return shown(name)

    return router


def settings_of(body: views.ElectionRules) -> ElectionSettings:
    """Read which rules to change; null clears a time and is nothing else's value."""
    given: dict[str, Any] = {
        name: getattr(body, name)
        for name in body.model_fields_set
        if name in ElectionSettings.__struct_fields__
    }
    times = {"no_voting_before", "no_voting_after"}
    for name, value in given.items():
        if value is None and name not in times:
            raise BadArgument(f"{name}: it cannot be null. Leave it out to keep it.")
    settings = ElectionSettings(**given)
    if all(getattr(settings, name) is UNSET for name in ElectionSettings.__struct_fields__):
        raise BadArgument("election: nothing is changed. Give at least one rule.")
    return settings


def _lists(service: VoteService) -> APIRouter:
    router = VoteRouter(tags=["candidates and voters"])
    queries = service.queries

    @router.get("/elections/{name}/candidates")
    def candidates(name: str) -> list[views.CandidateView]:
        found = queries.candidates(from_segment(name))
        return [
            views.CandidateView(name=one.candidate_name, description=one.description)
            for one in found
        ]

    @router.put("/elections/{name}/candidates")
    def set_candidates(caller: Caller, name: str, body: views.CandidatesSent) -> views.Done:
        wanted = [(one.name, one.description) for one in body.candidates]
        return _done(
            acting(service, caller).set_candidates(caller.subject, from_segment(name), wanted)
        )

    @router.get("/elections/{name}/voters")
    def voters(caller: Caller, name: str) -> list[str]:
        check_organiser(service, caller.subject, from_segment(name))
        return queries.voters(from_segment(name))

    @router.put("/elections/{name}/voters")
    def set_voters(caller: Caller, name: str, body: views.VotersSent) -> views.Done:
        events = acting(service, caller).set_eligible_voters(
            caller.subject, from_segment(name), body.voters
        )
        return _done(events[-1] if events else None)

    @router.get("/elections/{name}/turnout")
    def turnout(caller: Caller, name: str) -> views.TurnoutView:
        check_organiser(service, caller.subject, from_segment(name))
        found = queries.turnout(from_segment(name))
        return views.TurnoutView(voted=found.voted, missing=found.missing)

    return router


def check_organiser(service: VoteService, viewer: str, election_name: str) -> None:
    """Let the organiser and auditors through."""
    election = service.queries.find_election(election_name)
    if election.owner_name != viewer and service.queries.find_user(viewer).role < Role.AUDITOR:
        raise Unauthorized(f"election {election.name!r}: only its organiser sees this.")


def _voting(service: VoteService) -> APIRouter:
    router = VoteRouter(tags=["voting"])

    @router.put("/elections/{name}/ballot")
    def cast(caller: Caller, name: str, body: views.BallotSent) -> views.CastView:
        rankings = [(one.candidate_name, one.rank) for one in body.rankings]
        receipt = acting(service, caller).cast_ballot(caller.subject, from_segment(name), rankings)
        return views.CastView(confirmation=receipt.confirmation, when_cast=receipt.when_cast)

    @router.get("/elections/{name}/ballot")
    def cast_before(request: Request, caller: Caller, name: str) -> views.BallotView:
        """One's own ballot; where confirmations stand apart, without rankings after the end."""
        name = from_segment(name)
        found = own_ballot(service, request, caller, name)
        if found is None:
            raise UnknownName(f"election {name!r}: you have not voted.")
        return views.ballot_view(found, caller.subject)

    return router


def _results(service: VoteService) -> APIRouter:
    router = VoteRouter(tags=["results"])
    queries = service.queries

    @router.get("/elections/{name}/tally")
    def tally(name: str) -> views.TallyView:
        return views.tally_view(queries.result(from_segment(name)))

    @router.get("/elections/{name}/ballots")
    def ballots(name: str) -> list[views.BallotView]:
        return [views.revealed_view(one) for one in queries.ballots(from_segment(name))]

    @router.get("/elections/{name}/confirmations")
    def confirmations(name: str) -> list[str]:
        return queries.confirmations(from_segment(name))

    @router.get("/elections/{name}/ballots.csv")
    def ballots_csv(name: str) -> Response:
        return downloads.ballots_csv(queries, from_segment(name))

    @router.get("/elections/{name}/ballots.blt")
    def ballots_blt(name: str) -> Response:
        return downloads.ballots_blt(queries, from_segment(name))

    return router


def _audit(service: VoteService) -> APIRouter:
    router = VoteRouter(tags=["audit"])
    queries = service.queries

    @router.get("/events")
    def events(caller: Caller, after: int = 0, limit: Limited = 100) -> list[views.EventView]:
        after = max(0, min(after, LAST_EVENT_ID - 1))
        found = queries.events(caller.subject, after, limit)
        return [views.EventView(**event) for event in found]

    @router.get("/tables/{table}")
    def table(
        request: Request,
        response: Response,
        caller: Caller,
        table: TableName,
        after: AfterKey = None,
        limit: Limited = PAGE,
    ) -> list[dict[str, Any]]:
        rows = queries.table(caller.subject, table, after or ())
        page, last = one_page(rows, limit, lambda row: key_of(table, row))
        link_next(request, response, last)
        return page

    @router.get("/head")
    def head() -> views.HeadView:
        found = queries.head()
        return views.HeadView(sequence=found.sequence, hash=found.hash, paused=found.paused)

    @router.post("/pause")
    def pause(caller: Caller, body: views.PauseSent) -> views.HeadView:
        acting(service, caller).pause(caller.subject, body.reason)
        return head()

    @router.post("/resume")
    def resume(caller: Caller) -> views.HeadView:
        acting(service, caller).resume(caller.subject)
        return head()

    return router
