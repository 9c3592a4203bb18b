"""`tavola-requests verify` at the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tavola_systems.requests.domain.draw import sha256_hex
from tavola_systems.requests.domain.draw_files import with_sums, zip_of
from tavola_systems.requests.domain.verify import verify
from tavola_systems.requests.terminal import main
from tavola_systems.requests.verifying import report
from tests.systems.requests.draws import FILES, PROMISE, published


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    """The zip file of an honest draw."""
    path = tmp_path / "draw.zip"
    path.write_bytes(zip_of(FILES))
    return path


def test_an_honest_draw_is_confirmed(packed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    noted = sha256_hex(FILES["commitment.json"])

    assert main(["verify", str(packed), "--noted", noted, "--request", "01REQB"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "ok     All files of the draw are there.",
        "ok     Each file has the SHA-256 that SHA256SUMS lists.",
        "ok     The commitment is the one that you noted.",
        "ok     The commitment is well formed.",
        "ok     The entries are those whose digest was published, and follow the commitment.",
        "ok     The seed is the one that was committed to.",
        "ok     A public value is given if one was promised.",
        "ok     No public value was used before the cutoff.",
        "ok     Key and order follow from seed, entries and public value.",
        "2 of 4 were drawn, as promised.",
        "Compare the public value in draw.json with its source: Lotto 6 of 49, 21 March 2026.",
        "01REQB was drawn as number 2 of 4, and won.",
    ]


def test_a_changed_order_is_exposed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "order.txt").write_bytes(b"01REQC\n01REQD\n01REQB\n01REQA\n")

    assert main(["verify", str(tmp_path)]) == 1
    assert "WRONG  Key and order follow" in capsys.readouterr().out


def test_a_file_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "nowhere.zip"]) == 1
    assert "nowhere.zip" in capsys.readouterr().err


def test_what_is_no_draw_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear all")

    assert main(["verify", str(path)]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_a_request_that_took_no_part_is_told_so() -> None:
    assert report(verify(FILES), "01REQX").endswith("01REQX did not take part.\n")


def test_a_draw_without_public_value_is_told_what_that_means() -> None:
    found = verify(published(replace(PROMISE, public_source=""), value=""))
    assert "could have chosen" in report(found)


def test_a_commitment_alone_is_told_as_such() -> None:
    found = verify(with_sums({"commitment.json": FILES["commitment.json"]}))
    assert report(found).endswith("entries and draw follow.\n")
