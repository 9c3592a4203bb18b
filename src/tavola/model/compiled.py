"""Functions that are written for one model and compiled at run time.

The theory, since this is where speed comes from and where text becomes code.

*Why.* Making, checking, encoding and decoding an instance are loops over its fields: look the
field up, ask its kind, call its check, store the result. A loop spends most of its time on
looking up what was known all along. Written out for one model the same work is a row of plain
statements, several times faster, as `attrs` and `dataclasses` do it for `__init__`.

*What is written.*

- `init` (`shape.py`): the model's `__init__`, which takes fields by keyword and checks them;
- `encode` and `is_same` (`codec/encoder.py`): from an instance to its values and attributes, and
  whether it still holds the very objects of some values;
- `convert` (`codec/decoder.py`): from a decoded Struct to an instance;
- `read`, `write` and `copy` (`typed_map.py`): between a stored map, an instance of its class, and a
  checked copy of that;
- `write_key` and `write_key_from_parts` (`codec/key_writer.py`): from values, by name or in order,
  to the attributes of the primary key;
- `create` (`operations/write/compiled/compiled_item.py`): from values to a new instance and its
  PutItem;
- `new_item` (`operations/write/compiled/create_forms.py`): the same without an instance, for
  transactions;
- `update` (`operations/write/compiled/compiled_update.py`): from values to an update of a form that
  is always the same.

Each knows only how to succeed. A usual value is recognized at a glance (`inline.py`: its class, its
range) and needs no call. Whatever is unusual goes to the field's own check, and whatever cannot
be done raises; then the long way is taken, which says what is wrong. So a compiled function and
the long way behind it agree by construction, and properties compare them.

*What can go wrong.* A text that is executed may do anything, so nothing that a user or a table
wrote may get into it. Only these enter a text: names of fields in Python, which are identifiers,
checked here again and by `tavola check` before; numbers that were checked to be numbers; and
literals by `repr`. Everything else (texts of keys, checks, encoders, defaults) is an object that
the text refers to by a name of ours, which begins with `_` as no field does.

*How to see it.* A compiled function has its own name and a file name of its own, so that a
traceback shows its lines and `inspect.getsource(User.__shape__.init)` prints it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from keyword import iskeyword
from typing import Any
from zlib import crc32

from tavola.errors import DesignError, Finding


def compile_function(
    model: str, name: str, lines: Iterable[str], names: Mapping[str, Any]
) -> Callable[..., Any]:
    """Compile the function that the lines define; `names` are the objects that they refer to."""
    import linecache  # not before a model is used: it brings the tokenizer with it

    source = "\n".join(lines) + "\n"
    file, text = f"<compiled {model}.{name}>", source.splitlines(keepends=True)
    known: Any = linecache.cache.get(file)
    if known is not None and known[2] != text:
        # Two designs may have a model of one name; each shows its own source.
        file = f"<compiled {model}.{name} {crc32(source.encode()):08x}>"
    # As if it stood in a file: a tuple of size, time of change, lines and name.
    linecache.cache[file] = (len(source), None, text, file)
    scope: dict[str, Any] = dict(names)
    exec(compile(source, file, "exec"), scope)  # noqa: S102 - made of checked identifiers, see above
    function: Callable[..., Any] = scope[name]
    function.__qualname__ = f"{model}.{name}"
    return function


def check_field_names(model: str, fields: Iterable[str]) -> None:
    """Refuse a name that is not a plain identifier: it would stand in the text as it is."""
    for name in fields:
        if not name.isidentifier() or iskeyword(name) or name.startswith("_"):
            problem = f"{name!r} is not a name for a field of a Python class."
            raise DesignError([Finding("", 0, model, problem, "Use letters, digits and '_'.")])
