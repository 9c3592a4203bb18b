"""What a design says of its table holds once a file is opened, or is said not to."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tavola.design.load import load_design
from tavola.table.dynamic import table_class

DESIGN = """
table: {{name: kept, pointInTimeRecovery: {recovery}, deletionProtection: true}}
models:
  Note:
    key: {{PK: "NOTE#{{name}}", SK: NOTE}}
    fields:
      name: {{type: StringField, required: true}}
"""


@pytest.mark.parametrize(("recovery", "shown"), [("true", "ENABLED"), ("false", "DISABLED")])
def test_recovery_is_on_after_opening_if_the_design_says_so(
    tmp_path: Path, recovery: str, shown: str
) -> None:
    path = tmp_path / "kept.yaml"
    path.write_text(DESIGN.format(recovery=recovery))
    with table_class(load_design(path)).open(str(tmp_path / "kept.db")) as db:
        answer = db.store.execute("DescribeContinuousBackups", {"TableName": "kept"})
        table = db.store.execute("DescribeTable", {"TableName": "kept"})

    backups = msgspec.json.decode(answer)["ContinuousBackupsDescription"]
    assert backups["PointInTimeRecoveryDescription"]["PointInTimeRecoveryStatus"] == shown
    # As the reference says: a file is its owner's to delete.
    assert msgspec.json.decode(table)["Table"]["DeletionProtectionEnabled"] is False
