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
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.difference.compare import Difference, Request, unexplained
from tests.difference.known import Known
from tests.difference.known_differences import ALL_KNOWN, KNOWN
from tests.reference.endpoint import Answer

Change = Callable[[Answer], Answer | None]
INVALID = "ValidationException"


def _refused(code: str, message: str) -> Change:
    def change(answer: Answer) -> Answer | None:
        return None if answer.is_error else Answer(400, code, message, {}, f"{code} message")

    return change


def _taken(answer: Answer) -> Answer | None:
    return Answer(200, None, None, {}) if answer.is_error else None


def _other_words(answer: Answer) -> Answer | None:
    return replace(answer, message=f"{answer.message} indeed") if answer.is_error else None


def _words_of_another(answer: Answer) -> Answer | None:
    overlap = "Invalid UpdateExpression: Two document paths overlap with each other;"
    return replace(answer, message=overlap) if answer.is_error else None


def _other_code(answer: Answer) -> Answer | None:
    return replace(answer, code="InternalServerError", status=500) if answer.is_error else None


def _less(answer: Answer) -> Answer | None:
    if answer.is_error or not answer.body:
        return None
    first = min(answer.body)
    return replace(answer, body={k: v for k, v in answer.body.items() if k != first})


def _garbage(answer: Answer) -> Answer | None:
    return None if answer.is_error else replace(answer, body={"garbage": True})


def _other_text(answer: Answer) -> Answer | None:
    if answer.is_error:
        return None
    changed = json.loads(json.dumps(answer.body).replace('": "', '": "~', 1))
    return None if changed == answer.body else replace(answer, body=changed)


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
    "garbage": _garbage,
    "other text": _other_text,
}


def load(path: Path) -> Iterator[tuple[list[Difference], bool]]:
    """Read what a run has recorded: answers to one request, ours beside each other's."""
    for line in path.read_text().splitlines():
        entry: dict[str, Any] = json.loads(line)
        request, ours = Request(**entry["request"]), Answer(**entry["ours"])
        theirs = {name: Answer(**one) for name, one in entry["theirs"].items()}
        before = tuple(Request(**one) for one in entry["before"])
        found = [Difference(request, name, ours, one, before) for name, one in theirs.items()]
        yield found, entry["several"]


def excuses(found: list[Difference], known: tuple[Known, ...]) -> list[str]:
    """Name the known differences that excuse an answer."""
    return sorted({one.reason for each in found for one in known if one.explains(each)})


def main(path: Path) -> int:
    """Change every recorded answer in every way, and print what lives."""
    living: dict[tuple[str, str], list[str]] = defaultdict(list)
    tried: Counter[str] = Counter()
    for found, several in load(path):
        known = ALL_KNOWN if several else KNOWN

        def is_known(difference: Difference, known: tuple[Known, ...] = known) -> bool:
            return any(one.explains(difference) for one in known)

        for name, change in CHANGES.items():
            answer = change(found[0].ours)
            if answer is None:
                continue
            changed = [replace(each, ours=answer) for each in found]
            if all(each.is_none for each in changed):
                # What both others say is no known difference; that it was one, its own test says.
                continue
            tried[name] += 1
            if next(unexplained(changed, is_known, has_several_faults=several), None) is None:
                why = "; ".join(excuses(changed, known)) or "the engines do not agree"
                living[name, why].append(str(found[0]))
    for (name, why), places in sorted(living.items(), key=lambda one: -len(one[1])):
        print(f"{len(places):5} × {name}: {why}\n{places[0][:600]}\n")
    total = sum(map(len, living.values()))
    print(f"{total:,} of {sum(tried.values()):,} changed answers live.")
    return int(total > 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
