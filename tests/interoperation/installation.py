"""Install DynamoBao from npm into `.reference/`, once for a checkout, and generate its models."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.parts import alone
from tests.reference.endpoint import ACCESS_KEY, REGION, SECRET_KEY
from tests.reference.installation import ROOT, Unavailable

SCRIPTS = Path(__file__).parent / "js"
FLAGS = ("--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error")


def install(root: Path = ROOT) -> Path:
    """Return the folder with the pinned package, and fill it if it is not."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise Unavailable("DynamoBao runs on Node.js: apt-get install nodejs npm.")
    folder = root / ".reference" / "dynamo-bao"
    folder.mkdir(parents=True, exist_ok=True)
    wanted, installed = SCRIPTS / "package-lock.json", folder / "installed.json"
    with alone(folder / "lock"):
        if not installed.exists() or installed.read_bytes() != wanted.read_bytes():
            for name in ("package.json", "package-lock.json"):
                shutil.copyfile(SCRIPTS / name, folder / name)
            run([npm, "ci", *FLAGS], folder, os.environ)
            shutil.copyfile(wanted, installed)
    return folder / "node_modules"


def generate_models(packages: Path, design: Path, folder: Path) -> Path:
    """Return a folder with the models that DynamoBao generates from a design."""
    codegen = packages / "dynamo-bao" / "bin" / "codegen.js"
    models = folder / "models"
    run(["node", str(codegen), str(design), str(models)], folder, environment(packages, ""))
    return models


def environment(packages: Path, endpoint: str) -> dict[str, str]:
    """Return the variables with which DynamoBao works against an endpoint."""
    return {
        **os.environ,
        "NODE_PATH": str(packages),
        "NODE_OPTIONS": f'--require="{SCRIPTS / "redirect.cjs"}"',
        "ENDPOINT": endpoint,
        "AWS_ACCESS_KEY_ID": ACCESS_KEY,
        "AWS_SECRET_ACCESS_KEY": SECRET_KEY,
        "AWS_SESSION_TOKEN": "",
        "AWS_REGION": REGION,
        "MODELS_DIR": "",
        "DYNAMO_BAO_LOG_LEVEL": "OFF",
    }


def run(command: list[str], folder: Path, variables: Mapping[str, str]) -> None:
    """Run a command to its end; say what it said if it fails."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    if done.returncode != 0:
        raise Unavailable(f"{' '.join(command[:2])} failed: {(done.stderr or done.stdout).strip()}")
