"""Withdrawing a request, as its page and the API do it."""

from __future__ import annotations

from tavola_systems.requests.desk import Desk, open_desk
from tavola_systems.requests.models import Request
from tavola_systems.requests.rules import WrongState
from tavola_systems.requests.services.joined_writes import Doing
from tavola_systems.requests.services.letters import Letters
from tavola_systems.requests.services.places import Places
from tavola_systems.requests.services.progress import ProgressKeeper

__all__ = ["withdraw_request"]


def withdraw_request(desk: Desk, letters: Letters, found: Request, *, by: str) -> None:
    """Withdraw a request; a place that it had goes to the next in order."""
    desk = open_desk(desk.db, letters)
    is_lottery = found.event_type == "LOTTERY"
    if is_lottery and found.status != "RECEIVED":
        desk.results.withdraw(found, by)
        return
    if is_lottery and desk.events.phase(desk.events.get(found.event_id)) == "DRAWING":
        # Who takes part is settled at the cutoff, and counted by tickets.
        raise WrongState("The cutoff has passed, and the request gets its ticket. Try again soon.")
    desk.db.run(Doing(lambda: desk.giving_back.withdraw(found.request_id, by=by)))
    places = Places(desk.db, ProgressKeeper(desk.db), letters)
    desk.db.run(Doing(lambda: places.pass_on(found.event_id, by=by)))
