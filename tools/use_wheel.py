"""Use the library as it is installed, with nothing but what it requires."""

import sys
from importlib import import_module
from importlib.util import find_spec

sys.path.insert(0, sys.argv[1])

import tavola

if any(find_spec(name) for name in ("rich", "yaml", "tavola_systems", "boto3")):
    sys.exit("the library brings more than it needs")
with import_module("posts_models").Posts.open("memory:") as db:
    text = dict.fromkeys(("title", "slug", "summary", "language", "category", "status"), "x")
    post = db.post.create(user_id="ada", **text)
    if db.post.get(post.post_id) != post or not list(db.post.posts_for_user(user_id="ada")):
        sys.exit("the library does not work")
if not tavola.__version__:
    sys.exit("the library has no version")
