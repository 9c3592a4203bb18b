"""The files of a dump: what is written of a page of items, and what is read back.

    dynamodb   data/000.json.gz …, one {"Item": …} a line, with manifests as DynamoDB exports them
    json       Post.jsonl, a document of its fields a line; a file for each model
    csv        Post.csv, for people and spreadsheets; it is not read back

Items of no model, and items that do not fit theirs, stand in `other.jsonl` as they are stored.
"""

from __future__ import annotations

import csv
import gzip
import io
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from tavola.cli.data.values import dump_line, load_line
from tavola.cli.items import model_of
from tavola.cli.move.documents import TENANT_MEMBER, item_to_document
from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.errors import DecodeError, OperationError

__all__ = ["FORMATS", "OTHER", "Pieces", "data_files", "file_names", "read_documents", "read_items"]

OTHER = "other.jsonl"
DATA = "data"
_SUFFIXES = {"json": ".jsonl", "csv": ".csv"}

Pieces = dict[str, bytes]
"""What is added to which file."""

_encode = msgspec.json.encode


def _dynamodb_pieces(_: Sequence[Codec[Any]], segment: int, items: Sequence[RawItem]) -> Pieces:
    lines = b"".join(b'{"Item":%b}\n' % _encode(item) for item in items)
    # A page is a gzip member of its own: files can be cut after any of them, and one that was
    # made of several is read as one.
    return {_segment_name(segment): gzip.compress(lines, mtime=0)} if items else {}


def _segment_name(segment: int) -> str:
    return f"{DATA}/{segment:03d}.json.gz"


def _json_pieces(codecs: Sequence[Codec[Any]], _: int, items: Sequence[RawItem]) -> Pieces:
    return _by_model(
        codecs, items, _SUFFIXES["json"], lambda _, document: f"{dump_line(document)}\n"
    )


def _csv_pieces(codecs: Sequence[Codec[Any]], _: int, items: Sequence[RawItem]) -> Pieces:
    return _by_model(codecs, items, _SUFFIXES["csv"], _csv_row)


def _csv_row(codec: Codec[Any], document: Mapping[str, Any]) -> str:
    out = io.StringIO()
    csv.writer(out).writerow(_cell(document.get(name)) for name in columns_of(codec))
    return out.getvalue()


def columns_of(codec: Codec[Any]) -> list[str]:
    """The columns of a model's CSV file."""
    return [*([TENANT_MEMBER] if codec.schema.is_tenanted else []), *codec.schema.fields]


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | dict):
        return dump_line(value)
    # A spreadsheet takes a string that begins so for a formula.
    is_formula = isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r"))
    return f"'{value}" if is_formula else value


def _by_model(
    codecs: Sequence[Codec[Any]],
    items: Sequence[RawItem],
    suffix: str,
    write: Callable[[Codec[Any], Mapping[str, Any]], str],
) -> Pieces:
    texts: dict[str, list[str]] = {}
    by_name = {codec.schema.name: codec for codec in codecs}
    for item in items:
        model = model_of(codecs, item)
        if model is not None and model not in by_name:
            continue  # a lock, which follows from its owner
        document = None if model is None else _find_document(by_name[model], item)
        if model is None or document is None:
            texts.setdefault(OTHER, []).append(f"{_encode({'Item': item}).decode()}\n")
        else:
            line = write(by_name[model], document)
            texts.setdefault(f"{model}{suffix}", []).append(line)
    return {name: "".join(lines).encode() for name, lines in texts.items()}


def _find_document(codec: Codec[Any], item: RawItem) -> dict[str, Any] | None:
    """An item as a document; None if it does not fit its model."""
    try:
        return item_to_document(codec, item)
    except (DecodeError, OperationError):
        return None


FORMATS: Mapping[str, Callable[[Sequence[Codec[Any]], int, Sequence[RawItem]], Pieces]] = {
    "dynamodb": _dynamodb_pieces,
    "json": _json_pieces,
    "csv": _csv_pieces,
}


def file_names(form: str, models: Iterable[str], segments: int) -> list[str]:
    """Every file that a dump may write items into."""
    if form == "dynamodb":
        return [_segment_name(number) for number in range(segments)]
    return [*(f"{model}{_SUFFIXES[form]}" for model in models), OTHER]


def data_files(path: Path) -> list[Path]:
    """Find the files of a dump, or of an export of DynamoDB's, below a folder."""
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise OperationError(f"{path}: there is no such file or folder.")
    found = [*path.rglob("*.json.gz"), *path.glob("*.jsonl")]
    if not found:
        raise OperationError(f"{path} holds neither *.json.gz nor *.jsonl.")
    return sorted(found)


def read_documents(path: Path) -> Iterator[Any]:
    """Read a file's lines as JSON; an OperationError names the invalid line."""
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield load_line(line, f"{path.name}:{number}")
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise OperationError(f"{path.name} is not a whole gzip file: {error}.") from error


def read_items(path: Path) -> Iterator[RawItem]:
    """Read the items of a file of DynamoDB's JSON."""
    for number, document in enumerate(read_documents(path), 1):
        item: Any = document.get("Item") if isinstance(document, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] # JSON
        if not isinstance(item, dict):
            raise OperationError(
                f'Line {number} of {path.name} is not an item. Write {{"Item": {{…}}}}.'
            )
        yield item
