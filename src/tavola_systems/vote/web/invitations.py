"""Personal links by mail: voters get in without a password, and those who have not voted again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from tavola.operations.write.operations import Write
from tavola_systems.platform.mail.outbox import Letter
from tavola_systems.platform.system import Services
from tavola_systems.vote.domain.entities import Election
from tavola_systems.vote.service import VoteService
from tavola_systems.vote.web.lists import Invited

__all__ = ["LINK", "bring_in", "send_links", "send_to"]

LINK = "voter"
_LASTS = timedelta(days=30)
# A transaction holds 100 writes; a voter needs a link and a letter.
_AT_ONCE = 40


def bring_in(
    service: VoteService, actor: str, invited: Sequence[Invited]
) -> tuple[list[str], list[str]]:
    """Find or admit everybody of a list; with an error in any line, nobody is admitted."""
    known = [_known(service, one) for one in invited]
    errors = [
        f"Line {one.line}: {one.name!r} is not registered. Add an address to invite them."
        for one, name in zip(invited, known, strict=True)
        if name is None and one.email is None
    ]
    if errors:
        return [], errors
    found = zip(invited, known, strict=True)
    return [name or _admitted(service, actor, one) for one, name in found], []


def _known(service: VoteService, one: Invited) -> str | None:
    queries = service.queries
    user = queries.search_user_by_email(one.email) if one.email else queries.search_user(one.name)
    return None if user is None else user.name


def _admitted(service: VoteService, actor: str, one: Invited) -> str:
    """Admit somebody by their address; where the name is another's, with a number."""
    name, number = one.name, 2
    while service.queries.search_user(name) is not None:
        name, number = f"{one.name} {number}", number + 1
    event = service.commands.admit(actor, name, one.email or "")
    admitted: str = event.event_data["name"]
    return admitted


def send_links(services: Services, service: VoteService, election: Election) -> int:
    """Mail a personal link to everybody who has not voted; return how many were written to."""
    missing = service.queries.turnout(election.name).missing
    send_to(services, service, election, missing)
    return len(missing)


def send_to(
    services: Services, service: VoteService, election: Election, names: Sequence[str]
) -> None:
    """Mail a personal link to each of these voters: some of them in one transaction."""
    for begin in range(0, len(names), _AT_ONCE):
        with services.shared.platform.transaction() as tx:
            for name in names[begin : begin + _AT_ONCE]:
                for write in _writes(services, service, election, name):
                    tx.add(write)


def _writes(
    services: Services, service: VoteService, election: Election, name: str
) -> Sequence[Write[Any]]:
    """The link and the letter that holds it."""
    user = service.queries.search_user(name)
    if user is None:
        return ()
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
    return link, shared.outbox.plan("vote", letter)
