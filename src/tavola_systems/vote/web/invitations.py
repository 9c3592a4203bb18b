"""Personal links by mail: voters get in without a password, and those who have not voted again."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from tavola_systems.platform.mail.outbox import Letter
from tavola_systems.platform.system import Services
from tavola_systems.vote.domain.entities import Election
from tavola_systems.vote.domain.errors import BadArgument, VoteError
from tavola_systems.vote.service import VoteService
from tavola_systems.vote.web.lists import Invited

__all__ = ["LINK", "bring_in", "send_links"]

LINK = "voter"
_LASTS = timedelta(days=30)


def bring_in(
    service: VoteService, actor: str, invited: Iterable[Invited]
) -> tuple[list[str], list[str]]:
    """Find or admit everybody of a list; return their names, and errors by line."""
    names: list[str] = []
    errors: list[str] = []
    for one in invited:
        try:
            names.append(_name_of(service, actor, one))
        except VoteError as error:
            errors.append(f"Line {one.line}: {error}")
    return names, errors


def _name_of(service: VoteService, actor: str, one: Invited) -> str:
    queries = service.queries
    known = queries.search_user_by_email(one.email) if one.email else None
    if known is None and one.email is None:
        known = queries.search_user(one.name)
    if known is not None:
        return known.name
    if one.email is None:
        raise BadArgument(f"{one.name!r} is not registered. Add an address to invite them.")
    name = one.name
    number = 2
    while queries.search_user(name) is not None:
        name, number = f"{one.name} {number}", number + 1
    event = service.commands.admit(actor, name, one.email)
    admitted: str = event.event_data["name"]
    return admitted


def send_links(services: Services, service: VoteService, election: Election) -> int:
    """Mail a personal link to everybody who has not voted; return how many were written to."""
    missing = service.queries.turnout(election.name).missing
    for name in missing:
        _send(services, service, election, name)
    return len(missing)


def _send(services: Services, service: VoteService, election: Election, name: str) -> None:
    user = service.queries.search_user(name)
    if user is None:
        return
    shared = services.shared
    data = {"name": user.name, "election": election.name}
    link, address = shared.links.plan("vote", LINK, data, lasts=_LASTS)
    end = election.no_voting_after
    until = f"Voting ends on {end:%-d %B %Y, %H:%M} UTC.\n" if end is not None else ""
    body = (
        f"Hello {user.name},\n\nyou can vote in “{election.name}”.\n{until}\n"
        f"Your personal link, which works once; do not pass it on:\n\n{address}\n\n"
        "You may change your ballot until voting ends; the last one counts.\n"
    )
    subject = f"Your ballot: {election.name}"
    letter = Letter(user.email, subject if subject.isprintable() else "Your ballot", body)
    with shared.platform.transaction() as tx:
        tx.add(link)
        tx.add(shared.outbox.plan("vote", letter))
