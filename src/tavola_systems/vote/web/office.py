"""Pages for organisers: an election from its rules to its end."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar

from fastapi import APIRouter, Request, Response

from tavola.errors import OperationError
from tavola_systems.platform.http.guard import Caller, Form, SentForm
from tavola_systems.platform.pages.times import parse_local
from tavola_systems.platform.system import Services
from tavola_systems.vote.command_model import CommandModel
from tavola_systems.vote.domain.election_rules import ElectionSettings
from tavola_systems.vote.domain.entities import Election
from tavola_systems.vote.domain.errors import BadArgument, Conflict, Unauthorized
from tavola_systems.vote.service import VoteService
from tavola_systems.vote.web import downloads
from tavola_systems.vote.web.accounts import acting
from tavola_systems.vote.web.invitations import bring_in
from tavola_systems.vote.web.lists import read_candidates, read_voters
from tavola_systems.vote.web.routing import (
    VoteRouter,
    as_segment,
    from_segment,
)

__all__ = ["office_routers"]

T = TypeVar("T")
_SHOWN_NAMES = 500
_MAX_FILE_BYTES = 1_000_000


def office_routers(service: VoteService, services: Services) -> Sequence[APIRouter]:
    """Return the pages of those who run elections."""
    return [_new(service, services), Office(service, services).router()]


def _new(service: VoteService, services: Services) -> APIRouter:
    router = VoteRouter()
    pages = services.pages

    @router.get("/new")
    def new_page(request: Request) -> Response:
        return pages.render(request, "vote/new.html")

    @router.post("/new")
    def create(request: Request, caller: Caller, form: SentForm) -> Response:
        try:
            event = acting(service, caller).create_election(
                caller.subject, form.text("election"), form.text("description")
            )
        except (BadArgument, Conflict) as error:
            field, _, message = str(error).partition(": ")
            return pages.render(
                request, "vote/new.html", status=422, values=form.values(), errors={field: message}
            )
        name = event.event_data["name"]
        return pages.redirect(
            f"/elections/{as_segment(name)}/organise", toast="Now the candidates."
        )

    return router


class Office:
    """One election's steps, from the rules to the end."""

    def __init__(self, service: VoteService, services: Services) -> None:
        self._service = service
        self._services = services

    def router(self) -> APIRouter:
        """Return the routes."""
        router = VoteRouter()
        router.add_api_route("/elections/{name}/organise", self.organise, methods=["GET"])
        router.add_api_route("/elections/{name}/turnout.csv", self.turnout_csv, methods=["GET"])
        router.add_api_route("/elections/{name}/events.jsonl", self.events_file, methods=["GET"])
        for step in ("rules", "candidates", "voters", "launch", "remind", "finalize", "delete"):
            router.add_api_route(
                f"/elections/{{name}}/{step}", getattr(self, step), methods=["POST"]
            )
        return router

    def _own(self, caller: Caller, name: str) -> Election:
        election = self._service.queries.find_election(from_segment(name))
        if election.owner_name != caller.subject:
            raise Unauthorized(f"election {election.name!r}: only its organiser sees this.")
        return election

    def _as(self, caller: Caller) -> CommandModel:
        return acting(self._service, caller)

    def organise(self, request: Request, caller: Caller, name: str) -> Response:
        """Show all steps."""
        return self._page(request, self._own(caller, name))

    def turnout_csv(self, caller: Caller, name: str) -> Response:
        """Who may vote, and who has."""
        return downloads.turnout_csv(self._service.queries, self._own(caller, name).name)

    def events_file(self, caller: Caller, name: str) -> Response:
        """What happened to this election, for its organiser and auditors."""
        queries = self._service.queries
        election = queries.find_election(from_segment(name)).name
        events = queries.election_events(caller.subject, election)
        return downloads.events_lines(events, f"{election} events.jsonl")

    def _page(
        self,
        request: Request,
        election: Election,
        *,
        step: str = "",
        problems: Sequence[str] = (),
        values: Any = None,
    ) -> Response:
        queries = self._service.queries
        now = datetime.fromtimestamp(self._service.clock(), UTC)
        candidates = queries.candidates(election.name)
        # Of a large election the names are a file, since a page that reads all of them is dear.
        is_small = election.voter_count <= _SHOWN_NAMES
        turnout = queries.turnout(election.name) if is_small else None
        return self._services.pages.render(
            request,
            "vote/organise.html",
            status=422 if problems else 200,
            election=election,
            phase=election.phase(now),
            candidates=candidates,
            candidate_lines="\n".join(
                _line(one.candidate_name, one.description) for one in candidates
            ),
            turnout=turnout,
            share=round(100 * election.ballot_count / max(1, election.voter_count)),
            step=step,
            problems=problems,
            sent=values or {},
        )

    def _answer(
        self, request: Request, election: Election, step: str, form: Form, error: Exception
    ) -> Response:
        lines = str(error).splitlines()
        return self._page(request, election, step=step, problems=lines, values=form.values())

    def _back(self, election: Election, step: str, toast: str) -> Response:
        where = f"/elections/{as_segment(election.name)}/organise#{step}"
        return self._services.pages.redirect(where, toast=toast)

    def rules(self, request: Request, caller: Caller, name: str, form: SentForm) -> Response:
        """Set the rules."""
        election = self._own(caller, name)
        try:
            settings = _settings(form)
            self._as(caller).update_election(caller.subject, election.name, settings)
        except (BadArgument, Conflict, OperationError) as error:
            return self._answer(request, election, "rules", form, error)
        return self._back(election, "rules", "The rules are saved.")

    def _text_of(self, form: Form, field: str) -> str:
        file = form.file("file")
        if file is None:
            return form.text(field)
        with file.file:
            content = file.file.read(_MAX_FILE_BYTES + 1)
        if len(content) > _MAX_FILE_BYTES:
            raise BadArgument("file: it is larger than 1 MB. Send it in parts.")
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise BadArgument("file: it is not UTF-8 text. Save it as CSV in UTF-8.") from None

    def candidates(self, request: Request, caller: Caller, name: str, form: SentForm) -> Response:
        """Set the candidates from a list."""
        election = self._own(caller, name)
        try:
            wanted = _without_errors(*read_candidates(self._text_of(form, "candidates")))
            self._as(caller).set_candidates(caller.subject, election.name, wanted)
        except (BadArgument, Conflict) as error:
            return self._answer(request, election, "candidates", form, error)
        return self._back(election, "candidates", f"{len(wanted)} candidates stand.")

    def voters(self, request: Request, caller: Caller, name: str, form: SentForm) -> Response:
        """Add voters from a list; who is unknown is admitted by their address."""
        election = self._own(caller, name)
        try:
            invited = _without_errors(*read_voters(self._text_of(form, "voters")))
            commands, queries = self._as(caller), self._service.queries
            names = _without_errors(*bring_in(commands, queries, caller.subject, invited))
            is_sending = bool(form.text("send")) and election.launched_at is not None
            events = commands.add_eligible_voters(
                caller.subject, election.name, names, invite=is_sending
            )
        except (BadArgument, Conflict) as error:
            return self._answer(request, election, "voters", form, error)
        added = [voter for event in events for voter in event.event_data["added"]]
        toast = f"{len(names)} people of the list may vote."
        if is_sending and added:
            toast += f" {len(added)} invitations are on their way."
        return self._back(election, "voters", toast)

    def launch(self, request: Request, caller: Caller, name: str, form: SentForm) -> Response:
        """Let voting begin."""
        election = self._own(caller, name)
        try:
            allow_edit, is_sending = bool(form.text("allow_edit")), bool(form.text("send"))
            self._as(caller).launch(
                caller.subject, election.name, allow_edit=allow_edit, invite=is_sending
            )
        except Conflict as error:
            return self._answer(request, election, "launch", form, error)
        sent = election.voter_count if is_sending else 0
        toast = f"Launched. {sent} invitations are on their way." if sent else "Launched."
        return self._back(election, "turnout", toast)

    def remind(self, caller: Caller, name: str) -> Response:
        """Write to those who have not voted."""
        election = self._own(caller, name)
        self._as(caller).remind(caller.subject, election.name)
        sent = election.voter_count - election.ballot_count
        return self._back(election, "turnout", f"{sent} mails are on their way.")

    def finalize(self, caller: Caller, name: str) -> Response:
        """End the voting."""
        election = self._own(caller, name)
        self._as(caller).finalize(caller.subject, election.name)
        to = f"/elections/{as_segment(election.name)}/results"
        return self._services.pages.redirect(to, toast="Voting is over.")

    def delete(self, caller: Caller, name: str) -> Response:
        """Remove it."""
        election = self._own(caller, name)
        self._as(caller).delete_election(caller.subject, election.name)
        return self._services.pages.redirect("/", toast=f"{election.name} is deleted.")


def _without_errors(found: list[T], errors: list[str]) -> list[T]:
    """Take a list that is right in every line and not empty."""
    if errors:
        raise BadArgument("\n".join(errors))
    if not found:
        raise BadArgument("list: it is empty. Write one in each line.")
    return found


def _line(name: str, description: str) -> str:
    quoted = f'"{name}"' if "," in name else name
    return f"{quoted}, {description}" if description else quoted


def _settings(form: Form) -> ElectionSettings:
    def moment(field: str) -> datetime | None:
        text = form.text(field).strip()
        return parse_local(field, text, form.text("zone") or "UTC") if text else None

    return ElectionSettings(
        description=form.text("description"),
        secret_ballot=form.text("ballots") != "open",
        no_voting_before=moment("no_voting_before"),
        no_voting_after=moment("no_voting_after"),
        confirmations="apart" if form.text("confirmations") == "apart" else "beside",
    )
