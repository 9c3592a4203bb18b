"""The commands on any backend: what needs no database is checked here.

The rest a backend decides and writes at one moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime

from tavola_systems.vote.backends.backend import Backend, Decide, Mailing
from tavola_systems.vote.command_model import CommandModel, Receipt
from tavola_systems.vote.domain import ballot_rules, election_rules, user_rules
from tavola_systems.vote.domain.election_rules import ElectionSettings
from tavola_systems.vote.domain.errors import Paused, Unauthorized, Unsupported
from tavola_systems.vote.domain.events import Event, EventContent
from tavola_systems.vote.domain.passwords import PasswordHashes
from tavola_systems.vote.domain.roles import Permission, Role
from tavola_systems.vote.domain.sealing import Seal
from tavola_systems.vote.domain.state import State
from tavola_systems.vote.domain.typed_texts import check_email, check_name, check_password

__all__ = ["Commands"]

_MAILING_ID_BYTES = 32


class Commands(CommandModel):
    """The commands on any backend."""

    def __init__(
        self,
        backend: Backend,
        *,
        seal: Seal,
        passwords: PasswordHashes,
        clock: Callable[[], float],
        random: Callable[[int], bytes],
        epoch: int | None = None,
    ) -> None:
        self._backend = backend
        self._seal = seal
        self._passwords = passwords
        self._clock = clock
        self._random = random
        self._epoch = epoch

    def for_session(self, epoch: int) -> CommandModel:
        """The same for somebody who signed in at an epoch."""
        return Commands(
            self._backend,
            seal=self._seal,
            passwords=self._passwords,
            clock=self._clock,
            random=self._random,
            epoch=epoch,
        )

    def _check_session(self, state: State, actor: str) -> None:
        if self._epoch is None:
            return
        user = state.user(actor)
        if user is None or user.epoch != self._epoch:
            raise Unauthorized(
                f"{actor}: name, role or password have changed since the sign-in. Sign in again."
            )

    def _now(self) -> datetime:
        """The time in whole milliseconds, which is what the log keeps."""
        return datetime.fromtimestamp(int(self._clock() * 1000) / 1000, UTC)

    def _find(self, actor: str, decide: Decide, *, has_mailing: bool = False) -> Event | None:
        def checked(state: State, now: datetime) -> EventContent | None:
            body = decide(state, now)
            self._check_session(state, actor)
            return body

        return self._backend.execute(actor, self._now, checked, has_mailing=has_mailing)

    def _do(
        self,
        actor: str,
        decide: Callable[[State, datetime], EventContent],
        *,
        has_mailing: bool = False,
    ) -> Event:
        event = self._find(actor, decide, has_mailing=has_mailing)
        if event is None:
            raise AssertionError  # a body always becomes an event
        return event

    def _repeat(self, actor: str, decide: Decide, *, has_mailing: bool = False) -> list[Event]:
        """Go on until nothing is left to change."""
        events: list[Event] = []
        while (event := self._find(actor, decide, has_mailing=has_mailing)) is not None:
            events.append(event)
        return events

    def register(self, name: str, email: str, password: str) -> Event:
        """Register oneself."""
        actor = check_name(name, "name", allow_at=False)
        check_email(email)
        salt, hashed = self._passwords.make(check_password(password))
        return self._do(
            actor,
            lambda state, _: user_rules.register(
                state, name=name, email=email, salt=salt, hashed=hashed
            ),
        )

    def admit(self, actor: str, name: str, email: str) -> Event:
        """Bring in a voter."""
        return self._do(
            actor, lambda state, _: user_rules.admit(state, actor, name=name, email=email)
        )

    def set_role(self, actor: str, name: str, role: Role) -> Event:
        """Give a user another role."""
        return self._do(
            actor, lambda state, _: user_rules.set_role(state, actor, name=name, role=role)
        )

    def transfer_ownership(self, actor: str, name: str) -> Event:
        """Make somebody else the owner."""
        return self._do(
            actor, lambda state, _: user_rules.transfer_ownership(state, actor, name=name)
        )

    def change_name(self, actor: str, name: str, new_name: str) -> Event | None:
        """Rename a user."""
        return self._find(
            actor,
            lambda state, _: user_rules.change_name(state, actor, name=name, new_name=new_name),
        )

    def change_email(self, actor: str, name: str, email: str) -> Event | None:
        """Give a user another address."""
        return self._find(
            actor, lambda state, _: user_rules.change_email(state, actor, name=name, email=email)
        )

    def change_password(self, actor: str, name: str, password: str) -> Event:
        """Give a user another password."""
        salt, hashed = self._passwords.make(check_password(password))
        return self._do(
            actor,
            lambda state, _: user_rules.change_password(
                state, actor, name=name, salt=salt, hashed=hashed
            ),
        )

    def remove_user(self, actor: str, name: str) -> Event:
        """Remove a user."""
        return self._do(actor, lambda state, _: user_rules.remove_user(state, actor, name=name))

    def create_election(self, actor: str, name: str, description: str = "") -> Event:
        """Set up an election."""
        return self._do(
            actor,
            lambda state, _: election_rules.create_election(
                state, actor, name=name, description=description
            ),
        )

    def update_election(self, actor: str, name: str, settings: ElectionSettings) -> Event:
        """Change the rules of an election."""
        return self._do(
            actor,
            lambda state, _: election_rules.update_election(
                state, actor, name=name, settings=settings
            ),
        )

    def rename_election(self, actor: str, name: str, new_name: str) -> Event:
        """Refuse."""
        del actor, new_name
        raise Unsupported(
            f"election {name!r}: an election keeps its name. Create another one and delete this."
        )

    def launch(
        self, actor: str, name: str, *, allow_edit: bool = False, invite: bool = False
    ) -> Event:
        """Let voting begin."""
        return self._do(
            actor,
            lambda state, now: election_rules.launch(
                state, actor, name=name, allow_edit=allow_edit, now=now
            ),
            has_mailing=invite,
        )

    def remind(self, actor: str, name: str) -> None:
        """Let those be written to who have not voted."""
        paused = self._backend.head().paused
        if paused is not None:
            raise Paused(paused)
        with self._backend.reading() as state:
            election = election_rules.check_remind(state, actor, name=name, now=self._now())
            self._check_session(state, actor)
        mailing_id = self._random(_MAILING_ID_BYTES).hex()
        self._backend.add_mailing(Mailing(mailing_id=mailing_id, election_name=election.name))

    def finalize(self, actor: str, name: str) -> Event:
        """End the voting."""
        return self._do(
            actor, lambda state, now: election_rules.finalize(state, actor, name=name, now=now)
        )

    def delete_election(self, actor: str, name: str) -> Event:
        """Remove an election."""
        return self._do(
            actor, lambda state, _: election_rules.delete_election(state, actor, name=name)
        )

    def set_candidates(
        self, actor: str, name: str, candidates: Iterable[str | tuple[str, str]]
    ) -> Event | None:
        """Make these the candidates."""
        pairs = [(one, "") if isinstance(one, str) else one for one in candidates]
        return self._find(
            actor,
            lambda state, now: election_rules.set_candidates(
                state, actor, name=name, candidates=pairs, now=now
            ),
        )

    def set_eligible_voters(self, actor: str, name: str, voters: Iterable[str]) -> list[Event]:
        """Make these the voters."""
        wanted = list(voters)
        return self._repeat(
            actor,
            lambda state, now: election_rules.set_voters(
                state, actor, name=name, voters=wanted, now=now
            ),
        )

    def add_eligible_voters(
        self, actor: str, name: str, voters: Iterable[str], *, invite: bool = False
    ) -> list[Event]:
        """Let more users vote."""
        wanted = list(voters)
        return self._repeat(
            actor,
            lambda state, now: election_rules.add_voters(
                state, actor, name=name, voters=wanted, now=now
            ),
            has_mailing=invite,
        )

    def cast_ballot(
        self, actor: str, election_name: str, rankings: Sequence[tuple[str, int | None]]
    ) -> Receipt:
        """Vote, or change one's vote."""
        confirmation = ""

        def decide(state: State, now: datetime) -> EventContent:
            nonlocal confirmation
            body, confirmation = ballot_rules.cast_ballot(
                state,
                actor,
                election_name=election_name,
                rankings=rankings,
                now=now,
                seal=self._seal,
                random=self._random,
            )
            return body

        event = self._do(actor, decide)
        return Receipt(confirmation, event.event_id, event.when_occurred)

    def pause(self, actor: str, reason: str) -> None:
        """Stop all commands."""
        self._check_owner(actor)
        self._backend.pause(check_name(reason, "reason"))

    def resume(self, actor: str) -> None:
        """Let commands through again."""
        self._check_owner(actor)
        self._backend.pause(None)

    def _check_owner(self, actor: str) -> None:
        with self._backend.reading() as state:
            user = state.user(actor)
            self._check_session(state, actor)
        if user is None or user.role < Permission.TRANSFER_OWNER.value:
            raise Unauthorized(f"{actor}: only the owner pauses and resumes writes.")
