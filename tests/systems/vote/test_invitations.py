"""Invitations: there with their cause or not at all, and one letter for each voter."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from tavola.testing import Clock
from tavola_systems.vote.backends.backend import Backend, Mailing
from tavola_systems.vote.domain.errors import Conflict, Paused, Unauthorized
from tavola_systems.vote.service import VoteService
from tavola_systems.vote.system import SYSTEM
from tavola_systems.vote.web.accounts import service_of
from tavola_systems.vote.web.invitations import Inviter
from tavola_systems.vote.web.routing import as_segment
from tests.systems.site import PASSWORD, open_site
from tests.systems.vote.mariadb import new_database
from tests.systems.vote.test_api import Office
from tests.systems.vote.test_tables import DyingStore, die_at
from tests.systems.vote.world import BOARD, CANDIDATES, KEY, RANKED, VOTERS, World

MANY = [f"member {number:03}" for number in range(90)]


def waiting(backend: Backend) -> list[tuple[str, int]]:
    """The mailings that wait."""
    return [(one.election_name, one.event_id) for one in backend.mailings()]


def test_a_launch_and_its_invitations_are_written_together(world: World) -> None:
    world.drafted()
    event = world.commands.launch("olga", BOARD, invite=True)
    backend = world.service.backend
    mailing = Mailing(mailing_id=event.hash, election_name=BOARD, event_id=event.event_id)
    assert backend.mailings() == [mailing]
    backend.rebuild()
    assert backend.mailings() == [mailing]
    backend.end_mailing(event.hash)
    backend.end_mailing(event.hash)
    assert backend.mailings() == []


def test_a_launch_that_is_refused_invites_nobody(world: World) -> None:
    world.commands.create_election("olga", BOARD)
    with pytest.raises(Conflict):
        world.commands.launch("olga", BOARD, invite=True)
    assert world.service.backend.mailings() == []


def test_voters_who_are_added_have_a_mailing_of_their_own(world: World) -> None:
    world.drafted()
    world.commands.launch("olga", BOARD, allow_edit=True)
    world.commands.add_eligible_voters("olga", BOARD, ["ada"])
    (event,) = world.commands.add_eligible_voters("olga", BOARD, ["olga"], invite=True)
    assert waiting(world.service.backend) == [(BOARD, event.event_id)]


def test_only_the_organiser_reminds_and_only_while_votes_count(one_world: World) -> None:
    one_world.drafted()
    with pytest.raises(Conflict, match="takes no ballots now"):
        one_world.commands.remind("olga", BOARD)
    one_world.commands.launch("olga", BOARD)
    with pytest.raises(Unauthorized):
        one_world.commands.remind("ada", BOARD)
    one_world.commands.remind("olga", BOARD)
    assert waiting(one_world.service.backend) == [(BOARD, 0)]
    one_world.commands.pause("ada", "moving house")
    with pytest.raises(Paused):
        one_world.commands.remind("olga", BOARD)


@pytest.fixture(params=["tables", "sqlite", "mariadb"])
def office(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Office]:
    """The platform, with the elections in its own store or in another database."""
    with ExitStack() as stack:
        if request.param != "tables":
            url = f"sqlite:///{tmp_path / 'vote.sqlite'}"
            if request.param == "mariadb":
                socket = request.getfixturevalue("mariadb_socket")
                url = stack.enter_context(new_database(socket, f"letters_{uuid.uuid4().hex}"))
            monkeypatch.setenv("TAVOLA_VOTE_BACKEND", url)
        site = open_site([SYSTEM])
        stack.callback(site.process.close)
        yield Office(site)


def launched(office: Office) -> None:
    """Launch an election of many voters, all of whom are to be written to."""
    commands = office.service.commands
    for name in MANY:
        commands.admit("olga", name, f"{name.replace(' ', '.')}@example.com")
    commands.create_election("olga", BOARD)
    commands.set_candidates("olga", BOARD, CANDIDATES)
    commands.set_eligible_voters("olga", BOARD, MANY)
    commands.launch("olga", BOARD, allow_edit=True, invite=True)


def letters(office: Office) -> list[str]:
    """Whom letters wait for or went to."""
    platform = office.site.process.shared.platform
    queues = ("due-0", "due-1", "due-2", "due-3")
    found = [platform.mail.mail_in_queue(queue=queue).all() for queue in queues]
    return sorted(mail.recipient for mails in found for mail in mails)


def everybody() -> list[str]:
    return sorted(f"{name.replace(' ', '.')}@example.com" for name in MANY)


def inviter_on(office: Office, store: Any) -> Inviter:
    """A process of its own, whose requests to the platform's table go through another store."""
    services = office.site.process.application.services["vote"]
    platform = type(services.shared.platform).open("memory:", store=store, clock=office.site.clock)
    shared = structs.replace(
        services.shared,
        platform=platform,
        outbox=type(services.shared.outbox)(platform, office.site.clock),
        links=type(services.shared.links)(platform, office.site.clock, "http://testserver"),
    )
    return Inviter(structs.replace(services, shared=shared), service_of(services))


@pytest.mark.parametrize("is_answer_lost", [False, True])
def test_whoever_dies_at_any_request_each_voter_gets_one_letter(
    office: Office, is_answer_lost: bool
) -> None:
    launched(office)
    store = DyingStore(office.site.process.shared.platform.store)
    inviter = inviter_on(office, store)
    number = 0
    while die_at(store, number := number + 1, inviter.step, is_answer_lost=is_answer_lost):
        pass
    assert letters(office) == everybody()
    assert office.service.backend.mailings() == []


def test_two_processes_at_one_mailing_write_each_letter_once(office: Office) -> None:
    launched(office)
    store = DyingStore(office.site.process.shared.platform.store)
    first, second = inviter_on(office, store), inviter_on(office, store)

    execute, turns = store.execute, iter([second.step])

    def interrupted(action: str, body: dict[str, Any]) -> bytes:
        """Let the second process do everything before the first letter of the first."""
        if action == "TransactWriteItems":
            next(turns, int)()
        return execute(action, body)

    store.execute = interrupted  # type: ignore[method-assign]  # the test's own store
    first.step()
    assert letters(office) == everybody()


def half_mailed(office: Office) -> None:
    """Let a process die when it has written to some of the launch's voters."""
    store = DyingStore(office.site.process.shared.platform.store)
    assert die_at(store, 3, inviter_on(office, store).step, is_answer_lost=False)
    assert 0 < len(letters(office)) < len(MANY)


def test_who_is_added_while_a_launch_is_mailed_gets_one_letter(office: Office) -> None:
    """Theirs is written and ended while the launch's is not: its next process died half-way."""
    launched(office)
    office.service.commands.admit("olga", "zoe", "zoe@example.com")
    office.service.commands.add_eligible_voters("olga", BOARD, ["zoe"], invite=True)
    store = DyingStore(office.site.process.shared.platform.store)
    execute, turns = store.execute, iter([half_mailed])

    def interrupted(action: str, body: dict[str, Any]) -> bytes:
        if action == "TransactWriteItems":
            next(turns, str)(office)
        return execute(action, body)

    store.execute = interrupted  # type: ignore[method-assign]  # the test's own store
    inviter_on(office, store).step()
    assert letters(office).count("zoe@example.com") == 1
    assert len(office.service.backend.mailings()) == 1
    inviter_on(office, store).step()
    assert letters(office) == [*everybody(), "zoe@example.com"]


def test_who_is_renamed_while_a_launch_is_mailed_gets_one_letter(office: Office) -> None:
    launched(office)
    half_mailed(office)
    commands = office.service.commands
    commands.change_name(MANY[0], MANY[0], "zz, who has one")
    commands.change_name(MANY[-1], MANY[-1], "aa, who has none")
    office.site.mails()
    assert sorted(mail["To"] for mail in office.site.mails()) == everybody()


def reminded(office: Office) -> list[str]:
    """Whom letters went to after those of the launch."""
    return sorted(mail["To"] for mail in office.site.mails()[len(MANY) :])


def test_who_is_renamed_while_a_reminder_is_mailed_gets_one_letter(office: Office) -> None:
    launched(office)
    office.site.mails()
    commands = office.service.commands
    commands.remind("olga", BOARD)
    store = DyingStore(office.site.process.shared.platform.store)
    assert die_at(store, 3, inviter_on(office, store).step, is_answer_lost=False)
    commands.change_name(MANY[0], MANY[0], "zz, who has one")
    commands.change_name(MANY[-1], MANY[-1], "aa, who has none")
    assert reminded(office) == everybody()


@pytest.mark.parametrize("request_number", [1, 2, 3])
def test_who_is_renamed_between_two_requests_of_a_reminder_gets_one_letter(
    office: Office, request_number: int
) -> None:
    launched(office)
    office.site.mails()
    commands = office.service.commands
    commands.remind("olga", BOARD)
    store = DyingStore(office.site.process.shared.platform.store)
    execute, turns = store.execute, iter(range(1, 100))

    def interrupted(action: str, body: dict[str, Any]) -> bytes:
        if next(turns) == request_number:
            commands.change_name(MANY[0], MANY[0], "zz, who was first")
            commands.change_name(MANY[-1], MANY[-1], "aa, who was last")
        return execute(action, body)

    store.execute = interrupted  # type: ignore[method-assign]  # the test's own store
    inviter_on(office, store).step()
    assert reminded(office) == everybody()


def test_who_is_renamed_while_whom_to_remind_is_looked_up_gets_one_letter(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    launched(office)
    office.site.mails()
    queries, commands = office.service.queries, office.service.commands
    commands.remind("olga", BOARD)
    turnout, turns = queries.turnout, iter([None])

    def interrupted(election_name: str) -> Any:
        found = turnout(election_name)
        for _ in turns:
            commands.change_name(MANY[5], MANY[5], "bb, whose name was read")
        return found

    monkeypatch.setattr(queries, "turnout", interrupted)
    assert reminded(office) == everybody()


def test_a_reminder_leaves_out_who_is_being_invited_and_nobody_else(office: Office) -> None:
    launched(office)
    office.site.mails()
    commands = office.service.commands
    for name in ("zoe", "yuri"):
        commands.admit("olga", name, f"{name}@example.com")
    commands.add_eligible_voters("olga", BOARD, ["zoe"], invite=True)
    commands.change_name("zoe", "zoe", "zora")
    commands.create_election("olga", "Another one")
    commands.set_candidates("olga", "Another one", CANDIDATES)
    commands.launch("olga", "Another one", allow_edit=True)
    commands.add_eligible_voters("olga", "Another one", ["yuri", MANY[0]], invite=True)
    commands.remind("olga", BOARD)
    first = f"{MANY[0].replace(' ', '.')}@example.com"
    expected = [*everybody(), first, "yuri@example.com", "zoe@example.com"]
    assert reminded(office) == sorted(expected)


def test_who_is_renamed_before_they_are_invited_is_invited(office: Office) -> None:
    launched(office)
    office.site.mails()
    commands = office.service.commands
    commands.admit("olga", "zoe", "zoe@example.com")
    commands.add_eligible_voters("olga", BOARD, ["zoe"], invite=True)
    commands.change_name("zoe", "zoe", "zora")
    assert [mail["To"] for mail in office.site.mails()[len(MANY) :]] == ["zoe@example.com"]


def test_an_election_of_the_same_name_gets_no_letters_of_the_one_before(office: Office) -> None:
    launched(office)
    commands = office.service.commands
    commands.delete_election("olga", BOARD)
    commands.create_election("olga", BOARD)
    commands.set_candidates("olga", BOARD, CANDIDATES)
    commands.set_eligible_voters("olga", BOARD, VOTERS)
    commands.launch("olga", BOARD)
    assert office.site.mails() == []


def link_of_zoe(office: Office) -> str:
    """The address of a link that was mailed to zoe."""
    commands = office.service.commands
    if office.service.queries.search_user("zoe") is None:
        commands.admit("olga", "zoe", "zoe@example.com")
    commands.create_election("olga", BOARD)
    commands.set_candidates("olga", BOARD, CANDIDATES)
    commands.set_eligible_voters("olga", BOARD, ["zoe"])
    commands.launch("olga", BOARD, invite=True)
    (mail,) = office.site.mails()
    return office.site.link_in(mail)


def test_a_link_is_still_theirs_after_a_rename(office: Office) -> None:
    link = link_of_zoe(office)
    office.service.commands.change_name("zoe", "zoe", "zora")
    office.service.commands.register("zoe", "another.zoe@example.com", PASSWORD)
    sent = office.site.send(browser := office.site.client(), link, link)
    assert "Your ballot" in sent.text
    assert "zora" in browser.get("/vote/profile").text


def test_a_link_is_nobody_elses_after_its_owner_is_gone(office: Office) -> None:
    link = link_of_zoe(office)
    office.service.commands.remove_user("ada", "zoe")
    office.service.commands.register("zoe", "zoe@example.com", PASSWORD)
    browser = office.site.client()
    assert office.site.send(browser, link, link).status_code == 404
    assert "Sign in" in browser.get("/vote/").text


def test_a_link_is_not_another_persons_of_the_same_moment_who_takes_name_and_address(
    office: Office,
) -> None:
    """Both are registered in one millisecond, and then swap all that they are found by."""
    still = VoteService(office.service.backend, sealing_key=KEY, clock=Clock())
    still.commands.admit("olga", "zoe", "zoe@example.com")
    still.commands.admit("olga", "xena", "xena@example.com")
    times = {user.registered_at for user in still.queries.find_users(["zoe", "xena"])}
    assert len(times) == 1
    link = link_of_zoe(office)
    commands = office.service.commands
    commands.change_name("zoe", "zoe", "moving")
    commands.change_email("moving", "moving", "moving@example.com")
    commands.change_name("xena", "xena", "zoe")
    commands.change_email("zoe", "zoe", "zoe@example.com")
    browser = office.site.client()
    assert office.site.send(browser, link, link).status_code == 404
    assert "Sign in" in browser.get("/vote/").text


def test_a_link_ends_with_the_address_that_it_was_mailed_to(office: Office) -> None:
    """Whoever has the old mailbox, or had it by a mistyped address, is not the voter."""
    link = link_of_zoe(office)
    office.service.commands.change_email("ada", "zoe", "the.right.zoe@example.com")
    assert office.site.send(office.site.client(), link, link).status_code == 404


def test_a_password_link_is_nobody_elses_after_a_rename(office: Office) -> None:
    site, commands = office.site, office.service.commands
    browser = site.client()
    site.send(browser, "/vote/forgot", "/vote/forgot", email="vera@example.com")
    (mail,) = site.mails()
    commands.change_name("vera", "vera", "wera")
    commands.register("vera", "other@example.com", PASSWORD)
    link = site.link_in(mail)
    assert site.send(browser, link, link, password="the thief's password").status_code >= 400
    assert office.service.queries.authenticate("vera", PASSWORD).name == "vera"


def test_nobody_is_written_to_after_the_end(office: Office) -> None:
    launched(office)
    office.service.commands.finalize("olga", BOARD)
    assert office.site.mails() == []
    assert office.service.backend.mailings() == []


def test_an_election_that_is_gone_invites_nobody(office: Office) -> None:
    launched(office)
    office.service.commands.delete_election("olga", BOARD)
    assert office.site.mails() == []


def test_programs_invite_and_remind(office: Office) -> None:
    olga = office.program("olga")
    address = f"/elections/{as_segment('Board')}"
    office.service.commands.create_election("olga", "Board")
    office.service.commands.set_candidates("olga", "Board", CANDIDATES)
    office.service.commands.set_eligible_voters("olga", "Board", VOTERS)
    assert olga.post(f"{address}/launch", json={"invite": True}).status_code == 200
    assert len(office.site.mails()) == len(VOTERS)
    office.service.commands.cast_ballot("vera", "Board", RANKED)
    assert olga.post(f"{address}/remind").status_code == 200
    assert len(office.site.mails()) == 2 * len(VOTERS) - 1
