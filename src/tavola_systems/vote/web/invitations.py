"""Personal links by mail: voters get in without a password, and those who have not voted again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from tavola.errors import AlreadyExists, ConditionFailed
from tavola.operations.write.operations import Write
from tavola_systems.platform.mail.outbox import Letter
from tavola_systems.platform.models import Setting
from tavola_systems.platform.system import Services
from tavola_systems.vote.backends.backend import Mailing
from tavola_systems.vote.domain.entities import Election
from tavola_systems.vote.service import VoteService
from tavola_systems.vote.web.lists import Invited

__all__ = ["LINK", "Inviter", "bring_in"]

LINK = "voter"
_LASTS = timedelta(days=30)
# A transaction holds 100 writes; a voter needs a link and a letter.
_AT_ONCE = 40
# How far a mailing is stays known for longer than any process could still be at it.
_KEPT = timedelta(days=30)


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


class Inviter:
    """Mails the links of mailings that wait; a voter gets one letter, whoever dies on the way.

    Letters and how far a mailing is are written in one transaction of the platform's table; a
    process that another was faster than, or that went on after a crash, finds what is left.
    """

    def __init__(self, services: Services, service: VoteService) -> None:
        self._services = services
        self._service = service

    def step(self) -> int:
        """Write all letters that are due, a launch's before later voters'; return how many."""
        waiting = sorted(self._service.backend.mailings(), key=lambda one: one.event_id)
        return sum(map(self._deliver, waiting))

    def waiting(self) -> int:
        """How many mailings wait."""
        return len(self._service.backend.mailings())

    def _deliver(self, mailing: Mailing) -> int:
        election = self._service.queries.search_election(mailing.election_name)
        names = [] if election is None else self._recipients(mailing, election)
        progress = self._services.shared.platform.setting.get(_progress_of(mailing))
        last = progress.values[0] if progress is not None and progress.values else ""
        left = [name for name in names if name > last]
        for begin in range(0, len(left), _AT_ONCE):
            some = left[begin : begin + _AT_ONCE]
            if election is None or not self._write(mailing, election, last, some):
                return begin
            last = some[-1]
        self._service.backend.end_mailing(mailing.mailing_id)
        return len(left)

    def _recipients(self, mailing: Mailing, election: Election) -> list[str]:
        """Who is written to, by name; those who have voted meanwhile need no link."""
        now = datetime.fromtimestamp(self._service.clock(), UTC)
        if election.phase(now) == "finished":
            return []
        missing = set(self._service.queries.turnout(election.name).missing)
        added = self._added_by(mailing)
        if added is not None:
            return sorted(missing & added)
        # Who was added since has a mailing of their own, written with them.
        others = map(self._added_by, self._service.backend.mailings())
        return sorted(missing.difference(*filter(None, others)))

    def _added_by(self, mailing: Mailing) -> set[str] | None:
        """Whom a change of voters added; None if the cause is another."""
        events = self._service.backend.events(mailing.event_id - 1, 1) if mailing.event_id else ()
        lists = (event.event_data.get("added") for event in events)
        return next((set(added) for added in lists if added is not None), None)

    def _write(self, mailing: Mailing, election: Election, last: str, names: list[str]) -> bool:
        """Write some letters and how far that is; False if another process did."""
        platform, values = self._services.shared.platform, Setting.fields.values
        settings, key = platform.setting.plan, _progress_of(mailing)
        ends = datetime.fromtimestamp(self._service.clock(), UTC) + _KEPT
        try:
            with platform.transaction() as tx:
                if last:
                    change = values.set([names[-1]])
                    tx.add(settings.update(key, change, condition=values == [last]))
                else:
                    tx.add(settings.create(name=key, values=[names[-1]], ttl=ends))
                for name in names:
                    for write in _writes(self._services, self._service, election, name):
                        tx.add(write)
        except (AlreadyExists, ConditionFailed):
            return False
        return True


def _progress_of(mailing: Mailing) -> str:
    return f"vote-mailing-{mailing.mailing_id}"


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
