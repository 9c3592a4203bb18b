"""What the sample café says, sells and hears."""

from __future__ import annotations

from typing import Any, Final

__all__ = [
    "COMMENTS",
    "GUIDE",
    "HOME",
    "HOURS",
    "LEADS",
    "PRODUCTS",
    "ROASTING",
    "SIGNALS",
    "STORY",
    "SUMMER",
    "VOICE",
]

Blocks = list[dict[str, Any]]

HOME: Final[Blocks] = [
    {"type": "heading", "text": "Coffee by the river", "level": 1},
    {
        "type": "text",
        "markdown": "We roast on **Tuesdays** and bake every morning. Come for the *galão*, stay"
        " for the view; the ferry no longer stops here, but everybody else does.",
    },
    {
        "type": "image",
        "asset": "river",
        "alt": "The river at dusk, hills behind it",
        "caption": "From the terrace, a little after seven.",
    },
    {"type": "heading", "text": "To take home", "level": 2},
    {"type": "products", "category": "To take home", "limit": 6},
    {"type": "quote", "text": "The best tables face the water.", "cite": "Teresa, who has one"},
]
STORY: Final[Blocks] = [
    {"type": "heading", "text": "Our story", "level": 1},
    {
        "type": "text",
        "markdown": "Luca and Inês opened the café in 2019, in what had been a ferry office for"
        " ninety years. The ledgers of the last ferryman are on the shelf beside the counter.",
    },
    {
        "type": "image",
        "asset": "morning",
        "alt": "Fog over the river in the morning",
        "caption": "The first week, before there were chairs.",
    },
    {
        "type": "text",
        "markdown": "- **2019**: two tables and one machine\n- **2021**: the roastery, in the old"
        " waiting room\n- **2024**: the terrace\n\nWe are eleven people now, and one cat who came"
        " with the building. If you want to know how we work, read"
        " [what we do on Tuesdays](/how-we-roast) or come by and ask.",
    },
    {
        "type": "gallery",
        "images": [
            {"asset": "cup", "alt": "A galão in a white cup"},
            {"asset": "bread", "alt": "Three loaves on the table"},
            {"asset": "night", "alt": "The bank by night"},
        ],
    },
]
HOURS: Final[Blocks] = [
    {"type": "heading", "text": "Opening hours", "level": 1},
    {
        "type": "text",
        "markdown": "| | |\n|---|---|\n| Tuesday to Friday | 8:00 to 19:00 |\n"
        "| Saturday, Sunday | 9:00 to 21:00 |\n| Monday | closed |",
    },
]
ROASTING: Final[Blocks] = [
    {"type": "heading", "text": "How we roast", "level": 1},
    {"type": "text", "markdown": "Twelve kilos at a time, because the machine is small."},
    {"type": "image", "asset": "coffee", "alt": "A tin of the house blend"},
]
SUMMER: Final[Blocks] = [
    {"type": "heading", "text": "The summer menu", "level": 1},
    {"type": "text", "markdown": "Cold brew, lemon ice, figs with fresh cheese."},
    {"type": "image", "asset": "bread", "alt": "Three loaves on the table"},
]
PRODUCTS: Final[list[tuple[str, str, str, list[str], str, str]]] = [
    (
        "House blend, 250 g",
        "9.50",
        "coffee",
        ["To take home", "Coffee"],
        "active",
        "Cocoa, dried fig, a little orange. Roasted last Tuesday.",
    ),
    (
        "Heather honey",
        "7.80",
        "honey",
        ["To take home", "Pantry"],
        "active",
        "From the hives above Arouca; dark, and not very sweet.",
    ),
    (
        "Country loaf",
        "4.20",
        "bread",
        ["To take home", "Bread"],
        "active",
        "Wheat and rye from the mill at Valongo. Keeps for five days.",
    ),
    (
        "A morning at the roastery",
        "35.00",
        "cup",
        ["Courses"],
        "active",
        "Three hours, six people at most, breakfast included.",
    ),
    ("Winter blend, 250 g", "9.80", "coffee", ["Coffee"], "archived", "Back in November."),
    ("Enamel cup", "14.00", "", ["To take home"], "draft", "White, with a blue rim."),
]
COMMENTS: Final[list[tuple[str, str | None, str, str]]] = [
    (
        "Teresa Lopes",
        "teresa@example.com",
        "I took the last ferry in 1987 and the first coffee in 2019. It was worth the wait.",
        "approved",
    ),
    ("João", None, "Is the terrace open in the rain?", "approved"),
    (
        "Marta Reis",
        "marta@example.com",
        "The cat has a name, and you should say it: Senhor Café.",
        "pending",
    ),
    ("best prices", None, "CHEAP WATCHES, follow my name for a discount!!", "pending"),
]
LEADS: Final[list[tuple[str, str, str, str, str]]] = [
    ("marta@example.com", "Marta Reis", "contact", "A table for nine on the 14th?", "contacted"),
    (
        "hotel@example.com",
        "Hotel da Ribeira",
        "contact",
        "We would like to serve your house blend at breakfast, about 20 kg a month.",
        "qualified",
    ),
    ("paulo@example.com", "Paulo Faria", "contact", "Do you teach children too?", "new"),
]
SIGNALS: Final[list[tuple[str, int, str]]] = [
    ("Nobody explains which grind fits which pot", 8, "Reddit, r/portugal"),
    ("Café opening hours on maps are wrong", 6, "Reviews"),
    ("Oat milk costs extra everywhere", 3, "Comments"),
]
VOICE: Final = """We say what things are. No "experience", no "passion", no exclamation marks.

Readers live nearby or will be here for two days. They want to know whether there is a table."""
GUIDE: Final = """# Coffee at home, in nine pages

1. Fresh beans, and a grinder that you clean.
2. Water just off the boil.
3. Sixty grams to the litre, and a scale.
"""
