"""The tavola command: generate, and how all commands answer."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from tavola.cli import main
from tests.generate.changing import Changing, where_commands_reach
from tests.table.stores import Home

DESIGN = """
table: {name: shop}
models:
  Thing:
    modelPrefix: t
    fields:
      thingId: {type: UlidField, autoAssign: true}
      colour: {type: StringField}
    primaryKey: {partitionKey: thingId}
"""


@pytest.fixture(name="design")
def design_file(tmp_path: Path) -> Path:
    path = tmp_path / "shop.yaml"
    path.write_text(DESIGN)
    return path


def test_generate_writes_a_module(design: Path, tmp_path: Path) -> None:
    output = tmp_path / "shop_models.py"
    assert main(["generate", str(design), "-o", str(output)]) == 0
    assert "    tavola generate shop.yaml -o shop_models.py\n" in output.read_text()
    assert str(tmp_path) not in output.read_text()


def test_generate_says_what_it_wrote(
    design: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "shop_models.py"
    main(["generate", str(design), "-o", str(output)])
    assert capsys.readouterr().out == f"{output}: written (Shop, 1 model).\n"


@where_commands_reach
@pytest.mark.usefixtures("credentials")
def test_a_written_module_works_on_the_table_that_a_command_made(
    home: Home, design: Path, tmp_path: Path, some: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = f"shop-{some}" if home.is_shared else "shop"
    location = Changing(home, tmp_path, table).location
    on_it = [str(design), "--store", location, "--yes"]
    name = f"models_of_{home.name}_{some}"
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])

    assert main(["generate", str(design), "-o", str(tmp_path / f"{name}.py")]) == 0
    assert main(["table", "create", *on_it]) == 0
    with importlib.import_module(name).Shop.open(location) as db:
        made = db.thing.create(colour="red")
        assert (db.thing.get(made.thing_id), made.colour) == (made, "red")
    assert main(["table", "delete", *on_it]) == 0


def test_without_a_command_the_commands_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "tavola check blog.yaml" in capsys.readouterr().err


def test_a_file_that_is_up_to_date_is_not_written_again(design: Path, tmp_path: Path) -> None:
    output = tmp_path / "shop_models.py"
    main(["generate", str(design), "-o", str(output)])
    before = output.stat().st_mtime_ns
    main(["generate", str(design), "-o", str(output)])
    assert output.stat().st_mtime_ns == before


def test_check_is_content_with_a_file_that_is_up_to_date(design: Path, tmp_path: Path) -> None:
    output = tmp_path / "shop_models.py"
    main(["generate", str(design), "-o", str(output)])
    assert main(["generate", str(design), "-o", str(output), "--check"]) == 0


def test_check_shows_what_would_change_and_writes_nothing(
    design: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "shop_models.py"
    main(["generate", str(design), "-o", str(output)])
    before = output.read_text()
    design.write_text(DESIGN.replace("colour", "color"))
    assert main(["generate", str(design), "-o", str(output), "--check"]) == 1
    shown = capsys.readouterr()
    assert "+    color: str | None = None" in shown.out
    assert shown.err == f"{output} is not what its design says. Run tavola generate.\n"
    assert output.read_text() == before


def test_name_names_the_table_class(design: Path, tmp_path: Path) -> None:
    output = tmp_path / "shop_models.py"
    main(["generate", str(design), "-o", str(output), "--name", "Market"])
    assert "class Market(Table):" in output.read_text()


def test_a_name_that_is_no_class_is_refused(
    design: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", str(design), "-o", str(tmp_path / "x.py"), "--name", "a b"]) == 1
    assert capsys.readouterr().err == (
        "tavola generate: --name a b is not a class name. Use a word such as Blog.\n"
    )


def test_a_wrong_design_is_refused_with_all_that_is_wrong(
    design: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    design.write_text(DESIGN.replace("StringField", "TextField").replace("table:", "tabel:"))
    assert main(["generate", str(design), "-o", str(tmp_path / "x.py")]) == 1
    assert [line.split(": ")[1] for line in capsys.readouterr().err.splitlines()] == [
        "The design has unknown key 'tabel'. Did you mean 'table'?",
        "Thing.fields.colour has unknown field type 'TextField'. Did you mean 'TtlField'?",
    ]


def test_a_file_that_cannot_be_written_is_one_line(
    design: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "missing" / "x.py"
    assert main(["generate", str(design), "-o", str(output)]) == 1
    assert capsys.readouterr().err == f"tavola generate: {output}: No such file or directory.\n"


@pytest.mark.parametrize("words", [["nope"], ["generate"], ["generate", "x.yaml"]])
def test_wrong_usage_exits_2(words: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(words)
    assert caught.value.code == 2


@pytest.mark.parametrize("command", ["check", "generate", "serve", "table", "export", "reindex"])
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([command, "--help"])
    assert (caught.value.code, f"usage: tavola {command}" in capsys.readouterr().out) == (0, True)


def test_help_imports_no_command() -> None:
    code = (
        "import sys, tavola.cli\n"
        "try: tavola.cli.main(['--help'])\n"
        "except SystemExit: pass\n"
        "print([name for name in sys.modules if name.startswith(('yaml', 'rich', 'msgspec'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("precious.py", "x = 1\n", "was not written by tavola generate, and stays as it is."),
        ("my-models.py", None, "Python could not import it. Name it like blog_models.py."),
        ("class.py", None, "Python could not import it. Name it like blog_models.py."),
        ("shop.yaml", None, "Python could not import it. Name it like blog_models.py."),
    ],
)
def test_nothing_is_written_over_or_where_it_cannot_be_imported(
    design: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    text: str | None,
    message: str,
) -> None:
    output = tmp_path / name
    if text is not None:
        output.write_text(text)
    before = output.read_text() if output.exists() else None

    assert main(["generate", str(design), "-o", str(output)]) == 1

    assert message in capsys.readouterr().err
    assert (output.read_text() if output.exists() else None) == before


def test_an_empty_file_may_become_a_module(design: Path, tmp_path: Path) -> None:
    output = tmp_path / "models.py"
    output.touch()
    assert main(["generate", str(design), "-o", str(output)]) == 0
    assert main(["generate", str(design), "-o", str(output)]) == 0


def test_an_export_never_takes_the_place_of_its_design(
    design: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = design.read_text()

    assert main(["export", "--format", "terraform", str(design), "-o", str(design)]) == 1

    assert capsys.readouterr().err == f"-o {design} is the design itself. Choose another file.\n"
    assert design.read_text() == before
