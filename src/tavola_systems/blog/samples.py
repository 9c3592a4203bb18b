"""Sample data of the blog: a few writers, a season of posts, and what readers say."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from tavola_systems.blog.models import Blog, User
from tavola_systems.blog.service import BlogService
from tavola_systems.platform.system import Progress, Services

__all__ = ["seed"]

_ADA, _GRACE, _MARY, _ALAN = (f"{name}@example.com" for name in ("ada", "grace", "mary", "alan"))

_POSTS: Final = [
    (
        _ADA,
        "A letter about the engine",
        ["engines", "history"],
        """\
Yesterday evening I saw the small working piece of the engine again. It adds, it carries, and it
never grows tired. That is all, and it is a great deal.

## What it is not

It has no pretensions to *originate* anything. It can do whatever we know how to order it to
perform. The care is ours: an order that is nearly right is performed as exactly as one that is.

> A machine that repeats a mistake faithfully is still a faithful machine.

## What it might become

If numbers can stand for other things, for notes or letters or the pattern of a cloth, then the
engine works on those as well. I have begun a list:

- music, if the rules of harmony are written down first;
- the weaving of flowers and leaves, as the looms in Lyon do it;
- proofs, which frightens my tutor more than the music does.
""",
    ),
    (
        _GRACE,
        "The moth in relay seventy",
        ["machines", "debugging"],
        """\
At 15:45 panel F stopped. We went through the relays by hand, one after another, with a mirror and
a flashlight. In number seventy sat a moth.

It is taped into the log book now. People laugh, but look at what the entry has: **the time, the
place, and the thing itself**. Most reports of faults have none of the three.

1. Write down when it happened, before you touch anything.
2. Write down where, so exactly that somebody else could go there.
3. Keep the moth.
""",
    ),
    (
        _MARY,
        "On reading in the attic",
        ["learning"],
        """\
They took my candles away, because a girl who reads at night grows pale. So I learnt six books of
Euclid by heart in daylight, and did the problems in the dark.

I do not recommend it. But I have noticed since that what I worked out without paper has never left
me, while whole shelves that I read in comfort are gone.
""",
    ),
    (
        _GRACE,
        "Why I keep a foot of wire on my desk",
        ["machines", "learning"],
        """\
Admirals ask why messages by satellite take so long. I give them a nanosecond: a piece of wire,
11.8 inches, which is as far as electricity gets in a billionth of a second.

Then I show them a microsecond. It is a coil of nearly a thousand feet, and I wish every programmer
wore one round the neck, so that they knew *what they throw away when they throw one away*.

```
nanosecond    0.30 m     across the desk
microsecond    300 m     across the yard
millisecond    300 km    across the state
```
""",
    ),
    (
        _ADA,
        "Notes on tables that compute themselves",
        ["engines", "numbers"],
        """\
A table of logarithms is written by people who add all day. They are careful, and every table has
errors, because the last figure is copied by somebody who is thinking of supper.

The method of differences takes the thinking away. One begins with a few numbers and then only
adds, column by column. The engine could print the page as it goes, and no hand would touch it.

So the question changes. It is no longer *who adds well*, but *who begins with the right numbers*.
""",
    ),
    (
        _MARY,
        "The connexion of the sciences",
        ["learning", "history"],
        """\
I was asked to explain the tides to readers who have no mathematics. I began with the moon, went on
to gravity, came to light, and found myself at the colour of a soap bubble.

It is not a digression. Nature has one table of contents, and we have cut it into chapters because
our shelves are short.
""",
    ),
    (
        _GRACE,
        "Ask for forgiveness, with notes",
        ["debugging", "people"],
        """\
It is easier to ask forgiveness than permission. I have said it so often that it is on a mug.

What does not fit on the mug: keep notes while you do it. Somebody who can say *what was changed,
when, and how to undo it* is forgiven on the spot. Somebody who cannot should have asked.
""",
    ),
    (
        _ADA,
        "Loops, and where they end",
        ["engines", "numbers"],
        """\
The cards can be drawn back and used again. I call it a cycle, and a cycle within a cycle is what
makes the Bernoulli numbers bearable.

The danger is plain. A set of cards that backs up once too often never finishes, and the engine
will not complain. Before I write what a cycle does, I now write the sentence *it ends because*,
and if I cannot finish that sentence I do not punch the card.
""",
    ),
]

_COMMENTS: Final = [
    (0, _ALAN, "The list at the end is the part that I come back to. Has the tutor recovered?"),
    (0, _GRACE, "Orders that are nearly right: I have a whole log book of those."),
    (1, _ADA, "Keep the moth. I shall have it embroidered."),
    (1, _ALAN, 'Number two is where most of ours fail. "It stopped" is not a place.'),
    (
        3,
        _MARY,
        "I tried the coil on my nephews. They now say that bedtime is three milliseconds away.",
    ),
    (4, _ALAN, "Who begins with the right numbers: that is the whole of my job in one line."),
    (
        7,
        _GRACE,
        "We have a rule here: no loop goes into the machine before two people know how it ends.",
    ),
]


def seed(services: Services, progress: Progress) -> None:
    """Write the posts from the oldest to the newest, then the comments."""
    service = BlogService(services.table(Blog))
    authors = {email: _author(service, services, email) for email in (_ADA, _GRACE, _MARY, _ALAN)}
    total = len(_POSTS) + len(_COMMENTS) + 1
    now = datetime.fromtimestamp(services.clock(), UTC)
    posts: list[str] = []
    for number, (email, title, tags, content) in enumerate(_POSTS):
        at = now - timedelta(days=11 * (len(_POSTS) - number), hours=3 * number)
        post = service.write_post(authors[email].user_id, title, content, tags, published_at=at)
        posts.append(post.post_id)
        progress(number + 1, total)
    service.write_post(
        authors[_GRACE].user_id,
        "What a compiler owes its reader",
        "A draft, so far only the title and this line.",
        ["machines"],
        is_draft=True,
    )
    for number, (post_number, email, text) in enumerate(_COMMENTS):
        service.comment(posts[post_number], authors[email].user_id, text)
        progress(len(_POSTS) + number + 2, total)


def _author(service: BlogService, services: Services, email: str) -> User:
    account = services.accounts.find_by_address("blog", email)
    if account is None:
        raise LookupError(f"{email} is not among the demonstration's people.")
    return service.author(account.subject, account.name, email)
