"""Sample data: written once, into a store of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tavola.errors import OperationError
from tavola_systems.platform.demonstration import (
    DEMO_PASSWORD,
    mark_as_demonstration,
    seeded_systems,
)
from tavola_systems.platform.running.process import Process
from tavola_systems.platform.system import Progress, System

__all__ = ["seed"]


def seed(
    process: Process,
    systems: Sequence[System],
    progress_of: Callable[[str], Progress] = lambda _: lambda done, total: None,
) -> list[str]:
    """Write the sample data of systems that have none yet; return their names."""
    db = process.shared.platform
    there = seeded_systems(db)
    if not there and db.user.all_users(limit=1).items:
        raise OperationError(
            "seed: this store has accounts of real people. Sample data goes into a new one."
        )
    wanted = [one for one in systems if one.seed is not None and one.name not in there]
    for system in wanted:
        mark_as_demonstration(db, there)
        _add_people(process, system)
        if system.seed is not None:
            system.seed(process.application.services[system.name], progress_of(system.title))
        there.append(system.name)
        mark_as_demonstration(db, there)
    return [one.name for one in wanted]


def _add_people(process: Process, system: System) -> None:
    users = process.shared.users
    for person in system.demo_people:
        user = users.find_or_create(person.email, person.name)
        if user.password_hash is None:
            users.set_password(user.user_id, DEMO_PASSWORD)
            users.confirm(user.user_id)
        users.grant(user.user_id, system.name, person.role, person.scope, by=None)
