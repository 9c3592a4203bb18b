"""An engine: takes an action and a body, returns the response's bytes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, nullcontext
from copy import copy
from pathlib import Path
from typing import Any, NewType, Self

import msgspec

from tavola.engine.action import Action
from tavola.engine.actions import ACTIONS
from tavola.engine.backups.resuming import resume_backups
from tavola.engine.callers import Caller
from tavola.engine.database import Database, open_storage
from tavola.engine.faults import Faults
from tavola.engine.pacing import MOST_WORK, Answer, Pace, Steps
from tavola.engine.request.large_bodies import decode_large
from tavola.engine.storage.collection_limit import MAX_COLLECTION_BYTES
from tavola.engine.storage.sessions import LongWork
from tavola.engine.storage.storage import SqliteError, StaleCatalog
from tavola.engine.tables.backfill import resume
from tavola.engine.time_to_live import Sweeper, sweep
from tavola.engine.unavailable import explain_missing
from tavola.engine.vectors.kept import MAX_VECTOR_BYTES
from tavola.errors import (
    AccessRefused,
    MalformedRequest,
    OperationError,
    StoreError,
    StoreUnavailable,
    ValidationFailed,
)

__all__ = ["Engine", "LongWork"]

_ATTEMPTS = 20
LARGE_BODY_BYTES = 64 * 1024
"""From here on reading a request takes so long that others should not wait for it."""
UNREADABLE = (
    *(LookupError, ValueError, ArithmeticError, TypeError, AttributeError, RecursionError),
    msgspec.MsgspecError,
)
"""What is raised when a file holds something else than was written."""
_decode = msgspec.json.Decoder(dict[str, Any]).decode

CheckedRequest = NewType("CheckedRequest", dict[str, Any])
"""A request that was decoded and checked, and is to be run."""


class Engine(Database):
    """DynamoDB on one file or in memory.

    with Engine.open("blog.db") as engine:
        engine.execute("GetItem", {"TableName": "blog", "Key": {"pk": {"S": "a"}}})
    """

    _sweeper: Sweeper | None = None

    @classmethod
    def open(
        cls,
        location: str | os.PathLike[str],
        *,
        clock: Callable[[], float] = time.time,
        lock_seconds: float = 10.0,
        faults: Faults | None = None,
        table_delay: float = 0.0,
        sweep_seconds: float | None = None,
        buckets: Path | None = None,
        max_collection_bytes: int = MAX_COLLECTION_BYTES,
        is_lenient: bool = False,
        max_vector_bytes: int = MAX_VECTOR_BYTES,
    ) -> Self:
        """Open "memory:" or a file, made if it does not exist.

        A path may end in `?durability=process`: commits then survive the process, but not a loss
        of power. A write waits at most `lock_seconds` for other writers. A new table is CREATING
        for `table_delay` seconds of the clock. With `sweep_seconds`, expired items are deleted in
        the background, as often; without, only by `sweep_expired`. Exports and imports find each
        S3 bucket as a folder in `buckets`. In tables with local indexes the items of one partition
        key have at most `max_collection_bytes`. With `is_lenient`, tables may be made as DynamoDB
        Local lets them be made and DynamoDB does not (tables/lenient_rules.py).
        Vectors that were searched are kept in memory, up to `max_vector_bytes`.
        """
        storage = open_storage(location, lock_seconds)
        engine = cls(
            storage,
            clock,
            faults=faults,
            table_delay=table_delay,
            buckets=buckets,
            max_collection_bytes=max_collection_bytes,
            is_lenient=is_lenient,
            max_vector_bytes=max_vector_bytes,
        )
        try:
            with engine._explaining_failures():
                resume(engine)
                resume_backups(engine)
        except StoreError:
            engine.close()
            raise
        if sweep_seconds is not None:
            engine._sweeper = Sweeper(engine.sweep_expired, sweep_seconds)
        return engine

    def close(self) -> None:
        """Close the file; memory is gone."""
        if self._sweeper is not None:
            self._sweeper.stop()
            self._sweeper = None
        super().close()

    def sweep_expired(self, now: float | None = None) -> int:
        """Delete the items that are past their time to live; say how many there were."""
        with self._memory_lock, self._explaining_failures():
            return sweep(self, self.clock() if now is None else now)

    @contextmanager
    def _explaining_failures(self) -> Generator[None]:
        """Raise what a failure means of work that no action asked for."""
        try:
            yield
        except SqliteError as error:
            meaning = self.storage.explain(error)
            raise meaning if isinstance(meaning, StoreError) else self._damaged(error) from error
        except UNREADABLE as error:
            raise self._damaged(error) from error
        except BaseException:
            self.storage.abandon()
            raise

    def execute(self, action: str, body: dict[str, Any] | bytes) -> bytes:
        """Run one action; refusals are raised as StoreErrors with DynamoDB's code and message."""
        request = self.read_request(action, body)
        is_large = isinstance(body, bytes) and len(body) >= LARGE_BODY_BYTES
        return self.execute_checked(action, request, is_apart=is_large)

    def read_request(self, action: str, body: dict[str, Any] | bytes) -> CheckedRequest:
        """Decode and check a request; refusals are raised as by `execute`."""
        given: Any = action
        if not isinstance(given, str):
            raise OperationError(
                f"The action is of type {type(given).__name__}. Give a name, as GetItem."
            )
        wanted = ACTIONS.get(action)
        if wanted is None:
            message = explain_missing(action) or f"The action {action} is not known"
            raise StoreError(message, code="UnknownOperationException")
        asked = body if isinstance(body, dict) else _parse(body)
        try:
            checked = wanted.check(asked)
        except UnicodeEncodeError as error:
            raise _lone_surrogate(error) from None
        if checked is not asked or wanted.names_resources:
            # A table's ARN never passes the quick check.
            checked = self._own(wanted, asked, checked)
        return CheckedRequest(checked)

    def _own(
        self, action: Action, asked: dict[str, Any], checked: dict[str, Any]
    ) -> dict[str, Any]:
        """Return a request with ARNs as they are stored; refuse those of other accounts."""
        foreign = self.caller.find_foreign(asked)
        if foreign is not None:
            # DynamoDB: who may not see a table does not learn if it exists.
            raise AccessRefused(
                f"User: arn:aws:iam::{self.account_id}:root is not authorized to perform: "
                f"dynamodb:{action.name} on resource: {foreign}"
            )
        return self.caller.stored(checked) if action.names_resources else checked

    def seen_by(self, caller: Caller) -> Self:
        """Return this engine as a caller sees it: the same tables, with the caller's ARNs.

        It is not to be closed; whoever opened this one does that.
        """
        view = copy(self)
        view.caller = caller
        return view

    def execute_checked(
        self, action: str, request: CheckedRequest, *, is_apart: bool = False
    ) -> bytes:
        """Run what was read; with `is_apart`, in a thread beside the one that does all else."""
        wanted = ACTIONS[action]
        if wanted.shows_resources and self.caller.is_elsewhere:
            with self._shown_errors():
                answer = self._execute_checked(wanted, request, is_apart=is_apart)
                return self.caller.shown_answer(answer)
        return self._execute_checked(wanted, request, is_apart=is_apart)

    def _execute_checked(self, wanted: Action, request: CheckedRequest, *, is_apart: bool) -> bytes:
        if self.faults is not None:
            self.faults.raise_waiting(wanted.name, request)
        if self.storage.path is not None:
            return self._run(wanted, request)
        if is_apart and wanted.may_run_apart:
            # A long write is decided beside what others do in memory; storing it keeps them out.
            beside = copy(self)
            beside.is_apart = True
            return self._run(wanted, request, beside)
        with self._memory_lock:
            return self._run(wanted, request)

    def execute_briefly(self, action: str, request: CheckedRequest) -> bytes | None:
        """Run what was read, unless it changes or looks at so much that others would wait.

        None says that nothing was done: `execute_checked` with `is_apart` does it, in a thread.
        """
        if self.storage.path is not None or self.faults is not None:
            return self.execute_checked(action, request)
        with self._memory_lock:
            transaction = self.storage.transaction()
            transaction.max_work = MOST_WORK
            try:
                return self.execute_checked(action, request)
            except LongWork:
                return None
            finally:
                transaction.max_work = None

    def made_brief(self) -> Self:
        """Return this engine for reads that others wait for: one that takes long is a LongWork."""
        view = copy(self)
        view.is_brief = True
        return view

    def limit_work(self) -> None:
        """Refuse, from now on and in this thread, writes that take long: others do them."""
        self.storage.transaction().max_work = MOST_WORK

    def start(self, action: str, body: bytes | CheckedRequest, pace: Pace) -> Steps:
        """Run one action in steps: `next` works until `pace` is over, or the response is there.

        StopIteration has the response; refusals are raised as by `execute`.
        """
        wanted = ACTIONS[action]
        request = self.read_request(action, body) if isinstance(body, bytes) else body
        if wanted.long_steps is None:
            return self.execute_checked(action, request)
        if self.faults is not None:
            self.faults.raise_waiting(action, request)
        for _ in range(_ATTEMPTS):
            steps = wanted.long_steps(self, request, pace)
            try:
                while True:
                    with self._memory_lock if self.storage.path is None else nullcontext():
                        next(steps)
                    yield
            except StopIteration as done:
                response: Answer = done.value
                is_changed = self.caller.is_elsewhere and wanted.shows_resources
                if is_changed and isinstance(response, bytes):
                    return self.caller.shown_answer(response)
                return response
            except Exception as error:  # noqa: BLE001 - raised again, unless tried again
                self.storage.close_open_cursor()
                with self._shown_errors():
                    self._explain(error, wanted, request)
        raise self._changing_tables()

    @contextmanager
    def _shown_errors(self) -> Generator[None]:
        """Let refusals name ARNs as the caller sees them."""
        try:
            yield
        except StoreError as refusal:
            refusal.message = self.caller.shown(refusal.message)
            refusal.args = (refusal.message,)
            raise

    def execute_together(self, calls: Sequence[tuple[str, bytes]]) -> list[bytes | StoreError]:
        """Run writes of items in one commit, which costs little more than one of them.

        Each is answered, or refused, for itself; no answer is given before all are stored. When
        they cannot be stored, nothing of any is, and all have the same refusal.
        """
        if len(calls) == 1 or self.storage.path is None:
            return [self._execute_or_refuse(action, body) for action, body in calls]
        for _ in range(_ATTEMPTS):
            answers: list[bytes | StoreError] = []
            try:
                with self.storage.transaction().shared():
                    answers += (self._execute_or_refuse(action, body) for action, body in calls)
                    return answers
            except StaleCatalog:
                continue
            except SqliteError as error:
                self.storage.abandon()
                meaning = self.storage.explain(error)
                if isinstance(meaning, StoreError):
                    # What made SQLite roll back says more than that it cannot commit.
                    causes = (one for one in answers if isinstance(one, StoreUnavailable))
                    return [next(causes, meaning)] * len(calls)
                self.storage.refresh()
            except BaseException:
                self.storage.abandon()
                raise
        return [self._changing_tables()] * len(calls)

    def _execute_or_refuse(self, action: str, body: bytes) -> bytes | StoreError:
        try:
            return self.execute(action, body)
        except StoreError as refusal:
            # It waits for the others of its group, and is not to keep what they were about.
            refusal.__traceback__ = refusal.__context__ = refusal.__cause__ = None
            return refusal

    def _run(self, action: Action, body: dict[str, Any], seen: Database | None = None) -> bytes:
        for _ in range(_ATTEMPTS):
            try:
                return action.run(seen or self, body)
            except BaseException as error:  # noqa: BLE001 - raised again, unless tried again
                self._clean_up(error)
                self._explain(error, action, body)
        raise self._changing_tables()

    def _clean_up(self, error: BaseException) -> None:
        """Leave nothing open behind an action that failed or was interrupted."""
        with self._memory_lock:
            # A refusal of ours leaves every block in order; so does one of several writes.
            is_shared = self.storage.transaction().is_shared and isinstance(error, Exception)
            if is_shared or isinstance(error, StoreError):
                self.storage.close_open_cursor()
            else:
                self.storage.abandon()

    def _explain(self, error: BaseException, action: Action, body: dict[str, Any]) -> None:
        """Raise what an action's failure means, unless it means that the action may be tried again.

        It may when the tables were changed meanwhile.
        """
        meaning = self.storage.explain(error) if isinstance(error, SqliteError) else error
        try:
            if isinstance(meaning, StaleCatalog):
                if meaning is not error:
                    with self._memory_lock:
                        self.storage.refresh()
                return
            if isinstance(meaning, ValidationFailed):
                with self._memory_lock:
                    known = self.storage.catalog().version
                    if self.storage.refresh().version != known:
                        return
                action.reread(body)
                raise action.reword(meaning) from None
            if isinstance(meaning, UnicodeEncodeError):
                raise _lone_surrogate(meaning) from None
            if isinstance(error, UNREADABLE):
                raise self._damaged(error) from error
            if meaning is error:
                raise error
            raise meaning from error
        finally:
            # What is raised would hold this frame, and the frame it, with all that both reach,
            # until the garbage collector has looked through everything.
            del error, meaning

    def _damaged(self, error: Exception) -> StoreUnavailable:
        where = self.storage.path or "memory:"
        return StoreUnavailable(
            f"{where}: what is stored cannot be read ({error!r:.200}). The file is damaged, or this"
            " is a fault of Tavola's: look at the cause of this error."
        )

    def _changing_tables(self) -> StoreUnavailable:
        return StoreUnavailable(f"{self.storage.path}: its tables change too often. Try again.")


def _lone_surrogate(error: UnicodeEncodeError) -> MalformedRequest:
    where = f"character {error.start} of {error.object!r:.60}"
    return MalformedRequest(f"Invalid UTF-8: lone surrogate at {where}")


def _parse(body: Any) -> dict[str, Any]:
    if not isinstance(body, bytes):
        raise OperationError(
            f"The body is of type {type(body).__name__}. Give a dictionary, or bytes of JSON."
        )
    try:
        return _decode(body) if len(body) < LARGE_BODY_BYTES else decode_large(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise MalformedRequest("") from None
