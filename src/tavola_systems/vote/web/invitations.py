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
from tavola_systems.vote.command_model import CommandModel
from tavola_systems.vote.domain.entities import Election
from tavola_systems.vote.domain.events import (
    Event,
    UserNameChanged,
    VotersChanged,
    election_of,
)
from tavola_systems.vote.query_model import QueryModel, UserView
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
    commands: CommandModel, queries: QueryModel, actor: str, invited: Sequence[Invited]
) -> tuple[list[str], list[str]]:
    """Find or admit everybody of a list; with an error in any line, nobody is admitted."""
    known = [_known(queries, one) for one in invited]
    errors = [
        f"Line {one.line}: {one.name!r} is not registered. Add an address to invite them."
        for one, name in zip(invited, known, strict=True)
        if name is None and one.email is None
    ]
    if errors:
        return [], errors
    found = zip(invited, known, strict=True)
    return [name or _admitted(commands, queries, actor, one) for one, name in found], []


def _known(queries: QueryModel, one: Invited) -> str | None:
    user = queries.search_user_by_email(one.email) if one.email else queries.search_user(one.name)
    return None if user is None else user.name


def _admitted(commands: CommandModel, queries: QueryModel, actor: str, one: Invited) -> str:
    """Admit somebody by their address; where the name is another's, with a number."""
    name, number = one.name, 2
    while queries.search_user(name) is not None:
        name, number = f"{one.name} {number}", number + 1
    event = commands.admit(actor, name, one.email or "")
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
        users = [] if election is None else self._recipients(mailing, election)
        progress = self._services.shared.platform.setting.get(_progress_of(mailing))
        last = int(progress.values[0]) if progress is not None and progress.values else 0
        left = [user for user in users if user.registration_id > last]
        for begin in range(0, len(left), _AT_ONCE):
            some = left[begin : begin + _AT_ONCE]
            if election is None or not self._write(mailing, election, last, some):
                return begin
            last = some[-1].registration_id
        self._service.backend.end_mailing(mailing.mailing_id)
        return len(left)

    def _recipients(self, mailing: Mailing, election: Election) -> list[UserView]:
        """Who is written to, in the order in which they were registered, which no rename changes.

        Those who have voted meanwhile need no link.
        """
        now = datetime.fromtimestamp(self._service.clock(), UTC)
        if election.phase(now) == "finished":
            return []
        backend, queries = self._service.backend, self._service.queries
        cursor = backend.cursor()
        missing = set(queries.turnout(election.name).missing)
        found = queries.find_users(missing)
        meant, renamed_at = self._followed(mailing, cursor)
        if renamed_at > cursor:  # Names may have been read before it or after.
            backend.synchronize()
            return self._recipients(mailing, election)
        if mailing.event_id:
            missing = meant[0].among(missing)
        else:
            missing = missing.difference(*map(_own, meant))
        wanted = [user for user in found if user.name in missing]
        return sorted(wanted, key=lambda user: user.registration_id)

    def _followed(self, mailing: Mailing, cursor: int) -> tuple[list[_Meant], int]:
        """Whom a mailing is for, of a reminder whom others wait for; and when a name last changed.

        Whom a mailing of their own waits for is not reminded beside it.
        """
        backend, name = self._service.backend, mailing.election_name
        several = [mailing] if mailing.event_id else backend.mailings()
        causes = [one.event_id for one in several if one.event_id and one.election_name == name]
        meant = [_Meant(name, cause) for cause in causes]
        renamed_at = 0
        for event in backend.events(min([cursor, *(cause - 1 for cause in causes)])):
            if event.event_type == UserNameChanged.__name__:
                renamed_at = event.event_id
            for one in meant:
                one.follow(event)
        return meant, renamed_at

    def _write(
        self, mailing: Mailing, election: Election, last: int, users: Sequence[UserView]
    ) -> bool:
        """Write some letters and how far that is; False if another process did."""
        platform, values = self._services.shared.platform, Setting.fields.values
        settings, key = platform.setting.plan, _progress_of(mailing)
        ends = datetime.fromtimestamp(self._service.clock(), UTC) + _KEPT
        reached = [str(users[-1].registration_id)]
        try:
            with platform.transaction() as tx:
                if last:
                    change = values.set(reached)
                    tx.add(settings.update(key, change, condition=values == [str(last)]))
                else:
                    tx.add(settings.create(name=key, values=reached, ttl=ends))
                for user in users:
                    for write in _writes(self._services, election, user):
                        tx.add(write)
        except (AlreadyExists, ConditionFailed):
            return False
        return True


class _Meant:
    """Whom a mailing is for, as the log tells from its cause on, whatever they are called since."""

    def __init__(self, election_name: str, cause: int) -> None:
        self.own: set[str] | None = None
        self._election_name = election_name
        self._cause = cause
        self._later: set[str] = set()

    def follow(self, event: Event) -> None:
        """Take an event into account."""
        if event.event_id < self._cause:
            return
        if event.event_type == UserNameChanged.__name__:
            self._rename(event.event_data["name"], event.event_data["new_name"])
        elif event.event_id == self._cause and event.event_type == VotersChanged.__name__:
            self.own = _added(event)
        elif election_of(event) == self._election_name:
            self._later |= _added(event)

    def _rename(self, old: str, new: str) -> None:
        for names in (self.own, self._later):
            if names is not None and old in names:
                names.remove(old)
                names.add(new)

    def among(self, missing: set[str]) -> set[str]:
        """Those who have not voted: a launch's are all but who was added since.

        Who was added since has a mailing of their own if they are to be invited, which may have
        ended already.
        """
        return (missing if self.own is None else missing & self.own) - self._later


def _own(meant: _Meant) -> set[str]:
    return meant.own or set()


def _added(event: Event) -> set[str]:
    """Whom a change of voters added."""
    is_change = event.event_type == VotersChanged.__name__
    return set(event.event_data["added"]) if is_change else set()


def _progress_of(mailing: Mailing) -> str:
    return f"vote-mailing-{mailing.mailing_id}"


def _writes(services: Services, election: Election, user: UserView) -> Sequence[Write[Any]]:
    """The link and the letter that holds it."""
    shared = services.shared
    data = {
        "name": user.name,
        "email": user.email,
        "registration": str(user.registration_id),
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
    """Whom a link was mailed to, renamed or not, as long as that address is theirs."""
    user = service.queries.search_user_by_email(data.get("email", ""))
    if user is None or str(user.registration_id) != data.get("registration"):
        raise LinkOver
    return user
