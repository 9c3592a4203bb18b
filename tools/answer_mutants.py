"""Would a wrong answer be noticed? Changes recorded answers of ours and lists what is excused.

    TAVOLA_DIFFERENCE_RECORD=answers.jsonl .venv/bin/pytest tests/difference -q -n 0
    .venv/bin/python -m tools.answer_mutants answers.jsonl

Each answer is changed in every way below, and judged as the tests judge it. Printed are the
changes that live, with the known difference that excused them; it ends with 1 if there are any.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.difference.compare import (
    Difference,
    Request,
    is_volatile,
    normalise,
    unexplained,
)
from tests.difference.known import Known, is_body, is_list
from tests.difference.known_differences import ALL_KNOWN, KNOWN
from tests.reference.endpoint import Answer

Change = Callable[[Answer], Iterator[Answer]]
"""Gives wrong answers instead of one of ours, none where it cannot be wrong in that way."""
Place = tuple[str | int, ...]
INVALID = "ValidationException"
_MOST_PLACES = 20
"""In which an answer is changed in one way, about."""


def _refused(code: str, message: str) -> Change:
    def change(answer: Answer) -> Iterator[Answer]:
        if not answer.is_error:
            yield Answer(400, code, message, {}, f"{code} message")

    return change


def _taken(answer: Answer) -> Iterator[Answer]:
    if answer.is_error:
        yield Answer(200, None, None, {})


def _other_words(answer: Answer) -> Iterator[Answer]:
    if answer.is_error:
        yield replace(answer, message=f"{answer.message} indeed")


def _words_of_another(answer: Answer) -> Iterator[Answer]:
    overlap = "Invalid UpdateExpression: Two document paths overlap with each other;"
    if answer.is_error:
        yield replace(answer, message=overlap)


def _other_code(answer: Answer) -> Iterator[Answer]:
    if answer.is_error:
        yield replace(answer, code="InternalServerError", status=500)


def _garbage(answer: Answer) -> Iterator[Answer]:
    if not answer.is_error:
        yield replace(answer, body={"garbage": True})


def _less(answer: Answer) -> Iterator[Answer]:
    """Leave out one member of the answer after another."""
    for name in answer.body:
        if not answer.is_error and not is_volatile(name):
            yield replace(answer, body={k: v for k, v in answer.body.items() if k != name})


def _item_less(answer: Answer) -> Iterator[Answer]:
    """Leave out the last of each list."""
    yield from _replaced(answer, list, lambda members: members[:-1])


def _other_number(answer: Answer) -> Iterator[Answer]:
    yield from _replaced(answer, (int, float), lambda number: number + 1)


def _other_text(answer: Answer) -> Iterator[Answer]:
    yield from _replaced(answer, str, lambda text: f"~{text}")


def _no_last_key(answer: Answer) -> Iterator[Answer]:
    body = {name: one for name, one in answer.body.items() if name != "LastEvaluatedKey"}
    if body != answer.body:
        yield replace(answer, body=body)


def _replaced(
    answer: Answer, kinds: type | tuple[type, ...], change: Callable[[Any], Any]
) -> Iterator[Answer]:
    """Change one value after another of some kinds; of very many, some from all over the body."""
    if answer.is_error:
        return
    places = [
        (place, value)
        for place, value in _values(answer.body)
        if isinstance(value, kinds) and not isinstance(value, bool) and value != []
    ]
    for place, value in places[:: 1 + len(places) // _MOST_PLACES]:
        body = deepcopy(answer.body)
        inner: Any = body
        for part in place[:-1]:
            inner = inner[part]
        inner[place[-1]] = change(value)
        yield replace(answer, body=body)


def _values(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Yield everything in an answer but what each engine has its own of."""
    yield place, value
    members: dict[str | int, Any] = {}
    if is_list(value):
        members = dict(enumerate(value))
    elif is_body(value):
        members = {name: member for name, member in value.items() if not is_volatile(name)}
    for part, member in members.items():
        yield from _values(member, (*place, part))


CHANGES: dict[str, Change] = {
    "refused: failed to satisfy": _refused(INVALID, "1 validation error: failed to satisfy"),
    "refused: overlap": _refused(
        INVALID, "Invalid UpdateExpression: Two document paths overlap with each other;"
    ),
    "refused: serialization": _refused("SerializationException", ""),
    "taken": _taken,
    "other words": _other_words,
    "words of another": _words_of_another,
    "other code": _other_code,
    "a member less": _less,
    "an item less": _item_less,
    "no LastEvaluatedKey": _no_last_key,
    "another number": _other_number,
    "garbage": _garbage,
    "other text": _other_text,
}


@dataclass(frozen=True, slots=True)
class Recorded:
    """Our answer to one request as it came, beside what each other engine answered."""

    ours: Answer
    found: list[Difference]
    has_several_faults: bool

    def changed(self, answer: Answer) -> list[Difference]:
        """Return the differences that there would be if we answered this."""
        compared = normalise(self.found[0].request, answer)
        return [replace(each, ours=compared) for each in self.found]


def load(path: Path) -> Iterator[Recorded]:
    """Read what a run has recorded."""
    for line in path.read_text().splitlines():
        entry: dict[str, Any] = json.loads(line)
        request, ours = Request(**entry["request"]), Answer(**entry["ours"])
        theirs = {name: Answer(**one) for name, one in entry["theirs"].items()}
        before = tuple(Request(**one) for one in entry["before"])
        found = [Difference(request, name, ours, one, before) for name, one in theirs.items()]
        yield Recorded(ours, found, entry["several"])


def excuses(found: list[Difference], known: tuple[Known, ...]) -> list[str]:
    """Name the known differences that excuse an answer."""
    return sorted({one.reason for each in found for one in known if one.explains(each)})


def is_excused(found: list[Difference], *, several: bool) -> bool:
    """Whether the tests would let an answer pass."""
    known = ALL_KNOWN if several else KNOWN

    def is_known(difference: Difference) -> bool:
        return any(one.explains(difference) for one in known)

    return next(unexplained(found, is_known, has_several_faults=several), None) is None


def _is_hidden(recorded: Recorded, changed: list[Difference]) -> bool:
    """Whether a change is of something that comparing leaves out."""
    return changed == recorded.changed(recorded.ours)


def main(path: Path) -> int:
    """Change every recorded answer in every way, and print what lives."""
    living: dict[tuple[str, str], list[str]] = defaultdict(list)
    tried: Counter[str] = Counter()
    for recorded in load(path):
        for name, change in CHANGES.items():
            for answer in change(recorded.ours):
                changed = recorded.changed(answer)
                if all(each.is_none for each in changed) and not _is_hidden(recorded, changed):
                    # What both others say is no known difference; that it was one, its own test
                    # says.
                    continue
                tried[name] += 1
                if is_excused(changed, several=recorded.has_several_faults):
                    known = ALL_KNOWN if recorded.has_several_faults else KNOWN
                    why = "; ".join(excuses(changed, known)) or "nothing compares it"
                    living[name, why].append(f"{changed[0]}\n  changed: {answer.body}")
    for (name, why), places in sorted(living.items(), key=lambda one: -len(one[1])):
        print(f"{len(places):5} × {name}: {why}\n{places[0][:600]}\n")
    total = sum(map(len, living.values()))
    print(f"{total:,} of {sum(tried.values()):,} changed answers live.")
    return int(total > 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
