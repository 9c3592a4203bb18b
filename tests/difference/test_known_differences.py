"""Every difference that is kept still exists, is needed, and excuses nothing else."""

from __future__ import annotations

import pytest

from tests.difference.compare import Difference, ask, normalise, unexplained
from tests.difference.conftest import Comparison
from tests.difference.known import BOTH, Known
from tests.difference.known_differences import ALL_KNOWN, KNOWN
from tests.difference.plainer import READINGS, Reading
from tools.answer_mutants import CHANGES, Change, Recorded, is_excused


def name_of(one: Known | Reading) -> str:
    return one.reason[:60]


def recorded(comparison: Comparison, known: Known) -> Recorded:
    """Send an entry's example, after what it needs, to the engines that the entry names.

    After another outcome an engine is asked no more, so that each may be the only one.
    """
    if known.reference != BOTH:
        comparison = comparison.with_only(known.reference)
    for request in known.given:
        for endpoint in (comparison.ours, *comparison.references):
            endpoint.execute(request.action, request.body)
    example = known.example
    raw = comparison.ours.execute(example.action, example.body)
    ours = normalise(example, raw)
    found = [
        Difference(example, each.name, ours, ask(each, example, ours), tuple(known.given))
        for each in comparison.references
    ]
    return Recorded(raw, found, known not in KNOWN)


def is_accepted(found: list[Difference], known: tuple[Known, ...], *, several: bool) -> bool:
    def is_known(difference: Difference) -> bool:
        return any(one.explains(difference) for one in known)

    return next(unexplained(found, is_known, has_several_faults=several), None) is None


@pytest.mark.parametrize("known", ALL_KNOWN, ids=name_of)
def test_a_kept_difference_exists_in_each_engine_that_it_names(
    comparison: Comparison, known: Known
) -> None:
    found = recorded(comparison, known).found

    differing = [one.reference for one in found if not one.is_none and known.explains(one)]
    assert "|".join(differing) == known.reference, found


@pytest.mark.parametrize("known", ALL_KNOWN, ids=name_of)
def test_without_its_entry_a_difference_would_be_reported(
    comparison: Comparison, known: Known
) -> None:
    found = recorded(comparison, known).found
    several = known not in KNOWN
    all_known = ALL_KNOWN if several else KNOWN
    others = tuple(one for one in all_known if one is not known)

    assert is_accepted(found, all_known, several=several)
    assert not is_accepted(found, others, several=several)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
@pytest.mark.parametrize("known", ALL_KNOWN, ids=name_of)
def test_an_entry_excuses_no_other_answer(
    comparison: Comparison, known: Known, change: Change
) -> None:
    answers = recorded(comparison, known)
    changed = [answers.changed(answer) for answer in change(answers.ours)]
    # What all the others answer too is no difference; the first test notices it.
    wrong = [found for found in changed if not all(one.is_none for one in found)]

    assert [one for one in wrong if is_excused(one, several=answers.has_several_faults)] == []


@pytest.mark.parametrize("known", ALL_KNOWN, ids=name_of)
def test_who_differs_from_everybody_names_a_source(known: Known) -> None:
    assert known.source if known.reference == BOTH else True


@pytest.mark.parametrize("reading", READINGS, ids=name_of)
def test_what_aws_reads_is_refused_elsewhere(comparison: Comparison, reading: Reading) -> None:
    example, plainer = reading.example, reading.rewrite(reading.example)
    ours = comparison.ours.execute(example.action, example.body)
    theirs = [each.execute(example.action, example.body) for each in comparison.references]
    plain = [each.execute(plainer.action, plainer.body) for each in comparison.references]

    assert [one.is_error for one in (ours, *plain)] == [False] * 3
    assert any(one.is_error for one in theirs)
