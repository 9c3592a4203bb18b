"""Cells find the nearest of many vectors, with NumPy and without; partitions know their entries."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from heapq import nsmallest
from math import inf, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.engine.vectors.cells import Cells, Found, MakeCells, PlainCells, to_floats
from tavola.engine.vectors.kept import KeptPartition, KeptVectors
from tavola.engine.vectors.numpy_cells import NumpyCells
from tests.engine.searching import DISTANCES

MAKERS: list[MakeCells] = [NumpyCells, PlainCells]
NUMBERS = st.integers(-20, 20).map(lambda each: each / 4)
VECTORS = st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS), min_size=1, max_size=40)


@pytest.fixture(params=MAKERS, ids=["numpy", "plain"])
def make_cells(request: pytest.FixtureRequest) -> MakeCells:
    made: MakeCells = request.param
    return made


def packed(*numbers: float) -> bytes:
    return array("f", numbers).tobytes()


def distance_of(kind: str, one: Sequence[float], other: Sequence[float]) -> float:
    product = sum(a * b for a, b in zip(one, other, strict=True))
    if kind == "DOT_PRODUCT":
        return -product
    if kind == "EUCLIDEAN":
        return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))
    lengths = sqrt(sum(a * a for a in one)) * sqrt(sum(b * b for b in other))
    return 1 - product / lengths if lengths else 1.0


def found_in(
    cells: Cells,
    query: Sequence[float],
    wanted: int,
    allowed: Sequence[tuple[array[int], int]] = (),
) -> list[Found]:
    steps = cells.compare(packed(*query), allowed).steps(wanted)
    return nsmallest(wanted, [each for step in steps for each in step])


@given(vectors=VECTORS, query=st.tuples(NUMBERS, NUMBERS, NUMBERS), wanted=st.integers(1, 5))
@pytest.mark.parametrize("kind", DISTANCES)
@pytest.mark.parametrize("make", MAKERS)
def test_the_nearest_have_the_distances_of_an_exhaustive_comparison(
    make: MakeCells,
    kind: str,
    vectors: list[tuple[float, float, float]],
    query: tuple[float, float, float],
    wanted: int,
) -> None:
    cells = make(3, kind)
    cells.put(0, [packed(*each) for each in vectors])

    found = found_in(cells, query, wanted)

    distances = [distance_of(kind, query, each) for each in vectors]
    assert [each for each, _ in found] == pytest.approx(
        sorted(distances)[:wanted], rel=1e-4, abs=1e-4
    )
    assert [distances[place] for _, place in found] == pytest.approx(
        [each for each, _ in found], rel=1e-4, abs=1e-4
    )


def test_a_place_that_was_cleared_is_found_only_when_it_is_taken_again(
    make_cells: MakeCells,
) -> None:
    cells = make_cells(2, "EUCLIDEAN")
    cells.put(0, [packed(0, 0), packed(3, 0), packed(5, 0)])
    cells.clear(1)
    without = found_in(cells, (0, 0), 5)

    cells.put(1, [packed(1, 0)])

    assert without == [(0.0, 0), (25.0, 2)]
    assert found_in(cells, (0, 0), 5) == [(0.0, 0), (1.0, 1), (25.0, 2)]


@pytest.mark.parametrize(
    ("asked", "places"), [([7], [0, 2]), ([8], [1, 3]), ([7, 1], [2]), ([9], [])]
)
def test_only_places_with_every_code_are_found(
    make_cells: MakeCells, asked: list[int], places: list[int]
) -> None:
    cells = make_cells(1, "EUCLIDEAN")
    cells.put(0, [packed(number) for number in range(4)])
    codes = [array("i", [7, 8, 7, 8]), array("i", [0, 0, 1, 1])]

    found = found_in(cells, (0,), 9, list(zip(codes, asked, strict=False)))

    assert [place for _, place in found] == places


def test_vectors_stay_while_cells_grow(make_cells: MakeCells) -> None:
    cells = make_cells(2, "EUCLIDEAN")
    for number in range(0, 1_500, 3):
        cells.put(number, [packed(number, 0), packed(number + 1, 0), packed(number + 2, 0)])
    cells.clear(700)

    assert found_in(cells, (700, 0), 3) == [(1.0, 699), (1.0, 701), (4.0, 698)]
    assert found_in(cells, (1_499, 0), 1) == [(0.0, 1_499)]


@pytest.mark.parametrize(
    ("make", "dimensions", "count", "sizes"),
    [
        # 16,384 and 1,048,576 numbers at a time.
        (PlainCells, 4096, 9, [4, 4, 1]),
        (PlainCells, 8192, 3, [2, 1]),
        (PlainCells, 20_000, 2, [1, 1]),
        (NumpyCells, 1 << 18, 9, [4, 4, 1]),
        (NumpyCells, (1 << 20) + 1, 2, [1, 1]),
    ],
)
def test_a_search_looks_at_so_many_numbers_in_a_step(
    make: MakeCells, dimensions: int, count: int, sizes: list[int]
) -> None:
    cells = make(dimensions, "DOT_PRODUCT")
    cells.put(0, [bytes(4 * dimensions)] * count)

    steps = cells.compare(bytes(4 * dimensions), ()).steps(100)

    assert [len(step) for step in steps] == sizes


def test_a_step_gives_no_more_than_is_wanted(make_cells: MakeCells) -> None:
    cells = make_cells(1, "EUCLIDEAN")
    cells.put(0, [packed(number) for number in range(50)])

    (step,) = cells.compare(packed(20), ()).steps(3)

    assert sorted(step) == [(0.0, 20), (1.0, 19), (1.0, 21)]


def test_empty_cells_have_nothing_near(make_cells: MakeCells) -> None:
    assert found_in(make_cells(3, "COSINE"), (1, 0, 0), 5) == []


@pytest.mark.parametrize(
    ("kind", "nearest"),
    [("DOT_PRODUCT", [(0.0, 0), (3e38, 1)]), ("EUCLIDEAN", [(1.6e77, 1), (3.6e77, 0)])],
)
def test_products_past_the_range_of_32_bits_are_worked_out(
    make_cells: MakeCells, kind: str, nearest: list[Found]
) -> None:
    cells = make_cells(2, kind)
    cells.put(0, [packed(3e38, 3e38), packed(0, 1)])
    if kind == "EUCLIDEAN":
        cells.put(1, [packed(3e38, 1e38)])

    found = found_in(cells, (3e38, -3e38), 2)

    assert [place for _, place in found] == [place for _, place in nearest]
    assert [each for each, _ in found] == pytest.approx([each for each, _ in nearest], rel=1e-6)


def test_what_is_no_number_is_far_away() -> None:
    cells = PlainCells(2, "DOT_PRODUCT")
    cells.put(0, [packed(inf, inf), packed(1, 0)])

    assert found_in(cells, (1, -1), 2) == [(-1.0, 1), (inf, 0)]


@pytest.mark.parametrize(
    ("make", "count", "size"),
    [(PlainCells, 10, 10 * 92), (NumpyCells, 10, 256 * 13), (NumpyCells, 300, 300 * 13)],
)
def test_cells_know_what_they_take(make: MakeCells, count: int, size: int) -> None:
    cells = make(3, "COSINE")
    cells.put(0, [packed(1, 2, 3)] * count)

    assert cells.bytes_used() == size


def test_numpy_cells_grow_by_a_quarter() -> None:
    cells = NumpyCells(1, "COSINE")
    cells.put(0, [packed(1)] * 1_000)
    cells.put(1_000, [packed(1)])

    assert cells.bytes_used() == 1_250 * 5


def test_a_packed_vector_has_its_lowest_byte_first() -> None:
    assert to_floats(b"\x00\x00\x80\x3f\x00\x00\x00\xc0") == array("f", [1.0, -2.0])


def partition_of(make: MakeCells, filters: Sequence[str] = ("kind",)) -> KeptPartition:
    return KeptPartition(make(1, "EUCLIDEAN"), filters, 5)


def keys_near(partition: KeptPartition, number: float, **wanted: bytes) -> list[bytes]:
    search = partition.compare(packed(number), wanted)
    found = [] if search is None else nsmallest(9, [e for step in search.steps(9) for e in step])
    keys = (partition.keys[place] for _, place in found)
    return [key[0] for key in keys if key is not None]


def test_a_partition_replaces_and_removes_entries(make_cells: MakeCells) -> None:
    partition = partition_of(make_cells)
    partition.add([((b"a", b""), packed(1), [b"x"]), ((b"b", b""), packed(2), [None])])
    partition.put(((b"c", b""), packed(3), [b"x"]))
    partition.put(((b"a", b""), packed(9), [b"y"]))
    partition.remove((b"b", b""))
    partition.remove((b"never", b""))

    assert (len(partition), partition.position) == (2, 5)
    assert keys_near(partition, 0) == [b"c", b"a"]
    assert keys_near(partition, 0, kind=b"x") == [b"c"]
    assert keys_near(partition, 0, kind=b"y") == [b"a"]
    assert partition.compare(packed(0), {"kind": b"z"}) is None


def test_a_place_that_was_left_takes_the_next_entry_with_its_filters(
    make_cells: MakeCells,
) -> None:
    partition = partition_of(make_cells, ("kind", "year"))
    partition.add([((b"a", b""), packed(1), [b"x", b"1"]), ((b"b", b""), packed(2), [b"x", b"1"])])
    partition.remove((b"a", b""))

    partition.put(((b"c", b""), packed(3), [b"y", b"2"]))

    assert partition.keys == [(b"c", b""), (b"b", b"")]
    assert keys_near(partition, 0, kind=b"y", year=b"2") == [b"c"]
    assert keys_near(partition, 0, kind=b"x", year=b"1") == [b"b"]
    assert keys_near(partition, 0, kind=b"x", year=b"2") == []


def test_what_was_removed_takes_no_place_among_the_nearest(make_cells: MakeCells) -> None:
    partition = partition_of(make_cells, ())
    partition.add([((b"%d" % number, b""), packed(number), ()) for number in range(5)])
    for number in range(3):
        partition.remove((b"%d" % number, b""))

    search = partition.compare(packed(0), {})

    assert search is not None
    assert list(search.steps(1)) == [[(9.0, 3)]]


def filled(kept: KeptVectors, count: int) -> KeptPartition:
    partition = kept.make(3, "COSINE", (), 0)
    partition.add([((b"%d" % number, b""), packed(1, 2, 3), ()) for number in range(count)])
    return partition


def test_what_was_asked_for_longest_ago_gives_way() -> None:
    # 492 bytes each: 92 for the vector, 400 for the key.
    kept = KeptVectors(30 * 492, PlainCells)
    for part in (b"a", b"b", b"c"):
        kept.keep(1, part, filled(kept, 10))
    full = kept.bytes_used()
    kept.find(1, b"a")
    kept.keep(1, b"d", filled(kept, 10))

    present = [part for part in (b"a", b"b", b"c", b"d") if kept.find(1, part) is not None]
    assert (full, kept.bytes_used()) == (30 * 492, 30 * 492)
    assert present == [b"a", b"c", b"d"]


def test_a_partition_is_forgotten_and_kept_by_index() -> None:
    kept = KeptVectors(1 << 20, PlainCells)
    one = filled(kept, 1)
    kept.keep(1, b"a", one)
    kept.forget(1, b"a")
    kept.forget(1, b"never")
    kept.keep(2, b"a", one)

    assert kept.find(1, b"a") is None
    assert kept.find(2, b"a") is one


def test_a_partition_that_is_too_large_is_not_kept() -> None:
    kept = KeptVectors(9 * 492, PlainCells)
    kept.keep(1, b"a", filled(kept, 10))

    assert (kept.find(1, b"a"), kept.bytes_used()) == (None, 0)


def test_there_is_room_for_vectors_with_their_keys() -> None:
    assert KeptVectors(512 << 20).most_entries(1_000) == (512 << 20) // 5_500
    assert KeptVectors().max_bytes == 512 << 20
