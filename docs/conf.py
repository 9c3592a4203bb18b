"""The documentation site: the project's own Markdown files, as they lie in the repository.

The source folder is the repository, so that a link that works in one place works in both.
`make docs` builds it; tests/docs/test_site.py does so in strict mode.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
_VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)

project = "Tavola"
author = "The Tavola authors"
release = _VERSION.findall((ROOT / "src/tavola/__init__.py").read_text("utf-8"))[0]
version = release

extensions = ["myst_parser"]
root_doc = "docs/index"
include_patterns = [
    "*.md",
    "docs/*.md",
    "docs/adr/*.md",
    "docs/how-to/*.md",
    "docs/moving/*.md",
    "docs/explanation/*.md",
    "examples/designs/*.md",
    "examples/replace_moto/README.md",
    "src/tavola_systems/*/README.md",
]
# Folders that hold no pages are not even walked through.
exclude_patterns = [".*", "out", "tests", "benchmarks", "tools", "changes", "packages"]
source_suffix = {".md": "markdown"}

# Links are checked down to the heading.
myst_heading_anchors = 4
myst_enable_extensions = ["deflist"]
suppress_warnings = [
    # README and the systems' pages begin sections where they please.
    "myst.header",
]

html_theme = "furo"
html_title = f"Tavola {release}"
html_static_path = ["_site/static"]
html_extra_path = ["_site/root"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
# A build of the same pages gives the same bytes.
html_last_updated_fmt = None
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
