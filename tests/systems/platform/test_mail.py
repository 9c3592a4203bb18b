"""Mail: written with its cause, sent by a worker, given up in the end."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from tavola.errors import OperationError, UniqueTaken
from tavola_systems.platform.limits import Limit
from tavola_systems.platform.mail.carriers import Carrier, FolderCarrier, SmtpCarrier
from tavola_systems.platform.mail.outbox import QUEUES, Letter
from tavola_systems.platform.mail.sending import Postman
from tavola_systems.platform.models import Mail, User
from tests.systems.site import Site

LETTER = Letter("ada@example.com", "Hello", "A line.\n")


class Broken:
    """A mail server that is away."""

    def __init__(self) -> None:
        self.tries = 0

    def carry(self, message: EmailMessage, mail_id: str) -> None:
        self.tries += 1
        raise ConnectionRefusedError("away")

    def latest(self, count: int) -> list[EmailMessage]:
        return []


class Meanwhile:
    """Carries mails, and does something else while it carries the first."""

    def __init__(self, act: Callable[[], object]) -> None:
        self._act = act
        self.carried: list[str] = []

    def carry(self, message: EmailMessage, mail_id: str) -> None:
        self.carried.append(mail_id)
        if len(self.carried) == 1:
            self._act()

    def latest(self, count: int) -> list[EmailMessage]:
        return []


def postman(
    site: Site, carrier: Carrier, *, give_way: Callable[[], bool] = lambda: False
) -> Postman:
    shared = site.process.shared
    return Postman(
        shared.platform,
        carrier,
        sender="a@b.example",
        limits=shared.limits,
        clock=site.clock,
        give_way=give_way,
    )


def test_a_mail_is_sent_once(site: Site) -> None:
    site.process.shared.outbox.send("notes", LETTER)
    assert [mail["Subject"] for mail in site.mails()] == ["Hello"]
    assert len(site.mails()) == 1


def waiting(site: Site) -> list[Mail]:
    """Mails in the order in which they are sent."""
    mails = site.process.shared.platform.mail
    return [mail for queue in QUEUES for mail in mails.mail_in_queue(queue=queue).all()]


def test_two_processes_send_each_mail_once(site: Site) -> None:
    outbox = site.process.shared.outbox
    ids = {outbox.send("notes", LETTER).mail_id for _ in range(13)}
    other = Meanwhile(lambda: None)
    own = Meanwhile(lambda: postman(site, other).step())

    sent = postman(site, own).step()

    assert (sent, len(own.carried), len(other.carried)) == (5, 5, 8)
    assert {*own.carried, *other.carried} == ids


def test_a_mail_that_another_process_claims_first_holds_up_no_other(site: Site) -> None:
    for _ in range(8):
        site.process.shared.outbox.send("notes", LETTER)
    ids = [mail.mail_id for mail in waiting(site)]

    def claim_the_sixth() -> None:
        mail = waiting(site)[0]
        mail.due_at += timedelta(minutes=2)
        mail.save()

    # The first five are claimed by then, and stand behind those that are not.
    carrier = Meanwhile(claim_the_sixth)
    postman(site, carrier).step()

    assert carrier.carried == [*ids[:5], *ids[6:]]


def send_to(site: Site, *people: str) -> None:
    for one in people:
        site.process.shared.outbox.send("notes", Letter(f"{one}@example.com", "Hello", ""))


class Dying:
    """Carries a mail, some time, and another one; at the third the process dies."""

    def __init__(self, site: Site, seconds: float) -> None:
        self._site = site
        self._seconds = seconds
        self.carried = 0

    def carry(self, message: EmailMessage, mail_id: str) -> None:
        self.carried += 1
        self._site.clock.forward(self._seconds)
        if self.carried == 3:
            raise RuntimeError("dead")

    def latest(self, count: int) -> list[EmailMessage]:
        return []


@pytest.mark.parametrize("seconds", [0.1, 1.5])
def test_what_has_gone_before_a_fault_is_not_sent_again(site: Site, seconds: float) -> None:
    send_to(site, "ada", "alan", "grace", "kay", "lin")

    with pytest.raises(RuntimeError):
        postman(site, Dying(site, seconds)).step()

    assert len(waiting(site)) == 3
    site.clock.forward(121)
    assert len(site.mails()) == 3


def test_mails_that_leave_slowly_are_marked_one_by_one(site: Site) -> None:
    send_to(site, "ada", "alan", "grace")
    seen: list[int] = []

    class Slow(Dying):
        def carry(self, message: EmailMessage, mail_id: str) -> None:
            seen.append(len(waiting(site)))
            site.clock.forward(1.0)

    assert postman(site, Slow(site, 0)).step() == 3
    assert seen == [3, 2, 1]


def test_a_mail_that_is_deleted_while_it_leaves_holds_up_no_other(site: Site) -> None:
    send_to(site, "ada", "alan", "grace")
    carrier = Meanwhile(lambda: waiting(site)[1].delete())

    assert postman(site, carrier).step() == 3
    assert waiting(site) == []


def test_between_two_groups_a_postman_gives_way_or_stops(site: Site) -> None:
    send_to(site, *(f"guest-{number}" for number in range(12)))
    answers = iter([False, True])

    assert postman(site, site.process.carrier, give_way=lambda: next(answers)).step() == 10
    assert len(waiting(site)) == 2


def test_first_mails_are_counted_by_one_write_and_others_each(site: Site) -> None:
    limits, attempts = site.process.shared.limits, site.process.shared.platform.attempt
    limit = Limit("mail", 2, 3600)
    window = int(site.clock() // 3600)

    def counted(*people: str) -> list[int | None]:
        found = [attempts.get("mail", one, window) for one in people]
        return [one.count if one else None for one in found]

    assert limits.count_first(limit, ["ada", "alan"])
    assert not limits.count_first(limit, ["alan", "grace"])
    assert not limits.count_first(limit, ["kay", "kay"])
    assert counted("ada", "alan", "grace", "kay") == [1, 1, None, None]


def test_a_mail_of_a_transaction_that_fails_is_not_written(site: Site) -> None:
    shared = site.process.shared
    shared.users.create("ada@example.com", "Ada")

    def register() -> None:
        with shared.platform.transaction() as tx:
            tx.add(shared.outbox.plan("notes", LETTER))
            tx.create(User(email="ada@example.com", name="Another"))

    with pytest.raises(UniqueTaken):
        register()
    assert shared.outbox.waiting() == 0


@pytest.mark.parametrize(
    ("recipient", "subject"),
    [
        ("ada@example.com\nBcc: all@example.com", "x"),
        ("ada@example.com", "Hello\r\nBcc: all@example.com"),
        ("a,b@example.com", "x"),
    ],
)
def test_nothing_gets_into_the_headers(site: Site, recipient: str, subject: str) -> None:
    with pytest.raises(OperationError):
        site.process.shared.outbox.send("notes", Letter(recipient, subject, ""))


def test_a_mail_that_cannot_be_sent_is_tried_later_and_then_given_up(site: Site) -> None:
    outbox = site.process.shared.outbox
    outbox.send("notes", LETTER)
    carrier = Broken()
    worker = postman(site, carrier)
    for _ in range(10):
        worker.step()
        worker.step()
        site.clock.forward(6 * 3600 + 1)
    [dead] = outbox.dead().items
    assert (carrier.tries, dead.problem) == (6, "ConnectionRefusedError: away")
    outbox.revive(dead.mail_id)
    assert [mail["To"] for mail in site.mails()] == ["ada@example.com"]


def test_one_recipient_gets_so_many_mails_an_hour_and_the_rest_later(site: Site) -> None:
    for _ in range(35):
        site.process.shared.outbox.send("notes", LETTER)
    assert len(site.mails()) == 30
    site.clock.forward(3600)
    assert len(site.mails()) == 35


def test_a_folder_keeps_mails_for_its_owner_alone(site: Site, tmp_path: Path) -> None:
    carrier = FolderCarrier(tmp_path / "mail")
    message = EmailMessage()
    message["Subject"] = "Hello"
    carrier.carry(message, "one")
    [path] = (tmp_path / "mail").iterdir()
    assert (path.name, path.stat().st_mode & 0o777) == ("one.eml", 0o600)


@pytest.mark.parametrize("url", ["http://x", "smtp://", "imap://x"])
def test_what_is_no_mail_server_is_refused(url: str) -> None:
    with pytest.raises(OperationError, match="is not a mail server"):
        SmtpCarrier(url)
