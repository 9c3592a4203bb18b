"""The operator's console: an event's figures, steering it, drawing, what failed, CSV files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from tavola.errors import ItemMissing, OperationError
from tavola_systems.platform.access.permissions import Requirement, role
from tavola_systems.platform.http.file_answers import csv_download
from tavola_systems.platform.http.guard import Caller, Form, SentForm
from tavola_systems.platform.http.problems import NotFound, problem_of
from tavola_systems.platform.pages.times import parse_local
from tavola_systems.platform.system import Services
from tavola_systems.requests.charts import Series, draw_bars, draw_lines
from tavola_systems.requests.desk import Desk
from tavola_systems.requests.models import EventConfig, FailedEntry
from tavola_systems.requests.queues.interface import DeadLetter
from tavola_systems.requests.requeueing import requeue_failed
from tavola_systems.requests.rules import WrongState
from tavola_systems.requests.services.admissions import addresses_in
from tavola_systems.requests.services.counts import MinuteTotals, percentile
from tavola_systems.requests.services.draw_results import DrawResults
from tavola_systems.requests.services.figures import figures_of
from tavola_systems.requests.services.joined_writes import Doing, now_of
from tavola_systems.requests.services.progress import ProgressKeeper
from tavola_systems.requests.serving import letters_of, queue_of
from tavola_systems.requests.web.event_pages import event_for
from tavola_systems.requests.web.page_views import state_of

__all__ = ["RULES", "routes"]

_OPERATOR: Final = role("operator", scope="event_id")
RULES: Final[dict[str, Requirement]] = {
    "GET /events/{event_id}/console": _OPERATOR,
    "GET /events/{event_id}/console/find": _OPERATOR,
    "POST /events/{event_id}/console/{action}": _OPERATOR,
    "GET /events/{event_id}/requests.csv": _OPERATOR,
    "GET /events/{event_id}/winners.csv": _OPERATOR,
    "POST /events/{event_id}/codes.csv": _OPERATOR,
}
_ID: Final = re.compile(r"[0-9A-HJKMNP-TV-Z]{26}")
_STEPS_AT_ONCE: Final = 30
"""So many stretches of results are written at once; the rest follows by itself."""
_FAILURES_SHOWN: Final = 10
_LETTERS_SHOWN: Final = 20
_TITLES: Final = (
    *("request", "user", "status", "result", "ticket", "requested", "queued", "started"),
    *("finished", "error code", "error"),
)


class Console:
    """What an operator can do with an event; each returns what to say then."""

    def __init__(self, desk: Desk, services: Services) -> None:
        self._desk = desk
        self._results = DrawResults(desk.db, desk.events, desk.draws, letters_of(services))
        self._progress = ProgressKeeper(desk.db)
        self.queue = queue_of(services)
        self.actions: dict[str, Callable[[str, Form, str], str]] = {
            "open": self._steer("open", "It is open."),
            "pause": self._steer("pause", "Intake is paused."),
            "resume": self._steer("resume", "Intake goes on."),
            "close": self._steer("close", "It takes no more requests."),
            "announce": self._steer("announce", "The results are out."),
            "capacity": self._capacity,
            "prolong": self._prolong,
            "freeze": self._freeze,
            "draw": self._draw,
            "settle": self._settle,
            "abandon": self._abandon,
            "requeue": self._requeue,
            "requeue-all": self._requeue_all,
            "recount": self._recount,
            "admit": self._admit,
            "dismiss": self._dismiss,
        }

    def settled(self, event_id: str) -> int:
        """See how far all tickets are final."""
        return self._desk.db.run(Doing(lambda: self._progress.settle(event_id))).settled_through

    def dead_letters(self) -> list[DeadLetter]:
        """Return some messages of all events that nobody could handle, the latest first."""
        found = self._desk.db.run(Doing(lambda: self.queue.dead(limit=_LETTERS_SHOWN)))
        return sorted(found, key=lambda one: one.died_at, reverse=True)[:_LETTERS_SHOWN]

    def _steer(self, name: str, words: str) -> Callable[[str, Form, str], str]:
        def run(event_id: str, form: Form, by: str) -> str:
            del form, by
            getattr(self._desk.events, name)(event_id)
            return words

        return run

    def _capacity(self, event_id: str, form: Form, by: str) -> str:
        del by
        text = form.text("total").strip()
        if not (text.isascii() and text.isdigit() and len(text) <= 9):
            raise OperationError(f"total: {text[:20]!r} is not a number of places.")
        self._desk.events.change_capacity(event_id, int(text))
        return f"There are {int(text):,} places now."

    def _prolong(self, event_id: str, form: Form, by: str) -> str:
        del by
        end = parse_local("ends_at", form.text("ends_at"), form.text("zone", "UTC"))
        self._desk.events.prolong(event_id, end)
        return "Intake ends then."

    def _freeze(self, event_id: str, form: Form, by: str) -> str:
        del form, by
        draw = self._desk.draws.freeze(event_id)
        return f"{draw.entry_count:,} requests take part."

    def _draw(self, event_id: str, form: Form, by: str) -> str:
        del by
        self._desk.draws.draw(event_id, form.text("public_value"))
        for _ in range(_STEPS_AT_ONCE):
            if not self._results.step(event_id):
                break
        return "Drawn. Everybody gets the result."

    def _settle(self, event_id: str, form: Form, by: str) -> str:
        del form, by
        return f"{self._results.finish(event_id):,} results are written."

    def _abandon(self, event_id: str, form: Form, by: str) -> str:
        self._desk.draws.abandon(event_id, form.text("reason"), by)
        return "The draw is abandoned; a new one is promised."

    def _requeue(self, event_id: str, form: Form, by: str) -> str:
        request_id = form.text("request")
        found = self._desk.requests.find(request_id) if _ID.fullmatch(request_id) else None
        if found is None or found.event_id != event_id:
            raise NotFound
        self._desk.db.run(Doing(lambda: self._desk.giving_back.requeue(request_id, by=by)))
        return "It is queued again, with the ticket that it had."

    def _requeue_all(self, event_id: str, form: Form, by: str) -> str:
        del form
        done = requeue_failed(self._desk, event_id, by=by)
        return f"{done.queued:,} requests are queued again; {done.left:,} failed ones are left."

    def _admit(self, event_id: str, form: Form, by: str) -> str:
        del by
        count = self._desk.admissions.add(event_id, addresses_in(form.text("emails")))
        return f"{count:,} addresses are on the list."

    def _dismiss(self, event_id: str, form: Form, by: str) -> str:
        del by
        was_there = self._desk.admissions.remove(event_id, form.text("email"))
        return "The address is off the list." if was_there else "It was not on the list."

    def _recount(self, event_id: str, form: Form, by: str) -> str:
        del form, by
        count = self._desk.counts.recount(event_id, self.settled(event_id))
        return f"{count:,} tickets are counted."


def routes(desk: Desk, services: Services) -> APIRouter:
    """Return the console's pages."""
    router, pages = APIRouter(), services.pages
    console = Console(desk, services)

    def show(request: Request, caller: Caller, event_id: str, **more: Any) -> Response:
        event = event_for(desk, services, caller, event_id)
        settled = console.settled(event_id)
        desk.counts.catch_up(event_id, settled)
        minutes = desk.counts.minutes(event_id)
        waiting, failed_count = desk.draws.undispatched(event_id)
        depth = desk.db.run(Doing(console.queue.depth))
        sees_letters = services.rules.may(caller, "operator")
        figures = figures_of(
            desk.db,
            event_id,
            undispatched=waiting,
            depth=depth.waiting,
            minutes=minutes,
            by_result=desk.counts.by_result(event_id),
        )
        return pages.render(
            request,
            "requests/console.html",
            event=event,
            state=state_of(event, now_of(desk.db)),
            places=desk.events.capacity(event_id),
            draw=desk.draws.find(event_id),
            is_before_cutoff=event.ends_at is not None and event.ends_at > now_of(desk.db),
            figures=figures,
            charts=_charts(minutes),
            failed=_failed(desk, event_id),
            failed_count=failed_count,
            dead_count=depth.dead,
            sees_letters=sees_letters,
            letters=console.dead_letters() if sees_letters and depth.dead else [],
            admitted=desk.admissions.count(event_id),
            listed=_listed(desk, event),
            latest=desk.requests.of_event(event_id, limit=15).items,
            **more,
        )

    @router.get("/events/{event_id}/console")
    def console_page(request: Request, caller: Caller, event_id: str) -> Response:
        return show(request, caller, event_id)

    @router.get("/events/{event_id}/console/find")
    def find(request: Request, caller: Caller, event_id: str) -> Response:
        wanted = request.query_params.get("request", "").strip().upper()
        found = desk.requests.find(wanted) if _ID.fullmatch(wanted) else None
        if found is not None and found.event_id == event_id:
            return pages.redirect(f"/requests/{wanted}")
        errors = {"request": "No request of this event has this id."}
        values = {"request": wanted[:40]}
        return show(request, caller, event_id, status=404, errors=errors, values=values)

    @router.post("/events/{event_id}/console/{action}")
    def act(
        request: Request, caller: Caller, event_id: str, action: str, form: SentForm
    ) -> Response:
        event_for(desk, services, caller, event_id)
        run = console.actions.get(action)
        if run is None:
            raise NotFound
        try:
            words = run(event_id, form, caller.subject)
        except ItemMissing:
            raise NotFound from None
        except (WrongState, OperationError) as error:
            problem = problem_of(error)
            return show(
                request,
                caller,
                event_id,
                status=409 if isinstance(error, WrongState) else 422,
                error=getattr(error, "message", str(error)),
                errors=problem.field_errors() if problem else {},
                values=form.values(),
            )
        return pages.redirect(f"/events/{event_id}/console", toast=words)

    _add_files(router, desk, services)
    _add_codes(router, desk, services)
    return router


def _add_codes(router: APIRouter, desk: Desk, services: Services) -> None:
    @router.post("/events/{event_id}/codes.csv")
    def codes_csv(caller: Caller, event_id: str, form: SentForm) -> Response:
        """Make codes; the file is the only place where they can be read."""
        event_for(desk, services, caller, event_id)
        text = form.text("count").strip()
        count = int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else 0
        codes = desk.admissions.make_codes(event_id, count)
        return csv_download(f"codes-{event_id}.csv", ("code",), ((one,) for one in codes))


def _add_files(router: APIRouter, desk: Desk, services: Services) -> None:
    @router.get("/events/{event_id}/requests.csv")
    def requests_csv(caller: Caller, event_id: str) -> Response:
        event_for(desk, services, caller, event_id)
        rows = (
            (
                *(one.request_id, one.user_id, one.status, one.result_code, one.ticket),
                *(one.requested_at, one.queued_at, one.started_at, one.finished_at),
                *(one.error_code, one.error_message),
            )
            for one in desk.requests.all_of_event(event_id)
        )
        return csv_download(f"requests-{event_id}.csv", _TITLES, rows)

    @router.get("/events/{event_id}/winners.csv")
    def winners_csv(caller: Caller, event_id: str) -> Response:
        event_for(desk, services, caller, event_id)

        def rows() -> Iterator[tuple[Any, ...]]:
            for one in desk.requests.all_of_event(event_id):
                if one.status == "SUCCEEDED":
                    account = services.accounts.find("requests", one.user_id)
                    name, email = (account.name, account.email) if account else (None, None)
                    yield one.ticket, one.request_id, name, email, one.finished_at

        titles = ("ticket", "request", "name", "address", "decided")
        return csv_download(f"winners-{event_id}.csv", titles, rows())


def _failed(desk: Desk, event_id: str) -> list[FailedEntry]:
    """The oldest of what the queue did not accept, and of what failed for good."""
    found = desk.db.run(desk.outbox.dead(event_id, limit=_FAILURES_SHOWN))
    return sorted(found, key=lambda one: one.request_id)[:_FAILURES_SHOWN]


def _listed(desk: Desk, event: EventConfig) -> list[str]:
    if event.admission != "LISTED":
        return []
    return [one.email for one in desk.admissions.listed(event.event_id, limit=50).items]


def _charts(minutes: list[MinuteTotals]) -> dict[str, Any] | None:
    if not minutes:
        return None
    shown = minutes[-180:]
    moments = [round(one.minute.timestamp() * 1000) for one in shown]
    finished = Series("results", [float(one.finished) for one in shown])
    delays = [
        Series(name, [_seconds(percentile(one.waited, share)) for one in shown])
        for name, share in (("p50", 0.5), ("p95", 0.95))
    ]
    return {
        "throughput": draw_bars("Results per minute", moments, finished, ""),
        "delays": draw_lines("From queue to result: p50 and p95", moments, delays, " s"),
    }


def _seconds(milliseconds: float | None) -> float | None:
    return None if milliseconds is None else milliseconds / 1000
