"""Personal links by mail: voters get in without a password, and those who have not voted again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from tavola.errors import AlreadyExists, ConditionFailed
from tavola.operations.write.operations import Write
from tavola_systems.platform.access.links import LinkOver
from tavola_systems.platform.mail.outbox import Letter
from tavola_systems.platform.models import Setting
from tavola_systems.platform.system import Services
from tavola_systems.vote.backends.backend import Mailing
from tavola_systems.vote.domain.entities import Election
from tavola_systems.vote.domain.events import (
    Event,
    UserNameChanged,
    VotersChanged,
    election_of,
    millis,
)
from tavola_systems.vote.query_model import UserView
from tavola_systems.vote.service import VoteService
from tavola_systems.vote.web.lists import Invited

__all__ = ["LINK", "Inviter", "bring_in", "owner_of_link"]

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
        names = {} if election is None else self._recipients(mailing, election)
        progress = self._services.shared.platform.setting.get(_progress_of(mailing))
        last = progress.values[0] if progress is not None and progress.values else ""
        left = sorted(name for name in names if name > last)
        for begin in range(0, len(left), _AT_ONCE):
            some = {name: names[name] for name in left[begin : begin + _AT_ONCE]}
            if election is None or not self._write(mailing, election, last, some):
                return begin
            last = max(some)
        self._service.backend.end_mailing(mailing.mailing_id)
        return len(left)

    def _recipients(self, mailing: Mailing, election: Election) -> dict[str, str]:
        """Who is written to: their names when the mailing was caused, and their names now.

        Those who have voted meanwhile need no link.
        """
        now = datetime.fromtimestamp(self._service.clock(), UTC)
        if election.phase(now) == "finished":
            return {}
        backend = self._service.backend
        cursor = backend.cursor()
        missing = set(self._service.queries.turnout(election.name).missing)
        if not mailing.event_id:
            return {name: name for name in missing.difference(*self._invited_now())}
        meant = _Meant(election.name)
        for event in backend.events(mailing.event_id - 1):
            meant.follow(event, is_cause=event.event_id == mailing.event_id)
        if meant.renamed_at > cursor:  # The rows may have been read before it or after.
            backend.synchronize()
            return self._recipients(mailing, election)
        return meant.among(missing)

    def _invited_now(self) -> list[set[str]]:
        """Whom mailings of their own wait for."""
        backend = self._service.backend
        causes = [one.event_id for one in backend.mailings() if one.event_id]
        return [_added(event) for cause in causes for event in backend.events(cause - 1, 1)]

    def _write(
        self, mailing: Mailing, election: Election, last: str, names: Mapping[str, str]
    ) -> bool:
        """Write some letters and how far that is; False if another process did."""
        platform, values = self._services.shared.platform, Setting.fields.values
        settings, key = platform.setting.plan, _progress_of(mailing)
        ends = datetime.fromtimestamp(self._service.clock(), UTC) + _KEPT
        try:
            with platform.transaction() as tx:
                if last:
                    change = values.set([max(names)])
                    tx.add(settings.update(key, change, condition=values == [last]))
                else:
                    tx.add(settings.create(name=key, values=[max(names)], ttl=ends))
                for name in names.values():
                    for write in _writes(self._services, self._service, election, name):
                        tx.add(write)
        except (AlreadyExists, ConditionFailed):
            return False
        return True


class _Meant:
    """Whom a mailing is for, as the log tells from its cause on, whatever they are called since."""

    def __init__(self, election_name: str) -> None:
        self.renamed_at = 0
        self._election_name = election_name
        self._own: set[str] | None = None
        self._later: set[str] = set()
        self._former: dict[str, str] = {}

    def follow(self, event: Event, *, is_cause: bool) -> None:
        """Take an event into account."""
        if event.event_type == UserNameChanged.__name__:
            self.renamed_at = event.event_id
            self._rename(event.event_data["name"], event.event_data["new_name"])
        elif is_cause and event.event_type == VotersChanged.__name__:
            self._own = _added(event)
        elif election_of(event) == self._election_name:
            self._later |= _added(event)

    def _rename(self, old: str, new: str) -> None:
        self._former[new] = self._former.pop(old, old)
        for names in (self._own, self._later):
            if names is not None and old in names:
                names.remove(old)
                names.add(new)

    def among(self, missing: set[str]) -> dict[str, str]:
        """Those who have not voted: a launch's are all but who was added since.

        Who was added since has a mailing of their own if they are to be invited, which may have
        ended already.
        """
        names = (missing if self._own is None else missing & self._own) - self._later
        return {self._former.get(name, name): name for name in names}


def _added(event: Event) -> set[str]:
    """Whom a change of voters added."""
    is_change = event.event_type == VotersChanged.__name__
    return set(event.event_data["added"]) if is_change else set()


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
    data = {
        "name": user.name,
        "email": user.email,
        "registered": str(millis(user.registered_at)),
        "election": election.name,
    }
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


def owner_of_link(service: VoteService, data: Mapping[str, str]) -> UserView:
    """Whom a link was mailed to, renamed or not; nobody who has their name or address since."""
    find_by_address = service.queries.search_user_by_email
    found = service.queries.search_user(data["name"]), find_by_address(data.get("email", ""))
    registered = data.get("registered")
    same = (one for one in found if one and str(millis(one.registered_at)) == registered)
    owner = next(same, None)
    if owner is None:
        raise LinkOver
    return owner
