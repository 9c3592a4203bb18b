"""The published files of a draw, checked offline; a changed byte anywhere is found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tavola.errors import OperationError
from tavola_systems.requests.domain.draw import sha256_hex
from tavola_systems.requests.domain.draw_files import sums_of, with_sums, zip_of
from tavola_systems.requests.domain.verify import files_in, files_in_zip, verify
from tests.systems.requests.draws import FILES, NUMBERS, PROMISE, SEED, published

EVERY_BYTE = [(name, at) for name, content in FILES.items() for at in range(len(content))]


def rewritten(name: str, **values: object) -> dict[str, bytes]:
    """The files with other values in one document, and sums that agree."""
    document = json.loads(FILES[name]) | values
    text = json.dumps(document, indent=2, sort_keys=True) + "\n"
    files = {**FILES, name: text.encode()}
    return {**files, "SHA256SUMS": sums_of(files)}


def test_an_honest_draw_holds() -> None:
    found = verify(FILES)

    assert found.holds
    assert (found.stage, found.entries, found.places) == ("drawn", 4, 2)
    assert found.winners == ("01REQD", "01REQB")
    assert [found.place_of(one) for one in ("01REQD", "01REQC", "01REQX")] == [1, 4, None]


@pytest.mark.parametrize(
    ("names", "stage"),
    [
        (("commitment.json",), "committed"),
        (("commitment.json", "entries.txt", "entries.json"), "frozen"),
    ],
)
def test_what_is_published_so_far_can_be_checked(names: tuple[str, ...], stage: str) -> None:
    found = verify(with_sums({name: FILES[name] for name in names}))

    assert found.holds
    assert found.stage == stage
    assert found.winners == ()


@pytest.mark.parametrize("missing", sorted(FILES))
def test_a_missing_file_is_noticed(missing: str) -> None:
    assert not verify({name: FILES[name] for name in FILES if name != missing}).holds


def test_no_files_at_all_prove_nothing() -> None:
    assert not verify({}).holds


def test_every_changed_byte_is_found() -> None:
    def changed(name: str, at: int) -> dict[str, bytes]:
        content = bytearray(FILES[name])
        content[at] ^= 1
        return {**FILES, name: bytes(content)}

    assert [where for where in EVERY_BYTE if verify(changed(*where)).holds] == []


@given(
    where=st.sampled_from([one for one in EVERY_BYTE if one[0] != "SHA256SUMS"]),
    byte=st.integers(0, 255),
)
def test_a_changed_byte_is_found_even_with_new_sums(where: tuple[str, int], byte: int) -> None:
    name, at = where
    content = FILES[name][:at] + bytes([byte]) + FILES[name][at + 1 :]
    files = {**FILES, name: content}
    found = verify(
        {**files, "SHA256SUMS": sums_of(files)}, noted=sha256_hex(FILES["commitment.json"])
    )

    only_a_time = name == "draw.json" and _other_time(content)
    assert found.holds == (content == FILES[name] or only_a_time)


def _other_time(content: bytes) -> bool:
    """Whether nothing but the time of the draw differs, which proves nothing to anybody."""
    try:
        values = json.loads(content)
    except ValueError:
        return False
    time = values.get("drawn_at")
    return type(time) is int and rewritten("draw.json", drawn_at=time)["draw.json"] == content


@given(name=st.sampled_from(sorted(FILES)), tail=st.binary(min_size=1, max_size=20))
def test_added_bytes_are_found(name: str, tail: bytes) -> None:
    assert not verify({**FILES, name: FILES[name] + tail}).holds


@given(name=st.sampled_from(sorted(FILES)), content=st.binary(max_size=200))
def test_any_bytes_are_answered_with_a_finding(name: str, content: bytes) -> None:
    files = {**FILES, name: content}
    assert not verify({**files, "SHA256SUMS": sums_of(files)} | {name: content}).holds


@pytest.mark.parametrize("text", ["[]", "1", '"x"', "null", "{}", "[" * 5_000, "NaN"])
@pytest.mark.parametrize("name", ["commitment.json", "entries.json", "draw.json"])
def test_a_document_that_is_none_is_a_finding(name: str, text: str) -> None:
    files = {**FILES, name: text.encode()}
    assert not verify({**files, "SHA256SUMS": sums_of(files)}).holds


def test_another_seed_than_the_committed_one_is_found() -> None:
    found = verify(published(seed=SEED[::-1]))

    assert [check.sentence for check in found.checks if not check.holds] == [
        "The seed is the one that was committed to."
    ]


def test_a_winner_put_first_by_hand_is_found() -> None:
    order = b"01REQC\n01REQD\n01REQB\n01REQA\n"
    files = {**FILES, "order.txt": order}
    document = json.loads(FILES["draw.json"]) | {"order_sha256": sha256_hex(order)}
    files["draw.json"] = (json.dumps(document, indent=2, sort_keys=True) + "\n").encode()

    found = verify({**files, "SHA256SUMS": sums_of(files)})

    assert [check.detail for check in found.checks if not check.holds] == [
        "order.txt is in another order than the draw leads to."
    ]


def test_an_entry_added_after_the_digest_was_published_is_found() -> None:
    files = {**FILES, "entries.txt": FILES["entries.txt"] + b"01REQE\n"}
    assert not verify({**files, "SHA256SUMS": sums_of(files)}).holds


@pytest.mark.parametrize(("source", "value"), [("", NUMBERS), ("Lotto", "")])
def test_a_public_value_is_given_exactly_if_promised(source: str, value: str) -> None:
    found = verify(published(replace(PROMISE, public_source=source), value=value))
    assert not found.holds


def test_a_draw_without_public_value_holds_and_says_so() -> None:
    found = verify(published(replace(PROMISE, public_source=""), value=""))

    assert found.holds
    assert found.public_source == ""


def test_a_commitment_made_later_is_found_by_who_noted_the_first() -> None:
    noted = sha256_hex(FILES["commitment.json"])
    other = published(replace(PROMISE, places=3))

    assert verify(other).holds
    assert not verify(other, noted=noted).holds
    assert verify(FILES, noted=f" {noted.upper()}\n").holds


def test_a_folder_and_a_zip_file_hold_the_same(tmp_path: Path) -> None:
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "notes.txt").write_text("mine")
    packed = tmp_path / "draw.zip"
    packed.write_bytes(zip_of(FILES))

    assert files_in(tmp_path) == FILES
    assert files_in(packed) == FILES


def test_a_file_that_is_no_zip_file_is_refused() -> None:
    with pytest.raises(OperationError, match="cannot be unpacked"):
        files_in_zip(b"PK\x03\x04 no")


@given(at=st.integers(0, len(zip_of(FILES)) - 1))
def test_a_damaged_zip_file_never_holds_something_else(at: int) -> None:
    packed = bytearray(zip_of(FILES))
    packed[at] ^= 0x55
    try:
        found = files_in_zip(bytes(packed))
    except OperationError:
        return
    assert found == FILES or not verify(found).holds


def test_the_sums_are_in_the_form_of_sha256sum() -> None:
    assert sums_of({"b": b"", "SHA256SUMS": b"old", "a": b"x"}).decode() == (
        "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881  a\n"
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  b\n"
    )


def test_a_value_that_was_used_before_the_cutoff_is_exposed() -> None:
    early = published(replace(PROMISE, cutoff_at=1_774_100_000_001))
    failed = [check.sentence for check in verify(early).checks if not check.holds]
    assert failed == ["No public value was used before the cutoff."]
    assert verify(published(replace(PROMISE, cutoff_at=1_774_100_000_000))).holds


def test_without_a_public_value_it_does_not_matter_when_it_was_drawn() -> None:
    promise = replace(PROMISE, cutoff_at=1_774_100_000_001, public_source="")
    assert verify(published(promise, value="")).holds
